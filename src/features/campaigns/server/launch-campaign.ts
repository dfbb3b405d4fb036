import { claimsReady } from '#features/compliance/server/claims-ready.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import type { Campaign, CampaignChange } from '../contract.ts';
import { findCampaignRow, listSteps } from './campaign-store.ts';
import { assertNotArchived, getCampaign, lockCampaign } from './campaign-view.ts';
import { impressionsAtLaunch } from './composing/write-steps.ts';
import { saveChange } from './save-change.ts';

/**
 * Launches a draft, with the changes given; messages follow in the background. A campaign that is running stays as it
 * is, so a retry is safe. Refuses a paused or completed one, and a draft that isn't ready.
 */
export async function launchCampaign(
  ctx: Context,
  id: string,
  { status: _status, ...change }: CampaignChange,
  actor: Actor,
): Promise<Campaign> {
  await claimsReady();
  const isDraft = (await findCampaignRow(ctx.db, id))?.status === 'draft';
  const impressions = isDraft
    ? await impressionsAtLaunch(ctx, change.steps ?? (await listSteps(ctx.db, [id])))
    : undefined;
  return inTransaction(ctx.db, async (tx) => {
    const campaign = await lockCampaign(tx, id);
    const { version: _version, overrideReason: _reason, allowsCondition: _allows, ...edits } = change;
    if (campaign.status !== 'draft' && Object.keys(edits).length === 0) {
      assertNotArchived(campaign);
      if (campaign.status !== 'active')
        throw new AppError('refused', 'Only a draft can be launched. Resume or edit this campaign instead.');
      return getCampaign(tx, id);
    }
    return saveChange(ctx, tx, campaign, { change: { ...change, status: 'active' }, actor, impressions });
  });
}
