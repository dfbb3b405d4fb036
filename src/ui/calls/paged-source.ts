import type { InfiniteData, QueryKey, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Page } from '#kit/endpoint.ts';
import { catchUp, roundOf, showRows } from './page-window.ts';

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
  /** Told which rows are in sight, where a long list loads again only these. */
  showRows?: (first: number, last: number) => void;
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
    // What is loading for news is left to its end: given up, it would leave the loaded pages old. The table asks again.
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
  };
}

/** A list of which only the pages in sight are loaded again: its query asks by `loadingWhatIsShown`. */
export function longSource<Row extends { id: string }>(
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>,
  key: QueryKey,
): PagedSource<Row> {
  const { data } = query;
  return {
    ...pagedSource(query),
    rows: data ? withoutDoubles(data, key) : NONE,
    showRows: (first, last) => {
      if (!showRows(key, data, { first, last }) || query.isFetching) return;
      // What began meanwhile was begun for news: it is left alone, and the rows are looked at again after it.
      catchUp(key, () => void query.refetch({ cancelRefetch: false }));
    },
  };
}

/** Somebody who moved in the list may stand in a page that was kept as well: the page that was asked for last is right. */
function withoutDoubles<Row extends { id: string }>(
  data: InfiniteData<Page<Row>>,
  key: QueryKey,
): readonly Row[] {
  const rows = rowsOf(data);
  if (new Set(rows.map(({ id }) => id)).size === rows.length) return rows;
  const known = single.get(data);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of the pages of this very `data`
  if (known) return known as readonly Row[];
  const rounds = data.pageParams.map((cursor) => roundOf(key, cursor));
  const pageOf = new Map<string, number>();
  for (const [index, { items }] of data.pages.entries()) {
    for (const { id } of items) {
      const other = pageOf.get(id);
      if (other === undefined || (rounds[other] ?? 0) < (rounds[index] ?? 0)) pageOf.set(id, index);
    }
  }
  const kept = data.pages.flatMap(({ items }, index) => items.filter(({ id }) => pageOf.get(id) === index));
  single.set(data, kept);
  return kept;
}

// The table reckons anew whenever it gets another array, so the same data must give the same one.
const NONE: readonly never[] = [];
const single = new WeakMap<object, readonly unknown[]>();
const joined = new WeakMap<object, readonly unknown[]>();

function rowsOf<Row>(data: InfiniteData<Page<Row>>): readonly Row[] {
  const known = joined.get(data);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- joined from the pages of this very `data`
  if (known) return known as readonly Row[];
  const rows = data.pages.flatMap((page) => page.items);
  joined.set(data, rows);
  return rows;
}
