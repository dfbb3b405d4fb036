import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import type { Actor, Role } from '#kit/actor.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { type CampaignRow, listSteps, updateCampaignRow } from './campaign-store.ts';
import { assertNoBlanks } from './composing/blanks-gate.ts';
import { composeCampaign } from './composing/campaign-texts.ts';
import { assertMayLeave } from './composing/claims-gate.ts';
import { textsOfStep } from './composing/steps.ts';

/**
 * From here on the workers turn people into messages and send them, unless a blank or a claim keeps a text from leaving.
 * Answers whether a text reads differently than before.
 */
export async function startSending(
  ctx: Context,
  tx: Transaction,
  campaign: CampaignRow,
  role: Role,
): Promise<boolean> {
  const steps = await listSteps(tx, [campaign.id]);
  assertNoBlanks(steps);
  assertMayLeave(steps, role);
  const isNewText = await composeCampaign(ctx, tx, campaign);
  await updateCampaignRow(tx, campaign.id, { needsExpansion: true, expandedTo: null });
  await ctx.wakeDelivery(tx);
  return isNewText;
}

export async function recordLaunch(
  ctx: Context,
  tx: Transaction,
  { id, isDemo }: CampaignRow,
  actor: Actor,
): Promise<void> {
  const steps = await listSteps(tx, [id]);
  await recordAudit(tx, {
    actor,
    action: 'campaign.launched',
    subject: { kind: 'campaign', id },
    details: {
      texts: steps.flatMap((step) =>
        textsOfStep(step).map(({ letter, claims, override }) => ({
          stepId: step.id,
          channel: step.channel,
          ...(step.variants.length > 0 ? { variant: letter } : {}),
          verdict: claims?.verdict ?? null,
          isOverridden: override !== null,
        })),
      ),
    },
  });
  await recordEvents(ctx, tx, [{ type: 'campaign.launched', campaignId: id, isDemo }]);
}
