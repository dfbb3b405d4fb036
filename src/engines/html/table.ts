import { type Element, elementsIn, HOLDS } from './tree.ts';
import { beginsWithWeekday } from './weekdays.ts';

/** A cell wherever it reaches: one that spans three rows is in each of them. */
type Cell = { text: string; isHeader: boolean; isWholeRow: boolean };

export type TableText = {
  /** What the columns are called; undefined where nothing says so. */
  columns: string[] | undefined;
  /** A heading within the table, or the cells of a row. */
  rows: (string | string[])[];
};

/** Of one table: spans that lead to more are taken as one cell. */
const MOST_CELLS = 200_000;
const WIDEST_SPAN = 100;

/** Whether a table only places things on the page. */
export function isLayout(table: Element): boolean {
  if (['presentation', 'none'].includes(table.attributes.role ?? '')) return true;
  const rows = rowsOf(table);
  const cells = rows.flatMap(({ cells: inRow }) => inRow);
  if (cells.some(({ holds }) => (holds & (HOLDS.table | HOLDS.heading)) !== 0)) return true;
  const hasHeaders = cells.some(({ name }) => name === 'th');
  return !hasHeaders && (rows.length < 2 || rows.every(({ cells: inRow }) => inRow.length < 2));
}

/** A table by rows and columns; `textOf` reads a cell. */
export function tableOf(table: Element, textOf: (cell: Element) => string): TableText {
  const grid = gridOf(table, textOf);
  const titles: string[] = [];
  while (grid.length > 1 && isTitle(grid[0])) titles.push(grid.shift()?.[0]?.text ?? '');
  const headRows = headRowsOf(table, grid);
  const columns = headRows === 0 ? undefined : columnsOf(grid.slice(0, headRows));
  const rows = grid
    .slice(headRows)
    .map((cells) => (isTitle(cells) ? (cells[0]?.text ?? '') : cells.map(({ text }) => text)))
    .filter((row) => (typeof row === 'string' ? row !== '' : row.some((text) => text !== '')));
  return { columns, rows: [...titles.filter((title) => title !== ''), ...rows] };
}

type Row = { cells: Element[]; isHead: boolean };

function rowsOf(table: Element): Row[] {
  const rows: Row[] = [];
  const feet: Row[] = [];
  for (const part of elementsIn(table)) {
    if (part.name === 'tr') rows.push({ cells: cellsOf(part), isHead: false });
    if (!['thead', 'tbody', 'tfoot'].includes(part.name)) continue;
    for (const row of elementsIn(part)) {
      if (row.name !== 'tr') continue;
      (part.name === 'tfoot' ? feet : rows).push({ cells: cellsOf(row), isHead: part.name === 'thead' });
    }
  }
  return [...rows, ...feet].filter(({ cells }) => cells.length > 0);
}

function cellsOf(row: Element): Element[] {
  return elementsIn(row).filter(({ name }) => name === 'td' || name === 'th');
}

function gridOf(table: Element, textOf: (cell: Element) => string): Cell[][] {
  const rows = rowsOf(table);
  const grid: Cell[][] = rows.map(() => []);
  let room = MOST_CELLS;
  for (const [y, { cells }] of rows.entries()) {
    let x = 0;
    for (const element of cells) {
      while (grid[y]?.[x]) x += 1;
      const width = spanOf(element.attributes.colspan, WIDEST_SPAN);
      const wanted =
        element.attributes.rowspan === '0' ? rows.length : spanOf(element.attributes.rowspan, rows.length);
      const height = Math.min(wanted, rows.length - y);
      const isInRoom = width * height <= room;
      const cell = {
        text: textOf(element),
        isHeader: element.name === 'th',
        isWholeRow: cells.length === 1 && x === 0 && width > 1 && height === 1,
      };
      for (let down = 0; down < (isInRoom ? height : 1); down += 1) {
        const row = grid[y + down];
        if (row) for (let right = 0; right < (isInRoom ? width : 1); right += 1) row[x + right] ??= cell;
      }
      room -= isInRoom ? width * height : 1;
      x += isInRoom ? width : 1;
    }
  }
  // A row that is short of cells in the middle has none there.
  return grid.map((row) =>
    Array.from(row, (cell) => cell ?? { text: '', isHeader: false, isWholeRow: false }),
  );
}

function spanOf(given: string | undefined, most: number): number {
  const span = Number.parseInt(given ?? '1', 10);
  return Number.isNaN(span) ? 1 : Math.min(Math.max(1, span), Math.max(1, most));
}

function isTitle(row: readonly Cell[] | undefined): boolean {
  return row !== undefined && row[0]?.isWholeRow === true;
}

/** How many of the first rows name the columns. */
function headRowsOf(table: Element, grid: readonly Cell[][]): number {
  const [first = [], second] = grid;
  if (second === undefined) return 0;
  const stated = rowsOf(table).filter(({ isHead }) => isHead).length;
  const filled = (row: readonly Cell[]): Cell[] => row.filter(({ text }) => text !== '');
  const isAllHeaders = (row: readonly Cell[]): boolean =>
    filled(row).length > 0 && filled(row).every(({ isHeader }) => isHeader);
  const count = grid.findIndex((row) => !isAllHeaders(row));
  if (count > 0) return Math.min(count, grid.length - 1);
  if (stated > 0 && filled(first).length > 1) return Math.min(stated, grid.length - 1);
  // A header before a value names its row.
  return first.every(({ isHeader }) => !isHeader) && namesColumns(grid) ? 1 : 0;
}

/** Without a mark of the page: words above figures, or days above what applies to each. */
function namesColumns(grid: readonly Cell[][]): boolean {
  const [first = [], ...others] = grid.map((row) => row.map(({ text }) => text));
  const days = first.filter(beginsWithWeekday).length;
  if (days > 1 && days >= first.length - 1) return true;
  if (first.length < 2 || days > 0 || first.slice(1).some((text) => text === '' || /\d/.test(text)))
    return false;
  const isFigures = others.length > 1 && others.every((row) => row.slice(1).some((text) => /\d/.test(text)));
  return isFigures || (others.length > 1 && others.every(([name = '']) => beginsWithWeekday(name)));
}

function columnsOf(rows: readonly (readonly Cell[])[]): string[] {
  const width = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, x) => {
    const names = rows.map((row) => row[x]?.text ?? '').filter((name) => name !== '');
    return [...new Set(names)].join(' ');
  });
}
