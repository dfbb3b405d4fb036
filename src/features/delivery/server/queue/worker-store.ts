import { type Database, type Queryable, rowsOf, runPrepared, sql } from '#platform/db.ts';
import type { TransportId } from '../tables.ts';
import type { StartedMessage } from './batch-store.ts';

/** Says that these live. */
export async function noteWorkersSeen(
  db: Database,
  workers: readonly string[],
  answerWithinMs?: number,
): Promise<void> {
  await runPrepared(db, {
    name: 'note_workers_seen',
    text: `insert into delivery_workers (id, seen_at)
      select id, now() from unnest($1::uuid[]) as given(id) order by id
      on conflict (id) do update set seen_at = excluded.seen_at`,
    values: [[...workers]],
    ...(answerWithinMs === undefined ? {} : { answerWithinMs }),
  });
}

export async function forgetWorker(db: Queryable, worker: string): Promise<void> {
  await db.execute(sql`delete from delivery_workers where id = ${worker}`);
}

/** A worker that has been silent for too long, held until the transaction ends. */
export async function lockExpiredWorker(tx: Queryable, silentMs: number): Promise<string | undefined> {
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`select id from delivery_workers
      where seen_at < now() - ${silentMs} * interval '1 millisecond' limit 1 for update skip locked`,
  );
  return row?.id;
}

export type LeftMessage = Pick<
  StartedMessage,
  'id' | 'campaignId' | 'leadId' | 'channel' | 'attempt' | 'isOfSequence' | 'isDemo'
> & {
  transport: TransportId;
  /** As the worker stored it; null when it ended with the message in the air. */
  verdict: unknown;
};

/**
 * What a worker has claimed and not brought to its end. Of the last hours alone where only that is asked for: it keeps
 * the search to the newest attempts, while what a database refused for long is found among all of them.
 */
export async function listLeftMessages(
  tx: Queryable,
  worker: string,
  { limit, ofHours }: { limit: number; ofHours?: number },
): Promise<LeftMessage[]> {
  return rowsOf(
    tx,
    sql`select messages.id, campaign_id as "campaignId", lead_id as "leadId", channel, number as attempt,
        is_demo as "isDemo", true as "isOfSequence", transport, verdict
      from message_attempts attempt
      join messages on messages.id = attempt.message_id and messages.attempts = attempt.number
      where attempt.worker = ${worker} and messages.status = 'sending' and messages.lease_owner = ${worker}
        ${ofHours === undefined ? sql`` : sql`and attempt.started_at > now() - make_interval(hours => ${ofHours})`}
      order by messages.id limit ${limit} for update of messages`,
  );
}
