import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#app/contract.ts';
import { FileBody } from '#kit/endpoint.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { GATE_PASSWORD, type TestClient } from '#tests/support/client.ts';

let app: TestApp;
let pastGate: TestClient;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  pastGate = app.visitor();
  await pastGate.post('/api/access', { password: GATE_PASSWORD });
});
afterAll(() => app.close());

const KIB = 1024;
const USUAL_BYTES = 16 * KIB;

/** Routes that take more than 16 KB from callers who are not signed in. */
const LARGER: Record<string, number> = {
  // A question of 4,000 characters, each as an escape.
  '/api/agents/chat/:apiKey': 32 * KIB,
  // Clients of the OpenAI API send the whole history; read only with a secret key.
  '/v1/chat/completions': 256 * KIB,
  // A draft of a campaign; read only with an API token.
  '/mcp': 256 * KIB,
  // A post of 10,000 characters, each as an escape.
  '/api/external/communities/:apiKey/posts': 64 * KIB,
  // 100 columns of 4,000 characters; read only with the key of a search.
  '/api/leads/deliveries': 512 * KIB,
};

/** Routes that read no body without something like their key. */
const NEEDS_KEY = ['/api/leads/deliveries', '/v1/chat/completions', '/mcp'];

const CHANGING = ALL_ENDPOINTS.filter(({ method, body }) => method !== 'GET' && body !== FileBody);
const WITHOUT_PERSON = CHANGING.filter(({ access }) => ['public', 'gate', 'key'].includes(access));
const SIGNED_IN = CHANGING.filter(({ access }) => ['viewer', 'member', 'admin'].includes(access));
const pathOf = (path: string) => path.replaceAll(/:\w+/g, crypto.randomUUID());

describe('bodies of callers who are not signed in', () => {
  it('are larger than 16 KB only at routes that are named here', () => {
    const larger = WITHOUT_PERSON.filter(({ maxBodyBytes = 0 }) => maxBodyBytes > USUAL_BYTES);
    expect(Object.fromEntries(larger.map(({ path, maxBodyBytes }) => [path, maxBodyBytes]))).toEqual(LARGER);
  });

  it.each(WITHOUT_PERSON.filter(({ path }) => !NEEDS_KEY.includes(path)))(
    '$method $path refuses one byte too many before it is parsed',
    async ({ method, path }) => {
      const most = LARGER[path] ?? USUAL_BYTES;
      const send = async (bytes: number) =>
        (await pastGate.call(method, pathOf(path), { body: 'x'.repeat(bytes), headers: JSON_TYPE })).status;
      expect(await send(most + 1)).toBe(413);
      expect(await send(most)).not.toBe(413);
    },
  );

  it('are not read at all without the key that a delivery needs', async () => {
    const body = '{'.repeat(400 * KIB);
    const answer = await app.visitor().call('POST', '/api/leads/deliveries', { body, headers: JSON_TYPE });
    expect(answer.status, 'no JSON, and still the key is what is wrong').toBe(404);
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };

describe('a body that nobody may send', () => {
  it.each(SIGNED_IN)('is not parsed at $method $path', async ({ method, path }) => {
    const answer = await pastGate.call(method, pathOf(path), { body: '{ no JSON', headers: JSON_TYPE });
    expect(answer.status).toBe(401);
  });

  it('is not parsed where the caller is past a limit', async () => {
    const path = `/api/external/communities/${crypto.randomUUID()}/reports`;
    const visitor = app.visitor();
    const statuses = new Set<number>();
    for (let call = 0; call < 21; call += 1)
      statuses.add((await visitor.call('POST', path, { body: '{ no JSON', headers: JSON_TYPE })).status);
    expect([...statuses]).toEqual([400, 429]);
  });
});

it('still takes 1 MB from people who are signed in', async () => {
  const member = await app.as('member');
  const answer = await member.call('POST', '/api/leads', { body: { name: 'x'.repeat(500 * KIB) } });
  expect(answer.status).toBe(400);
});

describe('page events', () => {
  const visit = { type: 'visit', url: 'https://tea.example/' };
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startTestApp({
      worker: false,
      env: { TRUST_PROXY: '1', TRACK_LIMIT_PER_ADDRESS: '3', TRACK_LIMIT: '8' },
    });
  });
  afterAll(() => limited.close());
  const report = (address: string, body: unknown = visit) =>
    limited.visitor().call('POST', '/api/track', { body, headers: { 'x-forwarded-for': address } });
  const statusesFrom = async (address: string, calls: number) => {
    const statuses: number[] = [];
    for (let call = 0; call < calls; call += 1) statuses.push((await report(address)).status);
    return statuses;
  };

  it('are limited per address and in all, and say when to come back', async () => {
    expect(await statusesFrom('203.0.113.1', 5)).toEqual([202, 202, 202, 429, 429]);
    expect(await statusesFrom('2001:db8:1:2::1', 3), 'another address').toEqual([202, 202, 202]);
    expect(await statusesFrom('2001:db8:1:2::ffff', 1), 'the same network').toEqual([429]);
    expect(await statusesFrom('203.0.113.3', 3), 'eight in all').toEqual([202, 202, 429]);
    const refused = await report('203.0.113.4', '{ no JSON');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
  });
});
