import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { saveCsv } from '#ui/save-file.ts';
import { useIsNarrow } from '#ui/use-is-narrow.ts';
import type { OpenFigure } from './figure.ts';
import { FigureButton } from './figure-button.tsx';

export type FigureCell = {
  text: string;
  /** Under it: the change, the base, that there is not enough. */
  note?: string | undefined;
  tone?: 'good' | 'loss' | undefined;
  /** The figure opened; without it the text is no button. */
  open?: (() => OpenFigure) | undefined;
};

export type FigureTableProps = {
  /** Names the table, and the file that it is saved as. */
  label: string;
  /** Head of the first column. */
  head: string;
  columns: readonly string[];
  rows: readonly {
    id: string;
    label: string;
    /** Where the label leads: the community that it names. */
    communityId?: string | undefined;
    note?: string | undefined;
    cells: readonly FigureCell[];
    isTotal?: boolean;
  }[];
  onOpen: (figure: OpenFigure) => void;
};

/** So wide are the names of the rows, and each column beside them. */
const HEAD_PX = 160;
const COLUMN_PX = 92;

/** Figures in rows and columns, each of which opens. Where the columns have no room, each row is a list of its figures. */
export function FigureTable(props: FigureTableProps) {
  const { label, columns } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(frame, columns.length > 2 ? HEAD_PX + columns.length * COLUMN_PX : 0);
  if (isNarrow) {
    return (
      <div ref={frame}>
        <div className="print:hidden">
          <FigureLists {...props} />
        </div>
        {/* Paper is as narrow, and nothing is pressed there: the figures stand side by side. */}
        <div className="hidden print:block">
          <FigureRows {...props} />
        </div>
      </div>
    );
  }
  return (
    <div
      ref={frame}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, by the arrow keys too
      tabIndex={0}
      className="relative overflow-x-auto print:overflow-visible"
    >
      <FigureRows {...props} />
    </div>
  );
}

function FigureRows({ label, head, columns, rows, onOpen }: FigureTableProps) {
  return (
    <table className="w-full border-collapse text-body print:text-small">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-b border-line text-small text-ink-3">
          <th
            scope="col"
            className="sticky left-0 min-w-32 bg-surface py-1.5 pr-4 text-left font-medium sm:min-w-40 print:min-w-0"
          >
            {head}
          </th>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className="px-2 py-1.5 text-right font-medium whitespace-nowrap last:pr-0 print:px-1 print:align-bottom print:whitespace-normal"
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={cn('border-b border-line', row.isTotal && 'border-b-line-2')}>
            <th
              scope="row"
              className={cn(
                // Level with the figures, which are taller under a finger.
                'sticky left-0 max-w-48 bg-surface py-2 pr-4 text-left align-top sm:max-w-72 pointer-coarse:pt-4.5',
                row.isTotal ? 'font-semibold' : 'font-medium',
              )}
            >
              <span className="block truncate" title={row.label}>
                <RowName row={row} />
              </span>
              {row.note !== undefined && (
                <span className="block text-small font-normal text-ink-3">{row.note}</span>
              )}
            </th>
            {row.cells.map((cell, index) => (
              <td
                key={columns[index]}
                className="px-2 py-2 text-right align-top whitespace-nowrap tabular-nums last:pr-0 print:px-1"
              >
                <Figure row={row} column={columns[index]} cell={cell} onOpen={onOpen} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FigureLists({ label, columns, rows, onOpen }: FigureTableProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {rows.map((row) => (
        <li key={row.id} className="py-3">
          <p className={cn('wrap-anywhere', row.isTotal ? 'font-semibold' : 'font-medium')}>
            <RowName row={row} />
            {row.note !== undefined && (
              <span className="block text-small font-normal text-ink-3">{row.note}</span>
            )}
          </p>
          <dl className="mt-2 grid grid-cols-3 gap-x-3 gap-y-2 tabular-nums">
            {row.cells.map((cell, index) => (
              <div key={columns[index]} className="min-w-0">
                <dt className="text-small text-ink-3">{columns[index]}</dt>
                <dd className="wrap-anywhere">
                  <Figure row={row} column={columns[index]} cell={cell} onOpen={onOpen} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function RowName({ row: { label, communityId } }: { row: FigureTableProps['rows'][number] }) {
  if (communityId === undefined) return label;
  return (
    <Link to="/community" search={{ community: communityId }} className="underline underline-offset-2">
      {label}
    </Link>
  );
}

type FigureProps = Pick<FigureTableProps, 'onOpen'> & {
  row: FigureTableProps['rows'][number];
  column: string | undefined;
  cell: FigureCell;
};

function Figure({ row, column = '', cell, onOpen }: FigureProps) {
  return (
    <>
      {cell.open ? (
        <FigureButton
          label={[`${column} of ${row.label}`, row.note].filter(Boolean).join(', ')}
          onOpen={() => cell.open && onOpen(cell.open())}
          className={row.isTotal ? 'font-semibold' : ''}
        >
          {cell.text}
        </FigureButton>
      ) : (
        cell.text
      )}
      {cell.note !== undefined && (
        <span
          className={cn(
            'block text-small',
            cell.tone === 'loss' ? 'text-red-ink' : cell.tone === 'good' ? 'text-green-ink' : 'text-ink-3',
          )}
        >
          {cell.note}
        </span>
      )}
    </>
  );
}

/** Saves a table as it is shown. */
export function SaveTableButton({ label, head, columns, rows }: Omit<FigureTableProps, 'onOpen'>) {
  const isNoted = rows.some(({ note }) => note !== undefined);
  return (
    <Button
      size="row"
      icon={Download}
      aria-label={`Save ${label} as CSV`}
      onClick={() =>
        saveCsv(`${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`, [
          [
            head,
            ...(isNoted ? [`${head}, note`] : []),
            ...columns.flatMap((column, index) =>
              hasNotes(rows, index) ? [column, `${column}, note`] : [column],
            ),
          ],
          ...rows.map((row) => [
            row.label,
            ...(isNoted ? [row.note ?? ''] : []),
            ...row.cells.flatMap((cell, index) =>
              hasNotes(rows, index) ? [cell.text, cell.note ?? ''] : [cell.text],
            ),
          ]),
        ])
      }
    >
      CSV
    </Button>
  );
}

function hasNotes(rows: FigureTableProps['rows'], index: number): boolean {
  return rows.some(({ cells }) => cells[index]?.note !== undefined);
}
