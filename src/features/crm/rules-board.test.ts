import { describe, expect, it } from 'vitest';
import { dueWords, lastWords } from './rules-board.ts';

const now = new Date(2027, 0, 14, 15, 0);
const at = (day: number, hour = 9): string => new Date(2027, 0, day, hour).toISOString();

describe('a card of the board', () => {
  it.each([
    [at(14, 18), 'Due today', true],
    [at(14, 9), 'Late today', true],
    [at(13), '1 day late', true],
    [at(10), '4 days late', true],
    [at(15), 'Due tomorrow', false],
    [at(20), 'Due in 6 days', false],
  ])('says of %s: %s', (dueAt, words, isLate) => {
    expect(dueWords(dueAt, now)).toEqual({ words, isLate });
  });

  it('names the last event and what was paid', () => {
    const none = { valueCents: null, amountMinor: null, currency: null };
    expect(lastWords('reply.received', none)).toBe('Replied');
    expect(lastWords('purchase.made', { ...none, valueCents: 8_600 })).toBe('Bought for $86.00');
    expect(lastWords('purchase.made', { ...none, amountMinor: 4_950, currency: 'EUR' })).toBe(
      'Bought for €49.50',
    );
    expect(lastWords('purchase.refunded', { ...none, valueCents: -8_600 })).toBe('Refunded');
  });
});
