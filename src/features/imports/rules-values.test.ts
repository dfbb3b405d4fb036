import { expect, it } from 'vitest';
import { firstNameOf, greetingNameOf } from '#features/leads/rules-names.ts';
import { zoneOfPlace } from '#features/leads/rules-time-zones.ts';
import { unguarded } from '#kit/csv.ts';
import { IMPORT_ROLES } from './contract.ts';
import { findHeader, judgeRecord } from './rules.ts';
import { proposeColumns } from './rules-columns.ts';

/** Repeated, each makes some pattern that is not linear try the same characters again. */
// biome-ignore format: a list
const UNITS = [
  'a', 'A', 'é', '1', ' ', '\t', '\u00A0', '\u200B', '\u00AD', '@', 'a@', '@a.', 'a@b.', 'a.', '.a', '.', ',', ';', '|', ':::',
  '\r', '\n', '<', '>', '<a', '<a@b', '"', "'", '(', ')', '-', '+', '+1', '-1', '=', '=A(', '%', '1,', '1.', '1E', '#', '/', ' / ',
  '\\', 'http://', 'www.', 'mailto:', 'tel:', 'agree ', 'accepts ', 'allows email ', 'unsubscribed ', 'opt out ', 'do not ',
  'yes no ', 'consent ', 'e mail ', 'Dr. ', 'GmbH ', 'S.L. ', ' co', '’a', '-a', 'diabetes ', 'I have ', '中', '\uD83D\uDE00',
];
const everyRole = [...IMPORT_ROLES];
const READERS: Record<string, (text: string) => unknown> = {
  headings: (text) =>
    findHeader([
      [text, 'email'],
      ['a@example.com', text],
    ]),
  'columns by what is below them': (text) =>
    proposeColumns(['email', 'newsletter', 'status', 'url', 'source'], [[text, text, text, text, text]]),
  'cells of every role': (text) =>
    everyRole.map((role) => {
      const columns = ['email' as const, role];
      judgeRecord(['a@example.com', text], { header: ['Email', 'Cell'], columns });
      judgeRecord([text], { header: ['Cell'], columns: [role] });
    }),
  guards: unguarded,
  names: (text) => [firstNameOf(text), greetingNameOf({ name: text, givenName: text, familyName: text })],
  places: (text) => zoneOfPlace(text, 'US'),
};

/** A pattern that is not linear takes minutes for this, and the test does not end in time. */
const LENGTH = 100_000;

it.each(Object.keys(READERS))('reads %s of 100,000 characters in linear time', (name) => {
  const read = READERS[name] ?? unguarded;
  for (const unit of UNITS) {
    for (const end of ['', '!', 'x']) {
      expect(() => read(unit.repeat(Math.ceil(LENGTH / unit.length)) + end)).not.toThrow();
    }
  }
});
