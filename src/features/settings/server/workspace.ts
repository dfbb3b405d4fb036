import type { z } from 'zod';
import type { Actor } from '#kit/actor.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Workspace, WorkspaceChange } from '../contract.ts';
import { lockWorkspace, readWorkspace, type WorkspaceRow, writeWorkspace } from './store.ts';

type RegionsChange = Record<'from' | 'to', Workspace['jurisdictions']>;

declare module '#platform/context.ts' {
  interface Context {
    /** Adds to the audit trail, a feature to the right, who changed the regions whose rules texts follow. */
    readonly recordRegions: (tx: Transaction, actor: Actor | null, change: RegionsChange) => Promise<void>;
    /** Removes the sample rows of every feature; returns how many. */
    readonly removeDemoRows: (tx: Transaction) => Promise<number>;
  }
}

/** What the whole workspace shares. In a transaction, pass that: the pool may have no second connection to give. */
export async function getWorkspace(from: Queryable): Promise<Workspace> {
  return toWorkspace(await readWorkspace(from));
}

export function changeWorkspace(
  { db, recordRegions }: Pick<Context, 'db' | 'recordRegions'>,
  change: z.output<typeof WorkspaceChange>,
  actor: Actor | null = null,
): Promise<Workspace> {
  return inTransaction(db, async (tx) => {
    const { jurisdictions: from } = await lockWorkspace(tx);
    const row = await writeWorkspace(tx, change);
    const to = row.jurisdictions;
    if (from.join() !== to.join()) await recordRegions(tx, actor, { from, to });
    await announce(tx, ['settings']);
    return toWorkspace(row);
  });
}

/** Removes exactly the sample data. Doing it again removes nothing. */
export function removeDemoData({
  db,
  removeDemoRows,
}: Pick<Context, 'db' | 'removeDemoRows'>): Promise<{ removedRows: number }> {
  return inTransaction(db, async (tx) => {
    const removedRows = await removeDemoRows(tx);
    await writeWorkspace(tx, { demoSeededAt: null });
    await announce(tx, ['everything']);
    return { removedRows };
  });
}

function toWorkspace(row: WorkspaceRow): Workspace {
  return {
    name: row.name,
    timeZone: row.timeZone,
    postalAddress: row.postalAddress,
    senderName: row.senderName,
    senderEmail: row.senderEmail,
    jurisdictions: row.jurisdictions,
    visitorRegion: row.visitorRegion,
    approvedContentOnly: row.approvedContentOnly,
    countsOpens: row.countsOpens,
    awayDays: row.awayDays,
    hasDemoData: row.demoSeededAt !== null,
  };
}
