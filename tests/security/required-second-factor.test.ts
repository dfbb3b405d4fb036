import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#app/contract.ts';
import type { CurrentUser, SecondFactorPolicy, SecondFactorSecret } from '#features/access/contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { ADMIN, type TestClient } from '#tests/support/client.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

let running: TestApp;
let admin: TestClient;
beforeAll(async () => {
  running = await startTestApp({ worker: false });
  admin = await running.as('admin');
  await setUp(admin);
});
afterAll(() => running.close());
afterEach(() => requireFrom(null));

const requireFrom = async (from: string | null): Promise<SecondFactorPolicy> => {
  const answer = await admin.call('PUT', '/api/auth/second-factor-policy', { body: { from } });
  expect(answer.status).toBe(200);
  return answer.json();
};
const me = (client: TestClient) => client.get<CurrentUser>('/api/auth/user');
const leadsStatus = async (client: TestClient) => {
  const answer = await client.call('GET', '/api/leads');
  return [answer.status, answer.ok ? null : (await answer.json()).reason];
};

async function setUp(client: TestClient): Promise<void> {
  const { secret } = await client.post<SecondFactorSecret>('/api/auth/second-factor', {
    current: ADMIN.password,
  });
  await client.post('/api/auth/second-factor/confirm', { code: new TOTP({ secret }).generate() });
}

describe('a second factor that the workspace requires', () => {
  it('is announced to those without one until its day, and asked for from then on', async () => {
    const member = await running.as('member');
    expect((await me(member)).secondFactorFrom).toBeNull();
    const from = inHours(24);
    expect(await requireFrom(from)).toEqual({ from, missing: 1 });
    expect((await me(member)).secondFactorFrom).toBe(from);
    expect((await me(admin)).secondFactorFrom, 'who has one is not reminded').toBeNull();
    expect(await leadsStatus(member)).toEqual([200, null]);

    await requireFrom(inHours(-1));
    expect(await leadsStatus(member)).toEqual([403, 'second_factor_needed']);
    expect(await leadsStatus(admin)).toEqual([200, null]);
    await setUp(member);
    expect(await leadsStatus(member), 'at once').toEqual([200, null]);
    expect((await me(member)).secondFactorFrom).toBeNull();
  });

  it('keeps those without one from every call but those that set one up', async () => {
    const other = await running.as('member');
    const { id } = await me(other);
    await admin.patch(`/api/users/${id}`, { role: 'admin' });
    await requireFrom(inHours(-1));
    const open = new Set(
      ALL_ENDPOINTS.filter(({ isOpenWithoutSecondFactor }) => isOpenWithoutSecondFactor).map(
        ({ method, path }) => `${method} ${path}`,
      ),
    );
    expect([...open].toSorted()).toEqual([
      'DELETE /api/auth/sessions',
      'GET /api/auth/account',
      'GET /api/auth/user',
      'GET /api/live',
      'POST /api/auth/password',
      'POST /api/auth/second-factor',
      'POST /api/auth/second-factor/confirm',
    ]);
    for (const { method, path, access } of ALL_ENDPOINTS) {
      if (!['viewer', 'member', 'admin'].includes(access) || open.has(`${method} ${path}`)) continue;
      const answer = await other.call(method, path.replaceAll(/:\w+/g, crypto.randomUUID()));
      expect(answer.status, `${method} ${path}`).toBe(403);
    }
  });

  it('is nothing that viewers and people of an issuer have to have', async () => {
    await requireFrom(inHours(-1));
    expect(await leadsStatus(await running.as('viewer'))).toEqual([200, null]);
  });

  it('is an admin’s to require and to give up', async () => {
    const member = await running.as('member');
    const refused = await member.call('PUT', '/api/auth/second-factor-policy', {
      body: { from: inHours(1) },
    });
    expect(refused.status).toBe(403);
    await requireFrom(inHours(-1));
    expect(await leadsStatus(member)).toEqual([403, 'second_factor_needed']);
    await requireFrom(null);
    expect(await leadsStatus(member)).toEqual([200, null]);
  });

  it('is asked for at once of whoever loses theirs', async () => {
    const member = await running.as('member');
    await setUp(member);
    await requireFrom(inHours(-1));
    const { id } = await me(member);
    await admin.call('DELETE', `/api/users/${id}/second-factor`);
    expect((await member.call('GET', '/api/auth/user')).status, 'their sessions ended').toBe(401);
    await member.post('/api/auth/sign-in/email', {
      email: (await admin.get<{ id: string; email: string }[]>('/api/users')).find((user) => user.id === id)
        ?.email,
      password: ADMIN.password,
    });
    expect(await leadsStatus(member)).toEqual([403, 'second_factor_needed']);
  });
});
