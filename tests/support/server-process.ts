import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../scripts/build.ts';
import { ADMIN, GATE_PASSWORD } from './client.ts';

const SERVER = fileURLToPath(new URL('../../dist/server/server.js', import.meta.url));
let isServerBuilt = false;
/** As `npm start` has them: the young generation keeps to 24 MB, where it would take up to 100. */
const NODE_OPTIONS = ['--max-semi-space-size=8'];
const COMPILE_CACHE = fileURLToPath(new URL('../../.cache/node', import.meta.url));
const START_LIMIT_MS = 60_000;

export type ServerProcess = {
  /** Without a trailing slash. */
  url: string;
  child: ChildProcess;
  /** What it has printed so far. */
  output: () => string;
  /** Sends the signal and waits for the end; answers the exit code, null when the signal ended it. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
};

type Command = [program: string, args: string[]];

/**
 * Starts the real server as a process of its own and waits until it is ready.
 * @param wrap starts it by way of another program, which it has to become
 */
export async function startServerProcess(
  env: Record<string, string>,
  wrap: (...command: Command) => Command = (...command) => command,
): Promise<ServerProcess> {
  isServerBuilt ||= ensureBuilt('server');
  if (!isServerBuilt) throw new Error('the server could not be built');
  const port = Number(env.PORT) || (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(...wrap(process.execPath, [...NODE_OPTIONS, SERVER]), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: String(port),
      ACCESS_PASSWORD: GATE_PASSWORD,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'error',
      // Load comes from one address.
      TRACK_LIMIT_PER_ADDRESS: '0',
      TRACK_LIMIT: '0',
      ...env,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const hasEnded = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const isWeb = env.ROLE !== 'worker';
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(isWeb ? await isReady(url) : printed.includes('ready'))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the server did not start:\n${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    child,
    output: () => printed,
    end: (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return hasEnded;
    },
  };
}

/** Whether the server at `url` can serve. */
export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
}

/** Whether a process runs; one that has ended but was not yet collected by its parent does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** A port nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
