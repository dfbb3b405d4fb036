import { NO_CAMPAIGN } from '#features/tracking/server/tables.ts';
import { DAY_MS } from '#kit/time.ts';
import {
  type Database,
  inTransaction,
  type Queryable,
  rowsOf,
  type SQL,
  sql,
  type Transaction,
} from '#platform/db.ts';
import type { Counts, Dimension } from '../contract-funnel.ts';
import { COUNTED, COUNTS, inScope, inStretch, type Scope, type Stretch } from './scope-store.ts';
import { GOAL_EVENTS, PLAN_FOR_TOUCHES, TOUCHES, touchedGoals, touchKey } from './touches-store.ts';

/** What the rollups do not know: it stands behind an event, not in it. */
export type Part = Exclude<Dimension, 'campaign' | 'asset'>;

/** Those that are summed up by day; few people are in a community, so their events are read whenever they are asked for. */
type SummedPart = Exclude<Part, 'community'>;

/** One part of a dimension; null for what belongs to none of its parts. */
export type PartKey = { by: Part; key: string | null };

const SUMMED_BY = ['channel', 'segment', 'source', 'agent', ...TOUCHES];
const GOALS = Object.values(GOAL_EVENTS).flat();

/**
 * Where a lead is from one joining or leaving to the next: of the communities that they are in then, in the one which they
 * joined last; in none where they have left all.
 */
export const STAYS = sql`
  with moves as materialized (
    select id, lead_id, data->>'communityId' as community, occurred_at as at, type = 'community.joined' as is_in
    from events where type in ('community.joined', 'community.left') and lead_id is not null
  ), latest as (
    -- What was last said by then of each community.
    select distinct on (m.id, w.community) m.id, m.lead_id, m.at as since, w.community, w.at, w.id as move_id, w.is_in
    from moves m join moves w on w.lead_id = m.lead_id and (w.at, w.id) <= (m.at, m.id)
    order by m.id, w.community, w.at desc, w.id desc
  ), places as (
    select distinct on (id) id, lead_id, since, case when is_in then community end as community
    from latest order by id, is_in desc, at desc, move_id desc
  )
  select lead_id, community, since,
    lead(since, 1, 'infinity') over (partition by lead_id order by since, id) as until
  from places`;

/**
 * What each dimension is read from, of events `e`. What is known of a person stays with their events when the person
 * goes, so that an erasure changes no sum.
 */
const KEY: Record<Part, { joins: SQL; key: SQL }> = {
  channel: { joins: sql``, key: sql`e.channel` },
  segment: {
    joins: sql`left join leads l on l.id = e.lead_id`,
    key: sql`coalesce(l.group_id::text, e.data->>'group')`,
  },
  source: {
    joins: sql`left join leads l on l.id = e.lead_id`,
    key: sql`coalesce(l.platform, e.data->>'platform')`,
  },
  // From one talk of a person to the next, each with the hour before it: the visit on which somebody talks, and the
  // arrival of who leaves an address, come just before the talk.
  agent: {
    joins: sql`left join (
        select lead_id, data->>'agentId' as agent, occurred_at - interval '1 hour' as since,
          lead(occurred_at - interval '1 hour', 1, 'infinity') over (partition by lead_id order by occurred_at, id) as until
        from events where type = 'conversation.linked'
      ) talk on talk.lead_id = e.lead_id and e.occurred_at >= talk.since and e.occurred_at < talk.until`,
    key: sql`talk.agent`,
  },
  community: {
    joins: sql`left join (${STAYS}) stay on stay.lead_id = e.lead_id and e.occurred_at >= stay.since and e.occurred_at < stay.until`,
    key: sql`stay.community`,
  },
};

/** Under what a key is shown: a lead group that was deleted is none, and is itself again when it comes back. */
function shownAs(by: Part, key: SQL): { joins: SQL; key: SQL } {
  return by === 'segment'
    ? {
        joins: sql`left join lead_groups g on g.id::text = ${key} and g.deleted_at is null`,
        key: sql`g.id::text`,
      }
    : { joins: sql``, key };
}

/** The joins to events `e` and the key under which each of them is shown. */
export function partOfEvent(by: Part): { joins: SQL; key: SQL } {
  const { joins, key } = KEY[by];
  const shown = shownAs(by, key);
  return { joins: sql`${joins} ${shown.joins}`, key: shown.key };
}

const dayOf = (column: SQL): SQL => sql`date_bin('1 day', ${column}, '2000-01-01T00:00:00Z')`;
export const asParam = (days: readonly Date[]): SQL =>
  sql`${sql.param(days.map((day) => day.toISOString()))}::timestamptz[]`;
