import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import type { CampaignReasonDetails, Pause } from '../contract-pauses.ts';
import { withoutAddresses } from '../rules-pause-words.ts';
import { reputationPause, reputationSince } from '../rules-schedule.ts';
import {
  completeCampaigns,
  completeLeftOut,
  haltCampaigns,
  type LeftOut,
  listReputations,
  pauseRestored,
} from './pause-store.ts';

async function tell(
  ctx: Pick<Context, 'eventSubscribers'>,
  tx: Transaction,
  ids: readonly string[],
): Promise<boolean> {
  await recordEvents(
    ctx,
    tx,
    ids.map((campaignId) => ({ type: 'campaign.completed' as const, campaignId })),
  );
  return ids.length > 0;
}

/** Ends those of these campaigns all of whose people were left out; true when there was one. */
export async function endLeftOut(
  ctx: Pick<Context, 'eventSubscribers'>,
  tx: Transaction,
  among: LeftOut,
): Promise<boolean> {
  return tell(ctx, tx, await completeLeftOut(tx, among));
}

/** Ends campaigns that have nothing left to send and whose time to answer is over, or whom nobody can answer. */
export async function endCampaigns(
  ctx: Pick<Context, 'eventSubscribers'>,
  tx: Transaction,
  responseDays: number,
): Promise<boolean> {
  return tell(ctx, tx, [...(await completeLeftOut(tx, {})), ...(await completeCampaigns(tx, responseDays))]);
}

/** Pauses those that run; true when there was one. */
export async function pauseRunning(
  ctx: Context,
  tx: Transaction,
  campaignIds: readonly string[],
  pause: Pause,
): Promise<boolean> {
  const halted = await haltCampaigns(tx, [...new Set(campaignIds)], pause);
  await recordEvents(
    ctx,
    tx,
    halted.map((campaignId) => ({ type: 'campaign.paused' as const, campaignId, data: pause })),
  );
  const { answer, mailbox } = pause.details;
  const nameless: CampaignReasonDetails = {
    ...pause.details,
    ...(answer === undefined ? {} : { answer: withoutAddresses(answer) }),
    ...(mailbox === undefined ? {} : { mailbox: withoutAddresses(mailbox) }),
  };
  for (const id of halted) {
    await recordAudit(tx, {
      actor: null,
      action: 'campaign.paused',
      subject: { kind: 'campaign', id },
      // It may name a mailbox, and the trail is for good.
      details: { reason: pause.reason, details: nameless },
    });
  }
  return halted.length > 0;
}

/** Pauses those of these campaigns whose mails come back or are reported too often. */
export async function guardReputation(
  ctx: Context,
  tx: Transaction,
  campaignIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(campaignIds)];
  if (ids.length === 0) return;
  for (const { campaignId, counts, answeredFor } of await listReputations(tx, ids)) {
    const pause = reputationPause(reputationSince(counts, answeredFor));
    if (pause !== undefined) await pauseRunning(ctx, tx, [campaignId], pause);
  }
}

/** After a backup was restored nothing leaves until people resume their campaigns. Answers how many were running. */
export async function pauseRestoredCampaigns(ctx: Context, tx: Transaction): Promise<number> {
  const paused = await pauseRestored(tx);
  await recordEvents(
    ctx,
    tx,
    paused.map(({ id, isDemo }) => ({ type: 'campaign.paused' as const, campaignId: id, isDemo })),
  );
  for (const { id } of paused) {
    await recordAudit(tx, {
      actor: null,
      action: 'campaign.paused',
      subject: { kind: 'campaign', id },
      details: { reason: 'restored' },
    });
  }
  return paused.length;
}
