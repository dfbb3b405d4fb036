import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Page } from '#kit/endpoint.ts';
import { loadingWhatIsShown, showRows } from './page-window.ts';
import { longSource } from './paged-source.ts';

type Row = { id: string; at: number; text: string };

const PAGE = 5;
let serial = 0;
let rows: Row[];
let calls: (string | null)[];
/** What answers wait for. */
let held: Promise<void>;
let client: QueryClient;
let key: string[];
let stop: () => void;
let observer: ReturnType<typeof observe>;

/** Rows behind a place in the order, as a server with cursors gives them. */
function fetchPage(cursor: string | null): Page<Row> {
  calls.push(cursor);
  const behind = rows.filter(({ at }) => cursor === null || at > Number(cursor));
  const items = behind.slice(0, PAGE).map((row) => ({ ...row }));
  const last = items.at(-1);
  return { items, nextCursor: last && behind.length > PAGE ? String(last.at) : null, total: rows.length };
}

function observe() {
  return new InfiniteQueryObserver(client, {
    queryKey: key,
    queryFn: loadingWhatIsShown<Row, string[]>(async ({ pageParam }) => {
      const page = fetchPage(pageParam);
      await held;
      return page;
    }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<Row>) => page.nextCursor,
  });
}

const shownRows = () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items) ?? [];
const show = (first: number, last: number) =>
  showRows(key, observer.getCurrentResult().data, { first, last });
async function reload(): Promise<void> {
  calls = [];
  await observer.refetch();
}
/** Holds the answers back until the returned function is called. */
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  calls = [];
  return resolve;
}
/** As a table does that scrolls. */
const scrollTo = (first: number, last: number) =>
  longSource(observer.getCurrentResult(), key).showRows?.(first, last);
async function scrolledTo(first: number, last: number): Promise<void> {
  calls = [];
  scrollTo(first, last);
  await vi.waitUntil(() => !observer.getCurrentResult().isFetching);
}
/** Rows, by their places, that are as the server has them. */
const isNew = () => shownRows().flatMap(({ text }, index) => (text === 'new' ? [index] : []));

beforeEach(async () => {
  serial += 1;
  client = new QueryClient();
  key = ['rows', String(serial)];
  rows = Array.from({ length: 50 }, (_, index) => ({ id: `r${index}`, at: index * 10, text: 'old' }));
  calls = [];
  held = Promise.resolve();
  observer = observe();
  stop = observer.subscribe(() => undefined);
  await observer.refetch();
  for (let page = 1; page < 10; page += 1) await observer.fetchNextPage();
});
afterEach(() => {
  stop();
  client.clear();
});

it('loads again only the pages in sight, and the others when they come into sight', async () => {
  expect(shownRows()).toHaveLength(50);
  show(31, 33);
  rows = rows.map((row) => ({ ...row, text: 'new' }));
  await reload();
  expect(calls).toEqual(['290']);
  expect(isNew()).toEqual([30, 31, 32, 33, 34]);
  expect(show(31, 33)).toBe(false);
  expect(show(28, 33)).toBe(true);
  await scrolledTo(28, 33);
  expect(calls).toEqual(['240', '290']);
  expect(show(28, 33)).toBe(false);
  expect(show(0, 3)).toBe(true);
  await scrolledTo(0, 3);
  expect(calls).toEqual([null]);
  expect(isNew()).toHaveLength(15);
});

it('takes no news for scrolling, though somebody scrolled there and back while the last were loaded', async () => {
  show(28, 33);
  const answer = hold();
  const loaded = observer.refetch();
  await vi.waitUntil(() => calls.length > 0);
  scrollTo(0, 3);
  scrollTo(28, 33);
  answer();
  await loaded;
  expect(calls).toEqual(['240', '290']);
  show(31, 33);
  rows = rows.map((row) => ({ ...row, text: 'new' }));
  await reload();
  expect(calls).toEqual(['290']);
  await scrolledTo(28, 33);
  expect(isNew()).toEqual([25, 26, 27, 28, 29, 30, 31, 32, 33, 34]);
});

it('leaves a load alone that began before somebody scrolled, and looks at the rows again after it', async () => {
  show(31, 33);
  const drawn = longSource(observer.getCurrentResult(), key);
  const answer = hold();
  rows = rows.map((row) => ({ ...row, text: 'new' }));
  const loaded = observer.refetch();
  await vi.waitUntil(() => calls.length > 0);
  drawn.showRows?.(0, 3);
  answer();
  await loaded;
  expect(calls).toEqual(['290']);
  expect(isNew()).toEqual([30, 31, 32, 33, 34]);
  await scrolledTo(0, 3);
  expect(calls).toEqual([null]);
});

it('loses nobody and shows nobody twice where rows came and went, and knows how many there are', async () => {
  show(30, 34);
  rows = rows.filter(({ id }) => id !== 'r31' && id !== 'r45');
  rows = [...rows, { id: 'a', at: 305, text: 'new' }, { id: 'b', at: 306, text: 'new' }].toSorted(
    (one, other) => one.at - other.at,
  );
  await reload();
  expect(calls).toEqual(['290', '330']);
  const ids = shownRows().map(({ id }) => id);
  expect(ids.slice(29, 37)).toEqual(['r29', 'r30', 'a', 'b', 'r32', 'r33', 'r34', 'r35']);
  expect(ids).toHaveLength(51);
  expect(observer.getCurrentResult().data?.pages.at(-1)?.total).toBe(50);
  show(40, 49);
  await reload();
  expect(shownRows()).toHaveLength(50);
  expect(observer.getCurrentResult().hasNextPage).toBe(false);
});

it('loads the rest again where the place behind the page is gone', async () => {
  show(30, 34);
  rows = rows.filter(({ at }) => at < 320);
  await reload();
  expect(shownRows().map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(observer.getCurrentResult().hasNextPage).toBe(false);
});

it('lets a loading for news come to its end when the end of the list is reached meanwhile', async () => {
  // A list of which a part is loaded.
  stop();
  client.clear();
  observer = observe();
  stop = observer.subscribe(() => undefined);
  await observer.refetch();
  await observer.fetchNextPage();
  rows = rows.map((row) => ({ ...row, text: 'new' }));
  const answer = hold();
  void observer.refetch();
  const source = longSource(observer.getCurrentResult(), key);
  source.loadMore();
  answer();
  await vi.waitUntil(() => !observer.getCurrentResult().isFetching);
  expect(isNew()).toHaveLength(10);
  longSource(observer.getCurrentResult(), key).loadMore();
  await vi.waitUntil(() => !observer.getCurrentResult().isFetching);
  expect(shownRows()).toHaveLength(15);
  expect(isNew()).toHaveLength(15);
});
