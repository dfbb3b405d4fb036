import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import { HOUR_MS } from '#kit/time.ts';
import { getJson, urlOfKey } from './call-api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The live news that make a query load again; see `connectLive`. */
      topics?: readonly string[];
    };
  }
}

/** Loads also that again whose first answer is on its way: the library would take that for new, and it may be older. */
class CurrentQueryClient extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const asked = new Set(
      this.getQueryCache()
        .findAll({ ...filters, fetchStatus: 'fetching' })
        .filter(({ state }) => state.data === undefined),
    );
    await super.invalidateQueries(filters, options);
    if (asked.size > 0) await super.invalidateQueries({ predicate: (query) => asked.has(query) }, options);
  }
}

/**
 * The cache of the client. What it holds is true until the server says otherwise: nothing goes stale by itself,
 * nothing is fetched again on focus or on an interval, nothing is retried behind the user's back.
 */
export function createQueryClient(): QueryClient {
  return new CurrentQueryClient({
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
