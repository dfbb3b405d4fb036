import { describe, expect, it } from 'vitest';
import { CAREFUL_LIMITS, dailyCap, roomAt } from './rules.ts';

const at = (text: string) => new Date(text);

describe('limits of a mailbox', () => {
  it('grow by the day up to the most', () => {
    expect([1, 2, 3, 500].map((day) => dailyCap(CAREFUL_LIMITS, day))).toEqual([30, 32, 34, 200]);
  });

  it('hold a message back by the gap and by the cap of the day', () => {
    const now = at('2026-11-23T10:00:00Z');
    const tomorrow = at('2026-11-24T00:00:00Z');
    const nextAt = (use: { sentToday?: number; lastAt?: Date }): Date =>
      roomAt(CAREFUL_LIMITS, { sentToday: 0, lastAt: null, sendingDay: 1, ...use }, { now, tomorrow });
    expect(nextAt({})).toEqual(now);
    expect(nextAt({ lastAt: at('2026-11-23T09:59:01Z') })).toEqual(at('2026-11-23T10:00:01Z'));
    expect(nextAt({ lastAt: at('2026-11-23T09:59:00Z') })).toEqual(now);
    expect(nextAt({ sentToday: 29 })).toEqual(now);
    expect(nextAt({ sentToday: 30 })).toEqual(tomorrow);
  });
});
