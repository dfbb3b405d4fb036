/**
 * `npm run backup -- FOLDER`: copies the embedded database and the files of DATA_DIR into a new folder, also while Yarrow
 * is at work. How a server of one's own (DATABASE_URL) is backed up stands in docs/operations.md.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSettings } from '#platform/config.ts';
import { backUpDataFolder } from '#platform/embedded-postgres-backup.ts';
import { createLog } from '#platform/log.ts';

const envFile = fileURLToPath(new URL('../.env', import.meta.url));
if (existsSync(envFile)) process.loadEnvFile(envFile);

try {
  const settings = readSettings(process.env);
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Name a new folder: npm run backup -- ../backups/monday');
  if (settings.DATABASE_URL)
    throw new Error('DATABASE_URL is set: back that server up with its own tools, see docs/operations.md');
  const dataDir = resolve(settings.DATA_DIR);
  if (!existsSync(resolve(dataDir, 'postgres')))
    throw new Error(`There is no database in ${dataDir}: set DATA_DIR`);
  const to = resolve(folder);
  const { files } = await backUpDataFolder({ dataDir, to, log: createLog('warn') });
  process.stdout.write(`Backed up ${files} files into ${to}\n`);
} catch (error) {
  process.stderr.write(`Nothing was backed up. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
