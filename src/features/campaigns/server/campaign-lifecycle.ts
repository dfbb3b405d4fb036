import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { claimsReady } from '#features/compliance/server/claims-ready.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Campaign } from '../contract.ts';
import { canPause, canResume, RESPONSE_DAYS } from '../rules.ts';
import { endCampaigns } from './automatic-pause.ts';
import { listSteps, lockCampaignRow, postponeFollowUps, updateCampaignRow } from './campaign-store.ts';
import {
  assertNotArchived,
  CAMPAIGN_TOPICS,
  campaignNotFound,
  getCampaign,
  lockCampaign,
} from './campaign-view.ts';
import { assertMayLeave, judgeSteps } from './composing/claims-gate.ts';
import { listReputations } from './pause-store.ts';
import { recheckMessages } from './recipients/variant-assignment.ts';

/** Holds from the moment this answers: nothing of the campaign begins later than a second after. */
export function pauseCampaign(ctx: Context, id: string, actor: Actor): Promise<Campaign> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockCampaign(tx, id);
    if (row.status !== 'paused') {
      if (!canPause(row.status)) throw new AppError('refused', 'Only a running campaign can be paused.');
      await updateCampaignRow(tx, id, {
        status: 'paused',
        pausedAt: ctx.clock.now(),
        reason: null,
        details: null,
      });
      await recordDeed(tx, { id, actor, deed: 'paused' });
      await recordEvents(ctx, tx, [{ type: 'campaign.paused', campaignId: id, isDemo: row.isDemo }]);
      await announce(tx, CAMPAIGN_TOPICS);
    }
    return getCampaign(tx, id);
  });
}

/** Goes on where it stopped; follow-ups keep their distance. */
export async function resumeCampaign(ctx: Context, id: string, actor: Actor): Promise<Campaign> {
  await claimsReady();
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockCampaign(tx, id);
    if (row.status !== 'active') {
      assertNotArchived(row);
      if (!canResume(row.status)) throw new AppError('refused', 'Only a paused campaign can be resumed.');
      // The workspace may write to other regions by now.
      const steps = await listSteps(tx, [id]);
      const { jurisdictions } = await getWorkspace(tx);
      // Evidence answers warnings, and those keep nothing from leaving.
      const judged = judgeSteps(steps, steps, { jurisdictions, evidence: [], approval: undefined });
      assertMayLeave(judged, actor.role);
      const isJudgedElsewhere = steps.some(({ claims }) =>
        jurisdictions.some((region) => !claims?.jurisdictions.includes(region)),
      );
      if (isJudgedElsewhere) await recheckMessages(ctx, tx, row);
      const [reputation] =
        row.reason === 'bounces' || row.reason === 'complaints' ? await listReputations(tx, [id]) : [];
      await updateCampaignRow(tx, id, {
        status: 'active',
        pausedAt: null,
        reason: null,
        details: null,
        ...(reputation && { answeredFor: reputation.counts }),
      });
      if (row.pausedAt) await postponeFollowUps(tx, id, row.pausedAt);
      await recordDeed(tx, { id, actor, deed: 'resumed' });
      await recordEvents(ctx, tx, [{ type: 'campaign.resumed', campaignId: id, isDemo: row.isDemo }]);
      await ctx.wakeDelivery(tx);
      await announce(tx, CAMPAIGN_TOPICS);
    }
    return getCampaign(tx, id);
  });
}

/** Puts away what does not run; doing it again changes nothing. */
export function archiveCampaign(ctx: Context, id: string): Promise<Campaign> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockCampaign(tx, id);
    if (row.archivedAt === null) {
      if (row.status === 'active')
        throw new AppError('refused', 'A running campaign cannot be archived. Pause it first.');
      await updateCampaignRow(tx, id, { archivedAt: ctx.clock.now() });
      await announce(tx, CAMPAIGN_TOPICS);
    }
    return getCampaign(tx, id);
  });
}

export function unarchiveCampaign(ctx: Context, id: string): Promise<Campaign> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockCampaign(tx, id);
    if (row.archivedAt !== null) {
      await updateCampaignRow(tx, id, { archivedAt: null });
      await announce(tx, CAMPAIGN_TOPICS);
    }
    return getCampaign(tx, id);
  });
}

/** Hides and stops it. What is in the air still arrives. */
export function deleteCampaign(ctx: Context, id: string, actor: Actor): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockCampaign(tx, id);
    const isRunning = row.status === 'active';
    await updateCampaignRow(tx, id, {
      deletedAt: ctx.clock.now(),
      ...(isRunning ? { status: 'paused' as const, pausedAt: ctx.clock.now() } : {}),
    });
    await recordDeed(tx, { id, actor, deed: 'deleted' });
    // Brought back it is paused, and has been since now.
    if (isRunning)
      await recordEvents(ctx, tx, [{ type: 'campaign.paused', campaignId: id, isDemo: row.isDemo }]);
    await announce(tx, CAMPAIGN_TOPICS);
  });
}

/** Undo of `deleteCampaign`. A campaign that was running comes back paused, so that nothing leaves unseen. */
export function restoreCampaign(ctx: Context, id: string, actor: Actor): Promise<Campaign> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockCampaignRow(tx, id);
    if (!row) throw campaignNotFound();
    if (row.deletedAt !== null) {
      await updateCampaignRow(tx, id, { deletedAt: null });
      await recordDeed(tx, { id, actor, deed: 'restored' });
      await announce(tx, CAMPAIGN_TOPICS);
    }
    return getCampaign(tx, id);
  });
}

/** Ends campaigns that have nothing left to send and whose time to answer is over, or whom nobody can answer. */
export function completeCampaigns(ctx: Context): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    if (await endCampaigns(ctx, tx, RESPONSE_DAYS)) await announce(tx, CAMPAIGN_TOPICS);
  });
}

function recordDeed(
  tx: Transaction,
  { id, actor, deed }: { id: string; actor: Actor; deed: 'paused' | 'resumed' | 'deleted' | 'restored' },
): Promise<void> {
  return recordAudit(tx, {
    actor,
    action: `campaign.${deed}`,
    subject: { kind: 'campaign', id },
  });
}
