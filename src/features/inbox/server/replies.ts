import type { z } from 'zod';
import { findCampaignRow } from '#features/campaigns/server/service.ts';
import type { Message } from '#features/delivery/contract.ts';
import { WINDOW_HOURS } from '#features/delivery/rules.ts';
import { messagesTo } from '#features/delivery/server/service.ts';
import { greetingNameOf } from '#features/leads/rules-names.ts';
import { findMailboxRow } from '#features/mailboxes/server/service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { idCursor, pageById } from '#platform/page-cursor.ts';
import { isPracticeAddress } from '#providers/mail/port.ts';
import type * as contract from '../contract.ts';
import type { Reply, ReplyThread, ThreadItem } from '../contract.ts';
import { draftAnswer, draftObstacle } from '../rules-replies.ts';
import { stopMessenger } from './ingest-messenger-reply.ts';
import { unsubscribeWriter } from './ingest-reply.ts';
import { hasOpenWindow } from './messenger-store.ts';
import {
  closeInboundOf,
  countReplyRows,
  findInbound,
  findMessageOfIds,
  findNames,
  findReplyOfLead,
  forgetAnswerCopies,
  type InboundRow,
  listInboundItems,
  listReplyRows,
  lockInbound,
  moveInbound,
  updateInbound,
} from './reply-store.ts';
import { answerTexts, inboundTexts } from './text-store.ts';
import { undoStop } from './undo-stop.ts';

export const STOPPED = 'They asked for no more messages. If the reply was misread, choose another label.';

/** What people wrote and what was answered: to be read by that person, merged and erased. */
export const replyData = {
  part: 'replies',
  texts: [
    { kind: 'reply', topic: 'replies', place: inboundTexts } as const,
    { kind: 'answer', topic: 'replies', place: answerTexts } as const,
  ],
  read: ({ db }: Pick<Context, 'db'>, leadId: string): Promise<ThreadItem[]> => listInboundItems(db, leadId),
  forget: forgetAnswerCopies,
  move: moveInbound,
  moveBack: async (tx: Queryable, ids: readonly string[], from: string, to: string): Promise<void> => {
    await moveInbound(tx, from, to, ids);
  },
};

/** What one person wrote and what they were sent. Refuses with `not_found`. */
export async function getReplyThread(ctx: Context, id: string): Promise<ReplyThread> {
  const row = await getRow(ctx, id);
  const reply = await findReplyOfLead(ctx.db, row.leadId);
  if (!reply) throw replyNotFound();
  const messages = await messagesTo(ctx, row.leadId);
  const sent = messages.filter(({ sentAt }) => sentAt !== null);
  const ours = sent.map(
    ({ id: messageId, subject, body, sentAt, note }): ThreadItem => ({
      id: messageId,
      kind: 'message',
      subject: subject ?? '',
      text: body,
      by: 'Campaign',
      note,
      reason: null,
      details: null,
      isInOutbox: false,
      hasOriginal: false,
      attachments: [],
      awayUntil: null,
      at: sentAt ?? '',
    }),
  );
  const items = [...ours, ...(await listInboundItems(ctx.db, row.leadId))];
  const newest = await getRow(ctx, reply.id);
  const answered = sent.find((one) => one.id === newest.messageId) ?? sent.at(-1);
  return {
    ...reply,
    items: items.toSorted((left, right) => left.at.localeCompare(right.at)),
    draft: await draftFor(ctx, reply, answered),
    draftObstacle: draftObstacle({ reply: reply.text, message: answered?.body ?? null }),
    isPractice: isPracticeReply(newest),
    isKept: !isPracticeReply(newest) && newest.channel === 'email' && !(await hasServerFor(ctx, newest)),
    obstacle: await obstacleOf(ctx, newest),
  };
}

/** The newest reply of each person. */
export async function listReplies(
  ctx: Context,
  { state, label, cursor, limit }: z.output<typeof contract.listReplies.query>,
): Promise<Page<Reply>> {
  const before = idCursor.read(cursor)?.id;
  const rows = await listReplyRows(ctx.db, { state, label, before, limit: limit + 1 });
  return pageById(rows, { limit, total: await countReplyRows(ctx.db, { state, label }) });
}

export async function countReplies(ctx: Context): Promise<{ open: number }> {
  return {
    open: await countReplyRows(ctx.db, { state: 'open', label: undefined }),
  };
}

