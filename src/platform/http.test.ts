import { once } from 'node:events';
import { get, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Actor } from '#kit/actor.ts';
import { endpoint } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import type { Visitor } from './admission.ts';
import { type Database, openDatabase } from './db.ts';
import { createHttpServer, type HttpServer } from './http.ts';
import { createLog } from './log.ts';

const log = createLog('silent');
const ada: Actor = { id: 'ada', email: 'ada@yarrow.test', role: 'member', firstName: 'Ada', lastName: 'L' };

const Thing = z.object({ name: z.string() });
const makeThing = endpoint({
  method: 'POST',
  path: '/api/things',
  access: 'member',
  summary: 'Make',
  body: Thing,
  response: Thing,
  status: 201,
});
const breakThing = endpoint({
  method: 'POST',
  path: '/api/break',
  access: 'member',
  summary: 'Break',
  response: Thing,
});
const listThings = endpoint({
  method: 'GET',
  path: '/api/things',
  access: 'viewer',
  summary: 'List',
  query: z.object({ cursor: z.string().optional() }),
  response: z.array(Thing),
  paged: true,
});

const waitThing = endpoint({
  method: 'GET',
  path: '/api/wait',
  access: 'viewer',
  summary: 'Wait',
  query: z.object({ asks: z.enum(['early', 'late']) }),
  response: Thing,
});

