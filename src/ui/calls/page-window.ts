import { hashKey, type InfiniteData, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query';
import type { Page } from '#kit/endpoint.ts';

type Cursor = string | null;
/** The cursors are ours, though the query does not say so. */
type Pages<Row> = InfiniteData<Page<Row>>;
type Context<Key extends QueryKey> = QueryFunctionContext<Key, Cursor>;

/** What of a long list is in sight, and how old its pages are. */
type View = {
  /** Rows; null while no table has said. */
  shown: { first: number; last: number } | null;
  /** Raised by each loading of the whole list again. */
  round: number;
  /** The round in which each page was last asked for, by its cursor. */
  askedIn: Map<unknown, number>;
  /** A load begins that asks only for what came into sight; nothing has changed. */
  isCatchingUp: boolean;
  /** Number of all rows, as the server said last. */
  total: number | null;
};

const views = new Map<string, View>();

function viewOf(key: QueryKey): View {
  const hash = hashKey(key);
  const known = views.get(hash);
  if (known) return known;
  const view: View = { shown: null, round: 0, askedIn: new Map(), isCatchingUp: false, total: null };
  views.set(hash, view);
  return view;
}

/** Lists of so few pages are loaded again as they are. */
const SHORT_PAGES = 3;
/** Calls for what stands between two pages that are kept; then the rest of the list is loaded again after all. */
const MOST_CALLS = 4;

/**
 * Makes a long list load again only the pages in sight: the others stay as they are until somebody scrolls to them
 * (`showRows`). `fetchPage` asks for one page.
 */
export function loadingWhatIsShown<Row extends { id: string }, Key extends QueryKey>(
  fetchPage: (context: Context<Key>) => Promise<Page<Row>>,
): (context: Context<Key>) => Promise<Page<Row>> {
  return async (context) => {
    const { client, queryKey, pageParam } = context;
    const view = viewOf(queryKey);
    const known = client.getQueryData<Pages<Row>>(queryKey);
    const index = known ? indexOf(known, pageParam) : -1;
    if (known && index === 0 && !view.isCatchingUp) view.round += 1;
    const isKept = known && index >= 0 && known.pages.length > SHORT_PAGES && !isShown(known, index, view);
    const kept = isKept ? known.pages[index] : undefined;
    if (kept) return view.total === null || kept.total === view.total ? kept : { ...kept, total: view.total };
    view.askedIn.set(pageParam, view.round);
    const page =
      known && index >= 0 && known.pages.length > SHORT_PAGES
        ? await upToNext(known, index, context, fetchPage)
        : await fetchPage(context);
    view.total = page.total;
    return page;
  };
}

/**
 * The rows from where a page begins to where the next one does, however many there are by now, so that the pages behind
 * it can stay. Where that place is gone the answer ends somewhere else, and what follows is loaded again.
 */
async function upToNext<Row extends { id: string }, Key extends QueryKey>(
  known: Pages<Row>,
  index: number,
  context: Context<Key>,
  fetchPage: (context: Context<Key>) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const behind = new Set(known.pages[index + 1]?.items.map(({ id }) => id));
  const before = known.pages[index];
  let page = await fetchPage(context);
  if (behind.size === 0 || !before) return page;
  const items: Row[] = [];
  for (let calls = 1; ; calls += 1) {
    const end = page.items.findIndex(({ id }) => behind.has(id));
    if (end >= 0) {
      items.push(...page.items.slice(0, end));
      return { items, nextCursor: before.nextCursor, total: page.total };
    }
    items.push(...page.items);
    const isThere = page.nextCursor === null || page.nextCursor === before.nextCursor;
    if (isThere || calls === MOST_CALLS) return { ...page, items };
    page = await fetchPage({ ...context, pageParam: page.nextCursor });
  }
}

/**
 * Says which rows of a list are in sight; true where one of their pages is older than the last news of the list, so that
 * it should be loaded by `catchUp`.
 */
export function showRows(
  key: QueryKey,
  data: Pages<unknown> | undefined,
  shown: { first: number; last: number },
): boolean {
  const view = viewOf(key);
  view.shown = shown;
  if (!data || data.pages.length <= SHORT_PAGES) return false;
  return data.pageParams.some(
    (cursor, index) => isShown(data, index, view) && (view.askedIn.get(cursor) ?? 0) < view.round,
  );
}

/**
 * Loads a list again for the pages that came into sight, and for them alone. `load` has to begin at once: a load that
 * begins later, or that others began before, is taken for one after news.
 */
export function catchUp(key: QueryKey, load: () => void): void {
  const view = viewOf(key);
  view.isCatchingUp = true;
  try {
    load();
  } finally {
    view.isCatchingUp = false;
  }
}

/** Whether the load of a list that begins just now leaves out pages that nobody sees. */
export function isCatchingUp(key: QueryKey): boolean {
  return views.get(hashKey(key))?.isCatchingUp ?? false;
}

/** The round in which a page was asked for: of two that hold the same row the younger one is right. */
export function roundOf(key: QueryKey, cursor: unknown): number {
  return viewOf(key).askedIn.get(cursor) ?? 0;
}

function isShown(data: Pages<unknown>, index: number, { shown }: View): boolean {
  if (!shown) return true;
  const first = startsOf(data)[index] ?? 0;
  const count = data.pages[index]?.items.length ?? 0;
  return first <= shown.last && shown.first < first + count;
}

// Reckoned once for each state of a list: it is asked for each of its pages.
const starts = new WeakMap<object, number[]>();
const indexes = new WeakMap<object, Map<unknown, number>>();

function startsOf(data: Pages<unknown>): number[] {
  const known = starts.get(data);
  if (known) return known;
  let sum = 0;
  const made = data.pages.map(({ items }) => {
    const start = sum;
    sum += items.length;
    return start;
  });
  starts.set(data, made);
  return made;
}

function indexOf(data: Pages<unknown>, cursor: Cursor): number {
  const known =
    indexes.get(data) ?? new Map<unknown, number>(data.pageParams.map((param, index) => [param, index]));
  indexes.set(data, known);
  return known.get(cursor) ?? -1;
}
