import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#platform/project-root.ts';
import { getDatabaseServer } from '../support/database.ts';
import { startServerProcess } from '../support/server-process.ts';
import { countOf, fillEmptyTables, tablesOf } from '../support/synthetic-rows.ts';

type Journal = { entries: { tag: string }[] };

const journal = JSON.parse(readFileSync(`${PROJECT_ROOT}migrations/meta/_journal.json`, 'utf8')) as Journal;
const folder = mkdtempSync(join(tmpdir(), 'yarrow-upgrade-'));
const name = `upgrade_${crypto.randomUUID().replaceAll('-', '')}`;
let url = '';
let sql: pg.Client;

const onServer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: (await getDatabaseServer()).url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** The schema as it was once the first so many migrations had been written. */
async function migrateTo(count: number): Promise<void> {
  const entries = journal.entries.slice(0, count);
  mkdirSync(join(folder, 'meta'), { recursive: true });
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries)
    copyFileSync(`${PROJECT_ROOT}migrations/${tag}.sql`, join(folder, `${tag}.sql`));
  await applyMigrations(drizzle(sql), { migrationsFolder: folder });
}

beforeAll(async () => {
  await onServer(`create database ${name}`);
  const address = new URL((await getDatabaseServer()).url);
  address.pathname = `/${name}`;
  url = address.href;
  sql = new pg.Client({ connectionString: url });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  // Nobody is connected any more but an autovacuum, which a drop by force may not end and a plain one sends away.
  await onServer(`drop database ${name}`);
  rmSync(folder, { recursive: true, force: true });
});

// R20
it('each migration takes over a database with rows in every table, and loses none of them', async () => {
  const counts = new Map<string, number>();
  for (let count = 1; count <= journal.entries.length; count += 1) {
    await migrateTo(count);
    const tag = journal.entries[count - 1]?.tag;
    for (const [table, before] of counts)
      expect(await countOf(sql, table), `${table} after ${tag}`).toBeGreaterThanOrEqual(before);
    await fillEmptyTables(sql);
    for (const table of await tablesOf(sql)) counts.set(table, await countOf(sql, table));
  }
  expect(counts.size).toBeGreaterThan(50);
  expect([...counts.values()].every((rows) => rows > 0)).toBe(true);

  // The product starts on it, and begins its own work.
  const server = await startServerProcess({ ROLE: 'web', DATABASE_URL: url, DEMO: 'off' });
  await server.end();
  const { rows } = await sql.query('select count(*)::int as count from drizzle.__drizzle_migrations');
  expect(rows).toEqual([{ count: journal.entries.length }]);
  for (const [table, before] of counts)
    expect(await countOf(sql, table), table).toBeGreaterThanOrEqual(before);
}, 120_000);
