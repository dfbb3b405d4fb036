import { EMAIL_ADDRESS } from '#kit/email.ts';

/** Longest e-mail address (RFC 5321). */
const LONGEST_EMAIL = 254;
/** Longer cells are no address and no number, whatever stands in them. */
const LONGEST_CONTACT = 2_000;
const LEAST_DIGITS = 5;
/** Of a number with its area; extensions and numbers within a town are shorter. */
const LEAST_OWN_DIGITS = 8;
/** Where the country is known: some have numbers of seven digits. */
const LEAST_NATIONAL_DIGITS = 7;

/** What nobody sees: soft hyphens, spaces without width, marks of direction and of byte order. */
const HIDDEN = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
/** Joiners are part of words in Persian and Hindi, and of no address. */
const JOINERS = /[\u200C\u200D]/g;
const WIDE_SPACES = /[\u00A0\u2007\u202F\u3000]/g;

/** A cell without what nobody sees. */
export function visibleText(cell: string): string {
  return cell.replace(HIDDEN, '').replace(WIDE_SPACES, ' ').trim();
}

function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && EMAIL_ADDRESS.test(text);
}

export type ReadValue = {
  value: string;
  /** What was removed around it was more than spaces. */
  isCleaned: boolean;
  /** Others stand behind it. */
  hasOthers: boolean;
};

/** What programs put between several values of one cell; Google writes " ::: ". */
const BETWEEN = /:::|[;,|\r\n]|\s\/\s|\s(?:or|oder|ou)\s/i;

/** The first address of a cell, also out of "Dana Whitlow <dana@example.com>"; null where there is none. */
export function readEmails(cell: string): ReadValue | null {
  const text = cell.trim();
  if (text.length > LONGEST_CONTACT) return null;
  const whole = readEmail(text);
  if (whole) return { ...whole, hasOthers: false };
  const parts = text.split(BETWEEN).flatMap((part) => {
    const words = part.split(/\s+/).filter((word) => word !== '');
    const read = readEmail(part);
    return read ? [read] : words.length > 1 ? words.flatMap((word) => readEmail(word) ?? []) : [];
  });
  const [first, ...others] = parts;
  return first ? { ...first, hasOthers: others.some(({ value }) => value !== first.value) } : null;
}

function readEmail(part: string): Omit<ReadValue, 'hasOthers'> | null {
  const text = part.trim().replace(/^mailto:([^?]{1,254})(?:\?.*)?$/i, '$1');
  const shown = /^[^<>]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text;
  if (isEmail(shown)) return { value: shown, isCleaned: false };
  const cleaned = asHalfWidth(visibleText(shown).replace(JOINERS, ''))
    .replace(/^[<([`"'“”„‘’«»\s]{1,9}/, '')
    .replace(/[.,;:>)\]`"'“”„‘’«»\s]{1,9}$/, '');
  return isEmail(cleaned) ? { value: cleaned, isCleaned: true } : null;
}

/** Japanese keyboards write "＠" and "．" too. */
function asHalfWidth(text: string): string {
  return /[\uFF01-\uFF5E]/.test(text) ? text.normalize('NFKC') : text;
}

/** "4.91512E+12", where a spreadsheet took a long number for a quantity, and what it writes where it knows nothing. */
const MANGLED = /^[+-]?\d{1,20}(?:[.,]\d{1,20})?E[+-]?\d{1,3}$/i;
const SPREADSHEET_ERROR = /^#(?:N\/A|NAME\?|REF!|VALUE!|NULL!|NUM!|DIV\/0!|SPILL!|CALC!|#{1,300})$/i;

export function isMangledNumber(cell: string): boolean {
  const text = cell.trim();
  return text.length <= 50 && MANGLED.test(text);
}

export function isSpreadsheetError(cell: string): boolean {
  return cell.length <= 300 && SPREADSHEET_ERROR.test(cell.trim());
}

const MONTH = '(?:jan|feb|mar|m[aä]r|apr|may|mai|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]{0,6}';
/** "12-Mar", "2024-03-05 00:00" and "05/03/2024": days, or numbers that a spreadsheet took for days. */
const DATE = new RegExp(
  String.raw`^(?:\d{1,2}[-. /]{1,2}${MONTH}(?:[-. /]{1,2}\d{2,4})?|${MONTH}[-. /]{1,2}\d{1,4}|\d{4}-\d{2}-\d{2}|\d{1,2}([./-])\d{1,2}\1(?:19|20)\d{2})(?:[T ]\d{1,2}:\d{2}\S{0,15})?$`,
  'i',
);

export function isDate(cell: string): boolean {
  return cell.length <= 60 && DATE.test(cell.trim());
}

/** The first number of a cell that could be a telephone's. */
export function readPhones(cell: string): ReadValue | 'mangled' | null {
  const text = asHalfWidth(visibleText(cell.slice(0, LONGEST_CONTACT)).replace(JOINERS, ''));
  const parts = text
    .split(BETWEEN)
    .map((part) =>
      part
        .trim()
        .replace(/^tel:/i, '')
        // As databases of figures write whole numbers.
        .replace(/^(\+?\d{5,20})\.0$/, '$1')
        .replace(/^00(?=[1-9](?:\D{0,2}\d){8})/, '+'),
    )
    .filter((part) => part !== '');
  const isMangled = (part: string): boolean =>
    isMangledNumber(part) || isSpreadsheetError(part) || isDate(part);
  const sound = parts.filter((part) => !isMangled(part) && countDigits(part) >= LEAST_DIGITS);
  const [first, ...others] = sound;
  if (first !== undefined) return { value: first, isCleaned: false, hasOthers: others.length > 0 };
  return parts.some(isMangled) ? 'mangled' : null;
}

/** Whether a number is long enough to name a person alone. */
export function isWholeNumber(phone: string, country: string | null): boolean {
  return countDigits(phone) >= (country === null ? LEAST_OWN_DIGITS : LEAST_NATIONAL_DIGITS);
}

function countDigits(text: string): number {
  return text.match(/\d/g)?.length ?? 0;
}

/** Only links that a browser opens as a page; a missing scheme is added. */
export function readProfileUrl(cell: string): string | null {
  if (cell.length > LONGEST_CONTACT) return null;
  const text = /^[a-z][a-z\d+.-]{0,30}:/i.test(cell) ? cell : `https://${cell}`;
  if (text.length > LONGEST_CONTACT || !URL.canParse(text)) return null;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url.href : null;
}

/** Whether a spreadsheet would run this text as a formula; plain numbers and telephone numbers are none. */
export function isFormula(cell: string): boolean {
  const text = cell.trim();
  if (!/^[=+\-@]/.test(text) && !/^[\t\r]/.test(cell)) return false;
  return !isPlainNumber(text) && !/^\+[\d\s()./:;,|+-]+$/.test(text) && !isMangledNumber(text);
}

function isPlainNumber(text: string): boolean {
  return /^[+-]?\d[\d.,]*\s{0,3}%?$/.test(text) && !/[.,]{2}|[.,]\s{0,3}%?$/.test(text);
}

/** A day that no calendar has. */
export function isImpossibleDate(text: string): boolean {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})\b/.exec(text);
  if (iso) return !isDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (dotted) return !isDay(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text);
  if (!slashed) return false;
  const [, one, other, year] = slashed.map(Number);
  return !isDay(year ?? 0, one ?? 0, other ?? 0) && !isDay(year ?? 0, other ?? 0, one ?? 0);
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
