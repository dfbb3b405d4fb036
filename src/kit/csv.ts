/**
 * What a spreadsheet may take for the beginning of a formula: full-width, small and raised forms too, behind spaces and
 * what cannot be seen.
 */
const FORMULA = /^(?:[\s\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]|[\t\r])/u;
/** A change as we write it, "+7.5%": a number to a spreadsheet, so it stands as it is shown. */
const PERCENT = /^[+\-−]\d[\d,]*(?:\.\d+)?%$/;
/**
 * The same inside of a cell, where a spreadsheet begins one: it goes by the separator of its country, often a semicolon,
 * and knows our quotes only where they stand at the beginning of what it takes for a cell. A line that begins as lists do
 * is left as it is, unless it calls something.
 */
const INSIDE = String.raw`(?='|(?:(?![\t\r\n])[\s\p{C}])*(?:[=＝﹦⁼₌]|[+\-@＋－＠﹢﹣﹫⁺⁻₊₋−][^;\t\r\n]*[(|]))`;
const BEGINS_INSIDE = new RegExp(`(?<=[;\\t\\r\\n])${INSIDE}`, 'gu');
const GUARDED_INSIDE = new RegExp(`(?<=[;\\t\\r\\n])'${INSIDE}`, 'gu');
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
  const begun = isRun(text) || text.startsWith("'") ? `'${text}` : text;
  const safe = begun.replace(BEGINS_INSIDE, "'");
  return NEEDS_QUOTES.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function isRun(text: string): boolean {
  return FORMULA.test(text) && !PERCENT.test(text);
}

/** The text of a cell that `csvOf` wrote. */
export function unguarded(given: string): string {
  if (!given.includes("'")) return given;
  const cell = given.replace(GUARDED_INSIDE, '');
  return cell.startsWith("'") && (FORMULA.test(cell.slice(1)) || cell.startsWith("''"))
    ? cell.slice(1)
    : cell;
}
