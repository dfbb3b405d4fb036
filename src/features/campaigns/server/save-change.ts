import { isDeepStrictEqual } from 'node:util';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { approvalOf } from '#features/compliance/server/claims-gate.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Campaign, CampaignChange } from '../contract.ts';
import { findTemplate } from '../rules-templates.ts';
import { admitNames, assertApproved, assertKnown, assertNoProblems } from './campaign-checks.ts';
import {
  type CampaignRow,
  listSteps,
  type StepRow,
  skipMessagesOfGroups,
  skipMessagesOfSteps,
  updateCampaignRow,
} from './campaign-store.ts';
import { slugOf, utmColumns } from './campaign-utm.ts';
import { assertNotArchived, CAMPAIGN_TOPICS, getCampaign } from './campaign-view.ts';
import type { Impressions } from './composing/net-impression.ts';
import { hoursFromLaunch, wordsOfStep } from './composing/steps.ts';
import { givenSteps, wantedSteps, writeSteps } from './composing/write-steps.ts';
import { reviveMessages } from './recipients/recipient-store.ts';
import { rescheduleMessages } from './recipients/schedule-store.ts';
import { recheckMessages } from './recipients/variant-assignment.ts';
import { recordLaunch, startSending } from './start-sending.ts';

/** Stores a change of the locked campaign; status active launches a draft. A change of an older version is a conflict. */
export async function saveChange(
  ctx: Context,
  tx: Transaction,
  before: CampaignRow,
  {
    change,
    actor,
    impressions,
  }: { change: CampaignChange; actor: Actor; impressions: Impressions | undefined },
): Promise<Campaign> {
  const { id } = before;
  const approval = approvalOf(change.overrideReason, actor);
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
    tx,
    after.selectedContentAssets.filter((asset) => isLaunch || !before.selectedContentAssets.includes(asset)),
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
    await recordEvents(ctx, tx, [{ type: 'campaign.resumed', campaignId: id, isDemo: before.isDemo }]);
  if (before.status !== 'draft')
    await recordChange(tx, { before, after, known, now: await listSteps(tx, [id]), actor });
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

/** Of a campaign that had been launched: who changed what of it. */
async function recordChange(
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
  await recordAudit(tx, {
    actor,
    action: 'campaign.changed',
    subject: { kind: 'campaign', id: before.id },
    details: { changed },
  });
}

/** The editable columns after a change. */
function mergeChange(before: CampaignRow, change: CampaignChange) {
  const template = change.templateId === undefined ? undefined : findTemplate(change.templateId);
  return {
    id: before.id,
    name: change.name ?? before.name,
    objective: change.objective ?? before.objective,
    targetGroups: [...new Set(change.targetGroups ?? before.targetGroups)],
    landingPageUrl: change.landingPageUrl ?? before.landingPageUrl,
    selectedContentAssets: [...new Set(change.selectedContentAssets ?? before.selectedContentAssets)],
    channels: [...new Set(change.channels ?? before.channels)],
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
