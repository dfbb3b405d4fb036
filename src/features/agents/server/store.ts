import { and, desc, eq, isNull, lt, sql as raw } from 'drizzle-orm';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import { experts } from './tables.ts';

export type AgentRow = typeof experts.$inferSelect;
export type NewAgentRow = typeof experts.$inferInsert;

/** Agents that are not deleted, newest first. */
export function listAgentRows(db: Queryable): Promise<AgentRow[]> {
  return db
    .select()
    .from(experts)
    .where(isNull(experts.deletedAt))
    .orderBy(desc(experts.createdAt), desc(experts.id));
}

export async function countAgents(db: Queryable): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*) as count from ${experts} where deleted_at is null`,
  );
  return row?.count ?? 0;
}

/** Undefined for one that is deleted. */
export async function findAgent(db: Queryable, id: string): Promise<AgentRow | undefined> {
  const [row] = await db
    .select()
    .from(experts)
    .where(and(eq(experts.id, id), isNull(experts.deletedAt)));
  return row;
}

/** The agent, deleted or not, until the transaction ends nobody else's to change. */
export async function lockAgent(tx: Transaction, id: string): Promise<AgentRow | undefined> {
  const [row] = await tx.select().from(experts).where(eq(experts.id, id)).for('update');
  return row;
}

export async function insertAgent(tx: Transaction, row: NewAgentRow): Promise<void> {
  await tx.insert(experts).values(row);
}

/** Changes columns and raises the version. */
export async function changeAgentRow(
  tx: Transaction,
  id: string,
  columns: Partial<NewAgentRow>,
  at: Date,
): Promise<void> {
  await tx
    .update(experts)
    .set({ ...columns, updatedAt: at, version: raw`${experts.version} + 1` })
    .where(eq(experts.id, id));
}

/** Removes agents that were deleted before `before`, with everything that belongs to them. */
export async function purgeAgents(db: Queryable, before: Date): Promise<void> {
  await db.delete(experts).where(lt(experts.deletedAt, before));
}

/** Its golden questions are to be asked again. */
export async function markGoldenDue(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.update(experts).set({ goldenDueAt: at }).where(eq(experts.id, id));
}

/** All were asked as the agent stood at `dueAt`; a change since then keeps them due. */
export async function clearGoldenDue(db: Queryable, id: string, dueAt: Date): Promise<void> {
  await db
    .update(experts)
    .set({ goldenDueAt: null })
    .where(and(eq(experts.id, id), eq(experts.goldenDueAt, dueAt)));
}
