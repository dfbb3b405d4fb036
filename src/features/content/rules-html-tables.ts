import { type Element, elementsIn, HOLDS } from '#engines/html/tree.ts';
import type { EditorNode } from './rules-editor.ts';

/** Spans beyond these, and of longer texts, are read as one cell: a page of a few kilobytes could be one of gigabytes. */
const WIDEST = 30;
const TALLEST = 50;
const LONGEST_REPEATED = 300;

function rowsOf(table: Element): Element[] {
  return elementsIn(table)
    .flatMap((part) => (part.name === 'tr' ? [part] : elementsIn(part)))
    .filter(({ name }) => name === 'tr');
}

function cellsOf(row: Element): Element[] {
  return elementsIn(row).filter(({ name }) => name === 'td' || name === 'th');
}

/** Whether it only puts things next to each other, as newsletters and boxes in documents do. */
export function isLayout(table: Element): boolean {
  const cells = rowsOf(table).map(cellsOf);
  const isNarrow = cells.every((row) => row.length <= 1);
  const role = table.attributes.role ?? '';
  return isNarrow || role === 'presentation' || role === 'none' || (table.holds & HOLDS.table) !== 0;
}

/**
 * Rows of the same width. A cell over several rows is repeated in each of them, one over several columns is in the first.
 */
export function tableOf(
  table: Element,
  wordsOf: (cell: Element, isHead: boolean) => EditorNode[],
): EditorNode[] {
  /** By its column, what goes on in the rows below. */
  const below = new Map<number, { words: EditorNode[]; rows: number }>();
  const rows = rowsOf(table).map((row, index) => {
    const cells: EditorNode[][] = [];
    const fill = (): void => {
      for (let open = below.get(cells.length); open && open.rows > 0; open = below.get(cells.length)) {
        open.rows -= 1;
        cells.push(open.words);
      }
    };
    for (const element of cellsOf(row)) {
      fill();
      const words = wordsOf(element, index === 0 || element.name === 'th');
      const rowsBelow = spanOf(element, 'rowspan', TALLEST) - 1;
      if (rowsBelow > 0 && cells.length < WIDEST)
        below.set(cells.length, {
          words: element.textLength > LONGEST_REPEATED ? [] : words,
          rows: rowsBelow,
        });
      cells.push(words);
      for (let more = spanOf(element, 'colspan', WIDEST); more > 1 && cells.length < WIDEST; more -= 1)
        cells.push([]);
    }
    fill();
    return cells;
  });
  const width = Math.min(
    WIDEST,
    rows.reduce((most, { length }) => Math.max(most, length), 0),
  );
  const content = rows
    .filter((cells) => cells.some((words) => words.length > 0))
    .map((cells, index) => ({
      type: 'tableRow',
      content: Array.from({ length: Math.max(width, cells.length) }, (_, column) => {
        const words = cells[column] ?? [];
        return {
          type: index === 0 ? 'tableHeader' : 'tableCell',
          content: [{ type: 'paragraph', ...(words.length > 0 ? { content: words } : {}) }],
        };
      }),
    }));
  return content.length === 0 ? [] : [{ type: 'table', content }];
}

function spanOf({ attributes }: Element, name: 'rowspan' | 'colspan', most: number): number {
  return Math.min(most, Number.parseInt(attributes[name] ?? '1', 10) || 1);
}
