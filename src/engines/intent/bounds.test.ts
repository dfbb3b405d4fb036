import { describe, expect, it } from 'vitest';
import { matchBounds, readBounds } from './bounds.ts';
import { tokensOf } from './cues.ts';

function found(audience: string, text: string): string[] {
  return matchBounds(readBounds(audience), tokensOf(text)).map(({ bound, isMet }) => `${bound} ${isMet}`);
}

describe('the bounds of an audience', () => {
  it.each([
    ['people over 65 who want chair yoga', "I'm 44 and want a class", ['age false']],
    ['people over 65 who want chair yoga', '71, two new hips', ['age true']],
    ['people in their twenties and thirties', "I'm 25, new here", ['age true']],
    ['companies with 50 to 300 staff', 'We are 4 people', ['staff false']],
    ['students with a budget under £25', 'Budget is £20', ['money true']],
    ['retreats under $2,000', 'Our budget is $12,000', ['money false']],
    ['new mums who want postnatal yoga', 'Pregnant and looking for a class', ['stage false']],
    ['people who want tea', "I'm 44 and have $30", []],
  ])('are met or contradicted: %s, %s', (audience, text, expected) => {
    expect(found(audience, text)).toEqual(expected);
  });
});
