import { lt } from 'drizzle-orm';
import { newId } from '#kit/id.ts';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import type { EventType } from '../contract.ts';
import type { NewEvent, RecordedEvent } from './event-subscribers.ts';
import { NO_CAMPAIGN, pageEventIds } from './tables.ts';

/** The two rollups with the bucket that an event of `occurred_at` counts into. */
const ROLLUPS = [
  {
    table: sql.raw('event_rollups'),
    bucket: sql.raw(`date_bin('15 minutes', occurred_at, '2000-01-01T00:00:00Z')`),
  },
  { table: sql.raw('event_days'), bucket: sql.raw(`date_bin('1 day', occurred_at, '2000-01-01T00:00:00Z')`) },
] as const;
type Rollup = (typeof ROLLUPS)[number];

/** Counts the rows of a table of events by bucket, campaign and type. */
const countedFrom = (table: string, { bucket }: Rollup) => sql`
  select ${bucket} as bucket, coalesce(campaign_id, ${NO_CAMPAIGN}::uuid) as campaign_id, type, count(*) as count,
    coalesce(sum(value_cents), 0) as value_cents
  from ${sql.raw(table)} group by 1, 2, 3`;

/** Adds appended events to a rollup. */
const addTo = (
  rollup: Rollup,
) => sql`insert into ${rollup.table} as r (bucket, campaign_id, type, count, value_cents)
  ${countedFrom('appended', rollup)}
  order by 2, 3, 1 -- one order everywhere, so that two transactions cannot deadlock
  on conflict (campaign_id, type, bucket) do update
    set count = r.count + excluded.count, value_cents = r.value_cents + excluded.value_cents`;

/**
 * Appends events and counts them into both rollups in one statement. Answers those that were new: an event
 * whose id and instant are there already is neither stored nor counted again.
 */
export async function insertEvents(tx: Queryable, given: readonly NewEvent[]): Promise<RecordedEvent[]> {
  if (given.length === 0) return [];
  const now = new Date();
  const rows = given.map((event) => ({
    id: event.id ?? newId(now.getTime()),
    type: event.type,
    occurredAt: event.occurredAt ?? now,
    campaignId: event.campaignId ?? null,
    leadId: event.leadId ?? null,
    messageId: event.messageId ?? null,
    channel: event.channel ?? null,
    valueCents: event.valueCents ?? null,
    data: event.data ?? {},
    isDemo: event.isDemo ?? false,
  }));
  const inserted = await rowsOf<{ id: string }>(
    tx,
    sql`with given as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
          "id" uuid, "type" text, "occurredAt" timestamptz, "campaignId" uuid, "leadId" uuid, "messageId" uuid,
          "channel" text, "valueCents" integer, "data" jsonb, "isDemo" boolean)
      ), appended as (
        insert into events (id, type, occurred_at, campaign_id, lead_id, message_id, channel, value_cents, data, is_demo)
        select "id", "type", "occurredAt", "campaignId", "leadId", "messageId", "channel", "valueCents", "data", "isDemo"
        from given
        on conflict do nothing
        returning id, type, occurred_at, campaign_id, value_cents
      ), counted as (${addTo(ROLLUPS[0])}
      ), counted_by_day as (${addTo(ROLLUPS[1])}
      )
      select id from appended`,
  );
  const isNew = new Set(inserted.map((row) => row.id));
  return rows.filter((row) => isNew.has(row.id));
}

export type TypeChange = {
  id: string;
  occurredAt: Date;
  from: EventType;
  to: EventType;
  /** Added to the event's data. */
  data?: Record<string, unknown>;
};

/**
 * Makes events others than they were, and both rollups with them, in one statement. Answers the ids of those that were
 * still of the type that they change from.
 */
