import { sheetText } from '#engines/answers/passages.ts';

/** What pdf.js tells of a run of characters. */
export type PdfItem = {
  str: string;
  dir: string;
  transform: readonly number[];
  width: number;
  fontName: string;
};

type Cell = { text: string; x: number; right: number };

export type PdfLine = {
  cells: Cell[];
  x: number;
  right: number;
  y: number;
  size: number;
  /** The one font of its characters; undefined where they have several. */
  font: string | undefined;
};

/** The line that was written last: where its column ends, and of which level it is as a heading. */
type Before = { line: PdfLine; edge: number; level: number | undefined };

const LONGEST_HEADING = 120;
const LONGEST_BOLD_HEADING = 80;
const MOST_HEADING_WORDS = 10;
/** So much larger than most of the document is a heading. */
const LARGER = 1.12;
/** White space of so many letter heights parts the cells of a table; a blank is a quarter of one. */
const CELL_GAP = 1.3;
const WORD_GAP = 0.15;
/** Where a word of a run begins is only reckoned from its letters: so many letter heights it may be off. */
const RECKONED = 0.75;
/** A block of lines side by side with so many letters each is two columns, not a table. */
const COLUMN_CELL = 25;
const LEAST_COLUMN_LINES = 4;
/** Narrower lines than so many letter heights are entries, not text that was wrapped. */
const LEAST_WRAPPED = 12;
/** What stands at the edge of so many pages is repeated on purpose. */
const LEAST_REPEATED = 3;
const OF_PAGES = /\b(?:page|seite|p[áa]gina)\W{0,2}\d+(?: ?(?:of|von|de|\/) ?\d+)?\W*$/iu;
const PAGE_NUMBER = /^\P{L}*(?:(?:page|seite|p[áa]gina|p)\b\.? ?)?\d+(?: ?(?:of|von|de|\/) ?\d+)?\P{L}*$/iu;

/** A line with more around its number says something. */
const LONGEST_PAGE_NUMBER = 60;

const isPageNumber = (text: string): boolean => text.length <= LONGEST_PAGE_NUMBER && PAGE_NUMBER.test(text);
const BULLET = /^(?:[-–•▪◦●‣*]|\d{1,2}[.)])$/;
const BULLETED = /^(?:[-–•▪◦●‣*]|\d{1,2}[.)])\s/;

/** The lines of one page in the order in which they were written, with their cells where white space parts them. */
export function pdfLines(items: readonly PdfItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | undefined;
  for (const { str, dir, transform, width, fontName } of items) {
    const text = str.replace(/\s+/g, ' ');
    if (text.trim() === '') continue;
    const [, , c = 0, d = 0, x = 0, y = 0] = transform;
    const size = Math.hypot(c, d) || 1;
    const isOn =
      line !== undefined &&
      Math.abs(y - line.y) < Math.max(size, line.size) / 2 &&
      (dir === 'rtl' || x >= line.right - size);
    if (!line || !isOn) {
      line = { cells: [{ text, x, right: x + width }], x, right: x + width, y, size, font: fontName };
      lines.push(line);
      continue;
    }
    const cell = line.cells.at(-1);
    const gap = dir === 'rtl' ? size / 4 : x - line.right;
    if (!cell || (gap > CELL_GAP * size && !BULLET.test(cell.text.trim()))) {
      line.cells.push({ text, x, right: x + width });
    } else {
      cell.text += `${gap > WORD_GAP * size ? ' ' : ''}${text}`;
      cell.right = Math.max(cell.right, x + width);
    }
    line.right = Math.max(line.right, x + width);
    line.size = Math.max(line.size, size);
    if (line.font !== fontName) line.font = undefined;
  }
  partClose(lines);
  for (const { cells } of lines) {
    for (const cell of cells) cell.text = cell.text.replace(/\s+/g, ' ').trim();
  }
  return columnsApart(lines);
}

/**
 * Parts cells of a table that stand so close that they are told as one run: what reaches over the place where cells of other
 * lines begin, and has a word that begins there, is two. Else figures would be read under the name of another column.
 */
