import { guardReputation } from '#features/campaigns/server/service.ts';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { suppress } from '#features/compliance/server/suppression-store.ts';
import { giveUpFollowUps, scheduleFollowUps } from '#features/delivery/server/service.ts';
import { normalizeEmail } from '#features/leads/rules.ts';
import { noteDeadAddress } from '#features/leads/server/addresses.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { markNoticeBounced } from '#features/source-notices/server/service.ts';
import { claimReport, noteOpen, recordEvents } from '#features/tracking/server/record-events.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { idOf, newId } from '#kit/id.ts';
import { storableText } from '#kit/text.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inPatientTransaction, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { dateOfReply, type Inbound } from './inbound-mail.ts';
import { confirmMessage } from './messenger-store.ts';
import {
  type AnsweredMessage,
  findMessageOfIds,
  findMessageTo,
  holdFollowUps,
  insertInbound,
  markAnswerBounced,
  markBounced,
  type NewInboundRow,
} from './reply-store.ts';

/** An answer without a reference to ours still belongs to a mail that is at most this old. */
const REMEMBERED_DAYS = 90;

type HeardOpen = { ids: readonly string[]; isMachine: boolean };

type HeardBounce = { diagnostic: string; isAddressDead: boolean };

/** `replyId` of what a person, or a program for them, wrote: its original may be kept. */
type TakenMail = { isTaken: boolean; replyId: string | null };

const NOT_TAKEN: TakenMail = { isTaken: false, replyId: null };

/**
 * Stops all email to the writer of a reply. Twice, or by a link and in words, is one unsubscribe.
 * @param replyId of the stored reply that is read so: another label takes it back
 */
export async function unsubscribeWriter(
  ctx: Context,
  tx: Transaction,
  message: AnsweredMessage,
  replyId: string | null = null,
) {
  if (!(await stopWriting(tx, message, 'unsubscribed', replyId))) return;
  await recordEvents(ctx, tx, [{ type: 'contact.unsubscribed', ...eventOf(message) }]);
}

/** Takes a mail of an inbox, once, with all that follows from it. What has nothing to do with our messages is not kept. */
export function takeMail(ctx: Context, source: { mailboxId: string }, inbound: Inbound): Promise<TakenMail> {
  return inPatientTransaction(ctx.db, async (tx) => {
    const { matter } = inbound;
    if (matter.kind === 'other') return NOT_TAKEN;
    // Anybody can write a report about anybody: it counts when it names a mail of ours, whose id only the receiver knows.
    const isReport = matter.kind === 'bounce' || matter.kind === 'complaint';
    const message = await find(ctx, tx, inbound.ourIds, isReport ? null : inbound.from);
    if (!message) {
      const isOfAnswer =
        matter.kind === 'bounce' && (await bounceAnswer(tx, inbound.ourIds, matter.diagnostic));
      return { isTaken: isOfAnswer, replyId: null };
    }
    const label =
      matter.kind === 'reply'
        ? inbound.readIntent()
        : matter.kind === 'auto_reply'
          ? 'out_of_office'
          : undefined;
    if (message.leadId === null && !isReport && label !== 'stop') return NOT_TAKEN;
    const receivedAt = dateOfReply(inbound, message.sentAt === null ? null : new Date(message.sentAt));
    const awayUntil =
      matter.kind === 'auto_reply' && matter.isAbsence
        ? (inbound.awayUntil ??
          new Date(inbound.arrivedAt.getTime() + (await getWorkspace(tx)).awayDays * DAY_MS))
        : null;
    const replyId = newId();
    const isNew = await isFirst(tx, message, {
      id: replyId,
      // However many mailboxes it came to, and whenever one was added anew.
      sourceKey: `mail ${inbound.key}`.slice(0, 1_000),
      mailboxId: source.mailboxId,
      kind: matter.kind,
      campaignId: message.campaignId,
      messageId: message.id,
      fromAddress: inbound.from,
      rfcMessageId: inbound.rfcMessageId,
      subject: inbound.subject,
      text: inbound.text,
      label: label ?? null,
      labelledBy: label ? BUILT_IN_ENGINE : null,
      // Nobody has to answer somebody who is away or wants no more.
      doneAt: label === 'out_of_office' || label === 'stop' ? ctx.clock.now() : null,
      receivedAt,
      awayUntil,
    });
    if (!isNew) return NOT_TAKEN;
    if (matter.kind === 'bounce') {
      const { diagnostic, status } = matter;
      await bounce(ctx, tx, message, { diagnostic, isAddressDead: status.startsWith('5.1.') });
    }
    // Whatever became of the connection: who answers it has had it.
    if (matter.kind !== 'bounce') await confirm(ctx, tx, message);
    if (matter.kind === 'complaint') await complain(ctx, tx, message);
    if (awayUntil !== null && message.leadId !== null) await holdFollowUps(tx, message.leadId, awayUntil);
    if (matter.kind === 'reply') {
      if (message.leadId !== null)
        await recordEvents(ctx, tx, [
          {
            type: 'reply.received',
            ...eventOf(message),
            // As the reply, so that the two are one entry of the timeline.
            occurredAt: receivedAt,
            data: label === 'stop' ? { isStop: true } : {},
          },
        ]);
      if (label === 'stop')
        await unsubscribeWriter(ctx, tx, message, message.leadId === null ? null : replyId);
    }
    await announceNews(tx);
    const isReply = matter.kind === 'reply' || matter.kind === 'auto_reply';
    return { isTaken: true, replyId: isReply && message.leadId !== null ? replyId : null };
  });
}

