import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '#tests/support/database.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Database, openDatabase, rowsOf, sql } from './db.ts';
import { defineJob, FOR_A_DAY, JobQueue } from './jobs.ts';
import { createLog } from './log.ts';

const log = createLog('silent');
const job = defineJob({ name: 'test.count', payload: z.object({ number: z.number() }) });
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let queue: JobQueue;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, log });
  queue = new JobQueue({ url: database.url, db, log, isWorker: true });
  await queue.start([job]);
});
afterAll(async () => {
  await queue.stop();
  await db.$client.end();
  await database.drop();
});

it('works off what has gathered one after the other, without a rest between two jobs', async () => {
  const done: number[] = [];
  const numbers = Array.from({ length: 12 }, (_none, index) => index);
  for (const number of numbers) await queue.send(job, { number });
  await queue.work(job, ({ number }) => Promise.resolve(void done.push(number)));
  // With a rest of the shortest kind, 2 s, after each job it would take 24 s.
  await eventually(() => expect(done).toEqual(numbers));
});

it.each([
  ['each by itself', 50],
  ['each by itself, in full batches that follow one another', 5],
])(
  'writes off what it took together %s: one that fails is done again, the others are not',
  async (_how, batch) => {
    const many = defineJob({ name: `test.many_${batch}`, payload: z.object({ number: z.number() }), batch });
    await queue.start([many]);
    const done: number[] = [];
    let failures = 0;
    for (let number = 0; number < 20; number += 1) await queue.send(many, { number });
    await queue.work(many, ({ number }) => {
      if (number === 7 && (failures += 1) === 1) return Promise.reject(new Error('not yet'));
      return Promise.resolve(void done.push(number));
    });
    await eventually(() => expect(done).toHaveLength(20), 20_000);
    expect(done.at(-1)).toBe(7);
    expect(new Set(done).size).toBe(20);
    await eventually(async () =>
      expect(
        await rowsOf(db, sql`select state, count(*) from pgboss.job where name = ${many.name} group by 1`),
      ).toEqual([{ state: 'completed', count: 20 }]),
    );
  },
);

/** How many jobs of a kind stand where. */
const statesOf = async (name: string): Promise<Record<string, number>> => {
  const rows = await rowsOf<{ state: string; count: number }>(
    db,
    sql`select state, count(*)::int as count from pgboss.job where name = ${name} group by 1`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

it('gives back what it fetched ahead and has not begun when it stops, also where the grace ends before', async () => {
  const slow = defineJob({ name: 'test.slow', payload: z.object({ number: z.number() }), batch: 5 });
  const stopped = new JobQueue({ url: database.url, db, log, isWorker: true });
  await stopped.start([slow]);
  for (let number = 0; number < 20; number += 1) await stopped.send(slow, { number });
  const begun: number[] = [];
  const end = Promise.withResolvers<void>();
  onTestFinished(() => end.resolve());
  await stopped.work(slow, ({ number }) => {
    begun.push(number);
    // The first of the second batch, whichever that is: within a batch they come in any order.
    return begun.length === 6 ? end.promise : Promise.resolve();
  });
  await eventually(() => expect(begun).toHaveLength(6));
  await stopped.stop(500);
  expect(begun).toHaveLength(6);
  expect(await statesOf(slow.name)).toEqual({ completed: 5, active: 1, retry: 4, created: 10 });
});

it('does again at once what it fetched ahead when a failure could not be written', async () => {
  const many = defineJob({ name: 'test.unwritten', payload: z.object({ number: z.number() }), batch: 5 });
  await queue.start([many]);
  for (let number = 0; number < 10; number += 1) await queue.send(many, { number });
  const fail = vi.spyOn(PgBoss.prototype, 'fail').mockRejectedValueOnce(new Error('away'));
  onTestFinished(() => fail.mockRestore());
  const done: number[] = [];
  let failures = 0;
  await queue.work(many, ({ number }) => {
    if (number === 7 && (failures += 1) === 1) return Promise.reject(new Error('not yet'));
    return Promise.resolve(void done.push(number));
  });
  await eventually(async () => expect(await statesOf(many.name)).toEqual({ completed: 10 }), 20_000);
  expect(done.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('tries for a day what must arrive, a quarter of an hour apart at last', async () => {
  const patient = defineJob({ name: 'test.patient', payload: z.object({}), ...FOR_A_DAY });
  await queue.start([patient]);
  await queue.send(patient, {});
  const [waiting] = await rowsOf<{ limit: number; most: number }>(
    db,
    sql`select retry_limit as "limit", retry_delay_max as most from pgboss.job where name = ${patient.name}`,
  );
  const waits = Array.from({ length: waiting?.limit ?? 0 }, (_none, tries) =>
    Math.min(waiting?.most ?? Infinity, 2 * 2 ** Math.min(16, tries)),
  );
  const hours = waits.reduce((all, seconds) => all + seconds, 0) / 3_600;
  expect(hours).toBeGreaterThan(23);
  expect(Math.max(...waits)).toBe(900);
});

it('takes what a release says of a queue that is there', async () => {
  const later = new JobQueue({ url: database.url, db, log, isWorker: false });
  await later.start([{ ...job, expireInSeconds: 3_600 }]);
  await later.stop();
  expect(await rowsOf(db, sql`select expire_seconds from pgboss.queue where name = ${job.name}`)).toEqual([
    { expire_seconds: 3_600 },
  ]);
});
