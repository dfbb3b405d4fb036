import { expect, it } from 'vitest';
import { blanksIn, piecesWithBlanks } from './blanks.ts';

it('finds blanks by their names, in any case, and no other brackets', () => {
  const text = '[date] and [Call to action], [0:00-0:05] [see note] [link](https://a.example) [Datum]';
  expect(blanksIn(text).map(({ name }) => name)).toEqual(['date', 'Call to action', 'Datum']);
});

it('cuts a text at its blanks', () => {
  expect(piecesWithBlanks('On [date].')).toEqual([
    { text: 'On ', isBlank: false },
    { text: '[date]', isBlank: true },
    { text: '.', isBlank: false },
  ]);
});
