import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { findSuppressed } from '#features/compliance/server/suppression-store.ts';
import { normalizeEmail } from '#features/leads/rules.ts';
import { listSendingSingle, type SingleSending } from '#features/mailboxes/server/sending.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { hashOfToken, invitationToken, isKeptHere } from './invitation-link.ts';
import { findMemberByEmail, insertMember, updateMemberRow } from './member-store.ts';
import { communityNotFound } from './refusals.ts';
import { inviteJob } from './send-invitation.ts';
import { findCommunity } from './store.ts';

type InviteCounts = { invited: number; known: number; suppressed: number };
type Invited = { outcome: keyof InviteCounts; keptFor?: string };
export type InviteContext = Pick<
  Context,
  'db' | 'clock' | 'jobs' | 'config' | 'vault' | 'mailTransports' | 'communitySecret' | 'contactPepper'
>;

/** The same address is asked again no sooner than this. */
const ASK_AGAIN_AFTER_MS = 7 * DAY_MS;

/** Asks people by email to join; they are members once they accept (double opt-in). Refuses with `not_found`. */
export async function inviteMembers(
  ctx: InviteContext,
  communityId: string,
  emails: readonly string[],
  invitedBy: string,
): Promise<InviteCounts & { kept: string[] }> {
  const ways = await listSendingSingle(ctx);
  return inTransaction(ctx.db, async (tx) => {
    if (!(await findCommunity(tx, communityId))) throw communityNotFound();
    const counts: InviteCounts = { invited: 0, known: 0, suppressed: 0 };
    const kept: string[] = [];
    const once = new Map(emails.map((email) => [normalizeEmail(email), email.trim()]));
    // In one order everywhere, so that two calls never wait for each other.
    for (const email of [...once.keys()].sort().map((key) => once.get(key) ?? key)) {
      const { outcome, keptFor } = await inviteOne(ctx, tx, { communityId, email, invitedBy, ways });
      counts[outcome] += 1;
      if (keptFor !== undefined) kept.push(keptFor);
    }
    await announce(tx, ['communities']);
    return { ...counts, kept };
  });
}

/** Whether a mail server or a mailbox takes invitations. */
export async function isSendingInvitations(ctx: InviteContext): Promise<boolean> {
  return ctx.mailTransports.smtp !== undefined || (await listSendingSingle(ctx)).isBound;
}

async function inviteOne(
  ctx: InviteContext,
  tx: Transaction,
  {
    communityId,
    email,
    invitedBy,
    ways,
  }: { communityId: string; email: string; invitedBy: string; ways: SingleSending },
): Promise<Invited> {
  const { clock, jobs } = ctx;
  const emailKey = normalizeEmail(email);
  const contactHash = hashContact(ctx, 'email', emailKey);
  if ((await findSuppressed(tx, [contactHash])).size > 0) return { outcome: 'suppressed' };
  const known = await findMemberByEmail(tx, communityId, emailKey);
  const isWaiting = known?.status === 'invited' || known?.status === 'left';
  const askedMsAgo = clock.now().getTime() - (known?.invitedAt?.getTime() ?? 0);
  const hasReached = known?.inviteState !== 'failed' && known?.inviteState !== 'given_up';
  const isTooSoon = hasReached && askedMsAgo < ASK_AGAIN_AFTER_MS;
  if (known && (!isWaiting || isTooSoon)) return { outcome: 'known' };
  const id = known?.id ?? newId();
  const invitedAt = clock.now();
  const asked = {
    status: 'invited' as const,
    invitedAt,
    invitedBy,
    inviteHash: hashOfToken(invitationToken(ctx, id, invitedAt)),
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
  await jobs.send(inviteJob, { memberId: id }, { tx });
  return { outcome: 'invited', ...(isKeptHere(ctx, email, ways) ? { keptFor: id } : {}) };
}
