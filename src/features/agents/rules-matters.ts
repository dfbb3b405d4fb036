import { stemsOf } from './rules-passages.ts';
import { stemOf } from './rules-stem.ts';
import { MEANINGS } from './rules-thesaurus.ts';
import { ALIKE } from './rules-thesaurus-english.ts';

/** What a text shows of the matter that it is about: its words, what they mean, neighbours, and kinds of figures. */
export function matterFeatures(text: string, roots: ReadonlySet<string> = stemsOf(text)): string[] {
  const features = new Set<string>(['base']);
  let before = '^';
  for (const root of roots) {
    const one = /^\d/.test(root) ? '#' : root;
    if (one !== '#') {
      features.add(`w:${one}`);
      for (const name of MEANT.get(one) ?? []) features.add(name);
    }
    features.add(`b:${before} ${one}`);
    before = one;
  }
  for (const [name, pattern] of KINDS_OF_FIGURES) if (pattern.test(text)) features.add(name);
  return [...features];
}

const KINDS_OF_FIGURES: readonly (readonly [string, RegExp])[] = [
  ['t:money', /[$€£]\s?\d|\b\d[\d.,]*\s?(?:dollars?|euros?|pounds?|cents?|usd|eur|gbp)\b|\b(?:usd|eur|gbp): \d/i],
  ['t:share', /%|\bpercent\b|\b(?:half|third|quarter) (?:of|the)\b/i],
  ['t:clock', /\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?(?:am|pm|o'clock)\b|\bnoon\b|\bmidnight\b/i],
  [
    't:span',
    /\b(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|few) (?:working |business |to \w+ )?(?:minutes?|hours?|days?|weeks?|months?|years?|evenings?|nights?)\b/i,
  ],
  ['t:day', /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i],
  [
    't:date',
    /\b\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)\b/i,
  ],
  ['t:mail', /\S@\S/],
  ['t:phone', /\+?\d{3,5}[- ]\d{2,}/],
  ['t:amount', /\b\d+(?:[.,]\d+)? ?(?:mg|g|kg|ml|l|litres?|grams?|kilos?|cm|metres?|kilometres?|km)\b/i],
  ['t:not', /\b(?:no|not|never|without|cannot|none|nothing|nobody|except|only)\b|n['’]t\b/i],
];

const MEANT = new Map<string, string[]>();
for (const [kind, lines] of [
  ['m', MEANINGS],
  ['a', ALIKE],
] as const) {
  for (const line of lines) {
    const members = line.split('|').filter((member) => !/[ -]/.test(member));
    const name = `${kind}:${members[0] ?? ''}`;
    for (const root of new Set(members.map(stemOf))) MEANT.set(root, [...(MEANT.get(root) ?? []), name]);
  }
}
