import { type Queryable, rowsOf, type SQL, sql, type Transaction } from './db.ts';

type Definition = {
  table: string;
  /** Its columns of text, and when it was written. */
  texts: readonly string[];
  at: string;
  /** Of a row: it belongs to none of these people. */
  isOfOthers: (leadIds: readonly string[]) => SQL;
};

/** Texts in which people may be named who do not own them. */
export type TextPlace = {
  /** Newest first. */
  find: (
    db: Queryable,
    query: { pattern: string; leadIds: readonly string[]; limit: number },
  ) => Promise<{ id: string; text: string; at: Date }[]>;
  /** Rewrites those of these rows that contain the pattern; answers how many. */
  rewrite: (
    tx: Transaction,
    query: { pattern: string; leadIds: readonly string[]; ids: readonly string[] },
    change: (text: string) => string,
  ) => Promise<number>;
};

/** `pattern`: a regular expression of PostgreSQL, matched in any case. */
export function textPlace({ table, texts, at, isOfOthers }: Definition): TextPlace {
  const name = sql.identifier(table);
  const columns = texts.map((text) => sql.identifier(text));
  const whole = sql`concat_ws(E'\n', ${sql.join(columns, sql`, `)})`;
  return {
    find: (db, { pattern, leadIds, limit }) =>
      rowsOf(
        db,
        sql`select id, ${whole} as text, ${sql.identifier(at)} as at from ${name}
          where ${whole} ~* ${pattern} and ${isOfOthers(leadIds)}
          order by ${sql.identifier(at)} desc, id desc limit ${limit}`,
      ),

    async rewrite(tx, { pattern, leadIds, ids }, change) {
      const rows = await rowsOf<{ id: string; parts: string[] }>(
        tx,
        sql`select id, array[${sql.join(columns, sql`, `)}] as parts from ${name}
          where id = any(${sql.param([...ids])}::uuid[]) and ${whole} ~* ${pattern} and ${isOfOthers(leadIds)}
          order by id for update`,
      );
      for (const { id, parts } of rows) {
        const set = columns.map((column, place) => sql`${column} = ${change(parts[place] ?? '')}`);
        await tx.execute(sql`update ${name} set ${sql.join(set, sql`, `)} where id = ${id}`);
      }
      return rows.length;
    },
  };
}
