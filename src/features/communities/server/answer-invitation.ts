import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { suppress } from '#features/compliance/server/suppression-store.ts';
import { listSendingSingle } from '#features/mailboxes/server/sending.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { hashOfToken, invitationUrl, isKeptHere } from './invitation-link.ts';
import { invitationText } from './invitation-mail.ts';
import { findMemberById, findMemberByInvite, ofMembers, type StoredMember } from './member-store.ts';
import { changeEntry, knowLeads } from './membership-sync.ts';
import { communityNotFound, memberNotFound } from './refusals.ts';
import { findCommunity } from './store.ts';

/**
 * The invitation as the person reads it. Its link is shown only where no mail server sends it, since anyone who opens it
 * accepts in the name of that address. Refuses with `not_found`.
 */
export async function getInvitation(
  ctx: Context,
  communityId: string,
  memberId: string,
): Promise<{ to: string; subject: string; text: string; isKept: boolean }> {
  const { db, publicUrl } = ctx;
  const member = await findMemberById(db, memberId);
  const community = await findCommunity(db, communityId);
  if (!community) throw communityNotFound();
  const isThere = member?.communityId === communityId && !member.deletedAt && member.status === 'invited';
  if (!isThere || member.email === null) throw memberNotFound();
  const { name, postalAddress } = await getWorkspace(db);
  const isByHand =
    member.inviteState === 'outbox' || isKeptHere(ctx, member.email, await listSendingSingle(ctx));
  const url = isByHand ? invitationUrl(ctx, member) : `${publicUrl}/j/… (the whole link is in the mail only)`;
  const input = { communityName: community.name, workspaceName: name, postalAddress, url };
  return { to: member.email, ...invitationText(input), isKept: isByHand };
}

/** What the page of an invitation says; undefined for an unknown token. */
export async function findInvitation(
  { db }: Pick<Context, 'db'>,
  token: string,
): Promise<{ community: string; isMember: boolean } | undefined> {
  const member = await inTransaction(db, (tx) => findMemberByInvite(tx, hashOfToken(token)));
  const community = member && !member.deletedAt ? await findCommunity(db, member.communityId) : undefined;
  const isOver = member?.status === 'blocked' || hasEnded(member);
  return member && community && !isOver
    ? { community: community.name, isMember: member.status === 'active' }
    : undefined;
}

/** Accepts or declines; returns the name of the community, undefined for an unknown token. Repeating changes nothing. */
export function answerInvitation(
  ctx: Pick<Context, 'db' | 'clock' | 'eventSubscribers' | 'contactPepper'>,
  token: string,
  answer: 'accept' | 'decline',
): Promise<string | undefined> {
  const { db, clock } = ctx;
  return inTransaction(db, async (tx) => {
    const member = await findMemberByInvite(tx, hashOfToken(token));
    const community = member && !member.deletedAt ? await findCommunity(tx, member.communityId) : undefined;
    // A decline is final: people who change their mind ask to join again.
    const isOver = member?.status === 'blocked' || (answer === 'accept' && hasEnded(member));
    if (!member || !community || isOver) return undefined;
    if (answer === 'accept' && member.status === 'invited') {
      await changeEntry(ctx, tx, member, {
        status: 'active',
        joinedAt: member.joinedAt ?? clock.now(),
        acceptedAt: clock.now(),
        leftAt: null,
      });
      await knowLeads(ctx, tx, ofMembers([member.id]));
    }
    if (answer === 'decline') {
      const wasIn = member.status === 'active' || member.status === 'left';
      await changeEntry(ctx, tx, member, {
        status: wasIn ? 'left' : 'declined',
        leftAt: member.status === 'active' ? clock.now() : member.leftAt,
        acceptedAt: null,
      });
      const contactHash = member.contactHash ?? hashContact(ctx, 'email', member.emailKey ?? '');
      await suppress(tx, {
        contactHash,
        reason: 'unsubscribed',
        leadId: member.leadId,
        isDemo: member.isDemo,
      });
    }
    await announce(tx, ['communities', 'leads']);
    return community.name;
  });
}

/** They said no, or joined and left. */
const hasEnded = (member: StoredMember | undefined): boolean =>
  member?.status === 'declined' || member?.status === 'left';
