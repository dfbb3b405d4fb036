import { type Queryable, rowsOf, sql } from '#platform/db.ts';

/** Counts one more under a key until it expires; answers how many there are now. */
export async function countUp(db: Queryable, key: string, forMs: number): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`insert into community_limits (key, count, expires_at)
      values (${key}, 1, now() + make_interval(secs => ${forMs / 1000}))
      on conflict (key) do update set
        count = case when community_limits.expires_at < now() then 1 else community_limits.count + 1 end,
        expires_at = case when community_limits.expires_at < now() then excluded.expires_at else community_limits.expires_at end
      returning count`,
  );
  return row?.count ?? 0;
}

/** How many there are now, without one more. */
export async function countNow(db: Queryable, key: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count from community_limits where key = ${key} and expires_at >= now()`,
  );
  return row?.count ?? 0;
}

export async function forgetCount(db: Queryable, key: string): Promise<void> {
  await db.execute(sql`delete from community_limits where key = ${key}`);
}

export async function purgeLimits(db: Queryable): Promise<void> {
  await db.execute(sql`delete from community_limits where expires_at < now()`);
}
