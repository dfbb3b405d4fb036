import { describe, expect, it } from 'vitest';
import { dueWords, isStuck, lastWords } from './rules-board.ts';

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

  it('warns of who stands still, but not of who has been shown around', () => {
    const since = at(3);
    expect(isStuck({ stage: 'engaged', isOnboarded: false }, since, now)).toBe(true);
    expect(isStuck({ stage: 'new', isOnboarded: false }, since, now)).toBe(false);
    expect(isStuck({ stage: 'converted', isOnboarded: true }, at(1), new Date(2027, 5, 1))).toBe(false);
  });

  it('names the last event and what was paid', () => {
    expect(lastWords('reply.received', null)).toBe('Replied');
    expect(lastWords('purchase.made', 8_600)).toBe('Bought for $86.00');
  });
});
