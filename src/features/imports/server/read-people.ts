import type { ImportReason, ImportRemark, ImportReport, ImportRole } from '../contract.ts';
import { canIdentify, findHeader, type ImportedPerson, isBlank, judgeRecord } from '../rules.ts';
import { listUnreadConsents, proposeColumns, withoutSecond } from '../rules-columns.ts';
import { hasLeft, isStatus } from '../rules-consent-columns.ts';
import { headingKey } from '../rules-headings.ts';
import type { ImportedRecord } from './import-consent.ts';
import type { ImportBatch } from './read-import-file.ts';
import type { ImportRecord } from './read-records.ts';
import { UnreadableFile } from './unreadable-file.ts';

const ROWS_AT_ONCE = 1_000;
const MAX_ROWS = 1_000_000;
const LISTED = 1_000;
const MOST_COLUMNS = 1_000;
const SAMPLE_ROWS = 5;
/** Records looked at to find the header. */
const HEAD_RECORDS = 20;

export type Place = { row: number; cells: string[] };
export type Person = Place & ImportedRecord & { note: string };

type Reading = {
  report: ImportReport;
  columns: (ImportRole | null)[] | undefined;
  personOf: (person: ImportedPerson) => Omit<Person, keyof Place>;
  store: (people: Person[]) => Promise<void>;
};

/** Reads records in order and stores people in batches; one batch is stored while the next is read. */
export async function readPeople(
  batches: AsyncIterable<ImportBatch>,
  { report, columns, personOf, store }: Reading,
): Promise<void> {
  let head: ImportRecord[] | null = [];
  let people: Person[] = [];
  let stored = Promise.resolve();
  const handOn = async (): Promise<void> => {
    const batch = people;
    people = [];
    await stored;
    stored = store(batch);
    // Its failure is met where the next batch waits for it, or the end.
    stored.catch(() => undefined);
  };
  /** Columns of a status that nobody reads, as long as no record says there that somebody left. */
  let silent: number[] = [];
  const judge = async ({ cells, brokenAt }: ImportRecord): Promise<void> => {
    if (brokenAt === undefined && isBlank(cells)) return;
    report.rows += 1;
    if (report.rows > MAX_ROWS) throw new UnreadableFile('too_many_rows');
    const place = { row: report.rows, cells };
    if (brokenAt !== undefined) {
      return reject(report, place, { field: report.header[brokenAt] ?? null, reason: 'truncated_record' });
    }
    if (report.sample.length < SAMPLE_ROWS) report.sample.push(cells);
    silent = silent.filter((column) => {
      const saysWhoLeft = hasLeft(cells[column] ?? '');
      // The file as a whole is spoken of first, however many remarks there are.
      if (saysWhoLeft) report.warnings.unshift(unreadConsent(report.header[column] ?? ''));
      return !saysWhoLeft;
    });
    if (!canIdentify(report.columns)) return;
    const { person, error, warnings } = judgeRecord(cells, report);
    for (const warning of warnings) {
      if (warning.reason === 'health_condition') report.healthTexts += 1;
      warn(report, { row: report.rows, ...warning });
    }
    if (error) return reject(report, place, error);
    if (person) people.push({ ...place, ...personOf(person) });
    if (people.length >= ROWS_AT_ONCE) await handOn();
  };
  const open = async (first: ImportRecord[]): Promise<void> => {
    head = null;
    const skipped = setHead(report, first, columns);
    const isTold = new Set(report.warnings.map(({ field }) => field));
    silent = report.header.flatMap((heading, column) =>
      report.columns[column] === null && isStatus(headingKey(heading)) && !isTold.has(heading) ? column : [],
    );
    for (const record of first.slice(skipped)) await judge(record);
  };

  try {
    for await (const batch of batches) {
      if ('format' in batch) report.format = batch.format;
      else {
        for (const record of batch.records) {
          if (head === null) await judge(record);
          else if (head.push(record) === HEAD_RECORDS) await open(head);
        }
      }
    }
    if (head !== null) await open(head);
    if (report.rows === 0) throw new UnreadableFile('empty_file');
    if (people.length > 0) await handOn();
  } finally {
    // The transaction is not left while a batch is at work in it.
    await stored;
  }
  report.errors.sort((one, other) => one.row - other.row);
  report.rejected.sort((one, other) => one.row - other.row);
}

/** Finds header and columns. Answers how many records stand before the first of the data. */
function setHead(report: ImportReport, first: ImportRecord[], wanted: Reading['columns']): number {
  const whole = first.filter(({ brokenAt }) => brokenAt === undefined).map(({ cells }) => cells);
  const { header, skipped } = findHeader(whole);
  if (header.length > MOST_COLUMNS) throw new UnreadableFile('too_many_columns');
  const columns = wanted ? withoutSecond(wanted) : proposeColumns(header, whole.slice(skipped));
  report.header = header;
  report.columns = header.map((_, index) => columns[index] ?? null);
  header.forEach((heading, index) => {
    if (heading !== '' && header.indexOf(heading) !== index) {
      warn(report, { row: 0, field: heading, reason: 'duplicate_header' });
    }
  });
  for (const { heading } of listUnreadConsents(header, report.columns)) {
    warn(report, unreadConsent(heading));
  }
  if (!canIdentify(report.columns)) report.errors.push(wholeFile('no_identifier_column'));
  return skipped;
}

function unreadConsent(heading: string): ImportRemark {
  return { row: 0, field: heading, reason: 'unread_consent' };
}

function warn(report: ImportReport, warning: ImportRemark): void {
  if (report.warnings.length < LISTED) report.warnings.push(warning);
}

export function reject(report: ImportReport, place: Place, error: Omit<ImportRemark, 'row'>): void {
  report.rejectedRows += 1;
  if (report.errors.length >= LISTED) return;
  report.errors.push({ row: place.row, ...error });
  report.rejected.push(place);
}

export function wholeFile(reason: ImportReason): ImportRemark {
  return { row: 0, field: null, reason };
}

export function emptyReport(): ImportReport {
  return {
    importId: null,
    rows: 0,
    importable: 0,
    imported: 0,
    duplicates: 0,
    repeated: 0,
    withdrawn: 0,
    unsubscribed: 0,
    errors: [],
    warnings: [],
    rejectedRows: 0,
    healthTexts: 0,
    rejected: [],
    header: [],
    columns: [],
    sample: [],
    format: { kind: 'text', encoding: null, delimiter: null, sheet: null, sheets: [] },
  };
}
