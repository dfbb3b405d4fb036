import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { ADMIN, GATE_PASSWORD, type TestClient } from '#tests/support/client.ts';
import { type OidcIssuer, startOidcIssuer } from '#tests/support/oidc-issuer.ts';
import type { Invitation, ManagedUser, SecondFactorSecret, User } from '../contract.ts';
import { identityOf } from './issuer.ts';

/** Where the app believes to be reached; calls to it are taken to where it listens. */
const PUBLIC_URL = 'http://127.0.0.1:3000';

describe('sign-in at an OpenID Connect issuer', () => {
  let issuer: OidcIssuer;
  let running: TestApp;

  beforeAll(async () => {
    issuer = await startOidcIssuer(PUBLIC_URL);
    running = await startTestApp({ worker: false, env: environment() });
  });
  afterEach(() => {
    issuer.person = null;
  });
  afterAll(async () => {
    await running.close();
    await issuer.close();
  });

  function environment(): Record<string, string> {
    return {
      OIDC_ALLOWED_DOMAINS: 'yarrow.test',
      ADMIN_EMAIL: '',
      ADMIN_PASSWORD: '',
      PUBLIC_URL,
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: issuer.clientId,
      OIDC_CLIENT_SECRET: issuer.clientSecret,
    };
  }

  async function pastGate(app = running): Promise<TestClient> {
    const client = app.visitor();
    await client.post('/api/access', { password: GATE_PASSWORD });
    return client;
  }

  /** Follows redirects as a browser would, with the issuer's cookies kept apart from ours; ends on our page. */
  async function browse(client: TestClient, path: string): Promise<string> {
    const issuerCookies = new Map<string, string>();
    let location = new URL(path, PUBLIC_URL);
    for (let hop = 0; hop < 15; hop += 1) {
      const isOurs = location.origin === PUBLIC_URL;
      if (isOurs && !location.pathname.startsWith('/api/')) return location.pathname + location.search;
      const response = isOurs
        ? await client.call('GET', location.pathname + location.search)
        : await fetch(location, {
            redirect: 'manual',
            headers: { cookie: Array.from(issuerCookies, (pair) => pair.join('=')).join('; ') },
          });
      if (!isOurs) {
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
          issuerCookies.set(name, value);
        }
      }
      const next = response.headers.get('location');
      if (!next) throw new Error(`${location.href} answered ${response.status}: ${await response.text()}`);
      location = new URL(next, location);
    }
    throw new Error('too many redirects');
  }

  const me = (client: TestClient): Promise<User> => client.get('/api/auth/user');
  const priya = {
    sub: 'priya-1',
    email: 'Priya@Yarrow.test',
    email_verified: true,
    given_name: 'Priya',
    family_name: 'Marlow',
    picture: 'https://people.yarrow.test/priya.png',
  };

  // S6-02 S7-53
  it('goes there from /api/login; the first person becomes the admin, with names and picture', async () => {
    const client = await pastGate();
    expect(await client.get('/api/auth/options')).toEqual({
      needsFirstAdmin: true,
      hasOidc: true,
      issuerHost: new URL(issuer.url).host,
    });
    issuer.person = priya;
    expect(await browse(client, '/api/login')).toBe('/');
    expect(await me(client)).toMatchObject({
      firstName: 'Priya',
      lastName: 'Marlow',
      profileImageUrl: 'https://people.yarrow.test/priya.png',
      email: 'priya@yarrow.test',
      role: 'admin',
    });
  });

  it('knows the person again by issuer and subject, whatever became of name and address', async () => {
    const before = await pastGate();
    issuer.person = priya;
    await browse(before, '/api/login');
    issuer.person = { ...priya, email: 'priya.new@yarrow.test', family_name: 'Marlow-Brook' };
    const after = await pastGate();
    await browse(after, '/api/login');
    expect(await me(after)).toMatchObject({
      id: (await me(before)).id,
      lastName: 'Marlow-Brook',
      role: 'admin',
    });
  });

  it('lets a new person of an allowed domain in as a viewer, and an invited one in the role of the invitation', async () => {
    const admin = await pastGate();
    issuer.person = priya;
    await browse(admin, '/api/login');
    await admin.post('/api/invitations', { email: 'nadia@yarrow.test', role: 'member' });

    issuer.person = { sub: 'kofi-1', email: 'kofi@yarrow.test', email_verified: true, name: 'Kofi Mensah' };
    const kofi = await pastGate();
    await browse(kofi, '/api/login');
    expect(await me(kofi)).toMatchObject({ firstName: 'Kofi', lastName: 'Mensah', role: 'viewer' });

    issuer.person = { sub: 'nadia-1', email: 'nadia@yarrow.test', email_verified: true, name: 'Nadia Brook' };
    const nadia = await pastGate();
    await browse(nadia, '/api/login');
    expect(await me(nadia)).toMatchObject({ role: 'member' });
    expect(await admin.get('/api/invitations')).toEqual([]);
  });

  it('lets in invited people only unless their domain is allowed', async () => {
    const app = await startTestApp({ worker: false, env: { ...environment(), OIDC_ALLOWED_DOMAINS: '' } });
    const admin = await pastGate(app);
    issuer.person = priya;
    await browse(admin, '/api/login');
    issuer.person = { sub: 'eve-1', email: 'eve@yarrow.test', email_verified: true, name: 'Eve Stone' };
    const eve = await pastGate(app);
    expect(await browse(eve, '/api/login')).toBe('/sign-in?error=not_invited');
    expect((await eve.call('GET', '/api/auth/user')).status).toBe(401);
    await admin.post('/api/invitations', { email: 'eve@yarrow.test', role: 'member' });
    expect(await browse(eve, '/api/login')).toBe('/');
    expect(await me(eve)).toMatchObject({ role: 'member' });
    await app.close();
  });

  it('tells the invited person and the admin when the issuer does not confirm the address', async () => {
    const entra = { sub: 'ole-1', preferred_username: 'ole@yarrow.test', name: 'Ole Berg' };
    const app = await startTestApp({ worker: false, env: environment() });
    const admin = await pastGate(app);
    issuer.person = priya;
    await browse(admin, '/api/login');
    await admin.post('/api/invitations', { email: 'ole@yarrow.test', role: 'member' });
    issuer.person = { ...entra, email: 'ole@yarrow.test' };
    const ole = await pastGate(app);
    expect(await browse(ole, '/api/login')).toBe('/sign-in?error=email_not_confirmed');
    const [invitation] = await admin.get<Invitation[]>('/api/invitations');
    expect(invitation).toMatchObject({ email: 'ole@yarrow.test', refusedAt: expect.any(String) });
    await app.close();

    const trusting = await startTestApp({
      worker: false,
      env: { ...environment(), OIDC_TRUST_EMAIL: 'true' },
    });
    const first = await pastGate(trusting);
    issuer.person = priya;
    await browse(first, '/api/login');
    await first.post('/api/invitations', { email: 'ole@yarrow.test', role: 'member' });
    issuer.person = entra;
    const trusted = await pastGate(trusting);
    expect(await browse(trusted, '/api/login')).toBe('/');
    expect(await me(trusted)).toMatchObject({ email: 'ole@yarrow.test', role: 'member' });
    const users = await first.get<ManagedUser[]>('/api/users');
    expect(users.find(({ email }) => email === 'ole@yarrow.test')).toMatchObject({ emailVerified: false });
    await trusting.close();
  });

  it('lets nobody back in who was removed, under another address neither, until they are invited again', async () => {
    const admin = await pastGate();
    issuer.person = priya;
    await browse(admin, '/api/login');
    const tom = { sub: 'tom-1', email: 'tom@yarrow.test', email_verified: true, name: 'Tom Reed' };
    const comeAs = async (person: typeof tom): Promise<{ client: TestClient; page: string }> => {
      issuer.person = person;
      const client = await pastGate();
      return { client, page: await browse(client, '/api/login') };
    };
    const { id } = await me((await comeAs(tom)).client);
    expect((await admin.call('DELETE', `/api/users/${id}`)).status).toBe(204);

    for (const person of [tom, { ...tom, email: 'tom.reed@yarrow.test' }, { ...tom, sub: 'tom-2' }]) {
      const { client, page } = await comeAs(person);
      expect(page).toBe('/sign-in?error=signup_disabled');
      expect((await client.call('GET', '/api/auth/user')).status).toBe(401);
    }
    await admin.post('/api/invitations', { email: 'tom@yarrow.test', role: 'member' });
    expect(await me((await comeAs(tom)).client)).toMatchObject({ email: 'tom@yarrow.test', role: 'member' });
  });

  it('does not hand an invitation to an address that the issuer has not verified', async () => {
    const admin = await pastGate();
    issuer.person = priya;
    await browse(admin, '/api/login');
    await admin.post('/api/invitations', { email: 'ines@yarrow.test', role: 'admin' });
    issuer.person = { sub: 'mallory-1', email: 'ines@yarrow.test', email_verified: false, name: 'Mallory' };
    const mallory = await pastGate();
    expect(await browse(mallory, '/api/login')).toBe('/sign-in?error=email_not_confirmed');
    expect((await mallory.call('GET', '/api/auth/user')).status).toBe(401);
  });

  it('gives somebody with another person’s unverified address no account and no session', async () => {
    issuer.person = { sub: 'mallory-2', email: 'priya@yarrow.test', email_verified: false, name: 'Mallory' };
    const mallory = await pastGate();
    expect(await browse(mallory, '/api/login')).toBe('/sign-in?error=account_not_linked');
    expect((await mallory.call('GET', '/api/auth/user')).status).toBe(401);
  });

  it('gives no account for an unconfirmed address of an allowed domain, so that no one takes it first', async () => {
    issuer.person = { sub: 'squatter', email: 'pia@yarrow.test', name: 'Squatter' };
    expect(await browse(await pastGate(), '/api/login')).toBe('/sign-in?error=not_invited');
    issuer.person = { sub: 'pia-1', email: 'pia@yarrow.test', email_verified: true, name: 'Pia Lindqvist' };
    expect(await browse(await pastGate(), '/api/login')).toBe('/');
  });

  it('gives the first person the tasks of the demo, and nobody after', async () => {
    const app = await startTestApp({ worker: false, env: { ...environment(), DEMO: 'on' } });
    const tasksOf = async (person: OidcIssuer['person']): Promise<unknown[]> => {
      issuer.person = person;
      const client = await pastGate(app);
      await browse(client, '/api/login');
      return client.get<unknown[]>('/api/crm/tasks?owner=me');
    };
    expect((await tasksOf(priya)).length).toBeGreaterThan(0);
    const second = { sub: 'kofi-2', email: 'kofi@yarrow.test', email_verified: true, name: 'Kofi Mensah' };
    expect(await tasksOf(second)).toEqual([]);
    await app.close();
  });

  it('links an account with a password to the person whose address the issuer has verified', async () => {
    const app = await startTestApp({
      worker: false,
      env: { ...environment(), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    });
    const withPassword = await app.as('admin');
    issuer.person = { sub: 'admin-1', email: ADMIN.email, email_verified: true, name: 'Ada Min' };
    const atIssuer = await pastGate(app);
    expect(await browse(atIssuer, '/api/login')).toBe('/');
    expect((await me(atIssuer)).id).toBe((await me(withPassword)).id);
    await app.close();
  });

  it('opens no account with a second factor by its address alone, and does as soon as that is taken off', async () => {
    const app = await startTestApp({
      worker: false,
      env: { ...environment(), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    });
    const admin = await app.as('admin');
    const { secret } = await admin.post<SecondFactorSecret>('/api/auth/second-factor', {
      current: ADMIN.password,
    });
    const { recoveryCodes } = await admin.post<{ recoveryCodes: string[] }>(
      '/api/auth/second-factor/confirm',
      { code: new TOTP({ secret }).generate() },
    );
    issuer.person = { sub: 'admin-1', email: ADMIN.email, email_verified: true, name: 'Ada Min' };
    const atIssuer = await pastGate(app);
    expect(await browse(atIssuer, '/api/login')).toBe('/sign-in?error=account_not_linked');
    expect((await atIssuer.call('GET', '/api/auth/user')).status).toBe(401);
    await admin.post('/api/auth/second-factor/turn-off', {
      current: ADMIN.password,
      code: recoveryCodes[0],
    });
    expect(await browse(atIssuer, '/api/login')).toBe('/');
    await app.close();
  });

  it.each([
    ['without an address', { sub: 'silent', name: 'No Address' }, '/sign-in?error=email_not_found'],
    ['who was refused there', null, '/sign-in?error=access_denied&error_description=nobody+is+here'],
  ])('sends somebody %s back to the sign-in page with the reason', async (_who, person, page) => {
    issuer.person = person;
    const client = await pastGate();
    expect(await browse(client, '/api/login')).toBe(page);
    expect((await client.call('GET', '/api/auth/user')).status).toBe(401);
  });

  it('takes no answer that this browser did not ask for', async () => {
    issuer.person = priya;
    const asking = await pastGate();
    const started = await asking.call('GET', '/api/login');
    const state = new URL(started.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const victim = await pastGate();
    const response = await victim.call('GET', `/api/auth/callback/oidc?code=stolen&state=${state}`);
    expect(response.headers.get('location')).toMatch(/^\/sign-in\?error=state_mismatch/);
    expect((await victim.call('GET', '/api/auth/callback/oidc')).headers.get('location')).toMatch(
      /^\/sign-in\?error=/,
    );
    expect((await victim.call('GET', '/api/auth/user')).status).toBe(401);
  });

  it('sets each cookie apart on the way there', async () => {
    const response = await (await pastGate()).call('GET', '/api/login');
    expect(response.status).toBe(302);
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.origin).toBe(issuer.url);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      client_id: issuer.clientId,
      redirect_uri: `${PUBLIC_URL}/api/auth/callback/oidc`,
      response_type: 'code',
      code_challenge_method: 'S256',
      nonce: expect.any(String),
      scope: 'openid email profile',
    });
    for (const line of response.headers.getSetCookie()) expect(line).toMatch(/^yarrow\.\w+=[^,]*HttpOnly/);
  });

  // S7-54
  it('ends the session here and goes to the issuer’s sign-out, which comes back', async () => {
    const client = await pastGate();
    issuer.person = priya;
    await browse(client, '/api/login');
    const response = await client.call('GET', '/api/logout');
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.href).toMatch(`${issuer.url}/session/end?`);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      id_token_hint: expect.stringMatching(/^eyJ/),
      post_logout_redirect_uri: `${PUBLIC_URL}/`,
      client_id: issuer.clientId,
    });
    expect((await client.call('GET', '/api/auth/user')).status).toBe(401);
    expect((await fetch(location)).status).toBe(200);
    expect(issuer.signOuts).toHaveLength(1);
  });
});

