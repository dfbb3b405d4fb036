import fs from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, prepareCluster, refuseForeign, SUPERUSER } from './embedded-postgres-cluster.ts';
import { removeOtherPrograms, runProgram } from './embedded-postgres-programs.ts';
import type { Log } from './log.ts';
import { holdFolder, isProcessAlive, withProcessLock } from './process-lock.ts';

const START_WITHIN_MS = 60_000;
const GUARD_EVERY_MS = 1_000;
const LONGEST_REST_MS = 8_000;
const LOG_LIMIT_BYTES = 5_000_000;
/** A file beside the data: they were restored from a backup, and the database has not been told yet. */
export const RESTORED_NOTE = 'restored';
/** Role and database of the application; the role may create databases and trusted extensions, nothing wider. */
const APP = 'yarrow';

/** Chosen for a machine of two cores and a few GB; durability (fsync, synchronous_commit) stays at its safe default. */
const SERVER_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '1GB',
  min_wal_size: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  // The application reports failed statements itself, without the personal data that PostgreSQL would quote.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

type Options = {
  /** Existing folder; everything goes below its `postgres`. */
  dataDir: string;
  log: Log;
};

/**
 * Until then a server that has ended by itself (it was killed, or its disk was full and it could not even recover) is
 * started again. `stop` ends it unless another process still uses it; calling it again does nothing.
 */
export type EmbeddedPostgres = {
  url: string;
  /** The path of a file that is there while nobody has told the database that it was restored from a backup. */
  restoredNote: string;
  stop: () => Promise<void>;
};

/**
 * Starts the PostgreSQL that comes with Yarrow on the data in `dataDir`, creating them the first time, or joins the
 * server that already runs on them, be it one that outlived a killed process. It answers on 127.0.0.1 only.
 * Rejects with what PostgreSQL said when it does not start within a minute.
 */
export async function startEmbeddedPostgres({ dataDir, log }: Options): Promise<EmbeddedPostgres> {
  const home = resolve(dataDir, 'postgres');
  fs.mkdirSync(home, { recursive: true });
  refuseForeign(home);
  const lockFile = join(home, 'start.lock');

  const { cluster, url, holding } = await withProcessLock(lockFile, async () => {
    const prepared = await prepareCluster(home, log);
    const reached = await reachServer(prepared, log);
    removeOtherPrograms(home, prepared.programs);
    return { cluster: prepared, url: reached, holding: holdFolder(home) };
  });

  let stopping: Promise<void> | undefined;
  const guard = keepRunning(cluster, async () => {
    await withProcessLock(lockFile, async () => {
      if (stopping || isServing(cluster)) return;
      log.warn('the database has ended by itself; starting it again');
      await reachServer(cluster, log, Number(new URL(url).port));
    });
  });
  const stop = (): Promise<void> => {
    guard.stop();
    stopping ??= withProcessLock(lockFile, async () => {
      if (holding.release()) await shutDown(cluster);
      else log.info('PostgreSQL stays up: another process uses it');
    });
    return stopping;
  };
  return { url, restoredNote: join(home, RESTORED_NOTE), stop };
}

