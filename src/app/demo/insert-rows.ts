import { getTableColumns, getTableName, type InferInsertModel, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '#platform/db.ts';

/** As many rows as PostgreSQL reads comfortably from one parameter. */
const ROWS_AT_ONCE = 5_000;

/**
 * Adds many rows in few statements: one parameter each, however many columns. Columns that no row names get their
 * defaults; one that only some rows name is null in the others.
 */
export async function insertRows<T extends PgTable>(
  tx: Transaction,
  table: T,
  rows: readonly InferInsertModel<T>[],
): Promise<void> {
  const columns = new Map(Object.entries(getTableColumns(table)).map(([key, column]) => [key, column.name]));
  const used = [...columns].filter(([key]) => rows.some((row) => Object.hasOwn(row, key)));
  const names = sql.join(
    used.map(([, name]) => sql.identifier(name)),
    sql`, `,
  );
  const tableName = sql.identifier(getTableName(table));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const page = rows
      .slice(from, from + ROWS_AT_ONCE)
      .map((row) => Object.fromEntries(used.map(([key, name]) => [name, Reflect.get(row, key) ?? null])));
    await tx.execute(
      sql`insert into ${tableName} (${names})
        select ${names} from jsonb_populate_recordset(null::${tableName}, ${JSON.stringify(page)}::jsonb)`,
    );
  }
}
