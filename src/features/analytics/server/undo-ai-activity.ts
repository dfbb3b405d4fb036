import type { Communities } from '#features/communities/server/service.ts';
import type { Stage } from '#features/leads/contract.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { AppError } from '#kit/errors.ts';
import { DAY_MS, startOfDate } from '#kit/time.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { AiActivity } from '../contract.ts';
import {
  countMoves,
  findAnswered,
  findJoined,
  listAnswered,
  listJoined,
  listMoveGroups,
  listStandingMoves,
} from './activity-store.ts';
import { AnsweredId, activityOf, answeredOf, JoinedId, joinedOf, MovedId, moveOf } from './ai-activity.ts';
import { listAiEvents } from './store.ts';

type Dependencies = {
  db: Database;
  leads: Pick<Leads, 'moveBack' | 'deleteLead'>;
  communities: Pick<Communities, 'deletePost'>;
  settings: Pick<SettingsService, 'getWorkspace'>;
  now: () => Date;
};
type Undone = { undone: number; kept: number };

/** So far back what was done to people is listed and can be taken back. */
const LISTED_MS = 7 * DAY_MS;
const MOVED_BACK_AT_ONCE = 2_000;

/** What was done without a person, and the way back where it changed something. */
export function createActivity({ db, leads, communities, settings, now }: Dependencies) {
  return {
    async listAiActivity(limit: number): Promise<AiActivity[]> {
      const { timeZone } = await settings.getWorkspace();
      const to = now();
      const from = new Date(to.getTime() - LISTED_MS);
      const [events, moves, joined, answered] = await Promise.all([
        listAiEvents(db, limit),
        listMoveGroups(db, { from, to, timeZone }),
        listJoined(db, { from, to, limit }),
        listAnswered(db, { from, to, limit }),
      ]);
      return [
        ...events.flatMap((event) => activityOf(event) ?? []),
        ...moves.map(moveOf),
        ...joined.map(joinedOf),
        ...answered.map(answeredOf),
      ]
        .toSorted((one, other) => (one.at < other.at ? 1 : -1))
        .slice(0, limit);
    },

    /** Throws `conflict` when all of it was gone on with meanwhile; what was taken back already stays so. */
    async undoAiActivity(id: string): Promise<Undone> {
      const moved = MovedId.safeParse(id);
      if (moved.success) return undoMoves(moved.data);
      const joined = JoinedId.safeParse(id);
      if (joined.success) return undoJoined(joined.data.eventId);
      const answered = AnsweredId.safeParse(id);
      if (answered.success) return undoAnswered(answered.data);
      throw new AppError('invalid_input', 'There is nothing to take back here.', {
        fields: { id: 'Not something that can be taken back.' },
      });
    },
  };

  async function undoMoves({
    day,
    stage,
    until,
  }: {
    day: string;
    stage: Stage;
    until: Date;
  }): Promise<Undone> {
    const { timeZone } = await settings.getWorkspace();
    const from = startOfDate(day, timeZone);
    const moved = { from, to: until, stage };
    // A portion at a time: whoever waits for one of these people waits for no more than that.
    let hasMore = true;
    while (hasMore) {
      hasMore = await inTransaction(db, async (tx) => {
        const standing = await listStandingMoves(tx, { ...moved, limit: MOVED_BACK_AT_ONCE });
        const ids = await leads.moveBack(tx, standing);
        if (ids.length > 0) await announce(tx, ['leads', 'lead-groups', 'events', 'activity']);
        return ids.length > 0 && standing.length === MOVED_BACK_AT_ONCE;
      });
    }
    const { made, undone } = await countMoves(db, moved);
    if (undone === 0) {
      throw new AppError('conflict', 'Everybody was moved on since, so nobody was moved back.', {
        reason: 'moved_since',
      });
    }
    return { undone, kept: made - undone };
  }

  async function undoAnswered(named: { communityId: string; postId: string }): Promise<Undone> {
    const row = await findAnswered(db, named);
    if (!row) throw new AppError('not_found', 'This is not in the list any more.');
    if (row.isDeleted) return { undone: 1, kept: 0 };
    if (row.isSaidThere) {
      throw new AppError(
        'conflict',
        'It was said at the mirrored place too, where it cannot be taken back.',
        {
          reason: 'said_there',
        },
      );
    }
    // Its own Undo puts it back; what was deleted meanwhile is as good as taken back.
    await communities.deletePost(named.communityId, named.postId).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    });
    return { undone: 1, kept: 0 };
  }

  async function undoJoined(eventId: string): Promise<Undone> {
    const row = await findJoined(db, eventId);
    if (!row) throw new AppError('not_found', 'This is not in the list any more.');
    if (row.lead === null) return { undone: 1, kept: 0 };
    await leads.deleteLead(row.lead.id, async (tx) => {
      if (!(await findJoined(tx, eventId))?.isWorkedOn) return;
      throw new AppError(
        'conflict',
        `Somebody has gone on with ${row.lead?.name ?? 'this lead'}, who stays.`,
        {
          reason: 'worked_on',
        },
      );
    });
    await announce(db, ['activity']);
    return { undone: 1, kept: 0 };
  }
}
