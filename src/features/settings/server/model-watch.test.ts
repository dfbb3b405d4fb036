import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Agent } from '#features/agents/contract.ts';
import { AppError } from '#kit/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts';
import { createLog } from '#platform/log.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type ModelServer, startModelServer } from '#tests/support/model-server.ts';
import type { ProviderStatus } from '../contract.ts';
import { troubleWords, watchModel } from './model-watch.ts';
import { addFailure, endTrouble, listTroubles } from './trouble-store.ts';

let model: ModelServer;
let running: TestApp;
let admin: TestClient;
let agent: Agent;

beforeAll(async () => {
  model = await startModelServer('openai');
  running = await startTestApp({
    worker: false,
    env: {
      ...{ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: model.url },
      ...{ LLM_MODEL: 'house-model', LLM_EMBEDDING_MODEL: 'house-vectors' },
    },
  });
  admin = await running.as('admin');
  agent = await admin.post<Agent>('/api/chatbot/experts', {
    name: 'Fern',
    expertiseArea: 'Tea',
    communicationStyle: 'friendly',
  });
  const body = { expertId: agent.id, title: 'Hearth', content: 'Hearth holds no caffeine.' };
  await admin.post('/api/chatbot/knowledge', body);
});
afterAll(async () => {
  await running.close();
  await model.close();
});

beforeEach(async () => {
  for (const service of ['language_model', 'embedding_model']) await endTrouble(running.app.db, service);
});

const ask = () =>
  admin.post<{ answer: string }>('/api/chatbot/chat', {
    expertId: agent.id,
    question: 'Does Hearth hold caffeine?',
  });
const trouble = async (service = 'language_model') => {
  const list = await (await running.as('viewer')).get<ProviderStatus[]>('/api/settings/providers');
  expect(list.filter(({ id, trouble: other }) => !id.endsWith('_model') && other !== null)).toEqual([]);
  return list.find(({ id }) => id === service)?.trouble;
};

it('a model that fails twice in a row is told of, with how and since when, until it works', async () => {
  model.reply = () => 'Hearth holds no caffeine [1].';
  await ask();
  expect(await trouble()).toBeNull();
  model.reply = () => ({ status: 401 });
  const began = Date.now();
  // Who asks is answered all the same.
  expect((await ask()).answer).toContain('no caffeine');
  model.reply = () => 'Hearth holds no caffeine [1].';
  await ask();
  model.reply = () => ({ status: 401 });
  await ask();
  await ask();
  const told = await eventually(async () => {
    const known = await trouble();
    expect(known).not.toBeNull();
    return known;
  });
  expect(told?.text).toContain('LLM_API_KEY');
  expect(Date.parse(told?.since ?? '')).toBeGreaterThanOrEqual(began);
  expect(Date.parse(told?.lastAt ?? '')).toBeGreaterThanOrEqual(Date.parse(told?.since ?? ''));
  // It kept the answer to one question back: that is no failure of the model.
  model.reply = () => ({ fault: 'filtered' });
  await ask();
  expect((await trouble())?.text).toContain('LLM_API_KEY');
  model.reply = () => 'Hearth holds no caffeine [1].';
  await ask();
  await eventually(async () => expect(await trouble()).toBeNull());
});

it.each([
  [404, 'Its provider knows no model called “house-model” (LLM_MODEL).'],
  [400, 'Its provider knows no model called “house-model” (LLM_MODEL).'],
])(
  'a name that the provider does not know is told with the name and its setting (%i)',
  async (status, text) => {
    const message = 'The model `house-model` does not exist: key sk-secret is fine.';
    model.reply = () => ({ status, body: { error: { message, type: 'invalid_request_error' } } });
    expect((await ask()).answer).toContain('no caffeine');
    await ask();
    await eventually(async () => expect((await trouble())?.text).toBe(text));
    model.reply = () => 'Hearth holds no caffeine [1].';
    await ask();
    await eventually(async () => expect(await trouble()).toBeNull());
  },
);

it('an embedding model that the provider does not know is told of by itself, while the other writes', async () => {
  const body = { error: { message: 'The model `house-vectors` does not exist.', code: 'model_not_found' } };
  model.reply = ({ path }) =>
    path.endsWith('/embeddings') ? { status: 404, body } : 'Hearth holds no caffeine [1].';
  await ask();
  expect((await ask()).answer).toContain('no caffeine');
  await eventually(async () =>
    expect((await trouble('embedding_model'))?.text).toBe(
      'Its provider knows no model called “house-vectors” (LLM_EMBEDDING_MODEL).',
    ),
  );
  expect(await trouble()).toBeNull();
  model.reply = () => 'Hearth holds no caffeine [1].';
  await ask();
  await eventually(async () => expect(await trouble('embedding_model')).toBeNull());
});

it('an address at which there is no model is told as that', async () => {
  model.reply = () => ({ status: 404, body: 'page not found' });
  await ask();
  await ask();
  await eventually(async () => expect((await trouble())?.text).toContain('LLM_BASE_URL'));
});

/** A model that fails as it is told to, watched by a clock of its own. */
function failingModel() {
  const told = { reason: 'key', at: new Date() };
  const bare: LanguageModel = {
    label: 'house-model',
    streamText: () => {
      throw new Error('not asked here');
    },
    generateObject: () => Promise.reject(new AppError('unavailable', 'no', { reason: told.reason })),
    embed: undefined,
  };
  const { db } = running.app;
  const watched = watchModel(bare, { db, log: createLog('silent'), now: () => told.at });
  return async (reason: string, at = told.at) => {
    Object.assign(told, { reason, at });
    const answer = watched.generateObject({ system: '', messages: [], schema: z.null() });
    await expect(answer).rejects.toThrow('no');
  };
}

it('counts what is the fault of the model, and no request that it did not take or answered badly', async () => {
  const { db } = running.app;
  const fail = failingModel();
  for (const reason of ['refused', 'refused', 'malformed', 'cut_off', 'key']) await fail(reason);
  await eventually(async () =>
    expect(await listTroubles(db)).toMatchObject([{ reason: 'key', failures: 1 }]),
  );
});

it('takes failures days apart for none in a row, and tells of none that is long past', async () => {
  const { db } = running.app;
  const fail = failingModel();
  const first = new Date(Date.now() - 2 * DAY_MS);
  const later = new Date(first.getTime() + DAY_MS);
  await fail('key', first);
  await fail('key', later);
  await eventually(async () =>
    expect(await listTroubles(db)).toMatchObject([{ failures: 1, since: later, lastAt: later }]),
  );
  const again = new Date(later.getTime() + MINUTE_MS);
  await fail('key', again);
  const [row] = await eventually(async () => {
    const rows = await listTroubles(db);
    expect(rows).toMatchObject([{ failures: 2, since: later, lastAt: again }]);
    return rows;
  });
  expect(row && troubleWords(row, again)).toContain('LLM_API_KEY');
  expect(row && troubleWords(row, new Date(again.getTime() + 2 * HOUR_MS))).toBeUndefined();
});

it('knows of no trouble when it has started anew', async () => {
  const { db } = running.app;
  const failure = { service: 'language_model', label: 'house-model', reason: 'key', at: new Date() };
  for (let left = 2; left > 0; left -= 1) await addFailure(db, { ...failure, inARowFrom: new Date(0) });
  expect(await listTroubles(db)).toMatchObject([{ failures: 2 }]);
  await running.app.initialise();
  expect(await listTroubles(db)).toEqual([]);
});
