import { and, desc, eq, isNull, lt, sql as raw } from 'drizzle-orm';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import { type AgentRow, agents } from './tables.ts';

export type NewAgentRow = typeof agents.$inferInsert;

/** Agents that are not deleted, newest first. */
export function listAgentRows(db: Queryable): Promise<AgentRow[]> {
  return db
    .select()
    .from(agents)
    .where(isNull(agents.deletedAt))
    .orderBy(desc(agents.createdAt), desc(agents.id));
}

export async function countAgents(db: Queryable): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*) as count from ${agents} where deleted_at is null`,
  );
  return row?.count ?? 0;
}

/** Undefined for one that is deleted. */
export async function findAgentRow(db: Queryable, id: string): Promise<AgentRow | undefined> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.id, id), isNull(agents.deletedAt)));
  return row;
}

/** Locks the agent, deleted or not, until the transaction ends. */
export async function lockAgent(tx: Transaction, id: string): Promise<AgentRow | undefined> {
  const [row] = await tx.select().from(agents).where(eq(agents.id, id)).for('update');
  return row;
}

export async function insertAgent(tx: Transaction, row: NewAgentRow): Promise<void> {
  await tx.insert(agents).values(row);
}

/** Changes columns and raises the version. */
export async function changeAgentRow(
  tx: Transaction,
  id: string,
  columns: Partial<NewAgentRow>,
  at: Date,
): Promise<void> {
  await tx
    .update(agents)
    .set({ ...columns, updatedAt: at, version: raw`${agents.version} + 1` })
    .where(eq(agents.id, id));
}

/** Removes agents that were deleted before `before`, with everything that belongs to them. */
export async function purgeAgents(db: Queryable, before: Date): Promise<void> {
  await db.delete(agents).where(lt(agents.deletedAt, before));
}
