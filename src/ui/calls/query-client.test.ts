import { focusManager, InfiniteQueryObserver, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const calls: string[] = [];
let answer: () => Response;

beforeEach(() => {
  vi.useFakeTimers();
  calls.length = 0;
  answer = () => new Response('["Ada"]');
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// S7-02
it('calls the URL that the key of a query joins to', async () => {
  const client = createQueryClient();
  const people = await client.query({ queryKey: ['/api/communities', '7', 'members'] });
  expect(calls).toEqual(['/api/communities/7/members']);
  expect(people).toEqual(['Ada']);
});

// S7-03
it('treats a 401 as an error by default', async () => {
  answer = () => new Response('Unauthorized', { status: 401 });
  const client = createQueryClient();
  await expect(client.query({ queryKey: ['/api/communities'] })).rejects.toThrow('401: Unauthorized');
});

// S9-01
it('does not fetch again when the window gets the focus, nor on an interval', async () => {
  const client = createQueryClient();
  client.mount();
  const observer = new QueryObserver(client, { queryKey: ['/api/leads'] });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  expect(observer.options).toMatchObject({ refetchOnWindowFocus: false, refetchInterval: false });
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  focusManager.setFocused(undefined);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(calls).toEqual(['/api/leads']);
  stop();
  client.unmount();
  client.clear();
});

// S9-02
it('shows what it has when a screen is opened again, without a new call', async () => {
  const client = createQueryClient();
  const visit = async () => {
    const observer = new QueryObserver(client, { queryKey: ['/api/leads'] });
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(10);
    const { data, isStale } = observer.getCurrentResult();
    stop();
    return { data, isStale };
  };
  await visit();
  await vi.advanceTimersByTimeAsync(1_800_000);
  expect(await visit()).toEqual({ data: ['Ada'], isStale: false });
  expect(calls).toEqual(['/api/leads']);
  client.clear();
});

// S9-04
it('retries neither a failed query nor a failed mutation', async () => {
  answer = () => new Response('no', { status: 503 });
  const client = createQueryClient();
  const observer = new QueryObserver(client, { queryKey: ['/api/leads'] });
  const stop = observer.subscribe(() => undefined);
  const pages = new InfiniteQueryObserver(client, {
    queryKey: ['/api/pages'],
    initialPageParam: null,
    getNextPageParam: () => null,
  });
  const stopPages = pages.subscribe(() => undefined);
  let tries = 0;
  const mutation = new MutationObserver(client, {
    mutationFn: async () => {
      tries += 1;
      throw new Error('no');
    },
  });
  await mutation.mutate().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(calls).toEqual(['/api/leads', '/api/pages']);
  expect(tries).toBe(1);
  stop();
  stopPages();
  client.clear();
});
