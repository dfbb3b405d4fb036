/**
 * What a spreadsheet may take for the beginning of a formula: full-width, small and raised forms too, behind spaces and
 * what cannot be seen.
 */
const FORMULA = /^(?:[\s\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]|[\t\r])/u;
/** A change as we write it, "+7.5%": a number to a spreadsheet, so it stands as it is shown. */
const PERCENT = /^[+\-−]\d[\d,]*(?:\.\d+)?%$/;
const NEEDS_QUOTES = /[",;\r\n]/;

/** Rows as a CSV file with a byte order mark, which Excel needs to see UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map(csvLine).join('')}`;
}

/**
 * One line of RFC 4180. A cell that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV
 * injection); `unguarded` takes it away again.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(text: string): string {
  const safe = isRun(text) || text.startsWith("'") ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function isRun(text: string): boolean {
  return FORMULA.test(text) && !PERCENT.test(text);
}

/** The text of a cell that `csvOf` wrote. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && (FORMULA.test(cell.slice(1)) || cell.startsWith("''"))
    ? cell.slice(1)
    : cell;
}
