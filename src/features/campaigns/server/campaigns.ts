import { approvalOf } from '#features/compliance/server/claims-gate.ts';
import { claimsReady } from '#features/compliance/server/claims-ready.ts';
import type { Actor } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Campaign, CampaignChange, NewCampaign } from '../contract.ts';
import { findTemplate } from '../rules-templates.ts';
import { admitNames, assertApproved, assertKnown, assertNoProblems } from './campaign-checks.ts';
import {
  findAssets,
  findCampaignRow,
  findGroups,
  insertCampaign,
  listCampaignRows,
  listSteps,
} from './campaign-store.ts';
import { slugOf, utmColumns } from './campaign-utm.ts';
import {
  CAMPAIGN_TOPICS,
  campaignNotFound,
  getCampaign,
  lockCampaign,
  readCampaigns,
} from './campaign-view.ts';
import { givenSteps, impressionsAtLaunch, wantedSteps, writeSteps } from './composing/write-steps.ts';
import { launchCampaign } from './launch-campaign.ts';
import { saveChange } from './save-change.ts';
import { recordLaunch, startSending } from './start-sending.ts';

export async function listCampaigns(ctx: Context, filter: { archived: boolean }): Promise<Campaign[]> {
  return readCampaigns(ctx.db, await listCampaignRows(ctx.db, filter));
}

/** Status active launches it: the answer comes at once, the messages follow in the background. */
export async function createCampaign(ctx: Context, input: NewCampaign, actor: Actor): Promise<Campaign> {
  await claimsReady();
  const impressions =
    input.status === 'active' ? await impressionsAtLaunch(ctx, input.steps ?? []) : undefined;
  return inTransaction(ctx.db, async (tx) => {
    const approval = approvalOf(input.overrideReason, actor);
    assertNoProblems(input, input.status);
    await assertKnown(tx, input.targetGroups, input.selectedContentAssets);
    await assertApproved(tx, input.selectedContentAssets);
    const id = newId();
    await admitNames(tx, { id, isAllowed: input.allowsCondition === true, actor }, input);
    const template = findTemplate(input.templateId);
    const isLaunch = input.status === 'active';
    const row = await insertCampaign(tx, {
      id,
      name: input.name,
      objective: input.objective,
      status: input.status,
      targetGroups: unique(input.targetGroups),
      landingPageUrl: input.landingPageUrl,
      selectedContentAssets: unique(input.selectedContentAssets),
      channels: unique(input.channels),
      templateId: template?.id ?? null,
      targetSegment: template?.targetSegment ?? '',
      ...utmColumns({
        landingPageUrl: input.landingPageUrl,
        templateId: template?.id ?? null,
        utmCampaign: slugOf({ id, name: input.name }),
      }),
      sendWindow: input.sendWindow ?? null,
      startsAt: input.startsAt ? new Date(input.startsAt) : null,
      skipsBusyPeople: input.skipsBusyPeople ?? true,
      launchedAt: isLaunch ? ctx.clock.now() : null,
      createdBy: actor.id,
    });
    const given = (input.steps ?? []).map((step) => ({ ...step, composedBy: null }));
    await writeSteps(ctx, tx, row, await wantedSteps(tx, row, given), { approval, impressions });
    if (isLaunch) {
      await recordLaunch(ctx, tx, row, actor);
      await startSending(ctx, tx, row, actor.role);
    }
    await announce(tx, CAMPAIGN_TOPICS);
    return getCampaign(tx, id);
  });
}

/** Only the given fields change. What has not been sent yet follows a running campaign's new text at once. */
export async function updateCampaign(
  ctx: Context,
  id: string,
  change: CampaignChange,
  actor: Actor,
): Promise<Campaign> {
  if (change.status === 'active' && (await findCampaignRow(ctx.db, id))?.status === 'draft')
    return launchCampaign(ctx, id, change, actor);
  await claimsReady();
  return inTransaction(ctx.db, async (tx) =>
    saveChange(ctx, tx, await lockCampaign(tx, id), { change, actor, impressions: undefined }),
  );
}

/** A draft with the same fields and messages. Overrides stay behind: they were given for what has left. */
export function duplicateCampaign(ctx: Context, id: string, actor: Actor): Promise<Campaign> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await findCampaignRow(tx, id);
    if (!before || before.deletedAt !== null) throw campaignNotFound();
    const known = await listSteps(tx, [id]);
    const copyId = newId();
    const name = `Copy of ${before.name}`.slice(0, 200);
    const row = await insertCampaign(tx, {
      id: copyId,
      name,
      objective: before.objective,
      status: 'draft',
      targetGroups: await findGroups(tx, before.targetGroups),
      landingPageUrl: before.landingPageUrl,
      selectedContentAssets: (await findAssets(tx, before.selectedContentAssets)).map((asset) => asset.id),
      channels: before.channels,
      templateId: before.templateId,
      targetSegment: before.targetSegment,
      ...utmColumns({ ...before, utmCampaign: slugOf({ id: copyId, name }) }),
      sendWindow: before.sendWindow,
      skipsBusyPeople: before.skipsBusyPeople,
      createdBy: actor.id,
    });
    await writeSteps(ctx, tx, row, await wantedSteps(tx, row, givenSteps(row, {}, known)), {
      approval: undefined,
      impressions: undefined,
    });
    await announce(tx, CAMPAIGN_TOPICS);
    return getCampaign(tx, copyId);
  });
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
