import type { ColumnDef, RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { PagedSource } from '../calls/paged-source.ts';

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData extends RowData, TValue> {
    /** A track of the grid: `8rem`, `minmax(12rem, 1fr)`. */
    width?: string;
    /** Figures stand at the end. */
    align?: 'end';
    /** How a column is ordered when its head is first pressed. */
    firstSort?: 'asc' | 'desc';
    /** Width of what stands there while loading. */
    skeleton?: string;
  }
}

declare module 'react' {
  interface CSSProperties {
    [customProperty: `--${string}`]: string | number | undefined;
  }
}

export type { ColumnDef };
export type Sort = { id: string; direction: 'asc' | 'desc' };

export type DataTableProps<Row> = {
  /** Names the table for those who listen. */
  label: string;
  columns: ColumnDef<Row>[];
  source: PagedSource<Row>;
  getRowId: (row: Row) => string;
  /** Names a row: "Select Dana Whitlow". */
  getRowLabel: (row: Row) => string;
  /** A row as it stands in a narrow place, where no head says what is what: to be understood by itself. */
  card: (row: Row) => ReactNode;
  /** What the server has ordered by; the columns with an `enableSorting` of true can be pressed. */
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  /** Ids of the chosen rows; with it each row has a checkbox. */
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
  /** The row whose drawer is open; arrow keys then open the next one. */
  activeId?: string | null;
  onOpen?: (row: Row) => void;
  onEscape?: () => void;
  /** An `EmptyState`, for no rows at all or none that match. */
  empty: ReactNode;
  /** "The leads could not be loaded". */
  errorTitle: string;
  rowHeightPx?: number;
  /** Where the head sticks, under another sticky line. */
  stickyTopPx?: number;
  /** How much of the rows a sticky line at the lower edge covers. */
  stickyBottomPx?: number;
  className?: string;
};

export const HEAD_HEIGHT_PX = 28;
