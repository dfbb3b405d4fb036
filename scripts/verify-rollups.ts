/**
 * `npm run rollups:verify`: counts every event anew and holds the sums against the rollups, in one snapshot, so that it
 * can run beside the product at work. `-- --repair` writes them anew where they differ. Exits with 1 when they differ.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareParts, forgetParts } from '#features/analytics/server/parts-store.ts';
import { compareRollups, rebuildRollups } from '#features/tracking/server/store.ts';
import { readSettings } from '#platform/config.ts';
import { inTransaction, openDatabase } from '#platform/db.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';

const envFile = fileURLToPath(new URL('../.env', import.meta.url));
if (existsSync(envFile)) process.loadEnvFile(envFile);

const SHOWN = 20;
const settings = readSettings(process.env);
const log = createLog('silent');
const dataDir = resolve(settings.DATA_DIR);
mkdirSync(dataDir, { recursive: true });
const database = settings.DATABASE_URL
  ? { url: settings.DATABASE_URL, stop: () => Promise.resolve() }
  : await startEmbeddedPostgres({ dataDir, log });
const db = openDatabase({ url: database.url, log, maxConnections: 2 });

try {
  const { events, buckets, differences } = await compareRollups(db, SHOWN);
  const parts = await compareParts(db, SHOWN);
  const figure = (count: number): string => count.toLocaleString('en-US');
  if (differences.length === 0 && parts.differences.length === 0) {
    process.stdout.write(
      `${figure(events)} events in ${figure(buckets)} rollup rows, ${figure(parts.days)} days by part: every sum agrees.\n`,
    );
  } else {
    process.stdout.write(`The rollups differ from the ${figure(events)} events:\n`);
    for (const { campaignId, type, bucket, counted, stored } of differences) {
      process.stdout.write(
        `  ${bucket} ${type} of ${campaignId}: ${figure(counted)} events, ${figure(stored)} in the rollup\n`,
      );
    }
    for (const { by, key, campaignId, type, bucket, counted, stored } of parts.differences) {
      process.stdout.write(
        `  ${bucket} ${type} of ${campaignId} by ${by} ${key || 'none'}: ${figure(counted)} events, ${figure(stored)} in the sums\n`,
      );
    }
    if (process.argv.includes('--repair')) {
      await inTransaction(db, async (tx) => {
        await rebuildRollups(tx);
        // Made anew by the job that keeps them; until then they are counted from the events.
        await forgetParts(tx);
      });
      process.stdout.write('They have been counted anew.\n');
    } else {
      process.stdout.write('Count them anew: npm run rollups:verify -- --repair\n');
      process.exitCode = 1;
    }
  }
} finally {
  await db.$client.end();
  await database.stop();
}
