import { expect, it } from 'vitest';
import { conceptsOf, respelt } from './concepts.ts';

it('reads a misspelt everyday word as what it means', () => {
  const [concept] = conceptsOf('delivry');
  expect([...(concept ? (respelt(concept)?.roots.keys() ?? []) : [])]).toContain('ship');
  const [plain] = conceptsOf('abuot');
  expect(plain ? respelt(plain)?.weight : undefined).toBe(0.1);
});

it('takes the size of an order for a circumstance, and an order for what it is about where nothing else is', () => {
  const words = (text: string): string[] => conceptsOf(text).map(({ word }) => word);
  expect(words('what does delivery cost for an order of 45 pounds?')).toEqual(
    words('what does delivery cost?'),
  );
  expect(words('where is my order?')).toContain('order');
});
