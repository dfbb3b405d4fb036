import { createHash, createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Compliance } from '#features/compliance/server/service.ts';
import { normalizeEmail } from '#features/leads/rules.ts';
import type { Mailboxes } from '#features/mailboxes/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import { isPracticeAddress, type SendResult } from '#providers/mail/port.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import type { InviteState } from '../contract.ts';
import { composeInvitation, invitationText } from './invitation-mail.ts';
import { inviteJob } from './jobs.ts';
import {
  findMemberByEmail,
  findMemberById,
  findMemberByInvite,
  giveUpInvitations,
  insertMember,
  listWaitingInvitations,
  lockMember,
  ofMembers,
  type StoredMember,
  updateMemberRow,
} from './member-store.ts';
import { communityNotFound, memberNotFound } from './refusals.ts';
import type { Standings } from './standing.ts';
import { findCommunity } from './store.ts';

export type MailSender = { header: string; address: string; domain: string };

type Dependencies = {
  db: Database;
  queue: Pick<JobQueue, 'send'>;
  log: Log;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Compliance;
  standings: Standings;
  transports: MailTransports;
  sender: () => Promise<MailSender>;
  mailboxes: Pick<Mailboxes, 'listSendingSingle' | 'takeFor' | 'giveBack' | 'roomAt'>;
  publicUrl: string;
  secret: string;
  now: () => Date;
};

export type InviteCounts = { invited: number; known: number; suppressed: number };
type Ways = Awaited<ReturnType<Mailboxes['listSendingSingle']>>;
type Sending = Ways['sending'][number];
type Invited = { outcome: keyof InviteCounts; keptFor?: string };

