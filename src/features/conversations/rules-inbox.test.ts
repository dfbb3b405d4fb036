import { expect, it } from 'vitest';
import { reasonOf, sourcesOf } from './rules-inbox.ts';

it('says once that it is an emergency', () => {
  expect(reasonOf({ level: 'emergency', category: 'emergency' })).toBe('Emergency');
  expect(reasonOf({ level: 'emergency', category: 'self_harm' })).toBe('Emergency: Crisis');
  expect(reasonOf({ level: 'escalate', category: 'diagnosis' })).toBe('Question about symptoms');
});

it('names a source of several quotes once', () => {
  const titles = ['terms.docx', 'prices.csv', 'terms.docx'];
  expect(sourcesOf(titles.map((title) => ({ title })))).toBe('terms.docx, prices.csv');
});
