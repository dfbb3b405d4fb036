import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { ADMIN, GATE_PASSWORD } from '#tests/support/client.ts';

const STOLEN = 'a password stolen elsewhere';
const PADDED = 'a password that is only padding';
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

/** The range service, as it is asked by k-anonymity. */
let service: Server;
let asked: { path: string; padding: string | undefined }[] = [];
let isAway = false;
let app: TestApp;

beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push({ path: request.url ?? '', padding: String(request.headers['add-padding']) });
    const lines = [`${sha1(STOLEN).slice(5)}:42`, `${sha1(PADDED).slice(5)}:0`, `${'0'.repeat(35)}:3`];
    response.writeHead(isAway ? 503 : 200, { 'content-type': 'text/plain' }).end(lines.join('\r\n'));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  app = await startTestApp({
    worker: false,
    env: { BREACHED_PASSWORDS: 'on', BREACHED_PASSWORDS_BASE_URL: url },
  });
});
afterAll(async () => {
  await app.close();
  service.close();
});
beforeEach(() => {
  asked = [];
  isAway = false;
});

async function accept(password: string): Promise<Response> {
  const admin = await app.as('admin');
  const email = `person-${crypto.randomUUID().slice(0, 8)}@yarrow.test`;
  const { link } = await admin.post<{ link: string }>('/api/invitations', { email, role: 'member' });
  const visitor = app.visitor();
  await visitor.post('/api/access', { password: GATE_PASSWORD });
  return visitor.call('POST', '/api/invitations/accept', {
    body: { token: new URL(link).hash.slice(1), firstName: 'Ada', lastName: 'Birch', password },
  });
}

it('refuses a password that is known from a breach, and tells five digits of its hash alone', async () => {
  const answer = await accept(STOLEN);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: { password: expect.stringContaining('breach') } });
  expect(asked).toEqual([{ path: `/range/${sha1(STOLEN).slice(0, 5)}`, padding: 'true' }]);
});

it.each(['change', 'link'])('refuses it as a new password of an account too: by a %s', async (way) => {
  const admin = await app.as('admin');
  const member = await app.as('member');
  const { id } = await member.get<{ id: string }>('/api/auth/user');
  const answer =
    way === 'change'
      ? await member.call('POST', '/api/auth/password', {
          body: { current: ADMIN.password, password: STOLEN },
        })
      : await member.call('POST', '/api/auth/password-reset', {
          body: {
            token: (await admin.post<{ link: string }>(`/api/users/${id}/password-reset`)).link.split('#')[1],
            password: STOLEN,
          },
        });
  expect(answer.status).toBe(400);
});

it('takes one that is not known, and one that the answer holds only as padding', async () => {
  expect((await accept('four words of no breach')).status).toBe(201);
  expect((await accept(PADDED)).status).toBe(201);
});

it('takes any where the service is away: nobody is kept out by it', async () => {
  isAway = true;
  expect((await accept(STOLEN)).status).toBe(201);
});
