/**
 * P10: our own time per chat turn on top of a model that responds in 100 ms, with retrieval, for one and for 20 callers; the
 * same with ten times the knowledge; and 200 chats streamed at once by one process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from '#features/agents/contract.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { ADMIN, GATE_PASSWORD, testClient } from '../tests/support/client.ts';
import { startModelServer } from '../tests/support/model-server.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { judge, median, print, timed } from './support/runner.ts';

const FEW = Number(process.env.BENCH_PASSAGES ?? 10_000);
const MANY = FEW * 10;
const CHATS = Number(process.env.BENCH_CHATS ?? 200);
const TURNS = 100;
const MODEL_MS = 100;
const PASSAGES_OF_ITEM = 2_000;
const HERBS = [
  'chamomile',
  'fennel',
  'ginger',
  'hibiscus',
  'lavender',
  'mint',
  'nettle',
  'rooibos',
  'sage',
  'thyme',
];
const PLACES = [
  'meadow',
  'orchard',
  'valley',
  'harbour',
  'moor',
  'garden',
  'forest',
  'island',
  'hill',
  'river',
];

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const database = await startEmbeddedPostgres({ dataDir: work, log: createLog('silent') });
const model = await startModelServer('openai');
model.reply = () => ({
  pieces: (async function* () {
    await sleep(MODEL_MS);
    yield 'The blend is steeped for five minutes [1].';
  })(),
});
const server = await startServerProcess({
  DATABASE_URL: database.url,
  DEMO: 'off',
  LLM_PROVIDER: 'openai-compatible',
  LLM_BASE_URL: model.url,
  LLM_MODEL: 'stand-in',
});
const client = testClient(server.url);

try {
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/sign-in/email', ADMIN);
  const few = await taught(FEW);
  const many = await taught(MANY);
  // What the model takes by itself, over the same loopback.
  const modelMs = await percentile(0.5, 20, () =>
    fetch(`${model.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ stream: true, messages: [{ role: 'user', content: 'x' }] }),
    }).then((response) => response.text()),
  );

  await percentile(0.5, 20, () => few());
  const own = (await percentile(0.95, TURNS, () => few())) - modelMs;
  print(
    judge({
      target: 'P10',
      title: `Own time per turn at ${FEW.toLocaleString('en-US')} passages, one caller, p95`,
      unit: 'ms',
      better: 'less',
      bound: 1,
      reference: 25,
      ours: own,
    }),
    'wanted',
    'POST /api/agents/chat',
  );
  const busy: number[] = [];
  const caller = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS / 5; turn += 1) busy.push(await timed(() => few()));
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: 20 }, caller));
  print(
    judge({
      target: 'P10',
      title: '20 callers against one, turns a second',
      unit: 'turns/s',
      better: 'more',
      bound: 1,
      reference: 1_000 / (modelMs + own),
      ours: (busy.length * 1_000) / (performance.now() - began),
    }),
    'one caller',
    '20 callers',
  );

  await percentile(0.5, 10, () => many());
  const [small, large] = [
    (await percentile(0.5, TURNS, () => few())) - modelMs,
    (await percentile(0.5, TURNS, () => many())) - modelMs,
  ];
  print(
    judge({
      target: 'P10',
      title: `Own time per turn, ${MANY.toLocaleString('en-US')} passages against ${FEW.toLocaleString('en-US')}`,
      unit: 'ms',
      better: 'less',
      bound: 2,
      reference: small,
      ours: large,
    }),
    FEW.toLocaleString('en-US'),
    MANY.toLocaleString('en-US'),
  );

  const finished = await Promise.all(
    Array.from({ length: CHATS }, async () => {
      const text = await few('text/event-stream').catch(() => '');
      return text.includes('"type":"reply"');
    }),
  );
  print(
    judge({
      target: 'P10',
      title: `${CHATS} chats streamed at once by one process, finished`,
      unit: 'chats',
      better: 'more',
      bound: 1,
      reference: CHATS,
      ours: finished.filter(Boolean).length,
    }),
    'asked',
    'finished',
  );
} finally {
  await server.end();
  await model.close();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}

/** An agent with so many passages; asks it something of one of them, each time another. */
async function taught(passages: number): Promise<(accept?: string) => Promise<string>> {
  const agent = await client.post<Agent>('/api/chatbot/experts', {
    name: `Fern ${passages}`,
    expertiseArea: 'Herbal tea',
    communicationStyle: 'professional',
    rateLimit: 'enterprise',
  });
  const lineOf = (index: number): string =>
    `Blend ${index} of ${HERBS[index % 10]} from the ${PLACES[Math.floor(index / 10) % 10]} is steeped for five minutes.`;
  for (let from = 0; from < passages; from += PASSAGES_OF_ITEM) {
    const lines = Array.from({ length: Math.min(PASSAGES_OF_ITEM, passages - from) }, (_, at) =>
      lineOf(from + at),
    );
    await client.post('/api/chatbot/knowledge', {
      expertId: agent.id,
      title: `Blends from ${from}`,
      content: lines.join('\n\n'),
    });
  }
  const { secretKey } = await client.post<{ secretKey: string }>(
    `/api/chatbot/experts/${agent.id}/secret-key`,
  );
  let asked = 0;
  return async (accept = 'application/json') => {
    asked += 1;
    const blend = (asked * 7_919) % passages;
    const response = await fetch(`${server.url}/api/agents/chat/${agent.apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, authorization: `Bearer ${secretKey}` },
      body: JSON.stringify({
        message: `How long is blend ${blend} of ${HERBS[blend % 10]} from the ${PLACES[Math.floor(blend / 10) % 10]} steeped?`,
      }),
    });
    if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`);
    return response.text();
  };
}

async function percentile(share: number, times: number, call: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) taken.push(await timed(call));
  if (share === 0.5) return median(taken);
  return taken.toSorted((one, other) => one - other)[Math.ceil(times * share) - 1] ?? 0;
}
