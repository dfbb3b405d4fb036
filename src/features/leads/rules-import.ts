import { EMAIL_ADDRESS } from '#kit/email.ts';
import type { Platform } from './contract.ts';
import { type ImportReason, type ImportRemark, type ImportRole } from './contract-import.ts';
import { profileKey, profileOfAccount, readPlatform } from './rules-accounts.ts';
import { readCountry } from './rules-countries.ts';
import { findCondition } from './rules-health.ts';
import { type Columns, proposeColumns } from './rules-import-columns.ts';
import { type ImportedConsent, readConsent } from './rules-import-consent.ts';

/** Whether people can be told apart by these columns. */
export function canIdentify(columns: Columns): boolean {
  return isAddressed(columns) || columns.includes('phone');
}

/**
 * A file with addresses, profiles or accounts goes by them; a number, which two people may share, only where it has
 * none of these.
 */
function isAddressed(columns: Columns): boolean {
  const hasAccounts = columns.includes('handle') && columns.includes('platform');
  return columns.includes('email') || columns.includes('profileUrl') || hasAccounts;
}

const HEADER_SEARCHED = 20;

type Head = {
  header: string[] /** Records before the first data record, the header included. */;
  skipped: number;
};

/**
 * Finds the header among the first records: exports begin with titles and notices. A file without one gets numbered
 * headings.
 */
export function findHeader(records: readonly string[][]): Head {
  const candidates = records.slice(0, HEADER_SEARCHED);
  const isData = candidates.findIndex((cells) => proposeByContent(cells).some((role) => role !== null));
  const addressed = candidates.findIndex((cells) => isAddressed(proposeColumns(cells)));
  const numbered = candidates.findIndex((cells) => proposeColumns(cells).includes('phone'));
  // Above the numbers: a notice may name a telephone too.
  const at = addressed < 0 && (isData < 0 || numbered < isData) ? numbered : addressed;
  const header = candidates[at];
  if (header) return { header: header.map((heading) => heading.trim()), skipped: at + 1 };
  const widest = Math.max(0, ...candidates.map((cells) => cells.length));
  const first = candidates[isData];
  if (first) {
    const above = candidates[isData - 1];
    const headings = above?.length === first.length && !isBlank(above) ? above : null;
    return {
      header: headings?.map((heading) => heading.trim()) ?? first.map((_, index) => `Column ${index + 1}`),
      skipped: isData,
    };
  }
  const named = candidates.findIndex((cells) => cells.length === widest);
  return { header: (candidates[named] ?? []).map((heading) => heading.trim()), skipped: named + 1 };
}

/** Columns of a file without headings, by what stands in its first record. */
export function proposeByContent(cells: readonly string[]): (ImportRole | null)[] {
  const address = cells.findIndex((cell) => isEmail(cell.trim()));
  const number = cells.findIndex((cell) => /^\+\d[\d\s()./-]{6,}$/.test(cell.trim()));
  const [role, at]: [ImportRole, number] = address < 0 ? ['phone', number] : ['email', address];
  return cells.map((_cell, index) => (index === at ? role : null));
}

/** Records that say who they are about: by them a sheet of people is told from a cover sheet. */
export function countIdentified(records: readonly string[][]): number {
  const { header, skipped } = findHeader(records);
  const data = records.slice(skipped).filter((cells) => !isBlank(cells));
  const proposed = proposeColumns(header, data.slice(0, HEADER_SEARCHED));
  const columns = canIdentify(proposed) ? proposed : proposeByContent(data[0] ?? []);
  return data.filter((cells) =>
    columns.some((role, index) => role !== null && IDENTIFYING.has(role) && (cells[index] ?? '').trim() !== ''),
  ).length;
}

const IDENTIFYING: ReadonlySet<ImportRole> = new Set<ImportRole>(['email', 'profileUrl', 'handle', 'phone']);

export type ImportedPerson = {
  email: string | null;
  name: string;
  /** A profile address without scheme, or an account name. */
  handle: string | null;
  phone: string | null;
  profileUrl: string | null;
  country: string | null;
  signal: string;
  /** What colleagues remarked. */
  note: string;
  /** What was agreed to, by column. */
  consent: ImportedConsent;
};

export type Judgement = {
  person: ImportedPerson | null;
  error: Omit<ImportRemark, 'row'> | null;
  warnings: Omit<ImportRemark, 'row'>[];
};

type Sheet = { header: readonly string[]; columns: Columns };

const LONGEST = {
  name: 200,
  email: 254,
  handle: 100,
  phone: 40,
  profileUrl: 2_000,
  signal: 4_000,
  note: 2_000,
};

const LEAST_DIGITS = 5;

