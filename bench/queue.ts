/**
 * P2: 10,000 jobs of our own queue that do nothing, each with its own outcome, vs. pg-boss in batches of 200; and how soon
 * an idle worker takes a job, from the commit that sent it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { inTransaction, openDatabase } from '#platform/db.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { defineJob, JobQueue } from '#platform/jobs.ts';
import { createLog } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';
import { until } from './support/mail-crowd.ts';
import { compare, judge, median, print, timed } from './support/runner.ts';

const JOBS = Number(process.env.BENCH_JOBS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const BATCH = 200;
const PICK_UPS = 100;
const PICK_UP_WITHIN_MS = 10;

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const log = createLog('silent');
const database = await startEmbeddedPostgres({ dataDir: work, log });
await migrate(database.url);
const db = openDatabase({ url: database.url, log, maxConnections: 4 });
const boss = new PgBoss({ connectionString: database.url, schema: 'bench', max: 4 });
await boss.start();
await boss.createQueue('noop');

try {
  await compare({
    target: 'P2',
    title: `${JOBS.toLocaleString('en-US')} jobs that do nothing, each with its own outcome`,
    unit: 'per second',
    better: 'more',
    bound: 1,
    rounds: ROUNDS,
    reference: { name: 'pg-boss, batches of 200', measure: bossRate },
    ours: { name: 'JobQueue, 200 at a time', measure: jobRate },
  });
  await pickUps();
} finally {
  await boss.stop({ graceful: false });
  await db.$client.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}

async function bossRate(): Promise<number> {
  await boss.insert(
    'noop',
    Array.from({ length: JOBS }, () => ({ data: {} })),
  );
  const ms = await timed(async () => {
    for (;;) {
      const jobs = await boss.fetch('noop', { batchSize: BATCH });
      if (jobs.length === 0) return;
      await boss.complete(
        'noop',
        jobs.map(({ id }) => id),
      );
    }
  });
  return JOBS / (ms / 1_000);
}

async function jobRate(): Promise<number> {
  const nothing = defineJob({ name: 'bench.nothing', payload: z.object({}), batch: BATCH });
  const queue = new JobQueue({ url: database.url, db, log, isWorker: true });
  await queue.start([nothing]);
  const sender = new PgBoss({ connectionString: database.url, supervise: false, schedule: false, max: 1 });
  await sender.start();
  try {
    await sender.insert(
      nothing.name,
      Array.from({ length: JOBS }, () => ({ data: {} })),
    );
    let done = 0;
    const ms = await timed(async () => {
      await queue.work(nothing, () => {
        done += 1;
        return Promise.resolve();
      });
      await until(() => Promise.resolve(done === JOBS), 20);
    });
    return JOBS / (ms / 1_000);
  } finally {
    await sender.stop({ graceful: false });
    await queue.stop();
  }
}

async function pickUps(): Promise<void> {
  const noop = defineJob({ name: 'bench.noop', payload: z.object({}) });
  const queue = new JobQueue({ url: database.url, db, log, isWorker: true });
  await queue.start([noop]);
  let onTaken: (at: number) => void = () => undefined;
  await queue.work(noop, async () => onTaken(performance.now()));
  const times: number[] = [];
  for (let round = 0; round < PICK_UPS; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const taken = new Promise<number>((resolve) => {
      onTaken = resolve;
    });
    await inTransaction(db, (tx) => queue.send(noop, {}, { tx }));
    const sentAt = performance.now();
    times.push(Math.max(0, (await taken) - sentAt));
  }
  await queue.stop();
  print(
    judge({
      target: 'P2',
      title: 'idle pick-up, median',
      unit: 'ms',
      better: 'less',
      bound: 1,
      reference: PICK_UP_WITHIN_MS,
      ours: median(times),
    }),
    'wanted',
  );
}
