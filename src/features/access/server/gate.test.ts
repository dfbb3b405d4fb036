import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '#platform/log.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { GATE_PASSWORD, type TestClient, testClient } from '#tests/support/client.ts';
import { GATE_LIMITS } from '../rules.ts';
import { grantIn, passGate, readablePassword } from './gate.ts';
import { deleteExpired } from './store.ts';

describe('the testing gate', () => {
  let running: TestApp;
  let second: TestApp['server'];
  let secondUrl = '';
  let database: pg.Client;

  beforeAll(async () => {
    running = await startTestApp({ worker: false });
    second = await running.app.createServer(() => false);
    secondUrl = await second.fastify.listen({ port: 0, host: '127.0.0.1' });
    database = new pg.Client({ connectionString: running.databaseUrl });
    await database.connect();
  });
  afterEach(() => database.query('delete from guess_counters'));
  afterAll(async () => {
    await database.end();
    await second.fastify.close();
    await running.close();
  });

  const guess = (client: TestClient, password: unknown): Promise<Response> =>
    client.call('POST', '/api/access', { body: { password } });

  // S5-03 S6-01
  it('answers the right password with a grant, before any sign-in', async () => {
    const client = running.visitor();
    expect(await client.get('/api/access')).toEqual({ granted: false });
    const response = await guess(client, GATE_PASSWORD);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ granted: true });
    expect(await client.get('/api/access')).toEqual({ granted: true });
  });

  it('keeps the grant where no script, no other site and no reader of the database gets it', async () => {
    const response = await guess(running.visitor(), GATE_PASSWORD);
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^yarrow_gate=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    const token = cookie.slice('yarrow_gate='.length, cookie.indexOf(';'));
    const { rows } = await database.query('select * from gate_grants where token_hash = $1', [token]);
    expect(rows).toEqual([]);
  });

  it('over TLS gives a cookie of this host alone, counts one of before, and says in the log who came or failed', async () => {
    const said: string[] = [];
    const hear = (...words: unknown[]) => void said.push(JSON.stringify(words));
    const log = { info: hear, warn: hear } as unknown as Log;
    const ctx = { ...running.app.context, log, publicUrl: 'https://yarrow.test' };
    await expect(passGate(ctx, 'wrong words', { ip: '192.0.2.7' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    const { setCookies } = await passGate(ctx, GATE_PASSWORD, { ip: '192.0.2.7' });
    const [setCookie = ''] = setCookies;
    expect(setCookie).toMatch(
      /^__Host-yarrow_gate=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/,
    );
    expect(grantIn(ctx, { yarrow_gate: 'of before' })).toBe('of before');
    expect(grantIn(ctx, { yarrow_gate: 'of before', '__Host-yarrow_gate': 'new' })).toBe('new');
    expect(said).toEqual(['["gate: a wrong password"]', '["gate: passed"]']);
  });

  it.each([
    'Open sesame',
    'OPEN SESAME',
    'open sesame ',
    ' open sesame',
    'opensesame',
    'open  sesame',
    'open sesam',
    'x',
    // S5-02 S5-03
  ])('answers %j with 401', async (password) => {
    const client = running.visitor();
    const response = await guess(client, password);
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.json()).toMatchObject({
      message: 'Incorrect password. Please contact the team for access.',
    });
    expect(await client.get('/api/access')).toEqual({ granted: false });
  });

  it.each([[''], [undefined], [null], [5], [['open sesame']]])(
    'S5-01 refuses %j as no password at all',
    async (password) => {
      expect((await guess(running.visitor(), password)).status).toBe(400);
    },
  );

  // S4-04 S6-11
  it('answers nothing else without the grant, whatever the browser has stored', async () => {
    const member = await running.as('member');
    expect((await member.call('GET', '/api/auth/user')).status).toBe(200);
    await member.call('DELETE', '/api/access');
    for (const path of ['/api/auth/user', '/api/auth/options', '/api/settings/workspace', '/api/login']) {
      const response = await member.call('GET', path);
      expect(response.status, path).toBe(401);
      expect(await response.text()).toContain('Unauthorized');
    }
  });

  // S1-11
  it('gives nothing to one who has done only one of gate and sign-in', async () => {
    const atGateOnly = running.visitor();
    await guess(atGateOnly, GATE_PASSWORD);
    expect((await atGateOnly.call('GET', '/api/settings/workspace')).status).toBe(401);
    const signedInOnly = await running.as('member');
    await signedInOnly.call('DELETE', '/api/access');
    expect((await signedInOnly.call('GET', '/api/settings/workspace')).status).toBe(401);
  });

  // S4-05
  it('Exit Testing ends the grant on the server, and passing again brings everything back', async () => {
    const member = await running.as('member');
    const [gate] = (await guess(member, GATE_PASSWORD)).headers.getSetCookie();
    const stolen = gate?.split(';')[0] ?? '';
    expect((await member.call('DELETE', '/api/access')).status).toBe(204);
    expect((await member.call('GET', '/api/auth/user', { headers: { cookie: stolen } })).status).toBe(401);
    expect(await member.get('/api/access')).toEqual({ granted: false });
    await guess(member, GATE_PASSWORD);
    expect(await member.get('/api/auth/user')).toMatchObject({ role: 'member' });
  });

  it.each(['https://evil.test', 'null', 'http://127.0.0.1.evil.test', 'http://127.0.0.1:9', ''])(
    'refuses a page of the origin %j, even with the right password',
    async (origin) => {
      const response = await running.visitor().call('POST', '/api/access', {
        body: { password: GATE_PASSWORD },
        headers: { origin },
      });
      expect(response.status).toBe(403);
      expect(response.headers.getSetCookie()).toEqual([]);
    },
  );

  it('forgets a grant that has run out', async () => {
    const client = running.visitor();
    await guess(client, GATE_PASSWORD);
    await database.query("update gate_grants set expires_at = now() - interval '1 second'");
    expect(await client.get('/api/access')).toEqual({ granted: false });
    await deleteExpired(running.app.db, new Date());
    expect((await database.query('select * from gate_grants')).rows).toEqual([]);
  });

  // R16
  it('takes 20 wrong guesses from an address, on all processes together, then not even the right one', async () => {
    const clients = [running.visitor(), testClient(secondUrl)];
    const statuses: number[] = [];
    for (let index = 0; index < GATE_LIMITS.address.failures + 5; index += 1) {
      const client = clients[index % 2];
      if (client) statuses.push((await guess(client, `guess ${index}`)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
    const response = await guess(running.visitor(), GATE_PASSWORD);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(200);
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(/^Too many wrong attempts. Try again in \d minutes\.$/),
    });
  });

  // R16
  it('lets no guess through that is hidden in a burst of others', async () => {
    const guesses = Array.from({ length: 300 }, (_, at) => (at === 250 ? GATE_PASSWORD : `guess ${at}`));
    const answers = await Promise.allSettled(
      guesses.map((password) => passGate(running.app.context, password, { ip: '192.0.2.1' })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  });

  it('counts only failures: an office behind one address comes in at once', async () => {
    const everybody = Array.from({ length: 60 }, () => guess(running.visitor(), GATE_PASSWORD));
    expect(new Set((await Promise.all(everybody)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('clears what an address got wrong with a right password, and opens again when the time is over', async () => {
    const client = running.visitor();
    for (let index = 0; index < 19; index += 1) await guess(client, 'wrong');
    expect((await guess(client, GATE_PASSWORD)).status).toBe(200);
    for (let index = 0; index < 20; index += 1) await guess(client, 'wrong');
    expect((await guess(client, GATE_PASSWORD)).status).toBe(429);
    await database.query('update guess_counters set window_start = window_start - 300001');
    expect((await guess(client, GATE_PASSWORD)).status).toBe(200);
  });

  it('lets a browser in that passed before, however much others guess from its address and elsewhere', async () => {
    const known = running.visitor();
    await guess(known, GATE_PASSWORD);
    await known.call('DELETE', '/api/access');
    const stranger = running.visitor();
    for (let index = 0; index < 21; index += 1) await guess(stranger, 'wrong');
    await database.query(`update guess_counters set failures = 100000`);
    expect((await guess(stranger, GATE_PASSWORD)).status).toBe(429);
    expect((await guess(known, GATE_PASSWORD)).status).toBe(200);
    const forged = { cookie: `yarrow_device=${'A'.repeat(22)}.${'A'.repeat(43)}` };
    const answer = await stranger.call('POST', '/api/access', {
      body: { password: GATE_PASSWORD },
      headers: forged,
    });
    expect(answer.status).toBe(429);
    for (let index = 0; index < 20; index += 1) expect((await guess(known, 'wrong')).status).toBe(401);
    expect((await guess(known, GATE_PASSWORD)).status, 'a stolen one guesses no faster').toBe(429);
  });

  it('behind a proxy that is not trusted keeps its callers apart, and says once which setting is missing', async () => {
    const from = (address: string, password: string): Promise<Response> =>
      running.visitor().call('POST', '/api/access', {
        body: { password },
        // What a client says of itself stands before what the proxy saw.
        headers: { 'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 200)}, ${address}` },
      });
    for (let index = 0; index < 20; index += 1) await from('198.51.100.1', 'wrong');
    expect((await from('198.51.100.1', GATE_PASSWORD)).status).toBe(429);
    expect((await from('198.51.100.2', GATE_PASSWORD)).status).toBe(200);
    expect((await guess(running.visitor(), GATE_PASSWORD)).status).toBe(200);
    await database.query(`update guess_counters set failures = 1000 where failures = 20`);
    expect((await from('198.51.100.3', GATE_PASSWORD)).status, 'all that one proxy names').toBe(429);
  });

  it('tells IPv6 networks apart, not their addresses', async () => {
    const from = (host: number): Promise<unknown> =>
      passGate(running.app.context, 'wrong', { ip: `2001:db8:0:1::${host.toString(16)}` });
    for (let index = 1; index <= 20; index += 1)
      await expect(from(index)).rejects.toMatchObject({ status: 401 });
    await expect(from(99)).rejects.toMatchObject({ status: 429 });
    await expect(passGate(running.app.context, 'wrong', { ip: '2001:db8:0:2::1' })).rejects.toMatchObject({
      status: 401,
    });
  });

  it('makes a password of its own that can be told over the phone', () => {
    const made = new Set(Array.from({ length: 100 }, readablePassword));
    expect(made.size).toBe(100);
    for (const password of made) expect(password).toMatch(/^([a-z]{6})(-[a-z]{6}){2}$/);
  });
});

it('uses the same generated password in every process and after every start', async () => {
  const running = await startTestApp({ worker: false, env: { ACCESS_PASSWORD: '' } });
  const { gatePassword } = await running.app.welcome();
  expect(gatePassword).toMatch(/^[a-z-]{20}$/);
  expect((await running.app.welcome()).gatePassword).toBe(gatePassword);
  const response = await running.visitor().call('POST', '/api/access', { body: { password: gatePassword } });
  expect(response.status).toBe(200);
  await running.close();
});

it('marks its cookies Secure where people come by https', async () => {
  const running = await startTestApp({ worker: false, env: { PUBLIC_URL: 'https://yarrow.test' } });
  const client = running.visitor();
  const gate = await client.call('POST', '/api/access', { body: { password: GATE_PASSWORD } });
  expect(gate.headers.getSetCookie()[0]).toMatch(/; Secure$/);
  const { email, password } = { email: 'admin@yarrow.test', password: 'correct horse battery' };
  const signIn = await client.call('POST', '/api/auth/sign-in/email', { body: { email, password } });
  expect(signIn.headers.getSetCookie()[0]).toMatch(/^__Secure-yarrow\.session_token=.*Secure/);
  expect(await client.get('/api/auth/user')).toMatchObject({ email });
  await running.close();
});
