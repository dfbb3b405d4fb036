import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type TestClient, testClient } from '#tests/support/client.ts';
import type { ApiToken, TokenSecret } from '../contract-tokens.ts';

let running: TestApp;
let admin: TestClient;
let groupId: string;

beforeAll(async () => {
  running = await startTestApp({ worker: false });
  admin = await running.as('admin');
  ({ id: groupId } = await admin.post<{ id: string }>('/api/lead-groups', { name: 'Tea drinkers' }));
});
afterAll(() => running.close());

const create = (client: TestClient, given: object = {}): Promise<TokenSecret> =>
  client.post('/api/tokens', { name: 'CRM sync', scopes: ['leads:read', 'leads:write'], ...given });

/** A call with the token alone: no cookie, and an origin that a browser page would not be allowed. */
const callWith = (token: string, method: string, path: string, body?: unknown): Promise<Response> =>
  testClient(running.url).call(method, path, {
    ...(body === undefined ? {} : { body }),
    headers: { authorization: `Bearer ${token}`, origin: 'https://elsewhere.test' },
  });
const statusWith = async (...given: Parameters<typeof callWith>): Promise<number> =>
  (await callWith(...given)).status;
const newLead = (name: string) => ({ name, groupId, legalGround: 'consent' });
const find = async (id: string): Promise<ApiToken | undefined> =>
  (await admin.get<ApiToken[]>('/api/tokens')).find((token) => token.id === id);

it('a token calls without gate, session or origin, within its scopes', async () => {
  const { token } = await create(admin, { scopes: ['leads:read'] });
  expect(token).toMatch(/^ya_[\w-]{43}$/);
  expect(await statusWith(token, 'GET', '/api/leads')).toBe(200);
  const refused = await callWith(token, 'POST', '/api/leads', newLead('Ada'));
  expect(refused.status).toBe(403);
  expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
  expect(await refused.json()).toMatchObject({
    reason: 'insufficient_scope',
    message: 'This API token lacks the scope leads:write.',
  });
});

it('only a hash is stored, and no list shows the token', async () => {
  const { id, token } = await create(admin);
  const stored = await rowsOf(running.app.db, sql`select t::text as row from api_tokens t`);
  expect(JSON.stringify(stored)).not.toContain(token);
  const listed = await find(id);
  expect(JSON.stringify(listed)).not.toContain(token);
  expect(listed).toMatchObject({
    prefix: token.slice(0, 9),
    kind: 'personal',
    role: 'admin',
    lastUsedAt: null,
  });
});

