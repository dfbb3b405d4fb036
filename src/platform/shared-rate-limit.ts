import { createHash } from 'node:crypto';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { z } from 'zod';
import { type Database, rowsOf, sql } from './db.ts';
import type { Log } from './log.ts';

/** How long calls are counted here alone before the other processes hear of them. */
const SHARE_AFTER_MS = 250;
const MOST_KEYS = 20_000;

type Count = {
  startedMs: number;
  windowMs: number;
  /** By all processes, as far as the database has told. */
  shared: number;
  /** By this one, since it told the database. */
  own: number;
};

type Shared = { key: string; startedMs: number; count: number };

/**
 * Counts of calls per caller and route that all processes on a database share. Each counts by itself and tells the
 * others a moment later, when it hears of theirs, so a limit costs a call nothing; it may be passed by what comes in
 * until then: a call at each process, or those of a quarter of a second. While the database is away each process holds the limit alone.
 */
class SharedCounts {
  readonly #db: Database;
  readonly #log: Log;
  readonly #counts = new Map<string, Count>();
  readonly #untold = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  countUp(key: string, windowMs: number): { current: number; ttl: number } {
    const nowMs = Date.now();
    const known = this.#counts.get(key);
    const isOver = known === undefined || known.startedMs + known.windowMs <= nowMs;
    const count = isOver ? { startedMs: nowMs, windowMs, shared: 0, own: 0 } : known;
    count.own += 1;
    if (isOver) this.#keep(key, count);
    this.#untold.add(key);
    if (this.#timer === undefined) this.#shareSoon();
    return { current: count.shared + count.own, ttl: count.startedMs + count.windowMs - nowMs };
  }

  /** The oldest goes: many callers at once must not fill the memory. */
  #keep(key: string, count: Count): void {
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MOST_KEYS && oldest !== undefined) this.#counts.delete(oldest);
  }

  async #share(): Promise<void> {
    const told = [...this.#untold].flatMap((key) => {
      const count = this.#counts.get(key);
      return count ? [{ key, count, calls: count.own }] : [];
    });
    this.#untold.clear();
    try {
      const rows = await addCounts(
        this.#db,
        told.map(({ key, count, calls }) => ({ key, calls, ...count })),
      );
      for (const { key, count, calls } of told) {
        const row = rows.find((one) => one.key === key);
        if (!row) continue;
        count.own -= calls;
        count.shared = row.count;
        count.startedMs = row.startedMs;
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'rate limits: not shared');
      for (const { key } of told) this.#untold.add(key);
    }
    this.#timer = undefined;
    if (this.#untold.size > 0) this.#shareSoon();
  }

  #shareSoon(): void {
    this.#timer = setTimeout(() => void this.#share(), SHARE_AFTER_MS).unref();
  }
}

/** In one order everywhere, so that two processes never wait for each other. */
function addCounts(
  db: Database,
  counts: readonly (Omit<Count, 'shared' | 'own'> & { key: string; calls: number })[],
): Promise<Shared[]> {
  const rows = counts.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  const column = <T>(of: (row: (typeof rows)[number]) => T) => sql.param(rows.map(of));
  return rowsOf(
    db,
    sql`insert into rate_limits as kept (key, count, started_at, ends_at)
      select key, calls, to_timestamp(started), to_timestamp(ends)
      from unnest(${column(({ key }) => key)}::text[], ${column(({ calls }) => calls)}::int[],
        ${column(({ startedMs }) => startedMs / 1000)}::float8[],
        ${column(({ startedMs, windowMs }) => (startedMs + windowMs) / 1000)}::float8[]
      ) as given(key, calls, started, ends)
      on conflict (key) do update set
        count = case when kept.ends_at <= excluded.started_at then excluded.count else kept.count + excluded.count end,
        started_at = case when kept.ends_at <= excluded.started_at then excluded.started_at else kept.started_at end,
        ends_at = case when kept.ends_at <= excluded.started_at then excluded.ends_at else kept.ends_at end
      returning key, count, extract(epoch from started_at)::float8 * 1000 as "startedMs"`,
  );
}

export async function purgeRateLimits(db: Database): Promise<void> {
  await db.execute(sql`delete from rate_limits where ends_at < now()`);
}

const Route = z.object({
  routeInfo: z.object({ url: z.string(), method: z.union([z.string(), z.array(z.string())]) }),
});

/** The store of @fastify/rate-limit for a server on this database. */
export function sharedRateLimit(db: Database, log: Log): FastifyRateLimitStoreCtor {
  const counts = new SharedCounts(db, log);
  const ofRoute = (route: string): FastifyRateLimitStore => ({
    incr(caller, done, windowMs) {
      // Addresses of people are not kept in clear.
      const key = createHash('sha256').update(`${route} ${caller}`).digest('base64url');
      done(null, counts.countUp(key, windowMs));
    },
    child(options) {
      const { routeInfo } = Route.parse(options);
      return ofRoute(`${String(routeInfo.method)} ${routeInfo.url}`);
    },
  });
  return class {
    readonly #store = ofRoute('');
    readonly incr = this.#store.incr.bind(this.#store);
    readonly child = this.#store.child.bind(this.#store);
  };
}
