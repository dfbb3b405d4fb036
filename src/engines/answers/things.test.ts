import { expect, it } from 'vitest';
import { wordKind } from './things.ts';

it('tells the name of a thing from a deed, a manner, a day and a figure', () => {
  const kinds = ['sauna', 'nurses', 'delivered', 'quickly', 'daughter', 'sundays', '140', 'get rid'].map(
    wordKind,
  );
  expect(kinds).toEqual(['thing', 'thing', 'telling', 'telling', 'telling', 'day', 'figure', 'telling']);
});
