import { getLead } from '#features/leads/server/lead-records.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { FollowUpAnswer, FollowUpKind } from '../contract-follow-ups.ts';
import { deleteAnswer, insertAnswer } from './follow-ups-store.ts';

/** Records what the team made of a recommendation. Refuses with `not_found` when the lead is gone. */
export async function answerFollowUp(
  ctx: Pick<Context, 'db' | 'clock'>,
  leadId: string,
  { kind, answer }: { kind: FollowUpKind; answer: FollowUpAnswer },
): Promise<{ id: string }> {
  await getLead(ctx, leadId);
  return inTransaction(ctx.db, async (tx) => {
    const createdAt = ctx.clock.now();
    const id = newId(createdAt.getTime());
    await insertAnswer(tx, { id, leadId, kind, answer, createdAt });
    await announce(tx, ['activity']);
    return { id };
  });
}

/** Undo of `answerFollowUp`. */
export function takeBackAnswer({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await deleteAnswer(tx, id);
    await announce(tx, ['activity']);
  });
}
