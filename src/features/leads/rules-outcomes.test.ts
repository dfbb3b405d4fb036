import { describe, expect, it } from 'vitest';
import { likelyPercent } from './rules-outcomes.ts';

describe('the likely share of leads that convert', () => {
  it.each([
    [14, 92, { from: 9, to: 24 }],
    [0, 30, { from: 0, to: 11 }],
    [30, 30, { from: 89, to: 100 }],
    [500, 1_000, { from: 47, to: 53 }],
  ])('%i of %i', (part, whole, expected) => {
    expect(likelyPercent(part, whole)).toEqual(expected);
  });

  it('is not said of fewer than 30 leads', () => {
    expect(likelyPercent(29, 29)).toBeNull();
    expect(likelyPercent(0, 0)).toBeNull();
  });
});
