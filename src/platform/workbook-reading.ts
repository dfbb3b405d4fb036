import { zipSync } from 'fflate';
import { UnpackError, type UnpackProblem, unpackWithin } from './unpack.ts';

/** Why a workbook is not read. */
export type WorkbookProblem = UnpackProblem | 'no_workbook';

export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
  readonly problem: WorkbookProblem;
  constructor(problem: WorkbookProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Cells as Excel stores them: text, number, boolean, date or null. */
export type WorkbookSheet = {
  name: string;
  isHidden: boolean;
  /** How far its last cell is from the first, if it is too far: the sheet is not read and has no rows. */
  tooLarge: { rows: number; columns: number } | null;
  rows: readonly (readonly unknown[])[];
};

const MOST_ENTRIES = 5_000;
/** Pictures and the like stay packed. */
const READ_PART = /\.xml(?:\.rels)?$/;
/** Of a workbook: rows times columns up to the last cell with a value. */
const MOST_CELLS = 5_000_000;

const EMPTY_SHEET = Buffer.from(
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>',
);

/**
 * The sheets of an .xlsx or .xlsm file (ECMA-376), in their order. For worker threads: it blocks while it reads, and needs
 * several times `mostBytes` of memory. Throws `WorkbookError`.
 */
export async function readWorkbook(bytes: Uint8Array, mostBytes: number): Promise<WorkbookSheet[]> {
  const { files } = unpack(bytes, mostBytes);
  const workbook = files['xl/workbook.xml'];
  if (!workbook) throw new WorkbookError('no_workbook');
  const tooLarge = emptyLargeSheets(files);
  const paths = pathsOf(files['xl/_rels/workbook.xml.rels']);
  const sheets = [...tagsOf(workbook, 'sheet')].map((attributes) => ({
    isHidden: /hidden/i.test(attributes.get('state') ?? ''),
    path: paths.get(attributes.get('id') ?? '') ?? '',
  }));
  // Loaded with the first workbook: most processes never see one.
  const { default: readXlsxFile } = await import('read-excel-file/node');
  try {
    const read = await readXlsxFile(Buffer.from(zipSync(files, { level: 0 })));
    return read.map(({ sheet, data }, index) => ({
      name: sheet,
      isHidden: sheets[index]?.isHidden ?? false,
      tooLarge: tooLarge.get(sheets[index]?.path ?? '') ?? null,
      // A sheet that is a chart has none.
      rows: Array.isArray(data) ? data : [],
    }));
  } catch {
    throw new WorkbookError('damaged');
  }
}

function unpack(bytes: Uint8Array, mostBytes: number): ReturnType<typeof unpackWithin> {
  try {
    return unpackWithin(bytes, {
      mostBytes,
      mostEntries: MOST_ENTRIES,
      isWanted: (name) => READ_PART.test(name),
    });
  } catch (error) {
    throw error instanceof UnpackError ? new WorkbookError(error.problem) : error;
  }
}

/**
 * The reader makes room for every row up to the last one and for every cell up to the last one with a value: a file of
 * 1 KB may name the last of seventeen billion. What is empty but has a style costs it nothing. Sheets over the limit are
 * replaced by empty ones; the answer says how far they reach.
 */
function emptyLargeSheets(files: Record<string, Uint8Array>): Map<string, WorkbookSheet['tooLarge']> {
  const tooLarge = new Map<string, WorkbookSheet['tooLarge']>();
  let room = 0;
  for (const [path, part] of Object.entries(files)) {
    const { rows, valueRows, columns } = reachOf(part);
    const needed = rows + valueRows * columns;
    if (room + needed <= MOST_CELLS) {
      room += needed;
    } else {
      tooLarge.set(path, { rows, columns });
      files[path] = EMPTY_SHEET;
    }
  }
  return tooLarge;
}

/** The paths of the workbook's parts by relationship id. */
function pathsOf(relations: Uint8Array | undefined): Map<string, string> {
  const paths = new Map<string, string>();
  for (const attributes of relations ? tagsOf(relations, 'Relationship') : []) {
    const target = attributes.get('Target') ?? '';
    paths.set(
      attributes.get('Id') ?? '',
      target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`,
    );
  }
  return paths;
}

/** The attributes of each tag of this name, without their prefixes. */
function* tagsOf(part: Uint8Array, name: string): Generator<Map<string, string>> {
  const isNamed = new RegExp(`^<(?:[\\w.-]{1,40}:)?${name}[\\s/>]`);
  for (const [tag] of new TextDecoder().decode(part).matchAll(/<[^<>]*>/g)) {
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

const ROW_CELL_OR_VALUE = /<(?:[\w.-]+:)?(?:(row|c)(?=[\s/>])([^<]*)|(?:v|is)(?:\s[^<>]*)?>(?!<\/))/g;
const PLACE = /(?<!xmlns)[\s:"']r\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** How far the rows of a sheet reach, and its values. The workbook says where its sheets are, so any part may be one. */
function reachOf(part: Uint8Array): { rows: number; valueRows: number; columns: number } {
  let [rows, valueRows, columns] = [0, 0, 0];
  const xml = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  if (!xml.includes('sheetData')) return { rows, valueRows, columns };
  let row = 0;
  let column = 0;
  for (const [, name, attributes = ''] of xml.toString('utf8').matchAll(ROW_CELL_OR_VALUE)) {
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
