import { TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { GATE_PASSWORD, type TestClient } from '#tests/support/client.ts';
import { untilWaiting } from '#tests/support/lock-waits.ts';
import type { ManagedUser, OwnAccount, SecondFactorSecret, User } from '../contract.ts';
import { CODE_LIMITS, RECOVERY_CODES } from '../rules.ts';
import { signInWithEmail } from './sign-in.ts';
import { deleteExpired } from './store.ts';

const PASSWORD = 'a horse of another colour';
const PERIOD_MS = 30_000;

let running: TestApp;
let database: pg.Client;
let admin: TestClient;

beforeAll(async () => {
  running = await startTestApp({ worker: false });
  database = new pg.Client({ connectionString: running.databaseUrl });
  await database.connect();
  admin = await running.as('admin');
});
afterEach(() => database.query('delete from guess_counters'));
afterAll(async () => {
  await database.end();
  await running.close();
});

const ago = (periods: number): number => Date.now() - periods * PERIOD_MS;
const codeOf = (secret: string, timestamp = Date.now()): string =>
  new TOTP({ secret }).generate({ timestamp });

async function pastGate(): Promise<TestClient> {
  const client = running.visitor();
  await client.post('/api/access', { password: GATE_PASSWORD });
  return client;
}

/** Somebody who came by invitation, signed in. */
async function newcomer(name: string): Promise<{ client: TestClient; email: string; id: string }> {
  const email = `${name}@yarrow.test`;
  const { link } = await admin.post<{ link: string }>('/api/invitations', { email, role: 'member' });
  const client = await pastGate();
  const given = { token: link.split('#')[1], firstName: name, lastName: '.', password: PASSWORD };
  const { user } = await client.post<{ user: User }>('/api/invitations/accept', given);
  return { client, email, id: user.id };
}

/** With an authenticator app, whose code of now is free to be used. */
async function withApp(name: string) {
  const person = await newcomer(name);
  const { secret, uri } = await person.client.post<SecondFactorSecret>('/api/auth/second-factor', {
    current: PASSWORD,
  });
  const { recoveryCodes } = await person.client.post<{ recoveryCodes: string[] }>(
    '/api/auth/second-factor/confirm',
    { code: codeOf(secret, ago(1)) },
  );
  return { ...person, secret, uri, recoveryCodes };
}

const signIn = async (email: string, code?: string, password = PASSWORD): Promise<Response> =>
  (await pastGate()).call('POST', '/api/auth/sign-in/email', { body: { email, password, code } });
const sessionsOf = async (id: string): Promise<number> =>
  (await database.query('select id from sessions where user_id = $1', [id])).rows.length;

const failed = async ({ email, code }: { email: string; code: string }, times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) expect((await signIn(email, code)).status).toBe(400);
};
const failures = async (): Promise<number[]> =>
  (await database.query<{ failures: number }>('select failures from guess_counters')).rows.map(
    (row) => row.failures,
  );

