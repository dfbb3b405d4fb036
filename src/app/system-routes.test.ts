import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import type { Database } from '#platform/db.ts';
import type { HttpServer } from '#platform/http.ts';
import type { LiveHub } from '#platform/live.ts';
import { live } from './system-contract.ts';
import { mountSystem } from './system-routes.ts';

type Answer = { body: AsyncGenerator<string> };

it('hears of the end of a live stream once, however many changes it has told', async () => {
  const handlers = new Map<unknown, (input: unknown, call: unknown) => Answer>();
  let tell: (topics: string[]) => void = () => undefined;
  const hub = {
    recent: () => [],
    subscribe: (listener: typeof tell) => {
      tell = listener;
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
      metricsToken: undefined,
      isShuttingDown: () => false,
    },
  );
  const page = new AbortController();
  const listeners = () => getEventListeners(page.signal, 'abort').length;
  const stream = handlers.get(live)?.({ query: { ageMs: 0 } }, { signal: page.signal }).body;
  await stream?.next();
  for (let change = 1; change <= 3; change += 1) {
    const told = stream?.next();
    await Promise.resolve();
    tell(['leads']);
    expect((await told)?.value).toContain('leads');
    expect(listeners()).toBe(1);
  }

  const last = stream?.next();
  page.abort();
  expect(await last).toEqual({ done: true, value: undefined });
  expect(listeners()).toBe(0);
});
