import MailComposer from 'nodemailer/lib/mail-composer';
import type { z } from 'zod';
import { claimsOf, withRequiredTexts } from '#features/campaigns/rules-claims.ts';
import type { Launch } from '#features/campaigns/server/launch-service.ts';
import { findCampaignRow } from '#features/campaigns/server/service.ts';
import { approvalOf, type Compliance, claimsReady } from '#features/compliance/server/service.ts';
import type { Message } from '#features/delivery/contract.ts';
import { WINDOW_HOURS } from '#features/delivery/rules.ts';
import {
  type DeliveryOutcome,
  mailOutcome,
  messengerOutcome,
  unsentReason,
} from '#features/delivery/server/service.ts';
import { greetingNameOf } from '#features/leads/rules-names.ts';
import { messageIdHeader, parseSender } from '#features/mail/server/service.ts';
import { findMailboxRow, type Mailboxes, type MailboxRow } from '#features/mailboxes/server/service.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { deleteOutboxMail } from '#features/source-notices/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { idOf, newId } from '#kit/id.ts';
import { SECOND_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { idCursor, pageById } from '#platform/page-cursor.ts';
import { isPracticeAddress, type MailTransport } from '#providers/mail/port.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import type { Messaging } from '#providers/messaging/registry.ts';
import type { answerReply, listReplies, Reply, ReplyThread, ThreadItem, updateReply } from '../contract.ts';
import { answerSubject, draftAnswer, draftObstacle } from '../rules-replies.ts';
import type { MessengerReplyIngest } from './ingest-messenger-reply.ts';
import type { ReplyIngest } from './ingest-reply.ts';
import { hasOpenWindow } from './messenger-store.ts';
import {
  closeInboundOf,
  countReplyRows,
  findInbound,
  findMessageOfIds,
  findNames,
  findOtherAnswer,
  findReplyOfLead,
  forgetAnswerCopies,
  forgetUnsentTries,
  type InboundRow,
  insertAnswer,
  listInboundItems,
  listReplyRows,
  lockInbound,
  lockInboundOf,
  moveInbound,
  updateAnswer,
  updateInbound,
} from './reply-store.ts';
import { answerTexts, inboundTexts } from './text-store.ts';
import { undoStop } from './undo-stop.ts';

type Dependencies = {
  db: Database;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Pick<
    Compliance,
    'assertMayLeave' | 'listEvidence' | 'liftReply' | 'deleteConsentLines' | 'recordAudit'
  >;
  tracking: Pick<Tracking, 'recordEvents'>;
  launch: Pick<Launch, 'readSender'>;
  mailboxes: Pick<Mailboxes, 'accountOf'>;
  transports: MailTransports;
  messaging: Pick<Messaging, 'messengers'>;
  ingest: Pick<ReplyIngest, 'unsubscribe'>;
  messengerIngest: Pick<MessengerReplyIngest, 'stop'>;
  /** What was written to a person, in the words it left with. */
  messagesTo: (leadId: string) => Promise<Message[]>;
};

const STOPPED = 'They asked for no more messages. If the reply was misread, choose another label.';

/** How long an answer may wait for a connection to the mail server. */
const BEGIN_WITHIN_MS = 20 * SECOND_MS;

/** The inbox of answers: by person, labelled, and answered from here. */
export function createReplies(dependencies: Dependencies) {
  const { db, settings, compliance, tracking, launch, mailboxes, transports, messaging } = dependencies;
  const { ingest, messengerIngest, messagesTo } = dependencies;

  const getRow = async (id: string): Promise<InboundRow & { leadId: string }> => {
    const row = await findInbound(db, id);
    if (!row || (row.kind !== 'reply' && row.kind !== 'auto_reply')) throw replyNotFound();
    return row;
  };

  /** What they wrote over. */
  const messengerFor = ({ sourceKey }: Pick<InboundRow, 'sourceKey'>) =>
    messaging.messengers.find(({ id }) => sourceKey.startsWith(`${id} `));

  const obstacleOf = async (row: InboundRow & { leadId: string }): Promise<string | null> => {
    const { label, channel, leadId } = row;
    if (label === 'stop') return STOPPED;
    if (channel === 'email') return null;
    if (!messengerFor(row)) {
      return channel === 'whatsapp'
        ? 'WhatsApp is not set up any more (WHATSAPP_TOKEN), so they cannot be answered here.'
        : 'The platform they wrote on is not set up any more, so they cannot be answered here.';
    }
    if (channel !== 'whatsapp') return null;
    return (await hasOpenWindow(db, { channel, leadId, hours: WINDOW_HOURS }))
      ? null
      : 'More than 24 hours have passed since they wrote, so WhatsApp takes no answer until they write again.';
  };

  const draftFor = async (reply: Reply, sent: Message | undefined): Promise<ReplyThread['draft']> => {
    const { workspace } = await launch.readSender();
    const campaign = reply.campaignId === null ? undefined : await findCampaignRow(db, reply.campaignId);
    const text = draftAnswer({
      label: reply.label,
      reply: reply.text,
      message: sent?.body ?? null,
      firstName: greetingNameOf(await findNames(db, reply.leadId)),
      landingPageUrl: campaign?.landingPageUrl ?? null,
      senderName: workspace.senderName || workspace.name,
    });
    return text === undefined ? null : { text, by: BUILT_IN_ENGINE };
  };

  const getReplyThread = async (id: string): Promise<ReplyThread> => {
    const row = await getRow(id);
    const reply = await findReplyOfLead(db, row.leadId);
    if (!reply) throw replyNotFound();
    const messages = await messagesTo(row.leadId);
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
    const items = [...ours, ...(await listInboundItems(db, row.leadId))];
    const newest = await getRow(reply.id);
    const answered = sent.find((one) => one.id === newest.messageId) ?? sent.at(-1);
    return {
      ...reply,
      items: items.toSorted((left, right) => left.at.localeCompare(right.at)),
      draft: await draftFor(reply, answered),
      draftObstacle: draftObstacle({ reply: reply.text, message: answered?.body ?? null }),
      isPractice: isPracticeReply(newest),
      isKept: !isPracticeReply(newest) && newest.channel === 'email' && !(await hasServerFor(newest)),
      obstacle: await obstacleOf(newest),
    };
  };

  /** The mailbox they wrote to, where mail still leaves over it. */
  const accountFor = async ({ mailboxId }: Pick<InboundRow, 'mailboxId'>) => {
    const mailbox = mailboxId === null ? undefined : await findMailboxRow(db, mailboxId);
    const account = mailbox && mailbox.deletedAt === null ? mailboxes.accountOf(mailbox) : undefined;
    return mailbox && account && { mailbox, account };
  };

  const hasServerFor = async (row: InboundRow): Promise<boolean> =>
    transports.smtp !== undefined || (await accountFor(row)) !== undefined;

  /** From whom and over what an answer goes: the mailbox they wrote to, else as campaigns do. */
  const wayOf = async (
    row: InboundRow,
  ): Promise<{ transport: MailTransport; from: string; isOwn: boolean }> => {
    const own = await accountFor(row);
    if (isPracticeAddress(row.fromAddress) || !own) {
      const { sender } = await launch.readSender();
      const transport = isPracticeAddress(row.fromAddress)
        ? transports.outbox
        : (transports.smtp ?? transports.outbox);
      return { transport, from: sender.header, isOwn: false };
    }
    return { transport: transports.open(own.account), from: headerOf(own.mailbox), isOwn: true };
  };

  /** Makes an answer ready; the function that it gives sends it, and is called once. */
  const senderOf = async (
    row: InboundRow,
    { id, subject, text }: Omit<Composed, 'from'>,
  ): Promise<() => Promise<Outcome>> => {
    const beginBy = Date.now() + BEGIN_WITHIN_MS;
    if (row.channel !== 'email') {
      const messenger = messengerFor(row);
      return async () => {
        if (!messenger)
          return { isOut: false, isUnconfirmed: false, reason: 'platform_not_set_up', details: null };
        const message = { id, to: row.fromAddress, text, footer: '', isWindowOpen: true, beginBy };
        return answerOutcome(messengerOutcome(await messenger.send(message), messenger.name, 1));
      };
    }
    const { transport, from, isOwn } = await wayOf(row);
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
  };

  return {
    personalData: {
      part: 'replies',
      texts: [
        { kind: 'reply', topic: 'replies', place: inboundTexts } as const,
        { kind: 'answer', topic: 'replies', place: answerTexts } as const,
      ],
      read: (leadId: string): Promise<ThreadItem[]> => listInboundItems(db, leadId),
      forget: forgetAnswerCopies,
      move: moveInbound,
      moveBack: async (tx: Queryable, ids: readonly string[], from: string, to: string): Promise<void> => {
        await moveInbound(tx, from, to, ids);
      },
    },

    getReplyThread,

    async listReplies({
      state,
      label,
      cursor,
      limit,
    }: z.output<typeof listReplies.query>): Promise<Page<Reply>> {
      const before = idCursor.read(cursor)?.id;
      const rows = await listReplyRows(db, { state, label, before, limit: limit + 1 });
      return pageById(rows, { limit, total: await countReplyRows(db, { state, label }) });
    },

    countReplies: async (): Promise<{ open: number }> => ({
      open: await countReplyRows(db, { state: 'open', label: undefined }),
    }),

    async updateReply(
      id: string,
      change: z.output<typeof updateReply.body>,
      actor: Actor,
    ): Promise<ReplyThread> {
      await inTransaction(db, async (tx) => {
        const row = await lockInbound(tx, id);
        if (!row) throw replyNotFound();
        if (change.label !== undefined && change.label !== row.label) {
          await updateInbound(tx, id, { label: change.label, labelledBy: actorName(actor) });
          if (change.label === 'stop') await stopFor(tx, row);
          if (row.label === 'stop') {
            await undoStop({ compliance, tracking }, tx, { row, label: change.label, actor });
            // The engine had marked it as done, and now someone has to read it.
            if (row.labelledBy === BUILT_IN_ENGINE) await closeInboundOf(tx, row.leadId, false);
          }
        }
        if (change.isDone !== undefined) await closeInboundOf(tx, row.leadId, change.isDone);
        await announce(tx, ['replies']);
      });
      return getReplyThread(id);
    },

    /**
     * The attempt is committed before the mail leaves, so that a crash never sends an answer twice.
     * @param key of the call (Idempotency-Key): the answer has its id from it, in the table and in its Message-ID, so
     * a call that comes again finds what the first one began, however that ended, and begins nothing
     */
    async answerReply(
      id: string,
      { text: written, overrideReason, seenAnswerIds }: z.output<typeof answerReply.body>,
      { actor, key }: { actor: Actor; key: string | undefined },
    ): Promise<ReplyThread> {
      const approval = approvalOf(overrideReason, actor);
      const row = await getRow(id);
      // Whatever they said last holds, whichever of their mails is being answered.
      const newest = await findReplyOfLead(db, row.leadId);
      const obstacle = newest?.label === 'stop' ? STOPPED : await obstacleOf(row);
      if (obstacle !== null) throw new AppError('refused', obstacle);
      const answerId = key === undefined ? newId() : await idOf('answer', row.id, actor.id, key);
      const { jurisdictions } = await settings.getWorkspace();
      const text = await withWhatTheLawWants(written, jurisdictions);
      const answer = {
        id: answerId,
        subject: row.channel === 'email' ? answerSubject(row.subject) : '',
        text,
      };
      const send = await senderOf(row, answer);
      const isNew = await inTransaction(db, async (tx) => {
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
        const unseen =
          seenAnswerIds && (await findOtherAnswer(tx, row.leadId, [answer.id, ...seenAnswerIds]));
        if (unseen) throw answeredMeanwhile(unseen.sentBy);
        const proof = await compliance.assertMayLeave(tx, {
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
      if (!isNew) return getReplyThread(id);
      const { isOut, isUnconfirmed, reason, details } = await send();
      await inTransaction(db, async (tx) => {
        const status = isUnconfirmed ? 'unconfirmed' : isOut ? 'sent' : 'failed';
        // Of somebody who was erased while it left, no copy stays behind either.
        if (!(await updateAnswer(tx, answer.id, { status, reason, details })))
          await deleteOutboxMail(tx, answer.id);
        if (isOut) await closeInboundOf(tx, row.leadId, true);
        await announce(tx, ['replies']);
      });
      return getReplyThread(id);
    },
  };

  /** A claim about structure or function carries the text of the FDA, as in a campaign. */
  async function withWhatTheLawWants(text: string, jurisdictions: readonly Jurisdiction[]): Promise<string> {
    const today = new Date().toISOString().slice(0, 10);
    const evidence = await compliance.listEvidence(db);
    await claimsReady();
    return withRequiredTexts({ body: text }, claimsOf({ body: text }, { jurisdictions, evidence, today }))
      .body;
  }

  /** The person behind an answer gets nothing more. */
  async function stopFor(tx: Parameters<ReplyIngest['unsubscribe']>[0], row: InboundRow): Promise<void> {
    const message = row.messageId === null ? undefined : await findMessageOfIds(tx, [row.messageId]);
    if (!message) return;
    if (row.channel === 'email') await ingest.unsubscribe(tx, message, row.id);
    else if (message.leadId !== null) {
      const { channel } = row;
      await messengerIngest.stop(tx, { ...message, leadId: message.leadId, channel }, row.id);
    }
  }
}

type Outcome = { isOut: boolean; isUnconfirmed: boolean } & Pick<ThreadItem, 'reason' | 'details'>;

function answerOutcome(outcome: DeliveryOutcome): Outcome {
  const isUnconfirmed = outcome.kind === 'unconfirmed';
  const isOut = outcome.kind === 'sent' || isUnconfirmed;
  const { reason, details } = unsentReason(outcome) ?? { reason: null, details: null };
  return { isOut, isUnconfirmed, reason, details };
}

function isPracticeReply({ channel, fromAddress }: Pick<InboundRow, 'channel' | 'fromAddress'>): boolean {
  return channel === 'email' && isPracticeAddress(fromAddress);
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

function headerOf({ name, address }: MailboxRow): string {
  return name === '' ? address : `${name} <${address}>`;
}

function replyNotFound(): AppError {
  return new AppError('not_found', 'This answer does not exist any more.');
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