/** Nothing but white space: no record at all. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** Reads one record: a person, or why not. */
export function judgeRecord(cells: readonly string[], { header, columns }: Sheet): Judgement {
  const warnings = oddities(cells, { header, columns });
  const refuse = (reason: ImportReason, index: number | null): Judgement => ({
    person: null,
    error: { field: index === null ? null : (header[index] ?? null), reason },
    warnings,
  });
  if (cells.length > header.length) return refuse('column_count', null);
  if (cells.length < header.length) warnings.push({ field: null, reason: 'short_row' });

  const indexOf = (role: ImportRole) => {
    const index = columns.indexOf(role);
    return index < 0 ? null : index;
  };
  const valueOf = (role: ImportRole) => {
    const index = indexOf(role);
    return index === null ? '' : (cells[index] ?? '').trim();
  };

  const emailIndex = columns.findIndex(
    (role, index) => role === 'email' && (cells[index] ?? '').trim() !== '',
  );
  const email = emailIndex < 0 ? null : readEmail(cells[emailIndex] ?? '');
  if (emailIndex >= 0 && email === null) return refuse('invalid_email', emailIndex);

  const account = valueOf('handle');
  if (account.length > LONGEST.handle) return refuse('too_long', indexOf('handle'));
  const place = valueOf('platform');
  const platform = place === '' ? headedPlatform(header, columns) : readPlatform(place);
  const ownPage = account === '' || platform === null ? null : profileOfAccount(platform, account);
  const profile = valueOf('profileUrl') || (ownPage ?? '');
  const profileUrl = profile === '' ? null : readProfileUrl(profile);
  if (profile !== '' && profileUrl === null) return refuse('invalid_profile_url', indexOf('profileUrl'));
  const phone = valueOf('phone');
  if (!isAddressed(columns)) {
    if (phone === '') return refuse('missing_phone', indexOf('phone'));
    if (phone.replaceAll(/\D/g, '').length < LEAST_DIGITS) return refuse('invalid_phone', indexOf('phone'));
  } else if (email === null && profileUrl === null) {
    return refuse('missing_identifier', indexOf('email') ?? indexOf('profileUrl') ?? indexOf('handle'));
  }

  // With a comma "John Smith, Jr." would be greeted by what stands behind it, though the file says which name is which.
  const name =
    valueOf('name') ||
    [valueOf('firstName'), valueOf('lastName')]
      .join(' ')
      .replaceAll(/[\s,]+/g, ' ')
      .trim();
  if (name.length > LONGEST.name) return refuse('too_long', indexOf('name') ?? indexOf('lastName'));
  const signal = valueOf('signal');
  if (signal.length > LONGEST.signal) return refuse('too_long', indexOf('signal'));
  const note = valueOf('note');
  if (note.length > LONGEST.note) return refuse('too_long', indexOf('note'));
  if (phone.length > LONGEST.phone) return refuse('too_long', indexOf('phone'));
  const remark = (reason: ImportReason, role: ImportRole): void => {
    const index = indexOf(role);
    warnings.push({ field: index === null ? null : (header[index] ?? null), reason });
  };
  /** Nothing is kept that says what ails somebody. */
  const harmless = (role: 'signal' | 'note', text: string): string => {
    if (findCondition(text) === undefined) return text;
    remark('health_condition', role);
    return '';
  };
  const land = valueOf('country');
  const country = land === '' ? null : readCountry(land);
  if (land !== '' && country === null) remark('unknown_country', 'country');
  if (place !== '' && platform === null) remark('unknown_platform', 'platform');
  const { consent, unclear } = readConsent(columns, cells);
  for (const index of unclear) warnings.push({ field: header[index] ?? null, reason: 'unclear_consent' });
  return {
    error: null,
    warnings,
    person: {
      email,
      name: name || email || account || profileKey(profileUrl ?? '') || phone,
      handle: profileUrl === null ? account || null : profileKey(profileUrl),
      phone: phone || null,
      profileUrl,
      country,
      signal: harmless('signal', signal),
      note: harmless('note', note),
      consent,
    },
  };
}

/** A column headed "Instagram" says itself whose accounts it holds. */
function headedPlatform(header: readonly string[], columns: Columns): Platform | null {
  return columns.includes('platform') ? null : readPlatform(header[columns.indexOf('handle')] ?? '');
}

function isEmail(text: string): boolean {
  return text.length <= LONGEST.email && EMAIL_ADDRESS.test(text);
}

/** The address, also out of "Dana Whitlow <dana@example.com>"; null where it cannot be one. */
function readEmail(cell: string): string | null {
  const text = cell.trim().replace(/^mailto:/i, '');
  const bracketed = /<([^<>\s]+)>$/.exec(text)?.[1];
  const address = bracketed ?? text;
  return isEmail(address) ? address : null;
}

