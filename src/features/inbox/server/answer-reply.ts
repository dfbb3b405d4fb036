import MailComposer from 'nodemailer/lib/mail-composer';
import type { z } from 'zod';
import { claimsOf, withRequiredTexts } from '#features/campaigns/rules-claims.ts';
import { readSender } from '#features/campaigns/server/service.ts';
import { approvalOf, assertMayLeave } from '#features/compliance/server/claims-gate.ts';
import { claimsReady } from '#features/compliance/server/claims-ready.ts';
import { listEvidence } from '#features/compliance/server/evidence-store.ts';
import {
  type DeliveryOutcome,
  mailOutcome,
  messengerOutcome,
  unsentReason,
} from '#features/delivery/server/service.ts';
import { messageIdHeader, parseSender } from '#features/mail/server/service.ts';
import type { MailboxAccount } from '#features/mailboxes/server/accounts.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { deleteOutboxMail } from '#features/source-notices/server/service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { idOf, newId } from '#kit/id.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { isPracticeAddress, type MailTransport } from '#providers/mail/port.ts';
import type * as contract from '../contract.ts';
import type { ReplyThread, ThreadItem } from '../contract.ts';
import { answerSubject } from '../rules-replies.ts';
import {
  accountFor,
  getReplyThread,
  getRow,
  isPracticeReply,
  messengerFor,
  obstacleOf,
  STOPPED,
} from './replies.ts';
import {
  closeInboundOf,
  findInbound,
  findOtherAnswer,
  findReplyOfLead,
  forgetUnsentTries,
  type InboundRow,
  insertAnswer,
  lockInboundOf,
  updateAnswer,
} from './reply-store.ts';

/** How long an answer may wait for a connection to the mail server. */
const BEGIN_WITHIN_MS = 20 * SECOND_MS;

/**
 * Answers a reply; refuses with `refused` or `conflict`. The attempt is committed before the mail is sent, so that a
 * crash never sends an answer twice.
 * @param key of the call (Idempotency-Key): the answer has its id from it, in the table and in its Message-ID, so
 * a call that comes again finds what the first one began, however that ended, and begins nothing
 */
export async function answerReply(
  ctx: Context,
  id: string,
  { text: written, overrideReason, seenAnswerIds }: z.output<typeof contract.answerReply.body>,
  { actor, key }: { actor: Actor; key: string | undefined },
): Promise<ReplyThread> {
  const approval = approvalOf(overrideReason, actor);
  const row = await getRow(ctx, id);
  // Whatever they said last holds, whichever of their mails is being answered.
  const newest = await findReplyOfLead(ctx.db, row.leadId);
  const obstacle = newest?.label === 'stop' ? STOPPED : await obstacleOf(ctx, row);
  if (obstacle !== null) throw new AppError('refused', obstacle);
  const answerId = key === undefined ? newId() : await idOf('answer', row.id, actor.id, key);
  const { jurisdictions } = await getWorkspace(ctx.db);
  const text = await withWhatTheLawWants(ctx, written, jurisdictions);
  const answer = {
    id: answerId,
    subject: row.channel === 'email' ? answerSubject(row.subject) : '',
    text,
  };
  const send = await senderOf(ctx, row, answer);
  const isNew = await inTransaction(ctx.db, async (tx) => {
    const isFirst = await insertAnswer(tx, {
      ...answer,
      inboundId: row.id,
      leadId: row.leadId,
      status: 'sending',
      sentBy: actorName(actor),
    });
    if (!isFirst) return false;
    // Looked at again with their mails held: a colleague may have read a stop into one of them meanwhile.
    await lockInboundOf(tx, row.leadId);
    const last = await findReplyOfLead(tx, row.leadId);
    if (last?.label === 'stop' || (await findInbound(tx, id))?.label === 'stop') {
      throw new AppError('refused', STOPPED);
    }
    // Pressed again it is the same answer, in the conversation and in the outbox.
    await forgetUnsentTries(tx, { id: answer.id, inboundId: row.id, text });
    const unseen = seenAnswerIds && (await findOtherAnswer(tx, row.leadId, [answer.id, ...seenAnswerIds]));
    if (unseen) throw answeredMeanwhile(unseen.sentBy);
    const proof = await assertMayLeave(ctx, tx, {
      text: written,
      kind: 'mail_body',
      jurisdictions,
      actor,
      approval,
      subject: { kind: 'lead', id: row.leadId },
      field: 'text',
      details: { answerId },
      reader: { leadId: row.leadId, channel: row.channel },
    });
    await updateAnswer(tx, answer.id, { proof });
    await announce(tx, ['replies']);
    return true;
  });
  if (!isNew) return getReplyThread(ctx, id);
  const { isOut, isUnconfirmed, reason, details } = await send();
  await inTransaction(ctx.db, async (tx) => {
    const status = isUnconfirmed ? 'unconfirmed' : isOut ? 'sent' : 'failed';
    // Of somebody who was erased while it left, no copy stays behind either.
    if (!(await updateAnswer(tx, answer.id, { status, reason, details })))
      await deleteOutboxMail(tx, answer.id);
    if (isOut) await closeInboundOf(tx, row.leadId, true);
    await announce(tx, ['replies']);
  });
  return getReplyThread(ctx, id);
}

