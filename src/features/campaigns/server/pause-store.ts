import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { Pause, PauseReason } from '../contract-pauses.ts';
import type { ReputationCounts } from '../rules-schedule.ts';

/** Pauses campaigns without a person; answers those that were running. */
export async function haltCampaigns(
  tx: Queryable,
  ids: readonly string[],
  { reason, details }: Pause,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`update campaigns set status = 'paused', paused_at = now(), reason = ${reason},
        details = ${JSON.stringify(details)}::jsonb, updated_at = now()
      where id = any(${sql.param(ids)}::uuid[]) and status = 'active' returning id`,
  );
  return rows.map((row) => row.id);
}

/**
 * What became of the messages of these campaigns so far, asked with each batch. A message that came back later counts
 * once: its events are two, so what left is counted by message.
 */
export async function listReputations(
  db: Queryable,
  campaignIds: readonly string[],
): Promise<{ campaignId: string; counts: ReputationCounts; answeredFor: ReputationCounts | null }[]> {
  const rows = await rowsOf<ReputationCounts & { campaignId: string; answeredFor: ReputationCounts | null }>(
    db,
    sql`select campaigns.id as "campaignId", answered_for as "answeredFor",
        (select coalesce(sum(case when status = 'bounced' then count else "left" end), 0)::int
          from message_tallies where campaign_id = campaigns.id) as "left",
        coalesce(rollup.bounced, 0)::int as bounced, coalesce(rollup.complained, 0)::int as complained
      from campaigns
      left join lateral (select sum(count) filter (where type = 'message.bounced') as bounced,
          sum(count) filter (where type = 'message.complained') as complained
        from event_rollups
        where campaign_id = campaigns.id and type in ('message.bounced', 'message.complained')) rollup on true
      where campaigns.id = any(${sql.param([...campaignIds])}::uuid[])`,
  );
  return rows.map(({ campaignId, answeredFor, ...counts }) => ({ campaignId, counts, answeredFor }));
}

/**
 * Stops what runs; answers which campaigns. Those whose people were still being turned into messages remember it: whom
 * they meet from here on may have been written to already.
 */
export async function pauseRestored(tx: Queryable): Promise<{ id: string; isDemo: boolean }[]> {
  await tx.execute(sql`update campaigns set restored_at = now() where needs_expansion`);
  return rowsOf(
    tx,
    sql`update campaigns set status = 'paused', paused_at = now(), reason = ${'restored' satisfies PauseReason}, details = null, updated_at = now()
      where status = 'active' returning id, is_demo as "isDemo"`,
  );
}
