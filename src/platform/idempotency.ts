import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#kit/errors.ts';
import { SECOND_MS } from '#kit/time.ts';
import { type Database, databaseFailure, type Queryable, rowsOf, type SQL, sql } from './db.ts';
import { type JsonAnswer, send } from './http-answer.ts';
import { failureAnswer } from './http-errors.ts';
import { defineJob, type JobQueue } from './jobs.ts';

const LEASE_MS = 60_000;
/** An answer that could not be kept is tried again, each time after twice as long up to the longest. */
const FIRST_REST_MS = 200;
const LONGEST_REST_MS = 2 * SECOND_MS;
const WAIT_MS = 10_000;
const POLL_MS = 40;
const LONGEST_KEY = 200;

type Row = {
  fingerprint: string;
  status: number | null;
  answer: { headers: Record<string, string>; body: string | null } | null;
};

type Caller = {
  request: FastifyRequest;
  reply: FastifyReply;
  actorId: string;
  /** Keys what is kept of a body: whoever reads the table may not try passwords against it. */
  secret: string;
};

/**
 * Makes a changing call safe to repeat (draft-ietf-httpapi-idempotency-key-header): with an `Idempotency-Key`
 * the work is done once and every repeat gets the first answer. A key that comes back with another request is
 * refused; failures on our side are not kept, so that they can be tried again, except where the deed may be done.
 */
export async function onlyOnce(
  db: Database,
  { request, reply, actorId, secret }: Caller,
  work: () => Promise<JsonAnswer>,
  { leaseMs = LEASE_MS } = {},
): Promise<FastifyReply> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return send(reply, await work());
  if (key.length > LONGEST_KEY) throw new AppError('invalid_input', 'The Idempotency-Key is too long.');
  const fingerprint = createHmac('sha256', secret)
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('base64url');

  const call = { actorId, key, fingerprint, leaseMs };
  const waitUntil = Date.now() + WAIT_MS;
  let leasedUntil = await acquire(db, call);
  while (leasedUntil === undefined) {
    const [row] = await rowsOf<Row>(
      db,
      sql`select fingerprint, status, answer from idempotency_keys where actor_id = ${actorId} and key = ${key}`,
    );
    if (row && row.fingerprint !== fingerprint) {
      throw new AppError('refused', 'This Idempotency-Key was used for another request.');
    }
    if (row?.status && row.answer) return send(reply, { status: row.status, ...row.answer });
    if (Date.now() > waitUntil) {
      throw new AppError('conflict', 'The first call with this key is still at work. Try again.', {
        retryAfterSeconds: 5,
      });
    }
    await sleep(POLL_MS);
    leasedUntil = await acquire(db, call);
  }

  const lease = keepLease(db, call, leasedUntil);
  let answer: JsonAnswer;
  try {
    answer = await work();
  } catch (error) {
    if (databaseFailure(error) === 'unsure') await keepAnswer(db, call, lease, failureAnswer(error, request));
    else await release(db, call, await lease.end()).catch(() => undefined);
    throw error;
  }
  await keepAnswer(db, call, lease, answer);
  return send(reply, answer);
}

type KeyedCall = { actorId: string; key: string; fingerprint: string; leaseMs: number };

/**
 * Until when the caller has the work to itself: the first one, or one that finds the first gone. Undefined for the
 * others. No two leases of a key end alike, so the end says whose it is.
 */
async function acquire(
  db: Database,
  { actorId, key, fingerprint, leaseMs }: KeyedCall,
): Promise<string | undefined> {
  const [row] = await rowsOf<{ until: string }>(
    db,
    sql`insert into idempotency_keys (actor_id, key, fingerprint, locked_until)
      values (${actorId}, ${key}, ${fingerprint}, ${endOf(leaseMs)})
      on conflict (actor_id, key) do update set locked_until = excluded.locked_until
        where idempotency_keys.status is null
          and idempotency_keys.locked_until < now()
          and idempotency_keys.fingerprint = excluded.fingerprint
      returning locked_until::text as until`,
  );
  return row?.until;
}

/** A lease that is renewed until it is ended; then it answers until when it was held. */
type Lease = { end: () => Promise<string> };

function keepLease(db: Database, call: KeyedCall, from: string): Lease {
  let until = from;
  let renewing = Promise.resolve();
  const renew = async (): Promise<void> => {
    const [row] = await rowsOf<{ until: string }>(
      db,
      sql`update idempotency_keys set locked_until = ${endOf(call.leaseMs)}
        where ${isOf(call, until)} returning locked_until::text as until`,
    ).catch(() => []);
    until = row?.until ?? until;
  };
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, call.leaseMs / 3);
  timer.unref();
  return {
    async end(): Promise<string> {
      clearInterval(timer);
      await renewing;
      return until;
    },
  };
}

/** Lets the call be tried again, unless somebody else has taken it over. */
async function release(db: Database, call: KeyedCall, until: string): Promise<void> {
  await db.execute(sql`delete from idempotency_keys where ${isOf(call, until)}`);
}

/**
 * The deed is done: its key stays leased until the answer is kept, so that no repeat does it again. Nobody waits for more
 * than the first try.
 */
async function keepAnswer(db: Database, call: KeyedCall, lease: Lease, answer: JsonAnswer): Promise<void> {
  if (await isKept(db, call, answer)) await lease.end();
  else void keepTrying(db, call, lease, answer);
}

/** Goes on for as long as this process has a database to ask. */
async function keepTrying(db: Database, call: KeyedCall, lease: Lease, answer: JsonAnswer): Promise<void> {
  let restMs = FIRST_REST_MS;
  do {
    await sleep(restMs, undefined, { ref: false });
    restMs = Math.min(restMs * 2, LONGEST_REST_MS);
  } while (!db.$client.ending && !(await isKept(db, call, answer)));
  await lease.end();
}

async function isKept(
  db: Database,
  { actorId, key }: KeyedCall,
  { status, headers, body }: JsonAnswer,
): Promise<boolean> {
  try {
    await db.execute(sql`update idempotency_keys
      set status = ${status}, answer = ${JSON.stringify({ headers, body })}::jsonb
      where actor_id = ${actorId} and key = ${key} and status is null`);
    return true;
  } catch {
    return false;
  }
}

function isOf({ actorId, key }: KeyedCall, until: string): SQL {
  return sql`actor_id = ${actorId} and key = ${key} and status is null and locked_until = ${until}::timestamptz`;
}

function endOf(leaseMs: number): SQL {
  return sql`now() + make_interval(secs => ${leaseMs / SECOND_MS})`;
}

/** Texts that tell of somebody: wherever they stand, and only where they are all that is said. */
export type Traces = { anywhere: string[]; whole: string[] };

/** Forgets answers that hold one of these texts: somebody is to be forgotten. */
export async function forgetAnswers(tx: Queryable, { anywhere, whole }: Traces): Promise<void> {
  const texts = [...anywhere, ...whole.map((text) => JSON.stringify(text))];
  await tx.execute(sql`delete from idempotency_keys where exists (
    select 1 from unnest(${sql.param(texts)}::text[]) as text
    where strpos(lower(answer->>'body'), lower(text)) > 0)`);
}

/** Forgets answers older than a day, once a day. */
export const idempotencyUpkeep = defineJob({
  name: 'idempotency.upkeep',
  payload: z.object({}),
  schedule: '47 3 * * *',
});

export async function workIdempotency(queue: JobQueue, db: Database): Promise<void> {
  await queue.work(idempotencyUpkeep, async () => {
    await db.execute(sql`delete from idempotency_keys where created_at < now() - interval '1 day'`);
  });
}