const TYPES = sql`${sql.param(COUNTED)}::text[]`;

/**
 * The days of UTC within a stretch whose sums by part still hold, oldest first. An event that came late makes the day
 * another number than was summed up; a merge, and a talk or another contact that was found late, marks the people whose
 * days it changes. Those that a former version summed up hold without touches.
 */
async function listHoldingDays(
  tx: Queryable,
  { from, to }: Stretch,
): Promise<{ day: Date; hasTouches: boolean }[]> {
  const since = from === null ? sql`` : sql`and bucket >= ${from.toISOString()}`;
  const rows = await rowsOf<{ bucket: string; hasTouches: boolean }>(
    tx,
    sql`select d.bucket, d.has_touches as "hasTouches" from event_part_days d
      join (
        select bucket, sum(count) as count, sum(value_cents) as value_cents from event_days
        where type = any(${TYPES}) and bucket <= ${new Date(to.getTime() - DAY_MS).toISOString()} ${since}
        group by bucket
      ) now using (bucket)
      where d.count = now.count and d.value_cents = now.value_cents
        and d.bucket not in (
          select ${dayOf(sql`e.occurred_at`)} from (
              select lead_id, min(since) as since from event_part_marks group by lead_id
            ) m join events e on e.lead_id = m.lead_id and e.occurred_at >= m.since)
      order by d.bucket`,
  );
  return rows.map(({ bucket, hasTouches }) => ({ day: new Date(bucket), hasTouches }));
}

/** The days of UTC within a stretch that are read from their sums, oldest first. */
export async function listSummedDays(
  tx: Queryable,
  stretch: Stretch,
  { needsTouches }: { needsTouches: boolean },
): Promise<Date[]> {
  const holding = await listHoldingDays(tx, stretch);
  return holding.filter(({ hasTouches }) => hasTouches || !needsTouches).map(({ day }) => day);
}

/** What of a stretch is not in these days, oldest first. */
export function restOf({ from, to }: Stretch, days: readonly Date[]): Stretch[] {
  const rest: Stretch[] = [];
  let since = from;
  for (const day of days) {
    if (since === null || since < day) rest.push({ from: since, to: day });
    since = new Date(day.getTime() + DAY_MS);
  }
  if (since === null || since < to) rest.push({ from: since, to });
  return rest;
}

export function inAny(column: SQL, stretches: readonly Stretch[]): SQL {
  if (stretches.length === 0) return sql`false`;
  const parts = stretches.map(({ from, to }) => {
    const until = sql`${column} < ${to.toISOString()}`;
    return from === null ? sql`(${until})` : sql`(${column} >= ${from.toISOString()} and ${until})`;
  });
  return sql`(${sql.join(parts, sql` or `)})`;
}

const MOVED_PARTS = { segment: 'group', source: 'platform' } as const;

/**
 * What people who were moved since the days were summed up take along, taken from where they stood and added to where
 * they went: rows of `key, bucket, campaign_id, type, count, value_cents`.
 */
function movedSince(by: Part, days: readonly Date[]): SQL | undefined {
  if (by !== 'segment' && by !== 'source') return undefined;
  const [from, to] = [sql.raw(`m.from_${MOVED_PARTS[by]}`), sql.raw(`m.to_${MOVED_PARTS[by]}`)];
  return sql`select side.key, ${dayOf(sql`e.occurred_at`)} as bucket,
      coalesce(e.campaign_id, ${NO_CAMPAIGN}::uuid) as campaign_id, e.type, side.sign as count,
      side.sign * coalesce(e.value_cents, 0) as value_cents
    from event_part_moves m
      cross join lateral (values (coalesce(${from}::text, ''), -1), (coalesce(${to}::text, ''), 1)) side(key, sign)
      join events e on e.lead_id = m.lead_id and e.type = any(${TYPES})
    where ${from} is distinct from ${to} and ${dayOf(sql`e.occurred_at`)} = any(${asParam(days)})
      and ${inStretch(sql`e.occurred_at`, around(days))}`;
}

export type PartCounts = Counts & { key: string | null };

/**
 * Counts of each part of a dimension: days that are over from their sums, the ends of the stretch and the days that
 * became others since from the events, all in one snapshot.
 */
