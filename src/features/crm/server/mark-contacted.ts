import type { Lead } from '#features/leads/contract.ts';
import { getLead } from '#features/leads/server/lead-records.ts';
import { leadNotFound } from '#features/leads/server/refusals.ts';
import { lockLead, resetLastContact } from '#features/leads/server/service.ts';
import { moveBack } from '#features/leads/server/stages.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { ManualMessage } from '../contract-manual-messages.ts';
import { findManualMessage } from './manual-message-store.ts';

type ContactContext = Pick<Context, 'db' | 'clock' | 'eventSubscribers'>;

const TOPICS = ['leads', 'lead-groups', 'events', 'activity'] as const;

/**
 * Notes a message that a colleague sent from their own program. It is the event of any message of ours, so timeline, stage
 * and recommendations follow.
 */
export async function markContacted(
  ctx: ContactContext,
  id: string,
  { channel, saysSource }: ManualMessage,
  actor: Actor,
): Promise<Lead> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockLead(tx, id);
    if (!row || row.deletedAt) throw leadNotFound();
    await recordEvents(ctx, tx, [
      {
        type: 'message.sent',
        leadId: id,
        channel,
        occurredAt: ctx.clock.now(),
        data: {
          byHand: actorName(actor),
          lastContactBefore: row.lastContactAt?.toISOString() ?? null,
          ...(saysSource && { saysSource }),
        },
        isDemo: row.isDemo,
      },
    ]);
    await announce(tx, TOPICS);
  });
  return getLead(ctx, id);
}

/** Undo of `markContacted`: another event takes the message back, and stage and last contact return. */
export async function takeBackContact(ctx: ContactContext, id: string, actor: Actor): Promise<Lead> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockLead(tx, id);
    if (!row || row.deletedAt) throw leadNotFound();
    const message = await findManualMessage(tx, id);
    if (!message) throw new AppError('not_found', 'No letter is noted that could be taken back.');
    if (message.move) await moveBack(ctx, tx, [message.move]);
    await resetLastContact(tx, id, { from: message.at, to: message.lastContactBefore });
    await recordEvents(ctx, tx, [
      {
        type: 'letter.taken_back',
        leadId: id,
        channel: message.channel,
        occurredAt: ctx.clock.now(),
        data: { undoes: message.id, by: actorName(actor) },
        isDemo: row.isDemo,
      },
    ]);
    await announce(tx, TOPICS);
  });
  return getLead(ctx, id);
}
