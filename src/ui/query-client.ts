import { QueryClient } from '@tanstack/react-query';
import { getJson, urlOfKey } from './call-api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The live news that make a query load again; see `connectLive`. */
      topics?: readonly string[];
    };
  }
}

const HOUR_MS = 3_600_000;

/**
 * The cache of the client. What it holds is true until the server says otherwise: nothing goes stale by itself,
 * nothing is fetched again on focus or on an interval, nothing is retried behind the user's back.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => getJson(urlOfKey(queryKey), signal),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: HOUR_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        // Offline is an error to show, not a wait without end.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