it('says that the issuer does not answer, and finds it as soon as it does', async () => {
  const { url, port, close } = await startOidcIssuer(PUBLIC_URL);
  await close();
  const running = await startTestApp({
    worker: false,
    env: { PUBLIC_URL, OIDC_ISSUER: url, OIDC_CLIENT_ID: 'yarrow', OIDC_CLIENT_SECRET: 'x' },
  });
  const client = running.visitor();
  await client.post('/api/access', { password: GATE_PASSWORD });
  const location = async (): Promise<string | null> =>
    (await client.call('GET', '/api/login')).headers.get('location');
  expect(await location()).toBe('/sign-in?error=issuer_unavailable');
  expect((await running.app.welcome()).signIn).toBe(`at ${url}`);
  const again = await startOidcIssuer(PUBLIC_URL, port);
  expect(await location()).toMatch(`${url}/auth?`);
  await running.close();
  await again.close();
});

describe('who somebody is', () => {
  const token = (claims: object): string =>
    `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

  it('is the issuer’s name and its subject together', () => {
    const { accountId, person } = identityOf(token({ iss: 'https://a.test', sub: '7' }), { sub: '7' });
    expect(accountId).toBe('https://a.test|7');
    expect(person).toBeNull();
  });

  it.each([
    ['another subject', token({ iss: 'https://a.test', sub: '8' })],
    ['no issuer', token({ sub: '7' })],
    ['no id token', undefined],
  ])('cannot be said with %s', (_what, idToken) => {
    expect(() => identityOf(idToken, { sub: '7', email: 'a@yarrow.test' })).toThrow();
  });

  it('never trusts an address that the issuer calls unconfirmed', () => {
    const idToken = token({ iss: 'https://a.test', sub: '7' });
    const profile = { sub: '7', email: 'a@yarrow.test' };
    const trusting = { trustsEmail: true };
    expect(identityOf(idToken, profile, trusting).person?.isEmailTrusted).toBe(true);
    const unconfirmed = { ...profile, email_verified: false };
    expect(identityOf(idToken, unconfirmed, trusting).person?.isEmailTrusted).toBe(false);
  });

  it('takes no picture that is not https, and no address that is none', () => {
    const idToken = token({ iss: 'https://a.test', sub: '7' });
    const profile = {
      sub: '7',
      email: 'a@yarrow.test',
      picture: 'javascript:alert(1)',
      email_verified: 'true',
    };
    expect(identityOf(idToken, profile).person).toMatchObject({ imageUrl: null, isEmailVerified: true });
    expect(identityOf(idToken, { sub: '7', email: 'x' }).person).toBeNull();
  });
});