function partClose(lines: readonly PdfLine[]): void {
  for (let from = 0; from < lines.length; ) {
    let to = from + 1;
    while (isParted(lines[to - 1]) && isParted(lines[to]) && isBelow(lines[to - 1], lines[to])) to += 1;
    const table = lines.slice(from, to);
    const starts = [...new Set(table.flatMap(({ cells }) => cells.slice(1).map(({ x }) => x)))].toSorted(
      (one, other) => one - other,
    );
    if (table.length > 1) {
      for (const line of table) line.cells = line.cells.flatMap((cell) => partsOf(cell, starts, line.size));
    }
    from = to;
  }
}

const isParted = (line: PdfLine | undefined): boolean => (line?.cells.length ?? 0) > 1;

function partsOf(cell: Cell, starts: readonly number[], size: number): Cell[] {
  const start = starts.find((at) => at > cell.x + size && at < cell.right - size / 2);
  if (start === undefined) return [cell];
  const offOf = (blank: number): number =>
    Math.abs(cell.x + ((blank + 1) / cell.text.length) * (cell.right - cell.x) - start);
  const [blank] = [...cell.text.matchAll(/ (?=\S)/g)]
    .map(({ index }) => index)
    .toSorted((one, other) => offOf(one) - offOf(other));
  if (blank === undefined || offOf(blank) > RECKONED * size) return [cell];
  const [before, after] = [cell.text.slice(0, blank), cell.text.slice(blank + 1)];
  const rest = { text: after, x: start, right: cell.right };
  return [{ text: before, x: cell.x, right: start }, ...partsOf(rest, starts, size)];
}

/** Lines of two columns that were written side by side, one column after the other. */
function columnsApart(lines: readonly PdfLine[]): PdfLine[] {
  const out: PdfLine[] = [];
  for (let from = 0; from < lines.length; ) {
    const start = lines[from]?.cells[1]?.x ?? 0;
    let to = from;
    while (isInTwo(lines[to], start)) to += 1;
    const run = lines.slice(from, to);
    if (run.length >= LEAST_COLUMN_LINES && [0, 1].every((at) => lettersIn(run, at) >= COLUMN_CELL)) {
      for (const at of [0, 1]) {
        out.push(...run.flatMap((line) => line.cells.slice(at, at + 1).map((cell) => ofCell(line, cell))));
      }
      from = to;
    } else {
      out.push(...lines.slice(from, Math.max(to, from + 1)));
      from = Math.max(to, from + 1);
    }
  }
  return out;
}

function isInTwo(line: PdfLine | undefined, start: number): boolean {
  return line?.cells.length === 2 && Math.abs((line.cells[1]?.x ?? 0) - start) < line.size;
}

function lettersIn(run: readonly PdfLine[], at: number): number {
  return run.reduce((sum, { cells }) => sum + (cells[at]?.text.length ?? 0), 0) / run.length;
}

function ofCell(line: PdfLine, cell: Cell): PdfLine {
  return { ...line, cells: [cell], x: cell.x, right: cell.right };
}

