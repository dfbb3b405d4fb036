import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { z } from 'zod';
import { RESTORED_NOTE, startEmbeddedPostgres } from './embedded-postgres.ts';
import { prepareCluster, SUPERUSER } from './embedded-postgres-cluster.ts';
import { type Account, chooseAccount } from './embedded-postgres-programs.ts';
import type { Log } from './log.ts';

/** Digests of everything else in a backup, as `sha256sum --check` reads them. */
const SUMS = 'SHA256SUMS';
const DATA = 'postgres/data';
const PASSWORDS = 'postgres/passwords.json';
const FILES = 'files';

/** Folders of a data folder whose content belongs to the running server alone, or is taken by other means (the log). */
const LEFT_EMPTY = [
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  'pg_wal',
];
/** Folders that PostgreSQL wants to find, though nothing need be in them; not every copy keeps empty folders. */
const NEEDED = [
  ...LEFT_EMPTY,
  ...['pg_commit_ts', 'pg_logical/mappings', 'pg_logical/snapshots', 'pg_stat', 'pg_tblspc', 'pg_twophase'],
  ...['pg_wal/archive_status', 'pg_wal/summaries'],
];
const OF_THE_SERVER = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|.*\.tmp)$/;
const CONTROL_FILE = 'global/pg_control';

type Sums = Map<string, string>;
type BackupOptions = { dataDir: string; to: string; log: Log };

/**
 * Copies the embedded database and the files of `dataDir` into the new folder `to` while Yarrow is at work, or at rest.
 * What was committed before it began is in it, and nothing that was committed after it ended. Files of the data folder
 * are there for everything that the database of the backup knows.
 */
export async function backUpDataFolder({ dataDir, to, log }: BackupOptions): Promise<{ files: number }> {
  if (existsSync(to)) throw new Error(`${to} is there already: name a new folder`);
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const sums: Sums = new Map();
  const copyFiles = (): Promise<void> =>
    copyFolder({ from: join(dataDir, FILES), to: unfinished, at: FILES, sums, leaveOut: isUnfinishedUpload });

  const server = await startEmbeddedPostgres({ dataDir, log });
  try {
    const { passwords } = await prepareCluster(join(dataDir, 'postgres'), log);
    const url = new URL(server.url);
    Object.assign(url, { username: SUPERUSER, password: passwords.superuser, pathname: '/postgres' });
    // Twice: what is removed while the database is copied is in the first, what is added in the second.
    await copyFiles();
    await copyDatabase(url.href, { from: join(dataDir, DATA), to: unfinished, sums });
    await copyFiles();
  } finally {
    await server.stop();
  }
  await copyFile({ from: join(dataDir, PASSWORDS), to: unfinished, at: PASSWORDS, sums });
  await writeDurably(join(unfinished, SUMS), [...sums].map(([at, digest]) => `${digest}  ${at}\n`).join(''));
  await rename(unfinished, to);
  return { files: sums.size };
}

/** PostgreSQL's own way of copying a running server's folder: between two calls of one session, with its log. */
async function copyDatabase(
  url: string,
  { from, to, sums }: { from: string; to: string; sums: Sums },
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'yarrow-backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Keeps what is logged meanwhile until the session ends.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `yarrow_backup_${process.pid}`,
    ]);
    await client.query(`select pg_backup_start('yarrow', true)`);
    const leaveOut = (at: string): boolean =>
      LEFT_EMPTY.some((folder) => at.startsWith(`${DATA}/${folder}/`)) ||
      OF_THE_SERVER.test(at.slice(at.lastIndexOf('/') + 1)) ||
      at === `${DATA}/${CONTROL_FILE}`;
    await copyFolder({ from, to, at: DATA, sums, leaveOut });
    await copyFile({ from: join(from, CONTROL_FILE), to, at: `${DATA}/${CONTROL_FILE}`, sums });
    const { rows } = await client.query(
      `select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)`,
    );
    const { labelfile, last } = z.object({ labelfile: z.string(), last: z.string() }).parse(rows[0]);
    const first = /\(file ([0-9A-F]{24})\)/.exec(labelfile)?.[1] ?? last;
    for (const name of await readdir(join(from, 'pg_wal'))) {
      const isWanted =
        name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
      if (isWanted)
        await copyFile({ from: join(from, 'pg_wal', name), to, at: `${DATA}/pg_wal/${name}`, sums });
    }
    await writeDurably(join(to, DATA, 'backup_label'), labelfile);
    sums.set(`${DATA}/backup_label`, createHash('sha256').update(labelfile).digest('hex'));
  } finally {
    await client.end();
  }
}

