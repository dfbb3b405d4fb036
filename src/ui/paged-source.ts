import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Page } from '#kit/endpoint.ts';

/** The rows of a table, wherever they come from, and how to get more. */
export type PagedSource<Row> = {
  rows: readonly Row[];
  /** Number of all rows on the server; null while unknown. */
  total: number | null;
  isLoading: boolean;
  /** Rows are there and are being loaded again. */
  isRefreshing: boolean;
  error: unknown;
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
};

/** A list that loads page after page: `pagedSource(useInfiniteQuery(infiniteQueryOf(listLeads, …)))`. */
export function pagedSource<Row>(query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>): PagedSource<Row> {
  return {
    rows: query.data ? rowsOf(query.data) : NONE,
    total: query.data?.pages.at(-1)?.total ?? null,
    isLoading: query.isPending,
    isRefreshing: query.isFetching && !query.isPending && !query.isFetchingNextPage,
    error: query.error,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}

// The table reckons anew whenever it gets another array, so the same data must give the same one.
const NONE: readonly never[] = [];
const joined = new WeakMap<object, readonly unknown[]>();

function rowsOf<Row>(data: InfiniteData<Page<Row>>): readonly Row[] {
  const known = joined.get(data);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- joined from the pages of this very `data`
  if (known) return known as readonly Row[];
  const rows = data.pages.flatMap((page) => page.items);
  joined.set(data, rows);
  return rows;
}