/** Calls `restart` whenever the server has been gone for a while; where that fails too, later each time. */
function keepRunning(cluster: Cluster, restart: () => Promise<void>): { stop: () => void } {
  let isOver = false;
  let timer: NodeJS.Timeout;
  let missed = 0;
  let restMs = GUARD_EVERY_MS;
  const look = async (): Promise<void> => {
    // Twice, because whoever restarts it on purpose is faster than that.
    missed = isServing(cluster) ? 0 : missed + 1;
    restMs = missed > 1 ? Math.min(restMs * 2, LONGEST_REST_MS) : GUARD_EVERY_MS;
    if (missed > 1) await restart().catch(() => undefined);
    if (!isOver) again();
  };
  const again = (): void => {
    timer = setTimeout(() => void look(), restMs).unref();
  };
  again();
  return {
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** Whether the process of the server is there; it may still be starting. */
function isServing({ folder }: Cluster): boolean {
  const pid = Number(readIfThere(join(folder, 'postmaster.pid'))?.split('\n')[0]);
  return pid > 0 && isProcessAlive(pid) && isServerOf(folder, pid);
}

/**
 * Joins or launches the server until the application's database answers.
 * @param port where others already look for it; none: any that is free
 */
async function reachServer(cluster: Cluster, log: Log, port?: number): Promise<string> {
  const deadline = Date.now() + START_WITHIN_MS;
  for (;;) {
    const reached =
      (await runningPort(cluster, deadline)) ?? (await launch(cluster, log, { deadline, port }));
    const url = `postgres://${APP}:${cluster.passwords.app}@127.0.0.1:${reached}/${APP}`;
    try {
      await ensureAppDatabase(cluster, url, reached);
      return url;
    } catch (error) {
      // Replaying its log after a crash, or on its way down.
      const isBetween = ['57P03', 'ECONNREFUSED', 'ECONNRESET'].includes(codeOf(error));
      if (!isBetween || Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

/** Checks that the application can sign in; makes its role and database where they are missing. */
async function ensureAppDatabase({ passwords }: Cluster, url: string, port: number): Promise<void> {
  try {
    await query(url, []);
  } catch (error) {
    // No such role (reported as a wrong password), or no such database: the first start, or one cut off right here.
    if (!['28P01', '3D000'].includes(codeOf(error))) throw error;
    const superuserUrl = `postgres://${SUPERUSER}:${passwords.superuser}@127.0.0.1:${port}/postgres`;
    const password = pg.escapeLiteral(passwords.app);
    if (codeOf(error) === '28P01')
      await query(superuserUrl, [`create role ${APP} login createdb password ${password}`]);
    await query(superuserUrl, [`create database ${APP} owner ${APP}`]);
    await query(url, []);
  }
}

async function query(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * The port of the server that runs on this data, if one does. The process id in its file proves nothing alone: after
 * a restart of the machine or container it may be anybody's.
 */
async function runningPort({ folder }: Cluster, deadline: number): Promise<number | undefined> {
  const pidFile = join(folder, 'postmaster.pid');
  while (Date.now() < deadline) {
    const lines = readIfThere(pidFile)?.split('\n');
    if (!lines) return undefined;
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    if (!isProcessAlive(pid)) return undefined;
    if (!isServerOf(folder, pid)) {
      fs.rmSync(pidFile, { force: true });
      return undefined;
    }
    if (port && (await isListening(port))) return port;
    // It is just starting or just ending.
    await sleep(50);
  }
  return undefined;
}

function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** False when the process is certainly no server on this data. */
function isServerOf(folder: string, pid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
  } catch {
    return false;
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 2_000 });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      settle(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

/** Starts the server and returns its port. */
async function launch(
  { folder, account, callProgram }: Cluster,
  log: Log,
  { deadline, port: wantedPort }: { deadline: number; port: number | undefined },
): Promise<number> {
  const home = dirname(folder);
  const logFile = join(home, 'server.log');
  const portFile = join(home, 'port');
  let port = wantedPort ?? (Number(readIfThere(portFile)) || (await freePort()));
  for (;;) {
    const logged = prepareLogFile(logFile);
    if (account) fs.chownSync(logFile, account.uid, account.gid);
    const settings = Object.entries({ ...SERVER_SETTINGS, port: String(port) });
    const flags = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ');
    const seconds = String(Math.max(1, Math.ceil((deadline - Date.now()) / 1000)));
    const { code, said } = await runProgram(
      callProgram('pg_ctl', [
        ...['start', '--pgdata', folder, '--log', logFile, '--options', flags],
        ...['--silent', '--wait', '--timeout', seconds],
      ]),
    );
    if (code === 0) {
      fs.rmSync(portFile, { force: true });
      fs.writeFileSync(portFile, `${port}\n`);
      return port;
    }
    const reason = fs.readFileSync(logFile, 'utf8').slice(logged).trim();
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start.\n${said}\n${reason}`);
    if (wantedPort === undefined && /could not create any TCP\/IP sockets/.test(reason)) {
      log.info({ port }, 'the port of the database is taken; using another');
      port = await freePort();
    } else if (/pre-existing shared memory block/.test(reason)) {
      // The children of a killed server are still on their way out.
      await sleep(100);
    } else {
      throw new Error(`PostgreSQL did not start.\n${said}\n${reason}`);
    }
  }
}

/** Makes sure the log exists and is of modest size, and returns its length in characters. */
function prepareLogFile(file: string): number {
  if (fs.existsSync(file) && fs.statSync(file).size > LOG_LIMIT_BYTES) fs.renameSync(file, `${file}.old`);
  fs.closeSync(fs.openSync(file, 'a', 0o600));
  return fs.readFileSync(file, 'utf8').length;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1');
  return address.port;
}

/** Ends the server: sessions are cut, everything committed is written. */
async function shutDown({ folder, callProgram }: Cluster): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  if (!fs.existsSync(pidFile)) return;
  const patience = ['--silent', '--wait', '--timeout', '60'];
  const stop = callProgram('pg_ctl', ['stop', '--pgdata', folder, '--mode', 'fast', ...patience]);
  const { code, said } = await runProgram(stop);
  if (code !== 0 && fs.existsSync(pidFile)) throw new Error(`PostgreSQL could not be stopped.\n${said}`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
