import { expect, it } from 'vitest';
import { fuseRanks, signsOf, toUnitLength } from './meaning.ts';

it('gives vectors the length 1 and reads their signs', () => {
  expect(toUnitLength([3, 0, -4])).toEqual([0.6, 0, -0.8]);
  expect(toUnitLength([0, 0])).toEqual([0, 0]);
  expect(signsOf([0.6, 0, -0.8])).toBe('100');
});

it('puts first what both orders know, then what stands higher in one of them', () => {
  const fused = fuseRanks(
    [
      ['a', 'b', 'c'],
      ['d', 'b', 'e'],
    ],
    (item) => item,
  );
  expect(fused).toEqual(['b', 'a', 'd', 'c', 'e']);
  expect(fuseRanks([['a', 'b'], []], (item) => item)).toEqual(['a', 'b']);
});
