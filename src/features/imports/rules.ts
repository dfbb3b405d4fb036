import { findCondition } from '#features/compliance/rules-health.ts';
import type { Platform } from '#features/leads/contract.ts';
import { profileKey, profileOfAccount, readPlatform } from '#features/leads/rules-accounts.ts';
import { zoneOfPlace } from '#features/leads/rules-time-zones.ts';
import type { ImportReason, ImportRemark, ImportRole } from './contract.ts';
import { type Columns, proposeColumns } from './rules-columns.ts';
import { type ImportedConsent, readConsent } from './rules-consent.ts';
import { readCountry } from './rules-countries.ts';
import { LONGEST_HEADING } from './rules-headings.ts';
import { type ImportedNames, readNames } from './rules-names.ts';
import {
  isFormula,
  isImpossibleDate,
  isMangledNumber,
  isSpreadsheetError,
  isWholeNumber,
  readEmails,
  readPhones,
  readProfileUrl,
  visibleText,
} from './rules-values.ts';

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

function headingOf(cell: string): string {
  return visibleText(cell.slice(0, LONGEST_HEADING));
}

/**
 * Finds the header among the first records: exports begin with titles and notices. A file without one gets numbered
 * headings.
 */
export function findHeader(records: readonly string[][]): Head {
  const candidates = records.slice(0, HEADER_SEARCHED).map((cells) => cells.map(headingOf));
  const isData = candidates.findIndex((cells) => cells.some(isContact));
  const addressed = candidates.findIndex((cells) => isAddressed(proposeColumns(cells)));
  const numbered = candidates.findIndex((cells) => proposeColumns(cells).includes('phone'));
  // Above the numbers: a notice may name a telephone too.
  const at = addressed < 0 && (isData < 0 || numbered < isData) ? numbered : addressed;
  const header = candidates[at];
  if (header) return { header, skipped: at + 1 };
  const widest = Math.max(0, ...candidates.map((cells) => cells.length));
  const first = candidates[isData];
  if (first) {
    const above = candidates[isData - 1];
    const isHeading = above && !isBlank(above) && widthOf(above) >= widthOf(first);
    const headings = isHeading ? above : null;
    return {
      header: headings ?? first.map((_, index) => `Column ${index + 1}`),
      skipped: isData,
    };
  }
  const named = candidates.findIndex((cells) => cells.length === widest);
  return { header: candidates[named] ?? [], skipped: named + 1 };
}

/** An address, or a number that says its country. */
function isContact(cell: string): boolean {
  return readEmails(cell) !== null || /^\+\d[\d\s()./-]{6,}$/.test(cell);
}

/** Cells up to the last one that is filled. */
function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}

/** Records that say who they are about: by them a sheet of people is told from a cover sheet. */
export function countIdentified(records: readonly string[][]): number {
  const { header, skipped } = findHeader(records);
  const data = records.slice(skipped).filter((cells) => !isBlank(cells));
  const columns = proposeColumns(header, data.slice(0, HEADER_SEARCHED));
  return data.filter((cells) =>
    columns.some(
      (role, index) => role !== null && IDENTIFYING.has(role) && (cells[index] ?? '').trim() !== '',
    ),
  ).length;
}

const IDENTIFYING: ReadonlySet<ImportRole> = new Set<ImportRole>(['email', 'profileUrl', 'handle', 'phone']);

export type ImportedPerson = ImportedNames & {
  email: string | null;
  company: string | null;
  /** A profile address without scheme, or an account name. */
  handle: string | null;
  phone: string | null;
  profileUrl: string | null;
  country: string | null;
  /** Of the place, where that says more than the country. */
  timeZone: string | null;
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
  company: 200,
  handle: 100,
  phone: 40,
  signal: 4_000,
  note: 2_000,
};

