import { and, eq, isNull, lt } from 'drizzle-orm';
import { type Queryable, type SQL, sql } from '#platform/db.ts';
import { communityReports } from './tables.ts';

/** Whether readers have reported post `p`, which is published, and nobody has decided on that. */
export const isReported: SQL = sql`(p.state = 'published' and p.id in (
  select post_id from community_reports where settled_at is null))`;

/** What was reported of post `p`, by reason; of one that waits all that ever was, since it is decided on anew. */
export const reportsOfPost: SQL = sql`coalesce((
  select jsonb_agg(jsonb_build_object('reason', reason, 'readers', readers, 'notes', notes) order by readers desc, reason)
  from (
    select reason, count(*) as readers,
      coalesce(jsonb_agg(note order by reported_at desc) filter (where note <> ''), '[]') as notes
    from community_reports where post_id = p.id and (settled_at is null or p.state <> 'published') group by reason
  ) said), '[]')`;

/** False where this reader has reported the post before. */
export async function insertReport(
  tx: Queryable,
  report: typeof communityReports.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await tx.insert(communityReports).values(report).onConflictDoNothing();
  return (rowCount ?? 0) > 0;
}

/** Answers how many were open. */
export async function settleReportsOf(tx: Queryable, postId: string, at: Date): Promise<number> {
  const { rowCount } = await tx
    .update(communityReports)
    .set({ settledAt: at })
    .where(and(eq(communityReports.postId, postId), isNull(communityReports.settledAt)));
  return rowCount ?? 0;
}

/** Those that were settled at that very instant are open again; answers how many. */
export async function reopenReportsOf(tx: Queryable, postId: string, settledAt: Date): Promise<number> {
  const { rowCount } = await tx
    .update(communityReports)
    .set({ settledAt: null })
    .where(and(eq(communityReports.postId, postId), eq(communityReports.settledAt, settledAt)));
  return rowCount ?? 0;
}

/** What was decided long ago. */
export async function purgeReports(db: Queryable, before: Date): Promise<void> {
  await db.delete(communityReports).where(lt(communityReports.settledAt, before));
}
