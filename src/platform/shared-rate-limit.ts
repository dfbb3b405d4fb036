import { createHash } from 'node:crypto';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { z } from 'zod';
import { type Database, rowsOf, sql } from './db.ts';
import { defineJob, type JobQueue } from './jobs.ts';
import type { Log } from './log.ts';

/** How long calls are counted here alone before the other processes hear of them. */
const SHARE_AFTER_MS = 250;
/** Whoever has used up more than this part of their limit is counted by all processes before they are let in. */
const TRUSTED_PART = 1 / 3;
const MOST_KEYS = 20_000;

type Count = {
  startedMs: number;
  windowMs: number;
  /** By all processes, as far as the database has told. */
  shared: number;
  /** By this one: on the way to the database, and since. */
  underWay: number;
  own: number;
};

type Position = { current: number; ttl: number };
/** A call that waits for its place among those of all processes. */
type Waiting = { key: string; count: Count; ownPlace: number; tell: (current: number) => void };
type Shared = { key: string; startedMs: number; count: number };

/**
 * Counts of calls per caller and route that all processes on a database share. Far from the limit each counts by
 * itself and tells the others a moment later, so that a limit costs nothing; from a third of it on a call is counted
 * in the database first. While that is away each process holds the limit alone.
 */
class SharedCounts {
  readonly #db: Database;
  readonly #log: Log;
  readonly #counts = new Map<string, Count>();
  readonly #untold = new Set<string>();
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isSharing = false;

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  countUp(
    key: string,
    { windowMs, limit }: { windowMs: number; limit: number },
    tell: (position: Position) => void,
  ): void {
    const nowMs = Date.now();
    const known = this.#counts.get(key);
    const isOver = known === undefined || known.startedMs + known.windowMs <= nowMs;
    const count = isOver ? { startedMs: nowMs, windowMs, shared: 0, underWay: 0, own: 0 } : known;
    if (isOver) this.#keep(key, count);
    count.own += 1;
    this.#untold.add(key);
    const current = count.shared + count.underWay + count.own;
    const tellCurrent = (place: number): void =>
      tell({ current: place, ttl: count.startedMs + count.windowMs - nowMs });
    // Somebody who is past it already changes nothing by going on.
    const waits = current > limit * TRUSTED_PART && count.shared <= limit;
    if (waits) this.#waiting.push({ key, count, ownPlace: count.own, tell: tellCurrent });
    else tellCurrent(current);
    if (this.#isSharing) return;
    if (waits) void this.#share();
    else this.#timer ??= setTimeout(() => void this.#share(), SHARE_AFTER_MS).unref();
  }

  /** The oldest goes: many callers at once must not fill the memory. */
  #keep(key: string, count: Count): void {
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MOST_KEYS && oldest !== undefined) this.#counts.delete(oldest);
  }

  async #share(): Promise<void> {
    this.#isSharing = true;
    clearTimeout(this.#timer);
    const waiting = this.#waiting;
    this.#waiting = [];
    const told = [...this.#untold].flatMap((key) => {
      const count = this.#counts.get(key);
      return count ? [{ key, count }] : [];
    });
    this.#untold.clear();
    for (const { count } of told) {
      count.underWay = count.own;
      count.own = 0;
    }
    let answered = new Map<string, Shared>();
    try {
      answered = new Map((await addCounts(this.#db, told)).map((row) => [row.key, row]));
    } catch (error) {
      this.#log.warn({ err: error }, 'rate limits: not shared');
    }
    for (const { key, count, ownPlace, tell } of waiting)
      tell((answered.get(key)?.count ?? count.shared + count.underWay) - count.underWay + ownPlace);
    for (const { key, count } of told) {
      const row = answered.get(key);
      if (row) Object.assign(count, { shared: row.count, startedMs: row.startedMs });
      else {
        count.own += count.underWay;
        this.#untold.add(key);
      }
      count.underWay = 0;
    }
    this.#isSharing = false;
    this.#timer = undefined;
    if (this.#waiting.length > 0) void this.#share();
    else if (this.#untold.size > 0)
      this.#timer = setTimeout(() => void this.#share(), SHARE_AFTER_MS).unref();
  }
}

/** In one order everywhere, so that two processes never wait for each other. */
function addCounts(db: Database, told: readonly { key: string; count: Count }[]): Promise<Shared[]> {
  const rows = told.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  const column = <T>(of: (row: (typeof rows)[number]) => T) => sql.param(rows.map(of));
  return rowsOf(
    db,
    sql`insert into rate_limits as kept (key, count, started_at, ends_at)
      select key, calls, to_timestamp(started), to_timestamp(ends)
      from unnest(${column(({ key }) => key)}::text[], ${column(({ count }) => count.underWay)}::int[],
        ${column(({ count }) => count.startedMs / 1000)}::float8[],
        ${column(({ count }) => (count.startedMs + count.windowMs) / 1000)}::float8[]
      ) as given(key, calls, started, ends)
      on conflict (key) do update set
        count = case when kept.ends_at <= excluded.started_at then excluded.count else kept.count + excluded.count end,
        started_at = case when kept.ends_at <= excluded.started_at then excluded.started_at else kept.started_at end,
        ends_at = case when kept.ends_at <= excluded.started_at then excluded.ends_at else kept.ends_at end
      returning key, count, extract(epoch from started_at)::float8 * 1000 as "startedMs"`,
  );
}

/** Forgets counts whose time is over, once a day. */
export const rateLimitUpkeep = defineJob({
  name: 'rate_limits.upkeep',
  payload: z.object({}),
  schedule: '49 3 * * *',
});

export async function workRateLimits(queue: JobQueue, db: Database): Promise<void> {
  await queue.work(rateLimitUpkeep, async () => {
    await db.execute(sql`delete from rate_limits where ends_at < now()`);
  });
}

/** Without a route, a limit names itself in its key. */
const Route = z.object({
  routeInfo: z
    .object({ url: z.string(), method: z.union([z.string(), z.array(z.string())]) })
    .or(z.object({}).transform(() => undefined)),
});

/** The store of @fastify/rate-limit for a server on this database. */
export function sharedRateLimit(db: Database, log: Log): FastifyRateLimitStoreCtor {
  const counts = new SharedCounts(db, log);
  const ofRoute = (route: string): FastifyRateLimitStore => ({
    incr(caller, done, windowMs, limit) {
      // Addresses of people are not kept in clear.
      const key = createHash('sha256').update(`${route} ${caller}`).digest('base64url');
      counts.countUp(key, { windowMs, limit }, (position) => done(null, position));
    },
    child(options) {
      const { routeInfo } = Route.parse(options);
      return ofRoute(routeInfo ? `${String(routeInfo.method)} ${routeInfo.url}` : '');
    },
  });
  return class {
    readonly #store = ofRoute('');
    readonly incr = this.#store.incr.bind(this.#store);
    readonly child = this.#store.child.bind(this.#store);
  };
}
