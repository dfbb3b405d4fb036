import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** One step of `npm run check` or `npm test`. */
export type Stage = {
  name: string;
  /** A script of this project, or a program of an installed package. */
  command: string;
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** What it says is shown also where it is good. */
  isToldAlways?: boolean;
};

export type Outcome = { name: string; isGood: boolean; seconds: number; output: string };

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exitCode = 130;
  });
}

/** Runs one stage; `shown` streams its output to the terminal, otherwise it is in the outcome. */
export function runStage({ name, command, args = [], env = {} }: Stage, shown: boolean): Promise<Outcome> {
  const startedAt = Date.now();
  const isScript = command.endsWith('.ts');
  const child = spawn(
    isScript ? process.execPath : `${root}node_modules/.bin/${command}`,
    isScript ? [`${root}${command}`, ...args] : args,
    {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: !isScript && process.platform === 'win32',
    },
  );
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return new Promise((resolve) => {
    const end = (isGood: boolean): void => {
      running.delete(child);
      resolve({ name, isGood, seconds: (Date.now() - startedAt) / 1000, output });
    };
    child.once('error', (error) => {
      output += error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** `name  ok  1.2 s` */
export function line({ name, isGood, seconds }: Outcome): string {
  return `  ${name.padEnd(16)}${isGood ? 'ok    ' : 'FAILED'}${seconds.toFixed(1).padStart(7)} s`;
}
