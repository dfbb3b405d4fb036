/**
 * What a spreadsheet may take for the beginning of a formula: full-width, small and raised forms too, behind spaces and
 * what cannot be seen.
 */
const FORMULA = /^(?:[\s\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]|[\t\r])/u;
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
  const safe = FORMULA.test(text) || text.startsWith("'") ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell that `csvOf` wrote. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && (FORMULA.test(cell.slice(1)) || cell.startsWith("''"))
    ? cell.slice(1)
    : cell;
}
