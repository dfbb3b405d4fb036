import { insertConsent } from '#features/compliance/server/consent-store.ts';
import { addLead } from '#features/leads/server/service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { announce } from '#platform/live.ts';
import type { CommunityMember } from '../contract.ts';
import { commitAndAnnounce } from './commit-and-announce.ts';
import { CONSENT_TEXT_VERSION } from './invitation-mail.ts';
import { getMember, lockLiveMember } from './members.ts';
import { becomeLead } from './membership-sync.ts';
import { communityNotFound } from './refusals.ts';
import { findCommunity } from './store.ts';

/**
 * Makes a lead of a member; what they agreed to goes into the consent ledger of the lead. Refuses with `conflict` when
 * they are one already.
 */
export function makeLead(
  ctx: Context,
  communityId: string,
  id: string,
  groupId: string,
  actor: Actor,
): Promise<CommunityMember> {
  const { db } = ctx;
  return commitAndAnnounce(db, async (tx) => {
    const row = await lockLiveMember(tx, communityId, id);
    if (row.leadId !== null)
      throw new AppError('conflict', 'This member is a lead already.', { reason: 'lead_exists' });
    const community = await findCommunity(tx, communityId);
    if (!community) throw communityNotFound();
    // Only people who accepted by email have consented; of anyone else we know that they are there.
    const acceptedAt = row.status === 'active' && row.emailKey !== null ? row.acceptedAt : null;
    const leadId = await addLead(ctx, tx, {
      name: row.name || row.socialHandle || row.email || 'Community member',
      groupId,
      platform: row.sourceId === null ? 'manual' : 'import',
      behaviorSignal: '',
      legalGround: acceptedAt ? 'consent' : 'legitimate_interest',
      ...(row.email === null ? {} : { email: row.email }),
      ...(row.socialHandle === null ? {} : { handle: row.socialHandle }),
    });
    // Adding the lead may have linked the member already.
    const { leadId: known } = await lockLiveMember(tx, communityId, id);
    if (known === null) await becomeLead(ctx, tx, row, leadId);
    if (acceptedAt) {
      await insertConsent(tx, {
        id: newId(),
        leadId,
        channel: 'email',
        purpose: 'marketing',
        ground: 'consent',
        source: 'form',
        sourceUrl: null,
        textVersion: CONSENT_TEXT_VERSION,
        proof: 'Accepted by a link in a mail to this address.',
        collectedAt: acceptedAt,
        expiresAt: null,
        recordedBy: actorName(actor),
        isDemo: row.isDemo,
      });
    }
    await announce(tx, ['leads']);
    return getMember(tx, communityId, id);
  });
}
