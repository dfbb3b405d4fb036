import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './server-process.ts';

const run = promisify(execFile);
const ROOT = '/usr/lib/postgresql';

/** Folder of the programs of Debian's newest PostgreSQL; undefined where there is none. */
export function debianPrograms(): string | undefined {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).filter((name) => /^\d+$/.test(name)) : [];
  const newest = versions.toSorted((left, right) => Number(right) - Number(left))[0];
  const bin = join(ROOT, newest ?? '', 'bin');
  return Number(newest) >= 15 && existsSync(join(bin, 'initdb')) ? bin : undefined;
}

/** What is missing for `startDebianPostgres`, in words; undefined when nothing is. */
export function missingForDebianPostgres(): string | undefined {
  if (process.getuid?.() !== 0) return 'Debian’s PostgreSQL is started as root, who gives it its account';
  return debianPrograms() === undefined ? 'apt-get install postgresql' : undefined;
}

/** Arguments of `setpriv` for a program that runs as PostgreSQL's account. */
export function asPostgres(program: string, ...args: string[]): string[] {
  return ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--', program, ...args];
}

export function ownerOfPostgres(): { uid: number; gid: number } {
  const idOf = (option: string): number =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** A new folder that PostgreSQL's account may use. */
export function folderOfPostgres(): string {
  const folder = mkdtempSync(join(tmpdir(), 'yarrow-debian-'));
  const { uid, gid } = ownerOfPostgres();
  chownSync(folder, uid, gid);
  return folder;
}

export type DebianPostgres = {
  /** Of a role that owns nothing but its databases. */
  url: string;
  /** The same server's other database. */
  urlOf: (database: string) => string;
  close: () => Promise<void>;
};

const PASSWORD = 'secret';

/** Debian's PostgreSQL on a folder of its own, with the role and the database `yarrow`; `env` is added to its own. */
export async function startDebianPostgres(env: Record<string, string> = {}): Promise<DebianPostgres> {
  const bin = debianPrograms();
  if (!bin) throw new Error('there is no PostgreSQL of Debian');
  const folder = folderOfPostgres();
  const port = await freePort();
  const data = join(folder, 'data');
  const flags = ['--auth-local=trust', '--auth-host=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8'];
  await run('setpriv', asPostgres(join(bin, 'initdb'), '-D', data, '-U', 'postgres', '--no-sync', ...flags), {
    cwd: '/',
  });
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const server = spawn(
    'setpriv',
    asPostgres(
      'env',
      ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
      join(bin, 'postgres'),
      '-D',
      data,
      ...settings.flatMap((setting) => ['-c', setting]),
    ),
    { stdio: 'ignore', cwd: '/' },
  );
  const superuser = new pg.Pool({ host: folder, port, user: 'postgres', database: 'postgres', max: 1 });
  for (let tries = 0; ; tries += 1) {
    try {
      await superuser.query(`create role yarrow login createdb password '${PASSWORD}'`);
      break;
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  await superuser.query('create database yarrow owner yarrow');
  await superuser.end();
  const urlOf = (database: string): string => `postgres://yarrow:${PASSWORD}@127.0.0.1:${port}/${database}`;
  return {
    url: urlOf('yarrow'),
    urlOf,
    async close() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