/** Notes that a provider saw one of our mails opened, once. By its id alone: other mail goes to them too. */
export function takeOpen(ctx: Context, { ids, isMachine }: HeardOpen): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const message = await findMessageOfIds(tx, ids);
    if (!message?.touchpointId || message.leadId === null) return false;
    const isNews = await noteOpen(ctx, tx, message.touchpointId, { isMachine });
    if (isNews) await announce(tx, ['campaigns', 'events', 'leads']);
    return isNews;
  });
}

/** Takes what a mail provider reports about one of our messages; by our id, else by the address it went to. */
export function takeReport(
  ctx: Context,
  {
    key,
    diagnostic,
    ...given
  }: {
    key: string;
    ids: readonly string[];
    address: string | null;
    kind: 'bounce' | 'complaint' | 'unsubscribe';
    diagnostic: string;
    isAddressDead: boolean;
  },
): Promise<boolean> {
  return inPatientTransaction(ctx.db, async (tx) => {
    // One that cannot be stored would keep all that is reported with it and after it from being heard.
    const report = { ...given, key: storableText(key, 1_000), diagnostic: storableText(diagnostic, 500) };
    const message = await find(ctx, tx, report.ids, report.address);
    if (!message) return report.kind === 'bounce' && bounceAnswer(tx, report.ids, report.diagnostic);
    const isNew = await isFirst(tx, message, {
      id: newId(),
      sourceKey: report.key,
      mailboxId: null,
      kind: report.kind === 'unsubscribe' ? 'other' : report.kind,
      campaignId: message.campaignId,
      messageId: message.id,
      fromAddress: '',
      rfcMessageId: null,
      subject: '',
      text: report.diagnostic,
      label: null,
      labelledBy: null,
      doneAt: ctx.clock.now(),
      receivedAt: ctx.clock.now(),
    });
    if (!isNew) return false;
    if (report.kind === 'bounce') await bounce(ctx, tx, message, report);
    else if (report.kind === 'complaint') await complain(ctx, tx, message);
    else await unsubscribeWriter(ctx, tx, message);
    await announceNews(tx);
    return true;
  });
}

/** Stops everything to the person a message went to; false where nothing was written to them any more. */
async function stopWriting(
  tx: Transaction,
  { leadId, campaignId, contactHash, isDemo }: AnsweredMessage,
  reason: 'bounced' | 'complained' | 'unsubscribed',
  replyId: string | null = null,
): Promise<boolean> {
  return (
    contactHash !== null && (await suppress(tx, { contactHash, reason, leadId, campaignId, replyId, isDemo }))
  );
}

