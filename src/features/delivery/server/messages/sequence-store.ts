import { because, WAITING } from '#features/campaigns/rules-message-states.ts';
import type { StopReason } from '#features/campaigns/rules-sequence.ts';
import { type Queryable, sql } from '#platform/db.ts';

export type NewStop = { campaignId: string; leadId: string; reason: StopReason };

/**
 * The first reason stays, but for a complaint, which says more than any other; the time is that of the last. People who
 * are gone are left out.
 */
export async function insertStops(tx: Queryable, stops: readonly NewStop[]): Promise<void> {
  await tx.execute(sql`insert into sequence_stops (campaign_id, lead_id, reason)
    select distinct on (1, 2) "campaignId", "leadId", "reason"
    from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as given("campaignId" uuid, "leadId" uuid, "reason" text)
    where exists (select 1 from leads where id = "leadId") and exists (select 1 from campaigns where id = "campaignId")
    order by 1, 2
    on conflict (campaign_id, lead_id) do update set at = excluded.at,
      reason = case excluded.reason when 'complained' then excluded.reason else sequence_stops.reason end`);
}

/** Takes the further steps of these people out of what waits. */
export async function skipStopped(
  tx: Queryable,
  stops: readonly Pick<NewStop, 'campaignId' | 'leadId'>[],
  reason: StopReason,
): Promise<void> {
  await tx.execute(sql`update messages set status = 'skipped', ${sql.raw(because(reason))}
    from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as given("campaignId" uuid, "leadId" uuid)
    where messages.campaign_id = "campaignId" and messages.lead_id = "leadId" and follows_step_id is not null
      and status in ${sql.raw(WAITING)}`);
}