/** Paragraphs, headings and tables of a document in the shape that passages are cut from. */
export function pdfDocumentText(written: readonly (readonly PdfLine[])[]): string {
  const pages = withoutMargins(written);
  const all = pages.flat();
  const body = mostOf(all, ({ size }) => rounded(size)) ?? 1;
  const font = mostOf(all, (line) => line.font);
  const leading = leadingOf(pages, body);
  const sizes = [
    ...new Set(all.filter((line) => isLarger(line, body)).map(({ size }) => rounded(size))),
  ].toSorted((one, other) => other - one);
  // Text and what stands between it, joined at the end: a paragraph may be as long as the document.
  const out: string[] = [];
  let before: Before | undefined;
  let heading = 0;

  for (const page of pages) {
    const edgeOf = edgesOf(page);
    for (let at = 0; at < page.length; ) {
      const line = page[at];
      if (!line) break;
      const rows = tableAt(page, at);
      if (rows.length > 0) {
        out.push('\n\n', sheetText(rows));
        before = undefined;
        at += rows.length;
        continue;
      }
      const text = textOf(line);
      const isApart = !before || at === 0 || isBroken(before.line, line, leading);
      const level = isLarger(line, body)
        ? Math.min(5, sizes.indexOf(rounded(line.size)) + 1)
        : isApart && isBoldHeading(line, page[at + 1], { font, body })
          ? Math.min(6, sizes.length + 1)
          : undefined;
      if (level !== undefined) {
        // A heading of two lines.
        const isMore = before?.level === level && !isApart && heading + text.length <= LONGEST_HEADING;
        out.push(isMore ? ' ' : `\n\n${'#'.repeat(level)} `, text);
        heading = isMore ? heading + text.length : text.length;
      } else if (!before || before.level !== undefined || (isApart && !continues(before, line, text))) {
        out.push('\n\n', text);
      } else if (isApart || goesOn(before, line, text)) {
        const last = out.at(-1) ?? '';
        if (isHyphenated(last, text)) out.splice(-1, 1, last.slice(0, -1), text);
        else out.push(' ', text);
      } else out.push('\n', text);
      before = { line, edge: edgeOf(line), level };
      at += 1;
    }
  }
  return out.join('').trim();
}

