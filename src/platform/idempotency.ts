import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#kit/errors.ts';
import { type Database, type Queryable, rowsOf, sql } from './db.ts';
import { type JsonAnswer, send } from './http-answer.ts';
import { defineJob, type JobQueue } from './jobs.ts';

const LOCK_SECONDS = 60;
const WAIT_MS = 10_000;
const POLL_MS = 40;
const LONGEST_KEY = 200;

type Row = {
  fingerprint: string;
  status: number | null;
  answer: { headers: Record<string, string>; body: string | null } | null;
};

type Caller = { request: FastifyRequest; reply: FastifyReply; actorId: string };

/**
 * Makes a changing call safe to repeat (draft-ietf-httpapi-idempotency-key-header): with an `Idempotency-Key`
 * the work is done once and every repeat gets the first answer. A key that comes back with another request is
 * refused; failures on our side are not kept, so that they can be tried again.
 */
export async function onlyOnce(
  db: Database,
  { request, reply, actorId }: Caller,
  work: () => Promise<JsonAnswer>,
): Promise<FastifyReply> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return send(reply, await work());
  if (key.length > LONGEST_KEY) throw new AppError('invalid_input', 'The Idempotency-Key is too long.');
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('base64url');

  const waitUntil = Date.now() + WAIT_MS;
  while (!(await acquire(db, actorId, key, fingerprint))) {
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
  }

  try {
    const answer = await work();
    await db.execute(sql`update idempotency_keys
      set status = ${answer.status}, answer = ${JSON.stringify({ headers: answer.headers, body: answer.body })}::jsonb
      where actor_id = ${actorId} and key = ${key}`);
    return send(reply, answer);
  } catch (error) {
    await db
      .execute(
        sql`delete from idempotency_keys where actor_id = ${actorId} and key = ${key} and status is null`,
      )
      .catch(() => undefined);
    throw error;
  }
}

/** True for the caller that is to do the work: the first, or one that finds the first gone. */
async function acquire(db: Database, actorId: string, key: string, fingerprint: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`insert into idempotency_keys (actor_id, key, fingerprint, locked_until)
      values (${actorId}, ${key}, ${fingerprint}, now() + make_interval(secs => ${LOCK_SECONDS}))
      on conflict (actor_id, key) do update set locked_until = excluded.locked_until
        where idempotency_keys.status is null
          and idempotency_keys.locked_until < now()
          and idempotency_keys.fingerprint = excluded.fingerprint
      returning key`,
  );
  return rows.length === 1;
}

/** Forgets answers that hold one of these texts: somebody is to be forgotten. */
export async function forgetAnswers(tx: Queryable, texts: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from idempotency_keys where exists (
    select 1 from unnest(${sql.param([...texts])}::text[]) as text
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
