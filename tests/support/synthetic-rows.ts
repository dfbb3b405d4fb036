import type pg from 'pg';

type Column = {
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** The table and column that its values have to come from. */
  references: string | null;
  referenced: string | null;
};

const TABLES = `select format('%I', relname) as name from pg_class
  where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by relname`;

const COLUMNS = `select format('%I', attname) as name, format_type(atttypid, null) as type,
    not attnotnull as "isNullable", atthasdef as "hasDefault",
    (select confrelid::regclass::text from pg_constraint where contype = 'f' and conrelid = attrelid
      and conkey = array[attnum] limit 1) as references,
    (select format('%I', target.attname) from pg_constraint key
      join pg_attribute target on target.attrelid = key.confrelid and target.attnum = key.confkey[1]
      where contype = 'f' and conrelid = pg_attribute.attrelid and conkey = array[pg_attribute.attnum] limit 1) as referenced
  from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    and attidentity = ''`;

/** Two rows in each table that has none, whatever its columns are: what a release has stored when the next one comes. */
export async function fillEmptyTables(sql: pg.Client): Promise<void> {
  let left: string[] = [];
  for (const name of await tablesOf(sql)) if ((await countOf(sql, name)) === 0) left.push(name);
  while (left.length > 0) {
    const waiting: string[] = [];
    for (const table of left) if (!(await fill(sql, table))) waiting.push(table);
    if (waiting.length === left.length) throw new Error(`cannot be filled: ${waiting.join(', ')}`);
    left = waiting;
  }
}

/** Names of all tables. */
export async function tablesOf(sql: pg.Client): Promise<string[]> {
  return (await sql.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
}

export async function countOf(sql: pg.Client, table: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(`select count(*)::int from ${table}`);
  return rows[0]?.count ?? 0;
}

/** False while a table that it needs rows of is empty. */
async function fill(sql: pg.Client, table: string): Promise<boolean> {
  const { rows: columns } = await sql.query<Column>(COLUMNS, [table]);
  const names: string[] = [];
  const values: string[] = [];
  for (const column of columns) {
    // What has a default takes it, as with a row that was made before the column had a meaning.
    if (column.hasDefault && column.type !== 'boolean') continue;
    if (column.references !== null) {
      const isEmpty = column.references === table || (await countOf(sql, column.references)) === 0;
      if (isEmpty && column.isNullable) continue;
      if (isEmpty) return false;
      names.push(column.name);
      values.push(`(select ${column.referenced} from ${column.references} order by 1 offset n % 2 limit 1)`);
      continue;
    }
    if (column.hasDefault) continue;
    const value = valueOf(column);
    if (value === undefined) continue;
    names.push(column.name);
    values.push(value);
  }
  const row =
    names.length === 0
      ? 'default values'
      : `(${names.join(', ')}) select ${values.join(', ')} from generate_series(1, 2) n`;
  // Some tables have room for one.
  await sql.query(`insert into ${table} ${row} on conflict do nothing`);
  return true;
}

function valueOf({ type, isNullable }: Column): string | undefined {
  switch (type) {
    case 'uuid':
      return 'gen_random_uuid()';
    case 'text':
    case 'character varying':
      return `'text ' || n`;
    case 'integer':
    case 'bigint':
    case 'smallint':
    case 'real':
    case 'double precision':
    case 'numeric':
      return 'n';
    case 'boolean':
      return 'n = 1';
    case 'date':
      return 'current_date';
    case 'bytea':
      return `'\\x00'::bytea`;
    case 'timestamp with time zone':
    case 'timestamp without time zone':
      return `now() - n * interval '1 minute'`;
    case 'time without time zone':
      return `'09:00'::time`;
    case 'jsonb':
    case 'json':
      return isNullable ? undefined : `'{}'`;
    case 'tsvector':
      return `to_tsvector('simple', 'text ' || n)`;
    default:
      if (type.endsWith('[]')) return isNullable ? undefined : `'{}'`;
      if (isNullable) return undefined;
      throw new Error(`no value is known for ${type}`);
  }
}
