import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Database, inTransaction, openDatabase, rowsOf, sql } from './db.ts';
import type { JsonAnswer } from './http-answer.ts';
import { idempotencyUpkeep, onlyOnce, workIdempotency } from './idempotency.ts';
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
  await eventually(async () =>
    expect(await rowsOf(db, sql`select key from idempotency_keys order by key`)).toEqual([{ key: 'young' }]),
  );
});

describe('A call with an Idempotency-Key', () => {
  /** What a caller was answered. */
  type Heard = { status?: number; body?: string };

  /** A call that comes in; its body is what it was answered. */
  function callWith(key: string) {
    const heard: Heard = {};
    const reply = {
      code: (status: number) => Object.assign(reply, { heard: Object.assign(heard, { status }) }),
      headers: () => reply,
      type: () => reply,
      send: (body?: string) => Object.assign(reply, { heard: Object.assign(heard, { body }) }),
    };
    const request = { id: 'r', method: 'POST', url: '/api/deeds', headers: { 'idempotency-key': key } };
    const caller = {
      request: request as unknown as FastifyRequest,
      reply: reply as unknown as FastifyReply,
      actorId: 'ada',
      secret: 'of the test',
    };
    return { heard, caller };
  }
  const DONE: JsonAnswer = { status: 201, headers: {}, body: '"done"' };

  const leaseOf = async (key: string): Promise<string | undefined> =>
    (
      await rowsOf<{ until: string }>(
        db,
        sql`select locked_until::text as until from idempotency_keys where key = ${key} and status is null`,
      )
    )[0]?.until;

  it('is answered, and its deed not done again, when its answer cannot be kept at once', async () => {
    const key = crypto.randomUUID();
    let deeds = 0;
    const first = callWith(key);
    await onlyOnce(db, first.caller, async () => {
      deeds += 1;
      // As while the database starts anew.
      await db.execute(sql`alter table idempotency_keys rename to idempotency_keys_away`);
      return DONE;
    });
    expect(first.heard).toEqual({ status: 201, body: '"done"' });
    await db.execute(sql`alter table idempotency_keys_away rename to idempotency_keys`);

    const again = callWith(key);
    await onlyOnce(db, again.caller, () => Promise.reject(new Error('done again')));
    expect([again.heard, deeds]).toEqual([first.heard, 1]);
  });

  it('keeps its key to itself until its answer is kept, however long that takes', async () => {
    const key = crypto.randomUUID();
    await db.execute(sql`create function refuse_answer() returns trigger language plpgsql
      as $$ begin raise exception 'no room for an answer'; end $$`);
    await db.execute(sql`create trigger refuse_answer before update on idempotency_keys
      for each row when (new.status is not null) execute function refuse_answer()`);
    const first = callWith(key);
    await onlyOnce(db, first.caller, () => Promise.resolve(DONE), { leaseMs: 3_000 });
    const begun = await leaseOf(key);

    const again = callWith(key);
    const heard = onlyOnce(db, again.caller, () => Promise.reject(new Error('done again')));
    const isPast = async (): Promise<boolean> => {
      const [row] = await rowsOf<{ past: boolean }>(
        db,
        sql`select now() > ${begun}::timestamptz as past from idempotency_keys where key = ${key}`,
      );
      return row?.past ?? true;
    };
    try {
      const lapsed = eventually(async () => expect(await isPast()).toBe(true));
      await Promise.race([heard, lapsed]);
    } finally {
      await db.execute(sql`drop function refuse_answer cascade`);
    }
    await heard;
    expect(again.heard).toEqual(first.heard);
  });

  it('keeps its key to itself for as long as it is at work', async () => {
    const key = crypto.randomUUID();
    const work = Promise.withResolvers<JsonAnswer>();
    const first = callWith(key);
    const answered = onlyOnce(db, first.caller, () => work.promise, { leaseMs: 3_000 });
    await eventually(async () => expect(await leaseOf(key)).toBeDefined());
    const begun = await leaseOf(key);
    await eventually(async () => expect(await leaseOf(key)).not.toBe(begun));
    work.resolve(DONE);
    await answered;
    expect(first.heard.status).toBe(201);
  });

  it('is not done again when nobody knows whether it is stored: every repeat is told to look', async () => {
    const key = crypto.randomUUID();
    const cutAtCommit = (): void => {
      db.$client.once('acquire', (client) => {
        const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
        const query = client.query.bind(client) as (...given: unknown[]) => unknown;
        client.query = ((...given: [{ text?: string } | string, ...unknown[]]) => {
          const text = typeof given[0] === 'string' ? given[0] : given[0].text;
          if (text === 'commit') stream.destroy();
          return query(...given);
        }) as typeof client.query;
      });
    };
    const first = onlyOnce(db, callWith(key).caller, () => {
      cutAtCommit();
      return inTransaction(db, async (tx) => {
        await tx.execute(sql`select 1`);
        return DONE;
      });
    });
    await expect(first).rejects.toThrow('lost at the commit');

    const again = callWith(key);
    await onlyOnce(db, again.caller, () => Promise.reject(new Error('done again')));
    expect(again.heard).toMatchObject({ status: 503, body: expect.stringContaining('Load again and look') });
  });

  it('leaves its key to whoever took it over, also when it fails afterwards', async () => {
    const key = crypto.randomUUID();
    const work = Promise.withResolvers<JsonAnswer>();
    const failed = onlyOnce(db, callWith(key).caller, () => work.promise);
    await eventually(async () => expect(await leaseOf(key)).toBeDefined());
    await db.execute(
      sql`update idempotency_keys set locked_until = now() + interval '1 hour' where key = ${key}`,
    );
    const taken = await leaseOf(key);
    work.reject(new Error('too late'));
    await expect(failed).rejects.toThrow('too late');
    expect(await leaseOf(key)).toBe(taken);
  });
});
