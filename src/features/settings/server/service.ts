import type { z } from 'zod';
import type { Actor } from '#kit/actor.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { ProviderStatus, Workspace, WorkspaceChange } from '../contract.ts';
import { troubleWords } from './model-watch.ts';
import { lockWorkspace, readWorkspace, type WorkspaceRow, writeWorkspace } from './store.ts';
import { listTroubles } from './trouble-store.ts';

type Dependencies = {
  db: Database;
  /** The outside services as wired at the start. */
  providers: Omit<ProviderStatus, 'trouble'>[];
  /** What is configured of services that are watched, by their id: what was known of another tells nothing. */
  labels?: Record<string, string | undefined>;
  /** Removes the sample rows of every feature; answers how many. */
  removeDemoRows: (tx: Transaction) => Promise<number>;
  /** Keeps for good who changed by whose rules texts are judged; the trail stands right of the settings. */
  recordRegions: (tx: Transaction, actor: Actor | null, change: RegionsChange) => Promise<void>;
};

type RegionsChange = Record<'from' | 'to', Workspace['jurisdictions']>;

/** What the whole workspace shares. */
export function createSettings({ db, providers, labels = {}, removeDemoRows, recordRegions }: Dependencies) {
  return {
    /** Inside a transaction it is asked with that: the pool may have no second connection to give. */
    getWorkspace: async (from: Queryable = db): Promise<Workspace> => toWorkspace(await readWorkspace(from)),

    changeWorkspace: (
      change: z.output<typeof WorkspaceChange>,
      actor: Actor | null = null,
    ): Promise<Workspace> =>
      inTransaction(db, async (tx) => {
        const { jurisdictions: from } = await lockWorkspace(tx);
        const row = await writeWorkspace(tx, change);
        const to = row.jurisdictions;
        if (from.join() !== to.join()) await recordRegions(tx, actor, { from, to });
        await announce(tx, ['settings']);
        return toWorkspace(row);
      }),

    async listProviders(): Promise<ProviderStatus[]> {
      const troubles = await listTroubles(db);
      return providers.map((provider) => {
        const row = troubles.find(
          ({ service, label }) => service === provider.id && label === labels[service],
        );
        const text = row && troubleWords(row);
        const trouble =
          row && text !== undefined
            ? { text, since: row.since.toISOString(), lastAt: row.lastAt.toISOString() }
            : null;
        return { ...provider, trouble };
      });
    },

    /** Removes exactly the sample data. Doing it again removes nothing. */
    removeDemoData: (): Promise<{ removedRows: number }> =>
      inTransaction(db, async (tx) => {
        const removedRows = await removeDemoRows(tx);
        await writeWorkspace(tx, { demoSeededAt: null });
        await announce(tx, ['everything']);
        return { removedRows };
      }),
  };
}
export type SettingsService = ReturnType<typeof createSettings>;

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
