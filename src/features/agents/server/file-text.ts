import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { htmlText } from '../rules-html-text.ts';
import { tableText } from '../rules-passages.ts';
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
  const text = (await textOf(bytes, name)).replaceAll('\0', '').toWellFormed().trim();
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
  if (bytes.includes(0)) throw new UnreadableFile('This is not text, PDF, Word or Excel.');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const replaced = text.match(/\uFFFD/g)?.length ?? 0;
  const readable = replaced > text.length / 100 ? bytes.toString('latin1') : text;
  if (ending === 'html' || ending === 'htm' || /^\s*<(?:!doctype|html)\b/i.test(readable))
    return htmlText(readable);
  if (ending === 'csv') {
    return tableText(
      parse(readable, {
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        delimiter: [',', ';', '\t'],
      }),
    );
  }
  return readable;
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
  let unpacked = 0;
  let entries = 0;
  const names: string[] = [];
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      entries += 1;
      if (entries > MOST_ENTRIES) throw new UnreadableFile('This archive holds too many files.');
      names.push(name);
      if (name !== 'word/document.xml') return false;
      unpacked += originalSize;
      if (unpacked > MOST_UNPACKED_BYTES) throw new UnreadableFile('This file unpacks to more than 60 MB.');
      return true;
    },
  });
  const word = parts['word/document.xml'];
  if (word) return wordText(new TextDecoder().decode(word));
  if (!names.includes('xl/workbook.xml'))
    throw new UnreadableFile('This is an archive, not text, PDF, Word or Excel.');
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unpacked += originalSize;
      if (unpacked > MOST_UNPACKED_BYTES) throw new UnreadableFile('This file unpacks to more than 60 MB.');
      return false;
    },
  });
  const { default: readXlsxFile } = await import('read-excel-file/node');
  const sheets = await readXlsxFile(bytes);
  return sheets
    .map(
      ({ sheet, data }) =>
        `## ${sheet}\n\n${tableText(data.map((row) => row.map((cell) => cellText(cell))))}`,
    )
    .join('\n\n');
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? String(cell)
    : '';
}

/** Paragraphs, headings and tables of a Word document. */
function wordText(xml: string): string {
  const out: string[] = [];
  for (const block of xml.matchAll(/<w:tbl>[\s\S]*?<\/w:tbl>|<w:p[ >][\s\S]*?<\/w:p>/g)) {
    const [markup] = block;
    if (markup.startsWith('<w:tbl>')) {
      const rows = [...markup.matchAll(/<w:tr[ >][\s\S]*?<\/w:tr>/g)].map(([row]) =>
        [...row.matchAll(/<w:tc[ >][\s\S]*?<\/w:tc>/g)].map(([cell]) => runText(cell)),
      );
      out.push(tableText(rows));
    } else {
      const text = runText(markup);
      const level = /<w:pStyle w:val="(?:Heading|berschrift|Titre|Ttulo)(\d)"/i.exec(markup)?.[1];
      const isItem = markup.includes('<w:numPr>');
      if (text !== '') out.push(level ? `${'#'.repeat(Number(level))} ${text}` : isItem ? `- ${text}` : text);
    }
  }
  return out.join('\n\n');
}

function runText(markup: string): string {
  return htmlText(
    [...markup.matchAll(/<w:t(?: [^>]*)?>([\s\S]*?)<\/w:t>|<w:(?:tab|br)\/>/g)]
      .map(([, text]) => text ?? ' ')
      .join(''),
  );
}
