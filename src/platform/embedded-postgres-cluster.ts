import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import {
  type Account,
  type CallProgram,
  chooseAccount,
  installPrograms,
  type Programs,
  programCaller,
  runProgram,
} from './embedded-postgres-programs.ts';
import type { Log } from './log.ts';

export const SUPERUSER = 'postgres';

const Passwords = z.object({ superuser: z.string(), app: z.string() });
type Passwords = z.infer<typeof Passwords>;

/** The data of one database and what it takes to run a server on them. */
export type Cluster = {
  folder: string;
  passwords: Passwords;
  account: Account | undefined;
  programs: Programs;
  callProgram: CallProgram;
};

/** An ordinary account cannot use what another one made; said plainly instead of as a failed file operation. */
export function refuseForeign(home: string): void {
  const self = process.getuid?.();
  if (self === undefined || self === 0 || fs.statSync(home).uid === self) return;
  throw new Error(`${home} belongs to another account: start Yarrow as that one, or set DATA_DIR`);
}

/** Finds the programs and data below `home`, or puts them there the first time. */
export async function prepareCluster(home: string, log: Log): Promise<Cluster> {
  fs.chmodSync(home, 0o755);
  const programs = installPrograms(home);
  const folder = join(home, 'data');
  const isNew = !fs.existsSync(folder);
  const account = chooseAccount([folder, home]);
  const passwords = ensurePasswords(join(home, 'passwords.json'), isNew);
  const cluster = {
    folder,
    passwords,
    account,
    programs,
    callProgram: programCaller(programs.folder, account),
  };
  if (isNew) {
    log.info('creating the database');
    await createCluster(cluster);
  }
  const version = fs.readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version !== programs.majorVersion) {
    throw new Error(
      `${folder} holds data of PostgreSQL ${version}; this Yarrow brings ${programs.majorVersion}`,
    );
  }
  return cluster;
}

/** Reads the generated passwords; makes them before there are data, never after. */
function ensurePasswords(file: string, isNew: boolean): Passwords {
  if (!fs.existsSync(file)) {
    if (!isNew) throw new Error(`${file} is missing: without it the database beside it cannot be opened`);
    const generate = (): string => randomBytes(24).toString('base64url');
    const unfinished = `${file}.unfinished`;
    fs.writeFileSync(unfinished, JSON.stringify({ superuser: generate(), app: generate() }), { mode: 0o600 });
    fs.renameSync(unfinished, file);
  }
  return Passwords.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
}

/** Runs initdb beside the final place, so that one interrupted half-way leaves nothing that looks like data. */
async function createCluster({ folder, passwords, account, callProgram }: Cluster): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  const passwordFile = `${folder}.password`;
  for (const leftover of [unfinished, passwordFile]) fs.rmSync(leftover, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  fs.writeFileSync(passwordFile, passwords.superuser, { mode: 0o600 });
  if (account) for (const path of [unfinished, passwordFile]) fs.chownSync(path, account.uid, account.gid);
  // Word boundaries of full-text search follow the C library's locale; sorting follows the built-in one.
  const libraryLocale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username', SUPERUSER, '--pwfile', passwordFile, '--auth=scram-sha-256'];
  const options = [
    '--pgdata',
    unfinished,
    ...locale,
    `--locale=${libraryLocale}`,
    ...access,
    '--no-instructions',
  ];
  try {
    const { code, said } = await runProgram(callProgram('initdb', options));
    if (code !== 0) throw new Error(`The database could not be created.\n${said}`);
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
  fs.renameSync(unfinished, folder);
}
