/**
 * Rollups while events pour in: BENCH_RATE events a second (2,000) for BENCH_SECONDS (20) by eight writers, each
 * twentieth of them late and each twentieth sent twice. The figure is the ingest lag, from the instant at which an event
 * was due to its being counted, against the 2 s that it may take; the sums are compared with the raw events afterwards.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareRollups, insertEvents, type NewEvent } from '#features/tracking/server/store.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import { openDatabase, sql } from '#platform/db.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';
import { judge, percentile, print } from './runner.ts';

const RATE = Number(process.env.BENCH_RATE ?? 2_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const WRITERS = 8;
const BATCHES_A_SECOND = 5;
const ALLOWED_MS = 2_000;
const ODD = 20;

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const log = createLog('silent');
const database = await startEmbeddedPostgres({ dataDir: work, log });
await migrate(database.url);
const db = openDatabase({ url: database.url, log, maxConnections: WRITERS });
const campaigns = Array.from({ length: 12 }, () => newId());

try {
  const size = Math.ceil(RATE / WRITERS / BATCHES_A_SECOND);
  const lags: number[] = [];
  const begin = Date.now() + 200;
  let given = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async (_writer, writer) => {
      for (let batch = 0; batch < SECONDS * BATCHES_A_SECOND; batch += 1) {
        const due = begin + (batch * 1_000) / BATCHES_A_SECOND + writer;
        await sleep(Math.max(0, due - Date.now()));
        const events = Array.from({ length: size }, (_event, index): NewEvent => {
          const isLate = index % ODD === 0;
          return {
            id: newId(due),
            type: index % 3 === 0 ? 'message.sent' : index % 3 === 1 ? 'link.clicked' : 'landing.visited',
            occurredAt: new Date(isLate ? due - (index % 60) * DAY_MS : due),
            campaignId: campaigns[(index + writer) % campaigns.length] ?? null,
          };
        });
        const twice = events.filter((_event, index) => index % ODD === 1);
        await insertEvents(db, events);
        lags.push(Date.now() - due);
        await insertEvents(db, twice);
        given += events.length;
      }
    }),
  );
  const { events, differences } = await compareRollups(db, 5);
  if (events !== given || differences.length > 0) {
    throw new Error(`${given} events were given, ${events} are stored, ${differences.length} sums differ`);
  }
  const [row] = (await db.execute(sql`select count(*)::int as buckets from event_rollups`)).rows;
  process.stdout.write(`${given} events, ${String(row?.buckets)} rollup rows: every sum agrees.\n`);
  print(
    judge({
      target: 'Rollups',
      title: `Ingest lag at ${RATE.toLocaleString('en-US')} events a second, p99`,
      unit: 'ms',
      better: 'less',
      bound: 1,
      reference: ALLOWED_MS,
      ours: percentile(lags, 99),
    }),
    'allowed',
    'lag until counted',
  );
} finally {
  await db.$client.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}
