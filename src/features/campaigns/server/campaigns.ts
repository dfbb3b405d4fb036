import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { approvalOf, claimsReady } from '#features/compliance/server/service.ts';
import { utmOf, utmSlug } from '#features/tracking/rules-utm.ts';
import type { Actor, Role } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Campaign, CampaignChange, NewCampaign } from '../contract.ts';
import { campaignProblems } from '../rules.ts';
import { findTemplate } from '../rules-templates.ts';
import {
  type CampaignRow,
  findAssets,
  findCampaignRow,
  findGroups,
  findLandingSiteByUrl,
  insertCampaign,
  listCampaignRows,
  listSteps,
  type StepRow,
  skipMessagesOfGroups,
  skipMessagesOfSteps,
  updateCampaignRow,
} from './campaign-store.ts';
import {
  assertNotArchived,
  CAMPAIGN_TOPICS,
  campaignNotFound,
  getCampaign,
  lockCampaign,
  readCampaigns,
} from './campaign-view.ts';
import { composeCampaign } from './composing/campaign-texts.ts';
import { assertMayLeave } from './composing/claims-gate.ts';
import { admitConditions, type Named } from './composing/condition-gate.ts';
import { hoursFromLaunch, textsOfStep, wordsOfStep } from './composing/steps.ts';
import { givenSteps, impressionsAtLaunch, wantedSteps, writeSteps } from './composing/write-steps.ts';
import { reviveMessages } from './recipients/recipient-store.ts';
import { rescheduleMessages } from './recipients/schedule-store.ts';
import { recheckMessages } from './recipients/variant-assignment.ts';

type Change = z.output<typeof CampaignChange>;

export async function listCampaigns(ctx: Context, filter: { archived: boolean }): Promise<Campaign[]> {
  return readCampaigns(ctx.db, await listCampaignRows(ctx.db, filter));
}

