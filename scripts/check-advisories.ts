// Known holes in what is installed, as the registry's advisories list them. Only high and critical ones fail: a list that
// cannot be asked is said, and fails nothing.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      range: z.string(),
      via: z.array(
        z.union([z.string(), z.object({ title: z.string(), url: z.string(), severity: z.string() })]),
      ),
    }),
  ),
});

const SERIOUS = ['high', 'critical'];
/** The registry answers in seconds, or not at all. */
const PATIENCE_MS = 60_000;

type Judgement = { isGood: boolean; words: string };

/** What `npm audit --json` says, in words. */
export function judge(output: string): Judgement {
  let parsed: unknown;
  try {
    parsed = JSON.parse(output);
  } catch {
    parsed = undefined;
  }
  const report = Report.safeParse(parsed);
  if (!report.success) {
    const { message } = z.object({ message: z.string() }).catch({ message: 'no answer' }).parse(parsed);
    return { isGood: true, words: `NOT CHECKED: the registry gave no advisories (${message}).` };
  }
  const serious = Object.entries(report.data.vulnerabilities).flatMap(([name, { range, via }]) =>
    via.flatMap((cause) =>
      typeof cause !== 'string' && SERIOUS.includes(cause.severity)
        ? [`${name} ${range}: ${cause.title} (${cause.severity}, ${cause.url})`]
        : [],
    ),
  );
  return serious.length > 0
    ? { isGood: false, words: serious.join('\n') }
    : { isGood: true, words: 'No high or critical advisory is known.' };
}

function audit(): Promise<string> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const child = spawn('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: PATIENCE_MS,
    shell: process.platform === 'win32',
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(''));
    child.once('close', () => resolve(output));
  });
}

if (import.meta.main) {
  const { isGood, words } = judge(await audit());
  process.stdout.write(`${words}\n`);
  if (!isGood) process.exitCode = 1;
}
