import { and, desc, eq, getTableColumns, isNull, lt, sql as raw } from 'drizzle-orm';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import { experts } from './tables.ts';

export type AgentRow = typeof experts.$inferSelect;
export type NewAgentRow = typeof experts.$inferInsert;
export type ListedAgentRow = AgentRow & { totalConversations: number; failingQuestions: number };

const listed = {
  ...getTableColumns(experts),
  // A hand-written subquery names its outer table itself: the builder would leave the table out of a column's name.
  totalConversations: raw<number>`(select count(*) from conversations where conversations.expert_id = experts.id and channel <> 'test')`,
  failingQuestions: raw<number>`(select count(*)::int from golden_questions where golden_questions.expert_id = experts.id and has_passed = false)`,
};

/** Agents that are not deleted, newest first. */
export function listAgentRows(db: Queryable): Promise<ListedAgentRow[]> {
  return db
    .select(listed)
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

export async function findAgentRow(db: Queryable, id: string): Promise<ListedAgentRow | undefined> {
  const [row] = await db
    .select(listed)
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

export type ConversationCounts = {
  total: number;
  resolved: number;
  /** Of the resolved: a person said so. */
  confirmed: number;
  meanResponseMs: number | null;
};

/** Conversations with agents that are not deleted. */
export async function countConversations(db: Queryable): Promise<ConversationCounts> {
  const [row] = await rowsOf<ConversationCounts>(
    db,
    sql`select count(*) as total, count(resolved_at) as resolved,
        count(resolved_at) filter (where is_confirmed) as confirmed, avg(response_ms)::float8 as "meanResponseMs"
      from conversations join experts on experts.id = conversations.expert_id
      where experts.deleted_at is null and channel <> 'test'`,
  );
  return row ?? { total: 0, resolved: 0, confirmed: 0, meanResponseMs: null };
}

/** The columns that a change names: what is left out stays as it is. */
export function givenOf<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly what the filter leaves
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