/** Nothing but white space: no record at all. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** Reads one record: a person, or why not. */
export function judgeRecord(cells: readonly string[], { header, columns }: Sheet): Judgement {
  const warnings = oddities(cells, { header, columns });
  const remark = (reason: ImportReason, index: number): void => {
    warnings.push({ field: index < 0 ? null : (header[index] ?? null), reason });
  };
  const refuse = (reason: ImportReason, index: number): Judgement => ({
    person: null,
    error: { field: index < 0 ? null : (header[index] ?? null), reason },
    warnings,
  });
  if (cells.findLastIndex((cell) => cell.trim() !== '') >= header.length) return refuse('column_count', -1);
  if (cells.length <= header.findLastIndex((heading) => heading !== '')) remark('short_row', -1);

  /** Of several columns the first one that is filled. */
  const indexOf = (role: ImportRole): number => {
    const filled = columns.findIndex((each, index) => each === role && (cells[index] ?? '').trim() !== '');
    return filled < 0 ? columns.indexOf(role) : filled;
  };
  const valueOf = (role: ImportRole): string => {
    const text = visibleText(cells[indexOf(role)] ?? '');
    return isSpreadsheetError(text) ? '' : text;
  };

  const emailAt = indexOf('email');
  const emailCell = cells[emailAt] ?? '';
  const read = emailCell.trim() === '' ? null : readEmails(emailCell);
  if (emailCell.trim() !== '' && read === null) return refuse('invalid_email', emailAt);
  if (read?.isCleaned) remark('cleaned_address', emailAt);
  if (read?.hasOthers) remark('several_values', emailAt);
  const email = read?.value ?? null;

  const accountAt = indexOf('handle');
  const isMangledAccount = isMangledNumber(valueOf('handle'));
  if (isMangledAccount) remark('mangled_number', accountAt);
  const account = isMangledAccount ? '' : valueOf('handle');
  if (account.length > LONGEST.handle) return refuse('too_long', accountAt);
  const place = valueOf('platform');
  const platform = place === '' ? headedPlatform(header, columns) : readPlatform(place);
  const ownPage = account === '' || platform === null ? null : profileOfAccount(platform, account);
  const profile = valueOf('profileUrl') || (ownPage ?? '');
  const profileUrl = profile === '' ? null : readProfileUrl(profile);
  if (profile !== '' && profileUrl === null) return refuse('invalid_profile_url', indexOf('profileUrl'));

  const phoneAt = indexOf('phone');
  const phoneCell = (cells[phoneAt] ?? '').trim();
  const number = phoneCell === '' ? null : readPhones(phoneCell);
  const isAlone = email === null && profileUrl === null;
  if (number === 'mangled') {
    // Cut short alike, the numbers of two people would be one.
    if (isAlone) return refuse('mangled_number', phoneAt);
    remark('mangled_number', phoneAt);
  } else if (number?.hasOthers) remark('several_values', phoneAt);
  const phone = number === null || number === 'mangled' ? null : number.value;
  const land = valueOf('country');
  const country = land === '' ? null : readCountry(land);
  if (isAlone && !isAddressed(columns) && phone === null) {
    return refuse(phoneCell === '' ? 'missing_phone' : 'invalid_phone', phoneAt);
  }
  if (isAlone && isAddressed(columns) && (phone === null || !isWholeNumber(phone, country))) {
    const at = [emailAt, indexOf('profileUrl'), accountAt].find((index) => index >= 0) ?? -1;
    return refuse('missing_identifier', at);
  }
  if ((phone ?? '').length > LONGEST.phone) return refuse('too_long', phoneAt);

  const names = readNames({
    name: valueOf('name'),
    given: valueOf('firstName'),
    middle: valueOf('middleName'),
    family: valueOf('lastName'),
    nameHeading: header[columns.indexOf('name')] ?? '',
    hasFamilyColumn: columns.includes('lastName'),
  });
  if (names.name.length > LONGEST.name) {
    return refuse('too_long', columns.includes('name') ? indexOf('name') : indexOf('lastName'));
  }
  const company = valueOf('company');
  if (company.length > LONGEST.company) return refuse('too_long', indexOf('company'));
  const signal = valueOf('signal');
  if (signal.length > LONGEST.signal) return refuse('too_long', indexOf('signal'));
  const note = valueOf('note');
  if (note.length > LONGEST.note) return refuse('too_long', indexOf('note'));
  /** Nothing is kept that says what ails somebody. */
  const harmless = (role: 'signal' | 'note', text: string): string => {
    if (findCondition(text) === undefined) return text;
    remark('health_condition', indexOf(role));
    return '';
  };
  if (land !== '' && country === null) remark('unknown_country', indexOf('country'));
  if (place !== '' && platform === null) remark('unknown_platform', indexOf('platform'));
  const { consent, unclear } = readConsent(columns, cells);
  for (const index of unclear) remark('unclear_consent', index);
  return {
    error: null,
    warnings,
    person: {
      email,
      name: names.name || company || email || account || profileKey(profileUrl ?? '') || (phone ?? ''),
      givenName: names.givenName,
      familyName: names.familyName,
      company: company || null,
      handle: profileUrl === null ? account || null : profileKey(profileUrl),
      phone,
      profileUrl,
      country,
      timeZone: zoneIn(cells, { columns, country }),
      signal: harmless('signal', signal),
      note: harmless('note', note),
      consent,
    },
  };
}

/** The zone that the first of the places which says one names. */
function zoneIn(
  cells: readonly string[],
  { columns, country }: { columns: Columns; country: string | null },
): string | null {
  for (const [index, role] of columns.entries()) {
    const zone = role === 'place' ? zoneOfPlace(cells[index] ?? '', country) : null;
    if (zone !== null) return zone;
  }
  return null;
}

/** A column headed "Instagram" says itself whose accounts it holds. */
function headedPlatform(header: readonly string[], columns: Columns): Platform | null {
  return columns.includes('platform') ? null : readPlatform(header[columns.indexOf('handle')] ?? '');
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
