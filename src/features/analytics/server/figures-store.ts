import { STAGES } from '#features/leads/contract.ts';
import type { EventType } from '#features/tracking/contract.ts';
import { NO_CAMPAIGN } from '#features/tracking/server/tables.ts';
import { addDays, startOfDate } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import { type Counts, type Measure, type Within } from '../contract-funnel.ts';
import { addCounts, lessCounts, NO_COUNTS } from '../rules-figures.ts';
import { type PartKey, partOfEvent, STAYS } from './parts-store.ts';
import { ARRIVALS, COUNTS, EVENTS_OF, inScope, inStretch, type Scope, type Stretch } from './scope-store.ts';
import { BEGINNING, countedIn, firstOf } from './spans-store.ts';

export type KeyedCounts = Counts & { key: string | null };

/** Counts of each campaign from the rollups; the key is null for what belongs to none. */
export async function countByCampaign(db: Queryable, scope: Scope, stretch: Stretch): Promise<KeyedCounts[]> {
  return rowsOf(
    db,
    sql`select nullif(campaign_id, ${NO_CAMPAIGN}::uuid)::text as key, ${COUNTS}
      from ${countedIn([stretch.from ?? BEGINNING, stretch.to], inScope(sql``, scope))} counted
      group by 1 having sum(count) > 0`,
  );
}

/** Counts of each community, of the events of who is in one; what is in none is what is left of the whole. */
export function countByCommunity(
  db: Database,
  { scope, stretch }: { scope: Scope; stretch: Stretch },
): Promise<KeyedCounts[]> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    const own = await rowsOf<KeyedCounts>(
      tx,
      sql`select community as key, ${COUNTS} from (
          select stay.community, e.type, 1 as count, coalesce(e.value_cents, 0) as value_cents
          from (${STAYS}) stay join events e on e.lead_id = stay.lead_id
            and e.occurred_at >= stay.since and e.occurred_at < stay.until
          where stay.community is not null and ${inScope(sql`e.`, scope)} and ${inStretch(sql`e.occurred_at`, stretch)}
        ) counted group by 1`,
    );
    const all = await countByCampaign(tx, scope, stretch);
    const rest = own.reduce<Counts>(lessCounts, all.reduce<Counts>(addCounts, NO_COUNTS));
    return [...own, { key: null, ...rest }];
  });
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
    sql`select span, ${COUNTS} from ${countedIn(bounds, inScope(sql``, scope))} counted
      group by span having sum(count) > 0`,
  );
  return rows.map(({ span, ...counts }) => ({ ...counts, day: addDays(first, span - 1) }));
}

/** When anything of the scope was first counted, to the quarter of an hour. */
export async function findFirst(db: Queryable, scope: Scope): Promise<Date | null> {
  const [row] = await rowsOf<{ first: string | null }>(db, firstOf(inScope(sql``, scope)));
  return row?.first == null ? null : new Date(row.first);
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
  amountMinor: number | null;
  currency: string | null;
};
/** One of a list that was counted with it. */
export type CountedRow = StoredRow & { total: number };

const INSTANT = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`);

/** The columns of a `StoredRow`, of events `e`. Sample events bring the names of made-up people who are no leads. */
export const ROW = sql`e.id, to_char(e.occurred_at at time zone 'UTC', ${INSTANT}) as at, p.id as "leadId",
  coalesce(p.name, case when e.is_demo then e.data->>'person' end) as "leadName",
  e.lead_id is not null as "isPersonal", case when e.type = 'spend.recorded' then
    case when e.data ? 'takesBack' then 'Taken back' else coalesce(e.data->>'note', '') end end as note,
  c.id as "campaignId", c.name as campaign, e.channel, e.value_cents as value,
  (e.data->>'amountMinor')::float8 as "amountMinor", e.data->>'currency' as currency`;
export const ROW_JOINS = sql`left join leads p on p.id = e.lead_id and p.deleted_at is null
  left join campaigns c on c.id = e.campaign_id`;

export type Place = { at: string; id: string } | undefined;
export type PageWish = { limit: number; after: Place };

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
  part?: PartKey | undefined;
  /** Some of the measure's events alone. */
  types?: readonly EventType[];
};

/** The events `e` that a count was counted from. */
function eventsOf({
  measure,
  scope,
  stretch,
  part,
  types = EVENTS_OF[measure],
}: Omit<RowsWish, keyof PageWish>): SQL {
  const dimension = part && partOfEvent(part.by);
  return sql`from events e ${dimension?.joins ?? sql``}
    where ${inScope(sql`e.`, scope)} and e.type = any(${sql.param([...types])}::text[])
      and ${inStretch(sql`e.occurred_at`, stretch)}
      ${part && dimension ? sql`and ${dimension.key} is not distinct from ${part.key}` : sql``}`;
}

/**
 * The events that a count was counted from, newest first, of `limit` one more. Only as many are read as are shown: how
 * many there are is known from the sums.
 */
export function listRows(db: Queryable, wish: RowsWish): Promise<StoredRow[]> {
  const { after, limit } = wish;
  const isAfter =
    after === undefined
      ? sql``
      : sql`and (e.occurred_at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  return rowsOf(
    db,
    sql`select ${ROW} from (
        select e.* ${eventsOf(wish)} ${isAfter} order by e.occurred_at desc, e.id desc limit ${limit + 1}
      ) e ${ROW_JOINS} order by e.occurred_at desc, e.id desc`,
  );
}

/** How many events a count was counted from, counted one by one: for what the sums only know the value of. */
export async function countRows(db: Queryable, wish: Omit<RowsWish, keyof PageWish>): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(db, sql`select count(*)::float8 as count ${eventsOf(wish)}`);
  return row?.count ?? 0;
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

export function listCohortPeople(db: Queryable, wish: CohortRowsWish): Promise<CountedRow[]> {
  const rank = wish.stage === null ? 0 : STAGES.findIndex((stage) => stage === wish.stage) + 1;
  const rows = sql`select e.lead_id as id, to_char(e.at at time zone 'UTC', ${INSTANT}) as at, p.id as "leadId", p.name as "leadName",
      true as "isPersonal", null::text as note, null::uuid as "campaignId", null::text as campaign, null::text as channel, null::int as value,
      null::float8 as "amountMinor", null::text as currency
    from (${arrivals(wish, wish.within)}) e left join leads p on p.id = e.lead_id and p.deleted_at is null
    where coalesce(e.furthest, 1) >= ${rank}`;
  return rowsOf(db, page(rows, wish));
}

/** Names of what the keys of a dimension stand for. */
export async function namesOf(
  db: Queryable,
  table: 'lead_groups' | 'campaigns' | 'content_assets' | 'experts' | 'communities',
): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; name: string }>(
    db,
    sql`select id, name from ${sql.identifier(table)}`,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
