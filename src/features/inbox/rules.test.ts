import { describe, expect, it } from 'vitest';
import { lookRestMs } from './rules.ts';

describe('the rest after looks into an inbox that failed', () => {
  const rest = (failures: number, isRefused = false, askedMs?: number) =>
    lookRestMs({ failures, isRefused, askedMs, everyMs: 30_000 }) / 1_000;

  it('doubles up to the longest, and follows a platform that wants a longer one', () => {
    expect([1, 2, 3, 4, 5, 6, 5_000].map((failures) => rest(failures))).toEqual([
      30, 60, 120, 240, 480, 900, 900,
    ]);
    expect([rest(1, false, 45_000), rest(4, false, 45_000), rest(1, false, 9_000_000)]).toEqual([
      45, 240, 900,
    ]);
  });

  it('is the longest at once where the keys are wrong', () => {
    expect(rest(1, true)).toBe(900);
  });
});
