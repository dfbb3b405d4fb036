import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Page } from '#kit/endpoint.ts';
import { connectLive } from './live.ts';
import { loadingWhatIsShown } from './page-window.ts';
import { longSource } from './paged-source.ts';
import { createQueryClient } from './query-client.ts';

/** What of an EventSource is used, with the server's side to play. */
class Stream extends EventTarget {
  readyState = 0;
  isClosed = false;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
  }
  close(): void {
    this.isClosed = true;
  }
  opens(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  tells(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  breaks(readyState: 0 | 2): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event('error'));
  }
}

/** News are gathered for a moment. */
const SOON_MS = 61;

let client: QueryClient;
let streams: Stream[];
let loads: Record<string, number>;
let end: () => void;
const stops: (() => void)[] = [];

/** A query on screen that counts how often it is loaded. */
async function show(name: string, topics: string[]): Promise<void> {
  const observer = new QueryObserver(client, {
    queryKey: [name],
    queryFn: () => {
      loads[name] = (loads[name] ?? 0) + 1;
      return loads[name];
    },
    meta: { topics },
  });
  stops.push(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(1);
}

/** A long list on screen of which two rows are on each page, and what it asked for. */
async function showList(pages: number) {
  const calls: (string | null)[] = [];
  const key = ['list', crypto.randomUUID()];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: key,
    queryFn: loadingWhatIsShown<{ id: string }, string[]>(({ pageParam }): Promise<Page<{ id: string }>> => {
      calls.push(pageParam);
      const at = Number(pageParam);
      const items = [{ id: `${at}` }, { id: `${at + 1}` }];
      return Promise.resolve({ items, nextCursor: String(at + 2), total: 100 });
    }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<{ id: string }>) => page.nextCursor,
    meta: { topics: ['leads'] },
  });
  stops.push(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(1);
  for (let page = 1; page < pages; page += 1) await observer.fetchNextPage();
  return {
    /** What was asked for since this was called last. */
    asked: () => calls.splice(0),
    more: () => observer.fetchNextPage(),
    scrollTo: (first: number, last: number) =>
      longSource(observer.getCurrentResult(), key).showRows?.(first, last),
  };
}

function stream(index = 0): Stream {
  const found = streams[index];
  if (!found) throw new Error(`stream ${index} was not opened`);
  return found;
}

beforeEach(async () => {
  vi.useFakeTimers();
  client = createQueryClient();
  streams = [];
  loads = {};
  await show('leads', ['leads', 'lead-groups']);
  await show('campaigns', ['campaigns']);
  end = connectLive(client, {
    open: (url) => {
      const opened = new Stream(url);
      streams.push(opened);
      // The part of EventSource that is used; the rest of its face does not matter here.
      return opened as unknown as EventSource;
    },
  });
});
afterEach(() => {
  end();
  for (const stop of stops.splice(0)) stop();
  client.clear();
  vi.useRealTimers();
});