/** The same address is asked again no sooner than this. */
const ASK_AGAIN_AFTER_MS = 7 * DAY_MS;
/** What was checked a moment ago may leave for so long. */
const BEGIN_WITHIN_MS = 30 * SECOND_MS;
/** Of those that wait, so many leave in one go, and for room that comes so soon that go waits. */
const WAITING_AT_ONCE = 20;
/** The first time; from then on the queue waits twice as long each time, at last a quarter of an hour. */
const PUT_OFF_MS = 2 * MINUTE_MS;
const ROOM_SOON_MS = MINUTE_MS + 15 * SECOND_MS;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Id of the mail of an invitation, which the outbox keeps once. */
function mailIdOf(inviteHash: string): string {
  const hex = inviteHash.slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** People are asked by mail and are members when they have said yes (double opt-in). */
export function createInvitations(dependencies: Dependencies) {
  const { db, queue, log, settings, compliance, transports, sender, mailboxes } = dependencies;
  const { publicUrl, secret, standings, now } = dependencies;

  /** Reckoned, not stored: a stolen database holds no invitation that works. */
  const tokenOf = (memberId: string, invitedAt: Date): string =>
    createHmac('sha256', secret).update(`invite:${memberId}:${invitedAt.getTime()}`).digest('base64url');
  const urlOf = (member: Pick<StoredMember, 'id' | 'invitedAt'>): string =>
    `${publicUrl}/j/${tokenOf(member.id, member.invitedAt ?? new Date(0))}`;

  const isKept = (address: string, { isBound }: Ways): boolean =>
    isPracticeAddress(address) || !(transports.smtp || isBound);

  async function inviteOne(
    tx: Transaction,
    {
      communityId,
      email,
      invitedBy,
      ways,
    }: { communityId: string; email: string; invitedBy: string; ways: Ways },
  ): Promise<Invited> {
    const emailKey = normalizeEmail(email);
    const contactHash = compliance.contactHash('email', emailKey);
    if ((await compliance.findSuppressed(tx, [contactHash])).size > 0) return { outcome: 'suppressed' };
    const known = await findMemberByEmail(tx, communityId, emailKey);
    const isWaiting = known?.status === 'invited' || known?.status === 'left';
    const askedMsAgo = now().getTime() - (known?.invitedAt?.getTime() ?? 0);
    const hasReached = known?.inviteState !== 'failed' && known?.inviteState !== 'given_up';
    const isTooSoon = hasReached && askedMsAgo < ASK_AGAIN_AFTER_MS;
    if (known && (!isWaiting || isTooSoon)) return { outcome: 'known' };
    const id = known?.id ?? newId();
    const invitedAt = now();
    const asked = {
      status: 'invited' as const,
      invitedAt,
      invitedBy,
      inviteHash: hashOf(tokenOf(id, invitedAt)),
      inviteState: 'queued' as const,
      inviteRefusedAt: null,
    };
    if (known) await updateMemberRow(tx, id, asked);
    else
      await insertMember(tx, {
        id,
        communityId,
        email,
        emailKey,
        contactHash,
        createdAt: invitedAt,
        ...asked,
      });
    await queue.send(inviteJob, { memberId: id }, { tx });
    return { outcome: 'invited', ...(isKept(email, ways) ? { keptFor: id } : {}) };
  }

  const invite = async (
    communityId: string,
    emails: readonly string[],
    invitedBy: string,
  ): Promise<InviteCounts & { kept: string[] }> => {
    const ways = await mailboxes.listSendingSingle();
    return inTransaction(db, async (tx) => {
      if (!(await findCommunity(tx, communityId))) throw communityNotFound();
      const counts: InviteCounts = { invited: 0, known: 0, suppressed: 0 };
      const kept: string[] = [];
      const once = new Map(emails.map((email) => [normalizeEmail(email), email.trim()]));
      // In one order everywhere, so that two calls never wait for each other.
      for (const email of [...once.keys()].sort().map((key) => once.get(key) ?? key)) {
        const { outcome, keptFor } = await inviteOne(tx, { communityId, email, invitedBy, ways });
        counts[outcome] += 1;
        if (keptFor !== undefined) kept.push(keptFor);
      }
      await announce(tx, ['communities']);
      return { ...counts, kept };
    });
  };

  /**
   * Hands an invitation to the mail server, once: a worker that dies in the middle leaves it unconfirmed. Where no
   * mailbox has room it waits (`no_room`).
   */
  const send = async (
    memberId: string,
    from: 'queued' | 'waiting',
  ): Promise<'done' | 'refused' | 'unreached' | 'no_room'> => {
    // Whatever may fail is done before it counts as begun: then nothing is left but to hand it over.
    const [ways, workspace, server] = await Promise.all([
      mailboxes.listSendingSingle(),
      settings.getWorkspace(),
      sender(),
    ]);
    const begun = await inTransaction(db, async (tx) => {
      const found = await findMemberById(tx, memberId);
      const member = found && (await lockMember(tx, found.communityId, memberId));
      const isDue = member?.status === 'invited' && member.inviteState === from && !member.deletedAt;
      const community = member && (await findCommunity(tx, member.communityId));
      if (!isDue || !community || member.email === null || member.inviteHash === null) return 'done';
      if ((await compliance.findSuppressed(tx, [member.contactHash ?? ''])).size > 0) {
        await updateMemberRow(tx, memberId, { inviteState: 'suppressed' });
        return 'done';
      }
      const [to, mailId] = [member.email, mailIdOf(member.inviteHash)];
      const isToWait = ways.isBound && !isPracticeAddress(to);
      const own = isToWait ? await mailboxes.takeFor(tx, ways.sending, { mailId, to }) : undefined;
      if (isToWait && !own) {
        await updateMemberRow(tx, memberId, { inviteState: 'waiting', inviteRefusedAt: null });
        if (from === 'queued') await announce(tx, ['communities']);
        return 'no_room';
      }
      const author = senderOf(own ?? ways.sending[0]) ?? server;
      const raw = await composeInvitation({
        from: author.header,
        domain: author.domain,
        to,
        mailId,
        communityName: community.name,
        workspaceName: workspace.name,
        postalAddress: workspace.postalAddress,
        url: urlOf(member),
        date: now(),
      });
      await updateMemberRow(tx, memberId, { inviteState: 'unconfirmed' });
      return { to, mailId, raw, author, account: own?.account, refusedAt: member.inviteRefusedAt ?? now() };
    });
    if (typeof begun === 'string') return begun;
    const { to, mailId, raw, author, account, refusedAt } = begun;
    const mail = { id: mailId, from: author.header, to, envelopeFrom: author.address, envelopeTo: to, raw };
    const own = account && transports.open(account);
    const transport =
      own ?? (isPracticeAddress(to) ? transports.outbox : transports.smtp) ?? transports.outbox;
    const result = await transport.send({ ...mail, beginBy: Date.now() + BEGIN_WITHIN_MS });
    if (own) await own.close();
    const state = stateOf(result, transport.id);
    const isReached = result.outcome !== 'not_begun';
    await inTransaction(db, async (tx) => {
      if (state === 'queued') {
        // What was not taken is tried again, and has used up none of the mails of a day.
        await mailboxes.giveBack(tx, mailId);
        // One that has had its turn and was sent away waits longer each time, and in nobody's way.
        const isPutOff = from === 'waiting' && isReached;
        if (isPutOff)
          await queue.send(
            inviteJob,
            { memberId },
            { tx, startAfter: new Date(now().getTime() + PUT_OFF_MS) },
          );
        await updateMemberRow(tx, memberId, {
          inviteState: isPutOff ? 'queued' : from,
          inviteRefusedAt: refusedAt,
        });
      } else await updateMemberRow(tx, memberId, { inviteState: state, inviteRefusedAt: null });
      await announce(tx, ['communities']);
    });
    if (state !== 'queued') return 'done';
    log.warn({ memberId }, 'an invitation could not be handed over');
    return isReached ? 'refused' : 'unreached';
  };

  return {
    invite,

    /** Whether a mail server or a mailbox takes invitations. */
    async isSending(): Promise<boolean> {
      return transports.smtp !== undefined || (await mailboxes.listSendingSingle()).isBound;
    },

    /** It waits where no mailbox has room, and is tried again where the mail server does not take it. */
    async sendInvitation(memberId: string): Promise<void> {
      const outcome = await send(memberId, 'queued');
      if (outcome === 'done' || outcome === 'no_room') return;
      throw new AppError('unavailable', 'The mail server does not take the invitation now.', {
        retryable: true,
      });
    },

    /**
     * Those that wait for a mailbox leave as it gets room, the oldest first. When it is about to get some, this waits for
     * that very moment, because campaigns wait for it too; between two calls they have it.
     */
    async sendWaiting(signal: AbortSignal): Promise<void> {
      const waiting = await listWaitingInvitations(db, WAITING_AT_ONCE);
      let hasSent = false;
      for (const memberId of waiting) {
        // One full mailbox holds up nobody else.
        const outcome = await send(memberId, 'waiting');
        if (outcome === 'unreached') return;
        hasSent ||= outcome === 'done';
      }
      const [oldest] = waiting;
      if (hasSent || oldest === undefined) return;
      const { sending } = await mailboxes.listSendingSingle();
      const roomAt = await mailboxes.roomAt(sending);
      const waitMs = roomAt ? roomAt.getTime() - Date.now() : Number.POSITIVE_INFINITY;
      if (waitMs > ROOM_SOON_MS) return;
      await wait(Math.max(0, waitMs), undefined, { signal });
      await send(oldest, 'waiting');
    },

    /** For a day no mail server took them: nothing is on its way, and they can be asked again. */
    giveUp: (before: Date): Promise<void> =>
      inTransaction(db, async (tx) => {
        if ((await giveUpInvitations(tx, before)) > 0) await announce(tx, ['communities']);
      }),

    /**
     * The invitation as the person reads it. Its link is shown only where no mail server sends it: whoever opens it
     * says yes in the name of that address.
     */
    async getInvitation(
      communityId: string,
      memberId: string,
    ): Promise<{ to: string; subject: string; text: string; isKept: boolean }> {
      const member = await findMemberById(db, memberId);
      const community = await findCommunity(db, communityId);
      if (!community) throw communityNotFound();
      const isThere = member?.communityId === communityId && !member.deletedAt && member.status === 'invited';
      if (!isThere || member.email === null) throw memberNotFound();
      const { name, postalAddress } = await settings.getWorkspace();
      const isByHand =
        member.inviteState === 'outbox' || isKept(member.email, await mailboxes.listSendingSingle());
      const url = isByHand ? urlOf(member) : `${publicUrl}/j/… (the whole link is in the mail only)`;
      const input = { communityName: community.name, workspaceName: name, postalAddress, url };
      return { to: member.email, ...invitationText(input), isKept: isByHand };
    },

    /** What the page of an invitation says; undefined where the token leads nowhere. */
    async findInvitation(token: string): Promise<{ community: string; isMember: boolean } | undefined> {
      const member = await inTransaction(db, (tx) => findMemberByInvite(tx, hashOf(token)));
      const community = member && !member.deletedAt ? await findCommunity(db, member.communityId) : undefined;
      const isOver = member?.status === 'blocked' || hasEnded(member);
      return member && community && !isOver
        ? { community: community.name, isMember: member.status === 'active' }
        : undefined;
    },

    /** Answers the name of the community; undefined where the token leads nowhere. Again it changes nothing. */
    answerInvitation: (token: string, answer: 'accept' | 'decline'): Promise<string | undefined> =>
      inTransaction(db, async (tx) => {
        const member = await findMemberByInvite(tx, hashOf(token));
        const community =
          member && !member.deletedAt ? await findCommunity(tx, member.communityId) : undefined;
        // A no holds: whoever changes their mind asks to join again elsewhere.
        const isOver = member?.status === 'blocked' || (answer === 'accept' && hasEnded(member));
        if (!member || !community || isOver) return undefined;
        if (answer === 'accept' && member.status === 'invited') {
          await standings.changeEntry(tx, member, {
            status: 'active',
            joinedAt: member.joinedAt ?? now(),
            acceptedAt: now(),
            leftAt: null,
          });
          await standings.knowLeads(tx, ofMembers([member.id]));
        }
        if (answer === 'decline') {
          const wasIn = member.status === 'active' || member.status === 'left';
          await standings.changeEntry(tx, member, {
            status: wasIn ? 'left' : 'declined',
            leftAt: member.status === 'active' ? now() : member.leftAt,
            acceptedAt: null,
          });
          const contactHash = member.contactHash ?? compliance.contactHash('email', member.emailKey ?? '');
          await compliance.suppress(tx, {
            contactHash,
            reason: 'unsubscribed',
            leadId: member.leadId,
            isDemo: member.isDemo,
          });
        }
        await announce(tx, ['communities', 'leads']);
        return community.name;
      }),
  };
}
export type Invitations = ReturnType<typeof createInvitations>;

/** They said no, or joined and left. */
const hasEnded = (member: StoredMember | undefined): boolean =>
  member?.status === 'declined' || member?.status === 'left';

/** Whom a mail is from that leaves from a mailbox of one's own. */
function senderOf(own: Sending | undefined): MailSender | undefined {
  if (!own?.mailbox.from) return undefined;
  const { address, from } = own.mailbox;
  return { header: from.header, address, domain: domainOf(address) };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** `queued` asks for another try. */
function stateOf(result: SendResult, transport: 'smtp' | 'outbox'): InviteState {
  switch (result.outcome) {
    case 'accepted':
      return transport === 'outbox' ? 'outbox' : 'sent';
    case 'rejected':
      return result.isPermanent ? 'failed' : 'queued';
    case 'unknown':
      return 'unconfirmed';
    case 'not_begun':
      return 'queued';
  }
}
