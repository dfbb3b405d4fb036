import { and, eq, lt, lte, type SQL, sql } from 'drizzle-orm';
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

/** Names somebody by one of these contacts; very short ones stand in every other word. */
const isNaming = (contacts: readonly string[]): SQL =>
  sql`exists (select 1 from unnest(${sql.param([...contacts])}::text[]) contact
    where length(contact) > 2 and strpos(lower(${sourceDeliveries.record}::text), lower(contact)) > 0)`;

export function listDeliveriesNaming(
  db: Queryable,
  contacts: readonly string[],
): Promise<{ record: Record<string, unknown> }[]> {
  return db.select({ record: sourceDeliveries.record }).from(sourceDeliveries).where(isNaming(contacts));
}

export async function deleteDeliveriesNaming(db: Queryable, contacts: readonly string[]): Promise<void> {
  await db.delete(sourceDeliveries).where(isNaming(contacts));
}
