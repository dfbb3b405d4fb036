import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { SUPERUSER } from '#platform/embedded-postgres-cluster.ts';
import { createLog } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';

/** A real PostgreSQL and the migrated, empty database on it that tests copy. */
export type DatabaseServer = { url: string; template: string };

/** With which `npm test` tells its suites of the server that it has started for both. */
export const SHARED_SERVER = 'TEST_DATABASE_SERVER';

export type TestDatabase = { url: string; drop: () => Promise<void> };

/**
 * One real PostgreSQL for all tests of a run: the embedded one, or that of TEST_DATABASE_URL. Migrates a template once,
 * from which each test file copies its database in a few milliseconds.
 */
export async function startDatabaseServer(): Promise<DatabaseServer & { stop: () => Promise<void> }> {
  const shared = process.env[SHARED_SERVER];
  if (shared) return { ...(JSON.parse(shared) as DatabaseServer), stop: () => Promise.resolve() };

  const given = process.env.TEST_DATABASE_URL;
  const dataDir = mkdtempSync(join(tmpdir(), 'yarrow-test-'));
  const server = given
    ? { url: given, stop: () => Promise.resolve() }
    : await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  // A name of its own for each run: two runs on one server do not disturb each other.
  const template = `yarrow_template_${process.pid}`;
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    if (!given) await neverWaitForDisk(dataDir, server.url);
    await run(server.url, `drop database if exists ${template}`);
    await run(server.url, `create database ${template}`);
    await migrate(databaseUrl(server.url, template));
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    url: server.url,
    template,
    async stop() {
      for (const name of [begunOf(template), template]) await dropDatabase(server.url, name);
      await stop();
    },
  };
}

/**
 * Nothing here has to outlive the machine. A dropped database alone waits for everything of all others to reach the disk,
 * which takes longer than most tests. What is durable is tested on servers of its own (tests/faults).
 */
async function neverWaitForDisk(dataDir: string, url: string): Promise<void> {
  const passwords = readFileSync(join(dataDir, 'postgres', 'passwords.json'), 'utf8');
  const asSuperuser = new URL(url);
  asSuperuser.username = SUPERUSER;
  asSuperuser.password = (JSON.parse(passwords) as { superuser: string }).superuser;
  for (const statement of [
    'alter system set fsync = off',
    'alter system set full_page_writes = off',
    'alter system set synchronous_commit = off',
    'select pg_reload_conf()',
  ])
    await run(asSuperuser.href, statement);
}

/** A migrated, empty database of its own on the server. */
export async function copyTemplate({ url, template }: DatabaseServer): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await run(url, `create database ${name} template ${template}`);
  return {
    url: databaseUrl(url, name),
    drop: () => dropDatabase(url, name),
  };
}

const BEGINNING_LOCK = 7_242_390;

/**
 * A template in which the app has begun once: whoever of a run is the first to need it makes it, by `begin` on a copy of
 * the empty one.
 */
export async function begunTemplate(
  server: DatabaseServer,
  begin: (databaseUrl: string) => Promise<void>,
): Promise<DatabaseServer> {
  const begun = { ...server, template: begunOf(server.template) };
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [BEGINNING_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [begun.template]);
    if (rowCount === 0) {
      const made = await copyTemplate(server);
      await begin(made.url);
      await client.query(`alter database ${new URL(made.url).pathname.slice(1)} rename to ${begun.template}`);
    }
    return begun;
  } finally {
    await client.end();
  }
}

const begunOf = (template: string): string => `${template}_begun`;

/** With force only where somebody is connected: it may not end an autovacuum, which the plain deed waits for. */
async function dropDatabase(url: string, name: string): Promise<void> {
  await run(url, `drop database if exists ${name}`).catch(() =>
    run(url, `drop database if exists ${name} with (force)`),
  );
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
