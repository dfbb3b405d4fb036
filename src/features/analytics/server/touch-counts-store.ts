import { DAY_MS } from '#kit/time.ts';
import { type Database, inTransaction, rowsOf, type SQL, sql, type Transaction } from '#platform/db.ts';
import type { Goal } from '../contract-funnel.ts';
import { type PageWish, ROW, ROW_JOINS, type StoredRow } from './figures-store.ts';
import { asParam, inAny, listSummedDays, restOf } from './parts-store.ts';
import { inScope, type Scope, type Stretch } from './scope-store.ts';
import {
  GOAL_EVENTS,
  PLAN_FOR_TOUCHES,
  readTouchKey,
  TOUCHES,
  type Touch,
  touchedGoals,
  touchKey,
  writeTouchKey,
} from './touches-store.ts';

type TouchesWish = { goal: Goal; scope: Scope; stretch: Stretch };

export type TouchCount = {
  touch: Touch;
  campaignId: string | null;
  channel: string | null;
  count: number;
  revenue: number;
  /** What is listed: the goals and what was refunded of them. */
  rows: number;
};

const ofGoal = (type: SQL, goal: Goal): SQL =>
  sql`${type} = any(${sql.param([...GOAL_EVENTS[goal]])}::text[])`;

/** What is left of a stretch beside its summed days, as goals `e` with their touches. */
function goalsBeside({ goal, scope }: TouchesWish, rest: readonly Stretch[]) {
  const [first, last] = [rest[0], rest.at(-1)];
  if (!first || !last) return undefined;
  const where = sql`${ofGoal(sql`e.type`, goal)} and ${inScope(sql`e.`, scope)} and ${inAny(sql`e.occurred_at`, rest)}`;
  return touchedGoals(where, { from: first.from, to: last.to });
}

function inSnapshot<T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    await tx.execute(PLAN_FOR_TOUCHES);
    return read(tx);
  });
}

/** Goals by the campaign and channel of the contacts before them: days that are over from their sums. */
export function countTouches(db: Database, wish: TouchesWish): Promise<TouchCount[]> {
  return inSnapshot(db, async (tx) => {
    const days = await listSummedDays(tx, wish.stretch, { needsTouches: true });
    const goals = goalsBeside(wish, restOf(wish.stretch, days));
    const sides = TOUCHES.map(
      (touch) =>
        sql`union all select ${touch}, ${touchKey(touch)}, e.type, 1, coalesce(e.value_cents, 0) from beside e`,
    );
    const rows = await rowsOf<Omit<TouchCount, 'campaignId' | 'channel'> & { key: string }>(
      tx,
      sql`${goals ? sql`with beside as materialized (${goals})` : sql``}
        select touch, key, coalesce(sum(count) filter (where type = ${GOAL_EVENTS[wish.goal][0]}), 0)::float8 as count,
          sum(value_cents)::float8 as revenue, sum(count)::float8 as rows from (
          select by as touch, key, type, count, value_cents from event_parts
          where by = any(${sql.param([...TOUCHES])}::text[]) and bucket = any(${asParam(days)})
            and ${ofGoal(sql`type`, wish.goal)} and ${inScope(sql``, wish.scope)}
          ${goals ? sql.join(sides, sql` `) : sql``}
        ) counted group by 1, 2`,
    );
    return rows.map(({ key, ...counts }) => ({ ...counts, ...readTouchKey(key) }));
  });
}

type TouchRowsWish = PageWish &
  TouchesWish & { touch: Touch; campaignId: string | null; channel: string | null };

/**
 * Goals with a first or a last contact of a campaign and channel, newest first, of `limit` one more. Only so many of the
 * summed days are read as hold the page.
 */
export function listTouched(db: Database, wish: TouchRowsWish): Promise<StoredRow[]> {
  const { goal, scope, touch, limit, after } = wish;
  return inSnapshot(db, async (tx) => {
    const summed = await listSummedDays(tx, wish.stretch, { needsTouches: true });
    const key = writeTouchKey(wish);
    const holding = await rowsOf<{ bucket: string; count: number }>(
      tx,
      sql`select bucket, sum(count)::float8 as count from event_parts
        where by = ${touch} and key = ${key} and bucket = any(${asParam(summed)}) and ${ofGoal(sql`type`, goal)}
          and ${inScope(sql``, scope)} ${after === undefined ? sql`` : sql`and bucket <= ${after.at}::timestamptz`}
        group by bucket order by bucket desc`,
    );
    const read = restOf(wish.stretch, summed);
    let found = 0;
    for (const { bucket, count } of holding) {
      if (found > limit) break;
      const from = new Date(bucket);
      const to = new Date(from.getTime() + DAY_MS);
      read.push({ from, to });
      // Of the day in which the page before ended, nobody knows how many are left.
      if (after === undefined || to <= new Date(after.at)) found += count;
    }
    if (read.length === 0) return [];
    const within = {
      from: read.some(({ from }) => from === null)
        ? null
        : new Date(Math.min(...read.map(({ from }) => from?.getTime() ?? 0))),
      to: new Date(Math.max(...read.map(({ to }) => to.getTime()))),
    };
    const goals = touchedGoals(
      sql`${ofGoal(sql`e.type`, goal)} and ${inScope(sql`e.`, scope)} and ${inAny(sql`e.occurred_at`, read)}`,
      within,
    );
    const isAfter =
      after === undefined
        ? sql``
        : sql`and (e.occurred_at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
    return rowsOf<StoredRow>(
      tx,
      sql`select ${ROW} from (
          select * from (${goals}) e where ${touchKey(touch)} = ${key} ${isAfter}
          order by e.occurred_at desc, e.id desc limit ${limit + 1}
        ) e ${ROW_JOINS} order by e.occurred_at desc, e.id desc`,
    );
  });
}
