import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '#features/access/contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { ADMIN, type TestClient } from '#tests/support/client.ts';
import { untilWaiting } from '#tests/support/lock-waits.ts';

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

const me = (client: TestClient) => client.get<User>('/api/auth/user');

/** Two admins: one acts while the other takes their rights. */
let acting: TestClient;
let actingId: string;
let target: { id: string; email: string };
let invitationId: string;

beforeEach(async () => {
  acting = await running.as('member');
  actingId = (await me(acting)).id;
  await admin.patch(`/api/users/${actingId}`, { role: 'admin' });
  target = await me(await running.as('member'));
  const email = `open-${crypto.randomUUID().slice(0, 8)}@yarrow.test`;
  invitationId = (await admin.post<{ id: string }>('/api/invitations', { email, role: 'viewer' })).id;
});

/** The call has been admitted and waits for the lock when `change` commits. */
async function duringCall(call: () => Promise<Response>, change: string): Promise<Response> {
  await database.query('begin');
  await database.query(`select pg_advisory_xact_lock(hashtext('access.people'))`);
  const answer = call();
  await untilWaiting(database, 1);
  await database.query(change, [actingId]);
  await database.query('commit');
  return answer;
}

const invite = { email: 'way-back@yarrow.test', role: 'admin' };
const ACTIONS: [string, () => Promise<Response>][] = [
  ['an invitation', () => acting.call('POST', '/api/invitations', { body: invite })],
  ['withdrawing an invitation', () => acting.call('DELETE', `/api/invitations/${invitationId}`)],
  ['a password link', () => acting.call('POST', `/api/users/${target.id}/password-reset`)],
  ['a promotion', () => acting.call('PATCH', `/api/users/${target.id}`, { body: { role: 'admin' } })],
  ['a removal', () => acting.call('DELETE', `/api/users/${target.id}`)],
  ['a log-out of someone else', () => acting.call('DELETE', `/api/users/${target.id}/sessions`)],
  [
    'requiring a second factor',
    () => acting.call('PUT', '/api/auth/second-factor-policy', { body: { from: null } }),
  ],
  ['taking a second factor off', () => acting.call('DELETE', `/api/users/${target.id}/second-factor`)],
];

const KEPT = [
  'select * from users where id <> $1',
  'select * from sessions where user_id <> $1',
  'select * from password_resets where user_id <> $1',
  'select * from invitations where invited_by <> $1',
];
const state = async () => {
  const rows: unknown[] = [];
  for (const query of KEPT) rows.push((await database.query(query, [actingId])).rows);
  return rows;
};

describe('an admin who loses their rights while a call of theirs waits', () => {
  it.each(ACTIONS)('is refused %s when demoted', async (_name, act) => {
    const before = await state();
    const answer = await duringCall(act, `update users set role = 'member' where id = $1`);
    expect(answer.status).toBe(403);
    expect(await state()).toEqual(before);
  });

  it.each(ACTIONS)('is refused %s when removed', async (_name, act) => {
    const answer = await duringCall(act, 'delete from users where id = $1');
    expect(answer.status).toBe(401);
  });

  it.each(ACTIONS)(
    'is refused %s when their sessions end, as they do with a new password',
    async (_name, act) => {
      const answer = await duringCall(act, 'delete from sessions where user_id = $1');
      expect(answer.status).toBe(401);
    },
  );
});

describe('two admins who act on each other at once', () => {
  const race = (mine: [string, string, unknown?], theirs: [string, string, unknown?]) =>
    Promise.all(
      [
        { client: admin, call: mine },
        { client: acting, call: theirs },
      ].map(async ({ client, call }) => {
        const [method, path, body] = call;
        return (await client.call(method, path, body === undefined ? {} : { body })).status;
      }),
    );

  it('demote one of them: the one who came second is no admin any more', async () => {
    const { id } = await me(admin);
    const body = { role: 'member' };
    const statuses = await race(
      ['PATCH', `/api/users/${actingId}`, body],
      ['PATCH', `/api/users/${id}`, body],
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    await database.query(`update users set role = 'admin' where email = $1`, [ADMIN.email]);
  });

  it('an admin demoted while they promote leaves no promotion that came after', async () => {
    const statuses = await race(
      ['PATCH', `/api/users/${actingId}`, { role: 'member' }],
      ['PATCH', `/api/users/${target.id}`, { role: 'admin' }],
    );
    const { rows } = await database.query('select role from users where id = $1', [target.id]);
    expect(rows[0].role).toBe(statuses[1] === 200 ? 'admin' : 'member');
  });
});

it('a link of the operator works without an issuer, and a row without either is impossible', async () => {
  const insert = (kind: string) =>
    database.query(
      `insert into password_resets (user_id, token_hash, issuer_kind, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
      [target.id, crypto.randomUUID(), kind],
    );
  await expect(insert('admin')).rejects.toThrow('password_resets_issuer');
  await expect(insert('operator')).resolves.toBeDefined();
});
