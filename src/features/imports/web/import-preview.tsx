import { Download, TriangleAlert } from 'lucide-react';
import { csvOf } from '#kit/csv.ts';
import { countOf, formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { IMPORT_ROLES, type ImportRemark, type ImportReport, type ImportRole } from '../contract.ts';
import { listUnreadConsents } from '../rules-columns.ts';
import { IMPORT_REASON_TEXTS, IMPORT_ROLE_LABELS } from '../rules-words.ts';

const LEFT_OUT = 'none';
const SHOWN_ERRORS = 5;
const SHOWN_WARNINGS = 50;
const ROLE_OPTIONS: { value: ImportRole | typeof LEFT_OUT; label: string }[] = [
  { value: LEFT_OUT, label: 'Leave out' },
  ...IMPORT_ROLES.map((value) => ({ value, label: IMPORT_ROLE_LABELS[value] })),
];

type ImportPreviewProps = {
  report: ImportReport;
  /** What each column becomes: those of the report, or what was chosen since it was asked for. */
  columns: readonly (ImportRole | null)[];
  fileName: string;
  onColumnChange: (index: number, role: ImportRole | null) => void;
};

/** What a file holds, what becomes of each column, and which records cannot be imported. */
export function ImportPreview({ report, columns, fileName, onColumnChange }: ImportPreviewProps) {
  const whole = report.errors.find(({ row }) => row === 0);
  const errors = report.errors.filter(({ row }) => row > 0);
  return (
    <div className="space-y-4">
      <div role="status" className="text-body">
        {whole && <p className="text-red-ink">{IMPORT_REASON_TEXTS[whole.reason]}</p>}
        {report.rows > 0 && (
          <p>
            <strong className="font-semibold">{countOf(report.rows, 'record')}</strong>
            {`: ${outcomeOf(report)}.`}
          </p>
        )}
      </div>
      {report.withdrawn > 0 && (
        <p className="text-body">
          {report.withdrawn === 1
            ? '1 person who is a lead already says no by now: '
            : `${formatCount(report.withdrawn)} people who are leads already say no by now: `}
          what was allowed before is taken back, with this file as the proof.
        </p>
      )}
      {report.unsubscribed > 0 && (
        <p className="text-body">
          {report.unsubscribed === 1
            ? '1 record says that the person left: it brings'
            : `${formatCount(report.unsubscribed)} records say that the person left: they bring`}{' '}
          no consent, and nothing is sent to these people by any channel. Undoing the import takes that back.
        </p>
      )}
      <UnreadConsents report={report} columns={columns} onChange={onColumnChange} />
      {report.healthTexts > 0 && (
        <p className="text-body">
          {report.healthTexts === 1
            ? '1 text names a health condition and is left out.'
            : `${formatCount(report.healthTexts)} texts name a health condition and are left out.`}{' '}
          None is kept about a person; the people themselves come in.
        </p>
      )}
      {report.header.length > 0 && <Columns report={report} columns={columns} onChange={onColumnChange} />}
      {errors.length > 0 && (
        <section aria-label="Records that can’t be imported" className="space-y-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="text-h2">Can’t be imported</h3>
            <Button size="row" icon={Download} onClick={() => downloadRejected(report, fileName)}>
              Download these records
            </Button>
          </div>
          <ul className="space-y-1 text-small text-ink-2">
            {errors.slice(0, SHOWN_ERRORS).map((error) => (
              <li key={`${error.row} ${error.field}`}>{remarkText(error)}</li>
            ))}
            {report.rejectedRows > SHOWN_ERRORS && (
              <li className="text-ink-3">{`and ${formatCount(report.rejectedRows - SHOWN_ERRORS)} more`}</li>
            )}
          </ul>
        </section>
      )}
      <Warnings warnings={report.warnings.filter(({ reason }) => reason !== 'unread_consent')} />
    </div>
  );
}

/** "2 new people, 1 repeated in the file, 1 can’t be imported" */
function outcomeOf({ importable, duplicates, repeated, rejectedRows }: ImportReport): string {
  const others = [
    [duplicates - repeated, 'known already'],
    [repeated, 'repeated in the file'],
    [rejectedRows, 'can’t be imported'],
  ] as const;
  return [
    countOf(importable, 'new person', 'new people'),
    ...others.flatMap(([count, words]) => (count === 0 ? [] : `${formatCount(count)} ${words}`)),
  ].join(', ');
}

type ColumnsProps = Pick<ImportPreviewProps, 'report' | 'columns'> & {
  onChange: (index: number, role: ImportRole | null) => void;
};

function Columns({ report, columns: roles, onChange }: ColumnsProps) {
  // Two columns may have the same heading.
  const columns = report.header.map((heading, index) => ({
    key: `${index} ${heading}`,
    heading: heading || `Column ${index + 1}`,
  }));
  return (
    <table className="w-full table-fixed text-left text-body">
      <caption className="sr-only">Columns of the file and what becomes of them</caption>
      <thead>
        <tr className="border-b border-line text-small text-ink-3">
          <th scope="col" className="w-2/5 py-1 pr-3 font-medium">
            Column
          </th>
          <th scope="col" className="py-1 pr-3 font-medium max-sm:hidden">
            First records
          </th>
          <th scope="col" className="w-36 py-1 font-medium sm:w-48">
            Becomes
          </th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ key, heading }, index) => (
          <tr key={key} className="border-b border-line">
            <th scope="row" className="truncate py-1.5 pr-3 font-medium">
              {heading}
            </th>
            <td className="truncate py-1.5 pr-3 text-small text-ink-3 max-sm:hidden">
              {report.sample
                .map((cells) => cells[index] ?? '')
                .filter((cell) => cell.trim() !== '')
                .slice(0, 2)
                .join(' · ')}
            </td>
            <td className="py-1.5">
              <Select
                aria-label={`${heading} becomes`}
                value={roles[index] ?? LEFT_OUT}
                onValueChange={(role) => onChange(index, role === LEFT_OUT ? null : role)}
                options={ROLE_OPTIONS}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Columns that may hold a no, which nobody reads: which column is read in their place, and how to read them. */
function UnreadConsents({ report, columns, onChange }: ColumnsProps) {
  const told = report.warnings.flatMap(({ field, reason }) =>
    reason === 'unread_consent' ? (field ?? []) : [],
  );
  const unread = listUnreadConsents(report.header, columns, told);
  if (unread.length === 0) return null;
  return (
    <ul aria-label="Columns about consent that are not read" className="border-y border-line-2">
      {unread.map(({ index, heading, role, readIn }) => (
        <li
          key={index}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0"
        >
          <p className="flex min-w-0 flex-1 basis-60 items-start gap-1.5 text-body text-amber-ink">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {readIn === null
                ? `“${heading}” may say who does not want to be written to, and is not read.`
                : `Two columns speak of consent: “${readIn}” is read, “${heading}” is not.`}
            </span>
          </p>
          <Button
            size="row"
            aria-label={`Read “${heading}” ${readIn === null ? `as ${IMPORT_ROLE_LABELS[role]}` : `instead of “${readIn}”`}`}
            onClick={() => onChange(index, role)}
          >
            {readIn === null ? 'Read it' : `Read “${shortened(heading)}” instead`}
          </Button>
        </li>
      ))}
    </ul>
  );
}

const SHOWN_OF_HEADING = 24;

function shortened(heading: string): string {
  return heading.length > SHOWN_OF_HEADING ? `${heading.slice(0, SHOWN_OF_HEADING - 1)}…` : heading;
}

function Warnings({ warnings }: { warnings: readonly ImportRemark[] }) {
  if (warnings.length === 0) return null;
  return (
    <details className="text-small text-ink-2">
      <summary className="cursor-pointer">{countOf(warnings.length, 'remark')} on imported records</summary>
      <ul className="mt-2 space-y-1">
        {[...new Set(warnings.map(remarkText))].slice(0, SHOWN_WARNINGS).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

function remarkText({ row, field, reason }: ImportRemark): string {
  const place = row === 0 ? '' : `Record ${formatCount(row)}`;
  return `${[place, field && `“${field}”`].filter(Boolean).join(', ')} ${IMPORT_REASON_TEXTS[reason]}`;
}

/** The records as they stand in the file, each with its reason, to be mended and imported again. */
function downloadRejected({ header, rejected, errors }: ImportReport, fileName: string): void {
  const cellsOf = new Map(rejected.map(({ row, cells }) => [row, cells]));
  const rows = errors
    .filter(({ row }) => row > 0)
    .map((error) => [
      ...header.map((_, index) => cellsOf.get(error.row)?.[index] ?? ''),
      String(error.row),
      IMPORT_REASON_TEXTS[error.reason],
    ]);
  const text = csvOf([[...header, 'Record', 'Reason'], ...rows]);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = `${fileName.replace(/\.[^.]*$/, '')} - not imported.csv`;
  link.click();
  // The browser has begun to save by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
