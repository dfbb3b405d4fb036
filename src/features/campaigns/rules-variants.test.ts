import { describe, expect, it } from 'vitest';
import type { VariantLetter } from './contract.ts';
import {
  assignVariant,
  DEFAULT_TEST,
  fisherP,
  judgeTest,
  rateInterval,
  testWords,
} from './rules-variants.ts';

const STEP = '0199f0aa-0000-7000-8000-000000000001';
const place = (leadId: string, change: Partial<Parameters<typeof assignVariant>[0]> = {}) =>
  assignVariant({
    stepId: STEP,
    leadId,
    letters: ['A', 'B', 'C'],
    test: DEFAULT_TEST,
    verdict: null,
    since: null,
    canWait: true,
    ...change,
  });
const people = Array.from({ length: 6_000 }, (_none, index) => `lead-${index}`);

describe('who gets which variant', () => {
  it('splits evenly, holds back those outside the test, and answers the same person alike', () => {
    const placements = people.map((leadId) => place(leadId));
    expect(people.map((leadId) => place(leadId))).toEqual(placements);
    const tested = placements.filter(({ isInTest }) => isInTest);
    expect(tested.length / people.length).toBeCloseTo(0.4, 1);
    expect(placements.every(({ isInTest, isHeld }) => isInTest !== isHeld)).toBe(true);
    for (const letter of ['A', 'B', 'C'] as const) {
      const share = tested.filter((one) => one.letter === letter).length / tested.length;
      expect(Math.abs(share - 1 / 3)).toBeLessThan(0.03);
    }
  });

  it('gives everybody the winner once there is one, and their share where there is none', () => {
    const at = '2026-11-21T10:00:00.000Z';
    const won = place('lead-1', { verdict: { winner: 'C', by: null, p: 0.01, at } });
    expect(won).toEqual({ letter: 'C', isInTest: false, isHeld: false });
    const open = people.map((leadId) => place(leadId, { verdict: { winner: null, by: null, p: 0.4, at } }));
    expect(open.some(({ isHeld }) => isHeld)).toBe(false);
    expect(new Set(open.map(({ letter }) => letter)).size).toBe(3);
  });

  it('draws the people of each test anew, so that one that begins again has people', () => {
    const first = people.filter((leadId) => place(leadId).isInTest);
    const left = people.filter((leadId) => !first.includes(leadId));
    const again = left.filter((leadId) => place(leadId, { since: new Date(0) }).isInTest);
    expect(again.length / left.length).toBeCloseTo(0.4, 1);
    expect(
      people.every((leadId) => place(leadId).letter === place(leadId, { since: new Date(0) }).letter),
    ).toBe(true);
  });

  it('lets nobody wait where people send by hand, and tests nothing without a second variant', () => {
    expect(people.every((leadId) => place(leadId, { canWait: false }).isInTest)).toBe(true);
    expect(place('lead-1', { letters: ['A'] })).toEqual({ letter: 'A', isInTest: false, isHeld: false });
  });
});

describe('which variant is better', () => {
  it('reckons Fisher’s exact test as the textbook does', () => {
    // The lady tasting tea: 3 of 4 against 1 of 4.
    expect(fisherP({ sent: 4, reached: 3 }, { sent: 4, reached: 1 })).toBeCloseTo(0.4857, 4);
    // R: fisher.test(matrix(c(10, 90, 25, 75), 2))$p.value
    expect(fisherP({ sent: 100, reached: 10 }, { sent: 100, reached: 25 })).toBeCloseTo(0.0087, 3);
    expect(fisherP({ sent: 50, reached: 0 }, { sent: 50, reached: 0 })).toBe(1);
    expect(fisherP({ sent: 40_000, reached: 900 }, { sent: 40_000, reached: 905 })).toBeGreaterThan(0.5);
  });

  it('names a winner only where it beats every other one by more than chance', () => {
    const tally = (letter: VariantLetter, reached: number, sent = 100) => ({ letter, sent, reached });
    expect(judgeTest([tally('A', 10), tally('B', 25)]).winner).toBe('B');
    expect(judgeTest([tally('A', 10), tally('B', 16)]).winner).toBeNull();
    expect(judgeTest([tally('A', 10), tally('B', 25), tally('C', 24)]).winner).toBeNull();
    // Significant between two, not between the best of three.
    expect(judgeTest([tally('A', 10), tally('B', 22)]).winner).toBe('B');
    expect(judgeTest([tally('A', 10), tally('B', 22), tally('C', 10)]).winner).toBeNull();
    expect(judgeTest([tally('A', 0, 0), tally('B', 0, 0)]).winner).toBeNull();
  });

  it('calls a winner too often in at most one of twenty tests without a difference', () => {
    let seed = 7;
    const random = (): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed / 2 ** 32;
    };
    const reached = (): number => Array.from({ length: 200 }, random).filter((one) => one < 0.12).length;
    const letters = ['A', 'B', 'C'] as const;
    const rounds = 400;
    const wrong = Array.from({ length: rounds }, () =>
      judgeTest(letters.map((letter) => ({ letter, sent: 200, reached: reached() }))),
    ).filter(({ winner }) => winner !== null).length;
    expect(wrong / rounds).toBeLessThanOrEqual(0.05);
  });

  it('gives an interval that holds nought and one hundred where it should', () => {
    expect(rateInterval(0, 0)).toBeNull();
    for (let sent = 1; sent < 60; sent += 1) {
      expect([rateInterval(0, sent)?.low, rateInterval(sent, sent)?.high]).toEqual([0, 100]);
    }
    expect(rateInterval(0, 20)).toMatchObject({ low: 0, high: expect.closeTo(16.1, 1) });
    expect(rateInterval(10, 100)).toMatchObject({
      low: expect.closeTo(5.5, 1),
      high: expect.closeTo(17.4, 1),
    });
  });

  it('says that there is not enough data until the one look', () => {
    const words = {
      test: DEFAULT_TEST,
      verdict: null,
      tested: 40,
      settled: 12,
      byHand: 0,
      looksAt: null,
      waiting: 60,
    };
    expect(testWords({ ...words, state: 'not_enough_data' })).toBe(
      'Not enough data: 12 of 40 messages of the test have left. The variants are compared once, 24 hours after the last. 60 people wait for the outcome.',
    );
    expect(testWords({ ...words, state: 'not_enough_data', byHand: 3 })).toContain(
      'What nobody sends by hand within 7 days is left out.',
    );
    expect(
      testWords({ ...words, state: 'not_enough_data', settled: 40, looksAt: '22 Nov, 09:00' }),
    ).toContain('Not enough data until 22 Nov, 09:00');
  });
});
