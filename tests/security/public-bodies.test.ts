import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

const KIB = 1024;

it.each(['/api/track', '/api/access'])(
  'takes no body of more than 16 KB at %s, which anyone may call',
  async (path) => {
    const visitor = app.visitor();
    const large = await visitor.call('POST', path, { body: Array.from({ length: 10 * KIB }, () => ({})) });
    expect(large.status).toBe(413);
    const small = await visitor.call('POST', path, { body: Array.from({ length: 100 }, () => ({})) });
    expect(small.status).not.toBe(413);
  },
);

it('takes a record of 100 full columns from a service that delivers people', async () => {
  const columns = Array.from({ length: 100 }, (_, index) => [`column ${index}`, 'x'.repeat(4_000)]);
  const response = await app
    .visitor()
    .call('POST', '/api/leads/deliveries', { body: Object.fromEntries(columns) });
  expect(response.status, 'no search has asked for it').toBe(404);
});

it('still takes 1 MB from people who are signed in', async () => {
  const member = await app.as('member');
  const response = await member.call('POST', '/api/leads', { body: { name: 'x'.repeat(500 * KIB) } });
  expect(response.status).toBe(400);
});
