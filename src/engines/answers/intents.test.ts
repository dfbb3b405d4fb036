import { expect, it } from 'vitest';
import { agreementOf, clearnessOf, matterOf, wordsOfMatter } from './intents.ts';

/** Which of several statements is most of the same matter as a question. */
function closest(question: string, statements: readonly string[]): string | undefined {
  const asked = matterOf(question);
  return statements.toSorted(
    (one, other) => agreementOf(asked, matterOf(other)) - agreementOf(asked, matterOf(one)),
  )[0];
}

const SAID = [
  'Bicycles can be chained to the railing in the yard.',
  'Nothing is owed for weeks in which you take a rest.',
  'The amount is back on your account within nine days.',
  'Mondays are our day off.',
];

it('finds what is of one matter where no word is the same', () => {
  expect(closest('where do I leave my car?', SAID)).toBe(SAID[0]);
  expect(closest('can I pause for the holidays?', SAID)).toBe(SAID[1]);
  expect(closest('how long does a refund take?', SAID)).toBe(SAID[2]);
});

it('finds nothing clear in a text of other words', () => {
  expect(clearnessOf(matterOf('Is there a car park?'))).toBeGreaterThan(0.6);
  expect(clearnessOf(matterOf('zwölf graue Elefanten wandern leise'))).toBeLessThan(0.3);
});

it('knows in what words texts speak of a matter', () => {
  expect(wordsOfMatter(matterOf('do you offer parking?'))).toContain('park');
  expect(wordsOfMatter(matterOf('zwölf graue Elefanten'))).toEqual([]);
});
