import { describe, expect, it } from 'vitest';
import { wordsOf } from '#kit/words.ts';
import { isElsewhere, readPlaces } from './places.ts';

const places = (text: string) => readPlaces(wordsOf(text));

describe('the place of a post', () => {
  it.each([
    ['gym owners in Queensland', 'Gym owner in Hobart'],
    ['people in Texas', 'A studio in Berlin'],
    ['sauna buyers in Scotland', 'Our back garden in Surrey'],
  ])('is another one: %s, %s', (audience, text) => {
    expect(isElsewhere(places(audience), places(text))).toBe(true);
  });

  it.each([
    ['people in Hamburg', 'Wer liefert frisches Essen?'],
    ['people in Ireland', 'Dublin, anyone?'],
    ['mobile therapists in London and the South East', 'Clients round Brighton'],
    ['people who want tea', 'Leeds here'],
  ])('is not another one: %s, %s', (audience, text) => {
    expect(isElsewhere(places(audience), places(text))).toBe(false);
  });
});
