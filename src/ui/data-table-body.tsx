import { flexRender, type Table, type Row as TableRow } from '@tanstack/react-table';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { cn } from './class-names.ts';
import { type DataTableProps, HEAD_HEIGHT_PX } from './data-table-props.ts';
import { errorText } from './error-words.ts';
import { Skeleton } from './skeleton.tsx';
import { useRowVirtualizer } from './use-row-virtualizer.ts';

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

export function DataTableBody<Row>(props: BodyProps<Row>) {
  const { table, source, activeId = null, onOpen, isNarrow, rowHeightPx } = props;
  const { stickyTopPx = 0, stickyBottomPx = 0 } = props;
  const { rows } = table.getRowModel();
  const body = useRef<HTMLDivElement>(null);
  const activeIndex = activeId === null ? -1 : rows.findIndex((row) => row.id === activeId);
  const [focusIndex, setFocusIndex] = useState(0);
  const tabIndex = Math.min(activeIndex >= 0 ? activeIndex : focusIndex, rows.length - 1);

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

  // Cards and rows are of different heights.
  useEffect(() => virtualizer.measure(), [virtualizer, isNarrow]);

  // The row whose drawer is open stays in sight while the drawer's own buttons walk on.
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: 'auto' });
  }, [virtualizer, activeIndex]);

  // A row that comes into sight by a key is drawn first and then takes the focus.
  const wantedFocus = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wantedFocus.current === null) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${wantedFocus.current}"]`);
    if (!row) return;
    wantedFocus.current = null;
    row.focus({ preventScroll: true });
  });

  function goTo(index: number) {
    const target = Math.max(0, Math.min(index, rows.length - 1));
    const row = rows[target];
    if (!row) return;
    wantedFocus.current = target;
    setFocusIndex(target);
    virtualizer.scrollToIndex(target, { align: 'auto' });
    if (activeIndex >= 0) onOpen?.(row.original);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, row: TableRow<Row>, index: number) {
    // Controls in a row keep their own keys.
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown') goTo(index + 1);
    else if (event.key === 'ArrowUp') goTo(index - 1);
    else if (event.key === 'PageDown') goTo(index + PAGE_ROWS);
    else if (event.key === 'PageUp') goTo(index - PAGE_ROWS);
    else if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(rows.length - 1);
    else if (event.key === 'Enter' && onOpen) onOpen(row.original);
    else if (event.key === ' ' && props.hasSelection) row.toggleSelected();
    else if (event.key === 'Escape' && props.onEscape) props.onEscape();
    else return;
    event.preventDefault();
  }

  function onClick(event: MouseEvent<HTMLElement>, row: TableRow<Row>, index: number) {
    setFocusIndex(index);
    const isControl = event.target instanceof Element && event.target.closest(INTERACTIVE);
    const isSelectingText = getSelection()?.type === 'Range';
    if (!isControl && !isSelectingText) onOpen?.(row.original);
  }

  return (
    <div role="rowgroup">
      <div ref={body} role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          const isActive = index === activeIndex;
          return (
            <div
              key={row.id}
              ref={virtualizer.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={props.hasSelection ? row.getIsSelected() : undefined}
              aria-current={isActive || undefined}
              tabIndex={index === tabIndex ? 0 : -1}
              onClick={(event) => onClick(event, row, index)}
              onKeyDown={(event) => onKeyDown(event, row, index)}
              style={{
                transform: `translateY(${start - marginPx}px)`,
                minHeight: isNarrow ? undefined : rowHeightPx,
              }}
              className={cn(
                'absolute inset-x-0 top-0 [contain:layout_style_paint] border-b border-line px-(--table-inset) transition-colors duration-80 focus-visible:-outline-offset-2',
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
                    {props.card ? <Card row={row} card={props.card} /> : <StackedCells row={row} />}
                  </div>
                </>
              ) : (
                <>
                  {props.hasSelection && <SelectCell row={row} label={props.getRowLabel(row.original)} />}
                  <Cells row={row} />
                </>
              )}
            </div>
          );
        })}
      </div>
      {error ? <MoreFailed error={error} retry={source.retry} /> : hasMore && <MoreComing />}
    </div>
  );
}

type SelectCellProps<Row> = { row: TableRow<Row>; label: string; isOnCard?: boolean };

function SelectCell<Row>({ row, label, isOnCard = false }: SelectCellProps<Row>) {
  return (
    <div role="gridcell" className={cn('flex', isOnCard && 'self-start py-0.5')}>
      <Checkbox
        aria-label={`Select ${label}`}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    </div>
  );
}

/** What stands in a row is drawn once, not with every step of the wheel. */
function Cells<Row>({ row }: { row: TableRow<Row> }) {
  const cells = row.getVisibleCells();
  return useMemo(
    () =>
      cells.map((cell) => (
        <div
          key={cell.id}
          role="gridcell"
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

function StackedCells<Row>({ row }: { row: TableRow<Row> }) {
  return (
    <div className="space-y-1 text-body">
      {row.getVisibleCells().map((cell) => (
        <div key={cell.id}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</div>
      ))}
    </div>
  );
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
