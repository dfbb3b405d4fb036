import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { unguarded } from '#kit/csv.ts';
import type { TextEncoding } from '#kit/text-encodings.ts';
import { delimiterOf } from '#platform/csv-delimiter.ts';
import { bomBytesOf, type DetectedEncoding, detectTextEncoding } from '#platform/text-encoding.ts';
import { readWorkbook, WorkbookError, type WorkbookSheet } from '#platform/workbook-reading.ts';
import type { ImportEncoding, ImportFormat } from '../contract.ts';
import { countIdentified } from '../rules.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** What one record holds; `brokenAt` is the column in which the file ends in the middle of the record. */
export type ImportRecord = { cells: string[]; brokenAt?: number };

/** What somebody chose over what was found. */
export type ReadingChoice = { encoding?: ImportEncoding | undefined; sheet?: string | undefined };

export type OpenedFile = { format: ImportFormat; records: () => AsyncIterable<ImportRecord> };

const MIB = 1024 * 1024;
const LONGEST_RECORD_BYTES = MIB;
const HEAD_BYTES = 64 * 1024;
/** A workbook is held in memory as a whole. */
const LARGEST_WORKBOOK_BYTES = 20 * MIB;
const LARGEST_UNPACKED_BYTES = 100 * MIB;
/** Cells of a workbook may share one long text: so many characters are copied out of it. */
const MOST_CHARACTERS = 200 * MIB;

/** Finds out what the bytes are, whatever their name says. Throws `UnreadableFile`. */
export async function openImportFile(
  { path, bytes, name }: { path: string; bytes: number; name: string },
  choice: ReadingChoice,
): Promise<OpenedFile> {
  if (bytes === 0) throw new UnreadableFile('empty_file');
  const head = await readHead(path);
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) {
    if (!/\.xls[xm]?$/i.test(name)) throw new UnreadableFile('not_csv');
    if (bytes > LARGEST_WORKBOOK_BYTES) throw new UnreadableFile('workbook_too_large');
    return openWorkbook(await readFile(path), choice.sheet);
  }
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
    throw new UnreadableFile('old_workbook');
  const detected = choice.encoding
    ? chosenEncoding(choice.encoding, head)
    : await detectTextEncoding(createReadStream(path));
  const { encoding, bomBytes } = detected;
  const sample = new TextDecoder(encoding).decode(head.subarray(bomBytes), { stream: true });
  // In the wrong encoding any file looks like that: another can be chosen.
  if (!choice.encoding && sample.includes('\0')) throw new UnreadableFile('not_csv');
  if (sample.startsWith('%PDF-')) throw new UnreadableFile('not_csv');
  const start = sample.slice(0, 1_000);
  if (MARKUP.test(start)) throw new UnreadableFile('markup_file');
  if (NO_TABLE.test(start)) throw new UnreadableFile('not_a_table');
  const delimiter = /^sep=([^\r\n])\r?\n/i.exec(sample)?.[1] ?? delimiterOf(sample);
  return {
    format: { kind: 'text', encoding: nameOf(encoding), delimiter, sheet: null, sheets: [] },
    records: () => readRecords(path, { ...detected, delimiter }),
  };
}

/** Web pages and XML that programs save under the name of a workbook. */
const MARKUP =
  /^\s{0,900}<(?:!doctype|!--|\?xml|html|head|body|table|meta|style|div)[\s>?-]|^\s{0,900}MIME-Version:/i;
/** Contact cards, calendars, JSON and rich text. */
const NO_TABLE = /^\s{0,900}(?:BEGIN:V(?:CARD|CALENDAR)|\{\\rtf|\[\s{0,99}[\]{"[]|\{\s{0,99}["}])/i;

async function readHead(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: HEAD_BYTES - 1 })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function chosenEncoding(chosen: ImportEncoding, head: Buffer): DetectedEncoding {
  const isBig = head[0] === 0xfe && head[1] === 0xff;
  const encoding = chosen === 'utf-16' ? (isBig ? 'utf-16be' : 'utf-16le') : chosen;
  return { encoding, bomBytes: bomBytesOf(head, encoding) };
}

function nameOf(encoding: TextEncoding): ImportEncoding {
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 'utf-16' : encoding;
}

/** All of them in one file, where one program adds to what another wrote. */
const LINE_ENDS = ['\r\n', '\n', '\r'];
const CSV_OPTIONS = {
  relax_column_count: true,
  relax_quotes: true,
  skip_records_with_error: true,
  max_record_size: LONGEST_RECORD_BYTES,
} as const;

