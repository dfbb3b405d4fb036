import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';

const News = z.object({ topics: z.array(z.string()) });

/** News that concern every query: after a reconnect nobody knows what was missed. */
const EVERYTHING = 'everything';
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

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

  function connect(): void {
    // What is on screen may be as old as the page: the server tells first what has changed since.
    const connection = open(`/api/live?ageMs=${Math.ceil(performance.now())}`);
    source = connection;
    connection.addEventListener('open', () => {
      waitMs = FIRST_WAIT_MS;
      if (wasLost) void client.invalidateQueries();
      wasLost = false;
    });
    connection.addEventListener('message', (event) => tell(client, event.data));
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
  };
}

const EVENT_SOURCE_CLOSED = 2;

function tell(client: QueryClient, data: unknown): void {
  const topics = topicsOf(data);
  if (topics.includes(EVERYTHING)) {
    void client.invalidateQueries();
  } else if (topics.length > 0) {
    void client.invalidateQueries({
      predicate: ({ meta }) => meta?.topics?.some((topic) => topics.includes(topic)) ?? false,
    });
  }
}

function topicsOf(data: unknown): string[] {
  if (typeof data !== 'string' || data === '') return [];
  try {
    return News.safeParse(JSON.parse(data)).data?.topics ?? [];
  } catch {
    return [];
  }
}
