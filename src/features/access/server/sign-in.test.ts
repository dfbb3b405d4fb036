import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { ADMIN, GATE_PASSWORD, type TestClient } from '#tests/support/client.ts';
import { SIGN_IN_LIMITS } from '../rules.ts';
import { signInWithEmail } from './sign-in.ts';

describe('sign-in with email and password', () => {
  let running: TestApp;
  let database: pg.Client;

  beforeAll(async () => {
    running = await startTestApp({ worker: false });
    database = new pg.Client({ connectionString: running.databaseUrl });
    await database.connect();
  });
  afterEach(() => database.query('delete from guess_counters'));
  afterAll(async () => {
    await database.end();
    await running.close();
  });

  async function pastGate(): Promise<TestClient> {
    const client = running.visitor();
    await client.post('/api/access', { password: GATE_PASSWORD });
    return client;
  }
  const signIn = (client: TestClient, body: unknown, headers = {}): Promise<Response> =>
    client.call('POST', '/api/auth/sign-in/email', { body, headers });

  // S3-33 S7-52
  it('answers who signed in, and GET /api/auth/user the same from then on', async () => {
    const client = await pastGate();
    const response = await signIn(client, { email: 'Admin@Yarrow.test', password: ADMIN.password });
    expect(response.status).toBe(200);
    const { user } = await response.json();
    expect(user).toEqual({
      id: expect.any(String),
      firstName: 'Admin',
      lastName: '',
      profileImageUrl: null,
      email: ADMIN.email,
      role: 'admin',
    });
    expect(await client.get('/api/auth/user')).toEqual({ ...user, secondFactorFrom: null });
  });

  it('keeps the session where no script and no other site gets it, and its token out of the table', async () => {
    const client = await pastGate();
    const response = await signIn(client, ADMIN);
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(
      /^yarrow\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const token = decodeURIComponent(cookies[0]?.split(/[=;]/)[1] ?? '').split('.')[0];
    expect(token).toMatch(/^\w{32}$/);
    expect((await database.query('select * from sessions where token = $1', [token])).rows).toEqual([]);
  });

  it('answers an unknown address and a wrong password alike, and not as a lost session', async () => {
    const client = await pastGate();
    const answers = [
      await signIn(client, { email: ADMIN.email, password: 'wrong' }),
      await signIn(client, { email: 'nobody@yarrow.test', password: 'wrong' }),
    ];
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    for (const [index, answer] of answers.entries()) {
      expect(answer.status).toBe(401);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(bodies[index]).toMatchObject({ message: 'The email address or the password is wrong.' });
      expect(JSON.stringify(bodies[index])).not.toContain('Unauthorized');
    }
    expect((await client.call('GET', '/api/auth/user')).status).toBe(401);
  });

  it.each([
    [{ email: 'not an address', password: 'x' }, 'email'],
    [{ email: ADMIN.email, password: '' }, 'password'],
    [{ email: ADMIN.email, password: 'x'.repeat(129) }, 'password'],
    [{}, 'email'],
  ])('refuses %j, naming %s', async (body, field) => {
    const response = await signIn(await pastGate(), body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  it('refuses another origin and anybody who has not passed the gate', async () => {
    expect((await signIn(await pastGate(), ADMIN, { origin: 'https://evil.test' })).status).toBe(403);
    expect((await signIn(await pastGate(), ADMIN, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await signIn(running.visitor(), ADMIN)).status).toBe(401);
  });

  // R16
  it('takes 10 wrong passwords for one address, then not even the right one, and others are not held up', async () => {
    const client = await pastGate();
    const { failures } = SIGN_IN_LIMITS.addressAndEmail;
    for (let index = 0; index < failures; index += 1) {
      expect((await signIn(client, { email: ADMIN.email, password: `guess ${index}` })).status).toBe(401);
    }
    const refused = await signIn(client, ADMIN);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
    expect((await signIn(client, { email: 'other@yarrow.test', password: 'x' })).status).toBe(401);
  });

  // R16
  it('lets no password through that is hidden in a burst of others', async () => {
    const caller = { ip: '192.0.2.1', userAgent: undefined, cookie: undefined };
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        signInWithEmail(
          running.app.context,
          { email: ADMIN.email, password: at === 19 ? ADMIN.password : `${at}` },
          caller,
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    const { rows } = await database.query("select * from sessions where ip_address = '192.0.2.1'");
    expect(rows).toEqual([]);
  });

  // S6-02 S7-53
  it('leads /api/login to the sign-in page, and back to the page that sent the browser', async () => {
    const client = await pastGate();
    const login = async (referer?: string): Promise<string | null> => {
      const response = await client.call('GET', '/api/login', { headers: referer ? { referer } : {} });
      expect(response.status).toBe(302);
      return response.headers.get('location');
    };
    expect(await login()).toBe('/sign-in');
    expect(await login('http://127.0.0.1:3000/')).toBe('/sign-in');
    expect(await login('http://127.0.0.1:3000/leads?group=7')).toBe('/sign-in?to=%2Fleads%3Fgroup%3D7');
    expect(await login('https://evil.test/leads')).toBe('/sign-in');
    expect(await client.get('/api/auth/options')).toEqual({
      needsFirstAdmin: false,
      hasOidc: false,
      issuerHost: null,
    });
  });

  // S7-54
  it('ends the session at /api/logout, for a copy of the cookie too, and leaves the gate open', async () => {
    const client = await pastGate();
    const [session = ''] = (await signIn(client, ADMIN)).headers.getSetCookie();
    const response = await client.call('GET', '/api/logout');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/']);
    expect((await client.call('GET', '/api/auth/user')).status).toBe(401);
    expect(await client.get('/api/access')).toEqual({ granted: true });
    const gate = (
      await client.call('POST', '/api/access', { body: { password: GATE_PASSWORD } })
    ).headers.getSetCookie()[0];
    const cookie = [gate, session].map((line) => line?.split(';')[0]).join('; ');
    expect((await client.call('GET', '/api/auth/user', { headers: { cookie } })).status).toBe(401);
  });

  it('gives a new session to who signs in again, and ends that of before in this browser alone', async () => {
    const client = await pastGate();
    const elsewhere = await pastGate();
    for (const browser of [client, elsewhere]) expect((await signIn(browser, ADMIN)).status).toBe(200);
    const before = client.cookieHeader();
    const gate = /yarrow_gate=[^;]+/.exec(before)?.[0] ?? '';
    const copy = (cookie: string) => running.visitor().call('GET', '/api/auth/user', { headers: { cookie } });
    expect((await signIn(client, { ...ADMIN, password: 'not this one' })).status).toBe(401);
    expect((await copy(before)).status, 'a wrong password ends nothing').toBe(200);
    expect((await signIn(client, ADMIN)).status).toBe(200);
    expect((await copy(before)).status).toBe(401);
    expect((await copy(`${client.cookieHeader()}; ${gate}`)).status).toBe(200);
    expect((await elsewhere.call('GET', '/api/auth/user')).status).toBe(200);
  });

  it('takes no session that has run out or that nobody gave', async () => {
    const client = await pastGate();
    await signIn(client, ADMIN);
    await database.query("update sessions set expires_at = now() - interval '1 second'");
    expect((await client.call('GET', '/api/auth/user')).status).toBe(401);
    const made = await pastGate();
    const [gate = ''] = (
      await made.call('POST', '/api/access', { body: { password: GATE_PASSWORD } })
    ).headers.getSetCookie();
    for (const value of ['', '.', 'x.y', "' or 1=1 --.x"]) {
      const cookie = `${gate.split(';')[0]}; yarrow.session_token=${encodeURIComponent(value)}`;
      expect((await made.call('GET', '/api/auth/user', { headers: { cookie } })).status).toBe(401);
    }
  });

  it('has none of the routes of the library that the contract does not name', async () => {
    const admin = await running.as('admin');
    for (const path of [
      'sign-up/email',
      'sign-out',
      'update-user',
      'change-password',
      'sign-in/social',
      'ok',
    ]) {
      expect((await admin.call('POST', `/api/auth/${path}`, { body: {} })).status, path).toBe(404);
    }
    expect((await admin.call('GET', '/api/auth/get-session')).status).toBe(404);
    expect((await admin.call('GET', '/api/auth/callback/oidc')).status).toBe(404);
  });
});