type TextFile = DetectedEncoding & { delimiter: string };

async function* readRecords(
  path: string,
  { encoding, bomBytes, delimiter }: TextFile,
): AsyncGenerator<ImportRecord> {
  let brokenAt: number | undefined;
  const parser = parse({
    ...CSV_OPTIONS,
    record_delimiter: LINE_ENDS,
    delimiter,
    on_skip: (error) => {
      if (error?.code === 'CSV_QUOTE_NOT_CLOSED') brokenAt = Number(error['index'] ?? 0);
      else parser.destroy(new UnreadableFile('record_too_long'));
    },
  });
  const text = Readable.from(decoded(createReadStream(path, { start: bomBytes }), encoding));
  text.on('error', (error) => parser.destroy(error));
  for await (const cells of text.pipe(parser)) yield { cells: withoutEmptyEnd(cells.map(unguarded)) };
  if (brokenAt !== undefined) yield { cells: [], brokenAt };
}

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield storable(decoder.decode(chunk, { stream: true }));
  yield storable(decoder.decode());
}

/** What a database cannot hold is dropped. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** One cell beyond what a file may have is enough to say so. */
const MOST_COLUMNS = 1_000;

/** Spreadsheets write the empty cells of their widest row below every row; a hundred thousand of them say nothing. */
function withoutEmptyEnd(cells: string[]): string[] {
  if (cells.length <= MOST_COLUMNS) return cells;
  let length = cells.length;
  while (length > 0 && cells[length - 1]?.trim() === '') length -= 1;
  return cells.slice(0, Math.min(length, MOST_COLUMNS + 1));
}

async function openWorkbook(bytes: Buffer, wanted: string | undefined): Promise<OpenedFile> {
  const sheets = await sheetsOf(bytes);
  const counted = sheets.map((sheet) => ({ sheet, people: countIdentified(sampled(sheet.rows)) }));
  const chosen = wanted === undefined ? likeliest(counted) : sheets.find(({ name }) => name === wanted);
  if (!chosen) throw new UnreadableFile(wanted === undefined ? 'empty_file' : 'unknown_sheet');
  return {
    format: {
      kind: 'workbook',
      encoding: null,
      delimiter: null,
      sheet: chosen.name,
      sheets: sheets.map(({ name, rows, isHidden }) => ({ name, rows: rows.length, isHidden })),
    },
    records: () => rowsOf(chosen),
  };
}

async function sheetsOf(bytes: Buffer): Promise<WorkbookSheet[]> {
  try {
    return await readWorkbook(bytes, LARGEST_UNPACKED_BYTES);
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    throw new UnreadableFile(error.problem === 'too_large' ? 'workbook_too_large' : 'not_csv');
  }
}

const SAMPLED_ROWS = 2_000;

function sampled(rows: WorkbookSheet['rows']): string[][] {
  return rows.slice(0, SAMPLED_ROWS).map((row) => row.slice(0, MOST_COLUMNS).map(textOf));
}

/** The sheet with most people on it, one that is shown before one that is hidden; else the one with most rows. */
function likeliest(counted: { sheet: WorkbookSheet; people: number }[]): WorkbookSheet | undefined {
  const most = (one: number, other: number): number => other - one;
  const [first] = counted.toSorted(
    (one, other) =>
      Number(other.people > 0) - Number(one.people > 0) ||
      Number(one.sheet.isHidden) - Number(other.sheet.isHidden) ||
      most(one.people, other.people) ||
      most(one.sheet.rows.length, other.sheet.rows.length),
  );
  const onlyLarge = counted.find(({ sheet }) => sheet.tooLarge && !sheet.isHidden);
  return first?.people === 0 && onlyLarge ? onlyLarge.sheet : first?.sheet;
}

async function* rowsOf({ rows, tooLarge }: WorkbookSheet): AsyncGenerator<ImportRecord> {
  // Thrown with the first record: another sheet can be chosen by then.
  if (tooLarge) throw new UnreadableFile('sheet_too_large');
  let characters = 0;
  for (const row of rows) {
    const cells = withoutEmptyEnd(row.map(textOf));
    const length = cells.reduce((sum, cell) => sum + cell.length, 0);
    if (length > LONGEST_RECORD_BYTES) throw new UnreadableFile('record_too_long');
    characters += length;
    if (characters > MOST_CHARACTERS) throw new UnreadableFile('workbook_too_large');
    yield { cells };
  }
}

/** A cell as somebody would type it. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00.000Z$/, '');
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? storable(String(cell))
    : '';
}
