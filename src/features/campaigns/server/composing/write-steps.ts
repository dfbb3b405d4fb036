import type { z } from 'zod';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import type { Approval } from '#features/compliance/server/claims-gate.ts';
import { listEvidence } from '#features/compliance/server/evidence-store.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import type { CampaignChange } from '../../contract.ts';
import { composeSteps } from '../../rules-compose.ts';
import { findTemplate } from '../../rules-templates.ts';
import {
  type CampaignRow,
  findAssets,
  findLandingSiteByUrl,
  listSteps,
  type StepRow,
  saveSteps,
} from '../campaign-store.ts';
import { type JudgedStep, judgeSteps } from './claims-gate.ts';
import { type Impressions, readImpressions } from './net-impression.ts';
import { planSteps, type StepPlan, textsOfStep, type WantedStep } from './steps.ts';

type StepText = { subject?: string | null | undefined; body: string };

/** The messages wanted: those given, and one by the engine for each channel without any. */
export async function wantedSteps(
  tx: Transaction,
  campaign: Pick<
    CampaignRow,
    'objective' | 'channels' | 'selectedContentAssets' | 'landingPageUrl' | 'templateId'
  >,
  given: readonly WantedStep[],
): Promise<WantedStep[]> {
  const lacking = campaign.channels.filter((channel) => !given.some((step) => step.channel === channel));
  if (lacking.length === 0) return [...given];
  const landingSite = await findLandingSiteByUrl(tx, campaign.landingPageUrl);
  const composed = composeSteps({
    objective: campaign.objective,
    channels: lacking,
    template: findTemplate(campaign.templateId),
    assets: await findAssets(tx, campaign.selectedContentAssets),
    landingSite,
  });
  return [...given, ...composed.map((step) => ({ ...step, composedBy: BUILT_IN_ENGINE }))];
}

/** What a language model takes from the texts of a launch; asked before the campaign is held. */
export async function impressionsAtLaunch(
  ctx: Context,
  texts: readonly (StepText & { variants?: readonly StepText[] | undefined })[],
): Promise<Impressions> {
  const { jurisdictions } = await getWorkspace(ctx.db);
  const evidence = await listEvidence(ctx.db);
  const all = texts.flatMap((step) => [step, ...(step.variants ?? [])]);
  return readImpressions(ctx, all, { jurisdictions, evidence });
}

/** Stores the steps, each with what its claims are. Notes in the log when the engine wrote what is new. */
export async function writeSteps(
  ctx: Context,
  tx: Transaction,
  campaign: CampaignRow,
  wanted: readonly WantedStep[],
  { approval, impressions }: { approval: Approval | undefined; impressions: Impressions | undefined },
): Promise<Pick<StepPlan, 'retired' | 'retested'>> {
  const known = await listSteps(tx, [campaign.id], { withRetired: true });
  const plan = planSteps(campaign.id, known, wanted);
  const { jurisdictions } = await getWorkspace(tx);
  const evidence = await listEvidence(tx);
  const rows = judgeSteps(plan.rows, known, { jurisdictions, evidence, approval, impressions });
  await saveSteps(tx, rows);
  await recordOverrides(tx, campaign, { rows, known, approval });
  const isNews = plan.rows.some(
    (row) => row.composedBy !== null && known.find((step) => step.id === row.id)?.body !== row.body,
  );
  if (isNews) {
    await recordEvents(ctx, tx, [
      {
        type: 'campaign.composed',
        campaignId: campaign.id,
        data: { by: BUILT_IN_ENGINE },
        isDemo: campaign.isDemo,
      },
    ]);
  }
  return plan;
}

/** Keeps who let which words leave, and why. */
async function recordOverrides(
  tx: Transaction,
  { id }: CampaignRow,
  { rows, known, approval }: { rows: JudgedStep[]; known: StepRow[]; approval: Approval | undefined },
): Promise<void> {
  if (approval === undefined) return;
  const knownSince = new Set(known.flatMap(textsOfStep).map(({ override }) => override?.at));
  const overridden = rows.flatMap((row) =>
    [row, ...row.variants]
      .filter(({ override }) => override && !knownSince.has(override.at))
      .map(({ claims, override }) => ({ channel: row.channel, claims, override })),
  );
  if (overridden.length === 0) return;
  await recordAudit(tx, {
    actor: approval.actor,
    action: 'claims.overridden',
    subject: { kind: 'campaign', id },
    reason: approval.reason,
    details: {
      // The words of the claims, not the texts: those are kept with what leaves, and erased with it.
      findings: overridden.flatMap(({ channel, claims, override }) =>
        [...(claims?.subject ?? []), ...(claims?.body ?? [])]
          .filter(({ rule }) => override?.rules.includes(rule))
          .map(({ rule, jurisdictions, excerpt }) => ({ channel, rule, jurisdictions, excerpt })),
      ),
    },
  });
}

/**
 * The author's steps after a change: those given; else those there are, as far as their channel is still chosen.
 * What the engine wrote is left out, because it writes again from the new objective.
 */
export function givenSteps(
  after: Pick<CampaignRow, 'channels'>,
  change: Pick<z.output<typeof CampaignChange>, 'steps'>,
  known: readonly StepRow[],
): WantedStep[] {
  if (change.steps !== undefined) return change.steps.map((step) => ({ ...step, composedBy: null }));
  return known
    .filter((step) => step.composedBy === null && after.channels.includes(step.channel))
    .map((step) => ({
      channel: step.channel,
      delayHours: step.delayHours,
      ...(step.subject === null ? {} : { subject: step.subject }),
      body: step.body,
      variants: step.variants.flatMap(({ letter, subject, body }) =>
        letter === 'A' ? [] : [{ letter, body, ...(subject === null ? {} : { subject }) }],
      ),
      ...(step.test === null ? {} : { test: step.test }),
      composedBy: null,
    }));
}
