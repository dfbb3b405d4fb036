/**
 * `npm run restore -- FOLDER`: puts a backup into the empty DATA_DIR. The next start pauses all campaigns, because what
 * has left since the backup was taken is not known to it.
 *
 * For a database that was restored or moved by other means (DATABASE_URL):
 * `-- --restored` says that it is a copy of earlier, as for one that comes from a backup;
 * `-- --moved` says that it is the only one there is and goes on as before.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSettings } from '#platform/config.ts';
import { markMoved, markRestored } from '#platform/database-home.ts';
import { openDatabase } from '#platform/db.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { restoreDataFolder } from '#platform/embedded-postgres-backup.ts';
import { createLog } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';

const envFile = fileURLToPath(new URL('../.env', import.meta.url));
if (existsSync(envFile)) process.loadEnvFile(envFile);

const USAGE = 'Name the folder of a backup: npm run restore -- ../backups/monday';
const NEXT = 'The next start pauses all campaigns; what was due is listed as unconfirmed.';
const log = createLog('warn');

async function note(mark: 'restored' | 'moved', dataDir: string, given: string | undefined): Promise<void> {
  const server = given
    ? { url: given, restoredNote: undefined, stop: () => Promise.resolve() }
    : await startEmbeddedPostgres({ dataDir, log });
  const db = openDatabase({ url: server.url, log, maxConnections: 1 });
  try {
    // One of an earlier release has no place for the note yet.
    await migrate(server.url);
    await (mark === 'moved' ? markMoved(db) : markRestored(db));
    if (server.restoredNote) rmSync(server.restoredNote, { force: true });
  } finally {
    await db.$client.end();
    await server.stop();
  }
}

try {
  const settings = readSettings(process.env);
  const dataDir = resolve(settings.DATA_DIR);
  // A lock and a timeout of the session that migrates: a pooler in transaction mode gives them to others.
  const databaseUrl = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL;
  const [wish] = process.argv.slice(2);
  if (!wish) throw new Error(USAGE);
  if (wish === '--moved') {
    await note('moved', dataDir, databaseUrl);
    process.stdout.write('Noted: it goes on as before.\n');
  } else if (wish === '--restored') {
    await note('restored', dataDir, databaseUrl);
    process.stdout.write(`Noted. ${NEXT}\n`);
  } else {
    if (databaseUrl)
      throw new Error('DATABASE_URL is set: restore that server with its own tools, see docs/operations.md');
    mkdirSync(dataDir, { recursive: true });
    await restoreDataFolder({ from: resolve(wish), dataDir });
    await note('restored', dataDir, undefined);
    process.stdout.write(`Restored into ${dataDir}. ${NEXT}\n`);
  }
} catch (error) {
  process.stderr.write(`Not done. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
