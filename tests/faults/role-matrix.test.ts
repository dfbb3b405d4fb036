import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ALL_ENDPOINTS } from '#app/contract.ts';
import { SCOPES, scopeOf } from '#features/access/rules-scopes.ts';
import { ROLES, type Role } from '#kit/actor.ts';
import type { Access, EndpointDefinition } from '#kit/endpoint.ts';
import { ErrorBody } from '#kit/errors.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { GATE_PASSWORD, type TestClient, testClient } from '../support/client.ts';

const CALLERS = ['stranger', 'gate', ...ROLES] as const;
type Caller = (typeof CALLERS)[number];

const OpenAiErrorBody = z.object({
  error: z.object({ message: z.string(), type: z.string(), param: z.null(), code: z.string() }),
});

/** What a caller is answered before the call itself is looked at. */
function expectedRefusal(access: Access, caller: Caller): 401 | 403 | undefined {
  if (access === 'public' || access === 'key') return undefined;
  if (caller === 'stranger') return 401;
  if (access === 'gate') return undefined;
  if (caller === 'gate') return 401;
  return ROLES.indexOf(caller) >= ROLES.indexOf(access) ? undefined : 403;
}

/** Calls that end what the other calls of the same client need, in the order they may come. */
const FAREWELLS = ['GET /api/logout', 'DELETE /api/access'];

// R11
describe('every role on every route', () => {
  let running: TestApp;
  const clients = new Map<Caller, TestClient>();
  const tokens = new Map<string, TestClient>();

  async function tokenClient(role: Role, scopes: readonly string[]): Promise<TestClient> {
    const admin = await running.as('admin');
    const given = { name: `${role} token`, kind: 'workspace', role, scopes };
    const { token } = await admin.post<{ token: string }>('/api/tokens', given);
    const client = testClient(running.url);
    return {
      ...client,
      call: (method, path, options = {}) =>
        client.call(method, path, { ...options, headers: { authorization: `Bearer ${token}` } }),
    };
  }

  beforeAll(async () => {
    running = await startTestApp({ worker: false, env: { API_TOKEN_CALLS_PER_MINUTE: '10000' } });
    clients.set('stranger', running.visitor());
    const gate = testClient(running.url);
    await gate.post('/api/access', { password: GATE_PASSWORD });
    clients.set('gate', gate);
    for (const role of ROLES) clients.set(role, await running.as(role));
    for (const role of ROLES) tokens.set(role, await tokenClient(role, SCOPES));
    for (const scope of SCOPES) {
      const others = SCOPES.filter((other) => other !== scope);
      tokens.set(`without ${scope}`, await tokenClient('admin', others));
    }
  });
  afterAll(() => running.close());

  const endpoints = [...ALL_ENDPOINTS].sort(
    (left, right) => FAREWELLS.indexOf(nameOf(left)) - FAREWELLS.indexOf(nameOf(right)),
  );

  // S6-09 S6-11
  it.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s is answered or refused as declared',
    async (_name, endpoint) => {
      for (const caller of CALLERS) {
        const client = clients.get(caller);
        if (!client) throw new Error(`no client for ${caller}`);
        const status = await statusOf(client, endpoint);
        const expected = expectedRefusal(endpoint.access, caller);
        if (expected === undefined)
          expect([401, 403], `${caller} is let in`).not.toContain(notOwnRefusal(endpoint, status));
        else expect(status, `${caller} is refused`).toBe(expected);
      }
    },
  );

  it.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s is answered or refused to API tokens by scope and role',
    async (_name, endpoint) => {
      const scope = scopeOf(endpoint);
      for (const role of ROLES) {
        const client = tokens.get(role);
        if (!client) throw new Error(`no token for ${role}`);
        const status = await statusOf(client, endpoint);
        const isOpen = endpoint.access === 'public' || endpoint.access === 'key';
        const refusal = scope === undefined ? 403 : expectedRefusal(endpoint.access, role);
        if (isOpen || refusal === undefined)
          expect([401, 403], `${role} is let in`).not.toContain(notOwnRefusal(endpoint, status));
        else expect(status, `${role} is refused`).toBe(refusal);
      }
      if (scope === undefined) return;
      const without = tokens.get(`without ${scope}`);
      if (without) expect(await statusOf(without, endpoint), `without ${scope}`).toBe(403);
    },
  );

  // S6-08
  it('refuses every changing call of a viewer', () => {
    const open = ALL_ENDPOINTS.filter(({ method, access }) => method !== 'GET' && access === 'viewer');
    // A preview sends a draft to be looked at and stores nothing.
    expect(open.map(nameOf)).toEqual(['POST /api/campaigns/preview']);
  });

  // S6-04
  it('knows exactly the roles viewer, member and admin', () => {
    expect(ROLES satisfies readonly Role[]).toEqual(['viewer', 'member', 'admin']);
  });
});

/** A wrong password is 401 by itself: that is the answer of the call, not a refusal to let it in. */
function notOwnRefusal(endpoint: EndpointDefinition, status: number): number {
  const checksPassword = endpoint.path === '/api/access' || endpoint.path === '/api/auth/sign-in/email';
  const checksToken = ['/metrics', '/api/track', '/v1/chat/completions', '/v1/models', '/mcp'].includes(
    endpoint.path,
  );
  return (checksPassword || checksToken) && status === 401 ? 0 : status;
}

async function statusOf(client: TestClient, endpoint: EndpointDefinition): Promise<number> {
  const path = endpoint.path
    .replace(/:token/, 'AAAAAAAAAAAAAAAAAAAAAA0')
    .replace(/:providerId/, 'nobody')
    .replace(/:\w+/g, crypto.randomUUID());
  const aborter = new AbortController();
  const response = await client.call(endpoint.method, path, {
    ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: {} }),
    signal: aborter.signal,
  });
  const refusal = endpoint.path.startsWith('/v1/') ? OpenAiErrorBody : ErrorBody;
  if (response.status === 401 || response.status === 403) refusal.parse(await response.json());
  // What is not there is missing by the call's own words; an address without a route is nobody's answer.
  if (response.status === 404) expect(await response.text()).not.toContain('"Route ');
  // The stream of changes never ends by itself.
  aborter.abort();
  return response.status;
}

function nameOf(endpoint: EndpointDefinition): string {
  return `${endpoint.method} ${endpoint.path}`;
}
