import type { RecordedEvent, Tracking } from '#features/tracking/server/service.ts';
import type { Context } from '#platform/context.ts';
import type { SQL, Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import {
  linkToLeads,
  listLeadsInside,
  type NewMemberRow,
  ofLeads,
  type Standing,
  type StoredMember,
  updateMemberRow,
} from './member-store.ts';

type Told = NonNullable<Parameters<Tracking['recordEvents']>[1][number]>;
type Entry = Standing & Pick<StoredMember, 'deletedAt' | 'joinedInto'>;

const isInside = ({ status, deletedAt, joinedInto }: Entry): boolean =>
  status === 'active' && deletedAt === null && joinedInto === null;

const told = (
  type: 'community.joined' | 'community.left',
  row: Pick<Standing, 'communityId' | 'leadId' | 'isDemo'>,
  occurredAt: Date,
): Told => ({
  type,
  leadId: row.leadId,
  occurredAt,
  data: { communityId: row.communityId },
  isDemo: row.isDemo,
});

/**
 * What a change of entries of one community makes of the leads in it: who was in none of them and is in one has joined,
 * who was in one and is in none has left. Who was there before they were known as a lead has joined when they came.
 */
function movesOf(before: readonly Entry[], after: readonly Entry[], at: Date): Told[] {
  const insideOf = (rows: readonly Entry[]) =>
    new Map(
      rows.filter(isInside).flatMap((row) => (row.leadId === null ? [] : [[row.leadId, row] as const])),
    );
  const [was, is] = [insideOf(before), insideOf(after)];
  const wasThere = new Set(before.filter(isInside).map(({ id }) => id));
  return [
    ...[...was].filter(([lead]) => !is.has(lead)).map(([, row]) => told('community.left', row, at)),
    ...[...is]
      .filter(([lead]) => !was.has(lead))
      .map(([, row]) =>
        told('community.joined', row, wasThere.has(row.id) ? (row.joinedAt ?? row.createdAt) : at),
      ),
  ];
}

/** What is told of somebody who turns out to be a lead: since when they are in the community, or were. */
function pastOf(row: Standing): Told[] {
  const since = row.joinedAt ?? row.createdAt;
  if (row.status === 'active') return [told('community.joined', row, since)];
  // Who was only invited has joined nothing.
  if (row.joinedAt === null || row.leftAt === null) return [];
  return [told('community.joined', row, since), told('community.left', row, row.leftAt)];
}

type SyncContext = Pick<Context, 'clock' | 'tracking'>;

/** Members become known as leads in the transaction that adds the lead. */
export const arrivals = {
  types: ['lead.added', 'lead.discovered'] as const,
  handle: (
    ctx: Pick<Context, 'tracking'>,
    tx: Transaction,
    events: readonly RecordedEvent[],
  ): Promise<void> => knowLeads(ctx, tx, ofLeads(events.flatMap(({ leadId }) => leadId ?? []))),
};

/** Writes the changes of these entries, of which one person may have several, and records who joined or left. */
export async function changeEntries(
  ctx: SyncContext,
  tx: Transaction,
  changes: readonly { row: StoredMember; change: Partial<NewMemberRow> }[],
): Promise<void> {
  for (const { row, change } of changes) await updateMemberRow(tx, row.id, change);
  const before = changes.map(({ row }) => row);
  const after = changes.map(({ row, change }) => ({ ...row, ...change }));
  await tell(ctx, tx, movesOf(before, after, ctx.clock.now()));
}

export function changeEntry(
  ctx: SyncContext,
  tx: Transaction,
  row: StoredMember,
  change: Partial<NewMemberRow>,
): Promise<void> {
  return changeEntries(ctx, tx, [{ row, change }]);
}

/** Records that all leads in a community leave it or are in again, when it is deleted or restored. */
export async function moveAll(
  ctx: SyncContext,
  tx: Transaction,
  communityId: string,
  type: 'community.joined' | 'community.left',
): Promise<void> {
  const inside = await listLeadsInside(tx, communityId);
  const at = ctx.clock.now();
  await tell(
    ctx,
    tx,
    inside.map((row) => told(type, row, at)),
  );
}

/** Links a member to the lead that they are. */
export async function becomeLead(
  ctx: Pick<Context, 'tracking'>,
  tx: Transaction,
  row: StoredMember,
  leadId: string,
): Promise<void> {
  await updateMemberRow(tx, row.id, { leadId });
  await tell(ctx, tx, pastOf({ ...row, leadId }));
}

/** Links entries to the leads that we know already. */
export async function knowLeads(ctx: Pick<Context, 'tracking'>, tx: Transaction, of: SQL): Promise<void> {
  const linked = await linkToLeads(tx, of);
  await tell(ctx, tx, linked.flatMap(pastOf));
  if (linked.length > 0) await announce(tx, ['communities']);
}

async function tell(
  { tracking }: Pick<Context, 'tracking'>,
  tx: Transaction,
  events: readonly Told[],
): Promise<void> {
  if (events.length === 0) return;
  await tracking.recordEvents(tx, events);
  await announce(tx, ['events']);
}
