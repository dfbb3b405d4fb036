import pg from 'pg';
import { z } from 'zod';
import { KEEP_ALIVE_AFTER_MS, type Queryable, sql } from './db.ts';
import type { Log } from './log.ts';

const CHANNEL = 'yarrow_live';
const RECONNECT_MS = 1_000;
/** Bursts (a campaign being sent) are told at most this often by each process. */
const GATHER_MS = 250;

/** What changed, as nouns: `leads`, `campaigns`, … Browsers load again just what depends on them. */
const TOPICS = [
  'access',
  'activity',
  'agents',
  'campaigns',
  'communities',
  'content',
  'custom-fields',
  'erasures',
  'events',
  'everything',
  'landing-sites',
  'lead-acts',
  'lead-groups',
  'lead-tags',
  'lead-views',
  'leads',
  'mailboxes',
  'messages',
  'replies',
  'runs',
  'settings',
  'stages',
  'suppressions',
  'tasks',
  'usage',
  'users',
] as const;
export type Topic = (typeof TOPICS)[number];

/** Tells everybody, on every process, once the transaction commits and only then. */
export async function announce(tx: Queryable, topics: readonly Topic[]): Promise<void> {
  await tx.execute(sql`select ${sql.raw(inWords(topics))}`);
}

/** The same as a part of a statement in words, for what happens all the time. */
export function inWords(topics: readonly Topic[]): string {
  return `pg_notify('${CHANNEL}', '${JSON.stringify(topics)}')`;
}

/** Topics of a later version of the product, which another process may run already, mean nothing here. */
function readTopics(payload: string): Topic[] {
  return z.array(z.string()).parse(JSON.parse(payload)).filter(isTopic);
}

function isTopic(name: string): name is Topic {
  return TOPICS.some((topic) => topic === name);
}

type Listener = (topics: Topic[]) => void;

/** One LISTEN connection for the process, handing news to the browsers connected to it. */
export class LiveHub {
  readonly #url: string;
  readonly #log: Log;
  readonly #listeners = new Set<Listener>();
  readonly #pending = new Set<Topic>();
  readonly #toldAt = new Map<Topic, number>();
  readonly #db: Queryable;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: { url: string; db: Queryable; log: Log }) {
    this.#url = options.url;
    this.#db = options.db;
    this.#log = options.log;
  }

  async start(): Promise<void> {
    await this.#connect().catch((error: unknown) => {
      this.#log.warn({ err: error }, 'live events: cannot listen yet');
      this.#reconnectSoon();
    });
  }

  /** Calls back on each change until the returned function is called. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What was told in the last `withinMs`: a page that was being loaded meanwhile has not heard it. */
  recent(withinMs: number): Topic[] {
    const since = Date.now() - withinMs;
    return [...this.#toldAt].flatMap(([topic, at]) => (at >= since ? [topic] : []));
  }

  /** Like `announce`, for bursts: gathers topics and tells them together, outside any transaction. */
  announceSoon(topics: readonly Topic[]): void {
    for (const topic of topics) this.#pending.add(topic);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const gathered = [...this.#pending];
      this.#pending.clear();
      announce(this.#db, gathered).catch((error: unknown) =>
        this.#log.warn({ err: error }, 'live events: not told'),
      );
    }, GATHER_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'yarrow-live',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    });
    client.on('error', () => undefined);
    client.on('end', () => {
      if (this.#client === client) this.#reconnectSoon();
    });
    client.on('notification', ({ payload }) => this.#tell(payload ?? '[]'));
    await client.connect();
    this.#client = client;
    if (this.#isClosed) await client.end();
    else await client.query(`listen ${CHANNEL}`);
  }

  #reconnectSoon(): void {
    if (this.#isClosed) return;
    this.#client = undefined;
    setTimeout(() => {
      if (this.#isClosed) return;
      this.#connect().then(
        () => this.#tell('["everything"]'),
        () => this.#reconnectSoon(),
      );
    }, RECONNECT_MS).unref();
  }

  #tell(payload: string): void {
    const topics = readTopics(payload);
    for (const topic of topics) this.#toldAt.set(topic, Date.now());
    for (const listener of this.#listeners) listener(topics);
  }
}
