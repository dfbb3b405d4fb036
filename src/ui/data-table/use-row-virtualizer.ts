import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

type Options = {
  /** The element that holds the rows. */
  body: RefObject<HTMLElement | null>;
  count: number;
  estimatedHeightPx: number;
  /** What covers the top of the scroller: the sticky head. */
  headHeightPx: number;
  /** What covers its bottom. */
  footHeightPx: number;
  /** The row that has the focus stays in the page even when it is scrolled away. */
  keptIndex: number;
};

export type RowVirtualizer = Virtualizer<Element, HTMLElement> | Virtualizer<Window, HTMLElement>;

/** Draws only the rows in sight, in whatever scrolls around them: a panel, the work area or the page. */
export function useRowVirtualizer(options: Options): { virtualizer: RowVirtualizer; marginPx: number } {
  const { body, count, estimatedHeightPx, headHeightPx, footHeightPx, keptIndex } = options;
  const [scroller, setScroller] = useState<Element | null>(null);
  const [marginPx, setMarginPx] = useState(0);

  useLayoutEffect(() => {
    const rows = body.current;
    if (!rows) return;
    const around = scrollerAround(rows);
    setScroller(around);
    const measure = () => setMarginPx(Math.round(distanceInside(around, rows)));
    measure();
    // Whatever stands above the table may grow: a run in progress, a notice.
    const watcher = new ResizeObserver(measure);
    for (let element = rows.parentElement; element && element !== around; element = element.parentElement) {
      watcher.observe(element);
    }
    return () => watcher.disconnect();
  }, [body]);

  const isPage = scroller === document.documentElement;
  const shared = {
    count,
    measureElement: measuredHeight,
    estimateSize: () => estimatedHeightPx,
    overscan: 5,
    scrollMargin: marginPx,
    scrollPaddingStart: headHeightPx,
    scrollPaddingEnd: footHeightPx,
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const indexes = defaultRangeExtractor(range);
      if (keptIndex < 0 || keptIndex >= count || indexes.includes(keptIndex)) return indexes;
      return [...indexes, keptIndex].sort((a, b) => a - b);
    },
  };
  const inElement = useVirtualizer<Element, HTMLElement>({
    ...shared,
    enabled: !isPage,
    getScrollElement: () => scroller,
  });
  const inPage = useWindowVirtualizer<HTMLElement>({ ...shared, enabled: isPage });
  return { virtualizer: isPage ? inPage : inElement, marginPx };
}

/**
 * What the browser found out by itself: asked for while the rows are put in, it would have to lay out the page for each.
 * Until then a row is as high as they are thought to be.
 */
function measuredHeight(
  row: HTMLElement,
  entry: ResizeObserverEntry | undefined,
  { indexFromElement, itemSizeCache, options }: RowVirtualizer,
): number {
  const box = entry?.borderBoxSize[0];
  if (box) return Math.round(box.blockSize);
  const index = indexFromElement(row);
  return itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index);
}

function scrollerAround(element: Element): Element {
  for (
    let parent = element.parentElement;
    parent && parent !== document.body;
    parent = parent.parentElement
  ) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY === 'auto' || overflowY === 'scroll') return parent;
  }
  return document.documentElement;
}

function distanceInside(scroller: Element, element: Element): number {
  if (scroller === document.documentElement) return element.getBoundingClientRect().top + scrollY;
  return element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}