/** Without page numbers, and with what stands above or below every page said once. */
function withoutMargins(pages: readonly (readonly PdfLine[])[]): PdfLine[][] {
  // Other figures may be what a page is about: "Lesson 2".
  const keyOf = (line: PdfLine): string => {
    const text = textOf(line);
    return isPageNumber(text) ? text.replace(/\d+/g, '0') : text.replace(OF_PAGES, '');
  };
  const counts = new Map<string, number>();
  const edges = pages.map((page) => ({ top: page.slice(0, 2), bottom: page.slice(2).slice(-2) }));
  for (const { top, bottom } of edges) {
    for (const key of new Set([...top, ...bottom].map((line) => keyOf(line))))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isRepeated = (line: PdfLine): boolean => {
    const least = isPageNumber(textOf(line)) ? 0 : pages.length / 4;
    return (counts.get(keyOf(line)) ?? 0) >= Math.max(LEAST_REPEATED, least);
  };
  const seen = new Set<string>();
  const isNew = (line: PdfLine): boolean => {
    if (isPageNumber(textOf(line)) || seen.has(keyOf(line))) return false;
    seen.add(keyOf(line));
    return true;
  };
  const below: PdfLine[] = [];
  const kept = pages.map((page, at) => {
    const { top = [], bottom = [] } = edges[at] ?? {};
    below.push(...bottom.filter((line) => isRepeated(line) && isNew(line)));
    const left = new Set(top.filter((line) => isRepeated(line) && !isNew(line)));
    for (const line of bottom) if (isRepeated(line)) left.add(line);
    return page.filter((line) => !left.has(line));
  });
  return [...kept, below];
}

function textOf({ cells }: PdfLine): string {
  const text = cells.map((cell) => cell.text).join(' ');
  return text.replace(/^[•▪◦●‣]\s*/, '- ').replace(/(?: ?\.){4,}/g, ' …');
}

/** Whether white space or another column parts two lines. */
function isBroken(before: PdfLine, line: PdfLine, leading: number): boolean {
  const gap = before.y - line.y;
  return gap <= 0 || gap > Math.min(before.size, line.size) * leading * 1.3;
}

/** The first word of a line that was wrapped had no room in the line before. */
function goesOn({ line: before, edge }: Before, line: PdfLine, text: string): boolean {
  if (BULLETED.test(text) || before.cells.length > 1) return false;
  const [word = ''] = text.split(' ');
  const wide = ((line.right - line.x) / Math.max(1, text.length)) * (word.length + 1);
  return edge - before.x >= LEAST_WRAPPED * before.size && before.right + wide > edge - before.size / 4;
}

/** A sentence that goes on over a wide gap, in the next column or on the next page. */
function continues(before: Before, line: PdfLine, text: string): boolean {
  const said = textOf(before.line);
  return (
    rounded(before.line.size) === rounded(line.size) &&
    /^\p{Ll}/u.test(text) &&
    !/[.!?:;]["”’)]?$/.test(said) &&
    goesOn(before, line, text)
  );
}

function isHyphenated(text: string, more: string): boolean {
  return /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(more);
}

function isLarger(line: PdfLine, body: number): boolean {
  const text = textOf(line);
  return line.size >= body * LARGER && text.length <= LONGEST_HEADING && /\p{L}/u.test(text);
}

/** A short line in a font of its own above text. */
function isBoldHeading(
  line: PdfLine,
  next: PdfLine | undefined,
  { font, body }: { font: string | undefined; body: number },
): boolean {
  const text = textOf(line);
  return (
    next !== undefined &&
    line.cells.length === 1 &&
    line.font !== undefined &&
    line.font !== font &&
    next.font !== line.font &&
    line.size >= body * 0.95 &&
    text.length <= LONGEST_BOLD_HEADING &&
    text.split(' ').length <= MOST_HEADING_WORDS &&
    /^[\p{Lu}\p{N}]/u.test(text) &&
    /\p{L}/u.test(text) &&
    !/[.,;]$/.test(text)
  );
}

/** Rows with as many cells as the one at the beginning, where that names its columns; else none. */
function tableAt(page: readonly PdfLine[], from: number): string[][] {
  const head = page[from];
  if (!head || head.cells.length < 2 || page[from - 1]?.cells.length === head.cells.length) return [];
  let to = from + 1;
  while (page[to]?.cells.length === head.cells.length && isBelow(page[to - 1], page[to])) to += 1;
  const rows = page.slice(from + 1, to);
  const hasFigures = (line: PdfLine): boolean => /\d/.test(textOf(line));
  const isNamed =
    rows.length > 0 &&
    ((head.font !== undefined && rows.every(({ font }) => font !== head.font)) ||
      (!hasFigures(head) && rows.every((line) => hasFigures(line)) && head.cells.length > 2));
  return isNamed ? [head, ...rows].map(({ cells }) => cells.map(({ text }) => text)) : [];
}

function isBelow(before: PdfLine | undefined, line: PdfLine | undefined): boolean {
  const gap = before && line ? before.y - line.y : 0;
  return before !== undefined && gap > 0 && gap < before.size * 3;
}

/** How far apart lines of one paragraph are, in letter heights. */
function leadingOf(pages: readonly (readonly PdfLine[])[], body: number): number {
  const gaps = pages.flatMap((page) =>
    page.flatMap((line, at) => {
      const before = page[at - 1];
      const gap = before ? (before.y - line.y) / body : 0;
      return before && rounded(line.size) === body && rounded(before.size) === body && gap > 0.8 && gap < 4
        ? [gap]
        : [];
    }),
  );
  const near = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 5)] ?? 1.2;
  return Math.min(1.6, Math.max(1.1, near));
}

/** The right edge of the lines that begin about where a line does. */
function edgesOf(page: readonly PdfLine[]): (line: PdfLine) => number {
  const edges = new Map<number, number>();
  const keyOf = (line: PdfLine): number => Math.round(line.x / 24);
  for (const line of page) {
    if (line.cells.length === 1) edges.set(keyOf(line), Math.max(edges.get(keyOf(line)) ?? 0, line.right));
  }
  return (line) => Math.max(line.right, ...[-1, 0, 1].map((beside) => edges.get(keyOf(line) + beside) ?? 0));
}

/** The value that most characters have. */
function mostOf<T>(lines: readonly PdfLine[], valueOf: (line: PdfLine) => T): T | undefined {
  const counts = new Map<T, number>();
  for (const line of lines) {
    const value = valueOf(line);
    counts.set(value, (counts.get(value) ?? 0) + textOf(line).length);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

function rounded(size: number): number {
  return Math.round(size * 2) / 2;
}
