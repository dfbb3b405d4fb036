/** Cuts to `max` characters (code points); a text of exactly `max` is shown whole. */
export function truncate(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join('').trimEnd()}…`;
}

/** First letters of the given names, upper case: "Priya Marlow" → "PM". */
export function initials(...names: (string | null | undefined)[]): string {
  return names
    .map((name) => Array.from(name?.trim() ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}

/** "1 lead", "2 leads". */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

const COUNT_FORMAT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const ONE_DECIMAL = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Figure with thousands comma; '–' where there is no data. */
export function formatCount(count: number | null | undefined): string {
  return count == null ? '–' : minusSign(COUNT_FORMAT.format(count));
}

/** Percentage to one decimal, "22.0%"; '–' where there is no data. */
export function formatPercent(percent: number | null | undefined): string {
  return percent == null ? '–' : `${minusSign(ONE_DECIMAL.format(percent))}%`;
}

/** U+2212 instead of the hyphen, so that a negative figure reads as one. */
export function minusSign(figure: string): string {
  return figure.replace('-', '−');
}

/** `part / whole` in percent to one decimal, half away from zero; null when there is nothing to divide by. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}

/** Lower case without accents, for searching and matching. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Nothing but words in lower case without accents: "E-Mail (privat)" → "e mail privat". */
export function foldToWords(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in an element or in a quoted attribute of HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** What another program said, as PostgreSQL can store and a screen can show it: cut to `longest`, no character in half. */
export function storableText(text: string, longest = Number.POSITIVE_INFINITY): string {
  return text
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, longest)
    .toWellFormed();
}

/**
 * The text with a blank in each stretch that is too long for a word or an address: a search for words that begins anew at
 * each of its letters would take the square of its length.
 */
export function withoutEndlessWords(text: string): string {
  return text.replace(/\S{200}(?=\S)/gu, '$& ');
}

/** The sentences of a text without marks, each in one line. */
export function sentencesOf(text: string): string[] {
  return text
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** The value of a text in JSON; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
