import { type Job as Delivery, fromDrizzle, PgBoss } from 'pg-boss';
import type { z } from 'zod';
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

type SendOptions = { key?: string; startAfter?: Date; tx?: Queryable };

/** The durable queue. Sending inside a transaction makes the job part of it. */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #db: Queryable;
  readonly #log: Log;
  readonly #declared = new Set<string>();

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
    const handleOne = async (delivery: Delivery<object>): Promise<void> => {
      try {
        await handle(job.payload.parse(delivery.data), delivery.signal);
      } catch (error) {
        this.#log.warn({ err: error, job: job.name }, 'job failed');
        // By itself and at once: what is left of the batch at its end is written off together, as done.
        await this.#boss.fail(job.name, delivery, error instanceof Error ? error : { value: error });
      }
    };
    const worker = await this.#boss.work(
      job.name,
      {
        localConcurrency: job.concurrency ?? 1,
        batchSize: job.batch ?? 1,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 5,
      },
      async (deliveries: Delivery<object>[]) => {
        for (const delivery of deliveries) await handleOne(delivery);
        // Where there was one there may be more: two that come together wake a worker only once.
        this.#boss.notifyWorker(worker);
      },
    );
  }

  /** Lets running jobs finish for up to `graceMs`, then leaves them to be taken up by others. */
  async stop(graceMs = 5_000): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: graceMs, close: true });
  }
}
