import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { CampaignReason, Pause, PauseReason } from '../contract-pauses.ts';
import { COMES_BACK, UNSETTLED } from '../rules-message-states.ts';
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
