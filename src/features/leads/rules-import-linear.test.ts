import { expect, it } from 'vitest';
import { unguarded } from '#kit/csv.ts';
import { IMPORT_ROLES } from './contract-import.ts';
import { findHeader, judgeRecord } from './rules-import.ts';
import { proposeColumns } from './rules-import-columns.ts';
import { firstNameOf, greetingNameOf } from './rules-names.ts';
import { zoneOfPlace } from './rules-time-zones.ts';

/** What patterns begin with, go on with and end in: repeated, each of them is what some pattern tries again and again. */
// biome-ignore format: a list
const UNITS = [
  'a', 'A', 'é', '1', ' ', '\t', '\u00A0', '\u200B', '\u00AD', '@', 'a@', '@a.', 'a@b.', 'a.', '.a', '.', ',', ';', '|', ':::',
  '\r', '\n', '<', '>', '<a', '<a@b', '"', "'", '(', ')', '-', '+', '+1', '-1', '=', '=A(', '%', '1,', '1.', '1E', '#', '/', ' / ',
  '\\', 'http://', 'www.', 'mailto:', 'tel:', 'agree ', 'accepts ', 'allows email ', 'unsubscribed ', 'opt out ', 'do not ',
  'yes no ', 'consent ', 'e mail ', 'Dr. ', 'GmbH ', 'S.L. ', ' co', '’a', '-a', 'diabetes ', 'I have ', '中', '\uD83D\uDE00',
];
const ROUNDS = 3;

/** Processor time in microseconds; the least of a few rounds, as others are at work meanwhile. */
function costOf(work: (text: string) => unknown, text: string): number {
  const costs = Array.from({ length: ROUNDS }, () => {
    const { user } = process.cpuUsage();
    work(text);
    return process.cpuUsage().user - user;
  });
  return Math.min(...costs);
}

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

const SHORT = 20_000;
/** Twice the text may take twice the time, and this much more on a busy machine; the square of it takes four times. */
const SLACK_US = 20_000;

it.each(Object.keys(READERS))('reads %s in a time that grows with the length of the text', (name) => {
  const read = READERS[name] ?? unguarded;
  read('warm');
  for (const unit of UNITS) {
    for (const end of ['', '!', 'x']) {
      const text = (length: number): string => unit.repeat(Math.ceil(length / unit.length)) + end;
      const cost = costOf(read, text(SHORT));
      const doubled = costOf(read, text(2 * SHORT));
      expect(doubled, `${JSON.stringify(unit)} before ${JSON.stringify(end)}`).toBeLessThan(
        3 * cost + SLACK_US,
      );
    }
  }
});
