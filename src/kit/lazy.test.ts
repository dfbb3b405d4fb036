import { expect, it } from 'vitest';
import { lazy, madeInPieces } from './lazy.ts';

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

it('makes in pieces what takes long, and to its end at once for who cannot wait', async () => {
  let steps = 0;
  function* counting(): Generator<void, number, void> {
    for (; steps < 6; steps += 1) yield;
    return steps;
  }
  const value = madeInPieces(counting);
  let rests = 0;
  const preparing = value.prepare(0, () => {
    rests += 1;
    return Promise.resolve();
  });
  expect(steps).toBeLessThan(6);
  expect(value.get()).toBe(6);
  await preparing;
  expect(value.get()).toBe(6);

  steps = 0;
  const later = madeInPieces(counting);
  await later.prepare(0, () => {
    rests += 1;
    return Promise.resolve();
  });
  expect(rests).toBeGreaterThan(5);
  expect([steps, later.get()]).toEqual([6, 6]);
});

it('begins anew with what failed in a piece', () => {
  let turn = 0;
  const value = madeInPieces(function* (): Generator<void, number, void> {
    turn += 1;
    yield;
    if (turn === 1) throw new Error('no room');
    return turn;
  });
  expect(value.get).toThrow('no room');
  expect(value.get()).toBe(2);
});
