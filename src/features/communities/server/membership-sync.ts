import type { NewEvent, RecordedEvent } from '#features/tracking/server/event-subscribers.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
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

type Entry = Standing & Pick<StoredMember, 'deletedAt' | 'joinedInto'>;

const isInside = ({ status, deletedAt, joinedInto }: Entry): boolean =>
  status === 'active' && deletedAt === null && joinedInto === null;

const membershipEvent = (
  type: 'community.joined' | 'community.left',
  row: Pick<Standing, 'communityId' | 'leadId' | 'isDemo'>,
  occurredAt: Date,
): NewEvent => ({
  type,
  leadId: row.leadId,
  occurredAt,
  data: { communityId: row.communityId },
  isDemo: row.isDemo,
});

/**
 * The events of a change of entries of one community: a lead joins with the first active entry and leaves with the last.
 * A member who becomes known as a lead joined when they came.
 */
function movesOf(before: readonly Entry[], after: readonly Entry[], at: Date): NewEvent[] {
  const insideOf = (rows: readonly Entry[]) =>
    new Map(
      rows.filter(isInside).flatMap((row) => (row.leadId === null ? [] : [[row.leadId, row] as const])),
    );
  const [was, is] = [insideOf(before), insideOf(after)];
  const wasThere = new Set(before.filter(isInside).map(({ id }) => id));
  return [
    ...[...was]
      .filter(([lead]) => !is.has(lead))
      .map(([, row]) => membershipEvent('community.left', row, at)),
    ...[...is]
      .filter(([lead]) => !was.has(lead))
      .map(([, row]) =>
        membershipEvent('community.joined', row, wasThere.has(row.id) ? (row.joinedAt ?? row.createdAt) : at),
      ),
  ];
}

/** The past of a member who turns out to be a lead: since when they are in the community, or were. */
function pastOf(row: Standing): NewEvent[] {
  const since = row.joinedAt ?? row.createdAt;
  if (row.status === 'active') return [membershipEvent('community.joined', row, since)];
  // An invited person has joined nothing.
  if (row.joinedAt === null || row.leftAt === null) return [];
  return [
    membershipEvent('community.joined', row, since),
    membershipEvent('community.left', row, row.leftAt),
  ];
}

type SyncContext = Pick<Context, 'clock' | 'eventSubscribers'>;

/** Members become known as leads in the transaction that adds the lead. */
export const arrivals = {
  types: ['lead.added', 'lead.discovered'] as const,
  handle: (
    ctx: Pick<Context, 'eventSubscribers'>,
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
  await recordMoves(ctx, tx, movesOf(before, after, ctx.clock.now()));
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
  await recordMoves(
    ctx,
    tx,
    inside.map((row) => membershipEvent(type, row, at)),
  );
}

/** Links a member to the lead that they are. */
export async function becomeLead(
  ctx: Pick<Context, 'eventSubscribers'>,
  tx: Transaction,
  row: StoredMember,
  leadId: string,
): Promise<void> {
  await updateMemberRow(tx, row.id, { leadId });
  await recordMoves(ctx, tx, pastOf({ ...row, leadId }));
}

/** Links entries to the leads that we know already. */
export async function knowLeads(
  ctx: Pick<Context, 'eventSubscribers'>,
  tx: Transaction,
  of: SQL,
): Promise<void> {
  const linked = await linkToLeads(tx, of);
  await recordMoves(ctx, tx, linked.flatMap(pastOf));
  if (linked.length > 0) await announce(tx, ['communities']);
}

async function recordMoves(
  ctx: Pick<Context, 'eventSubscribers'>,
  tx: Transaction,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await recordEvents(ctx, tx, events);
  await announce(tx, ['events']);
}
