import { and, eq, inArray, lt } from 'drizzle-orm';
import { workspace } from '#features/settings/server/tables.ts';
import { newId } from '#kit/id.ts';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import type { EventType } from '../contract.ts';
import { events, NO_CAMPAIGN, pageEventIds, touchpoints, trackedLinks } from './tables.ts';

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

export type NewEvent = {
  /** Given only where a repeat must count once. */
  id?: string;
  type: EventType;
  occurredAt?: Date;
  campaignId?: string | null;
  leadId?: string | null;
  messageId?: string | null;
  channel?: string | null;
  valueCents?: number | null;
  data?: Record<string, unknown>;
  isDemo?: boolean;
};

export type RecordedEvent = Required<NewEvent>;

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

export type NewTouchpoint = typeof touchpoints.$inferInsert;
export type Touchpoint = typeof touchpoints.$inferSelect;

export async function findTouchpoint(db: Queryable, id: string): Promise<Touchpoint | undefined> {
  const [row] = await db.select().from(touchpoints).where(eq(touchpoints.id, id));
  return row;
}

/** As one document: a thousand rows with a parameter for each field take many times the memory and the time. */
export async function insertTouchpoints(tx: Queryable, rows: readonly NewTouchpoint[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`insert into touchpoints (id, campaign_id, lead_id, message_id, channel, contact_hash, is_demo, created_at)
    select "id", "campaignId", "leadId", "messageId", "channel", "contactHash", coalesce("isDemo", false),
      coalesce("createdAt", now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("id" uuid, "campaignId" uuid, "leadId" uuid,
      "messageId" uuid, "channel" text, "contactHash" text, "isDemo" boolean, "createdAt" timestamptz)`);
}

export async function renewTouchpoints(
  tx: Queryable,
  rows: readonly Pick<Touchpoint, 'id' | 'contactHash'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`update touchpoints set contact_hash = given."contactHash"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("id" uuid, "contactHash" text)
    where touchpoints.id = given."id"`);
}

export async function findTouchpoints(db: Queryable, ids: string[]): Promise<Touchpoint[]> {
  return ids.length === 0 ? [] : db.select().from(touchpoints).where(inArray(touchpoints.id, ids));
}

/**
 * Takes note that a mail was opened, or loaded by a machine; undefined where that is known, the mail is none of ours, or
 * the workspace does not count that now.
 */
export async function claimOpen(
  tx: Queryable,
  touchpointId: string,
  { isMachine }: { isMachine: boolean },
): Promise<Touchpoint | undefined> {
  const column = sql.raw(isMachine ? 'preloaded_at' : 'opened_at');
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`update touchpoints set ${column} = now() where id = ${touchpointId} and channel = 'email'
      and campaign_id is not null and ${column} is null
      and exists (select 1 from ${workspace} where counts_opens) returning id`,
  );
  return row && findTouchpoint(tx, row.id);
}

/** When the message of a touchpoint left; undefined when that is not known. */
export async function findSentAt(
  db: Queryable,
  { leadId, messageId }: Touchpoint,
): Promise<Date | undefined> {
  if (leadId === null || messageId === null) return undefined;
  const [row] = await db
    .select({ occurredAt: events.occurredAt })
    .from(events)
    .where(and(eq(events.leadId, leadId), eq(events.messageId, messageId), eq(events.type, 'message.sent')));
  return row?.occurredAt;
}

/** Those of the given ids that belong to a campaign with tracked links. */
export async function findLinkedCampaigns(db: Queryable, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ id: trackedLinks.campaignId })
    .from(trackedLinks)
    .where(inArray(trackedLinks.campaignId, ids));
  return new Set(rows.map((row) => row.id));
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

/** The position of a campaign's link, made when it is new. */
export async function ensureTrackedLink(tx: Queryable, campaignId: string, url: string): Promise<number> {
  const [row] = await rowsOf<{ position: number }>(
    tx,
    sql`with known as (
        select position from tracked_links where campaign_id = ${campaignId} and url = ${url}
      ), added as (
        insert into tracked_links (campaign_id, position, url)
        select ${campaignId}, coalesce(max(position) + 1, 0), ${url} from tracked_links
        where campaign_id = ${campaignId} and not exists (select 1 from known)
        having not exists (select 1 from known)
        returning position
      )
      select position from known union all select position from added`,
  );
  if (!row) throw new Error('the link could not be stored');
  return row.position;
}

export async function findTrackedLink(
  db: Queryable,
  campaignId: string,
  position: number,
): Promise<string | undefined> {
  const [row] = await rowsOf<{ url: string }>(
    db,
    sql`select url from ${trackedLinks} where campaign_id = ${campaignId} and position = ${position}`,
  );
  return row?.url;
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

/** What stays known with the events of somebody who is forgotten: where they were found and in which group they stood. */
export type Forgotten = { id: string; groupId: string | null; platform: string };

/**
 * Leaves of these people's events what is counted, and takes out free text, which may name them. Their lead group and
 * source, which name nobody, come in its place, so that an erasure changes no sum. With `changeTypes` the only change that is
 * made to events.
 */
export async function forgetPeople(tx: Queryable, people: readonly Forgotten[]): Promise<void> {
  const known = people.map(({ id, groupId, platform }) => ({
    id,
    facts: { ...(groupId === null ? {} : { group: groupId }), platform },
  }));
  // The source of an event itself gives way to that of the person, by which it was counted until now.
  await tx.execute(sql`update events set data = (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(data)
      where key in ('from', 'to', 'platform', 'transport', 'agentId', 'communityId', 'undoes', 'amountMinor', 'currency',
        'purchaseId', 'heldBecause')
    ) || gone.facts
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as gone(id uuid, facts jsonb)
    where lead_id = gone.id`);
}

/** Gives what happened with one person to another who is the same; answers which events and touchpoints. */
export async function movePerson(tx: Queryable, from: string, to: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`with own_events as (update events set lead_id = ${to} where lead_id = ${from} returning id),
        own_touchpoints as (update touchpoints set lead_id = ${to} where lead_id = ${from} returning id)
      select id from own_events union all select id from own_touchpoints`,
  );
  return rows.map(({ id }) => id);
}

/** Undo of `movePerson` with what it answered. */
export async function movePersonBack(
  tx: Queryable,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  const given = sql`${sql.param([...ids])}::uuid[]`;
  await tx.execute(sql`update events set lead_id = ${to} where lead_id = ${from} and id = any(${given})`);
  await tx.execute(
    sql`update touchpoints set lead_id = ${to} where lead_id = ${from} and id = any(${given})`,
  );
}