/** Labels a reply, with what the label means for its writer, or marks it as done. Refuses with `not_found`. */
export async function updateReply(
  ctx: Context,
  id: string,
  change: z.output<typeof contract.updateReply.body>,
  actor: Actor,
): Promise<ReplyThread> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockInbound(tx, id);
    if (!row) throw replyNotFound();
    if (change.label !== undefined && change.label !== row.label) {
      await updateInbound(tx, id, { label: change.label, labelledBy: actorName(actor) });
      if (change.label === 'stop') await stopFor(ctx, tx, row);
      if (row.label === 'stop') {
        await undoStop(ctx, tx, {
          row,
          label: change.label,
          actor,
        });
        // The engine had marked it as done, and now someone has to read it.
        if (row.labelledBy === BUILT_IN_ENGINE) await closeInboundOf(tx, row.leadId, false);
      }
    }
    if (change.isDone !== undefined) await closeInboundOf(tx, row.leadId, change.isDone);
    await announce(tx, ['replies']);
  });
  return getReplyThread(ctx, id);
}

export async function getRow(ctx: Context, id: string): Promise<InboundRow & { leadId: string }> {
  const row = await findInbound(ctx.db, id);
  if (!row || (row.kind !== 'reply' && row.kind !== 'auto_reply')) throw replyNotFound();
  return row;
}

/** What they wrote over. */
export function messengerFor(ctx: Context, { sourceKey }: Pick<InboundRow, 'sourceKey'>) {
  return ctx.messaging.messengers.find(({ id }) => sourceKey.startsWith(`${id} `));
}

export async function obstacleOf(ctx: Context, row: InboundRow & { leadId: string }): Promise<string | null> {
  const { label, channel, leadId } = row;
  if (label === 'stop') return STOPPED;
  if (channel === 'email') return null;
  if (!messengerFor(ctx, row)) {
    return channel === 'whatsapp'
      ? 'WhatsApp is not set up any more (WHATSAPP_TOKEN), so they cannot be answered here.'
      : 'The platform they wrote on is not set up any more, so they cannot be answered here.';
  }
  if (channel !== 'whatsapp') return null;
  return (await hasOpenWindow(ctx.db, { channel, leadId, hours: WINDOW_HOURS }))
    ? null
    : 'More than 24 hours have passed since they wrote, so WhatsApp takes no answer until they write again.';
}

async function draftFor(
  ctx: Context,
  reply: Reply,
  sent: Message | undefined,
): Promise<ReplyThread['draft']> {
  const { workspace } = await ctx.campaigns.launch.readSender();
  const campaign = reply.campaignId === null ? undefined : await findCampaignRow(ctx.db, reply.campaignId);
  const text = draftAnswer({
    label: reply.label,
    reply: reply.text,
    message: sent?.body ?? null,
    firstName: greetingNameOf(await findNames(ctx.db, reply.leadId)),
    landingPageUrl: campaign?.landingPageUrl ?? null,
    senderName: workspace.senderName || workspace.name,
  });
  return text === undefined ? null : { text, by: BUILT_IN_ENGINE };
}

/** The mailbox they wrote to, where mail still leaves over it. */
export async function accountFor(ctx: Context, { mailboxId }: Pick<InboundRow, 'mailboxId'>) {
  const mailbox = mailboxId === null ? undefined : await findMailboxRow(ctx.db, mailboxId);
  const account = mailbox && mailbox.deletedAt === null ? ctx.mailboxes.accountOf(mailbox) : undefined;
  return mailbox && account && { mailbox, account };
}

async function hasServerFor(ctx: Context, row: InboundRow): Promise<boolean> {
  return ctx.mailTransports.smtp !== undefined || (await accountFor(ctx, row)) !== undefined;
}

/** The person behind an answer gets nothing more. */
async function stopFor(ctx: Context, tx: Transaction, row: InboundRow): Promise<void> {
  const message = row.messageId === null ? undefined : await findMessageOfIds(tx, [row.messageId]);
  if (!message) return;
  if (row.channel === 'email') await unsubscribeWriter(ctx, tx, message, row.id);
  else if (message.leadId !== null) {
    const { channel } = row;
    await stopMessenger(ctx, tx, { ...message, leadId: message.leadId, channel }, row.id);
  }
}

export function isPracticeReply({
  channel,
  fromAddress,
}: Pick<InboundRow, 'channel' | 'fromAddress'>): boolean {
  return channel === 'email' && isPracticeAddress(fromAddress);
}

function replyNotFound(): AppError {
  return new AppError('not_found', 'This answer does not exist any more.');
}
