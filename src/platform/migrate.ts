import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { PROJECT_ROOT } from './project-root.ts';

const MIGRATIONS_FOLDER = `${PROJECT_ROOT}migrations`;
const OLDEST_VERSION = 150_000;

/** Serialises migrations of several processes that start at once. */
const MIGRATION_LOCK = 7_242_381;

/**
 * Brings the schema of the database at `url` up to date. Safe to run from several processes at once and again.
 * Throws when the server is older than PostgreSQL 15.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'yarrow-migrate' });
  await client.connect();
  try {
    const version = await client.query<{ server_version_num: string }>('show server_version_num');
    if (Number(version.rows[0]?.server_version_num) < OLDEST_VERSION) {
      throw new Error('DATABASE_URL: PostgreSQL 15 or newer is needed');
    }
    const db = drizzle(client);
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await applyMigrations(db, { migrationsFolder: MIGRATIONS_FOLDER });
    await db.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  } finally {
    await client.end();
  }
}
