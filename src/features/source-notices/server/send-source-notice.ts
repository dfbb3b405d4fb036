import { setTimeout as wait } from 'node:timers/promises';
import { personValues, wroteInPublic } from '#features/campaigns/rules-compose.ts';
import { readSender } from '#features/campaigns/server/service.ts';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { suppress } from '#features/compliance/server/suppression-store.ts';
import { type MailOutcome, mailOutcome } from '#features/delivery/server/service.ts';
import { normalizeEmail } from '#features/leads/rules.ts';
import { noteDeadAddress } from '#features/leads/server/addresses.ts';
import {
  composeNotice,
  createMailTemplate,
  messageLookup,
  parseSender,
} from '#features/mail/server/service.ts';
import { listMailboxAccounts } from '#features/mailboxes/server/accounts.ts';
import type { Sending } from '#features/mailboxes/server/mailbox-pace.ts';
import { listSending } from '#features/mailboxes/server/sending.ts';
import { getRetention } from '#features/privacy/server/retention.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { openTouchpoints } from '#features/tracking/server/touchpoint-store.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Language, languageOf } from '#kit/language.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { isPracticeAddress, type MailTransport } from '#providers/mail/port.ts';
import type { SourceNotice } from '../contract.ts';
import { canSendNotice, noticeObstacle } from '../rules.ts';
import { getSourceNotice, hasTold, leadNotFound, toNotice } from './source-notice.ts';
import {
  claimNotice,
  countAttempt,
  deleteOutboxMail,
  findNoticeSubject,
  holdPerson,
  type NoticeRow,
  type NoticeSubject,
  recordNotice,
} from './store.ts';

/** How long a notice may wait for a connection to the mail server. */
const BEGIN_WITHIN_MS = 20 * SECOND_MS;
const HELD_TRIES = 10;
const HELD_MS = 50;
const TOPICS = ['leads', 'messages', 'events', 'activity'] as const;

/** `from` is the mailbox's own; `isOwn`: the connection is opened for this mail and closed after it. */
type Way = { transport: MailTransport; mailboxId?: string; isOwn?: boolean; from?: { header: string } };

type Ways = { sending: Sending[]; hasOwn: boolean };

type Prepared = Awaited<ReturnType<typeof readSender>> & {
  composition: Awaited<ReturnType<typeof composeNotice>>;
  language: Language;
  ways: Ways;
};

/** Another process claims from the mailbox just now. */
class MailboxHeld extends Error {}

type Told = { leadId: string; address: string; contactHash: string; isDemo: boolean };

/**
 * Claims the notice, sends it, and writes down what became of it. Two people at once send one; whoever was told
 * is not told again. A process that ends in between leaves it unconfirmed.
 */
export async function sendSourceNotice(
  ctx: Context,
  leadId: string,
  { again }: { again: boolean },
  actor: Actor,
): Promise<SourceNotice> {
  const claimed = await claimPatiently(ctx, leadId, again);
  if (claimed) {
    const { told, notice, way, mail } = claimed;
    const { transport } = way;
    const result = await transport.send({
      id: notice.mailId,
      ...mail,
      to: told.address,
      envelopeTo: told.address,
      beginBy: Date.now() + BEGIN_WITHIN_MS,
    });
    if (way.isOwn) await transport.close();
    const outcome = mailOutcome(result, notice.attempt);
    await recordOutcome(ctx, told, notice, { outcome, transport: transport.id, actor });
  }
  return getSourceNotice(ctx, leadId);
}

/**
 * How a mail to this address leaves: by the first mailbox whose limits let it, by SMTP_URL where there is no mailbox
 * of one's own, else into the outbox. A mailbox is held until the transaction ends, and counts the notice.
 */
async function wayTo(
  ctx: Context,
  tx: Transaction,
  address: string,
  { sending, hasOwn, mayWait }: Ways & { mayWait: boolean },
): Promise<Way> {
  if (isPracticeAddress(address)) return { transport: ctx.mailTransports.outbox };
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  for (const { mailbox, account } of sending) {
    const room = await mailbox.take(tx);
    if (room === undefined && mayWait && (await mailbox.maySend(tx))) throw new MailboxHeld();
    if (room === undefined || room.fullDomains.includes(domain)) continue;
    await room.noteDay();
    const { id, from } = mailbox;
    const server = ctx.mailTransports.smtp ?? ctx.mailTransports.outbox;
    return {
      mailboxId: id,
      transport: account ? ctx.mailTransports.open(account) : server,
      isOwn: account !== undefined,
      ...(from ? { from } : {}),
    };
  }
  if (sending.length > 0 || hasOwn) {
    throw new AppError(
      'refused',
      'No mailbox may send now: paused, or at its limit. See Settings, Mailboxes.',
      {
        reason: 'no_mailbox',
      },
    );
  }
  return { transport: ctx.mailTransports.smtp ?? ctx.mailTransports.outbox };
}

/** What the mail says and the ways that it may take: read before anything is held. */
async function prepareNotice(ctx: Context, leadId: string): Promise<Prepared> {
  const subject = await findNoticeSubject(ctx.db, leadId);
  if (!subject) throw leadNotFound();
  const { workspace, sender } = await readSender(ctx);
  const { rules } = await getRetention(ctx);
  // Theirs, or of whoever wrote about them.
  const language = languageOf(subject.behaviorSignal);
  const composition = await composeNotice({
    workspace,
    language,
    isFromPublic: wroteInPublic(subject.platform),
    unansweredDays: rules.unanswered_leads,
  });
  const sending = await listSending(ctx);
  const hasOwn = (await listMailboxAccounts(ctx)).some(({ isServer }) => !isServer);
  return { composition, language, workspace, sender, ways: { sending, hasOwn } };
}

