import type { z } from 'zod';
import { deepLink, findCampaignRow, personalNoteOf } from '#features/campaigns/server/service.ts';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { fillSlots, hasSlotOf, messageLookup, readersLookup } from '#features/mail/server/service.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { type Actor, hasRole } from '#kit/actor.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { idCursor, pageById } from '#platform/page-cursor.ts';
import type * as contract from '../../contract.ts';
import type { Message, MessageSource } from '../../contract.ts';
import { messageNote } from '../../rules-message-words.ts';
import { scheduleFollowUps } from '../queue/delivery-store.ts';
import {
  countMessageRows,
  findMessageRow,
  forgetRecipients,
  holdPerson,
  listMessageRows,
  listMessagesOfLead,
  lockMessageRow,
  type MessageRow,
  markSentByHand,
  requeueUnconfirmed,
} from './message-store.ts';
import { moveRecipient, moveRecipientBack } from './recipient-merge-store.ts';
import { refreshQueuedMessages } from './refresh-queued-messages.ts';

type MessageQuery = z.output<typeof contract.listMessages.query>;

declare module '#platform/context.ts' {
  interface Context {
    /** Our answer to a reply, which may be kept in the outbox; the inbox stands to the right of delivery. */
    readonly findAnswer: (id: string) => Promise<{ subject: string; text: string } | undefined>;
  }
}

/** What is kept of a person's messages: to be read by that person, merged and erased. */
export const messageData = {
  part: 'messages',
  read: async (ctx: Context, leadId: string): Promise<Message[]> =>
    (await listMessagesOfLead(ctx.db, leadId)).map((row) => toMessage(ctx, row)),
  forget: forgetRecipients,
  renew: refreshQueuedMessages,
  move: moveRecipient,
  moveBack: moveRecipientBack,
};

/** What was written to a person, for those who read what they wrote back. */
export async function messagesTo(ctx: Context, leadId: string): Promise<Message[]> {
  return (await listMessagesOfLead(ctx.db, leadId)).map((row) => toMessage(ctx, row, true));
}

/** Messages of a campaign, newest first. Refuses with `not_found`. */
export async function listMessages(
  ctx: Context,
  campaignId: string,
  query: MessageQuery,
  reader: Actor,
): Promise<Page<Message>> {
  const campaign = await findCampaignRow(ctx.db, campaignId);
  if (!campaign || campaign.deletedAt !== null) {
    throw new AppError('not_found', 'This campaign does not exist any more.');
  }
  const rows = await listMessageRows(ctx.db, {
    campaignId,
    status: query.status,
    cursor: idCursor.read(query.cursor)?.id,
    limit: query.limit + 1,
  });
  const total = await countMessageRows(ctx.db, campaignId, query.status);
  const shown = rows.map((row) => toMessage(ctx, row, mayOnlyRead(reader)));
  return pageById(shown, { limit: query.limit, total });
}

/** A message of the outbox, or an answer that is kept there, as it would have left. */
export async function getOutboxMessage(ctx: Context, id: string, reader: Actor): Promise<MessageSource> {
  const answer = await ctx.findAnswer(id);
  const kept = answer && (await ctx.mailTransports.outbox.find(id));
  if (answer && kept) {
    const { raw, from, to } = kept;
    return { id, raw, from, to, subject: answer.subject, text: answer.text };
  }
  const row = await findMessage(ctx, id);
  if (row.status !== 'outbox') throw new AppError('not_found', 'This message is not in the outbox.');
  const isForReaders = mayOnlyRead(reader);
  const stored = isForReaders ? undefined : await ctx.mailTransports.outbox.find(id);
  const message = toMessage(ctx, row, isForReaders);
  const rendered =
    stored ??
    (await ctx.mailRenderer.render(
      { ...row, isForReaders },
      row.sentAt ?? ctx.clock.now(),
      row.mailboxFrom === null ? undefined : { header: row.mailboxFrom },
    ));
  if (!rendered) throw new AppError('not_found', 'The text of this message is not kept any more.');
  const { raw, from, to } = rendered;
  return { id, raw, from, to, subject: message.subject ?? '', text: message.body };
}

