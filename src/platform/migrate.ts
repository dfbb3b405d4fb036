import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { isDeadlock } from './db.ts';
import { PROJECT_ROOT } from './project-root.ts';

const MIGRATIONS_FOLDER = `${PROJECT_ROOT}migrations`;
const OLDEST_VERSION = 150_000;

/** Serialises migrations of several processes that start at once. */
const MIGRATION_LOCK = 7_242_381;

/**
 * A change of a table waits for whoever uses it, and everybody who comes later waits behind it: after so long it lets
 * them pass and comes again. Less than `deadlock_timeout` (1 s): where it and somebody else wait for each other's
 * tables it should be the migration that gives way, not their work.
 */
const WAITS_FOR_TABLES_MS = 800;
const TRIES = 100;
const REST_MS = 1_000;

/**
 * Brings the schema of the database at `url` up to date, while others may serve from it. Safe to run from several
 * processes at once and again. Throws when the server is older than PostgreSQL 15, or when the database began with
 * another first migration.
 */
export async function migrate(url: string, migrationsFolder = MIGRATIONS_FOLDER): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'yarrow-migrate' });
  await client.connect();
  try {
    const version = await client.query<{ server_version_num: string }>('show server_version_num');
    if (Number(version.rows[0]?.server_version_num) < OLDEST_VERSION) {
      throw new Error('DATABASE_URL: PostgreSQL 15 or newer is needed');
    }
    const db = drizzle(client);
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await assertSameBeginning(client, migrationsFolder);
    await db.execute(sql`set lock_timeout = ${sql.raw(String(WAITS_FOR_TABLES_MS))}`);
    for (let tries = 1; ; tries += 1) {
      try {
        await applyMigrations(db, { migrationsFolder });
        break;
      } catch (error) {
        if (!(isLockTimeout(error) || isDeadlock(error)) || tries === TRIES) throw error;
        await wait(REST_MS);
      }
    }
    await db.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  } finally {
    await client.end();
  }
}

/** The first migration is never changed: a database with another one has tables that no later migration knows. */
async function assertSameBeginning(client: pg.Client, migrationsFolder: string): Promise<void> {
  const { rows: found } = await client.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (found[0]?.name == null) return;
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id limit 1',
  );
  const [first] = readMigrationFiles({ migrationsFolder });
  if (rows[0] === undefined || rows[0].hash === first?.hash) return;
  throw new Error(
    'This database is from a version of Yarrow before 0.1.0 and cannot be upgraded. Set DATA_DIR or DATABASE_URL to an empty one.',
  );
}

function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && cause.code === '55P03';
}
