import { bytesOf } from '#kit/base64.ts';
import { lazy } from '#kit/lazy.ts';
import intentWeights from './intent-weights.json' with { type: 'json' };
import { stemsOf } from './passages.ts';
import { stemOf } from './stem.ts';
import { MEANINGS } from './thesaurus.ts';
import { ALIKE } from './thesaurus-english.ts';

/**
 * What customers ask about: delivery times, opening hours, who teaches. A question and a sentence that answers it often
 * have no word in common, yet both are about one of some hundred matters. Of each the share that a text is about it.
 */
export type Matter = Float32Array;

/** Every meaning of a word counts for more than the word, which the sentences of a fit may hold by accident. */
const SCALES: Readonly<Record<string, number>> = { b: 0.3, m: 1.3, a: 1.3 };
/** Makes the likely matters likelier, as the fit was for shorter texts than documents are. */
const SHARPNESS = 2;
/** Two texts of no common matter, and two that are wholly of one, as logarithms. */
const APART = Math.log(0.005);
const ALIKE_WHOLLY = Math.log(1.005);

/** As `fit-intents.ts` writes it: lists of words, and bytes in base64. */
const INTENT_NAMES = intentWeights.names.split(' ');

export function featureScale(name: string): number {
  return name === 'base' ? 1 : (SCALES[name.slice(0, name.indexOf(':'))] ?? 1);
}

/** What a text shows of its matter: its words, what they mean, which stand side by side, and kinds of figures. */
export function matterFeatures(text: string, roots: ReadonlySet<string> = stemsOf(text)): string[] {
  const features = new Set<string>(['base']);
  let before = '^';
  for (const root of roots) {
    const one = /^\d/.test(root) ? '#' : root;
    if (one !== '#') {
      features.add(`w:${one}`);
      for (const name of meant().get(one) ?? []) features.add(name);
    }
    features.add(`b:${before} ${one}`);
    before = one;
  }
  for (const [name, pattern] of KINDS_OF_FIGURES) if (pattern.test(text)) features.add(name);
  return [...features];
}

/** The same sentences of a knowledge are read again and again: what so many are about is kept. Questions never are. */
const MOST_KEPT = 4_000;
const LONGEST_KEPT = 400;
const kept = new Map<string, Matter>();

export function matterOf(text: string, roots?: ReadonlySet<string>): Matter {
  if (!roots) return readMatter(text, stemsOf(text));
  const known = kept.get(text);
  if (known) return known;
  const matter = readMatter(text, roots);
  if (text.length > LONGEST_KEPT) return matter;
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(text, matter);
  return matter;
}

function readMatter(text: string, roots: ReadonlySet<string>): Matter {
  const sums = new Float32Array(INTENT_NAMES.length);
  const known = matterFeatures(text, roots).flatMap((name) => {
    const figures = learnt().get(name);
    return figures ? [{ figures, scale: featureScale(name) }] : [];
  });
  // Of a text in other words than those that were learnt, and in another language, nothing is clear.
  const words = [...roots].filter((root) => !/^\d/.test(root));
  const understood = words.filter((root) => learnt().has(`w:${root}`) || meant().has(root)).length;
  const share = words.length === 0 ? 0 : Math.min(1, (understood + 1) / words.length);
  const norm = (SHARPNESS * share) / Math.sqrt(Math.max(1, known.length));
  for (const { figures, scale } of known) {
    const factor = (scale * norm) / 100;
    for (let at = 0; at < figures.length; at += 2) {
      const matter = figures[at] ?? 0;
      sums[matter] = (sums[matter] ?? 0) + (figures[at + 1] ?? 0) * factor;
    }
  }
  let most = -Infinity;
  for (let at = 0; at < sums.length; at += 1) most = Math.max(most, sums[at] ?? 0);
  let whole = 0;
  for (let at = 0; at < sums.length; at += 1) {
    const raised = Math.exp((sums[at] ?? 0) - most);
    sums[at] = raised;
    whole += raised;
  }
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) / whole;
  return sums;
}

/** How surely two texts are of one matter, 0 to 1. */
export function agreementOf(one: Matter, other: Matter): number {
  let product = 0;
  for (let at = 0; at < one.length; at += 1) product += (one[at] ?? 0) * (other[at] ?? 0);
  return (Math.log(product + 0.005) - APART) / (ALIKE_WHOLLY - APART);
}

/** How clear it is of what matter a text is: 1 where it can be only one. */
export function clearnessOf(matter: Matter): number {
  let most = 0;
  for (const share of matter) most = Math.max(most, share);
  return most;
}

/** Whether a word is one of those that texts are known to speak in. */
export function isLearntRoot(root: string): boolean {
  return learnt().has(`w:${root}`);
}

const MOST_WORDS = 14;
const LEAST_SHARE = 0.25;

/** Roots of the words in which texts speak of what a question is about: enough to find a passage by. */
export function wordsOfMatter(matter: Matter): string[] {
  const words: { root: string; worth: number }[] = [];
  for (const [at, share] of matter.entries()) {
    if (share < LEAST_SHARE) continue;
    for (const { root, worth } of speaking()[at] ?? []) words.push({ root, worth: worth * share });
  }
  words.sort((one, other) => other.worth - one.worth);
  return [...new Set(words.slice(0, MOST_WORDS).map(({ root }) => root))];
}

const KINDS_OF_FIGURES: readonly (readonly [string, RegExp])[] = [
  [
    't:money',
    /[$€£]\s?\d|\b\d[\d.,]*\s?(?:dollars?|euros?|pounds?|cents?|usd|eur|gbp)\b|\b(?:usd|eur|gbp): \d/i,
  ],
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

/** What the members of each line of the thesaurus have in common, by root. */
const meant = lazy((): ReadonlyMap<string, readonly string[]> => {
  const names = new Map<string, string[]>();
  for (const [kind, lines] of [
    ['m', MEANINGS],
    ['a', ALIKE],
  ] as const) {
    for (const line of lines) {
      const members = line.split('|').filter((member) => !/[ -]/.test(member));
      const name = `${kind}:${members[0] ?? ''}`;
      for (const root of new Set(members.map(stemOf))) names.set(root, [...(names.get(root) ?? []), name]);
    }
  }
  return names;
});

/** Of each feature what it adds to which matters: matter, hundredths, matter, hundredths … */
const learnt = lazy((): ReadonlyMap<string, Int16Array> => {
  const intents = bytesOf(intentWeights.intents);
  const weights = new Int16Array(bytesOf(intentWeights.weights).buffer);
  const counts = bytesOf(intentWeights.counts);
  let from = 0;
  return new Map(
    intentWeights.features.split('\n').map((name, at) => {
      const start = from;
      from += counts[at] ?? 0;
      const figures = new Int16Array((from - start) * 2);
      for (let pair = start; pair < from; pair += 1)
        figures.set([intents[pair] ?? 0, weights[pair] ?? 0], (pair - start) * 2);
      return [name, figures];
    }),
  );
});

/** Of each matter the words that speak of it most. */
const speaking = lazy(() => {
  const words: { root: string; worth: number }[][] = INTENT_NAMES.map(() => []);
  for (const [name, figures] of learnt()) {
    if (!name.startsWith('w:')) continue;
    for (let at = 0; at < figures.length; at += 2) {
      const worth = figures[at + 1] ?? 0;
      if (worth > 0) words[figures[at] ?? 0]?.push({ root: name.slice(2), worth });
    }
  }
  return words.map((each) => each.sort((one, other) => other.worth - one.worth).slice(0, MOST_WORDS));
});
