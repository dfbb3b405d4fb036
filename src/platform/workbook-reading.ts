import { zipSync } from 'fflate';
import { UnpackError, type UnpackProblem, unpackWithin } from './unpack.ts';

/** Why a workbook is not read; `too_wide` names how far its last cell is from the first. */
export type WorkbookProblem = UnpackProblem | 'no_workbook' | 'too_wide';

export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
  readonly problem: WorkbookProblem;
  readonly reach: { rows: number; columns: number } | undefined;
  constructor(problem: WorkbookProblem, reach?: { rows: number; columns: number }) {
    super(problem);
    this.problem = problem;
    this.reach = reach;
  }
}

/** Cells as Excel stores them: text, number, boolean, date or null. */
export type WorkbookSheet = { name: string; rows: readonly (readonly unknown[])[] };

const MOST_ENTRIES = 5_000;
/** Pictures and the like stay packed. */
const READ_PART = /\.xml(?:\.rels)?$/;
/** Rows times columns up to the last cell with a value. */
const MOST_CELLS = 5_000_000;

/**
 * The sheets of an .xlsx or .xlsm file, in their order. For worker threads: it blocks while it reads, and needs several
 * times `mostBytes` of memory. Throws `WorkbookError`.
 */
export async function readWorkbook(bytes: Uint8Array, mostBytes: number): Promise<WorkbookSheet[]> {
  const { names, files } = unpack(bytes, mostBytes);
  if (!names.includes('xl/workbook.xml')) throw new WorkbookError('no_workbook');
  assertModestSheets(Object.values(files));
  // Loaded with the first workbook: most processes never see one.
  const { default: readXlsxFile } = await import('read-excel-file/node');
  try {
    const sheets = await readXlsxFile(Buffer.from(zipSync(files, { level: 0 })));
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data }));
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
 * 1 KB may name the last of seventeen billion. What is empty but has a style costs it nothing.
 */
function assertModestSheets(parts: readonly Uint8Array[]): void {
  let room = 0;
  for (const part of parts) {
    const xml = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    // The workbook says where its sheets are, so any part may be one.
    if (!xml.includes('sheetData')) continue;
    const { rows, valueRows, columns } = reachOf(xml.toString('utf8'));
    room += rows + valueRows * columns;
    if (room > MOST_CELLS) throw new WorkbookError('too_wide', { rows, columns });
  }
}

const ROW_CELL_OR_VALUE = /<(?:[\w.-]+:)?(?:(row|c)(?=[\s/>])([^<]*)|(?:v|is)(?:\s[^<>]*)?>(?!<\/))/g;
const PLACE = /(?<!xmlns)[\s:"']r\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** How far the rows of a sheet reach, and its values. */
function reachOf(xml: string): { rows: number; valueRows: number; columns: number } {
  let [rows, valueRows, columns] = [0, 0, 0];
  let row = 0;
  let column = 0;
  for (const [, name, attributes = ''] of xml.matchAll(ROW_CELL_OR_VALUE)) {
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
