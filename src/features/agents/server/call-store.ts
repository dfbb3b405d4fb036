import { and, eq, isNull } from 'drizzle-orm';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { AgentRow } from './store.ts';
import { experts } from './tables.ts';

/** By its publishable key; deleted agents have none. */
export async function findAgentByKey(db: Queryable, apiKey: string): Promise<AgentRow | undefined> {
  const [row] = await db
    .select()
    .from(experts)
    .where(and(eq(experts.apiKey, apiKey), isNull(experts.deletedAt)));
  return row;
}

/**
 * Counts one call in the hour of the agent, unless `limit` have been made; the hour begins with its first call. One
 * statement, so that calls on many processes cannot pass together where one is left.
 * @returns undefined when the call is over the limit.
 */
export async function countCall(
  db: Queryable,
  expertId: string,
  { limit, now, windowMs }: { limit: number; now: Date; windowMs: number },
): Promise<{ calls: number; windowStartedAt: Date } | undefined> {
  const at = now.toISOString();
  const isOver = sql`agent_call_counts.window_started_at <= ${new Date(now.getTime() - windowMs).toISOString()}::timestamptz`;
  const [row] = await rowsOf<{ calls: number; windowStartedAt: string }>(
    db,
    sql`insert into agent_call_counts (expert_id, window_started_at, calls) values (${expertId}, ${at}, 1)
      on conflict (expert_id) do update set
        window_started_at = case when ${isOver} then excluded.window_started_at
          else agent_call_counts.window_started_at end,
        calls = case when ${isOver} then 1 else agent_call_counts.calls + 1 end
      where agent_call_counts.calls < ${limit} or ${isOver}
      returning calls, window_started_at as "windowStartedAt"`,
  );
  return row && { calls: row.calls, windowStartedAt: new Date(row.windowStartedAt) };
}

/**
 * Counts one call of this address in its window, which begins with its first call.
 * @returns how many there were, and when the window began.
 */
export async function countVisitorCall(
  db: Queryable,
  {
    expertId,
    addressHash,
    now,
    windowMs,
  }: { expertId: string; addressHash: string; now: Date; windowMs: number },
): Promise<{ calls: number; windowStartedAt: Date }> {
  const isOver = sql`visitor_call_counts.window_started_at <= ${new Date(now.getTime() - windowMs).toISOString()}::timestamptz`;
  const [row] = await rowsOf<{ calls: number; windowStartedAt: string }>(
    db,
    sql`insert into visitor_call_counts (expert_id, address_hash, window_started_at, calls)
      values (${expertId}, ${addressHash}, ${now.toISOString()}, 1)
      on conflict (expert_id, address_hash) do update set
        window_started_at = case when ${isOver} then excluded.window_started_at
          else visitor_call_counts.window_started_at end,
        calls = case when ${isOver} then 1 else visitor_call_counts.calls + 1 end
      returning calls, window_started_at as "windowStartedAt"`,
  );
  if (!row) throw new Error('the call was not counted');
  return { calls: row.calls, windowStartedAt: new Date(row.windowStartedAt) };
}

/** Addresses whose window is over are nobody's business any more. */
export async function purgeVisitorCalls(db: Queryable, before: Date): Promise<void> {
  await db.execute(
    sql`delete from visitor_call_counts where window_started_at <= ${before.toISOString()}::timestamptz`,
  );
}

export async function findCallWindow(
  db: Queryable,
  expertId: string,
): Promise<{ calls: number; windowStartedAt: Date } | undefined> {
  const [row] = await rowsOf<{ calls: number; windowStartedAt: string }>(
    db,
    sql`select calls, window_started_at as "windowStartedAt" from agent_call_counts where expert_id = ${expertId}`,
  );
  return row && { calls: row.calls, windowStartedAt: new Date(row.windowStartedAt) };
}
