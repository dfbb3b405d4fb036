import { describe, expect, it } from 'vitest';
import { formatUsd } from './money.ts';
import {
  countOf,
  foldText,
  formatCount,
  formatPercent,
  initials,
  percentOf,
  truncate,
  withoutEndlessWords,
} from './text.ts';

describe('text for people', () => {
  // S2.7-09
  it('shows 50 characters whole and cuts 51', () => {
    expect(truncate('x'.repeat(50), 50)).toBe('x'.repeat(50));
    expect(truncate('x'.repeat(51), 50)).toBe(`${'x'.repeat(50)}…`);
  });

  it('cuts between characters, never inside one', () => {
    expect(truncate('🌿🌿🌿', 2)).toBe('🌿🌿…');
  });

  // S2.5-10
  it('takes the first letters of the names', () => {
    expect(initials('Priya', 'Marlow')).toBe('PM');
    expect(initials('élodie', null)).toBe('É');
    expect(initials('', undefined)).toBe('');
  });

  it('shows figures with commas, one decimal for rates, a dash without data and a true minus', () => {
    expect(formatCount(16_870)).toBe('16,870');
    expect(formatPercent(22)).toBe('22.0%');
    expect(formatPercent(null)).toBe('–');
    expect(formatPercent(-1.25)).toBe('−1.3%');
    expect(formatUsd(1250)).toBe('$12.50');
    expect(countOf(1, 'lead')).toBe('1 lead');
    expect(countOf(2000, 'reply', 'replies')).toBe('2,000 replies');
  });

  it('divides to one decimal and knows that nothing can be divided by nothing', () => {
    expect(percentOf(1060, 4820)).toBe(22);
    expect(percentOf(1, 3)).toBe(33.3);
    expect(percentOf(3, 0)).toBeNull();
  });

  it('parts what is too long for a word, and nothing else', () => {
    const plain = `See https://clinic.test/${'a'.repeat(150)} and ${'你'.repeat(200)}`;
    expect(withoutEndlessWords(plain)).toBe(plain);
    expect(
      withoutEndlessWords('😀'.repeat(401))
        .split(' ')
        .map((part) => Array.from(part).length),
    ).toEqual([200, 200, 1]);
  });

  it('folds case and accents for searching', () => {
    expect(foldText('Zoë ÅNGSTRÖM')).toBe('zoe angstrom');
  });
});