describe('the server behind the contract', () => {
  let database: { url: string; drop: () => Promise<void> };
  let db: Database;
  let server: HttpServer;
  let url = '';
  let visitor: Visitor = { isGranted: true, user: ada };
  let made = 0;
  let isBroken = true;
  let arrived = (): void => undefined;
  let leave = (): void => undefined;
  let identified = (): void => undefined;
  let heard = (_isGone: boolean): void => undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log });
    server = await createHttpServer({
      log,
      db,
      identify: () => {
        identified();
        return Promise.resolve(visitor);
      },
      ownOrigins: ['https://yarrow.test'],
      isSecure: false,
      secret: 'of the test',
      trustProxy: 0,
      temporaryFolder: tmpdir(),
    });
    server.mount(makeThing, async ({ body }) => {
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { name: `${body.name} ${made}`, secret: 'not in the contract' };
    });
    server.mount(breakThing, () => {
      if (isBroken) throw new Error('boom: password=hunter2');
      return { name: 'mended' };
    });
    server.mount(waitThing, async ({ query }, call) => {
      const early = query.asks === 'early' ? call.signal : undefined;
      const isGone = new Promise<void>((resolve) => {
        leave = resolve;
      });
      arrived();
      await isGone;
      heard((early ?? call.signal).aborted);
      return { name: 'nobody reads this' };
    });
    server.mount(listThings, () => ({ items: [{ name: 'a' }], nextCursor: 'next', total: 41 }));
    await server.fastify.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(server.fastify.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await server.fastify.close();
    await db.$client.end();
    await database.drop();
  });

  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it('lets only declared columns out', async () => {
    expect(await (await post('/api/things', { name: 'x' })).json()).toEqual({
      name: expect.stringMatching(/^x /),
    });
  });

  it('lets nobody keep an answer or a refusal that does not say that it may be kept', async () => {
    visitor = { isGranted: true, user: ada };
    const answers = [
      await fetch(`${url}/api/things`),
      await post('/api/things', { name: 7 }),
      await post('/api/things', { name: 'x' }, { origin: 'https://elsewhere.test' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 403]);
    for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store');
  });

  // S7-05
  it('pages a list with Link and X-Total-Count', async () => {
    const response = await fetch(`${url}/api/things?cursor=first`);
    expect(await response.json()).toEqual([{ name: 'a' }]);
    expect(response.headers.get('link')).toBe('</api/things?cursor=next>; rel="next"');
    expect(response.headers.get('x-total-count')).toBe('41');
  });

  it.each(['early', 'late'])('tells a handler that asks %s that its caller has gone', async (asks) => {
    const isHere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const verdict = new Promise<boolean>((resolve) => {
      heard = resolve;
    });
    const closed = new Promise<void>((resolve) => {
      server.fastify.server.once('connection', (socket) => socket.once('close', () => setImmediate(resolve)));
    });
    const caller = new AbortController();
    const call = get(`${url}/api/wait?asks=${asks}`, { agent: false, signal: caller.signal });
    call.on('error', () => undefined);
    await isHere;
    caller.abort();
    await closed;
    leave();
    expect(await verdict).toBe(true);
  });

  it('tells nothing of an inner failure but a reference', async () => {
    const response = await post('/api/break', {});
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain('hunter2');
    expect(JSON.parse(text)).toMatchObject({ code: 'internal', requestId: expect.any(String) });
  });

  it('does a call with an Idempotency-Key once, however often it comes', async () => {
    const key = crypto.randomUUID();
    const before = made;
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => post('/api/things', { name: 'once' }, { 'idempotency-key': key })),
    );
    expect(made).toBe(before + 1);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  });

  it('refuses a key that comes back with another body', async () => {
    const key = crypto.randomUUID();
    await post('/api/things', { name: 'first' }, { 'idempotency-key': key });
    const response = await post('/api/things', { name: 'second' }, { 'idempotency-key': key });
    expect(response.status).toBe(422);
  });

  it('lets a call that failed on our side be tried again with its key', async () => {
    const key = crypto.randomUUID();
    expect((await post('/api/break', {}, { 'idempotency-key': key })).status).toBe(500);
    isBroken = false;
    expect((await post('/api/break', {}, { 'idempotency-key': key })).status).toBe(200);
    isBroken = true;
  });

  it.each([
    ['another origin', { origin: 'https://evil.test' }, 403],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }, 403],
    ['the configured origin', { origin: 'https://yarrow.test' }, 201],
  ])('answers a changing call of %s with its due', async (_who, headers, status) => {
    expect((await post('/api/things', { name: 'x' }, headers)).status).toBe(status);
  });

  // S6-08
  it('refuses a changing call of a viewer with 403 and of a stranger with 401', async () => {
    visitor = { isGranted: true, user: { ...ada, role: 'viewer' } };
    expect((await post('/api/things', { name: 'x' })).status).toBe(403);
    visitor = { isGranted: true, user: null };
    const signedOut = await post('/api/things', { name: 'x' });
    expect(signedOut.status).toBe(401);
    expect(await signedOut.text()).toContain('Unauthorized');
    visitor = { isGranted: false, user: ada };
    expect((await post('/api/things', { name: 'x' })).status).toBe(401);
    visitor = { isGranted: true, user: ada };
  });

  it('asks again who is calling once the body has arrived: rights may have ended meanwhile', async () => {
    visitor = { isGranted: true, user: ada };
    const before = made;
    const { promise: admitted, resolve: noteAdmitted } = Promise.withResolvers<void>();
    identified = noteAdmitted;
    const call = request(`${url}/api/things`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': 12 },
    });
    const answered = once(call, 'response');
    call.write('{"name"');
    await admitted;
    visitor = { isGranted: true, user: null };
    call.end(':"x"}');
    const [answer] = await answered;
    expect(answer.statusCode).toBe(401);
    answer.resume();
    expect(made).toBe(before);
    visitor = { isGranted: true, user: ada };
  });

  // R5
  it('bulk work hears of who is signed in, not of visitors', async () => {
    const [open, own] = [
      endpoint({ method: 'GET', path: '/api/open', access: 'gate', summary: 'Open', response: Thing }),
      endpoint({ method: 'GET', path: '/api/own', access: 'viewer', summary: 'Own', response: Thing }),
    ];
    let calls = 0;
    const other = await createHttpServer({
      log,
      db,
      identify: () => Promise.resolve(visitor),
      ownOrigins: [],
      isSecure: true,
      secret: 'of the test',
      trustProxy: 0,
      temporaryFolder: tmpdir(),
      courtesy: {
        heard: () => {
          calls += 1;
        },
      },
    });
    other.mount(open, () => ({ name: 'open' }));
    other.mount(own, () => ({ name: 'own' }));
    visitor = { isGranted: true, user: null };
    expect((await other.fastify.inject('/api/open')).statusCode).toBe(200);
    expect((await other.fastify.inject('/api/own')).statusCode).toBe(401);
    expect(calls).toBe(0);
    visitor = { isGranted: true, user: ada };
    for (const path of ['/api/open', '/api/own'])
      expect((await other.fastify.inject(path)).statusCode).toBe(200);
    expect(calls).toBe(2);
    await other.fastify.close();
  });

  it('passes a refusal on with its code, words and wait', async () => {
    const slow = endpoint({
      method: 'GET',
      path: '/api/slow',
      access: 'public',
      summary: 'Slow',
      response: Thing,
    });
    const other = await createHttpServer({
      log,
      db,
      identify: () => Promise.resolve(visitor),
      ownOrigins: [],
      isSecure: true,
      secret: 'of the test',
      trustProxy: 0,
      temporaryFolder: tmpdir(),
    });
    other.mount(slow, () => {
      throw new AppError('rate_limited', 'Wait a little.', { retryAfterSeconds: 7 });
    });
    const response = await other.fastify.inject('/api/slow');
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBe('7');
    expect(response.json()).toMatchObject({ code: 'rate_limited', message: 'Wait a little.' });
    expect(response.headers['content-security-policy']).toContain("default-src 'self'");
    await other.fastify.close();
  });
});
