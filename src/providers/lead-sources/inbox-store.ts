import { and, eq, lt, lte } from 'drizzle-orm';
import type { Queryable } from '#platform/db.ts';
import { sourceDeliveries } from './tables.ts';

const MOST_AT_ONCE = 100;

/** Keeps a record; one that is there already stays as it is. */
export async function insertDelivery(
  db: Queryable,
  row: Pick<typeof sourceDeliveries.$inferInsert, 'searchId' | 'hash' | 'record'>,
): Promise<void> {
  await db.insert(sourceDeliveries).values(row).onConflictDoNothing();
}

export function listDeliveries(
  db: Queryable,
  searchId: string,
): Promise<{ seq: number; record: Record<string, unknown> }[]> {
  return db
    .select({ seq: sourceDeliveries.seq, record: sourceDeliveries.record })
    .from(sourceDeliveries)
    .where(eq(sourceDeliveries.searchId, searchId))
    .orderBy(sourceDeliveries.seq)
    .limit(MOST_AT_ONCE);
}

export async function deleteDeliveries(db: Queryable, searchId: string, upTo: number): Promise<void> {
  await db
    .delete(sourceDeliveries)
    .where(and(eq(sourceDeliveries.searchId, searchId), lte(sourceDeliveries.seq, upTo)));
}

export async function deleteOldDeliveries(db: Queryable, before: Date): Promise<void> {
  await db.delete(sourceDeliveries).where(lt(sourceDeliveries.createdAt, before));
}
