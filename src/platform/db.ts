import { AsyncLocalStorage } from 'node:async_hooks';
import { Column, fillPlaceholders, is, type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Log } from './log.ts';

export { type SQL, sql };

export type Database = NodePgDatabase<Record<string, never>> & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Either: a store function runs in the caller's transaction when it is given one. */
export type Queryable = Database | Transaction;

// Counts fit in a double up to 2^53; node-postgres would hand bigint over as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

type OpenOptions = {
  url: string;
  log: Log;
  maxConnections?: number;
  applicationName?: string;
  /** `url` leads to a pooler that gives each transaction another connection (pgbouncer in transaction mode). */
  isPooled?: boolean;
};

/** Databases behind such a pooler: no statement can be prepared for later there. */
const pooled = new WeakSet<Database>();

/** What a transaction of a database asks. */
const connections = new WeakMap<Transaction, { of: Database; client: pg.PoolClient }>();

/** A connection that is silent for so long is asked whether the server is still there. */
export const KEEP_ALIVE_AFTER_MS = 10_000;

/** Opens a pool. It connects lazily and reconnects by itself; failures surface on the query. */
export function openDatabase({
  url,
  log,
  maxConnections = 20,
  applicationName = 'yarrow',
  isPooled = false,
}: OpenOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A server that vanished without a word is noticed in half a minute; without it the system asks after two hours.
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // A pooler refuses what it cannot keep for each client; there it is set for the role.
    ...(isPooled ? {} : { statement_timeout: 60_000, idle_in_transaction_session_timeout: 60_000 }),
  });
  // An idle connection that the server closed (a restart) must not end the process; the pool replaces it.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (open) pool.connect = refusingSecond(pool, open);
  const db: Database = drizzle(pool);
  if (isPooled) pooled.add(db);
  return db;
}

/** Runs `work` in one transaction: all of it happens or none. Inside another it is a savepoint of it. */
export async function inTransaction<T>(db: Queryable, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (isDatabase(db)) return transact(db, work);
  return db.transaction((tx) => {
    const connection = connections.get(db);
    if (connection) connections.set(tx, connection);
    return work(tx);
  });
}

/**
 * The same, done once more where PostgreSQL undid it for the sake of another transaction. For work that changes nothing
 * outside of the database, not even a variable.
 */
export async function inPatientTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await transact(db, work);
  } catch (error) {
    if (!isDeadlock(error)) throw error;
    return transact(db, work);
  }
}

async function transact<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  // Given the pool, drizzle never hands a connection back whose `begin` failed: each restart of the database would
  // take a place of the pool for good.
  const client = await db.$client.connect();
  const held = { pool: db.$client, isOpen: true };
  let isCommitting = false;
  const run = (): Promise<T> =>
    drizzle(client).transaction(async (tx) => {
      connections.set(tx, { of: db, client });
      const result = await work(tx);
      isCommitting = true;
      return result;
    });
  try {
    return await (open ? open.run(held, run) : run());
  } catch (error) {
    if (isCommitting && databaseFailure(error) === 'unreachable') throw new UnsureCommit(error);
    throw error;
  } finally {
    held.isOpen = false;
    client.release();
  }
}

/** The connection broke while a transaction was being committed: it may be stored or not. */
class UnsureCommit extends Error {
  constructor(cause: unknown) {
    super('the connection was lost at the commit', { cause });
  }
}

type Held = { pool: pg.Pool; isOpen: boolean };

/** The transaction in which a call stands, where that is watched. */
let open: AsyncLocalStorage<Held> | undefined;

/**
 * For tests: whoever asks a pool, opened from now on, for a connection inside of a transaction of it is refused. As many
 * such calls at once as the pool has connections would wait for each other.
 */
export function refuseSecondConnections(): void {
  open ??= new AsyncLocalStorage();
}

function refusingSecond(pool: pg.Pool, watched: AsyncLocalStorage<Held>): pg.Pool['connect'] {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the pool that it is set on
  return new Proxy(pool.connect, {
    apply(connect, self, given) {
      const held = watched.getStore();
      if (held?.isOpen && held.pool === pool) {
        throw new Error('A second connection is asked for inside of a transaction: give it `tx`.');
      }
      return Reflect.apply(connect, self, given);
    },
  });
}

export function isDatabase(db: Queryable): db is Database {
  return '$client' in db;
}

/** Rows of a hand-written statement, for the queries that the builder cannot say. */
export async function rowsOf<T>(db: Queryable, statement: SQL): Promise<T[]> {
  const result = await db.execute(statement);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller states the columns it wrote
  return result.rows as T[];
}

const statements = new WeakMap<Database, Map<string, unknown>>();

/**
 * A statement that is asked all the time: `build` prepares it under `name` once per database, and PostgreSQL parses
 * and plans it once per connection. Only where one plan suits whatever values are given.
 */
