import { describe, expect, it } from 'vitest';
import {
  costPerLead,
  figureText,
  isDifferent,
  NO_COUNTS,
  returnOnSpend,
  shareOf,
  stretchOf,
} from './rules-figures.ts';

describe('a share', () => {
  // Reference values: Newcombe 1998, Statistics in Medicine 17:857–872, table I, method 3.
  it.each([
    [81, 263, 25.5, 36.6],
    [15, 148, 6.2, 16],
    [0, 30, 0, 11.4],
    [30, 30, 88.6, 100],
  ])('%i of %i lies between %d and %d percent', (part, whole, low, high) => {
    expect(shareOf(part, whole).interval).toEqual({ low, high });
  });

  it('says nothing on fewer than 30', () => {
    expect(shareOf(29, 29)).toMatchObject({ isEnough: false, interval: null });
    expect(shareOf(15, 30)).toMatchObject({ isEnough: true, percent: 50 });
  });

  it('of nothing is no number, and above the whole it has no interval', () => {
    expect(shareOf(3, 0).percent).toBeNull();
    expect(shareOf(120, 100)).toMatchObject({ percent: 120, interval: null });
  });

  it('differs from another one only beyond chance', () => {
    expect(isDifferent(shareOf(200, 1000), shareOf(280, 1000))).toBe(true);
    expect(isDifferent(shareOf(200, 1000), shareOf(220, 1000))).toBe(false);
    expect(isDifferent(shareOf(1, 10), shareOf(9, 10))).toBe(false);
  });
});

describe('money', () => {
  it('is divided by what it bought, and shows a dash for nothing', () => {
    const counts = { ...NO_COUNTS, spend: 5_000, conversions: 4, revenue: 12_345 };
    expect(costPerLead(counts)).toBe(1_250);
    expect(returnOnSpend(counts)).toBe(2.47);
    expect(figureText('costPerLead', NO_COUNTS)).toBe('–');
    expect(figureText('returnOnSpend', NO_COUNTS)).toBe('–');
  });

  it('that was taken back whole has bought nothing', () => {
    expect(costPerLead({ ...NO_COUNTS, spend: 0, conversions: 4 })).toBeNull();
  });
});

describe('the period before', () => {
  it.each([
    ['last7', '2027-01-03', '2026-12-28', '2026-12-21', '2026-12-27'],
    ['last30', '2028-03-01', '2028-02-01', '2028-01-02', '2028-01-31'],
  ] as const)('of %s up to %s is as long and ends the day before', (period, today, from, before, until) => {
    expect(stretchOf(period, today)).toEqual({ from, previous: { from: before, to: until } });
  });
  it('does not exist for lifetime', () => {
    expect(stretchOf('lifetime', '2027-01-03')).toEqual({ from: null, previous: null });
  });
});
