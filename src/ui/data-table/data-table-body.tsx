import { flexRender, type Table, type Row as TableRow } from '@tanstack/react-table';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { cn } from '../class-names.ts';
import { errorText } from '../error-words.ts';
import { Skeleton } from '../skeleton.tsx';
import { useChosenAtOnce } from '../use-chosen-at-once.ts';
import { type DataTableProps, HEAD_HEIGHT_PX } from './data-table-props.ts';
import { type RowVirtualizer, useRowVirtualizer } from './use-row-virtualizer.ts';

type BodyProps<Row> = DataTableProps<Row> & {
  table: Table<Row>;
  isNarrow: boolean;
  hasSelection: boolean;
  rowHeightPx: number;
};

/** The next page is asked for when so many rows remain below. */
const AHEAD = 20;
const PAGE_ROWS = 10;
const INTERACTIVE = 'a, button, input, select, textarea, label, [role=combobox], [role=menuitem]';

/** What takes keys of its own inside a row. */
const CONTROL = 'a[href], button, input, select, textarea, [role=combobox]';
const OWN_ARROWS = '[role=combobox], [aria-haspopup], select';
const TYPED_INTO = 'textarea, input:not([type=checkbox], [type=radio])';

export function DataTableBody<Row>(props: BodyProps<Row>) {
  const { table, source, isNarrow, rowHeightPx } = props;
  const { stickyTopPx = 0, stickyBottomPx = 0 } = props;
  const { rows, rowsById } = table.getRowModel();
  // The row says at once that it is open; the drawer comes in the next frame.
  const [activeId, open] = useChosenAtOnce(props.activeId ?? null, (id) => {
    const row = id === null ? undefined : rowsById[id];
    if (row) props.onOpen?.(row.original);
  });
  const onOpen = props.onOpen && ((row: TableRow<Row>) => open(row.id));
  const body = useRef<HTMLDivElement>(null);
  const activeIndex = activeId === null ? -1 : rows.findIndex((row) => row.id === activeId);
  const [focusIndex, setFocusIndex] = useState(0);
  // The row whose drawer is open is where the focus comes back to.
  const [followedIndex, setFollowedIndex] = useState(-1);
  if (activeIndex !== followedIndex) {
    setFollowedIndex(activeIndex);
    if (activeIndex >= 0) setFocusIndex(activeIndex);
  }
  const tabIndex = Math.min(focusIndex, rows.length - 1);

  const { virtualizer, marginPx } = useRowVirtualizer({
    body,
    count: rows.length,
    estimatedHeightPx: rowHeightPx,
    headHeightPx: stickyTopPx + (isNarrow ? 0 : HEAD_HEIGHT_PX),
    footHeightPx: stickyBottomPx,
    keptIndex: tabIndex,
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? -1;
  const { hasMore, isLoadingMore, error, loadMore } = source;

  useEffect(() => {
    if (hasMore && !isLoadingMore && !error && lastIndex >= rows.length - AHEAD) loadMore();
  }, [hasMore, isLoadingMore, error, lastIndex, rows.length, loadMore]);

  // The row that has the focus is drawn wherever it is: it is not in sight for that.
  const firstShown = virtualizer.range?.startIndex ?? -1;
  const lastShown = virtualizer.range?.endIndex ?? -1;
  const show = useEffectEvent(() => {
    if (firstShown >= 0) source.showRows?.(firstShown, lastShown);
  });
  useEffect(() => show(), [firstShown, lastShown, rows, source.isRefreshing]);

  const isFlung = useIsFlung({ first: firstShown, last: lastShown, isScrolling: virtualizer.isScrolling });

  // Cards and rows are of different heights.
  useEffect(() => virtualizer.measure(), [virtualizer, isNarrow]);

  // The row whose drawer is open stays in sight while the drawer's own buttons walk on.
  useEffect(() => {
    if (activeIndex >= 0) bringIntoSight(virtualizer, activeIndex);
  }, [virtualizer, activeIndex]);

  // A row that comes into sight by a key is drawn first and then takes the focus, or that of its cells which had it.
  const wantedFocus = useRef<{ index: number; stop: number } | null>(null);
  useLayoutEffect(() => {
    if (wantedFocus.current === null) return;
    const { index, stop } = wantedFocus.current;
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (!row) return;
    wantedFocus.current = null;
    focusStop(row, stop);
  });
  useOneTabStop(body, tabIndex);

  function goTo(index: number, stop = -1) {
    const target = Math.max(0, Math.min(index, rows.length - 1));
    const row = rows[target];
    if (!row) return;
    wantedFocus.current = { index: target, stop };
    setFocusIndex(target);
    bringIntoSight(virtualizer, target);
    if (activeIndex >= 0) onOpen?.(row);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, row: TableRow<Row>, index: number) {
    const { key, target, currentTarget } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    // What a menu or a dialog of the row gets comes here by React, not by the page.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    const stop = stopsOf(currentTarget).findIndex((each) => each === target);
    // Controls in a row keep their own keys.
    const isControl = target.matches(CONTROL);
    const hasOwnArrows = isControl && target.matches(OWN_ARROWS);
    if (isControl && (target.matches(TYPED_INTO) || (hasOwnArrows && /^Arrow(Up|Down)$/.test(key)))) return;
    if (key === 'ArrowDown') goTo(index + 1, stop);
    else if (key === 'ArrowUp') goTo(index - 1, stop);
    else if (key === 'ArrowRight') focusStop(currentTarget, stop + 1);
    else if (key === 'ArrowLeft') focusStop(currentTarget, stop - 1);
    else if (key === 'PageDown') goTo(index + PAGE_ROWS, stop);
    else if (key === 'PageUp') goTo(index - PAGE_ROWS, stop);
    else if (isControl) return;
    else if (key === 'Home') goTo(0);
    else if (key === 'End') goTo(rows.length - 1);
    else if (key === 'Enter' && onOpen) onOpen(row);
    else if (key === ' ' && props.hasSelection) row.toggleSelected();
    else if (key === 'Escape' && props.onEscape) props.onEscape();
    else return;
    event.preventDefault();
  }

  function onClick(event: MouseEvent<HTMLElement>, row: TableRow<Row>) {
    const { target, currentTarget } = event;
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    const isControl = target.closest(INTERACTIVE);
    const isSelectingText = getSelection()?.type === 'Range';
    if (!isControl && !isSelectingText) onOpen?.(row);
  }

  return (
    <div role="rowgroup">
      <div ref={body} role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start, size }) => {
          const row = rows[index];
          if (!row) return null;
          const isActive = index === activeIndex;
          return (
            <div
              key={row.id}
              ref={virtualizer.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + (isNarrow ? 1 : 2)}
              aria-selected={props.hasSelection ? row.getIsSelected() : undefined}
              aria-current={isActive || undefined}
              aria-label={props.getRowLabel(row.original)}
              tabIndex={index === tabIndex ? 0 : -1}
              onFocus={() => setFocusIndex(index)}
              onClick={(event) => onClick(event, row)}
              onKeyDown={(event) => onKeyDown(event, row, index)}
              style={{
                transform: `translateY(${start - marginPx}px)`,
                minHeight: isNarrow ? undefined : isFlung ? size : rowHeightPx,
              }}
              className={cn(
                'absolute inset-x-0 top-0 [contain:layout_style_paint] border-b border-line px-(--table-inset) transition-[background-color] duration-80 focus-visible:-outline-offset-2',
                isNarrow
                  ? 'flex gap-3 py-3'
                  : 'grid grid-cols-(--table-columns) items-center gap-x-4 pointer-coarse:min-h-11!',
                onOpen && 'cursor-pointer',
                isActive || row.getIsSelected() ? 'bg-sel' : onOpen && 'hover:bg-sunk',
                isActive && 'before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-green',
              )}
            >
              {isNarrow ? (
                <>
                  {props.hasSelection && (
                    <SelectCell isOnCard row={row} label={props.getRowLabel(row.original)} />
                  )}
                  <div role="gridcell" className="min-w-0 flex-1">
                    <Card row={row} card={props.card} />
                  </div>
                </>
              ) : (
                <WideRow
                  row={row}
                  isFlung={isFlung}
                  isFocused={index === tabIndex}
                  label={props.getRowLabel(row.original)}
                  hasSelection={props.hasSelection}
                />
              )}
            </div>
          );
        })}
      </div>
      {error ? <MoreFailed error={error} retry={source.retry} /> : hasMore && <MoreComing />}
    </div>
  );
}

