import { setTimeout as sleep } from 'node:timers/promises';
import { type Job as Delivery, fromDrizzle, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { SECOND_MS } from '#kit/time.ts';
import { type Queryable, sql } from './db.ts';
import type { Log } from './log.ts';

/** A kind of background work: declared once, sent from anywhere, handled by workers. Delivered at least once. */
export type Job<P extends z.ZodObject> = {
  /** Dotted, `campaign.send`. */
  name: string;
  payload: P;
  /** Attempts after the first; each waits longer than the one before. */
  retryLimit?: number;
  /** At most so long between two attempts, in seconds. */
  retryDelayMax?: number;
  /** A job that runs longer than this is given to another worker. */
  expireInSeconds?: number;
  /** `key`: of the jobs waiting with one key, only one is kept. */
  policy?: 'standard' | 'short' | 'singleton' | 'stately' | 'exclusive';
  /** Handled side by side in one process. */
  concurrency?: number;
  /**
   * So many are fetched and written off together, each with its own outcome: for jobs that are over in a moment and come
   * in numbers. One that waits behind a slow one counts as begun, and is done again if the process dies.
   */
  batch?: number;
  /** Cron expression, UTC: sends itself. */
  schedule?: string;
};

export function defineJob<P extends z.ZodObject>(job: Job<P>): Job<P> {
  return job;
}

/** For what must arrive though a server may be away for long: tried for a day, every quarter of an hour at last. */
export const FOR_A_DAY = { retryLimit: 105, retryDelayMax: 900 } as const;

const OPTION_NAMES = [
  'retryLimit',
  'retryDelay',
  'retryDelayMax',
  'retryBackoff',
  'expireInSeconds',
  'deleteAfterSeconds',
  'notify',
] as const;

/** How long a worker goes on with full batches before the queue looks after it again; far less than jobs may take. */
const GO_ON_MS = 20_000;

type SendOptions = { key?: string; startAfter?: Date; tx?: Queryable };

/** The durable queue. Sending inside a transaction makes the job part of it. */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #db: Queryable;
  readonly #log: Log;
  readonly #declared = new Set<string>();
  /** Give back what was fetched ahead and has not begun. */
  readonly #givingBack = new Set<() => Promise<void>>();
  #isStopping = false;

  constructor(options: { url: string; db: Queryable; log: Log; isWorker: boolean }) {
    this.#db = options.db;
    this.#log = options.log;
    this.#boss = new PgBoss({
      connectionString: options.url,
      application_name: 'yarrow-jobs',
      max: 4,
      useListenNotify: options.isWorker,
      supervise: options.isWorker,
      schedule: options.isWorker,
    });
    this.#boss.on('error', (error) => this.#log.warn({ err: error }, 'queue'));
    this.#boss.on('warning', (warning) => this.#log.warn({ warning: warning.message }, 'queue'));
  }

  async start(jobs: readonly Job<z.ZodObject>[]): Promise<void> {
    await this.#boss.start();
    const there = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const job of jobs) {
      const found = there.get(job.name);
      const options = {
        retryLimit: job.retryLimit ?? 5,
        retryDelay: 2,
        retryBackoff: true,
        retryDelayMax: job.retryDelayMax ?? null,
        expireInSeconds: job.expireInSeconds ?? 300,
        deleteAfterSeconds: 24 * 3600,
        notify: true,
      };
      if (!found) {
        const { retryDelayMax, ...others } = options;
        await this.#boss.createQueue(job.name, {
          ...others,
          ...(retryDelayMax === null ? {} : { retryDelayMax }),
          policy: job.policy ?? 'standard',
        });
      }
      // What a release changes holds for queues of before, too.
      else if (OPTION_NAMES.some((name) => (found[name] ?? null) !== options[name]))
        await this.#boss.updateQueue(job.name, options);
      this.#declared.add(job.name);
      if (job.schedule) await this.#boss.schedule(job.name, job.schedule, {});
    }
  }

  async send<P extends z.ZodObject>(
    job: Job<P>,
    payload: z.input<P>,
    options: SendOptions = {},
  ): Promise<void> {
    await this.#boss.send(job.name, payload, {
      db: fromDrizzle(options.tx ?? this.#db, sql),
      ...(options.key ? { singletonKey: options.key } : {}),
      ...(options.startAfter ? { startAfter: options.startAfter } : {}),
    });
  }

  /** Clears reports of failures that hold one of these texts: somebody is to be forgotten. Payloads hold ids only. */
  async forget(tx: Queryable, texts: readonly string[]): Promise<void> {
    await tx.execute(sql`update pgboss.job set output = null where output is not null and exists (
      select 1 from unnest(${sql.param([...texts])}::text[]) as text where strpos(lower(output::text), lower(text)) > 0)`);
  }

  /** Forgets jobs of one kind that have not been done; those of a database that nobody has worked on are none. */
  async dropWaiting<P extends z.ZodObject>(tx: Queryable, job: Job<P>): Promise<void> {
    const [there] = (await tx.execute(sql`select to_regclass('pgboss.job') is not null as "isThere"`)).rows;
    if (there?.['isThere'] !== true) return;
    await tx.execute(sql`delete from pgboss.job where name = ${job.name} and state < 'completed'`);
  }

  /** Handles jobs of one kind in this process. A thrown error is retried by the queue. */
  async work<P extends z.ZodObject>(
    job: Job<P>,
    handle: (payload: z.output<P>, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const batchSize = job.batch ?? 1;
    const handleOne = async (delivery: Delivery<object>, signal: AbortSignal): Promise<void> => {
      try {
        await handle(job.payload.parse(delivery.data), signal);
      } catch (error) {
        this.#log.warn({ err: error, job: job.name }, 'job failed');
        // By itself and at once: what is left of the batch at its end is written off together, as done.
        await this.#boss.fail(job.name, delivery, error instanceof Error ? error : { value: error });
      }
    };
    const noteLeft = (error: unknown): void =>
      this.#log.warn({ err: error, job: job.name }, 'jobs that were fetched wait until they expire');
    /**
     * Of a batch that was fetched ahead the queue knows nothing when it stops or a handler throws: what has not begun by
     * then is given back here, or it would lie until it expires. Leaves in `batch` what is over.
     */
    const handleAhead = async (batch: Delivery<object>[], signal: AbortSignal): Promise<void> => {
      let begun = 0;
      const giveBack = async (): Promise<void> => {
        const rest = batch.splice(begun);
        if (rest.length > 0) await this.#boss.fail(job.name, rest, { value: 'not begun' });
      };
      this.#givingBack.add(giveBack);
      try {
        while (begun < batch.length && !this.#isStopping && !signal.aborted) {
          const delivery = batch[begun];
          begun += 1;
          if (delivery) await handleOne(delivery, signal);
        }
      } catch (error) {
        this.#log.warn({ err: error, job: job.name }, 'a failure could not be written');
        begun -= 1;
      }
      this.#givingBack.delete(giveBack);
      await giveBack();
    };
    /**
     * While batches come full the next one is fetched as the last one is written off; by itself the queue does one after
     * the other, and makes for each job what only long ones need.
     */
    const handleAll = async (first: Delivery<object>[]): Promise<void> => {
      const signal = first[0]?.signal;
      if (!signal) return;
      const until = performance.now() + GO_ON_MS;
      let batch = first;
      for (;;) {
        if (batch === first) for (const delivery of batch) await handleOne(delivery, signal);
        else await handleAhead(batch, signal).catch(noteLeft);
        const goesOn =
          batchSize > 1 &&
          batch.length === batchSize &&
          performance.now() < until &&
          !this.#isStopping &&
          !signal.aborted;
        // What the queue gave out it writes off itself.
        if (batch === first && !goesOn) return;
        const fetching = goesOn ? this.#boss.fetch<object>(job.name, { batchSize }) : Promise.resolve([]);
        const [written, next] = await Promise.allSettled([
          batch.length > 0 ? this.#boss.complete(job.name, batch) : undefined,
          fetching,
        ]);
        batch = next.status === 'fulfilled' ? next.value : [];
        if (written.status === 'rejected')
          this.#log.warn({ err: written.reason, job: job.name }, 'jobs that are done will be done again');
        if (next.status === 'rejected') throw next.reason;
        if (batch.length === 0) return;
      }
    };
    const worker = await this.#boss.work(
      job.name,
      {
        localConcurrency: job.concurrency ?? 1,
        batchSize,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 5,
      },
      async (deliveries: Delivery<object>[]) => {
        await handleAll(deliveries);
        // Where there was one there may be more: two that come together wake a worker only once.
        this.#boss.notifyWorker(worker);
      },
    );
  }

  /** Lets running jobs finish for up to `graceMs`, then leaves them to be taken up by others. */
  async stop(graceMs = 5_000): Promise<void> {
    this.#isStopping = true;
    const givenBack = Array.from(this.#givingBack, (giveBack) =>
      giveBack().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'jobs that were fetched wait until they expire'),
      ),
    );
    // A database that does not answer keeps nobody from stopping.
    await Promise.race([Promise.all(givenBack), sleep(SECOND_MS, undefined, { ref: false })]);
    await this.#boss.stop({ graceful: true, timeout: graceMs, close: true });
  }
}
