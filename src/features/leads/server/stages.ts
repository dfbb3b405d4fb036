import type { EventType } from '#features/tracking/contract.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { STAGES, type Stage } from '../contract.ts';
import { isForwardMove } from '../rules.ts';
import { listCurrentMoves, lockMoved, type MadeMove, moveToStage, returnToStage } from './store.ts';

type StageContext = Pick<Context, 'clock' | 'eventSubscribers'>;

type StageMoving = {
  onlyForward?: boolean;
  at?: Date;
  /** The event after which a rule moves them; without it a person does. */
  because?: EventType;
  /** They were written to: noted in the same stroke, because each change of a person is written to every index. */
  contactedAt?: Date | undefined;
};

/**
 * Moves leads to a stage in the caller's transaction and records each move. With `onlyForward` those who are
 * further already stay. Answers the ids that moved; telling the browsers is left to the caller.
 */
export async function moveStage(
  ctx: StageContext,
  tx: Transaction,
  leadIds: readonly string[],
  stage: Stage,
  { onlyForward = false, at = ctx.clock.now(), because, contactedAt }: StageMoving = {},
): Promise<string[]> {
  const movable = STAGES.filter((from) => (onlyForward ? isForwardMove(from, stage) : from !== stage));
  const moves = await moveToStage(tx, leadIds, { stage, movable, at, contactedAt });
  await recordEvents(
    ctx,
    tx,
    moves.map(({ id, from, isDemo }) => ({
      type: 'lead.stage_changed',
      leadId: id,
      occurredAt: at,
      data: { from, to: stage, ...(because === undefined ? {} : { because }) },
      isDemo,
    })),
  );
  return moves.map(({ id }) => id);
}

/**
 * Undo of moves, each by its event: takes those back to where they came from who stand as the move left them. Answers
 * their ids; whoever was moved since, by a person or by what they did, stays.
 */
export async function moveBack(
  ctx: StageContext,
  tx: Transaction,
  moves: readonly MadeMove[],
): Promise<string[]> {
  const standing = await lockMoved(tx, moves);
  const at = ctx.clock.now();
  await returnToStage(tx, standing);
  await recordEvents(
    ctx,
    tx,
    standing.map(({ leadId, from, to, eventId, isDemo }) => ({
      type: 'lead.stage_changed',
      leadId,
      occurredAt: at,
      data: { from: to, to: from, undoes: eventId },
      isDemo,
    })),
  );
  return standing.map(({ leadId }) => leadId);
}

/** Undo of the moves that an event made, of people whom nothing moved since. Answers those moves. */
export async function undoMovesBecause(
  ctx: StageContext,
  tx: Transaction,
  leadIds: readonly string[],
  because: EventType,
): Promise<MadeMove[]> {
  const moves = (await listCurrentMoves(tx, leadIds)).filter((move) => move.because === because);
  const back = new Set(await moveBack(ctx, tx, moves));
  return moves.filter(({ leadId }) => back.has(leadId));
}

/** Undo of the move that brought these people where they are; who came from elsewhere is moved like anybody. */
export async function undoMove(
  ctx: StageContext,
  tx: Transaction,
  leadIds: readonly string[],
  stage: Stage,
): Promise<void> {
  const moves = await listCurrentMoves(tx, leadIds);
  const back = new Set(
    await moveBack(
      ctx,
      tx,
      moves.filter(({ from }) => from === stage),
    ),
  );
  const others = leadIds.filter((id) => !back.has(id));
  if (others.length > 0) await moveStage(ctx, tx, others, stage);
}