/** Scrolls to a row unless all of it is in sight: to ask for it makes the browser lay out the page before it is due. */
function bringIntoSight(virtualizer: RowVirtualizer, index: number): void {
  const { scrollOffset, scrollRect, options } = virtualizer;
  const row = virtualizer.getVirtualItems().find((each) => each.index === index);
  const isInSight =
    row !== undefined &&
    scrollOffset !== null &&
    scrollRect !== null &&
    row.start - options.scrollPaddingStart >= scrollOffset &&
    row.end + options.scrollPaddingEnd <= scrollOffset + scrollRect.height;
  if (!isInSight) virtualizer.scrollToIndex(index, { align: 'auto' });
}

/** What Left and Right walk in a row: the controls of a cell, else the cell. */
function stopsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('[role=gridcell], [role=rowheader]')].flatMap((cell) => {
    const controls = [...cell.querySelectorAll<HTMLElement>(CONTROL)].filter(
      (each) => !each.matches(':disabled'),
    );
    return controls.length > 0 ? controls : [cell];
  });
}

/** Before the first stop is the row itself; after the last there is nothing. */
function focusStop(row: HTMLElement, stop: number): void {
  const stops = stopsOf(row);
  const target = stop < 0 ? row : stops[Math.min(stop, stops.length - 1)];
  if (!target) return;
  if (!target.matches(`${CONTROL}, [role=row]`)) {
    // Only as long as it has the focus: a click on it is for the row.
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: target === row });
}