describe('live news', () => {
  // S9-03
  it('make the client fetch again just what changed', async () => {
    expect(stream().url).toMatch(/^\/api\/live\?ageMs=\d+$/);
    stream().opens();
    stream().tells('{"topics":["lead-groups","usage"]}');
    await vi.advanceTimersByTimeAsync(SOON_MS);
    expect(loads).toEqual({ leads: 2, campaigns: 1 });
  });

  // S9-03
  it('of everything concern every query', async () => {
    stream().opens();
    stream().tells('{"topics":["everything"]}');
    await vi.advanceTimersByTimeAsync(SOON_MS);
    expect(loads).toEqual({ leads: 2, campaigns: 2 });
  });

  // S9-03
  it('of what is being loaded for the first time make the client load it again, since that answer may be older', async () => {
    let answer = (_words: string): void => undefined;
    const observer = new QueryObserver(client, {
      queryKey: ['slow'],
      queryFn: () => {
        loads['slow'] = (loads['slow'] ?? 0) + 1;
        return new Promise<string>((resolve) => {
          answer = resolve;
        });
      },
      meta: { topics: ['leads'] },
    });
    stops.push(observer.subscribe(() => undefined));
    stream().opens();
    stream().tells('{"topics":["leads"]}');
    answer('old');
    await vi.advanceTimersByTimeAsync(SOON_MS);
    expect(loads['slow']).toBe(2);
    answer('new');
    await vi.advanceTimersByTimeAsync(1);
    expect(observer.getCurrentResult()).toMatchObject({ data: 'new', fetchStatus: 'idle' });
  });

  it('of one change are loaded once, and not again where somebody has asked since they came', async () => {
    stream().opens();
    stream().tells('{"topics":["leads"]}');
    stream().tells('{"topics":["lead-groups"]}');
    await vi.advanceTimersByTimeAsync(SOON_MS);
    expect(loads).toEqual({ leads: 2, campaigns: 1 });

    stream().tells('{"topics":["leads","campaigns"]}');
    await vi.advanceTimersByTimeAsync(5);
    // Whoever made the change has the answer now.
    await client.invalidateQueries({ queryKey: ['leads'] });
    expect(loads).toEqual({ leads: 3, campaigns: 1 });
    await vi.advanceTimersByTimeAsync(SOON_MS);
    expect(loads).toEqual({ leads: 3, campaigns: 2 });
    stream().tells('{"topics":["leads"]}');
    await vi.advanceTimersByTimeAsync(SOON_MS);
    expect(loads).toEqual({ leads: 4, campaigns: 2 });
  });

  it('make the pages of a list load again, though a further page was asked for since they came', async () => {
    const list = await showList(2);
    stream().opens();
    list.asked();
    stream().tells('{"topics":["leads"]}');
    await vi.advanceTimersByTimeAsync(5);
    await list.more();
    expect(list.asked()).toEqual(['4']);
    await vi.advanceTimersByTimeAsync(SOON_MS);
    expect(list.asked()).toEqual([null, '2', '4']);
  });

  it('make a long list load again, though pages that came into sight were asked for since they came', async () => {
    const list = await showList(6);
    stream().opens();
    list.scrollTo(0, 1);
    stream().tells('{"topics":["leads"]}');
    await vi.advanceTimersByTimeAsync(SOON_MS);
    list.asked();
    stream().tells('{"topics":["leads"]}');
    await vi.advanceTimersByTimeAsync(5);
    list.scrollTo(0, 3);
    await vi.advanceTimersByTimeAsync(5);
    expect(list.asked()).toEqual([null, '2']);
    await vi.advanceTimersByTimeAsync(SOON_MS);
    expect(list.asked()).toEqual([null, '2']);
    list.scrollTo(8, 9);
    await vi.advanceTimersByTimeAsync(5);
    expect(list.asked()).toEqual(['8']);
  });

  it('that cannot be read change nothing', async () => {
    stream().opens();
    for (const data of ['', 'hello', '[]', '{"topics":"leads"}', '{"topics":[]}']) stream().tells(data);
    await vi.advanceTimersByTimeAsync(SOON_MS);
    expect(loads).toEqual({ leads: 1, campaigns: 1 });
  });

  // S9-03
  it('that may have been missed while the connection was cut are made up for', async () => {
    stream().opens();
    await vi.advanceTimersByTimeAsync(1);
    expect(loads).toEqual({ leads: 1, campaigns: 1 });
    stream().breaks(0);
    stream().opens();
    await vi.advanceTimersByTimeAsync(1);
    expect(loads).toEqual({ leads: 2, campaigns: 2 });
  });

  it('are asked for again, later and later, when the server gives no stream', async () => {
    stream().breaks(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams).toHaveLength(2);
    stream(1).breaks(2);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(streams).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    stream(2).opens();
    await vi.advanceTimersByTimeAsync(1);
    expect(loads).toEqual({ leads: 2, campaigns: 2 });
  });

  it('end when asked to', async () => {
    stream().breaks(2);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(streams).toHaveLength(1);
    expect(stream().isClosed).toBe(true);
  });
});
