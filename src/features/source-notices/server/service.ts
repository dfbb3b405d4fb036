import { setTimeout as wait } from 'node:timers/promises';
import { personValues, wroteInPublic } from '#features/campaigns/rules-compose.ts';
import type { Launch } from '#features/campaigns/server/launch-service.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import { type MailOutcome, mailOutcome } from '#features/delivery/server/service.ts';
import { normalizeEmail } from '#features/leads/rules.ts';
import type { Leads } from '#features/leads/server/service.ts';
import {
  composeNotice,
  createMailTemplate,
  messageLookup,
  parseSender,
} from '#features/mail/server/service.ts';
import type { Mailboxes, Sending } from '#features/mailboxes/server/service.ts';
import type { Privacy } from '#features/privacy/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Language, languageOf } from '#kit/language.ts';
import { SECOND_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { publicPage, unknownLink } from '#platform/public-page.ts';
import { isPracticeAddress, type MailTransport } from '#providers/mail/port.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import { DataChoice, type SourceNotice } from '../contract.ts';
import { byHandNote, canSendNotice, noticeDueAt, noticeObstacle, noticeStateNow } from '../rules.ts';
import { DATA_WORDS } from '../rules-data-words.ts';
import { noticeNote } from '../rules-notice-words.ts';
import {
  claimNotice,
  countAttempt,
  deleteOutboxMail,
  findNoticeSubject,
  forgetNotices,
  holdPerson,
  type NoticeRow,
  type NoticeSubject,
  recordNotice,
} from './store.ts';

export { deleteOutboxMail, markNoticeBounced } from './store.ts';

type Dependencies = {
  db: Database;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Pick<Compliance, 'recordAudit' | 'suppress' | 'contactHash'>;
  tracking: Tracking;
  leads: Pick<Leads, 'noteDeadAddress'>;
  privacy: Pick<Privacy, 'openPrivacyRequest' | 'getRetention'>;
  /** Tokens of messages: whom they were sent to, and what stops everything to that person. */
  links: {
    findContact: (token: string) => Promise<{ leadId: string | null } | undefined>;
    unsubscribe: (token: string) => Promise<boolean>;
  };
  transports: MailTransports;
  mailboxes: Pick<Mailboxes, 'listSending' | 'listMailboxes'>;
  publicUrl: string;
  launch: Pick<Launch, 'readSender'>;
};

/** How long a notice may wait for a connection to the mail server. */
const BEGIN_WITHIN_MS = 20 * SECOND_MS;
const HELD_TRIES = 10;
const HELD_MS = 50;
const TOPICS = ['leads', 'messages', 'events', 'activity'] as const;

/** `from` is the mailbox's own; `isOwn`: the connection is opened for this mail and closed after it. */
type Way = { transport: MailTransport; mailboxId?: string; isOwn?: boolean; from?: { header: string } };

type Ways = { sending: Sending[]; hasOwn: boolean };

type Prepared = Awaited<ReturnType<Launch['readSender']>> & {
  composition: Awaited<ReturnType<typeof composeNotice>>;
  language: Language;
  ways: Ways;
};

/** Another process claims from the mailbox just now. */
class MailboxHeld extends Error {}

type Told = { leadId: string; address: string; contactHash: string; isDemo: boolean };

/** Tells people where we have their data from, and takes their wishes (GDPR Art. 14, 15, 17, 21). */
export function createSourceNotices(dependencies: Dependencies) {
  const {
    db,
    settings,
    compliance,
    tracking,
    leads,
    privacy,
    links,
    transports,
    mailboxes,
    publicUrl,
    launch,
  } = dependencies;

  const getSourceNotice = async (leadId: string): Promise<SourceNotice> => {
    const subject = await findNoticeSubject(db, leadId);
    if (!subject) throw leadNotFound();
    return toNotice(subject, new Date());
  };

  /**
   * How a mail to this address leaves: by the first mailbox whose limits let it, by SMTP_URL where there is no mailbox
   * of one's own, else into the outbox. A mailbox is held until the transaction ends, and counts the notice.
   */
  const wayTo = async (
    tx: Transaction,
    address: string,
    { sending, hasOwn, mayWait }: Ways & { mayWait: boolean },
  ): Promise<Way> => {
    if (isPracticeAddress(address)) return { transport: transports.outbox };
    const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    for (const { mailbox, account } of sending) {
      const room = await mailbox.take(tx);
      if (room === undefined && mayWait && (await mailbox.maySend(tx))) throw new MailboxHeld();
      if (room === undefined || room.fullDomains.includes(domain)) continue;
      await room.noteDay();
      const { id, from } = mailbox;
      const server = transports.smtp ?? transports.outbox;
      return {
        mailboxId: id,
        transport: account ? transports.open(account) : server,
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
    return { transport: transports.smtp ?? transports.outbox };
  };

  /** What the mail says and the ways that it may take: read before anything is held. */
  const prepareNotice = async (leadId: string): Promise<Prepared> => {
    const subject = await findNoticeSubject(db, leadId);
    if (!subject) throw leadNotFound();
    const { workspace, sender } = await launch.readSender();
    const { rules } = await privacy.getRetention();
    // Theirs, or of whoever wrote about them.
    const language = languageOf(subject.behaviorSignal);
    const composition = await composeNotice({
      workspace,
      language,
      isFromPublic: wroteInPublic(subject.platform),
      unansweredDays: rules.unanswered_leads,
    });
    const sending = await mailboxes.listSending();
    const hasOwn = (await mailboxes.listMailboxes()).some(({ isServer }) => !isServer);
    return { composition, language, workspace, sender, ways: { sending, hasOwn } };
  };

  /** The mail as this person gets it. */
  const renderNotice = async (
    subject: NoticeSubject,
    address: string,
    { notice, way, prepared }: { notice: NoticeRow; way: Way; prepared: Prepared },
  ) => {
    const { composition, language, workspace, sender } = prepared;
    const header = way.from?.header ?? sender.header;
    const from = parseSender(header);
    const template = await createMailTemplate({
      composition,
      compositionId: notice.mailId,
      from: header,
      domain: from.domain,
      workspaceName: workspace.name,
      publicUrl,
    });
    const vars = personValues(subject, [language]);
    const raw = template.render({
      messageId: notice.mailId,
      name: vars['name'] ?? '',
      address,
      lookup: messageLookup(vars, notice.touchpointId, { publicUrl, tokenFor: tracking.tokenFor }),
      date: new Date(),
    });
    return { raw, from: header, envelopeFrom: from.address };
  };

  /** State, trail, event and a dead address are written together. */
  const recordOutcome = (
    told: Told,
    notice: NoticeRow,
    { outcome, transport, actor }: { outcome: MailOutcome; transport: MailTransport['id']; actor: Actor },
  ): Promise<void> =>
    inTransaction(db, async (tx) => {
      const { contactHash, isDemo } = told;
      const after = stateAfter(outcome, { transport, address: told.address });
      const leadId = await recordNotice(tx, { ...notice, ...after });
      if (leadId === undefined) {
        // The person was erased while the mail was on its way; a copy must not stay behind.
        await deleteOutboxMail(tx, notice.mailId);
        return;
      }
      if (hasTold(after.state, told.address)) {
        await compliance.recordAudit(tx, {
          actor,
          action: 'notice.sent',
          subject: { kind: 'lead', id: leadId },
          details: { mailId: notice.mailId, transport },
        });
        await tracking.recordEvents(tx, [
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
        await compliance.suppress(tx, { contactHash, reason: 'bounced', leadId, isDemo });
        await leads.noteDeadAddress(tx, { leadId, contactHash });
      }
      await announce(tx, TOPICS);
    });

  /** Writes down that the notice is on its way, and which; undefined where it is not to leave. */
  const claim = (
    leadId: string,
    { again, prepared, mayWait }: { again: boolean; prepared: Prepared; mayWait: boolean },
  ) =>
    inTransaction(db, async (tx) => {
      await holdPerson(tx, leadId);
      const subject = await findNoticeSubject(tx, leadId);
      if (!subject) throw leadNotFound();
      const { state } = toNotice(subject, new Date());
      if (!canSendNotice(state, { again })) return undefined;
      const obstacle = noticeObstacle(subject);
      if (obstacle !== null || subject.email === null) {
        throw new AppError('refused', obstacle ?? 'No email address.', { reason: 'notice_obstacle' });
      }
      const contactHash =
        subject.contactHash ?? compliance.contactHash('email', normalizeEmail(subject.email));
      const { isDemo } = subject;
      const notice = await claimNotice(tx, {
        leadId,
        mailId: newId(),
        touchpointId: crypto.randomUUID(),
        state: 'sending',
        claimedAt: new Date(),
        isDemo,
      });
      if (notice.attempt === 1) {
        await tracking.openTouchpoints(tx, [
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
      const way = await wayTo(tx, subject.email, { ...prepared.ways, mayWait });
      if (way.mailboxId !== undefined) await countAttempt(tx, notice, way.mailboxId);
      // Before the claim is committed: what cannot be written must not look as if it were on its way.
      return {
        told,
        notice,
        way,
        mail: await renderNotice(subject, subject.email, { notice, way, prepared }),
      };
    });

  /** A mailbox that a drain claims from is free again in milliseconds; nothing is held while that is waited for. */
  const claimPatiently = async (leadId: string, again: boolean) => {
    const prepared = await prepareNotice(leadId);
    for (let tries = 1; ; tries += 1) {
      try {
        return await claim(leadId, { again, prepared, mayWait: tries <= HELD_TRIES });
      } catch (error) {
        if (!(error instanceof MailboxHeld)) throw error;
        await wait(HELD_MS);
      }
    }
  };

  return {
    getSourceNotice,

    /**
     * Claims the notice, sends it, and writes down what became of it. Two people at once send one; whoever was told
     * is not told again. A process that ends in between leaves it unconfirmed.
     */
    async sendSourceNotice(
      leadId: string,
      { again }: { again: boolean },
      actor: Actor,
    ): Promise<SourceNotice> {
      const claimed = await claimPatiently(leadId, again);
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
        await recordOutcome(told, notice, { outcome, transport: transport.id, actor });
      }
      return getSourceNotice(leadId);
    },

    /** What is kept of notices, for the person to read and to be forgotten. */
    noticeData: {
      part: 'sourceNotice',
      read: (leadId: string): Promise<SourceNotice> => getSourceNotice(leadId),
      forget: forgetNotices,
    },

    /** The page behind the notice's link. */
    async showDataChoices(token: string, language: Language): Promise<RawAnswer> {
      if (!(await links.findContact(token))) return unknownLink();
      const { name } = await settings.getWorkspace();
      const words = DATA_WORDS[language];
      return publicPage({
        status: 200,
        language,
        title: words.title(name),
        text: words.text(name),
        buttons: DataChoice.options.map((value) => ({
          label: words.buttons[value],
          field: { name: 'choice', value },
        })),
      });
    },

    async chooseDataRight(token: string, choice: DataChoice, language: Language): Promise<RawAnswer> {
      const contact = await links.findContact(token);
      if (!contact) return unknownLink();
      const { name } = await settings.getWorkspace();
      const words = DATA_WORDS[language];
      const shown = { status: 200, language };
      const link = { href: `/n/${token}${language === 'en' ? '' : `?lang=${language}`}`, label: words.back };
      if (choice === 'object') {
        await links.unsubscribe(token);
        return publicPage({ ...shown, title: words.objectedTitle, text: words.objected(name), link });
      }
      const isNoted = contact.leadId !== null && (await noteRequest(contact.leadId, choice));
      if (!isNoted) return publicPage({ ...shown, title: words.nothingTitle, text: words.nothing(name) });
      return publicPage({ ...shown, title: words.notedTitle, text: words.noted[choice](name), link });
    },
  };

  /** False for somebody who is not stored any more. */
  async function noteRequest(leadId: string, kind: Exclude<DataChoice, 'object'>): Promise<boolean> {
    try {
      await privacy.openPrivacyRequest(leadId, kind, null);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return false;
      throw error;
    }
  }
}
export type SourceNotices = ReturnType<typeof createSourceNotices>;

function leadNotFound(): AppError {
  return new AppError('not_found', 'This lead does not exist any more.');
}

/** Whether a notice of this state is as far as it can come. In the outbox, only where nobody is behind the address. */
function hasTold(state: NoticeRow['state'], address: string): boolean {
  return state === 'sent' || (state === 'outbox' && isPracticeAddress(address));
}

/** What people see of it. */
function toNotice(subject: NoticeSubject, now: Date): SourceNotice {
  const { notice, toldAt, letterAt, legalGround } = subject;
  const stored = notice && noticeStateNow(notice, now);
  const isToldByMail = stored !== null && hasTold(stored, subject.email ?? '');
  const isToldByCampaign = toldAt !== null && !isToldByMail;
  const isToldByHand = letterAt !== null && !isToldByMail && !isToldByCampaign;
  const isTold = isToldByCampaign || isToldByHand;
  const mailed = stored === 'outbox' && !isToldByMail ? 'kept' : stored;
  const state = isTold ? 'sent' : (mailed ?? (legalGround === 'legitimate_interest' ? 'due' : 'not_needed'));
  const isOpen = canSendNotice(state, { again: true });
  return {
    leadId: subject.id,
    state,
    dueAt: noticeDueAt(subject.createdAt, subject.firstMessageAt).toISOString(),
    sentAt:
      state === 'kept'
        ? null
        : ((isToldByCampaign ? toldAt : isToldByHand ? letterAt : notice?.sentAt)?.toISOString() ?? null),
    language: languageOf(subject.behaviorSignal),
    campaignName: isToldByCampaign ? subject.campaignName : null,
    obstacle: isOpen ? noticeObstacle(subject) : null,
    ...(isToldByCampaign
      ? NOTHING_TO_SAY
      : isToldByHand
        ? { ...NOTHING_TO_SAY, note: byHandNote(subject.letterBy ?? '') }
        : explained(notice, stored)),
  };
}

type Explained = Pick<SourceNotice, 'note' | 'reason' | 'details'>;

const NOTHING_TO_SAY: Explained = { note: null, reason: null, details: null };

function explained(notice: NoticeRow | null, stored: NoticeRow['state'] | null): Explained {
  const isLost = notice?.state === 'sending' && stored === 'unconfirmed';
  const reason = isLost ? 'process_ended' : (notice?.reason ?? null);
  if (reason === null) return NOTHING_TO_SAY;
  const details = notice?.details ?? null;
  return { reason, details, note: noticeNote(reason, details) };
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
