import { STAGES } from '#features/leads/contract.ts';
import { NO_CAMPAIGN } from '#features/tracking/server/tables.ts';
import { addDays, startOfDate } from '#kit/time.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import {
  type Counts,
  type Dimension,
  type Goal,
  type Measure,
  TOUCH_DAYS,
  type Within,
} from '../contract-funnel.ts';
import { BEGINNING, countedIn, firstOf } from './spans-store.ts';

/** A stretch of time: `from` null begins with the first event; `to` is the first instant that is not counted. */
export type Stretch = { from: Date | null; to: Date };

/** Which events count: those of these campaigns, and of people's arrival unless one campaign is looked at. */
export type Scope = { campaignIds: readonly string[]; hasArrivals: boolean };

const ARRIVALS = ['lead.discovered', 'lead.added'] as const;
const EVENTS_OF: Record<Measure, readonly string[]> = {
  leads: ARRIVALS,
  messages: ['message.sent'],
  visits: ['landing.visited'],
  conversions: ['landing.converted'],
  purchases: ['purchase.made'],
  revenue: ['purchase.made'],
  spend: ['spend.recorded'],
};
const COUNTED = [...new Set(Object.values(EVENTS_OF).flat())];

const countOf = (count: string, types: readonly string[]): string =>
  `coalesce(sum(${count}) filter (where type in (${types.map((type) => `'${type}'`).join(', ')})), 0)::float8`;

/** The columns of `Counts`, of rows with a type, a number of events and a value. */
const countsOf = (count: string, value: string): SQL =>
  sql.raw(
    [
      ...(['leads', 'messages', 'visits', 'conversions', 'purchases'] as const).map(
        (measure) => `${countOf(count, EVENTS_OF[measure])} as ${measure}`,
      ),
      ...(['revenue', 'spend'] as const).map(
        (measure) => `${countOf(value, EVENTS_OF[measure])} as ${measure}`,
      ),
    ].join(', '),
  );

const ROLLED_UP = countsOf('count', 'value_cents');
const SINGLE = countsOf('1', 'value_cents');

function inStretch(column: SQL, { from, to }: Stretch): SQL {
  return sql`${column} < ${to.toISOString()}${from === null ? sql`` : sql` and ${column} >= ${from.toISOString()}`}`;
}

function inScope(prefix: SQL, { campaignIds, hasArrivals }: Scope): SQL {
  const types = sql`${prefix}type = any(${sql.param(COUNTED)}::text[])`;
  const ofCampaigns = sql`${prefix}campaign_id = any(${sql.param([...campaignIds])}::uuid[])`;
  const arrived = sql`${prefix}type = any(${sql.param([...ARRIVALS])}::text[])`;
  return hasArrivals ? sql`${types} and (${ofCampaigns} or ${arrived})` : sql`${types} and ${ofCampaigns}`;
}

export type KeyedCounts = Counts & { key: string | null };

/** Counts of each campaign from the rollups; the key is null for what belongs to none. */
export async function countByCampaign(db: Queryable, scope: Scope, stretch: Stretch): Promise<KeyedCounts[]> {
  return rowsOf(
    db,
    sql`select nullif(campaign_id, ${NO_CAMPAIGN}::uuid)::text as key, ${ROLLED_UP}
      from ${countedIn([stretch.from ?? BEGINNING, stretch.to], inScope(sql``, scope))} counted
      group by 1 having sum(count) > 0`,
  );
}

/** Counts of all together on each of so many days from the first on that has any, from the rollups; days as `YYYY-MM-DD`. */
export async function countByDay(
  db: Queryable,
  scope: Scope,
  { first, length, timeZone }: { first: string; length: number; timeZone: string },
): Promise<(Counts & { day: string })[]> {
  const bounds = Array.from({ length: length + 1 }, (_, index) =>
    startOfDate(addDays(first, index), timeZone),
  );
  const rows = await rowsOf<Counts & { span: number }>(
    db,
    sql`select span, ${ROLLED_UP} from ${countedIn(bounds, inScope(sql``, scope))} counted
      group by span having sum(count) > 0`,
  );
  return rows.map(({ span, ...counts }) => ({ ...counts, day: addDays(first, span - 1) }));
}

/** When anything of the scope was first counted, to the quarter of an hour. */
export async function findFirst(db: Queryable, scope: Scope): Promise<Date | null> {
  const [row] = await rowsOf<{ first: string | null }>(db, firstOf(inScope(sql``, scope)));
  return row?.first == null ? null : new Date(row.first);
}

/**
 * What each dimension is read from. What is known of a person stays with their events when the person goes, so that
 * an erasure changes no sum.
 */
