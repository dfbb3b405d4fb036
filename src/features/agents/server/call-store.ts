import { and, eq, isNull } from 'drizzle-orm';
import { type Database, prepared, type Queryable, rowsOf, runPrepared, sql } from '#platform/db.ts';
import { type AgentRow, agents } from './tables.ts';

/** By the hash of its secret key; deleted agents have none. */
export async function findAgentBySecret(db: Queryable, secretHash: string): Promise<AgentRow | undefined> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.secretHash, secretHash), isNull(agents.deletedAt)));
  return row;
}

/** By its publishable key; deleted agents have none. */
export async function findAgentByKey(db: Database, apiKey: string): Promise<AgentRow | undefined> {
  const statement = prepared(db, 'agents_by_key', (name) =>
    db
      .select()
      .from(agents)
      .where(and(eq(agents.apiKey, sql.placeholder('apiKey')), isNull(agents.deletedAt)))
      .prepare(name),
  );
  const [row] = await statement.execute({ apiKey });
  return row;
}

const COUNT_CALL = `
  insert into agent_call_counts (expert_id, window_started_at, calls) values ($1, $2, 1)
  on conflict (expert_id) do update set
    window_started_at = case when agent_call_counts.window_started_at <= $3::timestamptz
      then excluded.window_started_at else agent_call_counts.window_started_at end,
    calls = case when agent_call_counts.window_started_at <= $3::timestamptz
      then 1 else agent_call_counts.calls + 1 end
  where agent_call_counts.calls < $4 or agent_call_counts.window_started_at <= $3::timestamptz
  returning calls, window_started_at as "windowStartedAt"`;

/**
 * Counts one call in the hour of the agent, unless `limit` have been made; the hour begins with its first call. One
 * statement, so that calls on many processes cannot pass together where one is left.
 * @returns undefined when the call is over the limit.
 */
export async function countCall(
  db: Queryable,
  agentId: string,
  { limit, now, windowMs }: { limit: number; now: Date; windowMs: number },
): Promise<{ calls: number; windowStartedAt: Date } | undefined> {
  const [row] = await runPrepared<{ calls: number; windowStartedAt: Date }>(db, {
    name: 'agents_count_call',
    text: COUNT_CALL,
    values: [agentId, now.toISOString(), new Date(now.getTime() - windowMs).toISOString(), limit],
  });
  return row;
}

const COUNT_VISITOR_CALL = `
  insert into visitor_call_counts (expert_id, address_hash, window_started_at, calls) values ($1, $2, $3, 1)
  on conflict (expert_id, address_hash) do update set
    window_started_at = case when visitor_call_counts.window_started_at <= $4::timestamptz
      then excluded.window_started_at else visitor_call_counts.window_started_at end,
    calls = case when visitor_call_counts.window_started_at <= $4::timestamptz
      then 1 else visitor_call_counts.calls + 1 end
  returning calls, window_started_at as "windowStartedAt"`;

/**
 * Counts one call of this address in its window, which begins with its first call.
 * @returns how many there were, and when the window began.
 */
export async function countVisitorCall(
  db: Queryable,
  {
    agentId,
    addressHash,
    now,
    windowMs,
  }: { agentId: string; addressHash: string; now: Date; windowMs: number },
): Promise<{ calls: number; windowStartedAt: Date }> {
  const [row] = await runPrepared<{ calls: number; windowStartedAt: Date }>(db, {
    name: 'agents_count_visitor_call',
    text: COUNT_VISITOR_CALL,
    values: [agentId, addressHash, now.toISOString(), new Date(now.getTime() - windowMs).toISOString()],
  });
  if (!row) throw new Error('the call was not counted');
  return row;
}

/** Removes the counts of addresses whose window is over. */
export async function purgeVisitorCalls(db: Queryable, before: Date): Promise<void> {
  await db.execute(
    sql`delete from visitor_call_counts where window_started_at <= ${before.toISOString()}::timestamptz`,
  );
}

export async function findCallWindow(
  db: Queryable,
  agentId: string,
): Promise<{ calls: number; windowStartedAt: Date } | undefined> {
  const [row] = await rowsOf<{ calls: number; windowStartedAt: string }>(
    db,
    sql`select calls, window_started_at as "windowStartedAt" from agent_call_counts where expert_id = ${agentId}`,
  );
  return row && { calls: row.calls, windowStartedAt: new Date(row.windowStartedAt) };
}