/** The mail as this person gets it. */
async function renderNotice(
  ctx: Context,
  subject: NoticeSubject,
  address: string,
  { notice, way, prepared }: { notice: NoticeRow; way: Way; prepared: Prepared },
) {
  const { composition, language, workspace, sender } = prepared;
  const header = way.from?.header ?? sender.header;
  const from = parseSender(header);
  const template = await createMailTemplate({
    composition,
    compositionId: notice.mailId,
    from: header,
    domain: from.domain,
    workspaceName: workspace.name,
    publicUrl: ctx.publicUrl,
  });
  const vars = personValues(subject, [language]);
  const raw = template.render({
    messageId: notice.mailId,
    name: vars['name'] ?? '',
    address,
    lookup: messageLookup(vars, notice.touchpointId, {
      publicUrl: ctx.publicUrl,
      tokenFor: ctx.contactTokens.write,
    }),
    date: ctx.clock.now(),
  });
  return { raw, from: header, envelopeFrom: from.address };
}

/** State, trail, event and a dead address are written together. */
function recordOutcome(
  ctx: Context,
  told: Told,
  notice: NoticeRow,
  { outcome, transport, actor }: { outcome: MailOutcome; transport: MailTransport['id']; actor: Actor },
): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { contactHash, isDemo } = told;
    const after = stateAfter(outcome, { transport, address: told.address });
    const leadId = await recordNotice(tx, { ...notice, ...after });
    if (leadId === undefined) {
      // The person was erased while the mail was on its way; a copy must not stay behind.
      await deleteOutboxMail(tx, notice.mailId);
      return;
    }
    if (hasTold(after.state, told.address)) {
      await recordAudit(tx, {
        actor,
        action: 'notice.sent',
        subject: { kind: 'lead', id: leadId },
        details: { mailId: notice.mailId, transport },
      });
      await recordEvents(ctx, tx, [
        {
          type: 'notice.sent',
          leadId,
          messageId: notice.mailId,
          channel: 'email',
          data: { transport },
          isDemo,
        },
      ]);
    }
    if ('isAddressDead' in outcome && outcome.isAddressDead) {
      await suppress(tx, { contactHash, reason: 'bounced', leadId, isDemo });
      await noteDeadAddress(tx, { leadId, contactHash });
    }
    await announce(tx, TOPICS);
  });
}

/** Writes down that the notice is on its way, and which; undefined where it is not to leave. */
function claim(
  ctx: Context,
  leadId: string,
  { again, prepared, mayWait }: { again: boolean; prepared: Prepared; mayWait: boolean },
) {
  return inTransaction(ctx.db, async (tx) => {
    await holdPerson(tx, leadId);
    const subject = await findNoticeSubject(tx, leadId);
    if (!subject) throw leadNotFound();
    const { state } = toNotice(subject, ctx.clock.now());
    if (!canSendNotice(state, { again })) return undefined;
    const obstacle = noticeObstacle(subject);
    if (obstacle !== null || subject.email === null) {
      throw new AppError('refused', obstacle ?? 'No email address.', { reason: 'notice_obstacle' });
    }
    const contactHash = subject.contactHash ?? hashContact(ctx, 'email', normalizeEmail(subject.email));
    const { isDemo } = subject;
    const notice = await claimNotice(tx, {
      leadId,
      mailId: newId(),
      touchpointId: crypto.randomUUID(),
      state: 'sending',
      claimedAt: ctx.clock.now(),
      isDemo,
    });
    if (notice.attempt === 1) {
      await openTouchpoints(tx, [
        {
          id: notice.touchpointId,
          leadId,
          messageId: notice.mailId,
          channel: 'email',
          contactHash,
          isDemo,
        },
      ]);
    }
    const told: Told = { leadId, address: subject.email, contactHash, isDemo };
    const way = await wayTo(ctx, tx, subject.email, { ...prepared.ways, mayWait });
    if (way.mailboxId !== undefined) await countAttempt(tx, notice, way.mailboxId);
    // Before the claim is committed: what cannot be written must not look as if it were on its way.
    return {
      told,
      notice,
      way,
      mail: await renderNotice(ctx, subject, subject.email, { notice, way, prepared }),
    };
  });
}

/** A mailbox that a drain claims from is free again in milliseconds; nothing is held while that is waited for. */
async function claimPatiently(ctx: Context, leadId: string, again: boolean) {
  const prepared = await prepareNotice(ctx, leadId);
  for (let tries = 1; ; tries += 1) {
    try {
      return await claim(ctx, leadId, { again, prepared, mayWait: tries <= HELD_TRIES });
    } catch (error) {
      if (!(error instanceof MailboxHeld)) throw error;
      await wait(HELD_MS);
    }
  }
}

/** A notice is not queued: what could not leave is left to the person who pressed the button. */
function stateAfter(
  outcome: MailOutcome,
  { transport, address }: { transport: MailTransport['id']; address: string },
): Pick<NoticeRow, 'state' | 'reason' | 'details'> {
  switch (outcome.kind) {
    case 'sent':
    case 'outbox':
      if (transport !== 'outbox') return { state: 'sent', reason: null, details: null };
      return {
        state: 'outbox',
        reason: isPracticeAddress(address) ? 'practice_address' : 'no_mail_server',
        details: null,
      };
    case 'unconfirmed':
      return { state: 'unconfirmed', reason: 'connection_lost', details: null };
    case 'deferred':
    case 'failed':
    case 'bounced':
      return { state: 'failed', reason: outcome.reason, details: outcome.details };
    case 'halted':
      return { state: 'failed', reason: 'sender_refused', details: null };
    case 'not_begun':
      return { state: 'failed', reason: 'not_reached', details: { answer: outcome.reason } };
  }
}
