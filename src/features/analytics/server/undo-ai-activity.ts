import { deletePost } from '#features/communities/server/posts.ts';
import type { Stage } from '#features/leads/contract.ts';
import { deleteLead } from '#features/leads/server/lead-records.ts';
import { moveBack } from '#features/leads/server/stages.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { AppError } from '#kit/errors.ts';
import { startOfDate } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { countMoves, findAnswered, findJoined, listStandingMoves } from './activity-store.ts';
import { AnsweredId, JoinedId, MovedId } from './ai-activity.ts';

type UndoContext = Pick<Context, 'db' | 'clock' | 'contactPepper' | 'eventSubscribers'>;
type Undone = { undone: number; kept: number };

const MOVED_BACK_AT_ONCE = 2_000;

/**
 * Takes back one line of the AI activity. Refuses with `conflict` when people have gone on with all of it; what was taken
 * back already stays so.
 */
export async function undoAiActivity(ctx: UndoContext, id: string): Promise<Undone> {
  const moved = MovedId.safeParse(id);
  if (moved.success) return undoMoves(ctx, moved.data);
  const joined = JoinedId.safeParse(id);
  if (joined.success) return undoJoined(ctx, joined.data.eventId);
  const answered = AnsweredId.safeParse(id);
  if (answered.success) return undoAnswered(ctx, answered.data);
  throw new AppError('invalid_input', 'There is nothing to take back here.', {
    fields: { id: 'Not something that can be taken back.' },
  });
}

async function undoMoves(
  ctx: UndoContext,
  { day, stage, until }: { day: string; stage: Stage; until: Date },
): Promise<Undone> {
  const { db } = ctx;
  const { timeZone } = await getWorkspace(db);
  const from = startOfDate(day, timeZone);
  const moved = { from, to: until, stage };
  // In batches, so that no one waits longer for one of these leads.
  let hasMore = true;
  while (hasMore) {
    hasMore = await inTransaction(db, async (tx) => {
      const standing = await listStandingMoves(tx, { ...moved, limit: MOVED_BACK_AT_ONCE });
      const ids = await moveBack(ctx, tx, standing);
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

async function undoAnswered(
  ctx: UndoContext,
  named: { communityId: string; postId: string },
): Promise<Undone> {
  const row = await findAnswered(ctx.db, named);
  if (!row) throw new AppError('not_found', 'This is not in the list any more.');
  if (row.isDeleted) return { undone: 1, kept: 0 };
  if (row.isSaidThere) {
    throw new AppError('conflict', 'It was said at the mirrored place too, where it cannot be taken back.', {
      reason: 'said_there',
    });
  }
  // Its own Undo puts it back; what was deleted meanwhile is as good as taken back.
  await deletePost(ctx, named).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  });
  return { undone: 1, kept: 0 };
}

async function undoJoined(ctx: UndoContext, eventId: string): Promise<Undone> {
  const row = await findJoined(ctx.db, eventId);
  if (!row) throw new AppError('not_found', 'This is not in the list any more.');
  if (row.lead === null) return { undone: 1, kept: 0 };
  await deleteLead(ctx, row.lead.id, async (tx) => {
    if (!(await findJoined(tx, eventId))?.isWorkedOn) return;
    throw new AppError('conflict', `Somebody has gone on with ${row.lead?.name ?? 'this lead'}, who stays.`, {
      reason: 'worked_on',
    });
  });
  await announce(ctx.db, ['activity']);
  return { undone: 1, kept: 0 };
}