function eventOf({ id, campaignId, leadId, isDemo }: AnsweredMessage) {
  return {
    campaignId,
    leadId,
    messageId: id,
    channel: 'email',
    isDemo,
  };
}

async function bounce(
  ctx: Context,
  tx: Transaction,
  message: AnsweredMessage,
  { diagnostic, isAddressDead }: HeardBounce,
) {
  const { campaignId, leadId, contactHash } = message;
  const details = { answer: diagnostic };
  const isNews =
    campaignId === null
      ? await markNoticeBounced(tx, message.id, details)
      : await markBounced(tx, message.id, details);
  if (!isNews) return;
  // A source notice has no share in any figure.
  if (campaignId !== null)
    await recordEvents(ctx, tx, [
      {
        type: 'message.bounced',
        ...eventOf(message),
        // Of somebody who has been erased: what the server said may name them.
        data: { transport: 'smtp', ...(message.address === null ? {} : { reason: 'came_back', details }) },
      },
    ]);
  // The person before their next messages: in the order in which an edit of them holds the two.
  if (isAddressDead) {
    await stopWriting(tx, message, 'bounced');
    if (leadId !== null && contactHash !== null) await noteDeadAddress(tx, { leadId, contactHash });
  }
  await giveUpFollowUps(tx, [message.id]);
  if (message.campaignId !== null) await guardReputation(ctx, tx, [message.campaignId]);
}

async function complain(ctx: Context, tx: Transaction, message: AnsweredMessage) {
  await stopWriting(tx, message, 'complained');
  // Who reports a mail may be heard of by two ways: the report itself and the list of a provider.
  if (!(await claimReport(tx, await idOf('complaint', message.id)))) return;
  await recordEvents(ctx, tx, [{ type: 'message.complained', ...eventOf(message) }]);
  if (message.campaignId !== null) await guardReputation(ctx, tx, [message.campaignId]);
}

/** An answer that somebody wrote here: they read beside it that it came back, and the person waits again. */
async function bounceAnswer(tx: Transaction, ids: readonly string[], diagnostic: string): Promise<boolean> {
  const isNews = await markAnswerBounced(tx, ids, { answer: diagnostic });
  if (isNews) await announce(tx, ['replies']);
  return isNews;
}

/** A mail of which nobody knew whether it arrived, also one that was to be sent again for that. */
async function confirm(ctx: Context, tx: Transaction, message: AnsweredMessage): Promise<void> {
  if (message.campaignId === null || !(await confirmMessage(tx, message.id))) return;
  await recordEvents(ctx, tx, [
    {
      type: 'message.sent',
      ...eventOf(message),
      // Before the answer, which waits for one of ours.
      ...(message.sentAt === null ? {} : { occurredAt: new Date(message.sentAt) }),
      data: { transport: 'smtp' },
    },
  ]);
  await scheduleFollowUps(tx, [message.id]);
}

async function find(ctx: Context, tx: Transaction, ids: readonly string[], address: string | null) {
  return (
    (await findMessageOfIds(tx, ids)) ??
    (address === null
      ? undefined
      : await findMessageTo(tx, hashContact(ctx, 'email', normalizeEmail(address)), REMEMBERED_DAYS))
  );
}

/**
 * Takes note of what has come in; false when it was there already. Of somebody whose record is gone nothing of it is
 * kept but that it came: what they asked for holds all the same.
 */
async function isFirst(
  tx: Transaction,
  { leadId }: AnsweredMessage,
  row: Omit<NewInboundRow, 'leadId'>,
): Promise<boolean> {
  return leadId === null ? claimReport(tx, await idOf(row.sourceKey)) : insertInbound(tx, { leadId, ...row });
}

/** Tells open screens that something came in. */
export function announceNews(tx: Transaction): Promise<void> {
  return announce(tx, ['replies', 'campaigns', 'messages', 'events', 'activity', 'leads']);
}
