import { describe, expect, it } from 'vitest';
import { stem, wordsOf } from './words.ts';

describe('words', () => {
  it('gives each word with its place in the original text', () => {
    const text = 'Crème brûlée, don’t rush';
    const words = wordsOf(text);
    expect(words.map((word) => word.text)).toEqual(['creme', 'brulee', 'don’t', 'rush']);
    expect(words.map((word) => text.slice(word.start, word.end))).toEqual([
      'Crème',
      'brûlée',
      'don’t',
      'rush',
    ]);
  });

  it.each([
    ['runner', 'running'],
    ['runs', 'run'],
    ['recipe', 'recipes'],
    ['routine', 'routines'],
    ['studies', 'study'],
    ['sleeping', 'sleep'],
    ['planned', 'planning'],
    ['class', 'classes'],
    ['blends', 'blended'],
    ['coach', 'coaching'],
  ])('joins %s and %s', (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  it('leaves different words apart', () => {
    expect(new Set(['tea', 'team', 'yoga', 'gut', 'guest', 'sleep', 'skin'].map(stem)).size).toBe(7);
  });
});
