import { inArray } from 'drizzle-orm';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import { leads } from './tables.ts';

/** People, deleted ones included, held until the transaction ends; in one order, against deadlocks. */
export function lockPeople(tx: Transaction, ids: readonly string[]) {
  const { id, name, email, handle, phone, emailKey, handleKey, phoneKey, groupId, platform, isDemo } = leads;
  return tx
    .select({ id, name, email, handle, phone, emailKey, handleKey, phoneKey, groupId, platform, isDemo })
    .from(leads)
    .where(inArray(id, [...ids]))
    .orderBy(id)
    .for('update');
}

/** Of these people those of whom no record is left, the hidden ones among them. */
export function listForgotten(db: Queryable, ids: readonly string[]): Promise<{ id: string }[]> {
  return rowsOf(
    db,
    sql`select id from unnest(${sql.param([...ids])}::uuid[]) as asked(id)
      where not exists (select from leads where leads.id = asked.id)`,
  );
}

export async function deletePeople(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.delete(leads).where(inArray(leads.id, [...ids]));
}
