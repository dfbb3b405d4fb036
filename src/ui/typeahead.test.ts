import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Typeahead } from './typeahead.ts';

const OPTIONS = ['Evening blends', 'Émile', 'Marathon nutrition', 'Market', 'Workplace'].map((label) => ({
  label,
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('finds by the first letters, without accents and in any case', () => {
  const typeahead = new Typeahead();
  expect(typeahead.find('M', OPTIONS, -1)).toBe(2);
  expect(typeahead.find('a', OPTIONS, 2)).toBe(2);
  expect(typeahead.find('r', OPTIONS, 2)).toBe(2);
  expect(typeahead.find('k', OPTIONS, 2)).toBe(3);
});

it('goes on to the next one when the same letter comes again', () => {
  const typeahead = new Typeahead();
  expect(typeahead.find('e', OPTIONS, -1)).toBe(0);
  expect(typeahead.find('e', OPTIONS, 0)).toBe(1);
  expect(typeahead.find('e', OPTIONS, 1)).toBe(0);
});

it('begins anew after a pause', () => {
  const typeahead = new Typeahead();
  typeahead.find('m', OPTIONS, -1);
  vi.advanceTimersByTime(500);
  expect(typeahead.isTyping).toBe(false);
  expect(typeahead.find('w', OPTIONS, 2)).toBe(4);
  expect(typeahead.find('z', OPTIONS, 4)).toBe(-1);
});

it('passes over what cannot be chosen', () => {
  const options = [{ label: 'Market', isDisabled: true }, { label: 'Marathon' }];
  expect(new Typeahead().find('m', options, -1)).toBe(1);
});
