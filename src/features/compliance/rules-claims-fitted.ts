/**
 * A second reader beside the rules: logistic regression over the words of a passage and the classes they belong to,
 * fitted by `scripts/fit-claims.ts`. It sees what nobody has written a pattern for and cannot say which law is meant, so
 * it speaks only where no rule blocks and nothing warns, quotes or denies.
 */

import { LEXICON } from '#engines/claims/lexicon.ts';
import type { Reading, Token } from '#engines/claims/read.ts';
import { CLAIM_WEIGHTS } from '#engines/claims/weights.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { lazy } from '#kit/lazy.ts';

/** Advertising law is one in the EU and the UK, as far as sentences tell. */
export type Region = 'us' | 'eu';
export const regionOf = (jurisdiction: Jurisdiction): Region => (jurisdiction === 'US' ? 'us' : 'eu');

/**
 * A passage is read as a claim from this share of certainty on. In the US much may be said of structure and function that
 * reads alike; in the EU and the UK hardly any claim may leave that is not on a register.
 */
export const CERTAIN_FROM: Record<Region, number> = { us: 0.7, eu: 0.6 };
/** The same where a rule has judged the passage and found less than a reason to stop it. */
export const CERTAIN_BESIDE_A_RULE = 0.92;
/** Sentences are read together up to so many words: a claim is often spread over two. */
const PASSAGE_WORDS = 25;

/** Words that say nothing by themselves. */
const PLAIN = new Set(
  'the a an of and to in on for it is are was be with as at by or from that this'.split(' '),
);

type Phrase = { rest: string[]; id: number };
type Entry = { ids: readonly number[]; phrases: readonly Phrase[] };

const CLASS_NAMES = Object.keys(LEXICON);
const NO_CLASSES: Entry = { ids: [], phrases: [] };
const classesOf = lazy(() => {
  const classes = new Map<string, Entry>();
  // Of thousands of words most are in one class and begin no phrase: lists that are alike are kept once.
  const lists = new Map<string, number[]>();
  const listOf = (ids: number[]): number[] => {
    const known = lists.get(ids.join());
    if (!known) lists.set(ids.join(), ids);
    return known ?? ids;
  };
  for (const [id, entries] of Object.values(LEXICON).entries()) {
    for (const entry of entries) {
      const [first = '', ...rest] = entry.split(/[\s_-]+/);
      const { ids, phrases } = classes.get(first) ?? NO_CLASSES;
      classes.set(
        first,
        rest.length === 0
          ? { ids: listOf([...ids, id]), phrases }
          : { ids, phrases: [...phrases, { rest, id }] },
      );
    }
  }
  return classes;
});

const ANY_NUMBER = '#';

function isDigit(word: string): boolean {
  const code = word.charCodeAt(0);
  return code >= 48 && code <= 57;
}

/** Whether these words come right after the one at `at`, before `to`. */
function follows(tokens: readonly Token[], rest: readonly string[], at: number, to: number): boolean {
  if (at + rest.length >= to) return false;
  for (let index = 0; index < rest.length; index += 1)
    if (tokens[at + 1 + index]?.word !== rest[index]) return false;
  return true;
}

/** Tokens of sentences that are read together, end exclusive. */
export type Passage = { from: number; to: number; sentences: number[] };

export function passagesOf({ sentences }: Reading): Passage[] {
  const passages: Passage[] = [];
  let last: Passage | undefined;
  for (const [sentence, { from, to }] of sentences.entries()) {
    if (last && to - last.from <= PASSAGE_WORDS) {
      last.to = to;
      last.sentences.push(sentence);
    } else passages.push((last = { from, to, sentences: [sentence] }));
  }
  return passages;
}

/** What a passage holds, each once: `w:` a word, `c:` a class. Words that no rule reads are left out. */
export function eachFeature(
  { tokens }: Reading,
  { from, to }: { from: number; to: number },
  isDead: Uint8Array,
  take: (name: string, at: number) => void,
): void {
  const seen = new Set<string>();
  const once = (name: string, at: number): void => {
    if (seen.has(name)) return;
    seen.add(name);
    take(name, at);
  };
  for (let at = from; at < to; at += 1) {
    const word = tokens[at]?.word ?? '';
    if (isDead[at] === 1 || word === '') continue;
    if (isDigit(word)) once(`w:${ANY_NUMBER}`, at);
    else if (!PLAIN.has(word)) once(`w:${word}`, at);
    const entry = classesOf().get(word);
    if (!entry) continue;
    for (const id of entry.ids) once(`c:${CLASS_NAMES[id]}`, at);
    for (const { rest, id } of entry.phrases) {
      if (follows(tokens, rest, at, to)) once(`c:${CLASS_NAMES[id]}`, at);
    }
  }
}

