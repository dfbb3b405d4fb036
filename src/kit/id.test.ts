import { expect, it } from 'vitest';
import { idOf, newId, timeOfId } from './id.ts';

it('makes ids that sort as they were made, within a millisecond too', () => {
  const ids = [...Array.from({ length: 1_000 }, () => newId(1_800_000_000_000)), newId(1_800_000_000_001)];
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

it('tells when an id was made, and nothing of one that was made otherwise', async () => {
  expect(timeOfId(newId(1_800_000_000_001))).toBe(1_800_000_000_001);
  expect([timeOfId(await idOf('a')), timeOfId(crypto.randomUUID()), timeOfId('7')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('gives no two ids the same random part, however many are made', () => {
  const tails = Array.from({ length: 2_000 }, () => newId().slice(19));
  expect(new Set(tails).size).toBe(tails.length);
});

it('makes the same id of the same words, and of no others', async () => {
  const ids = await Promise.all([idOf('a', 'b'), idOf('a', 'b'), idOf('a b'), idOf('ab', '')]);
  expect(new Set(ids).size).toBe(3);
  expect(ids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