export function prepared<T>(db: Database, name: string, build: (name: string) => T): T {
  const known = statements.get(db) ?? new Map<string, unknown>();
  statements.set(db, known);
  if (!known.has(name)) known.set(name, build(pooled.has(db) ? '' : name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a name has one builder
  return known.get(name) as T;
}

/** A select of columns and expressions, each under its name, that is not prepared yet. */
type PlainSelect<Row> = PromiseLike<Row[]> & { toSQL: () => { sql: string; params: unknown[] } };

/**
 * The same for a select of many rows of one level: `fields` are those it was built with. How each value is read is found
 * out once, where the builder finds it out for every value of every row, which costs more than the reading.
 */
export function preparedRows<Row>(
  db: Database,
  name: string,
  build: () => { fields: Record<string, Column | SQL>; select: PlainSelect<Row> },
): (given: Record<string, unknown>) => Promise<Row[]> {
  return prepared(db, name, () => {
    const { fields, select } = build();
    const { sql: text, params } = select.toSQL();
    const keys = Object.keys(fields);
    const readers = Object.values(fields).map(readerOf);
    const toRow = (values: unknown[]): Row => {
      const row: Record<string, unknown> = {};
      for (let index = 0; index < keys.length; index += 1) {
        const value = values[index];
        const read = readers[index];
        row[keys[index] ?? ''] = value === null || read === undefined ? value : read(value);
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the builder says of these columns
      return row as Row;
    };
    const config = {
      text,
      rowMode: 'array' as const,
      types: { getTypeParser: AS_THE_BUILDER },
      ...(pooled.has(db) ? {} : { name }),
    };
    return async (given: Record<string, unknown>): Promise<Row[]> => {
      const { rows } = await db.$client.query<unknown[]>({
        ...config,
        values: fillPlaceholders(params, given),
      });
      return rows.map(toRow);
    };
  });
}

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

/** Instants arrive as text: the columns read them. */
const AS_TEXT = new Set<TypeId>([
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.DATE,
  pg.types.builtins.INTERVAL,
]);

const AS_THE_BUILDER = (type: TypeId, format?: 'text' | 'binary') =>
  AS_TEXT.has(type) ? (value: string) => value : pg.types.getTypeParser(type, format);

const dialect = new PgDialect();

/**
 * `rowsOf` for a statement that reads alike each time and is asked all the time, prepared under `name`. Above all for
 * the log of events: a plan for all its months takes several times as long to make as to follow.
 */
export async function preparedRowsOf<T>(db: Queryable, name: string, statement: SQL): Promise<T[]> {
  if (!isDatabase(db)) return rowsOf(db, statement);
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const { rows } = await db.$client.query({
    text,
    values: params,
    types: { getTypeParser: AS_THE_BUILDER },
    ...(pooled.has(db) ? {} : { name }),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller states the columns it wrote
  return rows as T[];
}

/** What a column does to a value of the driver; undefined where that is nothing. */
function readerOf(field: Column | SQL): ((value: unknown) => unknown) | undefined {
  if (!is(field, Column) || field.mapFromDriverValue === Column.prototype.mapFromDriverValue)
    return undefined;
  return (value) => field.mapFromDriverValue(value);
}

/**
 * The same for a statement in words, with `$1`, `$2` … for its values, in a transaction as well. `answerWithinMs`: without
 * an answer by then it fails and its connection is given up; it may have been done.
 */
export async function runPrepared<T extends pg.QueryResultRow>(
  db: Queryable,
  { name, text, values, answerWithinMs }: Statement,
): Promise<T[]> {
  const { of, client } = isDatabase(db) ? { of: db, client: db.$client } : connectionOf(db);
  const { rows } = await client.query<T>({
    text,
    values,
    ...(answerWithinMs === undefined ? {} : { query_timeout: answerWithinMs }),
    ...(pooled.has(of) ? {} : { name }),
  });
  return rows;
}

function connectionOf(tx: Transaction): { of: Database; client: pg.PoolClient } {
  const connection = connections.get(tx);
  if (!connection) throw new Error('a transaction begins with `inTransaction`');
  return connection;
}

type Statement = { name: string; text: string; values: unknown[]; answerWithinMs?: number };

/** Resolves when the database answers, rejects otherwise. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03', // shutting down, crashed, starting up
  '08000',
  '08001',
  '08003',
  '08004',
  '08006', // connection exceptions
  '53300',
  '53200', // too many connections, out of memory
  '25006', // read-only: a replica during fail-over
]);

/** PostgreSQL undid the whole transaction because it and another one waited for each other. */
const DEADLOCK = new Set(['40001', '40P01']);

const UNDONE = new Set([...DEADLOCK, '55P03', '57014']); // and lock and statement timeouts

/** What a database failure means to the caller. */
export type DatabaseFailure =
  | 'unreachable'
  /** It answers, and took back the transaction. */
  | 'undone'
  /** Nobody can tell whether the transaction is stored. */
  | 'unsure'
  | 'full'
  | 'duplicate'
  | 'missing_reference'
  | 'bad_text'
  | 'out_of_range';

/** Classifies an error thrown by a query; undefined when it is not one that can be told apart. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth += 1
  ) {
    if (current instanceof UnsureCommit) return 'unsure';
    const code = codeOf(current);
    if (code && UNDONE.has(code)) return 'undone';
    if (code && UNREACHABLE.has(code)) return 'unreachable';
    if (code === '53100') return 'full';
    if (code === '23505') return 'duplicate';
    if (code === '23503') return 'missing_reference';
    if (code === '22021' || code === '22P05') return 'bad_text';
    if (code === '22003' || code === '22008') return 'out_of_range';
    if (
      /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        current.message,
      )
    ) {
      return 'unreachable';
    }
  }
  return undefined;
}

export function isDeadlock(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (DEADLOCK.has(codeOf(current) ?? '')) return true;
  }
  return false;
}

/** A value that was given can never be stored: text that PostgreSQL has no room for, a number out of range. */
export function isUnstorable(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (codeOf(current)?.startsWith('22')) return true;
  }
  return false;
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