describe('a second factor', () => {
  // Half-way through a period: none ends between a code and the call that it is for.
  beforeEach(() => {
    const now = (Math.floor(Date.now() / PERIOD_MS) + 0.5) * PERIOD_MS;
    vi.useFakeTimers({ toFake: ['Date'], now });
  });
  afterEach(() => void vi.useRealTimers());

  it('is asked for beside the password once its app has shown a right code', async () => {
    const { client, email, id } = await newcomer('ada');
    expect(await client.get<OwnAccount>('/api/auth/account')).toMatchObject({ secondFactor: null });
    const { secret, uri } = await client.post<SecondFactorSecret>('/api/auth/second-factor', {
      current: PASSWORD,
    });
    expect(uri).toMatch(/^otpauth:\/\/totp\/Yarrow:ada%40yarrow\.test\?issuer=Yarrow&/);
    expect(uri).toContain(`secret=${secret}`);
    expect((await signIn(email)).status, 'nothing is asked for before').toBe(200);

    const wrong = await client.call('POST', '/api/auth/second-factor/confirm', { body: { code: '000000' } });
    expect(await wrong.json()).toMatchObject({ fields: { code: expect.stringContaining('wrong') } });
    const { recoveryCodes } = await client.post<{ recoveryCodes: string[] }>(
      '/api/auth/second-factor/confirm',
      {
        code: codeOf(secret, ago(1)),
      },
    );
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES);
    expect(await client.get<OwnAccount>('/api/auth/account')).toMatchObject({
      secondFactor: { since: expect.any(String), recoveryCodesLeft: RECOVERY_CODES },
    });

    const before = await sessionsOf(id);
    const asked = await signIn(email);
    expect(asked.status).toBe(401);
    expect(asked.headers.getSetCookie()).toEqual([]);
    expect(await asked.json()).toMatchObject({ reason: 'code_needed' });
    expect((await signIn(email, '123')).status).toBe(400);
    const refused = await signIn(email, '000000');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ fields: { code: expect.stringContaining('wrong') } });
    expect(await sessionsOf(id), 'no session is left of a sign-in that ended half-way').toBe(before);

    const code = codeOf(secret);
    const letIn = await signIn(email, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(letIn.status).toBe(200);
    expect(letIn.headers.getSetCookie()).toHaveLength(1);
  });

  it('does not tell whoever has not the password that there is one', async () => {
    const { email } = await withApp('bea');
    const answers = [await signIn(email, undefined, 'wrong'), await signIn(email, '000000', 'wrong')];
    for (const answer of answers) expect(await answer.json()).toMatchObject({ reason: 'wrong_credentials' });
  });

  it('takes each code once, also of two at the same time', async () => {
    const { email, secret } = await withApp('cora');
    const code = codeOf(secret);
    const answers = await Promise.all([signIn(email, code), signIn(email, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await signIn(email, code)).status).toBe(400);
    expect((await signIn(email, codeOf(secret, ago(1)))).status, 'nor one from before').toBe(400);
    expect((await signIn(email, codeOf(secret, ago(-1)))).status, 'a clock that is ahead').toBe(200);
  });

  it('lets in by each recovery code once, however it is written', async () => {
    const { client, email, recoveryCodes } = await withApp('dora');
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(email, first)).status).toBe(200);
    expect((await signIn(email, first)).status).toBe(400);
    expect((await signIn(email, ` ${second.replace('-', ' ').toUpperCase()} `)).status).toBe(200);
    const { secondFactor } = await client.get<OwnAccount>('/api/auth/account');
    expect(secondFactor?.recoveryCodesLeft).toBe(RECOVERY_CODES - 2);
  });

  it('gives new recovery codes for the old, and goes, by password and code alone', async () => {
    const { client, email, secret, recoveryCodes } = await withApp('edda');
    const [first = '', second = ''] = recoveryCodes;
    const renew = '/api/auth/second-factor/recovery-codes';
    const off = '/api/auth/second-factor/turn-off';
    for (const path of [renew, off]) {
      const guessed = await client.call('POST', path, { body: { current: 'wrong', code: first } });
      expect(await guessed.json()).toMatchObject({ fields: { current: expect.any(String) } });
      const half = await client.call('POST', path, { body: { current: PASSWORD, code: '000000' } });
      expect(await half.json()).toMatchObject({ fields: { code: expect.any(String) } });
    }
    const renewed = await client.post<{ recoveryCodes: string[] }>(renew, { current: PASSWORD, code: first });
    expect((await signIn(email, second)).status, 'those of before are gone').toBe(400);
    expect((await signIn(email, renewed.recoveryCodes[0])).status).toBe(200);

    await client.post(off, { current: PASSWORD, code: codeOf(secret) });
    expect((await signIn(email)).status).toBe(200);
    expect(await client.get<OwnAccount>('/api/auth/account')).toMatchObject({ secondFactor: null });
    const without = await client.call('POST', renew, { body: { current: PASSWORD, code: '000000' } });
    expect(await without.json()).toMatchObject({ reason: 'no_second_factor' });
  });

  it('is set up by whoever knows the password, once, and from the page that was opened last', async () => {
    const { client } = await newcomer('faye');
    const start = (current: string) => client.call('POST', '/api/auth/second-factor', { body: { current } });
    const confirm = (secret: string, at = 1) =>
      client.call('POST', '/api/auth/second-factor/confirm', { body: { code: codeOf(secret, ago(at)) } });
    expect(await (await start('wrong')).json()).toMatchObject({ fields: { current: expect.any(String) } });
    const first: SecondFactorSecret = await (await start(PASSWORD)).json();
    const second: SecondFactorSecret = await (await start(PASSWORD)).json();
    expect((await confirm(first.secret)).status).toBe(400);
    expect((await confirm(second.secret)).status).toBe(200);
    expect((await confirm(second.secret, 0)).status).toBe(409);
    expect((await start(PASSWORD)).status, 'one that is in use is not replaced').toBe(409);
  });

  it('is not confirmed by the code of a secret that another takes the place of meanwhile', async () => {
    const { client, id } = await newcomer('fern');
    const { secret } = await client.post<SecondFactorSecret>('/api/auth/second-factor', {
      current: PASSWORD,
    });
    await database.query('begin');
    await database.query(`update second_factors set sealed_secret = 'another' where user_id = $1`, [id]);
    const confirmed = client.call('POST', '/api/auth/second-factor/confirm', {
      body: { code: codeOf(secret) },
    });
    await untilWaiting(database, 1);
    await database.query('commit');
    expect(await (await confirmed).json()).toMatchObject({ reason: 'setup_gone' });
    expect(await client.get<OwnAccount>('/api/auth/account')).toMatchObject({ secondFactor: null });
  });

  it('is begun anew where the set-up has waited for more than an hour', async () => {
    const { client, id } = await newcomer('gail');
    const { secret } = await client.post<SecondFactorSecret>('/api/auth/second-factor', {
      current: PASSWORD,
    });
    await database.query(
      `update second_factors set started_at = now() - interval '61 minutes' where user_id = $1`,
      [id],
    );
    const late = await client.call('POST', '/api/auth/second-factor/confirm', {
      body: { code: codeOf(secret) },
    });
    expect(await late.json()).toMatchObject({ reason: 'setup_gone' });
  });

  // R16
  it('takes 10 wrong codes in an hour, then not even the right one; recovery codes are counted by themselves', async () => {
    const { email, secret, recoveryCodes } = await withApp('hope');
    await failed({ email, code: '000000' }, CODE_LIMITS.hour.failures);
    const refused = await signIn(email, codeOf(secret));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('knows your password') });
    expect((await signIn(email, '000000')).status).toBe(429);
    expect((await signIn(email, recoveryCodes[0])).status, 'the owner gets in').toBe(200);
    await failed({ email, code: 'abcde-fghij' }, CODE_LIMITS.hour.failures);
    expect((await signIn(email, recoveryCodes[1])).status).toBe(429);
  });

  // R16
  it('takes 30 wrong codes in a day, also of whoever gets one right in between', async () => {
    const { email, secret, recoveryCodes } = await withApp('ines');
    await failed({ email, code: '000000' }, CODE_LIMITS.hour.failures - 1);
    expect((await signIn(email, codeOf(secret))).status).toBe(200);
    expect(await failures(), 'the hour is forgiven, the day is not').toEqual([CODE_LIMITS.hour.failures - 1]);
    await database.query('update guess_counters set failures = $1', [CODE_LIMITS.day.failures]);
    expect((await signIn(email, codeOf(secret, ago(-1)))).status).toBe(429);
    expect((await signIn(email, recoveryCodes[0])).status).toBe(200);
  });

  // R16
  it('lets no code through that is hidden in a burst of others', async () => {
    const { email, secret } = await withApp('joan');
    const caller = { ip: '192.0.2.9', userAgent: undefined, cookie: undefined };
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        signInWithEmail(
          running.app.context,
          { email, password: PASSWORD, code: at === 19 ? codeOf(secret) : `0000${10 + at}` },
          caller,
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  });

  it('is asked for by a link that sets a forgotten password too, which is not used up by a wrong one', async () => {
    const { email, id, recoveryCodes } = await withApp('iris');
    const { link } = await admin.post<{ link: string }>(`/api/users/${id}/password-reset`);
    const client = await pastGate();
    const body = { token: link.split('#')[1], password: 'another horse altogether' };
    const reset = (code?: string) =>
      client.call('POST', '/api/auth/password-reset', { body: { ...body, code } });
    expect(await (await reset()).json()).toMatchObject({ reason: 'code_needed' });
    expect((await reset('000000')).status).toBe(400);
    expect((await signIn(email, recoveryCodes[0])).status, 'the old password holds').toBe(200);
    expect((await reset(recoveryCodes[1])).status).toBe(200);
    expect(await client.get('/api/auth/user')).toMatchObject({ email });
  });

  it('is asked for when the password is changed, and stays', async () => {
    const { client, email, secret, recoveryCodes } = await withApp('jane');
    const change = (code?: string) =>
      client.call('POST', '/api/auth/password', {
        body: { current: PASSWORD, password: 'another horse altogether', code },
      });
    expect(await (await change()).json()).toMatchObject({ reason: 'code_needed' });
    expect((await change('000000')).status).toBe(400);
    expect((await change(recoveryCodes[0])).status).toBe(200);
    expect(await client.get('/api/auth/user')).toMatchObject({ email });
    expect((await signIn(email, undefined, 'another horse altogether')).status).toBe(401);
    expect((await signIn(email, codeOf(secret), 'another horse altogether')).status).toBe(200);
  });

  it('is taken off by an admin, for others, and logs them out', async () => {
    const { client, email, id } = await withApp('kate');
    await failed({ email, code: '000000' }, CODE_LIMITS.hour.failures);
    const list = () => admin.get<ManagedUser[]>('/api/users');
    expect((await list()).find((user) => user.id === id)).toMatchObject({ hasSecondFactor: true });
    expect((await admin.call('DELETE', `/api/users/${id}/second-factor`)).status).toBe(204);
    expect((await client.call('GET', '/api/auth/user')).status).toBe(401);
    expect(await failures(), 'what was guessed is no guess at the next one').toEqual([]);
    expect((await signIn(email)).status).toBe(200);
    expect((await list()).find((user) => user.id === id)).toMatchObject({ hasSecondFactor: false });
    const { id: ownId } = await admin.get<User>('/api/auth/user');
    expect(await (await admin.call('DELETE', `/api/users/${ownId}/second-factor`)).json()).toMatchObject({
      reason: 'self',
    });
    expect((await admin.call('DELETE', '/api/users/nobody/second-factor')).status).toBe(404);
  });

  it('is kept sealed, and its recovery codes as hashes', async () => {
    const { id, secret, recoveryCodes } = await withApp('lily');
    const { rows } = await database.query('select * from second_factors where user_id = $1', [id]);
    const kept = JSON.stringify(rows);
    expect(kept).not.toContain(secret);
    for (const code of recoveryCodes) {
      expect(kept).not.toContain(code);
      expect(kept).not.toContain(code.replace('-', ''));
    }
  });

  it('lets in by recovery code where the secret was sealed under a setting that is lost', async () => {
    const { email, id, secret, recoveryCodes } = await withApp('maud');
    await database.query(`update second_factors set sealed_secret = 'lost' where user_id = $1`, [id]);
    const refused = await signIn(email, codeOf(secret));
    expect(await refused.json()).toMatchObject({
      fields: { code: expect.stringContaining('recovery code') },
    });
    expect(await failures(), 'which is no guess').toEqual([]);
    expect((await signIn(email, recoveryCodes[0])).status).toBe(200);
  });
});

