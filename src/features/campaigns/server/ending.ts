import type { Tracking } from '#features/tracking/server/service.ts';
import type { Transaction } from '#platform/db.ts';
import { completeCampaigns, completeLeftOut, type LeftOut } from './ending-store.ts';

type Told = { tracking: Pick<Tracking, 'recordEvents'> };

async function tell({ tracking }: Told, tx: Transaction, ids: readonly string[]): Promise<boolean> {
  await tracking.recordEvents(
    tx,
    ids.map((campaignId) => ({ type: 'campaign.completed' as const, campaignId })),
  );
  return ids.length > 0;
}

/** Ends those of these campaigns all of whose people were left out; true when there was one. */
export async function endLeftOut(told: Told, tx: Transaction, among: LeftOut): Promise<boolean> {
  return tell(told, tx, await completeLeftOut(tx, among));
}

/** Ends campaigns that have nothing left to send and whose time to answer is over, or whom nobody can answer. */
export async function endCampaigns(told: Told, tx: Transaction, responseDays: number): Promise<boolean> {
  return tell(told, tx, [...(await completeLeftOut(tx, {})), ...(await completeCampaigns(tx, responseDays))]);
}
