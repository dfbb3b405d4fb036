import { describe, expect, it } from 'vitest';
import {
  conditionAt,
  conditionReason,
  conditionRefusal,
  findCondition,
  hasHealthWord,
} from './rules-conditions.ts';

describe('a condition in a text', () => {
  it.each([
    ['People with eczema', 'eczema'],
    ['DIABÈTES newcomers', 'DIABÈTES'],
    ['Crohn’s and colitis circle', 'Crohn’s'],
    ['Leaky  gut leads', 'Leaky  gut'],
    ['Graves’ disease forum', 'Graves’ disease'],
    ['Adults with ADD', 'ADD'],
    ['living-with-MS', 'MS'],
    ['u/migraine_mum', 'migraine'],
    ['Cold and flu season', 'flu'],
    ['UTIs', 'UTIs'],
    ['Ｉｎｓｏｍｎｉａ nights', 'Ｉｎｓｏｍｎｉａ'],
  ])('is found in "%s" as it is written: "%s"', (text, condition) => {
    expect(findCondition(text)).toBe(condition);
  });

  it.each([
    'Winter wellness',
    'Sleep seekers',
    'Stress-free evenings',
    'Ms Graves adds a class',
    'Weight training, Tuesdays',
    'Swimming: a better stroke',
    'Heart of Bristol',
    'Cold brew on tap',
    'Warton village',
    'Liver Health Winter',
    'Menopause yoga',
    '',
  ])('is not found in "%s"', (text) => expect(findCondition(text)).toBeUndefined());
});

it('a link is held to more: topics of body and mind count as well', () => {
  for (const text of ['sleep', 'Weight loss', 'Liver Health', 'stressed'])
    expect(hasHealthWord(text)).toBe(true);
  expect(hasHealthWord('Winter evenings in Bristol')).toBe(false);
});

describe('a group named after a condition', () => {
  const name = 'Eczema sufferers';

  it('is refused to a member, who reads why and what to write instead', () => {
    const refusal = conditionRefusal(name, { role: 'member', isAllowed: true });
    expect(refusal).toContain('“Eczema” is a health condition');
    expect(refusal).toContain('An admin can allow it.');
  });

  it('is for an admin to allow, who has to say so', () => {
    expect(conditionRefusal(name, { role: 'admin', isAllowed: false })).toContain('you can allow it');
    expect(conditionRefusal(name, { role: 'admin', isAllowed: true })).toBeUndefined();
  });
});

describe('an address', () => {
  it.each([
    ['https://shop.test/eczema-cream', 'eczema'],
    ['https://shop.test/creams/For%20Psoriasis?ref=1', 'Psoriasis'],
    ['https://shop.test/page?topic=migraine', 'migraine'],
    ['https://shop.test/skin-care?utm_campaign=eczema', undefined],
    ['https://eczema-help.test/skin-care', undefined],
    ['https://shop.test/%E0%A4%A', undefined],
    ['no address', undefined],
  ])('%s holds %s', (url, condition) => expect(conditionAt('address', url)).toBe(condition));

  it('is refused with what it would tell and what to write instead', () => {
    const refusal = conditionRefusal('https://shop.test/eczema', {
      role: 'member',
      isAllowed: false,
      place: 'address',
    });
    expect(refusal).toContain('to every site and log it passes. Use a neutral path');
    expect(conditionReason('campaign')).toBe('It would say that everybody who gets it has it.');
  });
});