/** Status active launches it: the answer comes at once, the messages follow in the background. */
export async function createCampaign(
  ctx: Context,
  input: z.output<typeof NewCampaign>,
  actor: Actor,
): Promise<Campaign> {
  await claimsReady();
  const impressions =
    input.status === 'active' ? await impressionsAtLaunch(ctx, input.steps ?? []) : undefined;
  return inTransaction(ctx.db, async (tx) => {
    const approval = approvalOf(input.overrideReason, actor);
    assertNoProblems(input, input.status);
    await assertKnown(tx, input.targetGroups, input.selectedContentAssets);
    await assertApproved(ctx, tx, input.selectedContentAssets);
    const id = newId();
    await admitNames(ctx, tx, { id, isAllowed: input.allowsCondition === true, actor }, input);
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
  change: Change,
  actor: Actor,
): Promise<Campaign> {
  await claimsReady();
  const isToLaunch = change.status === 'active' && (await findCampaignRow(ctx.db, id))?.status === 'draft';
  const impressions = isToLaunch
    ? await impressionsAtLaunch(ctx, change.steps ?? (await listSteps(ctx.db, [id])))
    : undefined;
  return inTransaction(ctx.db, async (tx) => {
    const approval = approvalOf(change.overrideReason, actor);
    const before = await lockCampaign(tx, id);
    if (change.version !== undefined && change.version !== before.version) {
      throw new AppError(
        'conflict',
        'Somebody else changed this campaign. Load it again and repeat your change.',
      );
    }
    assertNotArchived(before);
    if (change.status === 'draft' && before.status !== 'draft') {
      throw new AppError('refused', 'A launched campaign cannot become a draft again. Pause it instead.');
    }
    const isLaunch = before.status === 'draft' && change.status === 'active';
    const isRunning = isLaunch || before.status !== 'draft';
    const after = mergeChange(before, change);
    await admitNames(
      ctx,
      tx,
      { id, isAllowed: change.allowsCondition === true, actor },
      {
        ...(after.name === before.name ? {} : { name: after.name }),
        ...(after.landingPageUrl === before.landingPageUrl ? {} : { landingPageUrl: after.landingPageUrl }),
      },
    );
    // A draft is kept unfinished, so what it holds is looked at when it is launched.
    const stored = isLaunch ? await listSteps(tx, [id]) : undefined;
    const steps = change.steps ?? stored?.filter(({ channel }) => after.channels.includes(channel));
    assertNoProblems({ ...after, steps }, isRunning ? 'active' : 'draft');
    await assertKnown(
      tx,
      after.targetGroups.filter((group) => !before.targetGroups.includes(group)),
      after.selectedContentAssets.filter((asset) => !before.selectedContentAssets.includes(asset)),
    );
    await assertApproved(
      ctx,
      tx,
      after.selectedContentAssets.filter(
        (asset) => isLaunch || !before.selectedContentAssets.includes(asset),
      ),
    );
    const known = await listSteps(tx, [id]);
    const { retired, retested } = await writeSteps(
      ctx,
      tx,
      before,
      await wantedSteps(tx, after, givenSteps(after, change, known)),
      { approval, impressions },
    );
    const row = await updateCampaignRow(tx, id, {
      ...after,
      ...utmColumns({
        ...after,
        // Once links have left with it, a new name does not split the figures.
        utmCampaign: isRunning && !isLaunch ? before.utmCampaign : slugOf(after),
      }),
      ...(isLaunch ? { status: 'active' as const, launchedAt: ctx.clock.now() } : {}),
      ...(before.status === 'completed'
        ? { status: 'active' as const, completedAt: null, reason: null, details: null }
        : {}),
      version: before.version + 1,
    });
    if (before.status === 'completed')
      await ctx.tracking.recordEvents(tx, [
        { type: 'campaign.resumed', campaignId: id, isDemo: before.isDemo },
      ]);
    if (before.status !== 'draft')
      await recordChange(ctx, tx, { before, after, known, now: await listSteps(tx, [id]), actor });
    if (isRunning) {
      const removed = before.targetGroups.filter((group) => !after.targetGroups.includes(group));
      await skipMessagesOfGroups(tx, id, removed);
      await skipMessagesOfSteps(tx, id, retired);
      const isRevived = await reviveMessages(tx, row);
      if (!isLaunch) await reschedule(tx, { before, after: row, known });
      if (isLaunch) await recordLaunch(ctx, tx, row, actor);
      const isNewText = await startSending(ctx, tx, row, actor.role);
      // What comes back has missed what changed meanwhile: texts, verdicts, whom a test makes wait.
      if ((isNewText || isRevived || retested.length > 0) && !isLaunch) await recheckMessages(ctx, tx, row);
    }
    await announce(tx, CAMPAIGN_TOPICS);
    return getCampaign(tx, id);
  });
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

/** Where the workspace takes approved content alone, nothing else gets into a campaign, nor out with it. */
async function assertApproved(ctx: Context, tx: Transaction, assetIds: string[]): Promise<void> {
  if (assetIds.length === 0 || !(await ctx.settings.getWorkspace(tx)).approvedContentOnly) return;
  const [open] = (await findAssets(tx, assetIds)).filter(({ status }) => status !== 'approved');
  if (!open) return;
  const message = `“${open.name}” is not approved. Have it approved in the library, or choose another.`;
  throw new AppError('invalid_input', message, { fields: { selectedContentAssets: message } });
}

/**
 * From here on the workers turn people into messages and send them, unless a claim keeps a text from leaving.
 * Answers whether a text reads differently than before.
 */
async function startSending(
  ctx: Context,
  tx: Transaction,
  campaign: CampaignRow,
  role: Role,
): Promise<boolean> {
  assertMayLeave(await listSteps(tx, [campaign.id]), role);
  const isNewText = await composeCampaign(ctx, tx, campaign);
  await updateCampaignRow(tx, campaign.id, { needsExpansion: true, expandedTo: null });
  await ctx.wakeDelivery(tx);
  return isNewText;
}

/** Of what is new: an address that stands among the landing pages has been allowed there. */
async function admitNames(
  ctx: Context,
  tx: Transaction,
  { id, isAllowed, actor }: { id: string; isAllowed: boolean; actor: Actor },
  { name, landingPageUrl }: { name?: string; landingPageUrl?: string },
): Promise<void> {
  const isKnownPage =
    landingPageUrl !== undefined && (await findLandingSiteByUrl(tx, landingPageUrl)) !== undefined;
  const named: Named[] = [
    ...(name === undefined ? [] : [{ field: 'name', place: 'campaign' as const, text: name }]),
    ...(landingPageUrl === undefined || isKnownPage
      ? []
      : [{ field: 'landingPageUrl', place: 'address' as const, text: landingPageUrl }]),
  ];
  await admitConditions(tx, ctx.compliance, { named, actor, isAllowed, subject: { kind: 'campaign', id } });
}

/** What waits follows a change of the start, the window or the days between steps. */
async function reschedule(
  tx: Transaction,
  { before, after, known }: { before: CampaignRow; after: CampaignRow; known: readonly StepRow[] },
): Promise<void> {
  const is = await listSteps(tx, [after.id]);
  const hours = hoursFromLaunch(is);
  const times = is.map(({ id, delayHours }, place) => ({
    id,
    place,
    hours: hours.get(id) ?? 0,
    addedHours: delayHours - (known.find((step) => step.id === id)?.delayHours ?? delayHours),
  }));
  const isAsBefore =
    before.startsAt?.getTime() === after.startsAt?.getTime() &&
    isDeepStrictEqual(before.sendWindow, after.sendWindow) &&
    times.every(({ addedHours }) => addedHours === 0);
  if (!isAsBefore) await rescheduleMessages(tx, after.id, times);
}

async function recordLaunch(
  ctx: Context,
  tx: Transaction,
  { id, isDemo }: CampaignRow,
  actor: Actor,
): Promise<void> {
  const steps = await listSteps(tx, [id]);
  await ctx.compliance.recordAudit(tx, {
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
  await ctx.tracking.recordEvents(tx, [{ type: 'campaign.launched', campaignId: id, isDemo }]);
}

/** Of a campaign that had been launched: who changed what of it. */
async function recordChange(
  ctx: Context,
  tx: Transaction,
  {
    before,
    after,
    known,
    now,
    actor,
  }: {
    before: CampaignRow;
    after: ReturnType<typeof mergeChange>;
    known: readonly StepRow[];
    now: readonly StepRow[];
    actor: Actor;
  },
): Promise<void> {
  const changed = changedParts(before, after);
  if (!isDeepStrictEqual(known.map(wordsOfStep), now.map(wordsOfStep))) changed.push('messages');
  if (changed.length === 0) return;
  await ctx.compliance.recordAudit(tx, {
    actor,
    action: 'campaign.changed',
    subject: { kind: 'campaign', id: before.id },
    details: { changed },
  });
}

function assertNoProblems(form: Parameters<typeof campaignProblems>[0], status: 'draft' | 'active'): void {
  const fields = campaignProblems(form, status === 'active' ? 'launch' : 'draft');
  const [first] = Object.values(fields);
  if (first !== undefined) throw new AppError('invalid_input', first, { fields });
}

async function assertKnown(tx: Transaction, groupIds: string[], assetIds: string[]): Promise<void> {
  const groups = await findGroups(tx, groupIds);
  if (unique(groupIds).length !== groups.length) {
    const message = 'One of the lead groups does not exist any more.';
    throw new AppError('invalid_input', message, { fields: { targetGroups: message } });
  }
  const assets = await findAssets(tx, unique(assetIds));
  if (unique(assetIds).length !== assets.length) {
    const message = 'One of the content assets does not exist any more.';
    throw new AppError('invalid_input', message, { fields: { selectedContentAssets: message } });
  }
}

/** The editable columns after a change. */
function mergeChange(before: CampaignRow, change: Change) {
  const template = change.templateId === undefined ? undefined : findTemplate(change.templateId);
  return {
    id: before.id,
    name: change.name ?? before.name,
    objective: change.objective ?? before.objective,
    targetGroups: unique(change.targetGroups ?? before.targetGroups),
    landingPageUrl: change.landingPageUrl ?? before.landingPageUrl,
    selectedContentAssets: unique(change.selectedContentAssets ?? before.selectedContentAssets),
    channels: unique(change.channels ?? before.channels),
    templateId: template?.id ?? before.templateId,
    targetSegment: template?.targetSegment ?? before.targetSegment,
    skipsBusyPeople: change.skipsBusyPeople ?? before.skipsBusyPeople,
    sendWindow: change.sendWindow === undefined ? before.sendWindow : change.sendWindow,
    startsAt:
      change.startsAt === undefined ? before.startsAt : change.startsAt ? new Date(change.startsAt) : null,
  };
}

/** The fields as a person knows them. */
const PART_WORDS = {
  name: 'name',
  objective: 'objective',
  targetGroups: 'lead groups',
  landingPageUrl: 'landing page',
  selectedContentAssets: 'content',
  channels: 'channels',
  templateId: 'template',
  skipsBusyPeople: 'who is left out',
  sendWindow: 'send window',
  startsAt: 'start',
} as const satisfies Partial<Record<keyof ReturnType<typeof mergeChange>, string>>;

function changedParts(before: CampaignRow, after: ReturnType<typeof mergeChange>): string[] {
  return Object.entries(PART_WORDS).flatMap(([part, words]) => {
    const [was, is] = [before, after].map(
      (campaign) => Object.entries(campaign).find(([key]) => key === part)?.[1],
    );
    return isDeepStrictEqual(was, is) ? [] : [words];
  });
}

/** The campaign's name as it stands in links. */
export function slugOf({ id, name }: Pick<CampaignRow, 'id' | 'name'>): string {
  return utmSlug(name, `campaign-${id.slice(-6)}`);
}

/** The UTM values with which links leave. */
export function utmColumns({
  landingPageUrl,
  templateId,
  utmCampaign,
}: Pick<CampaignRow, 'landingPageUrl' | 'templateId' | 'utmCampaign'>) {
  const template = findTemplate(templateId);
  const utm = utmOf(landingPageUrl, {
    source: template?.utmSource ?? 'yarrow',
    medium: template?.utmMedium ?? 'email',
    campaign: utmCampaign,
  });
  return { utmSource: utm.source, utmMedium: utm.medium, utmCampaign: utm.campaign };
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
