import { expect, it } from 'vitest';
import { exactTime, relativeTime, shortDate } from './relative-time-words.ts';

const NOW = new Date('2027-01-14T12:00:00Z');
const ago = (ms: number) => relativeTime(new Date(NOW.getTime() - ms), NOW, 'Europe/London');

it.each([
  [0, 'now'],
  [59_999, 'now'],
  [60_000, '1 min ago'],
  [3_599_999, '59 min ago'],
  [7_200_000, '2 h ago'],
  [86_399_999, '23 h ago'],
  [86_400_000, '13 Jan'],
  [20 * 86_400_000, '25 Dec 2026'],
  [-3 * 3_600_000, 'in 3 h'],
])('%d ms before now reads %s', (ms, words) => {
  expect(ago(ms)).toBe(words);
});

it('gives the year only where it differs, in the zone it is read in', () => {
  const newYear = new Date('2026-12-31T23:30:00Z');
  expect(shortDate(newYear, NOW, 'Europe/London')).toBe('31 Dec 2026');
  expect(shortDate(newYear, NOW, 'Asia/Tokyo')).toBe('1 Jan');
});

it('gives the exact time with its zone', () => {
  expect(exactTime(new Date('2027-01-14T07:34:00Z'), 'UTC')).toBe('14 Jan 2027, 07:34 UTC');
  expect(exactTime(new Date('2026-09-03T07:34:00Z'), 'UTC')).toBe('3 Sep 2026, 07:34 UTC');
});
