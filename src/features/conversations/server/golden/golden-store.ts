import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { agents } from '#features/agents/server/tables.ts';
import type { Queryable, Transaction } from '#platform/db.ts';
import { goldenQuestions } from '../tables.ts';

export type GoldenRow = typeof goldenQuestions.$inferSelect;

export function listGolden(db: Queryable, agentId: string): Promise<GoldenRow[]> {
  return db
    .select()
    .from(goldenQuestions)
    .where(eq(goldenQuestions.agentId, agentId))
    .orderBy(asc(goldenQuestions.createdAt), asc(goldenQuestions.id));
}

export async function insertGolden(
  db: Queryable,
  row: typeof goldenQuestions.$inferInsert,
): Promise<GoldenRow> {
  const [inserted] = await db.insert(goldenQuestions).values(row).returning();
  if (!inserted) throw new Error('the question was not stored');
  return inserted;
}

export async function removeGolden(db: Queryable, id: string): Promise<boolean> {
  const removed = await db
    .delete(goldenQuestions)
    .where(eq(goldenQuestions.id, id))
    .returning({ id: goldenQuestions.id });
  return removed.length > 0;
}

export async function recordGoldenRun(
  db: Queryable,
  id: string,
  { answer, hasPassed, at }: { answer: string; hasPassed: boolean; at: Date },
): Promise<void> {
  await db
    .update(goldenQuestions)
    .set({ lastAnswer: answer, hasPassed, lastRunAt: at })
    .where(eq(goldenQuestions.id, id));
}

export async function hasGolden(db: Queryable, agentId: string): Promise<boolean> {
  const [one] = await db
    .select({ id: goldenQuestions.id })
    .from(goldenQuestions)
    .where(eq(goldenQuestions.agentId, agentId))
    .limit(1);
  return one !== undefined;
}

/** Agents with questions, for those whose knowledge changes by itself: items have a last day. */
export async function listAgentsWithGolden(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectDistinct({ agentId: goldenQuestions.agentId })
    .from(goldenQuestions)
    .where(isNotNull(goldenQuestions.lastRunAt));
  return rows.map(({ agentId }) => agentId);
}

/** The golden questions of an agent are to be asked again. */
export async function markGoldenDue(tx: Transaction, agentId: string, at: Date): Promise<void> {
  await tx.update(agents).set({ goldenDueAt: at }).where(eq(agents.id, agentId));
}

/** All were asked for the agent of `dueAt`; a change since then keeps them due. */
export async function clearGoldenDue(db: Queryable, agentId: string, dueAt: Date): Promise<void> {
  await db
    .update(agents)
    .set({ goldenDueAt: null })
    .where(and(eq(agents.id, agentId), eq(agents.goldenDueAt, dueAt)));
}
