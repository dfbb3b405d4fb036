import type { Channel } from '#features/campaigns/contract.ts';
import { channelOf } from '#features/campaigns/server/service.ts';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { giveUpFollowUps, scheduleFollowUps, stopChannel } from '#features/delivery/server/service.ts';
import { normalizeHandle } from '#features/leads/rules.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { isId, newId } from '#kit/id.ts';
import { storableText } from '#kit/text.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import type { HeardMessage, MessengerId, WhatsAppNews } from '#providers/messaging/port.ts';
import { labelOf } from '../rules-replies.ts';
import { announceNews } from './ingest-reply.ts';
import {
  confirmMessage,
  failMessage,
  findMessageOfContact,
  findMessageOfPeer,
  keepPeer,
  listLeadsOfPhone,
  noteReceipt,
  settleAnswerByReport,
} from './messenger-store.ts';
import { type AnsweredMessage, findMessageOfIds, insertInbound, updateInbound } from './reply-store.ts';

type Status = Extract<WhatsAppNews, { kind: 'status' }>;
type Heard = Omit<HeardMessage, 'userId'> & { userId: string | undefined };

/** Where the people of a platform are kept. */
const PLATFORM_OF = { x: 'twitter', bluesky: 'bluesky' } as const;

const LONGEST_TEXT = 20_000;

/**
 * Stops a channel to the person of a message. On WhatsApp for everyone at that number: its holder wants no more on it.
 * @param replyId of the message that says so; another label of it takes the lines of the ledger back
 */
export async function stopMessenger(
  ctx: Context,
  tx: Transaction,
  message: AnsweredMessage & { leadId: string; channel: Channel },
  replyId?: string,
): Promise<void> {
  const { address, channel } = message;
  const others = channel === 'whatsapp' && address !== null ? await listLeadsOfPhone(tx, address) : [];
  const consentIds = await stopChannel(ctx, tx, message);
  for (const leadId of others) {
    if (leadId === message.leadId) continue;
    // It was not their message, and they may be in another campaign or in none.
    consentIds.push(
      ...(await stopChannel(ctx, tx, {
        ...message,
        leadId,
        id: null,
        campaignId: null,
      })),
    );
  }
  if (replyId !== undefined && consentIds.length > 0) await updateInbound(tx, replyId, { consentIds });
}

/** Takes what WhatsApp reports, all of a call or nothing: WhatsApp repeats what was not answered with 200. */
export function takeNews(ctx: Context, news: readonly WhatsAppNews[]): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    for (const one of news) {
      if (one.kind === 'status') await takeStatus(ctx, tx, one);
      else await takeMessage(ctx, tx, 'whatsapp', one);
    }
    if (news.length > 0) await announceNews(tx);
  });
}

/** Takes what a platform answered when it was asked. */
export async function takeHeard(
  ctx: Context,
  tx: Transaction,
  messenger: MessengerId,
  heard: readonly HeardMessage[],
): Promise<void> {
  for (const one of heard) await takeMessage(ctx, tx, messenger, one);
  if (heard.length > 0) await announceNews(tx);
}

function peerHash(ctx: Context, messenger: MessengerId, userId: string): string {
  return hashContact(ctx, 'handle', `${messenger}:${userId}`);
}

function eventOf({ id, campaignId, leadId, isDemo }: AnsweredMessage, messenger: MessengerId) {
  return {
    campaignId,
    leadId,
    messageId: id,
    channel: channelOf(messenger),
    isDemo,
  };
}

/** The call was cut off or has not been written down, and yet it had arrived. */
async function confirm(
  ctx: Context,
  tx: Transaction,
  message: AnsweredMessage,
  messenger: MessengerId,
): Promise<void> {
  if (!(await confirmMessage(tx, message.id))) return;
  // The event locks the person before their next messages are touched: in the order in which an edit of them does.
  await recordEvents(ctx, tx, [
    { type: 'message.sent', ...eventOf(message, messenger), data: { transport: messenger } },
  ]);
  await scheduleFollowUps(tx, [message.id]);
}

async function takeStatus(
  ctx: Context,
  tx: Transaction,
  { ourId, userId, ...report }: Status,
): Promise<void> {
  if (ourId === undefined || !isId(ourId)) return;
  const { status, reason, wantsNoMore } = report;
  const message = await findMessageOfIds(tx, [ourId]);
  if (!message) {
    await settleAnswerByReport(tx, ourId, status === 'failed' ? { failed: { answer: reason } } : 'sent');
    return;
  }
  if (userId !== undefined) await keepPeer(tx, peerHash(ctx, 'whatsapp', userId), message.id);
  if (status === 'failed') {
    const details = { answer: reason };
    if (!(await failMessage(tx, message.id, details))) return;
    await recordEvents(ctx, tx, [
      {
        type: 'message.failed',
        ...eventOf(message, 'whatsapp'),
        data: message.address === null ? {} : { reason: 'refused', details },
      },
    ]);
    await giveUpFollowUps(tx, [message.id]);
    if (wantsNoMore && message.leadId !== null)
      await stopMessenger(ctx, tx, { ...message, leadId: message.leadId, channel: 'whatsapp' });
    return;
  }
  await confirm(ctx, tx, message, 'whatsapp');
  if (status !== 'sent') await noteReceipt(tx, message.id, status);
}

/** Number or handle, under which somebody stands among the contacts. */
function contactHashOf(ctx: Context, messenger: MessengerId, from: string): string {
  if (messenger === 'whatsapp') return hashContact(ctx, 'phone', from);
  return hashContact(ctx, 'handle', normalizeHandle(PLATFORM_OF[messenger], from) ?? from);
}

async function takeMessage(
  ctx: Context,
  tx: Transaction,
  messenger: MessengerId,
  heard: Heard,
): Promise<void> {
  const channel = channelOf(messenger);
  const message =
    (heard.from === undefined
      ? undefined
      : await findMessageOfContact(tx, {
          channel,
          contactHash: contactHashOf(ctx, messenger, heard.from),
          at: heard.at,
        })) ??
    (heard.userId === undefined
      ? undefined
      : await findMessageOfPeer(tx, { peerHash: peerHash(ctx, messenger, heard.userId), at: heard.at }));
  // What has nothing to do with a message of ours, or was said before it left, is not kept.
  if (!message || message.leadId === null) return;
  const text = storableText(heard.text, LONGEST_TEXT);
  const label = labelOf(text, messenger === 'x' ? undefined : messenger);
  const id = newId();
  const isNew = await insertInbound(tx, {
    id,
    sourceKey: `${messenger} ${heard.id}`,
    mailboxId: null,
    channel,
    kind: 'reply',
    leadId: message.leadId,
    campaignId: message.campaignId,
    messageId: message.id,
    fromAddress: heard.from ?? message.address ?? '',
    rfcMessageId: null,
    subject: '',
    text,
    label: label ?? null,
    labelledBy: label ? BUILT_IN_ENGINE : null,
    doneAt: label === 'stop' ? ctx.clock.now() : null,
    receivedAt: heard.at,
  });
  if (!isNew) return;
  if (heard.userId !== undefined) await keepPeer(tx, peerHash(ctx, messenger, heard.userId), message.id);
  // Who answers has had it, whatever became of the call.
  await confirm(ctx, tx, message, messenger);
  await recordEvents(ctx, tx, [
    {
      type: 'reply.received',
      ...eventOf(message, messenger),
      data: label === 'stop' ? { isStop: true } : {},
    },
  ]);
  if (label === 'stop') await stopMessenger(ctx, tx, { ...message, leadId: message.leadId, channel }, id);
}