/** A grid is one stop for Tab, and the controls of the row that has it: all others are reached by arrow keys. */
function useOneTabStop(body: RefObject<HTMLElement | null>, index: number): void {
  useLayoutEffect(() => {
    const rows = body.current;
    if (!rows) return;
    const settle = () => {
      for (const control of rows.querySelectorAll<HTMLElement>(`[role=row] :is(${CONTROL})`)) {
        const isHere = control.closest('[role=row]')?.getAttribute('data-index') === String(index);
        if (control.tabIndex !== (isHere ? 0 : -1)) control.tabIndex = isHere ? 0 : -1;
      }
    };
    settle();
    // Rows come as they are scrolled to, and a control may give way to another.
    const watcher = new MutationObserver(settle);
    watcher.observe(rows, { childList: true, subtree: true, attributeFilter: ['data-index'] });
    return () => watcher.disconnect();
  }, [body, index]);
}

/** The rows fly past, a third of those in sight with each step of the wheel: until they rest they only say who they are. */
function useIsFlung({ first, last, isScrolling }: { first: number; last: number; isScrolling: boolean }) {
  const [seen, setSeen] = useState({ first, isFlung: false });
  const hasFlown = first >= 0 && Math.abs(first - seen.first) > (last - first) / 3;
  const isFlung = isScrolling && (seen.isFlung || hasFlown);
  if (seen.first !== first || seen.isFlung !== isFlung) setSeen({ first, isFlung });
  return isFlung;
}

/** Rows that come to rest together are drawn so many in a frame: all at once would hold up the next turn of the wheel. */
const DRAWN_IN_A_FRAME = 8;
const restingRows: (() => void)[] = [];

function drawNextRows(): void {
  for (const draw of restingRows.splice(0, DRAWN_IN_A_FRAME)) draw();
  if (restingRows.length > 0) requestAnimationFrame(drawNextRows);
}

/** Draws a row in its turn; the returned function takes that back. */
function drawInTurn(draw: () => void): () => void {
  if (restingRows.push(draw) === 1) requestAnimationFrame(drawNextRows);
  return () => {
    const index = restingRows.indexOf(draw);
    if (index >= 0) restingRows.splice(index, 1);
  };
}

type WideRowProps<Row> = {
  row: TableRow<Row>;
  isFlung: boolean;
  isFocused: boolean;
  label: string;
  hasSelection: boolean;
};

/** A row as it stands in columns. What was drawn once stays. */
function WideRow<Row>({ row, isFlung, isFocused, label, hasSelection }: WideRowProps<Row>) {
  const [isDrawn, setIsDrawn] = useState(!isFlung || isFocused);
  // What takes the focus is there for it.
  if (isFocused && !isDrawn) setIsDrawn(true);
  useEffect(() => {
    if (isFlung || isDrawn) return;
    return drawInTurn(() => setIsDrawn(true));
  }, [isFlung, isDrawn]);
  if (!isDrawn) {
    return (
      <>
        {hasSelection && <div aria-hidden="true" />}
        <div role="rowheader" className="truncate text-body text-ink-2">
          {label}
        </div>
      </>
    );
  }
  return (
    <>
      {hasSelection && <SelectCell row={row} label={label} />}
      <Cells row={row} />
    </>
  );
}

type SelectCellProps<Row> = { row: TableRow<Row>; label: string; isOnCard?: boolean };

function SelectCell<Row>({ row, label, isOnCard = false }: SelectCellProps<Row>) {
  const isSelected = row.getIsSelected();
  return useMemo(
    () => (
      <div role="gridcell" className={cn('flex', isOnCard && 'self-start py-0.5')}>
        <Checkbox
          aria-label={`Select ${label}`}
          checked={isSelected}
          onChange={row.getToggleSelectedHandler()}
        />
      </div>
    ),
    [row, label, isOnCard, isSelected],
  );
}

/** What stands in a row is drawn once, not with every step of the wheel. */
function Cells<Row>({ row }: { row: TableRow<Row> }) {
  const cells = row.getVisibleCells();
  return useMemo(
    () =>
      cells.map((cell, index) => (
        <div
          key={cell.id}
          role={index === 0 ? 'rowheader' : 'gridcell'}
          className={cn(
            'min-w-0 truncate text-body',
            cell.column.columnDef.meta?.align === 'end' && 'text-right tabular-nums',
          )}
        >
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
        </div>
      )),
    [cells],
  );
}

function Card<Row>({ row, card }: { row: TableRow<Row>; card: (row: Row) => ReactNode }) {
  return useMemo(() => card(row.original), [card, row]);
}

function MoreComing() {
  return (
    <div role="row">
      <div role="gridcell" className="flex h-10 items-center px-(--table-inset)">
        <span className="sr-only">Loading more</span>
        <Skeleton className="h-2.5 w-1/3" />
      </div>
    </div>
  );
}

function MoreFailed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div role="row">
      <div
        role="gridcell"
        className="flex flex-wrap items-center gap-3 px-(--table-inset) py-2 text-small text-ink-2"
      >
        <span>The next rows could not be loaded. {errorText(error)}</span>
        <Button size="row" onClick={retry}>
          Try again
        </Button>
      </div>
    </div>
  );
}