it('unknown, revoked and expired tokens are 401', async () => {
  const unknown = await callWith(`ya_${'x'.repeat(43)}`, 'GET', '/api/leads');
  expect(unknown.status).toBe(401);
  expect(unknown.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  const revoked = await create(admin);
  expect((await admin.call('DELETE', `/api/tokens/${revoked.id}`)).status).toBe(204);
  expect(await statusWith(revoked.token, 'GET', '/api/leads')).toBe(401);
  const expired = await create(admin, { expiresInDays: 1 });
  expect(await statusWith(expired.token, 'GET', '/api/leads')).toBe(200);
  await running.app.db.execute(
    sql`update api_tokens set expires_at = now() - interval '1 second' where id = ${expired.id}`,
  );
  expect(await statusWith(expired.token, 'GET', '/api/leads')).toBe(401);
});

it('a token never signs in, manages people or makes tokens', async () => {
  const { token } = await create(admin);
  for (const [method, path] of [
    ['POST', '/api/auth/sign-in/email'],
    ['POST', '/api/auth/password'],
    ['GET', '/api/users'],
    ['POST', '/api/invitations'],
    ['GET', '/api/tokens'],
    ['POST', '/api/tokens'],
  ] as const) {
    const response = await callWith(token, method, path, method === 'GET' ? undefined : {});
    expect([path, response.status]).toEqual([path, 403]);
    expect(await response.json()).toMatchObject({ reason: 'session_needed' });
  }
});

it('after a rotation both tokens work until the overlap ends', async () => {
  const first = await create(admin);
  const second = await admin.post<TokenSecret>(`/api/tokens/${first.id}/rotate`, { overlapHours: 2 });
  expect(second.id).toBe(first.id);
  expect(await statusWith(first.token, 'GET', '/api/leads')).toBe(200);
  expect(await statusWith(second.token, 'GET', '/api/leads')).toBe(200);
  await running.app.db.execute(
    sql`update api_tokens set previous_until = now() - interval '1 second' where id = ${first.id}`,
  );
  expect(await statusWith(first.token, 'GET', '/api/leads')).toBe(401);
  expect(await statusWith(second.token, 'GET', '/api/leads')).toBe(200);
  const third = await admin.post<TokenSecret>(`/api/tokens/${first.id}/rotate`, { overlapHours: 0 });
  expect(await statusWith(second.token, 'GET', '/api/leads')).toBe(401);
  expect(await statusWith(third.token, 'GET', '/api/leads')).toBe(200);
});

it('a personal token has the role of its owner at each call and ends with them', async () => {
  const member = await running.as('member');
  const owner = await member.get<{ id: string }>('/api/auth/user');
  const { token } = await create(member);
  expect(await statusWith(token, 'POST', '/api/leads', newLead('Bea'))).toBe(201);
  await admin.patch(`/api/users/${owner.id}`, { role: 'viewer' });
  expect(await statusWith(token, 'GET', '/api/leads')).toBe(200);
  expect(await statusWith(token, 'POST', '/api/leads', newLead('Cleo'))).toBe(403);
  expect((await admin.call('DELETE', `/api/users/${owner.id}`)).status).toBe(204);
  expect(await statusWith(token, 'GET', '/api/leads')).toBe(401);
});

it('a workspace token is made by admins, has its own role and writes notes without an account', async () => {
  const member = await running.as('member');
  const given = { kind: 'workspace', role: 'member', name: 'Intake', scopes: ['leads:read', 'leads:write'] };
  await expect(create(member, given)).rejects.toThrow('403');
  const { id, token } = await create(admin, given);
  const lead = (await (await callWith(token, 'POST', '/api/leads', newLead('Dora'))).json()) as {
    id: string;
  };
  expect(
    await statusWith(token, 'POST', `/api/leads/${lead.id}/notes`, { text: 'From the intake form' }),
  ).toBe(201);
  const view = await callWith(token, 'POST', '/api/lead-views', { name: 'Mine', query: {} });
  expect(await view.json()).toMatchObject({ code: 'refused', reason: 'no_account' });
  await running.app.db.execute(sql`update api_tokens set created_by = null where id = ${id}`);
  expect(await statusWith(token, 'GET', '/api/leads')).toBe(200);
});

it('a member sees and revokes their own tokens only, and an admin cannot take one over', async () => {
  const [one, other] = [await running.as('member'), await running.as('member')];
  const { id, token } = await create(one);
  expect(await other.get<ApiToken[]>('/api/tokens')).toEqual([]);
  expect((await other.call('DELETE', `/api/tokens/${id}`)).status).toBe(404);
  expect((await admin.call('POST', `/api/tokens/${id}/rotate`, { body: {} })).status).toBe(404);
  expect((await admin.call('DELETE', `/api/tokens/${id}`)).status).toBe(204);
  expect(await statusWith(token, 'GET', '/api/leads')).toBe(401);
});

it('a changed call is in the audit log by token; a read is its last use', async () => {
  const { id, token } = await create(admin, { name: 'Shop' });
  await callWith(token, 'GET', '/api/leads');
  expect(await find(id)).toMatchObject({ lastUsedAt: expect.any(String), lastUsedFrom: expect.any(String) });
  const byToken = () =>
    rowsOf<{ details: object; actorName: string }>(
      running.app.db,
      sql`select details, actor_name as "actorName" from audit_entries where actor_id = ${id} order by id`,
    );
  expect(await byToken()).toEqual([]);
  const lead = (await (await callWith(token, 'POST', '/api/leads', newLead('Eve'))).json()) as { id: string };
  await callWith(token, 'PATCH', `/api/leads/${lead.id}`, { name: 'Eva' });
  expect(await byToken()).toMatchObject([
    { actorName: 'Shop (API token)', details: { call: 'POST /api/leads' } },
    { details: { call: 'PATCH /api/leads/:id', id: lead.id } },
  ]);
});

it('another password revokes the personal tokens of its owner', async () => {
  const member = await running.as('member');
  const { token } = await create(member);
  await member.post('/api/auth/password', {
    current: 'correct horse battery',
    password: 'another horse battery',
  });
  expect(await statusWith(token, 'GET', '/api/leads')).toBe(401);
});

it('a token is closed while its owner lacks the second factor that the workspace requires', async () => {
  const member = await running.as('member');
  const { token } = await create(member);
  const { db } = running.app;
  await db.execute(sql`insert into access_policy (is_only, second_factor_from) values (true, now() - interval '1 hour')
    on conflict (is_only) do update set second_factor_from = excluded.second_factor_from`);
  try {
    const refused = await callWith(token, 'GET', '/api/leads');
    expect([refused.status, await refused.json()]).toMatchObject([403, { reason: 'second_factor_needed' }]);
    const tools = await testClient(running.url).call('POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await tools.json()).toMatchObject({ reason: 'second_factor_needed' });
  } finally {
    await db.execute(sql`update access_policy set second_factor_from = null`);
  }
  expect(await statusWith(token, 'GET', '/api/leads')).toBe(200);
});

it('bad input names its field', async () => {
  const problems = async (body: object) => {
    const response = await admin.call('POST', '/api/tokens', { body });
    return [response.status, Object.keys(((await response.json()) as { fields?: object }).fields ?? {})];
  };
  expect(await problems({ name: ' ', scopes: ['leads:read'] })).toEqual([400, ['name']]);
  expect(await problems({ name: 'A', scopes: [] })).toEqual([400, ['scopes']]);
  expect(await problems({ name: 'A', scopes: ['leads:read'], kind: 'workspace' })).toEqual([400, ['role']]);
  expect(await problems({ name: 'A', scopes: ['leads:read'], role: 'admin' })).toEqual([400, ['role']]);
});

it('each token has a limit of its own, and headers tell what is left', async () => {
  const limited = await startTestApp({ worker: false, env: { API_TOKEN_CALLS_PER_MINUTE: '3' } });
  try {
    const owner = await limited.as('admin');
    const { token } = await create(owner, { scopes: ['leads:read'] });
    const { token: other } = await create(owner, { scopes: ['leads:read'] });
    const ask = (as: string) =>
      limited.visitor().call('GET', '/api/leads', { headers: { authorization: `Bearer ${as}` } });
    const first = await ask(token);
    expect(first.headers.get('ratelimit-limit')).toBe('3');
    expect(first.headers.get('ratelimit-remaining')).toBe('2');
    expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    await ask(token);
    await ask(token);
    const refused = await ask(token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(other)).status).toBe(200);
  } finally {
    await limited.close();
  }
});
