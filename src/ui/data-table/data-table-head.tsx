import { flexRender, type Table } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '../checkbox.tsx';
import { cn } from '../class-names.ts';
import { sortOf, sortText } from '../sort-text.ts';
import { useChosenAtOnce } from '../use-chosen-at-once.ts';
import type { Sort } from './data-table-props.ts';

type HeadProps<Row> = {
  table: Table<Row>;
  hasSelection: boolean;
  sort: Sort | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
};

export function DataTableHead<Row>({ table, hasSelection, onSortChange, ...ordered }: HeadProps<Row>) {
  const [order, reorder] = useChosenAtOnce(ordered.sort ? sortText(ordered.sort) : null, (next) => {
    if (next !== null) onSortChange?.(sortOf(next));
  });
  const sort = order === null ? undefined : sortOf(order);
  return (
    <div
      role="rowgroup"
      className="sticky top-(--table-sticky-top) z-sticky border-y border-line bg-sunk px-(--table-inset) text-small text-ink-3"
    >
      {table.getHeaderGroups().map((group) => (
        <div
          key={group.id}
          role="row"
          aria-rowindex={1}
          className="grid h-[26px] grid-cols-(--table-columns) items-center gap-x-4 pointer-coarse:h-11"
        >
          {hasSelection && (
            <div role="columnheader" className="flex">
              <Checkbox
                aria-label="Select all loaded rows"
                checked={table.getIsAllRowsSelected() && table.getRowModel().rows.length > 0}
                isPartial={table.getIsSomeRowsSelected()}
                onChange={table.getToggleAllRowsSelectedHandler()}
              />
            </div>
          )}
          {group.headers.map((header) => {
            const { meta } = header.column.columnDef;
            const isSorted = sort?.id === header.column.id;
            const text = flexRender(header.column.columnDef.header, header.getContext());
            return (
              <div
                key={header.id}
                role="columnheader"
                aria-sort={isSorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined}
                className={cn('min-w-0 truncate', meta?.align === 'end' && 'text-right')}
              >
                {header.column.columnDef.enableSorting && onSortChange ? (
                  <SortButton
                    direction={isSorted ? sort.direction : null}
                    onPress={() =>
                      reorder(
                        sortText({
                          id: header.column.id,
                          direction: nextDirection(sort, header.column.id, meta?.firstSort),
                        }),
                      )
                    }
                  >
                    {text}
                  </SortButton>
                ) : (
                  text
                )}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function nextDirection(sort: Sort | undefined, id: string, first: 'asc' | 'desc' = 'asc'): 'asc' | 'desc' {
  if (sort?.id !== id) return first;
  return sort.direction === 'asc' ? 'desc' : 'asc';
}

type SortButtonProps = { direction: 'asc' | 'desc' | null; onPress: () => void; children: React.ReactNode };

function SortButton({ direction, onPress, children }: SortButtonProps) {
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onPress}
      className={cn(
        'group inline-flex h-6 items-center gap-1 rounded-badge hover:text-ink focus-visible:outline-offset-0 pointer-coarse:h-11',
        direction && 'font-medium text-ink-2',
      )}
    >
      {children}
      <Arrow
        className={cn(
          'size-3',
          !direction && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
        )}
      />
    </button>
  );
}
