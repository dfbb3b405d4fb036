import type { Channel } from '#features/campaigns/contract.ts';
import { channelOf } from '#features/campaigns/server/service.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import { giveUpFollowUps, scheduleFollowUps, stopChannel } from '#features/delivery/server/service.ts';
import { normalizeHandle } from '#features/leads/rules.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { isId, newId } from '#kit/id.ts';
import { storableText } from '#kit/text.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { HeardMessage, MessengerId, WhatsAppNews } from '#providers/messaging/port.ts';
import { labelOf } from '../rules-replies.ts';
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

type Dependencies = {
  db: Database;
  tracking: Tracking;
  compliance: Pick<Compliance, 'contactHash' | 'insertConsent' | 'listLatestConsents' | 'recordAudit'>;
};

type Status = Extract<WhatsAppNews, { kind: 'status' }>;
type Heard = Omit<HeardMessage, 'userId'> & { userId: string | undefined };

/** Where the people of a platform are kept. */
const PLATFORM_OF = { x: 'twitter', bluesky: 'bluesky' } as const;

const LONGEST_TEXT = 20_000;

/**
 * Takes what platforms report: how far messages came, and what people write back. Reports repeat themselves and come in
 * any order, so each only ever moves things forward, and each message is taken once.
 */
export function createMessengerReplyIngest({ db, tracking, compliance }: Dependencies) {
  const peerHash = (messenger: MessengerId, userId: string): string =>
    compliance.contactHash('handle', `${messenger}:${userId}`);

  const tell = (tx: Transaction) =>
    announce(tx, ['replies', 'campaigns', 'messages', 'events', 'activity', 'leads']);

  const eventOf = ({ id, campaignId, leadId, isDemo }: AnsweredMessage, messenger: MessengerId) => ({
    campaignId,
    leadId,
    messageId: id,
    channel: channelOf(messenger),
    isDemo,
  });

  /** The call was cut off or has not been written down, and yet it had arrived. */
  const confirm = async (
    tx: Transaction,
    message: AnsweredMessage,
    messenger: MessengerId,
  ): Promise<void> => {
    if (!(await confirmMessage(tx, message.id))) return;
    // The event locks the person before their next messages are touched: in the order in which an edit of them does.
    await tracking.recordEvents(tx, [
      { type: 'message.sent', ...eventOf(message, messenger), data: { transport: messenger } },
    ]);
    await scheduleFollowUps(tx, [message.id]);
  };

  const takeStatus = async (tx: Transaction, { ourId, userId, ...report }: Status): Promise<void> => {
    if (ourId === undefined || !isId(ourId)) return;
    const { status, reason, wantsNoMore } = report;
    const message = await findMessageOfIds(tx, [ourId]);
    if (!message) {
      await settleAnswerByReport(tx, ourId, status === 'failed' ? { failed: { answer: reason } } : 'sent');
      return;
    }
    if (userId !== undefined) await keepPeer(tx, peerHash('whatsapp', userId), message.id);
    if (status === 'failed') {
      const details = { answer: reason };
      if (!(await failMessage(tx, message.id, details))) return;
      await tracking.recordEvents(tx, [
        {
          type: 'message.failed',
          ...eventOf(message, 'whatsapp'),
          data: message.address === null ? {} : { reason: 'refused', details },
        },
      ]);
      await giveUpFollowUps(tx, [message.id]);
      if (wantsNoMore && message.leadId !== null)
        await stop(tx, { ...message, leadId: message.leadId, channel: 'whatsapp' });
      return;
    }
    await confirm(tx, message, 'whatsapp');
    if (status !== 'sent') await noteReceipt(tx, message.id, status);
  };

  /**
   * On WhatsApp for everyone at that number: its holder wants no more on it.
   * @param replyId of the message that says so; another label of it takes the lines of the ledger back
   */
  const stop = async (
    tx: Transaction,
    message: AnsweredMessage & { leadId: string; channel: Channel },
    replyId?: string,
  ): Promise<void> => {
    const { address, channel } = message;
    const others = channel === 'whatsapp' && address !== null ? await listLeadsOfPhone(tx, address) : [];
    const consentIds = await stopChannel({ tracking, compliance }, tx, message);
    for (const leadId of others) {
      if (leadId === message.leadId) continue;
      // It was not their message, and they may be in another campaign or in none.
      consentIds.push(
        ...(await stopChannel({ tracking, compliance }, tx, {
          ...message,
          leadId,
          id: null,
          campaignId: null,
        })),
      );
    }
    if (replyId !== undefined && consentIds.length > 0) await updateInbound(tx, replyId, { consentIds });
  };

  /** Number or handle, under which somebody stands among the contacts. */
  const contactHashOf = (messenger: MessengerId, from: string): string => {
    if (messenger === 'whatsapp') return compliance.contactHash('phone', from);
    return compliance.contactHash('handle', normalizeHandle(PLATFORM_OF[messenger], from) ?? from);
  };

  const takeMessage = async (tx: Transaction, messenger: MessengerId, heard: Heard): Promise<void> => {
    const channel = channelOf(messenger);
    const message =
      (heard.from === undefined
        ? undefined
        : await findMessageOfContact(tx, {
            channel,
            contactHash: contactHashOf(messenger, heard.from),
            at: heard.at,
          })) ??
      (heard.userId === undefined
        ? undefined
        : await findMessageOfPeer(tx, { peerHash: peerHash(messenger, heard.userId), at: heard.at }));
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
      doneAt: label === 'stop' ? new Date() : null,
      receivedAt: heard.at,
    });
    if (!isNew) return;
    if (heard.userId !== undefined) await keepPeer(tx, peerHash(messenger, heard.userId), message.id);
    // Who answers has had it, whatever became of the call.
    await confirm(tx, message, messenger);
    await tracking.recordEvents(tx, [
      {
        type: 'reply.received',
        ...eventOf(message, messenger),
        data: label === 'stop' ? { isStop: true } : {},
      },
    ]);
    if (label === 'stop') await stop(tx, { ...message, leadId: message.leadId, channel }, id);
  };

  return {
    stop,

    /** All of a call or nothing of it: WhatsApp repeats what was not answered with 200. */
    takeNews: (news: readonly WhatsAppNews[]): Promise<void> =>
      inTransaction(db, async (tx) => {
        for (const one of news) {
          if (one.kind === 'status') await takeStatus(tx, one);
          else await takeMessage(tx, 'whatsapp', one);
        }
        if (news.length > 0) await tell(tx);
      }),

    /** What a platform that was asked has told. */
    async takeHeard(tx: Transaction, messenger: MessengerId, heard: readonly HeardMessage[]): Promise<void> {
      for (const one of heard) await takeMessage(tx, messenger, one);
      if (heard.length > 0) await tell(tx);
    },
  };
}
export type MessengerReplyIngest = ReturnType<typeof createMessengerReplyIngest>;
