import type { Query, QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { isCatchingUp } from './page-window.ts';

const News = z.object({ topics: z.array(z.string()) });

/** News that concern every query: after a reconnect nobody knows what was missed. */
const EVERYTHING = 'everything';
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/**
 * One change is told in several messages, and whoever made it asks anew by themselves when it is answered: so long they
 * are gathered, that each query is loaded once for all of it.
 */
const GATHER_MS = 60;

type Options = { open?: (url: string) => EventSource };

/**
 * Listens to what others change and loads again just what depends on it: queries whose `meta.topics` name one of the
 * topics told. Call it once somebody is signed in; the returned function ends it.
 */
export function connectLive(
  client: QueryClient,
  { open = (url) => new EventSource(url) }: Options = {},
): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  let wasLost = false;
  let isEnded = false;
  const news = gatherNews(client);

  function connect(): void {
    // What is on screen may be as old as the page: the server tells first what has changed since.
    const connection = open(`/api/live?ageMs=${Math.ceil(performance.now())}`);
    source = connection;
    connection.addEventListener('open', () => {
      waitMs = FIRST_WAIT_MS;
      if (wasLost) void client.invalidateQueries();
      wasLost = false;
    });
    connection.addEventListener('message', (event) => news.hear(event.data));
    connection.addEventListener('error', () => {
      wasLost = true;
      // The browser reconnects by itself after a cut, but gives up for good on an answer that is no stream.
      if (connection.readyState !== EVENT_SOURCE_CLOSED || isEnded) return;
      timer = setTimeout(connect, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    });
  }

  connect();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    source?.close();
    news.end();
  };
}

const EVENT_SOURCE_CLOSED = 2;

/** Loads again what news are about, but for what began to load after they had come: it has them already. */
function gatherNews(client: QueryClient) {
  const begunAt = new WeakMap<Query, number>();
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return;
    // A further page, or those that came into sight: the others are as old as they were.
    if (event.action.meta?.fetchMore || isCatchingUp(event.query.queryKey)) return;
    begunAt.set(event.query, performance.now());
  });
  let heardAt = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function load(): void {
    const heard = heardAt;
    heardAt = new Map();
    timer = undefined;
    void client.invalidateQueries({
      predicate: (query) => {
        const topics = [EVERYTHING, ...(query.meta?.topics ?? [])];
        const at = Math.max(...topics.map((topic) => heard.get(topic) ?? Number.NEGATIVE_INFINITY));
        return at > Number.NEGATIVE_INFINITY && (begunAt.get(query) ?? 0) <= at;
      },
    });
  }

  return {
    hear(data: unknown): void {
      const topics = topicsOf(data);
      for (const topic of topics) heardAt.set(topic, performance.now());
      if (topics.length > 0) timer ??= setTimeout(load, GATHER_MS);
    },
    end(): void {
      clearTimeout(timer);
      stop();
    },
  };
}

function topicsOf(data: unknown): string[] {
  if (typeof data !== 'string' || data === '') return [];
  try {
    return News.safeParse(JSON.parse(data)).data?.topics ?? [];
  } catch {
    return [];
  }
}