/** Marks a message as sent: one that waits for a person, or of which nobody knows whether it arrived. */
export function markMessageSent(ctx: Context, id: string): Promise<Message> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await findMessageRow(tx, id);
    if (!before) throw new AppError('not_found', 'This message does not exist any more.');
    if (before.leadId !== null) await holdPerson(tx, before.leadId);
    const held = await lockMessageRow(tx, id);
    if (held && held.obstacle !== null)
      throw new AppError('refused', explained(held).note ?? '', { reason: 'no_consent' });
    const isNew = await markSentByHand(tx, id);
    if (!isNew && before.status !== 'sent') {
      throw new AppError('refused', 'Only a message that waits for you can be marked as sent.');
    }
    if (isNew) {
      await scheduleFollowUps(tx, [id]);
      await recordEvents(ctx, tx, [
        {
          type: 'message.sent',
          campaignId: before.campaignId,
          leadId: before.leadId,
          messageId: id,
          channel: before.channel,
          data: { transport: 'manual' },
          isDemo: before.isDemo,
        },
      ]);
      await announce(tx, ['messages', 'campaigns', 'events', 'activity', 'usage']);
    }
    const after = await findMessageRow(tx, id);
    return toMessage(ctx, after ?? before);
  });
}

/**
 * Queues an unconfirmed message anew, because somebody has looked and it did not arrive. What keeps any message from
 * leaving keeps this one too. Asked twice, it leaves once.
 */
export function sendMessageAgain(ctx: Context, id: string, actor: Actor): Promise<Message> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await findMessageRow(tx, id);
    if (!before) throw new AppError('not_found', 'This message does not exist any more.');
    await assertGoesOn(tx, before.campaignId);
    const isNew = await requeueUnconfirmed(tx, id);
    if (isNew) {
      await recordAudit(tx, {
        actor,
        action: 'message.sent_again',
        subject: { kind: 'campaign', id: before.campaignId },
        details: { messageId: id, channel: before.channel, unconfirmed: before.reason },
      });
      await ctx.wakeDelivery(tx);
      await announce(tx, ['messages', 'campaigns']);
    }
    const after = await findMessageRow(tx, id);
    if (!isNew && !['queued', 'sending', 'sent', 'outbox'].includes(after?.status ?? ''))
      throw new AppError('refused', 'Only a message that is unconfirmed can be sent again.');
    return toMessage(ctx, after ?? before);
  });
}

function toMessage(ctx: Context, row: MessageRow, isForReaders = false): Message {
  const lookup = isForReaders
    ? readersLookup(row.vars, ctx.publicUrl)
    : messageLookup(row.vars, row.touchpointId, {
        publicUrl: ctx.publicUrl,
        tokenFor: ctx.contactTokens.write,
      });
  const body = fillSlots(row.text ?? '', lookup);
  return {
    id: row.id,
    campaignId: row.campaignId,
    leadId: row.leadId,
    leadName: row.leadName,
    stepId: row.stepId,
    channel: row.channel,
    variant: row.variant,
    status: row.status,
    receipt: row.receipt,
    to: row.address,
    deepLink:
      row.status === 'manual' && row.obstacle === null && !isForReaders
        ? deepLink(row.channel, { ...row, text: body })
        : null,
    subject: row.subject === null ? null : fillSlots(row.subject, lookup),
    body,
    ...explained(row),
    // Kept with every message to the person, whether its text asks for it or not.
    personal: hasSlotOf(`${row.subject ?? ''}${row.text ?? ''}`, 'personal')
      ? personalNoteOf(row.vars)
      : null,
    legalGround: row.legalGround,
    dueAt: row.dueAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  };
}

async function findMessage(ctx: Context, id: string): Promise<MessageRow> {
  const row = await findMessageRow(ctx.db, id);
  if (!row) throw new AppError('not_found', 'This message does not exist any more.');
  return row;
}

/** Nothing leaves of a campaign that is over, whatever its messages say. */
async function assertGoesOn(tx: Transaction, campaignId: string): Promise<void> {
  const campaign = await findCampaignRow(tx, campaignId);
  if (campaign?.deletedAt === null && ['active', 'paused'].includes(campaign.status)) return;
  throw new AppError('refused', 'This campaign has ended. Launch it again, then send the message again.', {
    reason: 'campaign_over',
  });
}

/** Why a message has its status; an obstacle to sending it by hand comes first. */
function explained(row: MessageRow): Pick<Message, 'note' | 'reason' | 'details'> {
  const { status, obstacle, consentObstacle } = row;
  const reason = obstacle ?? row.reason;
  const details =
    obstacle === null ? row.details : consentObstacle === null ? null : { obstacle: consentObstacle };
  return { reason, details, note: reason && messageNote({ status, reason, details }) };
}

/** Nothing that such a person is shown lets them do something, nor in somebody else's name. */
function mayOnlyRead({ role }: Actor): boolean {
  return !hasRole(role, 'member');
}
