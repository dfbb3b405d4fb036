import type { ColumnDef } from '@tanstack/react-table';
import { cn } from '../class-names.ts';
import { Skeleton } from '../skeleton.tsx';

type DataTableSkeletonProps<Row> = {
  columns: ColumnDef<Row>[];
  hasSelection: boolean;
  isNarrow: boolean;
  rowHeightPx: number;
};

const ROWS = 8;
/** Uneven, as names are. */
const SHARES = ['w-[70%]', 'w-[85%]', 'w-[62%]', 'w-[78%]', 'w-[66%]'];

/** The rows to come, in their final size. */
export function DataTableSkeleton<Row>({
  columns,
  hasSelection,
  isNarrow,
  rowHeightPx,
}: DataTableSkeletonProps<Row>) {
  return (
    <div role="rowgroup">
      <div role="row" className="sr-only">
        <div role="gridcell">Loading</div>
      </div>
      <div aria-hidden="true" className="animate-skeleton">
        {Array.from({ length: ROWS }, (_, row) => (
          <div
            key={row}
            style={{ height: isNarrow ? undefined : rowHeightPx }}
            className={cn(
              'border-b border-line px-(--table-inset)',
              isNarrow ? 'space-y-2 py-3' : 'grid grid-cols-(--table-columns) items-center gap-x-4',
            )}
          >
            {hasSelection && <Skeleton className="size-4" />}
            {columns.slice(0, isNarrow ? 3 : undefined).map((column, index) => (
              <Skeleton
                key={column.id ?? index}
                className={cn(
                  'h-2.5',
                  column.meta?.skeleton ?? SHARES[(row + index) % SHARES.length],
                  column.meta?.align === 'end' && 'ml-auto',
                )}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
