import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import { type Queryable, sql, type Transaction } from '#platform/db.ts';
import type { Traces } from '#platform/idempotency.ts';
import { leadViews } from '../tables.ts';

export type ViewRow = typeof leadViews.$inferSelect;

/** What a colleague may see: their own and the shared ones. */
export function listViews(db: Queryable, userId: string): Promise<ViewRow[]> {
  return db
    .select()
    .from(leadViews)
    .where(and(isNull(leadViews.deletedAt), or(eq(leadViews.ownerId, userId), eq(leadViews.isShared, true))))
    .orderBy(asc(sql`lower(${leadViews.name})`), asc(leadViews.id));
}

export function countViews(db: Queryable, ownerId: string): Promise<number> {
  return db.$count(leadViews, and(eq(leadViews.ownerId, ownerId), isNull(leadViews.deletedAt)));
}

export async function lockView(tx: Transaction, id: string): Promise<ViewRow | undefined> {
  const [row] = await tx.select().from(leadViews).where(eq(leadViews.id, id)).for('update');
  return row;
}

export async function insertView(tx: Queryable, row: typeof leadViews.$inferInsert): Promise<ViewRow> {
  const [view] = await tx.insert(leadViews).values(row).returning();
  if (!view) throw new Error('the view was not stored');
  return view;
}

export async function updateView(tx: Queryable, id: string, change: Partial<ViewRow>): Promise<ViewRow> {
  const [view] = await tx.update(leadViews).set(change).where(eq(leadViews.id, id)).returning();
  if (!view) throw new Error('the view is gone');
  return view;
}

/** Deleted ones, and personal ones of colleagues who left. */
export async function purgeViews(db: Queryable, before: Date): Promise<void> {
  await db
    .delete(leadViews)
    .where(
      or(lt(leadViews.deletedAt, before), and(isNull(leadViews.ownerId), eq(leadViews.isShared, false))),
    );
}

/**
 * Deletes views that search for one of these people, or are called by their address or full name: without it they would
 * show everybody. A name of one word is a word like any other ('Tea'): only a search for just that is about the person.
 * Answers whether there were any.
 */
export async function deleteViewsAbout(tx: Queryable, { anywhere, whole }: Traces): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`delete from lead_views where exists (
      select 1 from unnest(${sql.param(anywhere)}::text[]) as trace
      where strpos(lower(name), lower(trace)) > 0 or strpos(lower(query->>'q'), lower(trace)) > 0)
    or ltrim(btrim(lower(query->>'q')), '@') in (select lower(trace) from unnest(${sql.param(whole)}::text[]) as trace)`);
  return (rowCount ?? 0) > 0;
}
