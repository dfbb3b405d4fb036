import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type Database, openDatabase, rowsOf, sql } from './db.ts';
import { idempotencyUpkeep, workIdempotency } from './idempotency.ts';
import { JobQueue } from './jobs.ts';
import { createLog } from './log.ts';

const log = createLog('silent');
let database: TestDatabase;
let db: Database;
let queue: JobQueue;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, log });
  queue = new JobQueue({ url: database.url, db, log, isWorker: true });
  await queue.start([idempotencyUpkeep]);
  await workIdempotency(queue, db);
});
afterAll(async () => {
  await queue.stop();
  await db.$client.end();
  await database.drop();
});

it('keeps the answers of repeatable calls for a day, then forgets them', async () => {
  await db.execute(sql`insert into idempotency_keys (actor_id, key, fingerprint, locked_until, created_at) values
    ('ada', 'old', 'f', now(), now() - interval '25 hours'),
    ('ada', 'young', 'f', now(), now() - interval '23 hours')`);
  await queue.send(idempotencyUpkeep, {});
  await vi.waitFor(
    async () =>
      expect(await rowsOf(db, sql`select key from idempotency_keys order by key`)).toEqual([
        { key: 'young' },
      ]),
    { timeout: 15_000, interval: 100 },
  );
});
