import { readPlatform } from '#features/leads/rules-accounts.ts';
import type { ImportRole } from './contract.ts';
import { askedConsent, maybeConsent, maybeRefusal, refusedRole } from './rules-consent-columns.ts';
import { headingKey, hintOfHeading, isOfOthers, roleOfHeading } from './rules-headings.ts';
import { isDate, readEmails, visibleText } from './rules-values.ts';

export type Columns = readonly (ImportRole | null)[];

/** Roles that several columns can have: they are tried from left to right, and one column that says no is enough. */
const SEVERAL: ReadonlySet<ImportRole> = new Set<ImportRole>([
  'email',
  'phone',
  'profileUrl',
  'company',
  'country',
  'place',
  'unsubscribed',
  'refusal',
  'refusalWhatsapp',
  'refusalSms',
]);

/** Where somebody was met, or on which platform: what stands below these headings decides. */
const MAYBE_PLATFORM = new Set(['source', 'channel', 'quelle', 'kanal', 'fuente', 'canal', 'fonte', 'bron']);

/** Below these headings are pages of people, or anything else on the web. */
const MAYBE_PROFILE = new Set(['url', 'link', 'website', 'web site', 'webseite', 'web page']);

/**
 * What each column most likely holds, by its heading and, where that says too little, by the first records. A heading
 * that says it precedes every guess, wherever it is in the file.
 */
export function proposeColumns(
  header: readonly string[],
  records: readonly (readonly string[])[] = [],
): (ImportRole | null)[] {
  const keys = header.map(headingKey);
  const plain = header.map((heading, index) => roleOfHeading(heading) ?? askedConsent(keys[index] ?? ''));
  const cellsOf = (index: number): string[] => records.map((cells) => cells[index] ?? '');
  const guess = (key: string, index: number): ImportRole | null => {
    const cells = cellsOf(index);
    const consent = maybeRefusal(key, cells) ?? maybeConsent(key, cells);
    if (consent !== null) return consent;
    if (MAYBE_PLATFORM.has(key) && cells.some((cell) => readPlatform(cell) !== null)) return 'platform';
    if (MAYBE_PROFILE.has(key) && cells.some(isProfile)) return 'profileUrl';
    const hint = hintOfHeading(key);
    return hint && isMostly(cells, hint === 'email' ? isAddress : isNumber) ? hint : null;
  };
  const taken = new Set<ImportRole>();
  const take = (role: ImportRole | null): ImportRole | null => {
    if (role === null || (taken.has(role) && !SEVERAL.has(role))) return null;
    taken.add(role);
    return role;
  };
  const stated = plain.map(take);
  const roles = keys.map((key, index) => (plain[index] ? (stated[index] ?? null) : take(guess(key, index))));
  return withContents(roles, { keys, cellsOf });
}

/** Columns of which the heading says nothing, by what is below it: addresses, else numbers, and names with them. */
function withContents(
  roles: (ImportRole | null)[],
  { keys, cellsOf }: { keys: readonly string[]; cellsOf: (index: number) => string[] },
): (ImportRole | null)[] {
  const fill = (role: ImportRole, isOne: (cell: string) => boolean): void => {
    if (roles.includes(role)) return;
    const at = roles.findIndex(
      (known, index) => known === null && !isOfOthers(keys[index] ?? '') && isMostly(cellsOf(index), isOne),
    );
    if (at >= 0) roles[at] = role;
  };
  const isHeadless = keys.every((key) => key === '' || /^column \d{1,4}$/.test(key));
  fill('email', isAddress);
  if (isHeadless || !roles.some((role) => role !== null && IDENTIFIES.has(role)))
    fill('phone', isForeignNumber);
  if (isHeadless) fill('name', isFullName);
  return roles;
}

const IDENTIFIES: ReadonlySet<ImportRole> = new Set<ImportRole>(['email', 'phone', 'profileUrl', 'handle']);

/** Of the cells that are filled. */
const MOSTLY = 0.6;

function isMostly(cells: readonly string[], isOne: (cell: string) => boolean): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.filter(isOne).length >= filled.length * MOSTLY;
}

function isAddress(cell: string): boolean {
  return readEmails(cell) !== null;
}

function isNumber(cell: string): boolean {
  return cell.length < 100 && /^['+(\d][\d\s()./-]{5,24}$/.test(visibleText(cell)) && !isDate(cell);
}

function isForeignNumber(cell: string): boolean {
  return isNumber(cell) && /^'?\+/.test(visibleText(cell));
}

function isFullName(cell: string): boolean {
  return (
    cell.length < 100 &&
    /^\p{Lu}[\p{L}\p{M}'’.-]{0,40}(?:,? \p{L}[\p{L}\p{M}'’.-]{0,40}){1,4}$/u.test(visibleText(cell))
  );
}

function isProfile(cell: string): boolean {
  return cell.length < 500 && /\blinkedin\.com\/in\//i.test(cell);
}

/** The roles that were chosen, those left out that an earlier column has: only one is read. */
export function withoutSecond(columns: Columns): (ImportRole | null)[] {
  return columns.map((role, index) =>
    role !== null && !SEVERAL.has(role) && columns.indexOf(role) < index ? null : role,
  );
}

/** One column becomes something else; what only one can be is taken from the column that was it. */
export function withRole(columns: Columns, index: number, role: ImportRole | null): (ImportRole | null)[] {
  const isSingle = role !== null && !SEVERAL.has(role);
  return columns.map((known, each) => (each === index ? role : isSingle && known === role ? null : known));
}

/** A column that may hold a no which nobody reads, what it would be, and which column is that already. */
export type UnreadConsent = { index: number; heading: string; role: ImportRole; readIn: string | null };

/** `sayWhoLeft` are headings of columns below which a cell says so. */
export function listUnreadConsents(
  header: readonly string[],
  columns: Columns,
  sayWhoLeft: readonly string[] = [],
): UnreadConsent[] {
  return header.flatMap((heading, index) => {
    const role = columns[index] ? null : refusedRole(headingKey(heading), sayWhoLeft.includes(heading));
    if (role === null) return [];
    const at = SEVERAL.has(role) ? -1 : columns.indexOf(role);
    return [{ index, heading, role, readIn: at < 0 ? null : (header[at] ?? null) }];
  });
}
