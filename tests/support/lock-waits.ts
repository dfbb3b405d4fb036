import type pg from 'pg';
import { expect } from 'vitest';

/** Waits until so many connections to the database of `client` wait for a row that somebody holds. */
export async function untilWaiting(client: pg.Client, count: number): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.count ?? 0;
  };
  await expect.poll(waiting, { timeout: 10_000 }).toBe(count);
}
