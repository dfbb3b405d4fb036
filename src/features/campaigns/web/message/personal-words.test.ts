import { describe, expect, it } from 'vitest';
import { markedPieces, personalFields } from './personal-words.ts';

const personal = (text: string, template: string) =>
  markedPieces(text, template)
    .filter(({ isPersonal }) => isPersonal)
    .map((piece) => piece.text);

describe('the words that are a person’s own', () => {
  // S1-03
  it('marks what was filled in, between the fixed words', () => {
    expect(personal('Hi Dana, good evening.', 'Hi {{firstName|there}}, good evening.')).toEqual(['Dana']);
    expect(personal('Hello Dana', 'Hello {{name}}')).toEqual(['Dana']);
  });

  it('finds the fixed words where composing broke their lines elsewhere', () => {
    const text = 'Hi Dana,\n\nHave a look:\nhttps://example.com/winter\n\nPriya';
    const template = 'Hi {{firstName|there}},\n\nHave a look: {{landingPage}}\n\n{{senderName|us}}';
    expect(personal(text, template)).toEqual(['Dana']);
  });

  it('does not mark what is the same for everybody', () => {
    expect(personal('From Fernhill.', 'From {{workspaceName|us}}.')).toEqual([]);
  });

  it('leaves a text that does not fit its template unmarked, and loses none of it', () => {
    const text = 'Quite another text';
    expect(markedPieces(text, 'Hi {{firstName|there}}, good evening.')).toEqual([
      { text, isPersonal: false },
    ]);
  });

  it('loses no letter of a text', () => {
    const text = 'Hi Dana,\n\nGood evening.\n\nPriya';
    const pieces = markedPieces(text, 'Hi {{firstName|there}},\n\nGood evening.\n\n{{senderName|us}}');
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  });

  it('lists the fields that differ from person to person, once each', () => {
    const step = { subject: 'For {{firstName}}', body: '{{firstName}} {{opening}} {{senderName}}' };
    expect(personalFields(step)).toEqual(['firstName', 'opening']);
  });
});
