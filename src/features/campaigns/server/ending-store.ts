import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { CampaignReason } from '../contract-pauses.ts';
import { COMES_BACK, UNSETTLED } from '../rules-message-states.ts';

/** Demo campaigns keep the state they were seeded with. */
const MAY_END = sql`status = 'active' and deleted_at is null and not needs_expansion and not is_demo`;

/** Ends campaigns that have nothing left to send and whose time to answer has passed. Answers the ids. */
export async function completeCampaigns(tx: Queryable, responseDays: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`update campaigns set status = 'completed', completed_at = now(), updated_at = now()
      where ${MAY_END} and launched_at < now() - make_interval(days => ${responseDays})
        and not exists (
          select 1 from messages where messages.campaign_id = campaigns.id
            and (messages.status in ${sql.raw(UNSETTLED)}
              or messages.sent_at > now() - make_interval(days => ${responseDays})))
      returning id`,
  );
  return rows.map((row) => row.id);
}

/** Of which campaigns it is asked; of all of them where nothing is named. */
export type LeftOut = { campaignId?: string; messageIds?: readonly string[] };

/**
 * Ends campaigns all of whose people were left out, since nobody can answer them either. `expanded_to` says that it has met
 * somebody: one that was launched to empty groups goes on, whoever came into them since. So does one in which a mended
 * address or an undone deletion brings somebody back. Answers the ids.
 */
export async function completeLeftOut(tx: Queryable, { campaignId, messageIds }: LeftOut): Promise<string[]> {
  const among =
    campaignId !== undefined
      ? sql`and id = ${campaignId}::uuid`
      : messageIds !== undefined
        ? sql`and id in (select campaign_id from messages where id = any(${sql.param([...messageIds])}::uuid[]))`
        : sql``;
  const rows = await rowsOf<{ id: string }>(
    tx,
    // Whether anything is queued is looked up in an index; what was skipped may be a hundred thousand messages.
    sql`with idle as materialized (
      select id from campaigns where ${MAY_END} and expanded_to is not null ${among}
        and not exists (select 1 from messages where messages.campaign_id = campaigns.id and is_queued)
    )
    update campaigns set status = 'completed', completed_at = now(), updated_at = now(), reason = ${'all_left_out' satisfies CampaignReason},
        details = null
      where id in (select id from idle) and ${MAY_END}
        and not exists (
          select 1 from messages where messages.campaign_id = campaigns.id
            and (messages.status <> 'skipped' or messages.reason = any(${sql.param(COMES_BACK.withDetails)}::text[])))
      returning id`,
  );
  return rows.map((row) => row.id);
}
