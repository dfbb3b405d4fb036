import { zipSync } from 'fflate';
import type { Archive } from './archive.ts';

/** No workbook, or one that cannot be read. */
export class WorkbookError extends Error {}

export type WorkbookSheet = {
  name: string;
  isHidden: boolean;
  /** How far a sheet reaches that is too large to be read; its rows are left out. */
  tooLarge: { rows: number; columns: number } | null;
  rows: unknown[][];
};

/** What of an archive a workbook is read from; pictures and the like stay packed. */
export const isWorkbookPart = (name: string): boolean => /\.xml(?:\.rels)?$/.test(name);

const EMPTY_SHEET = Buffer.from(
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>',
);

/**
 * The sheets of an Excel workbook (ECMA-376), in their order. The reader makes room for every row up to the last one and
 * for every cell up to the last one with a value: a file of 1 KB may name the last of seventeen billion. Sheets that
 * reach too far do not get to it.
 */
export async function readWorkbook({ files }: Archive, mostCells: number): Promise<WorkbookSheet[]> {
  const workbook = files.get('xl/workbook.xml');
  if (!workbook) throw new WorkbookError('no workbook');
  const paths = pathsOf(files.get('xl/_rels/workbook.xml.rels'));
  const tooLarge = new Map<string, WorkbookSheet['tooLarge']>();
  const parts: Record<string, Uint8Array> = {};
  let cells = 0;
  for (const [name, part] of files) {
    const reach = reachOf(part);
    const room = reach.rows + reach.valueRows * reach.columns;
    const isRead = cells + room <= mostCells;
    if (isRead) cells += room;
    else tooLarge.set(name, { rows: reach.rows, columns: reach.columns });
    parts[name] = isRead ? part : EMPTY_SHEET;
  }
  const sheets = [...tagsOf(workbook.toString('utf8'), 'sheet')].map((attributes) => ({
    isHidden: /hidden/i.test(attributes.get('state') ?? ''),
    path: paths.get(attributes.get('id') ?? '') ?? '',
  }));
  // Loaded with the first workbook: most processes never see one.
  const { default: readXlsxFile } = await import('read-excel-file/node');
  try {
    const read = await readXlsxFile(Buffer.from(zipSync(parts, { level: 0 })));
    return read.map(({ sheet, data }, index) => ({
      name: sheet,
      isHidden: sheets[index]?.isHidden ?? false,
      tooLarge: tooLarge.get(sheets[index]?.path ?? '') ?? null,
      rows: data,
    }));
  } catch (error) {
    throw new WorkbookError('damaged', { cause: error });
  }
}

/** Where the parts of a workbook lie, by their relation's id. */
function pathsOf(relations: Buffer | undefined): Map<string, string> {
  const paths = new Map<string, string>();
  for (const attributes of relations ? tagsOf(relations.toString('utf8'), 'Relationship') : []) {
    const target = attributes.get('Target') ?? '';
    paths.set(
      attributes.get('Id') ?? '',
      target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`,
    );
  }
  return paths;
}

/** The attributes of each tag of this name, without their prefixes. */
function* tagsOf(xml: string, name: string): Generator<Map<string, string>> {
  const isNamed = new RegExp(`^<(?:[\\w.-]{1,40}:)?${name}[\\s/>]`);
  for (const [tag] of xml.matchAll(/<[^<>]*>/g)) {
    if (!isNamed.test(tag)) continue;
    const attributes = new Map<string, string>();
    for (const [, key = '', double, single = ''] of tag.matchAll(
      /[\s:]([\w.-]{1,40})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g,
    )) {
      if (!attributes.has(key)) attributes.set(key, double ?? single);
    }
    yield attributes;
  }
}

const ROW_CELL_OR_VALUE = /<(?:[\w.-]{1,40}:)?(?:(row|c)(?=[\s/>])([^<]*)|(?:v|is)(?:\s[^<>]*)?>(?!<\/))/g;
const PLACE = /(?<!xmlns)[\s:"']r\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g;

/** How far the rows of a sheet reach, and its values; where a sheet lies is for the workbook to say. */
function reachOf(part: Buffer): { rows: number; valueRows: number; columns: number } {
  let [rows, valueRows, columns] = [0, 0, 0];
  if (!part.includes('sheetData')) return { rows, valueRows, columns };
  let row = 0;
  let column = 0;
  for (const [, name, attributes = ''] of part.toString('utf8').matchAll(ROW_CELL_OR_VALUE)) {
    if (name === undefined) {
      valueRows = Math.max(valueRows, row);
      columns = Math.max(columns, column);
      continue;
    }
    if (name === 'row') row += 1;
    for (const [, double, single = ''] of attributes.matchAll(PLACE)) {
      const [, letters = '', digits] = /^([A-Z]{0,3})(\d{1,10})$/.exec(double ?? single) ?? [];
      if (digits === undefined) throw new WorkbookError('damaged');
      row = Math.max(row, Number(digits));
      column = letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
    }
    rows = Math.max(rows, row);
  }
  return { rows, valueRows, columns };
}
