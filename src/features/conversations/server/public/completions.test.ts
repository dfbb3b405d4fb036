import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Agent } from '#features/agents/contract.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { AgentDetails } from '../../contract-openai.ts';

const QUESTION = 'Is Hearth caffeine-free?';

let app: TestApp;
let admin: TestClient;
let agent: Agent;
let key: string;
let client: OpenAI;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  admin = await app.as('admin');
  agent = await admin.post<Agent>('/api/chatbot/experts', {
    name: 'Fern',
    expertiseArea: 'Herbal tea',
    communicationStyle: 'friendly',
  });
  await admin.post('/api/chatbot/knowledge', {
    expertId: agent.id,
    title: 'Hearth label',
    content: 'Hearth is a caffeine-free blend of chamomile flowers, lemon balm leaf and orange peel.',
  });
  ({ secretKey: key } = await admin.post<{ secretKey: string }>(
    `/api/chatbot/experts/${agent.id}/secret-key`,
  ));
  client = clientOf(key);
});
afterAll(() => app.close());

const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${app.url}/v1`, maxRetries: 0 });
const request = (content: string, more: object = {}) => ({
  model: agent.id,
  messages: [{ role: 'user' as const, content }],
  ...more,
});
const detailsOf = (completion: object): AgentDetails => (completion as { yarrow: AgentDetails }).yarrow;

it('lists the agent of the key as the one model', async () => {
  const models = await client.models.list();
  expect(models.data.map(({ id, owned_by }) => [id, owned_by])).toEqual([[agent.id, 'yarrow']]);
});

it('answers from its knowledge and says which conversation it is', async () => {
  const first = await client.chat.completions.create(request(QUESTION));
  expect(first).toMatchObject({ object: 'chat.completion', model: agent.id });
  expect(first.choices[0]).toMatchObject({ finish_reason: 'stop', message: { role: 'assistant' } });
  expect(first.choices[0]?.message.content).toContain('caffeine-free');
  const details = detailsOf(first);
  expect(details.citations[0]).toMatchObject({ title: 'Hearth label', url: null });
  const next = await client.chat.completions.create(
    request('And what is in it?', { metadata: { conversation_id: details.conversation_id ?? '' } }),
  );
  expect(detailsOf(next).conversation_id).toBe(details.conversation_id);
});

it('streams chunks that join to the answer and end with DONE', async () => {
  const stream = await client.chat.completions.create({ ...request(QUESTION), stream: true });
  let text = '';
  let finish: string | null | undefined;
  let details: AgentDetails | undefined;
  for await (const chunk of stream) {
    expect(chunk.object).toBe('chat.completion.chunk');
    text += chunk.choices[0]?.delta.content ?? '';
    finish = chunk.choices[0]?.finish_reason;
    if (finish === 'stop') details = detailsOf(chunk);
  }
  expect(text).toContain('caffeine-free');
  expect(finish).toBe('stop');
  expect(details?.answered).toBe(true);
  const raw = await app.visitor().call('POST', '/v1/chat/completions', {
    body: request(QUESTION, { stream: true }),
    headers: { authorization: `Bearer ${key}` },
  });
  expect(raw.headers.get('content-type')).toBe('text/event-stream');
  expect(raw.headers.get('ratelimit-limit')).toEqual(expect.any(String));
  expect((await raw.text()).endsWith('data: [DONE]\n\n')).toBe(true);
});

it('cites the page that knowledge was taken from, while it is public', async () => {
  const { id: knowledgeId } = await admin.post<{ id: string }>('/api/chatbot/knowledge', {
    expertId: agent.id,
    title: 'Dusk label',
    content: 'Dusk is a blend of valerian root, hops and passionflower.',
  });
  const assetId = crypto.randomUUID();
  const { db } = app.app;
  await db.execute(sql`insert into content_assets (id, name, type, content, status)
    values (${assetId}, 'Dusk', 'blog', 'Dusk', 'approved')`);
  await db.execute(sql`insert into content_pages (id, asset_id, slug, title, description, action, published)
    values (gen_random_uuid(), ${assetId}, 'dusk', 'Dusk', '', '{}'::jsonb, '{}'::jsonb)`);
  await db.execute(sql`update knowledge_items set asset_id = ${assetId} where id = ${knowledgeId}`);
  const ask = async () => {
    const completion = await client.chat.completions.create(request('What is in the Dusk blend?'));
    return completion.choices[0]?.message.annotations;
  };
  expect(await ask()).toMatchObject([
    { type: 'url_citation', url_citation: { url: 'http://127.0.0.1:3000/p/dusk', title: 'Dusk label' } },
  ]);
  await db.execute(sql`update content_pages set unpublished_at = now() where asset_id = ${assetId}`);
  expect(await ask()).toEqual([]);
});

it('a person in danger gets help, as in every other channel', async () => {
  const completion = await client.chat.completions.create(request('I want to kill myself'));
  expect(detailsOf(completion).escalation).toMatchObject({ level: 'emergency', category: 'self_harm' });
  expect(detailsOf(completion).escalation?.resources.length).toBeGreaterThan(0);
});

it('the same Idempotency-Key is the same message', async () => {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const first = await client.chat.completions.create(request(QUESTION), { headers });
  const again = await client.chat.completions.create(request(QUESTION), { headers });
  expect(detailsOf(again).conversation_id).toBe(detailsOf(first).conversation_id);
  const [row] = await rowsOf<{ count: number }>(
    app.app.db,
    sql`select count(*)::int as count from conversation_messages
      where conversation_id = ${detailsOf(first).conversation_id}`,
  );
  expect(row?.count).toBe(2);
});

it('refuses in the error shape of OpenAI', async () => {
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    );
  const strange = clientOf(`sk_${'x'.repeat(43)}`);
  const unknown = await failure(strange.chat.completions.create(request(QUESTION)));
  expect(unknown).toBeInstanceOf(OpenAI.AuthenticationError);
  expect(unknown).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'authentication_error' });
  // The publishable key names the agent to everyone, so it opens nothing here.
  expect(await failure(clientOf(agent.apiKey).models.list())).toBeInstanceOf(OpenAI.AuthenticationError);
  const model = await failure(client.chat.completions.create({ ...request(QUESTION), model: 'gpt-x' }));
  expect(model).toBeInstanceOf(OpenAI.NotFoundError);
  expect(model).toMatchObject({ code: 'model_not_found', param: 'model' });
  const empty = await failure(client.chat.completions.create({ model: agent.id, messages: [] }));
  expect(empty).toMatchObject({ status: 400, param: 'messages', type: 'invalid_request_error' });
  const noUser = await failure(client.chat.completions.create(request('  ')));
  expect(noUser).toMatchObject({ status: 400, param: 'messages' });
  const raw = await app.visitor().call('POST', '/v1/chat/completions', {
    body: '{ no JSON',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  expect(raw.status).toBe(400);
  expect(await raw.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
});

it('keeps the limit of the agent, and an agent that is off answers no one', async () => {
  await app.app.db.execute(sql`update experts set rate_limit = 'basic' where id = ${agent.id}`);
  await app.app.db.execute(sql`update agent_call_counts set calls = 1000000 where expert_id = ${agent.id}`);
  await expect(client.chat.completions.create(request(QUESTION))).rejects.toBeInstanceOf(
    OpenAI.RateLimitError,
  );
  const inDanger = await client.chat.completions.create(request('I want to kill myself'));
  expect(detailsOf(inDanger).escalation?.level).toBe('emergency');
  await app.app.db.execute(sql`delete from agent_call_counts`);
  await app.app.db.execute(sql`update experts set is_active = false where id = ${agent.id}`);
  await expect(client.chat.completions.create(request(QUESTION))).rejects.toMatchObject({
    status: 422,
    code: 'inactive',
  });
});