export async function changeTypes(tx: Queryable, changes: readonly TypeChange[]): Promise<Set<string>> {
  if (changes.length === 0) return new Set();
  const side = (type: string, sign: string) =>
    sql.raw(`select occurred_at, campaign_id, ${type} as type, ${sign} as sign, value_cents from changed`);
  const moved = ({
    table,
    bucket,
  }: Rollup) => sql`insert into ${table} as r (bucket, campaign_id, type, count, value_cents)
    select ${bucket}, coalesce(campaign_id, ${NO_CAMPAIGN}::uuid), type, sum(sign), coalesce(sum(sign * value_cents), 0)
    from (${side('was', '-1')} union all ${side('becomes', '1')}) side group by 1, 2, 3
    order by 2, 3, 1 -- the order in which events are counted
    on conflict (campaign_id, type, bucket) do update
      set count = r.count + excluded.count, value_cents = r.value_cents + excluded.value_cents`;
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`with given as (
        select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given(
          "id" uuid, "occurredAt" timestamptz, "from" text, "to" text, "data" jsonb)
      ), changed as (
        update events e set type = given."to", data = e.data || coalesce(given."data", '{}')
        from given where e.occurred_at = given."occurredAt" and e.id = given."id" and e.type = given."from"
        returning e.id, e.occurred_at, e.campaign_id, e.value_cents, given."from" as was, given."to" as becomes
      ), counted as (${moved(ROLLUPS[0])}
      ), counted_by_day as (${moved(ROLLUPS[1])}
      )
      select id from changed`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Takes note of ids that senders gave to their events; answers those that were not known. */
export async function claimPageEventIds(tx: Queryable, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .insert(pageEventIds)
    // One order everywhere: two batches that share ids wait for each other instead of locking up.
    .values(ids.toSorted().map((id) => ({ id })))
    .onConflictDoNothing()
    .returning({ id: pageEventIds.id });
  return new Set(rows.map((row) => row.id));
}

export async function purgePageEventIds(db: Queryable, before: Date): Promise<void> {
  await db.delete(pageEventIds).where(lt(pageEventIds.receivedAt, before));
}

export type RollupDifference = {
  bucket: string;
  campaignId: string;
  type: string;
  counted: number;
  stored: number;
};

/**
 * Counts every event anew beside the rollups, in one snapshot: events that come in meanwhile are in both or in neither.
 * Answers at most `limit` differences.
 */
export async function compareRollups(
  db: Queryable,
  limit: number,
): Promise<{ events: number; buckets: number; differences: RollupDifference[] }> {
  // A bucket whose last event became another is left with nothing.
  const isOther = sql.raw(
    `(coalesce(c.count, 0), coalesce(c.value_cents, 0)) <> (coalesce(r.count, 0), coalesce(r.value_cents, 0))`,
  );
  const rows = await rowsOf<RollupDifference & { isTotal: boolean; events: number; buckets: number }>(
    db,
    sql`with counted as materialized (${countedFrom('events', ROLLUPS[0])}
      ), by_day as (${countedFrom('events', ROLLUPS[1])}
      ), compared as (
        select bucket, campaign_id, type, coalesce(c.count, 0) as counted, coalesce(r.count, 0) as stored
        from counted c full join event_rollups r using (bucket, campaign_id, type)
        where ${isOther}
        union all
        select bucket, campaign_id, type, coalesce(c.count, 0), coalesce(r.count, 0)
        from by_day c full join event_days r using (bucket, campaign_id, type)
        where ${isOther}
      )
      select true as "isTotal", (select coalesce(sum(count), 0) from counted)::float8 as events,
        ((select count(*) from event_rollups) + (select count(*) from event_days))::float8 as buckets, null::text as bucket, null::text as "campaignId",
        null::text as type, 0::float8 as counted, 0::float8 as stored
      union all (
        select false, 0, 0, to_char(bucket at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'), campaign_id::text, type,
          counted::float8, stored::float8
        from compared order by bucket limit ${limit})`,
  );
  const total = rows.find(({ isTotal }) => isTotal);
  return {
    events: total?.events ?? 0,
    buckets: total?.buckets ?? 0,
    differences: rows
      .filter(({ isTotal }) => !isTotal)
      .map(({ bucket, campaignId, type, counted, stored }) => ({
        bucket,
        campaignId,
        type,
        counted,
        stored,
      })),
  };
}

/**
 * Makes the days from `since` on equal to their quarters again, which a process of an older version writes alone while
 * it still runs. Safe to repeat.
 */
export async function recountDays(tx: Queryable, since: Date): Promise<void> {
  await tx.execute(sql`lock table event_rollups, event_days in share row exclusive mode`);
  await tx.execute(sql`insert into event_days as d (bucket, campaign_id, type, count, value_cents)
    select date_bin('1 day', bucket, '2000-01-01T00:00:00Z'), campaign_id, type, sum(count), sum(value_cents)
    from event_rollups where bucket >= ${since.toISOString()}::timestamptz group by 1, 2, 3
    on conflict (campaign_id, type, bucket) do update
      set count = excluded.count, value_cents = excluded.value_cents
      where (d.count, d.value_cents) <> (excluded.count, excluded.value_cents)`);
}

/** Counts every event anew. Waits for writers at work and lets new ones wait, so that none is missed or doubled. */
export async function rebuildRollups(tx: Queryable): Promise<void> {
  await tx.execute(sql`lock table event_rollups, event_days in share row exclusive mode`);
  for (const rollup of ROLLUPS) {
    await tx.execute(sql`delete from ${rollup.table}`);
    await tx.execute(
      sql`insert into ${rollup.table} (bucket, campaign_id, type, count, value_cents) ${countedFrom('events', rollup)}`,
    );
  }
}

/**
 * Makes the partition of the month that holds `at`. Events of that month that came before it existed are moved
 * out of the catch-all partition, which would otherwise refuse it.
 */
export async function ensureEventPartition(tx: Transaction, at: Date): Promise<void> {
  const instant = sql`${at.toISOString()}::timestamptz`;
  const [row] = await rowsOf<{ exists: boolean }>(
    tx,
    sql`select to_regclass('events_' || to_char(${instant} at time zone 'UTC', 'YYYY_MM')) is not null as exists`,
  );
  if (row?.exists) return;
  const isOfMonth = sql`date_trunc('month', occurred_at, 'UTC') = date_trunc('month', ${instant}, 'UTC')`;
  await tx.execute(sql`lock table events_other in share row exclusive mode`);
  await tx.execute(sql`create temp table early_events on commit drop as
    select * from events_other where ${isOfMonth}`);
  await tx.execute(sql`delete from events_other where ${isOfMonth}`);
  await tx.execute(sql`select ensure_event_partition(${instant})`);
  await tx.execute(sql`insert into events select * from early_events`);
  await tx.execute(sql`drop table early_events`);
}