/** What a feature adds everywhere, and in each region on top. */
type Weight = readonly [all: number, us: number, eu: number];
export type ClaimModel = ReadonlyMap<string, Weight>;

type Place = { from: number; to: number };
/** How much a passage reads like the sentences that must not leave, from 0 to 1. */
export type Reckon = (reading: Reading, place: Place, isDead: Uint8Array) => Record<Region, number>;

type Judge = {
  reckon: Reckon;
  /** What a feature of `eachFeature` adds everywhere. */
  weightOf: (feature: string) => number;
};

/**
 * The same sum as over `eachFeature`, with one look-up for each word: texts are checked while they are typed. What is
 * known of a word stands in columns: as many thousands of small things it would be several times as large.
 */
export function compileModel(model: ClaimModel): Judge {
  const places = new Map<string, number>();
  const know = (word: string): number => {
    let place = places.get(word);
    if (place === undefined) places.set(word, (place = places.size));
    return place;
  };
  for (const word of classesOf().keys()) know(word);
  for (const name of model.keys()) if (name.startsWith('w:')) know(name.slice(2));
  const [everywhere, inUs, inEu] = [0, 1, 2].map(() => new Float64Array(places.size));
  const lastSeen = new Int32Array(places.size);
  for (const [word, place] of places) {
    const [all = 0, us = 0, eu = 0] = model.get(`w:${word}`) ?? [];
    if (everywhere) everywhere[place] = all;
    if (inUs) inUs[place] = all + us;
    if (inEu) inEu[place] = all + eu;
  }
  const number = model.get(`w:${ANY_NUMBER}`);
  const classes = CLASS_NAMES.map((name) => model.get(`c:${name}`));
  const seenIn = new Int32Array(classes.length);
  const [base = 0, baseUs = 0, baseEu = 0] = model.get('base') ?? [];
  let pass = 0;

  const reckon: Reckon = ({ tokens }, { from, to }, isDead) => {
    pass += 1;
    let [us, eu] = [base + baseUs, base + baseEu];
    let hasNumber = false;
    const add = (weight: Weight | undefined): void => {
      if (!weight) return;
      us += weight[0] + weight[1];
      eu += weight[0] + weight[2];
    };
    const addClass = (id: number): void => {
      if (seenIn[id] === pass) return;
      seenIn[id] = pass;
      add(classes[id]);
    };
    for (let at = from; at < to; at += 1) {
      const word = tokens[at]?.word ?? '';
      if (isDead[at] === 1 || word === '') continue;
      const isNumber = isDigit(word);
      if (isNumber && !hasNumber) {
        hasNumber = true;
        add(number);
      }
      const place = places.get(word);
      if (place === undefined) continue;
      const { ids, phrases } = classesOf().get(word) ?? NO_CLASSES;
      if (lastSeen[place] !== pass) {
        lastSeen[place] = pass;
        if (!isNumber) {
          us += inUs?.[place] ?? 0;
          eu += inEu?.[place] ?? 0;
        }
        for (const id of ids) addClass(id);
      }
      for (const { rest, id } of phrases) if (follows(tokens, rest, at, to)) addClass(id);
    }
    return { us: share(us), eu: share(eu) };
  };

  const weightOf = (feature: string): number => {
    const name = feature.slice(2);
    if (feature.startsWith('c:')) return classes[CLASS_NAMES.indexOf(name)]?.[0] ?? 0;
    const place = places.get(name);
    return place === undefined ? 0 : (everywhere?.[place] ?? 0);
  };
  return { reckon, weightOf };
}

/** The weights that are in use. */
const fitted = lazy((): Judge => {
  const weights = new Map(
    CLAIM_WEIGHTS.trim()
      .split(/[|\n]/)
      .map((pair): [string, Weight] => {
        const at = pair.lastIndexOf('=');
        const [all = 0, us = 0, eu = 0] = pair
          .slice(at + 1)
          .split(',')
          .map((hundredths) => Number(hundredths) / 100);
        return [pair.slice(0, at), [all, us, eu]];
      }),
  );
  return compileModel(weights);
});

/** Makes its two parts before they are asked for. */
export async function prepareReader(rest: () => Promise<void>): Promise<void> {
  classesOf();
  await rest();
  fitted();
}

export const reckon: Reckon = (...passage) => fitted().reckon(...passage);

/** The tokens that speak most for a claim, the strongest first. */
export function strongestTokens(reading: Reading, place: Place, isDead: Uint8Array): number[] {
  const byToken = new Map<number, number>();
  eachFeature(reading, place, isDead, (name, at) => {
    byToken.set(at, (byToken.get(at) ?? 0) + fitted().weightOf(name));
  });
  return [...byToken]
    .filter(([, weight]) => weight > 0)
    .sort(([, left], [, right]) => right - left)
    .map(([at]) => at);
}

function share(score: number): number {
  return 1 / (1 + Math.exp(-score));
}
