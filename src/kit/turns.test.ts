import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('lets two be at work at once and the others follow in their order, also after one that failed', async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = Array.from({ length: 5 }, (_, index) =>
    inTurn(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(index);
          ends.push(() => (index === 0 ? reject(new Error('failed')) : resolve(index)));
        }),
    ).catch(() => -1),
  );
  expect(begun).toEqual([0, 1]);
  for (let end = 0; end < 5; end += 1) {
    ends[end]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun.length - (end + 1)).toBeLessThanOrEqual(2);
  }
  expect(await Promise.all(works)).toEqual([-1, 1, 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});
