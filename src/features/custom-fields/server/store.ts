import { and, asc, eq, isNotNull, isNull, max } from 'drizzle-orm';
import { type Queryable, rowsOf, type SQL, sql, type Transaction } from '#platform/db.ts';
import type { CustomEntity } from '../contract.ts';
import { customFields } from './tables.ts';

export type FieldRow = typeof customFields.$inferSelect;

/** Fields in their order: live ones, or archived ones. */
export function listRows(
  db: Queryable,
  { entity, isArchived = false }: { entity?: CustomEntity | undefined; isArchived?: boolean },
): Promise<FieldRow[]> {
  const { archivedAt, position, createdAt } = customFields;
  return db
    .select()
    .from(customFields)
    .where(
      and(entity && eq(customFields.entity, entity), isArchived ? isNotNull(archivedAt) : isNull(archivedAt)),
    )
    .orderBy(asc(customFields.entity), asc(position), asc(createdAt), asc(customFields.id));
}

/** The field, archived or not, held until the transaction ends. */
export async function lockField(tx: Transaction, id: string): Promise<FieldRow | undefined> {
  const [row] = await tx.select().from(customFields).where(eq(customFields.id, id)).for('update');
  return row;
}

export async function findByKey(
  tx: Transaction,
  entity: CustomEntity,
  key: string,
): Promise<FieldRow | undefined> {
  const [row] = await tx
    .select()
    .from(customFields)
    .where(and(eq(customFields.entity, entity), eq(customFields.key, key)));
  return row;
}

/** One at a time for each entity: its limit and its order hold for two people at once. */
export async function holdEntity(tx: Transaction, entity: CustomEntity): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`custom_fields:${entity}`}))`);
}

export async function nextPosition(tx: Transaction, entity: CustomEntity): Promise<number> {
  const [row] = await tx
    .select({ last: max(customFields.position) })
    .from(customFields)
    .where(and(eq(customFields.entity, entity), isNull(customFields.archivedAt)));
  return (row?.last ?? -1) + 1;
}

export function countFields(tx: Transaction, entity: CustomEntity): Promise<number> {
  return tx.$count(customFields, and(eq(customFields.entity, entity), isNull(customFields.archivedAt)));
}

export async function insertField(tx: Transaction, row: typeof customFields.$inferInsert): Promise<FieldRow> {
  const [inserted] = await tx.insert(customFields).values(row).returning();
  if (!inserted) throw new Error('the field was not stored');
  return inserted;
}

export async function updateField(tx: Transaction, id: string, change: Partial<FieldRow>): Promise<FieldRow> {
  const [row] = await tx
    .update(customFields)
    .set({ ...change, version: sql`${customFields.version} + 1` })
    .where(eq(customFields.id, id))
    .returning();
  if (!row) throw new Error('the field is gone');
  return row;
}

/** Puts the live fields of an entity in this order. */
export async function setPositions(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update custom_fields set position = place.at - 1
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as place(id, at)
    where custom_fields.id = place.id`);
}

/** Ids of these that are no colleagues. */
export async function listUnknownUsers(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from unnest(${sql.param([...ids])}::text[]) as given(id)
      where not exists (select from users where users.id = given.id)`,
  );
  return rows.map(({ id }) => id);
}

/** The values of a record without those of archived fields. `column` is its `custom`, with the name of its table. */
export function liveValues(column: string, entity: CustomEntity): SQL {
  // Uncorrelated, so it runs once.
  return sql`(${sql.raw(column)} - array(select key from custom_fields
    where entity = ${sql.raw(`'${entity}'`)} and archived_at is not null))`;
}