const KEY: Record<Exclude<Dimension, 'campaign' | 'asset'>, { joins: SQL; key: SQL }> = {
  channel: { joins: sql``, key: sql`e.channel` },
  segment: {
    joins: sql`left join leads l on l.id = e.lead_id
      left join lead_groups g on g.id::text = coalesce(l.group_id::text, e.data->>'group') and g.deleted_at is null`,
    key: sql`g.id::text`,
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
};

/** Counts of each part of a dimension that the rollups do not know, from the events. */
export function countByPart(
  db: Queryable,
  by: keyof typeof KEY,
  { scope, stretch }: { scope: Scope; stretch: Stretch },
): Promise<KeyedCounts[]> {
  const { joins, key } = KEY[by];
  return rowsOf(
    db,
    sql`select ${key} as key, ${SINGLE} from (
        select e.type, e.lead_id, e.channel, e.value_cents, e.data, e.occurred_at from events e
        where ${inScope(sql`e.`, scope)} and ${inStretch(sql`e.occurred_at`, stretch)}
      ) e ${joins} group by 1`,
  );
}

export type StoredRow = {
  id: string;
  at: string;
  leadId: string | null;
  leadName: string | null;
  isPersonal: boolean;
  note: string | null;
  campaignId: string | null;
  campaign: string | null;
  channel: string | null;
  value: number | null;
  total: number;
};

const INSTANT = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`);

/** The columns of a `StoredRow`, of events `e`. Sample events bring the names of made-up people who are no leads. */
const ROW = sql`e.id, to_char(e.occurred_at at time zone 'UTC', ${INSTANT}) as at, p.id as "leadId",
  coalesce(p.name, case when e.is_demo then e.data->>'person' end) as "leadName",
  e.lead_id is not null as "isPersonal", case when e.type = 'spend.recorded' then coalesce(e.data->>'note', '') end as note,
  c.id as "campaignId", c.name as campaign, e.channel, e.value_cents as value`;
const ROW_JOINS = sql`left join leads p on p.id = e.lead_id and p.deleted_at is null
  left join campaigns c on c.id = e.campaign_id`;

export type Place = { at: string; id: string } | undefined;
type PageWish = { limit: number; after: Place };

/** Rows older than the cursor of the page before; of `limit` one more, to know whether there are others. */
function page(rows: SQL, { limit, after }: PageWish): SQL {
  const isAfter = after === undefined ? sql`` : sql`where (at, id) < (${after.at}, ${after.id}::uuid)`;
  return sql`with found as (${rows})
    select *, (select count(*) from found)::float8 as total from found ${isAfter} order by at desc, id desc limit ${limit + 1}`;
}

type RowsWish = PageWish & {
  measure: Measure;
  scope: Scope;
  stretch: Stretch;
  /** One part of a dimension; null for what belongs to none of its parts. */
  part?: { by: keyof typeof KEY; key: string | null } | undefined;
};

/** The events that a count was counted from, newest first. */
export function listRows(db: Queryable, wish: RowsWish): Promise<StoredRow[]> {
  const { measure, scope, stretch, part } = wish;
  const dimension = part && KEY[part.by];
  const rows = sql`select ${ROW} from events e ${ROW_JOINS} ${dimension?.joins ?? sql``}
    where ${inScope(sql`e.`, scope)} and e.type = any(${sql.param([...EVENTS_OF[measure]])}::text[])
      and ${inStretch(sql`e.occurred_at`, stretch)}
      ${part && dimension ? sql`and ${dimension.key} is not distinct from ${part.key}` : sql``}`;
  return rowsOf(db, page(rows, wish));
}

const GOAL_EVENT: Record<Goal, string> = { conversions: 'landing.converted', purchases: 'purchase.made' };

/** Each goal with the contacts that came first and last before it. Without any the goal's own campaign stands for both. */
function touchedGoals(goal: Goal, scope: Scope, stretch: Stretch): SQL {
  const touch = (direction: SQL): SQL => sql`(
    select t.campaign_id, t.channel from events t
    where t.lead_id = e.lead_id and t.type in ('message.sent', 'link.clicked', 'landing.visited', 'reply.received')
      and t.occurred_at <= e.occurred_at and t.occurred_at >= e.occurred_at - make_interval(days => ${TOUCH_DAYS})
    order by t.occurred_at ${direction}, t.id ${direction} limit 1)`;
  return sql`select e.*, coalesce(f.campaign_id, e.campaign_id) as first_campaign, coalesce(f.channel, e.channel) as first_channel,
      coalesce(l.campaign_id, e.campaign_id) as last_campaign, coalesce(l.channel, e.channel) as last_channel
    from events e
      left join lateral ${touch(sql.raw('asc'))} f on true
      left join lateral ${touch(sql.raw('desc'))} l on true
    where e.type = ${GOAL_EVENT[goal]} and ${inScope(sql`e.`, scope)} and ${inStretch(sql`e.occurred_at`, stretch)}`;
}

export type TouchCount = {
  touch: 'first' | 'last';
  campaignId: string | null;
  channel: string | null;
  count: number;
  revenue: number;
};

export function countTouches(
  db: Queryable,
  { goal, scope, stretch }: { goal: Goal; scope: Scope; stretch: Stretch },
): Promise<TouchCount[]> {
  const side = (name: 'first' | 'last'): SQL =>
    sql.raw(`select '${name}' as touch, ${name}_campaign as "campaignId", ${name}_channel as channel,
      count(*)::float8 as count, coalesce(sum(value_cents), 0)::float8 as revenue from goals group by 2, 3`);
  return rowsOf(
    db,
    sql`with goals as materialized (${touchedGoals(goal, scope, stretch)}) ${side('first')} union all ${side('last')}`,
  );
}

type TouchRowsWish = PageWish & {
  goal: Goal;
  scope: Scope;
  stretch: Stretch;
  touch: 'first' | 'last';
  campaignId: string | null;
  channel: string | null;
};

export function listTouched(db: Queryable, wish: TouchRowsWish): Promise<StoredRow[]> {
  const [campaign, channel] = [sql.raw(`${wish.touch}_campaign`), sql.raw(`${wish.touch}_channel`)];
  const rows = sql`select ${ROW} from (${touchedGoals(wish.goal, wish.scope, wish.stretch)}) e ${ROW_JOINS}
    where ${campaign} is not distinct from ${wish.campaignId}::uuid and ${channel} is not distinct from ${wish.channel}`;
  return rowsOf(db, page(rows, wish));
}

/** Everybody who arrived from `from` on, with the furthest stage they came to within so many days of it. Moves that were undone do not count. */
function arrivals({ from, to }: { from: Date; to: Date }, within: Within): SQL {
  const inTime =
    within === 'any' ? sql`` : sql`and m.occurred_at <= found.at + make_interval(days => ${Number(within)})`;
  return sql`select found.lead_id, found.at, (
        select max(array_position(${sql.param([...STAGES])}::text[], m.data->>'to')) from events m
        where m.lead_id = found.lead_id and m.type = 'lead.stage_changed' ${inTime}
          and not exists (select from events u where u.lead_id = m.lead_id and u.type = m.type and u.data->>'undoes' = m.id::text)
      ) as furthest
    from (
      select lead_id, min(occurred_at) as at from events
      where type = any(${sql.param([...ARRIVALS])}::text[]) and lead_id is not null
        and occurred_at >= ${from.toISOString()} and occurred_at < ${to.toISOString()}
      group by lead_id
    ) found`;
}

export type StoredCohort = {
  month: string;
  leads: number;
  contacted: number;
  engaged: number;
  qualified: number;
  converted: number;
  newest: string;
};

/** People by the month in which they arrived, oldest first. */
export function countCohorts(
  db: Queryable,
  { from, to, within, timeZone }: { from: Date; to: Date; within: Within; timeZone: string },
): Promise<StoredCohort[]> {
  return rowsOf(
    db,
    sql`select to_char(at at time zone ${timeZone}, 'YYYY-MM') || '-01' as month, count(*)::float8 as leads,
        count(*) filter (where furthest >= 2)::float8 as contacted, count(*) filter (where furthest >= 3)::float8 as engaged,
        count(*) filter (where furthest >= 4)::float8 as qualified, count(*) filter (where furthest >= 5)::float8 as converted,
        max(at) as newest
      from (${arrivals({ from, to }, within)}) arrived group by 1 order by 1`,
  );
}

type CohortRowsWish = PageWish & { from: Date; to: Date; within: Within; stage: string | null };

export function listCohortPeople(db: Queryable, wish: CohortRowsWish): Promise<StoredRow[]> {
  const rank = wish.stage === null ? 0 : STAGES.findIndex((stage) => stage === wish.stage) + 1;
  const rows = sql`select e.lead_id as id, to_char(e.at at time zone 'UTC', ${INSTANT}) as at, p.id as "leadId", p.name as "leadName",
      true as "isPersonal", null::text as note, null::uuid as "campaignId", null::text as campaign, null::text as channel, null::int as value
    from (${arrivals(wish, wish.within)}) e left join leads p on p.id = e.lead_id and p.deleted_at is null
    where coalesce(e.furthest, 1) >= ${rank}`;
  return rowsOf(db, page(rows, wish));
}

/** Names of what the keys of a dimension stand for. */
export async function namesOf(
  db: Queryable,
  table: 'lead_groups' | 'campaigns' | 'content_assets' | 'experts',
): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; name: string }>(
    db,
    sql`select id, name from ${sql.identifier(table)}`,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