/** From whom and over what an answer goes: the mailbox they wrote to, else as campaigns do. */
async function wayOf(
  ctx: Context,
  row: InboundRow,
): Promise<{ transport: MailTransport; from: string; isOwn: boolean }> {
  const own = await accountFor(ctx, row);
  if (isPracticeAddress(row.fromAddress) || !own) {
    const { sender } = await readSender(ctx);
    const transport = isPracticeAddress(row.fromAddress)
      ? ctx.mailTransports.outbox
      : (ctx.mailTransports.smtp ?? ctx.mailTransports.outbox);
    return { transport, from: sender.header, isOwn: false };
  }
  return { transport: ctx.mailTransports.open(own.account), from: headerOf(own.mailbox), isOwn: true };
}

/** Makes an answer ready; the function that it gives sends it, and is called once. */
async function senderOf(
  ctx: Context,
  row: InboundRow,
  { id, subject, text }: Omit<Composed, 'from'>,
): Promise<() => Promise<Outcome>> {
  const beginBy = Date.now() + BEGIN_WITHIN_MS;
  if (row.channel !== 'email') {
    const messenger = messengerFor(ctx, row);
    return async () => {
      if (!messenger)
        return { isOut: false, isUnconfirmed: false, reason: 'platform_not_set_up', details: null };
      const message = { id, to: row.fromAddress, text, footer: '', isWindowOpen: true, beginBy };
      return answerOutcome(messengerOutcome(await messenger.send(message), messenger.name, 1));
    };
  }
  const { transport, from, isOwn } = await wayOf(ctx, row);
  const raw = await composeAnswer(row, { id, subject, text, from });
  return async () => {
    try {
      const result = await transport.send({
        id,
        raw,
        from,
        to: row.fromAddress,
        envelopeFrom: parseSender(from).address,
        envelopeTo: row.fromAddress,
        beginBy,
      });
      const outcome = answerOutcome(mailOutcome(result, 1));
      if (transport.id !== 'outbox' || !outcome.isOut) return outcome;
      // Nobody is behind a practice address, so the outbox is as far as an answer to it can come. A copy of what
      // was written to a real person has reached nobody: they still wait.
      return isPracticeReply(row)
        ? { ...outcome, reason: 'practice_address' }
        : { ...outcome, isOut: false, reason: 'no_mail_server' };
    } finally {
      if (isOwn) await transport.close();
    }
  };
}

/** A claim about structure or function carries the text of the FDA, as in a campaign. */
async function withWhatTheLawWants(
  ctx: Context,
  text: string,
  jurisdictions: readonly Jurisdiction[],
): Promise<string> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const evidence = await listEvidence(ctx.db);
  await claimsReady();
  return withRequiredTexts({ body: text }, claimsOf({ body: text }, { jurisdictions, evidence, today })).body;
}

type Outcome = { isOut: boolean; isUnconfirmed: boolean } & Pick<ThreadItem, 'reason' | 'details'>;

function answerOutcome(outcome: DeliveryOutcome): Outcome {
  const isUnconfirmed = outcome.kind === 'unconfirmed';
  const isOut = outcome.kind === 'sent' || isUnconfirmed;
  const { reason, details } = unsentReason(outcome) ?? { reason: null, details: null };
  return { isOut, isUnconfirmed, reason, details };
}

type Composed = { id: string; subject: string; text: string; from: string };

async function composeAnswer(row: InboundRow, { id, subject, text, from }: Composed): Promise<string> {
  const mail = new MailComposer({
    from,
    to: row.fromAddress,
    subject,
    text,
    messageId: messageIdHeader(id, parseSender(from).domain),
    ...(row.rfcMessageId === null ? {} : { inReplyTo: row.rfcMessageId, references: row.rfcMessageId }),
  });
  return (await mail.compile().build()).toString('latin1');
}

function headerOf({ name, address }: MailboxAccount): string {
  return name === '' ? address : `${name} <${address}>`;
}

function answeredMeanwhile(by: string): AppError {
  return new AppError(
    'conflict',
    `${by} has answered them meanwhile. Send yours again if it is still needed.`,
    {
      reason: 'answered_meanwhile',
    },
  );
}
