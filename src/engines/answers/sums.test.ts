import { describe, expect, it } from 'vitest';
import { sumFor } from './sums.ts';

describe('what several cost together', () => {
  it.each([
    [
      'How much are three jars of the night balm?',
      'Product: Night balm; Size: 50 ml; Price usd: 18.50; Trade usd: 11.00',
      '3 × $18.50 = $55.50',
    ],
    [
      'What is the trade price of 3 night balms?',
      'Product: Night balm; Size: 50 ml; Price usd: 18.50; Trade usd: 11.00',
      '3 × $11.00 = $33.00',
    ],
    [
      'What do 5 people pay for the sound bath?',
      'The sound bath costs €22 a person.',
      '5 × €22.00 = €110.00',
    ],
    [
      'How much are two salt and pepper soaps and how long do they last?',
      'Product: Salt and pepper soap; Price GBP: 4.50',
      '2 × £4.50 = £9.00',
    ],
    ['what does a six week stay cost', 'The loft is $90 per week.', '6 × $90.00 = $540.00'],
    [
      'How much is it in total in instalments?',
      '£300 at once, or four monthly payments of £80.',
      '4 × £80.00 = £320.00',
    ],
    [
      'My cart is at $31.50, how much more for free shipping?',
      'Shipping is $6, free for orders of $50 or more.',
      '$50.00 − $31.50 = $18.50',
    ],
  ])('%s', (question, quote, text) => {
    expect(sumFor(question, quote)).toEqual({ text });
  });

  it.each([
    ['How much is the night balm?', 'The balm is $18.'],
    ['What do 5 people pay?', 'Members pay $10, guests $14.'],
    ['what does a six week stay cost', 'The loft is $400 per month.'],
    ['How much are the 50 ml jars?', 'A jar is $18.'],
    ['My cart is at $60, how much more for free shipping?', 'Free for orders of $50 or more.'],
    ['Do you have three balms?', 'The balm is $18.'],
    ['How much are two bars of soap and one candle?', 'Product: Soap; Price GBP: 4.50; In stock: yes'],
    ['How much are two bars of soap plus a candle?', 'Product: Soap; Price GBP: 4.50; In stock: yes'],
    ['What do a candle and two bars of soap cost?', 'Product: Soap; Price GBP: 4.50; In stock: yes'],
    ['What would 3 balms and shipping cost?', 'The balm is $18.'],
    // What somebody has is no number of things.
    ['My order is 27 euros. How much more for free delivery?', 'The supper is €25, children eat free.'],
  ])('is left to the reader where a part of it is in doubt: %s', (question, quote) => {
    expect(sumFor(question, quote)).toBeUndefined();
  });
});
