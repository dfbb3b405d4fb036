import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { findSuppressed } from '#features/compliance/server/suppression-store.ts';
import {
  giveBack,
  listSendingSingle,
  roomAt,
  type SingleSending,
  takeFor,
} from '#features/mailboxes/server/sending.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { AppError } from '#kit/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { defineJob, FOR_A_DAY } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import { isPracticeAddress, type SendResult } from '#providers/mail/port.ts';
import type { InviteState } from '../contract.ts';
import { invitationUrl } from './invitation-link.ts';
import { composeInvitation } from './invitation-mail.ts';
import { findMemberById, listWaitingInvitations, lockMember, updateMemberRow } from './member-store.ts';
import { findCommunity } from './store.ts';

type Sender = Awaited<ReturnType<Context['sender']>>;
type Mailbox = SingleSending['sending'][number];

/** Hands an invitation to the mail server. */
export const inviteJob = defineJob({
  name: 'communities.invite',
  payload: z.object({ memberId: z.uuid() }),
  concurrency: 4,
  ...FOR_A_DAY,
});

/** How long after its check an invitation may be sent. */
const BEGIN_WITHIN_MS = 30 * SECOND_MS;
const WAITING_AT_ONCE = 20;
/** The first time; the queue doubles it each time, up to a quarter of an hour. */
const PUT_OFF_MS = 2 * MINUTE_MS;
/** A run waits for room that comes so soon. */
const ROOM_SOON_MS = MINUTE_MS + 15 * SECOND_MS;

/** Sends a queued invitation. It waits where no mailbox has room; throws `unavailable` where the mail server refuses it. */
export async function sendInvitation(ctx: Context, memberId: string): Promise<void> {
  const outcome = await send(ctx, memberId, 'queued');
  if (outcome === 'done' || outcome === 'no_room') return;
  throw new AppError('unavailable', 'The mail server does not take the invitation now.', {
    retryable: true,
  });
}

/**
 * Sends invitations that wait for a mailbox as it gets room, the oldest first. When room comes soon, this waits for that
 * moment, because campaigns wait for it too; between two calls they have it.
 */
export async function sendWaitingInvitations(ctx: Context, signal: AbortSignal): Promise<void> {
  const { db, clock } = ctx;
  const waiting = await listWaitingInvitations(db, WAITING_AT_ONCE);
  let hasSent = false;
  for (const memberId of waiting) {
    // One full mailbox holds up no other.
    const outcome = await send(ctx, memberId, 'waiting');
    if (outcome === 'unreached') return;
    hasSent ||= outcome === 'done';
  }
  const [oldest] = waiting;
  if (hasSent || oldest === undefined) return;
  const { sending } = await listSendingSingle(ctx);
  const roomFrom = await roomAt(ctx, sending);
  const waitMs = roomFrom ? roomFrom.getTime() - clock.now().getTime() : Number.POSITIVE_INFINITY;
  if (waitMs > ROOM_SOON_MS) return;
  await wait(Math.max(0, waitMs), undefined, { signal });
  await send(ctx, oldest, 'waiting');
}

/**
 * Hands an invitation to the mail server, once: a worker that dies during it leaves it unconfirmed. Where no mailbox has
 * room it waits (`no_room`).
 */
async function send(
  ctx: Context,
  memberId: string,
  from: 'queued' | 'waiting',
): Promise<'done' | 'refused' | 'unreached' | 'no_room'> {
  const { db, clock, log, jobs, mailTransports, sender } = ctx;
  // All that may fail comes before the attempt is recorded; then only the hand-over is left.
  const [ways, workspace, server] = await Promise.all([listSendingSingle(ctx), getWorkspace(db), sender()]);
  const begun = await inTransaction(db, async (tx) => {
    const found = await findMemberById(tx, memberId);
    const member = found && (await lockMember(tx, found.communityId, memberId));
    const isDue = member?.status === 'invited' && member.inviteState === from && !member.deletedAt;
    const community = member && (await findCommunity(tx, member.communityId));
    if (!isDue || !community || member.email === null || member.inviteHash === null) return 'done';
    if ((await findSuppressed(tx, [member.contactHash ?? ''])).size > 0) {
      await updateMemberRow(tx, memberId, { inviteState: 'suppressed' });
      return 'done';
    }
    const [to, mailId] = [member.email, mailIdOf(member.inviteHash)];
    const isToWait = ways.isBound && !isPracticeAddress(to);
    const own = isToWait ? await takeFor(tx, ways.sending, { mailId, to }) : undefined;
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
      url: invitationUrl(ctx, member),
      date: clock.now(),
    });
    await updateMemberRow(tx, memberId, { inviteState: 'unconfirmed' });
    return {
      to,
      mailId,
      raw,
      author,
      account: own?.account,
      refusedAt: member.inviteRefusedAt ?? clock.now(),
    };
  });
  if (typeof begun === 'string') return begun;
  const { to, mailId, raw, author, account, refusedAt } = begun;
  const mail = { id: mailId, from: author.header, to, envelopeFrom: author.address, envelopeTo: to, raw };
  const own = account && mailTransports.open(account);
  const transport =
    own ?? (isPracticeAddress(to) ? mailTransports.outbox : mailTransports.smtp) ?? mailTransports.outbox;
  const result = await transport.send({ ...mail, beginBy: clock.now().getTime() + BEGIN_WITHIN_MS });
  if (own) await own.close();
  const state = stateOf(result, transport.id);
  const isReached = result.outcome !== 'not_begun';
  await inTransaction(db, async (tx) => {
    if (state === 'queued') {
      // What was not taken is retried, and uses none of the day's limit.
      await giveBack(tx, mailId);
      // One that was refused waits longer each time, and blocks no other.
      const isPutOff = from === 'waiting' && isReached;
      if (isPutOff)
        await jobs.send(
          inviteJob,
          { memberId },
          { tx, startAfter: new Date(clock.now().getTime() + PUT_OFF_MS) },
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
}

/** Id of the mail of an invitation, which the outbox keeps once. */
function mailIdOf(inviteHash: string): string {
  const hex = inviteHash.slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The sender of mail that leaves from a mailbox of the workspace. */
function senderOf(own: Mailbox | undefined): Sender | undefined {
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