export function countByPart(
  db: Database,
  by: SummedPart,
  { scope, stretch }: { scope: Scope; stretch: Stretch },
): Promise<PartCounts[]> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    const days = await listSummedDays(tx, stretch, { needsTouches: false });
    const { joins, key } = KEY[by];
    const shown = shownAs(by, sql`summed.key`);
    const moved = movedSince(by, days);
    return rowsOf<PartCounts>(
      tx,
      sql`select nullif(${shown.key}, '') as key, ${COUNTS} from (
          select key, type, sum(count) as count, sum(value_cents) as value_cents from (
            select key, type, count, value_cents from event_parts
            where by = ${by} and bucket = any(${asParam(days)}) and ${inScope(sql``, scope)}
            union all
            select coalesce(${key}, ''), e.type, 1, coalesce(e.value_cents, 0) from (
              select e.type, e.lead_id, e.channel, e.value_cents, e.data, e.occurred_at from events e
              where ${inScope(sql`e.`, scope)} and ${inAny(sql`e.occurred_at`, restOf(stretch, days))}
            ) e ${joins}
            ${moved ? sql`union all select key, type, count, value_cents from (${moved}) moved where ${inScope(sql``, scope)}` : sql``}
          ) counted group by 1, 2
        ) summed ${shown.joins} group by 1 having sum(count) > 0`,
    );
  });
}

/** From the first of these days to the end of the last, so that no other months are read. */
function around(days: readonly Date[]): Stretch {
  const instants = days.map((day) => day.getTime());
  return instants.length === 0
    ? { from: EVER.to, to: EVER.to }
    : { from: new Date(Math.min(...instants)), to: new Date(Math.max(...instants) + DAY_MS) };
}

/**
 * Events `e` of these days by every part, and goals by the contacts before them: rows of
 * `by, key, bucket, campaign_id, type, count, value_cents`.
 */
function partsOfDays(days: readonly Date[]): SQL {
  const within = around(days);
  const when = sql`${inStretch(sql`e.occurred_at`, within)} and ${dayOf(sql`e.occurred_at`)} = any(${asParam(days)})`;
  const { segment, source, agent, channel } = KEY;
  return sql`select part.by, part.key, e.bucket, e.campaign_id, e.type, count(*) as count, sum(e.value_cents) as value_cents
    from (
      select ${dayOf(sql`e.occurred_at`)} as bucket, coalesce(e.campaign_id, ${NO_CAMPAIGN}::uuid) as campaign_id, e.type,
        coalesce(e.value_cents, 0) as value_cents, ${channel.key} as channel, ${segment.key} as segment,
        ${source.key} as source, ${agent.key} as agent
      from events e ${segment.joins} ${agent.joins}
      where e.type = any(${TYPES}) and ${when}
    ) e cross join lateral (values ('channel', e.channel), ('segment', e.segment), ('source', e.source),
      ('agent', e.agent)) given(by, key) cross join lateral (select given.by, coalesce(given.key, '') as key) part
    group by 1, 2, 3, 4, 5
    union all
    select touch.by, touch.key, ${dayOf(sql`e.occurred_at`)}, coalesce(e.campaign_id, ${NO_CAMPAIGN}::uuid), e.type, count(*),
      sum(coalesce(e.value_cents, 0))
    from (${touchedGoals(sql`e.type = any(${sql.param(GOALS)}::text[]) and ${when}`, within)}) e
      cross join lateral (values ${sql.join(
        TOUCHES.map((touch) => sql`(${touch}, ${touchKey(touch)})`),
        sql`, `,
      )}) touch(by, key)
    group by 1, 2, 3, 4, 5`;
}

/** Events that are summed up in one transaction. */
const AT_ONCE = 500_000;
/** After midnight of UTC, so that what was under way is in. */
const RIPE_MS = 3_600_000;

const EVER: Stretch = { from: null, to: new Date('9999-01-01T00:00:00Z') };

/**
 * Brings the sums of the days that are over up to date; true where some are left for the next time. First those that
 * have none, then those that a former version summed up without touches, which stay until it is their turn; of both the
 * newest first. In one snapshot, and alone: it takes exactly those moves and marks that it has seen.
 */
