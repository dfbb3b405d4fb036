import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { ADMIN, GATE_PASSWORD, type TestClient } from '#tests/support/client.ts';
import type { OwnAccount, User } from '../contract.ts';
import { SIGN_IN_LIMITS } from '../rules.ts';

const PASSWORD = 'correct horse battery';

async function pastGate(running: TestApp): Promise<TestClient> {
  const client = running.visitor();
  await client.post('/api/access', { password: GATE_PASSWORD });
  return client;
}

describe('the first admin', () => {
  const first = { firstName: 'Priya', lastName: 'Marlow', email: 'Priya@Yarrow.test', password: PASSWORD };

  it('is whoever comes first past the gate: one of many at once, and nobody after', async () => {
    const running = await startTestApp({ worker: false, env: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } });
    const clients = await Promise.all(Array.from({ length: 8 }, () => pastGate(running)));
    expect(await clients[0]?.get('/api/auth/options')).toMatchObject({ needsFirstAdmin: true });
    expect((await running.app.welcome()).signIn).toBe(
      'the first visitor past the gate creates the admin account',
    );
    const answers = await Promise.all(
      clients.map((client, index) =>
        client.call('POST', '/api/auth/first-admin', { body: { ...first, email: `p${index}@yarrow.test` } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const winner = clients[answers.findIndex(({ status }) => status === 201)];
    expect(await winner?.get('/api/auth/user')).toMatchObject({ firstName: 'Priya', role: 'admin' });
    expect(await winner?.get<User[]>('/api/users')).toHaveLength(1);
    const late = await pastGate(running);
    expect(await late.get('/api/auth/options')).toMatchObject({ needsFirstAdmin: false });
    const response = await late.call('POST', '/api/auth/first-admin', { body: first });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ reason: 'not_first' });
    await running.close();
  });

  it('is the one of ADMIN_EMAIL, made once however many processes start and how often', async () => {
    const running = await startTestApp({ worker: false });
    const again = Array.from({ length: 4 }, () => running.app.initialise());
    await Promise.all(again);
    const admin = await running.as('admin');
    expect(await admin.get<User[]>('/api/users')).toMatchObject([{ email: ADMIN.email, role: 'admin' }]);
    expect((await running.app.welcome()).signIn).toBe(`${ADMIN.email} with ADMIN_PASSWORD`);
    await running.close();
  });

  it('is not the one of ADMIN_EMAIL where there was an account already, and the start says so', async () => {
    const running = await startTestApp({ worker: false });
    const admin = await running.as('admin');
    const { id } = await admin.get<User>('/api/auth/user');
    await running.app.db.execute(sql`update users set email = 'priya@example.com' where id = ${id}`);
    expect((await running.app.welcome()).signIn).toContain('ADMIN_EMAIL was not used');
    await running.close();
  });

  it('needs names, an address and a password of 8 characters', async () => {
    const running = await startTestApp({ worker: false, env: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } });
    const client = await pastGate(running);
    const wrong = {
      firstName: ' ',
      lastName: 'x'.repeat(101),
      email: 'not an address',
      password: 'short',
    };
    for (const [field, value] of Object.entries(wrong)) {
      const response = await client.call('POST', '/api/auth/first-admin', {
        body: { ...first, [field]: value },
      });
      expect(response.status, field).toBe(400);
      expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
    }
    expect(await client.get('/api/auth/options')).toMatchObject({ needsFirstAdmin: true });
    await running.close();
  });
});

