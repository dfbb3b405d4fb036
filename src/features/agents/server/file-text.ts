import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { htmlText } from '../rules-html-text.ts';
import { tableText } from '../rules-passages.ts';

/** The text of a file for people, in the shape that passages are cut from. */
export async function readFileText({
  path,
  name,
}: {
  path: string;
  name: string;
}): Promise<{ text: string }> {
  const text = (await readFile(path))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .toWellFormed();
  if (/\.html?$/i.test(name)) return { text: htmlText(text) };
  if (/\.csv$/i.test(name)) {
    return { text: tableText(parse(text, { relax_column_count: true, skip_empty_lines: true })) };
  }
  return { text };
}