function isUnfinishedUpload(at: string): boolean {
  return at.startsWith(`${FILES}/parts/`);
}

/**
 * Puts what `backUpDataFolder` made into the data folder of another installation, which must not hold any data yet.
 * Throws, leaving nothing behind, when anything of the backup is not as it was written. The next start takes it over as
 * a restored one.
 */
export async function restoreDataFolder({ from, dataDir }: { from: string; dataDir: string }): Promise<void> {
  for (const part of ['postgres', FILES]) {
    const there = join(dataDir, part);
    if (existsSync(there)) throw new Error(`${there} is there already: restore into an empty DATA_DIR`);
  }
  const sums = await readSums(join(from, SUMS));
  const unfinished = join(dataDir, 'restore.unfinished');
  await rm(unfinished, { recursive: true, force: true });
  const copied: Sums = new Map();
  for (const [at, digest] of sums) {
    await copyFile({ from: join(from, at), to: unfinished, at, sums: copied });
    if (copied.get(at) === digest) continue;
    await rm(unfinished, { recursive: true, force: true });
    throw new Error(`${join(from, at)} is not as it was written: this backup is damaged`);
  }
  for (const folder of NEEDED) await mkdir(join(unfinished, DATA, folder), { recursive: true });
  await mkdir(join(unfinished, FILES), { recursive: true });
  const account = chooseAccount([]);
  await hand(join(unfinished, DATA), account);
  await chmod(join(unfinished, PASSWORDS), 0o600);
  await writeDurably(join(unfinished, 'postgres', RESTORED_NOTE), '');
  await rename(join(unfinished, FILES), join(dataDir, FILES));
  // Last: with it the folder is one that can be started.
  await rename(join(unfinished, 'postgres'), join(dataDir, 'postgres'));
  await rm(unfinished, { recursive: true, force: true });
}

async function readSums(file: string): Promise<Sums> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} is missing: this is no finished backup`);
  });
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): [string, string] => {
        const [, digest, at] = /^([0-9a-f]{64}) {2}((?:postgres|files)\/.+)$/.exec(line) ?? [];
        if (digest === undefined || at === undefined || at.split('/').includes('..'))
          throw new Error(`${file}: “${line}” is no line of a backup`);
        return [at, digest];
      }),
  );
}

/** PostgreSQL refuses a data folder that others may read, or that is not its own account's. */
async function hand(folder: string, account: Account | undefined): Promise<void> {
  const take = async (path: string): Promise<void> => {
    if (account) await chown(path, account.uid, account.gid);
  };
  await chmod(folder, 0o700);
  await take(folder);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    await take(join(entry.parentPath, entry.name));
}

type Copy = { from: string; to: string; at: string; sums: Sums };

/** Copies what is below `from` to `at` below `to`; what is there already or goes meanwhile is passed over. */
async function copyFolder({
  from,
  to,
  at,
  sums,
  leaveOut,
}: Copy & { leaveOut: (at: string) => boolean }): Promise<void> {
  if (!existsSync(from)) return;
  await mkdir(join(to, at), { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const below = { from: join(from, entry.name), to, at: `${at}/${entry.name}`, sums };
    if (entry.isDirectory()) await copyFolder({ ...below, leaveOut });
    else if (entry.isFile() && !leaveOut(below.at) && !sums.has(below.at)) await copyFile(below);
  }
}

async function copyFile({ from, to, at, sums }: Copy): Promise<void> {
  const target = join(to, at);
  await mkdir(dirname(target), { recursive: true });
  const hash = createHash('sha256');
  const digest = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(createReadStream(from), digest, createWriteStream(target, { mode: 0o600, flush: true }));
    sums.set(at, hash.digest('hex'));
  } catch (error) {
    await rm(target, { force: true });
    // A table that was dropped, a file that was removed: the log, or the second look, tells what became of it.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flush: true });
  const folder = await open(resolve(dirname(file)), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
