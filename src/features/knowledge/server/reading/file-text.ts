import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { sheetText } from '#engines/answers/passages.ts';
import { pageText } from '#engines/html/page-text.ts';
import { wordText } from '#engines/html/word-text.ts';
import { delimiterOf } from '#platform/csv-delimiter.ts';
import { decodeText } from '#platform/text-encoding.ts';
import { UnpackError, unpackWithin } from '#platform/unpack.ts';
import { readWorkbook, WorkbookError } from '#platform/workbook-reading.ts';
import { type PdfLine, pdfDocumentText, pdfLines } from './pdf-text.ts';

/** A file that nobody can learn from; the message says why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

const MOST_UNPACKED_BYTES = 60_000_000;
const MOST_ENTRIES = 5_000;
/** Of what is packed, and may be many times its file; plain text is no longer than its file. */
const MOST_PACKED_CHARACTERS = 4_000_000;
const MOST_PAGES = 2_000;
/** How files end that are text, and not for people; any other ending may be part of a name ('Prices 12.11'). */
const FOR_PROGRAMS = new Set(
  'svg xml xsl xsd js mjs cjs jsx ts tsx map css scss less wasm php py rb sh bat ps1 sql eps ps rtf'.split(
    ' ',
  ),
);
/** No text holds these, in whatever encoding; an old one may end in \x1A. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\0-\x06\x0E-\x19]/;
const CSV_SAMPLE_CHARACTERS = 65_536;

/**
 * The text of a file for people, in the shape that passages are cut from. What a file is follows from its bytes; its
 * name only tells kinds of text apart.
 */
export async function readFileText({
  path,
  name,
}: {
  path: string;
  name: string;
}): Promise<{ text: string }> {
  const bytes = await readFile(path);
  if (bytes.length === 0) throw new UnreadableFile('This file is empty.');
  const text = (await textOf(bytes, name))
    .replaceAll(/[\0\uFFFD]/g, '')
    .toWellFormed()
    .trim();
  if (text === '')
    throw new UnreadableFile('No text was found in this file. Pictures of text cannot be read.');
  return { text };
}

function notTooLong(text: string): string {
  if (text.length > MOST_PACKED_CHARACTERS) throw tooLong();
  return text;
}

function tooLong(): UnreadableFile {
  return new UnreadableFile('This file holds more than 4,000,000 characters. Split it.');
}

async function textOf(bytes: Buffer, name: string): Promise<string> {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (bytes.subarray(0, 1024).includes('%PDF-')) return pdfText(bytes);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return notTooLong(await officeText(bytes));
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) {
    throw new UnreadableFile('This is an old or protected Office file. Save it as .docx or .xlsx.');
  }
  if (['pdf', 'docx', 'xlsx'].includes(ending))
    throw new UnreadableFile(`This is not a .${ending} file inside.`);
  if (FOR_PROGRAMS.has(ending))
    throw new UnreadableFile('Only PDF, Word, Excel, HTML, Markdown, text and CSV can be read.');
  const text = await decodeText(bytes);
  if (CONTROL.test(text)) throw new UnreadableFile('This is not text, PDF, Word or Excel.');
  if (ending === 'html' || ending === 'htm' || /^\s*<(?:!doctype|html)\b/i.test(text)) return pageText(text);
  return ['csv', 'tsv', 'tab'].includes(ending) ? tableText(text, ending) : text;
}

/** Excel writes what separates the cells as a first line, `sep=;`. */
const SEPARATOR = /^"?sep=(.)"?[^\S\r\n]*(?:\r?\n|\r)/i;

function tableText(text: string, ending: string): string {
  const [line = '', stated] = SEPARATOR.exec(text) ?? [];
  const table = text.slice(line.length);
  const rows: string[][] = parse(table, {
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    delimiter: stated ?? delimiterOf(table.slice(0, CSV_SAMPLE_CHARACTERS)),
  });
  return ending === 'csv' || rows.some((cells) => cells.length > 1) ? sheetText(rows) : text;
}

async function pdfText(bytes: Buffer): Promise<string> {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(bytes));
  if (document.numPages > MOST_PAGES)
    throw new UnreadableFile('This PDF has more than 2,000 pages. Split it.');
  const pages: PdfLine[][] = [];
  let characters = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const runs = items.filter((item) => 'str' in item);
    characters += runs.reduce((sum, { str }) => sum + str.length, 0);
    if (characters > MOST_PACKED_CHARACTERS) throw tooLong();
    pages.push(pdfLines(runs));
    page.cleanup();
  }
  return notTooLong(pdfDocumentText(pages));
}

async function officeText(bytes: Buffer): Promise<string> {
  try {
    const { names, files } = unpackWithin(bytes, {
      mostBytes: MOST_UNPACKED_BYTES,
      mostEntries: MOST_ENTRIES,
      isWanted: (name) => name === 'word/document.xml',
    });
    const word = files['word/document.xml'];
    if (word) return wordText(new TextDecoder().decode(word));
    if (!names.includes('xl/workbook.xml'))
      throw new UnreadableFile('This is an archive, not text, PDF, Word or Excel.');
    const sheets = await readWorkbook(bytes, MOST_UNPACKED_BYTES);
    for (const { tooLarge } of sheets) {
      if (tooLarge) throw reachesTooFar(tooLarge);
    }
    return sheets
      .map(({ name, rows }) => `## ${name}\n\n${sheetText(rows.map((row) => row.map(cellText)))}`)
      .join('\n\n');
  } catch (error) {
    if (error instanceof UnpackError || error instanceof WorkbookError)
      throw new UnreadableFile(reasonOf(error));
    throw error;
  }
}

function reasonOf(error: UnpackError | WorkbookError): string {
  if (error.problem === 'too_large') return 'This file unpacks to more than 60 MB.';
  if (error.problem === 'too_many_entries') return 'This archive holds too many files.';
  return 'This file is damaged and cannot be read.';
}

function reachesTooFar({ rows, columns }: { rows: number; columns: number }): UnreadableFile {
  return new UnreadableFile(
    `This sheet reaches to row ${rows.toLocaleString('en-US')} and column ${columns.toLocaleString('en-US')}. Delete what is empty and try again.`,
  );
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? String(cell)
    : '';
}
