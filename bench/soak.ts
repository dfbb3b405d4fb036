/**
 * R19: mixed work at half of capacity for 30 minutes: events, pages of leads, dashboards, chats, browsers that connect and
 * leave, edits, and campaigns into the outbox, in one process on the demo workspace. Memory may grow by 1 MB a minute at most,
 * and no handle may leak. SOAK_MINUTES (30), SOAK_EVENTS (2,000 per second, half of what `ingest` reaches on two cores).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '#kit/time.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { ADMIN, GATE_PASSWORD, testClient } from '../tests/support/client.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { judge, print } from './support/runner.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const EVENTS_PER_SECOND = Number(process.env.SOAK_EVENTS ?? 2_000);
const MB = 1_048_576;
const SAMPLE_MS = 5_000;
const TICK_MS = 20;
/** The first part of a run fills caches and pools. */
const WARM_PART = 1 / 4;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36';

type Sample = { atMs: number; mb: number; handles: number };

const work = mkdtempSync(join(tmpdir(), 'yarrow-soak-'));
const database = await startEmbeddedPostgres({ dataDir: work, log: createLog('silent') });
const server = await startServerProcess({ DATABASE_URL: database.url, DATA_DIR: work, DEMO: 'on' });
const client = testClient(server.url);
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
const counts = { events: 0, refused: 0, other: 0, failed: 0 };
const samples: Sample[] = [];
let isOver = false;

try {
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/sign-in/email', ADMIN);
  const [expert] = await client.get<{ id: string }[]>('/api/chatbot/experts');
  const startedAt = performance.now();
  const atFirst = sample(0);
  const measuring = every(SAMPLE_MS, () => void samples.push(sample(performance.now() - startedAt)));
  const working = [
    events(),
    every(100, () => client.get('/api/leads?limit=50')),
    every(1_000, () => client.get('/api/analytics/overview')),
    every(1_000, () => client.get('/api/analytics/trend')),
    every(1_000, (turn) =>
      client.post('/api/chatbot/chat', {
        expertId: expert?.id,
        question: `What do you offer for quiet evenings? (${turn})`,
        sessionId: `soak-${turn}`,
      }),
    ),
    every(500, watchForAMoment),
    every(2_000, (turn) => client.post('/api/lead-groups', { name: `Group ${turn}` })),
    every(30_000, writeToFifty),
  ];
  await sleep(MINUTES * MINUTE_MS);
  isOver = true;
  await Promise.all([...working, measuring]);
  agent.destroy();
  // What was under way ends; connections of the pool that idle are closed after half a minute.
  await sleep(45_000);
  report(atFirst, sample(performance.now() - startedAt));
} finally {
  isOver = true;
  await server.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}

/** Repeats an action at this pace until the end; a failure is counted and printed once. */
async function every(ms: number, act: (turn: number) => unknown): Promise<void> {
  let hasTold = false;
  for (let turn = 0; !isOver; turn += 1) {
    const nextAt = performance.now() + ms;
    try {
      await act(turn);
      counts.other += 1;
    } catch (error) {
      counts.failed += 1;
      if (!hasTold) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      hasTold = true;
    }
    await sleep(Math.max(0, nextAt - performance.now()));
  }
}

/** Sends at the wanted rate without waiting for responses; pauses while the server lags. */
async function events(): Promise<void> {
  const mostOpen = 500;
  let open = 0;
  let owed = 0;
  while (!isOver) {
    owed = Math.min(owed + (EVENTS_PER_SECOND * TICK_MS) / 1_000, mostOpen);
    for (; owed >= 1 && open < mostOpen; owed -= 1) {
      open += 1;
      sendEvent(() => {
        open -= 1;
      });
    }
    await sleep(TICK_MS);
  }
}

function sendEvent(done: () => void): void {
  const body = JSON.stringify({ type: 'visit', url: 'https://landing.test/' });
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'user-agent': BROWSER,
  };
  const sending = request(`${server.url}/api/track`, { method: 'POST', agent, headers }, (answer) => {
    counts[answer.statusCode === 202 ? 'events' : 'refused'] += 1;
    answer.resume().once('close', done);
  });
  sending.once('error', () => {
    counts.failed += 1;
    done();
  });
  sending.end(body);
}

async function watchForAMoment(): Promise<void> {
  const gone = new AbortController();
  const live = await client.call('GET', '/api/live', { signal: gone.signal });
  await sleep(200);
  gone.abort();
  await live.body?.cancel().catch(() => undefined);
}

async function writeToFifty(turn: number): Promise<void> {
  const { id: groupId } = await client.post<{ id: string }>('/api/lead-groups', { name: `Readers ${turn}` });
  for (let person = 0; person < 50; person += 1) {
    const email = `reader-${turn}-${person}@example.org`;
    await client.post('/api/leads', { name: 'A Reader', email, groupId, legalGround: 'consent' });
  }
  await client.post('/api/campaigns', {
    name: `Evenings ${turn}`,
    channels: ['email'],
    targetGroups: [groupId],
    landingPageUrl: 'https://landing.test/evenings',
    selectedContentAssets: [],
    status: 'active',
  });
}

function sample(atMs: number): Sample {
  const folder = `/proc/${server.child.pid}`;
  const pages = Number(readFileSync(`${folder}/statm`, 'utf8').split(' ')[1]);
  return { atMs, mb: (pages * 4096) / MB, handles: readdirSync(`${folder}/fd`).length };
}

/** Megabytes a minute: the line of least squares through what was measured once it was warm. */
function slope(warm: readonly Sample[]): number {
  const mean = (of: (one: Sample) => number): number =>
    warm.reduce((sum, one) => sum + of(one), 0) / warm.length;
  const [at, mb] = [mean((one) => one.atMs), mean((one) => one.mb)];
  const rise = warm.reduce((sum, one) => sum + (one.atMs - at) * (one.mb - mb), 0);
  const run = warm.reduce((sum, one) => sum + (one.atMs - at) ** 2, 0);
  return (rise / run) * MINUTE_MS;
}

function report(atFirst: Sample, atRest: Sample): void {
  const warm = samples.filter(({ atMs }) => atMs > MINUTES * MINUTE_MS * WARM_PART);
  const perSecond = Math.round(counts.events / (MINUTES * 60));
  process.stdout.write(
    `${MINUTES} minutes: ${counts.events} events (${perSecond}/s), ${counts.other} other acts, ${counts.refused} refused, ${counts.failed} failed\n` +
      `memory ${warm[0]?.mb.toFixed(0)} to ${warm.at(-1)?.mb.toFixed(0)} MB, handles ${atFirst.handles} at first, ${Math.max(...samples.map(({ handles }) => handles))} at most, ${atRest.handles} at rest\n`,
  );
  const results = [
    judge({
      target: 'R19',
      title: `Growth of memory over ${MINUTES} minutes, once warm`,
      unit: 'MB/min',
      better: 'less',
      bound: 1,
      reference: 1,
      ours: slope(warm),
    }),
    judge({
      target: 'R19',
      title: 'Handles at rest, against those at first',
      unit: 'handles',
      better: 'less',
      bound: 1.1,
      reference: atFirst.handles,
      ours: atRest.handles,
    }),
  ];
  for (const result of results) print(result, 'limit', 'Yarrow');
  if (counts.failed > 0 || results.some(({ isMet }) => !isMet)) process.exitCode = 1;
}