/** Only links that a browser opens as a page; a missing scheme is added. */
function readProfileUrl(cell: string): string | null {
  const text = /^[a-z][a-z\d+.-]*:/i.test(cell) ? cell : `https://${cell}`;
  if (text.length > LONGEST.profileUrl || !URL.canParse(text)) return null;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url.href : null;
}

/** Cells that a spreadsheet would run as a formula, and days that no calendar has. They are kept as text. */
function oddities(cells: readonly string[], { header, columns }: Sheet): Judgement['warnings'] {
  return cells.flatMap((cell, index): Judgement['warnings'] => {
    const field = header[index] ?? null;
    if (columns[index] === 'handle' && ACCOUNT_NAME.test(cell.trim())) return [];
    if (isFormula(cell)) return [{ field, reason: 'formula_injection' }];
    return isImpossibleDate(cell.trim()) ? [{ field, reason: 'invalid_date' }] : [];
  });
}

/** As people write it: "@maryrowan". A formula needs more than a name. */
const ACCOUNT_NAME = /^@[\p{L}\p{N}._-]+$/u;

/** Whether a spreadsheet would run this text as a formula; plain numbers and telephone numbers are none. */
function isFormula(cell: string): boolean {
  const text = cell.trimStart();
  if (!/^[=+\-@]/.test(text) && !/^[\t\r]/.test(cell)) return false;
  return !/^[+-]?\d+([.,]\d+)*\s*%?$/.test(text.trim()) && !/^\+[\d\s()./-]+$/.test(text.trim());
}

function isImpossibleDate(text: string): boolean {
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

export const IMPORT_REASON_TEXTS: Record<ImportReason, string> = {
  invalid_email: 'is not a valid e-mail address',
  missing_identifier:
    'has neither an e-mail address nor a profile link, nor an account on a platform we know',
  missing_phone: 'has no telephone number',
  invalid_phone: 'is not a telephone number',
  invalid_profile_url: 'is not a link to a profile',
  too_long: 'is longer than can be kept',
  column_count: 'has more cells than there are columns',
  truncated_record: 'is cut off: the file was not saved or loaded to its end',
  opted_out: 'asked not to be written to, or to be erased',
  rejected_before: 'was deleted by your team before; add the person by hand if you want them back',
  short_row: 'has fewer cells than there are columns',
  invalid_date: 'is a day that does not exist',
  formula_injection: 'looks like a spreadsheet formula and is kept as plain text',
  health_condition: 'names a health condition and is left out: none is kept about a person',
  unknown_country: 'is no country we know and is left out',
  unknown_platform: 'is no platform whose profiles we know: the handle is kept without a link',
  unclear_consent: 'is neither yes nor no: it opens nothing, and takes nothing back from a lead you have',
  unread_consent:
    'may say who does not want to be written to, and is not read: choose what the column holds, or leave those people out',
  duplicate_header: 'heads more than one column',
  mangled_number:
    'was a number that a spreadsheet cut short (such as 4.91E+12) and is left out: format the column as text and export it again',
  cleaned_address: 'held hidden characters or a dot at its end, which were removed',
  several_values: 'holds several values; the first one is used',
  not_csv: 'This is not a text file. Save it as CSV, or give an Excel workbook its name ending in .xlsx.',
  old_workbook: 'This is an old or protected Excel file. Save it as .xlsx or CSV.',
  markup_file:
    'This is a web page or XML under the name of a table. Open it in Excel or Google Sheets and save it as .xlsx or CSV.',
  workbook_too_large: 'This workbook is too large to read. Save the sheet as CSV.',
  sheet_too_large: 'This sheet reaches further than 5,000,000 cells. Delete its empty rows and columns, or save it as CSV.',
  unknown_sheet: 'The workbook has no sheet of this name.',
  too_many_columns: 'At most 1,000 columns. Delete those that are not needed.',
  takes_too_long: 'This file takes too long to read. Split it.',
  takes_too_much_memory: 'This file needs too much memory to read. Split it.',
  empty_file: 'The file holds no records.',
  no_identifier_column: 'No column holds e-mail addresses, profile links or telephone numbers. Choose one.',
  record_too_long: 'One record is longer than 1 MB: a quotation mark is probably never closed.',
  too_many_rows: 'At most 1,000,000 records at a time. Split the file.',
};

export const IMPORT_ROLE_LABELS: Record<ImportRole, string> = {
  email: 'E-mail',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  profileUrl: 'Profile link',
  handle: 'Handle',
  platform: 'Platform',
  phone: 'Telephone',
  country: 'Country',
  signal: 'Signal',
  note: 'Note',
  consent: 'Consent (yes or no)',
  consentWhatsapp: 'WhatsApp consent',
  consentSms: 'SMS consent',
  unsubscribed: 'Unsubscribed',
  refusal: 'Consent refused',
  refusalWhatsapp: 'WhatsApp refused',
  refusalSms: 'SMS refused',
};