export async function sumUpParts(tx: Transaction, now: Date, atOnce = AT_ONCE): Promise<boolean> {
  await tx.execute(sql`set transaction isolation level repeatable read`);
  await tx.execute(sql`set local statement_timeout = 0`);
  // Before anything is read, which is when the snapshot is taken.
  await tx.execute(sql`lock table event_part_days in share row exclusive mode`);
  const holding = await listHoldingDays(tx, EVER);
  const daysThat = (have: boolean): Date[] =>
    holding.filter(({ hasTouches }) => hasTouches === have).map(({ day }) => day);
  const open = await rowsOf<{ bucket: string; count: number }>(
    tx,
    sql`select bucket, sum(count)::float8 as count from event_days
      where type = any(${TYPES}) and bucket <> all(${asParam(daysThat(true))})
        and bucket <= ${new Date(now.getTime() - DAY_MS - RIPE_MS).toISOString()}
      group by bucket order by bucket = any(${asParam(daysThat(false))}), bucket desc`,
  );
  let count = 0;
  const next = open
    .filter((day, index) => {
      count += day.count;
      return index === 0 || count <= atOnce;
    })
    .map(({ bucket }) => new Date(bucket));
  const isNext = new Set(next.map((day) => day.getTime()));
  // The moves are deleted below, so that every day which is not summed up anew is put right by them or goes as well.
  const kept = holding.filter(({ day }) => !isNext.has(day.getTime())).map(({ day }) => day);
  for (const by of ['segment', 'source'] as const) {
    const moved = movedSince(by, kept);
    if (!moved) continue;
    await tx.execute(sql`insert into event_parts as p (by, key, bucket, campaign_id, type, count, value_cents)
      select ${by}, key, bucket, campaign_id, type, sum(count), sum(value_cents) from (${moved}) moved group by 2, 3, 4, 5
      on conflict (by, bucket, campaign_id, type, key) do update
        set count = p.count + excluded.count, value_cents = p.value_cents + excluded.value_cents`);
  }
  for (const table of ['event_part_moves', 'event_part_marks'])
    await tx.execute(sql`delete from ${sql.identifier(table)}`);
  const gone = await rowsOf<{ bucket: string }>(
    tx,
    sql`delete from event_part_days where bucket <> all(${asParam(kept)}) returning bucket`,
  );
  // Of the days that come now too: a former version beside this one, on its way out, removes less of a day than this keeps.
  const buckets = asParam([...gone.map(({ bucket }) => new Date(bucket)), ...next]);
  await tx.execute(
    sql`delete from event_parts where by = any(${sql.param(SUMMED_BY)}::text[]) and bucket = any(${buckets})`,
  );
  if (next.length === 0) return false;
  await tx.execute(PLAN_FOR_TOUCHES);
  await tx.execute(
    sql`insert into event_parts (by, key, bucket, campaign_id, type, count, value_cents) ${partsOfDays(next)}`,
  );
  // Every event has a channel, if only the one that is none.
  await tx.execute(sql`insert into event_part_days (bucket, count, value_cents, has_touches)
    select bucket, sum(count), sum(value_cents), true from event_parts
    where by = 'channel' and bucket = any(${asParam(next)}) group by bucket`);
  return next.length < open.length;
}

/** Forgets every sum: the job makes them anew, and until then everything is counted from the events. */
export async function forgetParts(tx: Queryable): Promise<void> {
  await tx.execute(sql`lock table event_part_days in share row exclusive mode`);
  for (const table of ['event_part_moves', 'event_part_marks', 'event_part_days', 'event_parts'])
    await tx.execute(sql`delete from ${sql.identifier(table)}`);
}

export type PartDifference = {
  bucket: string;
  by: string;
  key: string;
  campaignId: string;
  type: string;
  counted: number;
  stored: number;
};

/** Counts the events of every day that is summed up anew beside its sums, in one snapshot; at most `limit` differences. */
export function compareParts(
  db: Database,
  limit: number,
): Promise<{ days: number; differences: PartDifference[] }> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    await tx.execute(sql`set local statement_timeout = 0`);
    const days = await listSummedDays(tx, EVER, { needsTouches: false });
    const touched = await listSummedDays(tx, EVER, { needsTouches: true });
    const moved = (['segment', 'source'] as const).map(
      (by) => sql`union all select ${by}, key, bucket, campaign_id, type, count, value_cents
        from (${movedSince(by, days)}) moved`,
    );
    const differences = await rowsOf<PartDifference>(
      tx,
      sql`with counted as (${partsOfDays(days)}), stored as (
          select by, key, bucket, campaign_id, type, sum(count) as count, sum(value_cents) as value_cents from (
            select by, key, bucket, campaign_id, type, count, value_cents from event_parts
            where bucket = any(${asParam(days)}) ${sql.join(moved, sql` `)}
          ) kept group by 1, 2, 3, 4, 5
        )
        select to_char(bucket at time zone 'UTC', 'YYYY-MM-DD') as bucket, by, key, campaign_id::text as "campaignId", type,
          coalesce(c.count, 0)::float8 as counted, coalesce(s.count, 0)::float8 as stored
        from counted c full join stored s using (by, key, bucket, campaign_id, type)
        where (by <> all(${sql.param([...TOUCHES])}::text[]) or bucket = any(${asParam(touched)}))
          and (coalesce(c.count, 0) <> coalesce(s.count, 0) or coalesce(c.value_cents, 0) <> coalesce(s.value_cents, 0))
        order by bucket, by, key limit ${limit}`,
    );
    return { days: days.length, differences };
  });
}
