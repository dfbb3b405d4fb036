import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { unguarded } from '#kit/csv.ts';
import type { ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { runInThread } from '#platform/bounded-thread.ts';
import { delimiterOf } from '#platform/csv-delimiter.ts';
import { threadFile } from '#platform/thread-file.ts';
import type { ImportReason, ImportReport } from '../../contract-import.ts';

/** What one record holds; `brokenAt` is the column in which the file ends in the middle of the record. */
export type ImportRecord = { cells: string[]; brokenAt?: number };

export type OpenedFile = {
  format: ImportReport['format'];
  records: () => AsyncIterable<ImportRecord>;
};

/** The file as a whole cannot be read. */
export class UnreadableFile extends Error {
  readonly reason: ImportReason;
  constructor(reason: ImportReason) {
    super(reason);
    this.reason = reason;
  }
}

const MIB = 1024 * 1024;
const LONGEST_RECORD_BYTES = MIB;
const HEAD_BYTES = 64 * 1024;
/** A workbook is held in memory as a whole. */
const LARGEST_WORKBOOK_BYTES = 20 * MIB;
const LARGEST_UNPACKED_BYTES = 100 * MIB;

/** Finds out what the bytes are; the name decides only whether a workbook was meant. Throws `UnreadableFile`. */
export async function openImportFile(file: ReceivedFile): Promise<OpenedFile> {
  if (file.bytes === 0) throw new UnreadableFile('empty_file');
  const head = await readHead(file.path);
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return openWorkbook(file);

  const { encoding, bomBytes } = await encodingOf(file.path, head);
  const sample = new TextDecoder(encoding).decode(head.subarray(bomBytes), { stream: true });
  if (sample.includes('\0')) throw new UnreadableFile('not_csv');
  const delimiter = delimiterOf(sample);
  return {
    format: {
      kind: 'text',
      encoding: encoding === 'utf-16le' || encoding === 'utf-16be' ? 'utf-16' : encoding,
      delimiter,
    },
    records: () => readRecords(file.path, { encoding, bomBytes, delimiter }),
  };
}

async function readHead(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: HEAD_BYTES - 1 })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** By the byte order mark, else UTF-8 where every byte fits, else what Windows programs write. */
async function encodingOf(path: string, head: Buffer): Promise<{ encoding: Encoding; bomBytes: number }> {
  if (head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return { encoding: 'utf-8', bomBytes: 3 };
  if (head.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return { encoding: 'utf-16le', bomBytes: 2 };
  if (head.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))) return { encoding: 'utf-16be', bomBytes: 2 };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return { encoding: 'utf-8', bomBytes: 0 };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { encoding: 'windows-1252', bomBytes: 0 };
  }
}

const CSV_OPTIONS = {
  relax_column_count: true,
  relax_quotes: true,
  skip_records_with_error: true,
  max_record_size: LONGEST_RECORD_BYTES,
} as const;

type TextFile = { encoding: Encoding; bomBytes: number; delimiter: string };

async function* readRecords(
  path: string,
  { encoding, bomBytes, delimiter }: TextFile,
): AsyncGenerator<ImportRecord> {
  let brokenAt: number | undefined;
  const parser = parse({
    ...CSV_OPTIONS,
    delimiter,
    on_skip: (error) => {
      if (error?.code === 'CSV_QUOTE_NOT_CLOSED') brokenAt = Number(error['index'] ?? 0);
      else parser.destroy(new UnreadableFile('record_too_long'));
    },
  });
  const text = Readable.from(decoded(createReadStream(path, { start: bomBytes }), encoding));
  text.on('error', (error) => parser.destroy(error));
  for await (const cells of text.pipe(parser)) yield { cells: cells.map(unguarded) };
  if (brokenAt !== undefined) yield { cells: [], brokenAt };
}

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield storable(decoder.decode(chunk, { stream: true }));
  yield storable(decoder.decode());
}

/** What a database cannot hold is dropped. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

async function openWorkbook(file: ReceivedFile): Promise<OpenedFile> {
  if (!/\.xls[xm]$/i.test(file.name)) throw new UnreadableFile('not_csv');
  if (file.bytes > LARGEST_WORKBOOK_BYTES) throw new UnreadableFile('too_many_rows');
  const rows = await readFirstSheet(file.path);
  return {
    format: { kind: 'workbook', encoding: null, delimiter: null },
    records: async function* () {
      for (const row of rows) yield { cells: row.map(storable) };
    },
  };
}

/** In a thread with limits: a workbook of 1 KB may name a cell that would take all the memory there is. */
async function readFirstSheet(path: string): Promise<string[][]> {
  try {
    return await runInThread<string[][]>(threadFile('workbook-worker', import.meta.url), {
      path,
      mostBytes: LARGEST_UNPACKED_BYTES,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The thread names the problem of the workbook; otherwise it ran out of time or memory.
    const isDamaged = error.message === 'damaged' || error.message === 'no_workbook';
    throw new UnreadableFile(isDamaged ? 'not_csv' : 'sheet_too_large');
  }
}
