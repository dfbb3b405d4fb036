// Runs a script of this project: `node scripts/run.mjs [node options] scripts/start.ts [args]`.
//
// 1. When node_modules does not match package-lock.json, installs (npm ci).
// 2. Runs the script under the Node that the lock file pins, so the Node somebody happens to have does not matter.
// 3. Passes signals on, and ends as the script ends.
//
// This file runs under whatever Node is there: no dependencies, and nothing newer than Node 16 understands.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.yarrow-install');
const lockFile = path.join(root, '.cache', 'install.lock');
const lockBeatMs = 1000;
const lockStaleMs = 10000;
const neededMajor = 24;

/** What a person can mend, said in one line. */
class Failure extends Error {}
/** A child was ended by a signal: this process ends the same way. */
class Interrupted extends Error {
  constructor(signal) {
    super(signal);
    this.signal = signal;
  }
}

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// --- install -------------------------------------------------------------------------------------------------------

/** What node_modules has to match: the lock, the wishes of package.json, and the platform. */
function wantedStamp() {
  const pkg = readJson(path.join(root, 'package.json'));
  const wishes = [pkg.dependencies, pkg.devDependencies, pkg.optionalDependencies, pkg.overrides];
  return createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .update(JSON.stringify(wishes))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

function isStamped(stamp) {
  try {
    return fs.readFileSync(stampFile, 'utf8').trim() === stamp;
  } catch {
    return false;
  }
}

/** True when npm itself left exactly the locked packages, as after `npm install <package>`: nothing to do again. */
function matchesNpmsOwnRecord() {
  let installed;
  try {
    installed = readJson(path.join(modules, '.package-lock.json')).packages;
  } catch {
    return false;
  }
  // An optional package may be absent, unless it is there for this very platform.
  const isForHere = ({ os, cpu, libc }) =>
    os && os.includes(process.platform) && (!cpu || cpu.includes(process.arch)) && !libc;
  return Object.entries(readJson(path.join(root, 'package-lock.json')).packages).every(([place, entry]) => {
    if (place === '') return true;
    const found = installed[place];
    return found ? found.version === entry.version : entry.optional === true && !isForHere(entry);
  });
}

/** Takes the install lock, waiting for its holder; a holder that died stops touching the file and is passed over. */
async function takeLock() {
  fs.mkdirSync(path.dirname(lockFile), { recursive: true });
  for (let told = false; ; await sleep(200)) {
    try {
      fs.writeFileSync(lockFile, `${process.pid}\n`, { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    try {
      if (Date.now() - fs.statSync(lockFile).mtimeMs > lockStaleMs) fs.unlinkSync(lockFile);
      else if (!told) console.log('Another install is under way here; waiting for it.');
      told = true;
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  const beat = setInterval(() => {
    const now = new Date();
    fs.utimes(lockFile, now, now, () => {});
  }, lockBeatMs);
  return () => {
    clearInterval(beat);
    fs.rmSync(lockFile, { force: true });
  };
}

/** Runs `npm ci`. Install scripts stay off: nothing this project uses needs one. */
async function npmCi() {
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath || '';
  const options = { cwd: root, stdio: 'inherit' };
  const child = /npm-cli\.c?js$/.test(npm)
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
  const { code, signal, error } = await ended(child);
  if (signal) throw new Interrupted(signal);
  if (error)
    throw new Failure(`npm could not be started (${error.message}). Install Node ${neededMajor} with npm.`);
  if (code !== 0)
    throw new Failure(`Installing failed: npm ci ended with code ${code}; see its message above.`);
}

async function install() {
  const stamp = wantedStamp();
  if (isStamped(stamp)) return;
  const releaseLock = await takeLock();
  try {
    if (isStamped(stamp)) return;
    if (!matchesNpmsOwnRecord()) {
      console.log('Installing packages (npm ci) ...');
      const startedAt = Date.now();
      await npmCi();
      console.log(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
    }
    fs.writeFileSync(stampFile, `${stamp}\n`);
  } finally {
    releaseLock();
  }
}

// --- run -----------------------------------------------------------------------------------------------------------

/** The Node to run under; `without` names one that turned out not to start here (a glibc build on Alpine). */
function chooseNode(without) {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const pinned = path.join(modules, name, 'bin', isWindows ? 'node.exe' : 'node');
  if (pinned !== without && fs.existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
  const here = `${process.platform}-${process.arch}`;
  throw new Failure(
    `Install Node ${neededMajor} (https://nodejs.org): this is ${process.version}, and none is bundled for ${here}.`,
  );
}

function start(node, args) {
  const searchPath = [path.dirname(node), process.env.PATH].filter(Boolean).join(path.delimiter);
  // What has been compiled once starts in two thirds of the time.
  const compiled = process.env.NODE_COMPILE_CACHE || path.join(root, '.cache', 'node');
  const env = { ...process.env, PATH: searchPath, NODE_COMPILE_CACHE: compiled };
  // The channel tells the script when this process dies without a word (kill -9); it carries no messages.
  return spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
}

function ended(child) {
  const stopPassing = passSignals(child);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  }).finally(stopPassing);
}

/** The process that runs this script: the parent, or the one above the shell in between where /proc can tell. */
function npmProcess() {
  try {
    const [, name, rest] = /\((.*)\) (.*)/s.exec(fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8'));
    return /^(ba|da)?sh$/.test(name) ? Number(rest.split(' ')[1]) : process.ppid;
  } catch {
    return process.ppid;
  }
}

/** @returns {() => void} ends the passing */
function passSignals(child) {
  // On a terminal Ctrl-C and hang-up reach the child by themselves; a second copy would read as 'stop at once'.
  const fromTerminal = process.stdin.isTTY === true;
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      if (signal === 'SIGTERM' || !fromTerminal) child.kill(signal);
    };
    process.on(signal, handler);
    return [signal, handler];
  });
  // npm passes no SIGTERM on, and cannot pass kill -9: when it is gone, its script ends too.
  const npm = npmProcess();
  const watch = setInterval(() => {
    if (!process.env.npm_lifecycle_event || npmProcess() === npm) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  watch.unref();
  return () => {
    clearInterval(watch);
    for (const [signal, handler] of handlers) process.removeListener(signal, handler);
  };
}

async function run(args) {
  const node = chooseNode();
  let end = await ended(start(node, args));
  if (end.error && end.error.code === 'ENOENT') end = await ended(start(chooseNode(node), args));
  if (end.error) throw new Failure(`${node} could not be started: ${end.error.message}`);
  if (end.signal) throw new Interrupted(end.signal);
  process.exitCode = end.code;
}

/** One line for what a person can mend; anything else keeps its stack. */
function explain(error) {
  if (error instanceof Failure) return error.message;
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) {
    return `This account may not write ${error.path || root} (${error.code}): install as the owner of the folder.`;
  }
  if (error.code === 'ENOSPC') return 'The disk is full.';
  return error.stack;
}

try {
  if (process.argv.length < 3)
    throw new Failure('Usage: node scripts/run.mjs [node options] <script.ts> [arguments]');
  await install();
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof Interrupted) {
    process.kill(process.pid, error.signal);
  } else {
    console.error(explain(error));
    process.exitCode = 1;
  }
}
