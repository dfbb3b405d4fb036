import type { Tracking } from '#features/tracking/server/service.ts';
import type { SQL, Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import {
  linkToLeads,
  listLeadsInside,
  type NewMemberRow,
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

/** Writes entries of a community so that the funnel of its leads stays true. */
export function createStandings(tracking: Tracking, now: () => Date) {
  const tell = async (tx: Transaction, events: readonly Told[]): Promise<void> => {
    if (events.length === 0) return;
    await tracking.recordEvents(tx, events);
    await announce(tx, ['events']);
  };

  /** Writes what changes of these entries, of which one person may have several. */
  const changeEntries = async (
    tx: Transaction,
    changes: readonly { row: StoredMember; change: Partial<NewMemberRow> }[],
  ): Promise<void> => {
    for (const { row, change } of changes) await updateMemberRow(tx, row.id, change);
    const before = changes.map(({ row }) => row);
    await tell(
      tx,
      movesOf(
        before,
        changes.map(({ row, change }) => ({ ...row, ...change })),
        now(),
      ),
    );
  };

  return {
    changeEntries,

    changeEntry: (tx: Transaction, row: StoredMember, change: Partial<NewMemberRow>): Promise<void> =>
      changeEntries(tx, [{ row, change }]),

    /** With a community that is deleted, or is there again, all leads in it leave it or are in again. */
    async moveAll(
      tx: Transaction,
      communityId: string,
      type: 'community.joined' | 'community.left',
    ): Promise<void> {
      const inside = await listLeadsInside(tx, communityId);
      const at = now();
      await tell(
        tx,
        inside.map((row) => told(type, row, at)),
      );
    },

    /** Somebody turns out to be this lead. */
    async becomeLead(tx: Transaction, row: StoredMember, leadId: string): Promise<void> {
      await updateMemberRow(tx, row.id, { leadId });
      await tell(tx, pastOf({ ...row, leadId }));
    },

    /** Entries of people whom we know as leads already. */
    async knowLeads(tx: Transaction, of: SQL): Promise<void> {
      const linked = await linkToLeads(tx, of);
      await tell(tx, linked.flatMap(pastOf));
      if (linked.length > 0) await announce(tx, ['communities']);
    },
  };
}
export type Standings = ReturnType<typeof createStandings>;
