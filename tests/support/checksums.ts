import pg from 'pg';

/** Rows and digest of every table of the product and of its queue, the same whatever order the rows lie in. */
export async function checksumsOf(
  url: string,
  leaveOut: readonly string[] = [],
): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
       where relkind in ('r', 'p') and not relispartition and nspname in ('public', 'pgboss', 'drizzle') order by 1`,
    );
    const sums: Record<string, string> = {};
    for (const { name } of tables.rows) {
      if (leaveOut.includes(name)) continue;
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(digest, '' order by digest)), '') as sum
         from (select md5(row::text) as digest from ${name} row) digests`,
      );
      sums[name] = rows[0]?.sum ?? '';
    }
    return sums;
  } finally {
    await client.end();
  }
}
