import { strToU8, Zip, ZipDeflate } from 'fflate';
import { escapeHtml } from '#kit/text.ts';

/** What a cell holds: a number is one to the spreadsheet, a text stays a text whatever it looks like. */
export type WorkbookCell = string | number;

/** Excel opens no longer sheet. */
const ROWS_OF_SHEET = 1_048_576;
/** JavaScript packs it: more than this costs seconds and saves little. */
const LEVEL = 3;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

type SheetOptions = { name: string; head: readonly string[]; rowsOfSheet?: number };

/**
 * Rows as an Excel workbook (ECMA-376), packed while they are read: no more of it is held than one portion. `name` is
 * that of the sheet, in plain letters; rows that no sheet has room for go on in the next one.
 */
export async function* xlsxOf(
  portions: AsyncIterable<readonly (readonly WorkbookCell[])[]>,
  { name, head, rowsOfSheet = ROWS_OF_SHEET }: SheetOptions,
): AsyncGenerator<Uint8Array> {
  let packed: Uint8Array[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, bytes) => {
    if (error) failure = error;
    else packed.push(bytes);
  });
  const take = (): Uint8Array[] => {
    if (failure) throw failure;
    const taken = packed;
    packed = [];
    return taken;
  };
  const open = (path: string): ZipDeflate => {
    const file = new ZipDeflate(path, { level: LEVEL });
    zip.add(file);
    return file;
  };
  const add = (path: string, text: string): void => open(path).push(strToU8(XML + text), true);

  let sheets = 0;
  let rows = 0;
  const openSheet = (): ZipDeflate => {
    sheets += 1;
    rows = 1;
    const sheet = open(`xl/worksheets/sheet${sheets}.xml`);
    sheet.push(strToU8(`${XML}<worksheet xmlns="${MAIN}"><sheetData>${rowOf(head, 1)}`));
    return sheet;
  };
  const closeSheet = (sheet: ZipDeflate): void => sheet.push(strToU8('</sheetData></worksheet>'), true);

  let sheet = openSheet();
  for await (const portion of portions) {
    for (let at = 0; at < portion.length; ) {
      if (rows === rowsOfSheet) {
        closeSheet(sheet);
        sheet = openSheet();
      }
      const fitting = portion.slice(at, at + rowsOfSheet - rows);
      sheet.push(strToU8(fitting.map((cells, index) => rowOf(cells, rows + index + 1)).join('')));
      rows += fitting.length;
      at += fitting.length;
    }
    yield* take();
  }
  closeSheet(sheet);

  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const each = (tell: (number: number) => string): string => numbers.map(tell).join('');
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(
      (n) => `<sheet name="${n === 1 ? name : `${name} ${n}`}" sheetId="${n}" r:id="rId${n}"/>`,
    )}</sheets></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${RELATIONS}">${each(
      (n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
    )}<Relationship Id="rIdStyles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  );
  add('xl/styles.xml', STYLES);
  add(
    '_rels/.rels',
    `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  add(
    '[Content_Types].xml',
    `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${each(
      (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
    )}</Types>`,
  );
  zip.end();
  yield* take();
}

/** The second format is text, as if somebody had typed an apostrophe first: editing a cell makes no formula of it. */
const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" numFmtId="49" quotePrefix="1" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function rowOf(cells: readonly WorkbookCell[], row: number): string {
  return `<row r="${row}">${cells.map((cell, column) => cellOf(cell, `${lettersOf(column)}${row}`)).join('')}</row>`;
}

/** A, B … Z, AA. */
function lettersOf(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last;
}

function cellOf(cell: WorkbookCell, place: string): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (cell === '') return '';
  return `<c r="${place}" s="1" t="inlineStr"><is><t xml:space="preserve">${textOf(cell)}</t></is></c>`;
}

/** What XML cannot hold at all; a line of Excel ends in \n, and a parser makes one of \r unless it is written out. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Where a spreadsheet would read a letter by its number (ST_Xstring of ECMA-376); an underline written so stays one. */
const NUMBERED_LETTER = /_(?=x[\dA-F]{4}_)/gi;

function textOf(text: string): string {
  const writable = text.toWellFormed().replace(UNWRITABLE, '\uFFFD').replace(NUMBERED_LETTER, '_x005F_');
  return escapeHtml(writable).replaceAll('\r', '&#13;');
}
