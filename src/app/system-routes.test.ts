import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#platform/db.ts';
import type { HttpServer } from '#platform/http.ts';
import type { LiveHub } from '#platform/live.ts';
import { live, metrics } from './system-contract.ts';
import { mountSystem } from './system-routes.ts';

type Answer = { body: AsyncGenerator<string> };

/** The routes with one listener, and who the browser that listens is by now. */
function mounted() {
  const handlers = new Map<unknown, (input: unknown, call: unknown) => unknown>();
  const state = { isIn: true, tell: (_topics: string[]): void => undefined };
  const hub = {
    recent: () => [],
    subscribe: (listener: typeof state.tell) => {
      state.tell = listener;
      return () => undefined;
    },
  };
  mountSystem(
    {
      mount: (endpoint: unknown, handler: never) => handlers.set(endpoint, handler),
    } as unknown as HttpServer,
    {
      db: {} as Database,
      hub: hub as unknown as LiveHub,
      visitorOf: () =>
        Promise.resolve({
          isGranted: true,
          user: state.isIn
            ? { id: 'ada', email: 'ada@yarrow.test', role: 'viewer', firstName: 'Ada', lastName: 'L' }
            : null,
        }),
      metricsToken: undefined,
      isShuttingDown: () => false,
    },
  );
  const ask = (endpoint: unknown, input: unknown, call: unknown): unknown =>
    handlers.get(endpoint)?.(input, call);
  const listen = (signal = new AbortController().signal) =>
    (ask(live, { query: { ageMs: 0 } }, { signal, cookies: {} }) as Answer).body;
  return { state, listen, ask };
}

afterEach(() => vi.useRealTimers());

describe('a live stream', () => {
  it('hears of its end once, however many changes it has told', async () => {
    const { state, listen } = mounted();
    const page = new AbortController();
    const listeners = () => getEventListeners(page.signal, 'abort').length;
    const stream = listen(page.signal);
    await stream.next();
    for (let change = 1; change <= 3; change += 1) {
      const told = stream.next();
      await Promise.resolve();
      state.tell(['leads']);
      expect((await told).value).toContain('leads');
      expect(listeners()).toBe(1);
    }

    const last = stream.next();
    page.abort();
    expect(await last).toEqual({ done: true, value: undefined });
    expect(listeners()).toBe(0);
  });

  it('tells whoever was removed that people changed, nothing else of the moment, and ends', async () => {
    const { state, listen } = mounted();
    const stream = listen();
    await stream.next();
    const first = stream.next();
    await Promise.resolve();
    state.tell(['users']);
    expect((await first).value).toContain('users');
    const second = stream.next();
    await Promise.resolve();
    state.isIn = false;
    state.tell(['users', 'leads']);
    expect((await second).value).toBe('data: {"topics":["users"]}\n\n');
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('ends within the next silence where its listener has logged out', async () => {
    vi.useFakeTimers();
    const { state, listen } = mounted();
    const stream = listen();
    await stream.next();
    const first = stream.next();
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await first).value).toBe(': still here\n\n');
    state.isIn = false;
    const second = stream.next();
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await second).value, 'their other pages ask who they are').toBe('data: {"topics":["users"]}\n\n');
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });
});

it.each([
  ['localhost:3000', true],
  ['127.0.0.1', true],
  ['[::1]:3000', true],
  ['app.yarrow.test', false],
  ['127.0.0.1.yarrow.test', false],
  ['', false],
])('without a token the metrics are read from this machine by its own name: %j', async (host, isRead) => {
  const { ask } = mounted();
  const read = ask(metrics, {}, { ip: '127.0.0.1', headers: { host } }) as Promise<{ status: number }>;
  if (isRead) expect((await read).status).toBe(200);
  else await expect(read).rejects.toMatchObject({ code: 'unauthenticated' });
});

it.each([
  'via',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
])('without a token the metrics are not read through a proxy on this machine: %s', async (header) => {
  const { ask } = mounted();
  const headers = { host: 'localhost:3000', [header]: '1.1 proxy' };
  await expect(ask(metrics, {}, { ip: '127.0.0.1', headers })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});
