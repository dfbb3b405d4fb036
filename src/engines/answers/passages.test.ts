import { describe, expect, it } from 'vitest';
import { isPast, isUnderPast, readableRow, splitPassages, withoutMarks } from './passages.ts';

describe('the row of a table', () => {
  it.each([
    [
      'Product: Lavender soap; Size: 100 g; Price GBP: 4.50; In stock: yes',
      'Lavender soap: Size 100 g; Price 4.50 GBP; In stock: yes',
    ],
    ['Sku: AB-12; Name: Night balm; Price ($): 18.50', 'Night balm: Sku: AB-12; Price $18.50'],
    [
      'Day: Monday; Open: 9:00 to 17:00; Note: Ring; the door sticks',
      'Monday: Open 9:00 to 17:00; Note: Ring; the door sticks',
    ],
    ['Year: 2026; Fee: 12 euros', 'Year 2026; Fee 12 euros'],
  ])('reads as people say it: %s', (row, text) => {
    expect(readableRow(row)).toBe(text);
  });

  it.each([
    'We open at nine; on Sundays at ten.',
    'Please note: dogs wait outside.',
    'Soap: yes; salt\nBath: no',
  ])('is nothing else: %s', (text) => {
    expect(readableRow(text)).toBe(text);
  });
});

describe('the beginning of a text in a list', () => {
  it('has no marks of tables or Markdown', () => {
    expect(withoutMarks('| Product | Size |\n| --- | --- |\n| Soap | 100 g |')).toBe(
      'Product, Size; Soap, 100 g',
    );
    expect(withoutMarks('# Care\n\nKeep it dry.')).toBe('Care Keep it dry.');
  });
});

it('reads a paragraph under the words that it begins with, where they stand alone', () => {
  const text =
    'Calling off. Free until eight hours before.\n\n**Paying:** by card.\n\n**Ines Dahl** teaches on Mondays.';
  expect(splitPassages(text).map(({ headings, text: said }) => [headings, said])).toEqual([
    ['Calling off', 'Free until eight hours before.'],
    ['Paying', 'by card.'],
    ['', 'Ines Dahl teaches on Mondays.'],
  ]);
  const [first] = splitPassages(text);
  expect(text.slice(first?.position)).toMatch(/^Free until/);
});

it.each([
  ['Prices up to August 2026: single entry 13 euros.', true],
  ['Summer hours (until 31 August 2026): open till ten.', true],
  ['The offer runs until 14 October 2026.', true],
  ['The offer runs until 15 October 2026.', false],
  ['Winter prices until January 2027: 9 euros.', false],
  ['Tickets bought up to August 2026 stay good for a year.', false],
  ['Earlier terms (until July 2025): calling off was free.', true],
  ['Until 30 September 2026 the stall opens at 7:10.', true],
  ['Until 30 November 2026 the stall opens at 7:10.', false],
  ['Until May 2024 parcels leave from Bath, since then from York.', false],
  ['The offer runs until October 14, 2026.', true],
])('knows on 15 October 2026 whether it still holds: %s', (sentence, isOver) => {
  expect(isPast(sentence, { today: '2026-10-15', writtenOn: '2026-10-01' })).toBe(isOver);
});

it.each([
  ['Prices up to August: single entry 13 euros.', '2026-02-03', true],
  ['Prices up to August: single entry 13 euros.', '2026-09-20', true],
  ['Prices up to August: single entry 13 euros.', '2025-02-03', true],
  ['Prices up to March: single entry 13 euros.', '2026-09-20', false],
  ['Prices up to March: single entry 13 euros.', '2026-02-03', true],
  ['The offer runs until 14 October.', '2026-10-01', true],
  ['The offer runs until October 15.', '2026-10-01', false],
  ['The offer runs until October 15: 20 % off.', '2026-10-01', false],
  ['Until September we open at 7.', '2026-08-01', true],
  ['The discount applies to March bookings.', '2026-01-10', false],
  ['The pool is open from May to September.', '2026-01-10', false],
  ['Terrace season until September: open till ten.', '2026-01-10', false],
  ['Summer hours (until August): open till ten.', '2026-01-10', false],
  ['The offer runs until may be later.', '2026-01-10', false],
  ['Tickets bought up to August stay good for a year.', '2026-01-10', false],
])('knows on 15 October 2026 which year was meant: %s, written on %s', (sentence, writtenOn, isOver) => {
  expect(isPast(sentence, { today: '2026-10-15', writtenOn })).toBe(isOver);
});

it.each([
  ['Prices › Summer offer until 31 August 2026', true],
  ['Summer hours (until 14 October 2026) › Bar', true],
  ['Prices › Winter offer until 31 January 2027', false],
  ['Prices › From September 2026', false],
  ['Prices up to August', true],
  ['Prices up to November', false],
  ['Open May to August', false],
  ['', false],
])('knows on 15 October 2026 whether all under a heading is over: %s', (headings, isOver) => {
  expect(isUnderPast(headings, { today: '2026-10-15', writtenOn: '2026-05-01' })).toBe(isOver);
});
