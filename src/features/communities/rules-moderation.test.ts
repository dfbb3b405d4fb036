import { describe, expect, it } from 'vitest';
import { asksSomething, flagsOf, needsPerson, plainAnswer } from './rules-moderation.ts';

const kindsOf = (text: string) => [...new Set(flagsOf(text, ['US', 'EU', 'UK']).map(({ kind }) => kind))];

describe('what a person looks at before it stands in a community', () => {
  it.each([
    ['I do not want to be here. I want to die tonight.', 'safety'],
    ['My mum took too many pills, what do I do', 'safety'],
    ['Chest pain since this morning, which tea helps?', 'safety'],
    ['You should stop taking your blood pressure pills and drink this', 'medical_advice'],
    ['Just take 400 mg of magnesium with it', 'medical_advice'],
    ['You clearly have diabetes', 'medical_advice'],
    ['Never trust your doctor on this', 'medical_advice'],
    ['This tea cures insomnia', 'claims'],
    ['Earn $500 per day from home!', 'spam'],
    ['Text me on WhatsApp +44 7700 900123 for the secret', 'spam'],
    ['best deal bit.ly/abc', 'spam'],
    ['http://a.example http://b.example http://c.example http://d.example', 'spam'],
    ['Cheap tea at teas.shop, more at www.tin.example, deal.online, tea-sale.xyz/now', 'spam'],
    ['Look at shop.example/tea and shop.example/tea and, once more, https://shop.example/tea!', 'spam'],
    [
      'Buy the best slimming tea today! Buy the best slimming tea today! Buy the best slimming tea today!',
      'spam',
    ],
    ['cheap tins online cheap tins online cheap tins online cheap tins online', 'spam'],
    ['Winnnnnnnnnnnnnnnnnner tea!', 'spam'],
    ['BUY THIS NOW EVERYBODY BECAUSE IT IS THE VERY BEST TEA EVER', 'spam'],
  ])('%s: %s', (text, kind) => {
    expect(kindsOf(text)).toContain(kind);
  });

  it.each([
    'Does anybody know a caffeine-free blend for the evening?',
    'I asked my doctor and she said a cup is fine.',
    'My grandmother took two cups each night and loved it.',
    'The second tin smells like a bakery. Photos: https://shop.example.com/tin',
    'Mint, sage\n--------------------\nlemon                    balm ....................',
    'The picture: https://photos.example/s/AAAAAAAAAAAAAAAAAAAAAAAA.jpg',
    'Photos of the evening: https://a.example/1 https://a.example/2 https://a.example/3',
    'I wrote to anna@teas.com, ben@teas.com, cleo@teas.com and dora@teas.com. Nobody answered.',
    'Thank you! Thank you! Thank you! Ha ha ha ha ha ha ha ha ha ha ha ha',
    'Tea at 7 a.m., tea at noon, tea at 5 p.m. Some days it is 1.5 l and/or more, e.g. on Sundays.',
    'I like the evening blend best. The evening blend is mild, and the evening blend smells of vanilla: teas.com',
    'Let it stand, pour it, drink it. Let it stand longer and it is bitter. Never boil it, let it cool first.',
  ])('leaves people alone who say: %s', (text) => {
    expect(kindsOf(text)).toEqual([]);
  });

  it('knows which answers never leave by themselves', () => {
    expect(needsPerson('Take 400 mg a day')).toBe(true);
    expect(needsPerson('Let it stand for 8 minutes')).toBe(false);
  });
});

describe('what wants an answer', () => {
  it.each([
    ['Can I send it back?', true],
    ['Hello all. How long do you let it steep', true],
    ['Anyone tried the evening blend', true],
    ['I love the evening blend.', false],
    ['Look at https://example.com/?page=2', false],
  ])('%s: %s', (text, expected) => {
    expect(asksSomething(text)).toBe(expected);
  });

  it('as a comment has no numbers of sources', () => {
    expect(plainAnswer('45 days. [1]\nSee the label [12].')).toBe('45 days.\nSee the label.');
  });
});
