import { type RowSelectionState, useReactTable } from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import { Button } from '../button.tsx';
import { cn } from '../class-names.ts';
import { ErrorState } from '../error-state.tsx';
import { errorText } from '../error-words.ts';
import { PartialNotice } from '../partial-notice.tsx';
import { useIsNarrow } from '../use-is-narrow.ts';
import { DataTableBody } from './data-table-body.tsx';
import { DataTableHead } from './data-table-head.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { DataTableSkeleton } from './data-table-skeleton.tsx';
import { growingRowModel } from './growing-row-model.ts';

const NARROW_PX = 600;
const ROW_HEIGHT_PX = 40;
const CARD_HEIGHT_PX = 112;

/**
 * The one table: pages by key as it is scrolled, draws only what is in sight, walks with the arrow keys, and says what
 * it waits for, lacks or could not get. `--table-inset` is the padding at its edges.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { source, columns, selected, onSelectedChange, sort, rowHeightPx = ROW_HEIGHT_PX } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(frame, NARROW_PX);
  const hasSelection = selected !== undefined;
  // The head, where all are chosen at once, is not in sight above cards.
  const hasTracks = hasSelection && !isNarrow;

  const rowSelection: RowSelectionState = Object.fromEntries([...(selected ?? [])].map((id) => [id, true]));
  // The library asks for an array it may write to; a new one in each render would reckon everything again.
  const data = useMemo(() => [...source.rows], [source.rows]);
  const table = useReactTable<Row>({
    data,
    autoResetAll: false,
    columns,
    getRowId: props.getRowId,
    getCoreRowModel: growingRowModel(),
    manualSorting: true,
    enableSortingRemoval: false,
    defaultColumn: { enableSorting: false },
    enableRowSelection: selected !== undefined,
    state: { rowSelection, sorting: sort ? [{ id: sort.id, desc: sort.direction === 'desc' }] : [] },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(rowSelection) : update;
      onSelectedChange?.(new Set(Object.keys(next).filter((id) => next[id])));
    },
  });
  const tracks = columns.map((column) => column.meta?.width ?? 'minmax(6rem, 1fr)');
  const template = [...(hasTracks ? ['1rem'] : []), ...tracks].join(' ');

  const isEmpty = !source.isLoading && source.rows.length === 0;
  const isFailed = isEmpty && Boolean(source.error);
  return (
    <div
      ref={frame}
      className={cn('min-w-0 [:where(&)]:[--table-inset:1.25rem]', props.className)}
      style={{ '--table-columns': template, '--table-sticky-top': `${props.stickyTopPx ?? 0}px` }}
    >
      {Boolean(source.error) && !isEmpty && (
        <PartialNotice
          title="The list is from before."
          action={
            <Button size="row" onClick={source.retry}>
              Try again
            </Button>
          }
        >
          {errorText(source.error)}
        </PartialNotice>
      )}
      {isFailed ? (
        <ErrorState
          title={props.errorTitle}
          error={source.error}
          onRetry={source.retry}
          isRetrying={source.isRefreshing}
        />
      ) : isEmpty ? (
        props.empty
      ) : (
        <div
          role="grid"
          aria-label={props.label}
          aria-rowcount={source.total === null ? -1 : source.total + (isNarrow ? 0 : 1)}
          aria-busy={source.isLoading || source.isRefreshing}
          aria-multiselectable={hasSelection || undefined}
        >
          {/* Heads of columns that are not there would be read before each card. */}
          {!isNarrow && (
            <DataTableHead
              table={table}
              hasSelection={hasTracks}
              sort={sort}
              onSortChange={props.onSortChange}
            />
          )}
          {source.isLoading ? (
            <DataTableSkeleton
              columns={columns}
              hasSelection={hasTracks}
              isNarrow={isNarrow}
              rowHeightPx={rowHeightPx}
            />
          ) : (
            <DataTableBody
              {...props}
              table={table}
              isNarrow={isNarrow}
              hasSelection={hasSelection}
              rowHeightPx={isNarrow ? CARD_HEIGHT_PX : rowHeightPx}
            />
          )}
        </div>
      )}
    </div>
  );
}