describe('a session', () => {
  const reset = (id: string, age: string) =>
    database.query(`update sessions set updated_at = now() - $2::interval where user_id = $1`, [id, age]);

  it('ends when nobody has used it for a week, and is listed no more', async () => {
    const { client, email, id } = await newcomer('nell');
    await reset(id, '6 days 23 hours');
    expect((await client.call('GET', '/api/auth/user')).status).toBe(200);
    const { rows } = await database.query(
      `select id from sessions where user_id = $1 and updated_at > now() - interval '1 minute'`,
      [id],
    );
    expect(rows, 'which counts as a use').toHaveLength(1);
    await reset(id, '7 days 1 minute');
    expect((await client.call('GET', '/api/auth/user')).status).toBe(401);

    const again = await pastGate();
    await again.post('/api/auth/sign-in/email', { email, password: PASSWORD });
    expect((await again.get<OwnAccount>('/api/auth/account')).sessions).toHaveLength(1);
    await deleteExpired(running.app.db, new Date());
    expect(await sessionsOf(id)).toBe(1);
  });

  it('is not used by a page that only waits for news', async () => {
    const { client, id } = await newcomer('nora');
    const leave = new AbortController();
    const stream = await client.call('GET', '/api/live', { signal: leave.signal });
    await reset(id, '3 hours');
    // The news of somebody make the stream ask whose it is.
    await newcomer('nova');
    const reader = stream.body?.getReader();
    for (let heard = ''; !heard.includes('users'); ) {
      const { value } = (await reader?.read()) ?? {};
      heard += new TextDecoder().decode(value);
    }
    leave.abort();
    const { rows } = await database.query(
      `select id from sessions where user_id = $1 and updated_at < now() - interval '2 hours'`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  it('reads on where its use cannot be noted', async () => {
    const { client, id } = await newcomer('opal');
    await reset(id, '3 hours');
    await database.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception sqlstate '53100'; end $$`);
    await database.query('create trigger full_disk before update on sessions execute function refuse()');
    try {
      expect((await client.call('GET', '/api/auth/user')).status).toBe(200);
    } finally {
      await database.query('drop trigger full_disk on sessions; drop function refuse');
    }
  });

  it('is not written to by each call', async () => {
    const { client, id } = await newcomer('olga');
    await reset(id, '59 minutes');
    await client.get('/api/auth/user');
    const { rows } = await database.query(
      `select id from sessions where user_id = $1 and updated_at < now() - interval '58 minutes'`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  it('is ended by an admin, wherever it is, and another can be begun', async () => {
    const { client, email, id } = await newcomer('pia');
    expect((await signIn(email)).status).toBe(200);
    expect(await (await admin.call('DELETE', `/api/users/${id}/sessions`)).json()).toEqual({ ended: 2 });
    expect((await client.call('GET', '/api/auth/user')).status).toBe(401);
    expect((await signIn(email)).status).toBe(200);
    expect((await admin.call('DELETE', '/api/users/nobody/sessions')).status).toBe(404);
  });
});
