import { AppError } from '#kit/errors.ts';
import type { Queryable, Transaction } from '#platform/db.ts';
import type { Campaign } from '../contract.ts';
import { type CampaignRow, findCampaignRow, lockCampaignRow } from './campaign-store.ts';
import { readCampaigns } from './campaign-view.ts';

/** What of a campaign's screens a change of it makes old. */
export const CAMPAIGN_TOPICS = ['campaigns', 'messages', 'events', 'activity', 'usage'] as const;

/** A campaign as people see it; throws where it is gone. */
export async function getCampaign(from: Queryable, id: string): Promise<Campaign> {
  const row = await findCampaignRow(from, id);
  if (!row || row.deletedAt !== null) throw campaignNotFound();
  const [campaign] = await readCampaigns(from, [row]);
  if (!campaign) throw campaignNotFound();
  return campaign;
}

/** Holds it until the transaction ends; throws where it is gone. */
export async function lockCampaign(tx: Transaction, id: string): Promise<CampaignRow> {
  const row = await lockCampaignRow(tx, id);
  if (!row || row.deletedAt !== null) throw campaignNotFound();
  return row;
}

export function assertNotArchived({ archivedAt }: CampaignRow): void {
  if (archivedAt !== null)
    throw new AppError('refused', 'It is in the archive. Take it out first.', { reason: 'archived' });
}

export function campaignNotFound(): AppError {
  return new AppError('not_found', 'This campaign does not exist any more.');
}
