/**
 * P17: time from start to ready, and memory. The reference is Umami 3.1, measured once (2 cores, 24 GiB, PostgreSQL on
 * the same machine): 754 ms to ready, 193 MB idle, 576 MB after load. It does not run here, so these ratios are to a fixed
 * figure, unlike the others.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts';
import { judge, median, print, timed } from './support/runner.ts';

const UMAMI = { readyMs: 754, idleMb: 193, loadedMb: 576 };
const EMBEDDED_LIMIT_MS = 3_000;
const LOAD_SECONDS = Number(process.env.BENCH_LOAD_SECONDS ?? 60);
const CONNECTIONS = 20;
const ROUNDS = 5;
const MB = 1_048_576;

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const embedded = { DATA_DIR: join(work, 'embedded'), DEMO: 'on' };
await startServerProcess(embedded).then((server) => server.end());

const warmMs = await medianStart(embedded);
print(
  judge({
    target: 'P17',
    title: 'Start to ready, embedded and warm',
    unit: 'ms',
    better: 'less',
    bound: 1,
    reference: EMBEDDED_LIMIT_MS,
    ours: warmMs,
  }),
  'limit',
  'Yarrow',
);

const database = await startEmbeddedPostgres({ dataDir: join(work, 'external'), log: createLog('silent') });
const external = { DATABASE_URL: database.url, DEMO: 'on' };
await startServerProcess(external).then((server) => server.end());
const externalMs = await medianStart(external);
print(
  judge({
    target: 'P17',
    title: 'Start to ready, external PostgreSQL',
    unit: 'ms',
    better: 'less',
    bound: 1,
    reference: UMAMI.readyMs,
    ours: externalMs,
  }),
  'Umami 3.1 (fixed figure)',
  'Yarrow',
);

const server = await startServerProcess(external);
await new Promise((resolve) => setTimeout(resolve, 10_000));
const idleMb = residentMb(server);
await load(server.url);
const loadedMb = residentMb(server);
await server.end();
await database.stop();
rmSync(work, { recursive: true, force: true });

for (const [title, bound, reference, ours] of [
  ['Memory when idle', 0.8, UMAMI.idleMb, idleMb],
  [`Memory after ${LOAD_SECONDS} s of load`, 0.5, UMAMI.loadedMb, loadedMb],
] as const) {
  print(
    judge({ target: 'P17', title, unit: 'MB', better: 'less', bound, reference, ours }),
    'Umami 3.1 (fixed figure)',
    'Yarrow',
  );
}

async function medianStart(env: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let started: ServerProcess | undefined;
    times.push(
      await timed(async () => {
        started = await startServerProcess(env);
      }),
    );
    await started?.end();
  }
  return median(times);
}

/** Resident memory of the server's process, in MB. */
function residentMb(of: ServerProcess): number {
  const pages = Number(readFileSync(`/proc/${of.child.pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4096) / MB;
}

/** Page events from many connections, which is what a busy site sends. */
async function load(url: string): Promise<void> {
  const until = Date.now() + LOAD_SECONDS * 1000;
  const lane = async (): Promise<void> => {
    while (Date.now() < until) {
      const response = await fetch(`${url}/api/track`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140 Safari/537.36',
        },
        body: JSON.stringify({ type: 'visit', url: 'https://landing.test/' }),
      });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
}