describe('people, roles and invitations', () => {
  let running: TestApp;
  let admin: TestClient;
  let database: pg.Client;

  beforeAll(async () => {
    running = await startTestApp({ worker: false });
    admin = await running.as('admin');
    database = new pg.Client({ connectionString: running.databaseUrl });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await running.close();
  });

  const me = (client: TestClient): Promise<User> => client.get('/api/auth/user');
  const status = async (client: TestClient, method: string, path: string, body?: unknown): Promise<number> =>
    (await client.call(method, path, body === undefined ? {} : { body })).status;

  // S6-05 S6-06 S6-08
  it('leaves people and settings to admins', async () => {
    const calls = [
      ['GET', '/api/users'],
      ['GET', '/api/invitations'],
      ['POST', '/api/invitations', { email: 'x@yarrow.test', role: 'admin' }],
      ['PATCH', '/api/settings/workspace', { name: 'Mine' }],
    ] as const;
    const member = await running.as('member');
    const viewer = await running.as('viewer');
    for (const [method, path, body] of calls) {
      expect(await status(member, method, path, body), `member ${method} ${path}`).toBe(403);
      expect(await status(viewer, method, path, body), `viewer ${method} ${path}`).toBe(403);
      expect(await status(admin, method, path, body), `admin ${method} ${path}`).toBeLessThan(300);
    }
  });

  // S6-04
  it('changes a role, acting with the next call of the person', async () => {
    const viewer = await running.as('viewer');
    const { id } = await me(viewer);
    expect(await status(viewer, 'GET', '/api/users')).toBe(403);
    expect(await admin.patch(`/api/users/${id}`, { role: 'admin' })).toMatchObject({ id, role: 'admin' });
    expect(await status(viewer, 'GET', '/api/users')).toBe(200);
    await admin.patch(`/api/users/${id}`, { role: 'viewer' });
    expect(await status(viewer, 'GET', '/api/users')).toBe(403);
    expect(await status(admin, 'PATCH', `/api/users/${id}`, { role: 'owner' })).toBe(400);
    expect(await status(admin, 'PATCH', `/api/users/${crypto.randomUUID()}`, { role: 'viewer' })).toBe(404);
  });

  it('keeps the last admin, also of two who demote each other at once', async () => {
    const { id } = await me(admin);
    const refused = await admin.call('PATCH', `/api/users/${id}`, { body: { role: 'member' } });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ reason: 'last_admin' });

    const other = await running.as('member');
    const { id: otherId } = await me(other);
    await admin.patch(`/api/users/${otherId}`, { role: 'admin' });
    const both = await Promise.all([
      status(admin, 'PATCH', `/api/users/${otherId}`, { role: 'member' }),
      status(other, 'PATCH', `/api/users/${id}`, { role: 'member' }),
    ]);
    const left = (await database.query("select id from users where role = 'admin'")).rows;
    expect(left, both.join()).toHaveLength(1);
    await database.query("update users set role = case when id = $1 then 'admin' else 'member' end", [id]);
  });

  it('removes a person and ends their sessions in the same moment; nobody removes themselves', async () => {
    const member = await running.as('member');
    const { id } = await me(member);
    expect(await status(admin, 'DELETE', `/api/users/${(await me(admin)).id}`)).toBe(422);
    expect(await status(admin, 'DELETE', `/api/users/${id}`)).toBe(204);
    expect(await status(member, 'GET', '/api/auth/user')).toBe(401);
    expect(await status(admin, 'DELETE', `/api/users/${id}`)).toBe(404);
    const rows = await database.query('select 1 from accounts where user_id = $1', [id]);
    expect(rows.rows).toEqual([]);
  });

  it('invites once, by a link whose token is in no table, in the invited role', async () => {
    const sent = await admin.call('POST', '/api/invitations', {
      body: { email: 'Nadia@Yarrow.test', role: 'member' },
      headers: { 'idempotency-key': 'invite nadia' },
    });
    expect(sent.status).toBe(201);
    const { link, ...invitation } = await sent.json();
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/invitation#[\w-]{43}$/);
    expect(await admin.get('/api/invitations')).toContainEqual(invitation);
    const token = new URL(link).hash.slice(1);
    for (const table of ['invitations', 'idempotency_keys']) {
      const { rows } = await database.query(`select * from ${table}`);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
    const nadia = await pastGate(running);
    const found = await nadia.post('/api/invitations/find', { token });
    expect(found).toEqual({ email: 'nadia@yarrow.test', role: 'member' });
    const person = { token, firstName: 'Nadia', lastName: 'Brook', password: PASSWORD };
    const rivals = [nadia, await pastGate(running), await pastGate(running)];
    const statuses = await Promise.all(
      rivals.map((rival) => status(rival, 'POST', '/api/invitations/accept', person)),
    );
    expect(statuses.sort()).toEqual([201, 404, 404]);
    const users = await admin.get<User[]>('/api/users');
    expect(users.filter(({ email }) => email === 'nadia@yarrow.test')).toMatchObject([
      { firstName: 'Nadia', lastName: 'Brook', role: 'member' },
    ]);
    expect(await status(nadia, 'POST', '/api/invitations/find', { token })).toBe(404);
    expect(
      await status(admin, 'POST', '/api/invitations', { email: 'nadia@yarrow.test', role: 'admin' }),
    ).toBe(409);
  });

  it('withdraws an invitation, replaces an earlier one, and lets it run out after 7 days', async () => {
    const invite = (): Promise<{ id: string; link: string }> =>
      admin.post('/api/invitations', { email: 'kofi@yarrow.test', role: 'viewer' });
    const find = async (link: string): Promise<number> =>
      status(await pastGate(running), 'POST', '/api/invitations/find', {
        token: new URL(link).hash.slice(1),
      });
    const first = await invite();
    const second = await invite();
    expect(await find(first.link)).toBe(404);
    expect(await find(second.link)).toBe(200);
    expect(await status(admin, 'DELETE', `/api/invitations/${second.id}`)).toBe(204);
    expect(await find(second.link)).toBe(404);
    expect(await status(admin, 'DELETE', `/api/invitations/${second.id}`)).toBe(404);
    const third = await invite();
    await database.query("update invitations set expires_at = expires_at - interval '7 days' where id = $1", [
      third.id,
    ]);
    expect(await find(third.link)).toBe(404);
    const open = await admin.get<{ id: string }[]>('/api/invitations');
    expect(open.map(({ id }) => id)).not.toContain(third.id);
  });

  const resetOf = (id: string): Promise<{ link: string; email: string }> =>
    admin.post(`/api/users/${id}/password-reset`);
  const tokenOf = (link: string): string => new URL(link).hash.slice(1);

  it('sets a forgotten password by a link, once, and ends the sessions of before', async () => {
    const member = await running.as('member');
    const { id, email } = await me(member);
    const { link, email: shown } = await resetOf(id);
    expect(shown).toBe(email);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/password-reset#[\w-]{43}$/);
    const token = tokenOf(link);
    for (const table of ['password_resets', 'idempotency_keys']) {
      const { rows } = await database.query(`select * from ${table}`);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
    expect(await status(member, 'GET', '/api/auth/user'), 'until it is used nothing changes').toBe(200);

    const rivals = [await pastGate(running), await pastGate(running), await pastGate(running)];
    expect(await rivals[0]?.post('/api/auth/password-reset/find', { token })).toEqual({ email });
    expect(await status(admin, 'POST', '/api/auth/password-reset', { token, password: 'short' })).toBe(400);
    const given = { token, password: 'a quite new password' };
    const statuses = await Promise.all(
      rivals.map((rival) => status(rival, 'POST', '/api/auth/password-reset', given)),
    );
    expect([...statuses].sort()).toEqual([200, 404, 404]);
    const winner = rivals[statuses.indexOf(200)];
    expect(winner && (await me(winner))).toMatchObject({ id, email });
    expect(await status(member, 'GET', '/api/auth/user')).toBe(401);
    const signIn = (password: string): Promise<number> =>
      status(member, 'POST', '/api/auth/sign-in/email', { email, password });
    expect(await signIn(PASSWORD)).toBe(401);
    expect(await signIn(given.password)).toBe(200);
    expect(await status(member, 'POST', '/api/auth/password-reset/find', { token })).toBe(404);
  });

  it('lets somebody in by the link who has guessed too often', async () => {
    const member = await running.as('member');
    const { id, email } = await me(member);
    for (let guess = 0; guess < SIGN_IN_LIMITS.addressAndEmail.failures; guess += 1) {
      await status(member, 'POST', '/api/auth/sign-in/email', { email, password: `guess ${guess}` });
    }
    expect(await status(member, 'POST', '/api/auth/sign-in/email', { email, password: PASSWORD })).toBe(429);
    const given = { token: tokenOf((await resetOf(id)).link), password: 'a quite new password' };
    expect(await status(member, 'POST', '/api/auth/password-reset', given)).toBe(200);
  });

  it('replaces an earlier link, lets it run out after a day, and issues none without a password of ours', async () => {
    const member = await running.as('member');
    const { id, email } = await me(member);
    const find = (link: string): Promise<number> =>
      status(member, 'POST', '/api/auth/password-reset/find', { token: tokenOf(link) });
    const first = await resetOf(id);
    const second = await resetOf(id);
    expect(await find(first.link)).toBe(404);
    expect(await find(second.link)).toBe(200);
    await database.query(
      "update password_resets set expires_at = expires_at - interval '1 day' where user_id = $1",
      [id],
    );
    expect(await find(second.link)).toBe(404);
    expect(
      await status(member, 'POST', '/api/auth/password-reset', {
        token: tokenOf(second.link),
        password: 'a quite new password',
      }),
    ).toBe(404);
    await database.query("update accounts set provider_id = 'oidc' where user_id = $1", [id]);
    const refused = await admin.call('POST', `/api/users/${id}/password-reset`);
    expect(refused.status, email).toBe(422);
    expect(await refused.json()).toMatchObject({ reason: 'no_password' });
    expect(await status(admin, 'POST', `/api/users/${crypto.randomUUID()}/password-reset`)).toBe(404);
  });

  describe('what an admin handed out', () => {
    const secondAdmin = async (): Promise<{ client: TestClient; id: string }> => {
      const client = await running.as('member');
      const { id } = await me(client);
      await admin.patch(`/api/users/${id}`, { role: 'admin' });
      return { client, id };
    };
    const handOut = async (client: TestClient): Promise<() => Promise<number[]>> => {
      serial += 1;
      const { id } = await me(await running.as('viewer'));
      const reset = await client.post<{ link: string }>(`/api/users/${id}/password-reset`);
      const email = `way-back-${serial}@yarrow.test`;
      const invitation = await client.post<{ link: string }>('/api/invitations', { email, role: 'admin' });
      return async () => [
        await status(admin, 'POST', '/api/auth/password-reset/find', { token: tokenOf(reset.link) }),
        await status(admin, 'POST', '/api/invitations/find', { token: tokenOf(invitation.link) }),
      ];
    };
    let serial = 0;

    it.each([
      ['is removed', (id: string) => status(admin, 'DELETE', `/api/users/${id}`)],
      [
        'is no admin any more',
        (id: string) => status(admin, 'PATCH', `/api/users/${id}`, { role: 'member' }),
      ],
    ])('ends when the admin %s', async (_what, act) => {
      const { client, id } = await secondAdmin();
      const links = await handOut(client);
      expect(await links()).toEqual([200, 200]);
      expect(await act(id)).toBeLessThan(300);
      expect(await links()).toEqual([404, 404]);
    });

    it('ends when the admin changes the password', async () => {
      const { client } = await secondAdmin();
      const links = await handOut(client);
      await client.post('/api/auth/password', { current: PASSWORD, password: 'a quite new password' });
      expect(await links()).toEqual([404, 404]);
    });

    it('is nothing for themselves: their own password needs the current one', async () => {
      const { client, id } = await secondAdmin();
      const refused = await client.call('POST', `/api/users/${id}/password-reset`);
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ reason: 'self' });
    });
  });

  it('lets each change their own password, who knows that of now, and ends their sessions elsewhere', async () => {
    const here = await running.as('member');
    const { email } = await me(here);
    const elsewhere = await pastGate(running);
    await elsewhere.post('/api/auth/sign-in/email', { email, password: PASSWORD });
    const change = (current: string, password: string): Promise<Response> =>
      here.call('POST', '/api/auth/password', { body: { current, password } });

    const wrong = await change('a wrong one', 'a quite new password');
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ fields: { current: 'This is not the password of now.' } });
    const account = await here.get<OwnAccount>('/api/auth/account');
    expect(account.hasPassword).toBe(true);
    expect(account.sessions.map(({ isThis }) => isThis).sort()).toEqual([false, true]);

    expect((await change(PASSWORD, 'a quite new password')).status).toBe(200);
    expect(await status(here, 'GET', '/api/auth/user'), 'still signed in here').toBe(200);
    expect(await status(elsewhere, 'GET', '/api/auth/user')).toBe(401);
    const signIn = (password: string): Promise<number> =>
      status(elsewhere, 'POST', '/api/auth/sign-in/email', { email, password });
    expect(await signIn(PASSWORD)).toBe(401);
    expect(await signIn('a quite new password')).toBe(200);
  });

  it('counts guesses at the password of now like those at sign-in', async () => {
    const member = await running.as('member');
    const guess = (current: string): Promise<number> =>
      status(member, 'POST', '/api/auth/password', { current, password: 'a quite new password' });
    for (let count = 0; count < SIGN_IN_LIMITS.addressAndEmail.failures; count += 1)
      expect(await guess(`guess ${count}`)).toBe(400);
    expect(await guess(PASSWORD)).toBe(429);
  });

  it('logs somebody out everywhere but here, and changes no password of an issuer', async () => {
    const here = await running.as('member');
    const { id, email } = await me(here);
    const elsewhere = await pastGate(running);
    await elsewhere.post('/api/auth/sign-in/email', { email, password: PASSWORD });
    const ended = await here.call('DELETE', '/api/auth/sessions');
    expect(await ended.json()).toEqual({ ended: 1 });
    expect(await status(elsewhere, 'GET', '/api/auth/user')).toBe(401);
    expect((await here.get<OwnAccount>('/api/auth/account')).sessions).toMatchObject([{ isThis: true }]);

    await database.query("update accounts set provider_id = 'oidc' where user_id = $1", [id]);
    expect(await here.get<OwnAccount>('/api/auth/account')).toMatchObject({ hasPassword: false });
    const given = { current: PASSWORD, password: 'a quite new password' };
    expect(await status(here, 'POST', '/api/auth/password', given)).toBe(422);
  });

  it.each(['Password123', 'QWERTYUIOP', 'the address'])(
    'takes no password that guessers try first: %s',
    async (given) => {
      const member = await running.as('member');
      const { email } = await me(member);
      const password = given === 'the address' ? email : given;
      const answer = await member.call('POST', '/api/auth/password', {
        body: { current: PASSWORD, password },
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        fields: { password: expect.stringContaining('Guessers try') },
      });
      expect(await status(member, 'GET', '/api/auth/user')).toBe(200);
    },
  );

  it('tells everybody who has people open that they changed', async () => {
    const heard: string[] = [];
    const leave = running.app.hub.subscribe((topics) => heard.push(...topics));
    const member = await running.as('member');
    await admin.patch(`/api/users/${(await me(member)).id}`, { role: 'viewer' });
    await expect.poll(() => heard.filter((topic) => topic === 'users').length).toBeGreaterThanOrEqual(3);
    leave();
  });
});
