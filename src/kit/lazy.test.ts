import { expect, it } from 'vitest';
import { lazy } from './lazy.ts';

it('makes a value once, for all who ask while it is being made too', async () => {
  let made = 0;
  const value = lazy(() => Promise.resolve((made += 1)));
  expect(await Promise.all([value(), value()])).toEqual([1, 1]);
  expect(await value()).toBe(1);
});

it('makes it anew after it has failed, at once or later', async () => {
  let turn = 0;
  const atOnce = lazy(() => {
    turn += 1;
    if (turn === 1) throw new Error('no room');
    return turn;
  });
  expect(atOnce).toThrow('no room');
  expect(atOnce()).toBe(2);

  turn = 0;
  const later = lazy(async () => {
    turn += 1;
    if (turn === 1) throw new Error('no room');
    return turn;
  });
  await expect(later()).rejects.toThrow('no room');
  expect(await later()).toBe(2);
});
