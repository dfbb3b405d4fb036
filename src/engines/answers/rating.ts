import type { Asks } from './asks.ts';
import type { Concept } from './concepts.ts';
import { agreementOf, clearnessOf, type Matter } from './intents.ts';
import { statesOpeningHours } from './opening-hours.ts';
import { stemsOf, termsOf } from './passages.ts';
import { NEARNESS_WEIGHTS, SURENESS_WEIGHTS } from './rating-weights.ts';
import { stemOf } from './stem.ts';
import { type WordKind, wordKind } from './things.ts';

/** What is known of the words: in how many of how many passages each root stands. */
export type Rarity = { passages: number; passagesWith: ReadonlyMap<string, number> };

/** What is asked, with how telling each part of it is in this knowledge. */
export type Weighed = {
  concepts: readonly Concept[];
  asks: Asks;
  rarity: Rarity;
  weights: readonly number[];
  whole: number;
  /** How rare the words are that mean it. */
  rareness: readonly number[];
  /** Whether the knowledge has a word of its own for it, and whether it has any that may mean it. */
  own: readonly boolean[];
  known: readonly boolean[];
  kinds: readonly WordKind[];
  /** What it is about, and how clear that is. */
  matter: Matter | undefined;
  clearness: number;
  agreements: Map<Matter, number>;
};

/** How much a word counts that stands not in the sentence but above or beside it. */
const IN_HEADING = 1;
const IN_PASSAGE = 0.75;
/** A word that stands nowhere in the knowledge: it may be another way to say something, or something we know nothing of. */
const UNKNOWN_WORD = 0.55;
const UNKNOWN_LIGHT = 0.3;
const UNKNOWN_FIGURE = 0.3;
const UNKNOWN_NUMBER = 3;

const MONEY =
  /[$€£]\s?\d|\b\d[\d.,]*\s?(?:dollars?|euros?|pounds?|usd|eur|gbp|percent)\b|\b(?:usd|eur|gbp): \d|%/i;
const TIME =
  /\b\d{1,2}:\d{2}\b|\b\d+ (?:to \d+ )?(?:\w+ )?(?:minutes?|hours?|days?|weeks?|months?|years?)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:24|48|72) hours\b/i;
const THRESHOLD =
  /\b(?:over|from|of|above|at least|below|under|minimum)\s+(?:[$€£]\s?\d|\d[\d.,]* (?:dollars|euros|pounds))/i;
const NEGATION = /\b(?:no|not|never|without|cannot|none|neither|nor|except|excluded|only)\b|n['’]t\b/i;
const NOTHING_SAID = /^(?:no|none|not|free of|without)\b/i;
const FIGURE = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|half|double)\b/i;

/** What was to be named is nowhere near the sentence: it speaks of the matter and says something else of it. */
const UNNAMED = 0.65;
/** 'How deep is it' is not answered by a sentence without a figure. */
const UNMEASURED = 0.6;
/** What is asked for (a price, a time) does not stand in the sentence. */
const LACKS = 0.9;
const THIRD = 0.34;
const HALF = 0.5;

export function weigh(
  concepts: readonly Concept[],
  asks: Asks,
  { rarity, matter }: { rarity: Rarity; matter?: Matter | undefined },
): Weighed {
  const weights = concepts.map((concept) => concept.weight * telling(concept, rarity));
  return {
    concepts,
    asks,
    rarity,
    weights,
    whole: weights.reduce((sum, weight) => sum + weight, 0),
    rareness: concepts.map((concept) => rarenessOf(concept, rarity)),
    own: concepts.map(({ roots }) => [...roots.keys()].some((root) => rarity.passagesWith.has(root))),
    known: concepts.map((concept) => isKnown(concept, rarity)),
    kinds: concepts.map(({ word }) => wordKind(word)),
    matter,
    clearness: matter ? clearnessOf(matter) : 0,
    agreements: new Map(),
  };
}

/** A sentence where it stands. */
export type Placed = {
  sentence: string;
  roots: ReadonlySet<string>;
  headings: string;
  above: ReadonlySet<string>;
  within: ReadonlySet<string>;
  isRow: boolean;
  /** Of each part of the question the roots that stand in the passage or above it. */
  meant: readonly (readonly Meant[])[];
  /** What it is about, what its heading, and what each sentence beside it; undefined where that was not read. */
  matters: Matters | undefined;
};

type Matters = { own: Matter; above: Matter | undefined; within: readonly Matter[] };

type Meant = { root: string; surely: number; isLikeness: boolean };

export type Rating = {
  features: Features;
  /** Share of what was asked that it speaks of, by words that mean it. */
  score: number;
  /** How surely it speaks of each part. */
  matched: number[];
  /** How likely it is what was asked for, among sentences that are not sure to be: only for putting them in order. */
  nearness: number;
};

/** What speaks for a sentence to be the answer; `scripts/fit-answers.ts` says how much each is worth. */
export type Features = {
  /** Share of the question in words that mean it in commerce, with how the sentence fits what is asked for. */
  said: number;
  /** The same share with everyday likenesses, in the sentence, its heading and passage … */
  alike: number;
  /** … and in the sentence alone. */
  here: number;
  exact: number;
  /** The part that matters most, and the one after it. */
  first: number;
  second: number;
  /** The part of substance that it speaks of least, and the share of such parts that it speaks of at all. */
  least: number;
  parts: number;
  /** Share of what nothing in the knowledge speaks of. */
  unknown: number;
  /** Share of what it has no word of its own for. */
  strange: number;
  /** Whether either holds for a word of substance. */
  hasUnknown: number;
  hasStrange: number;
  hasMoney: number;
  lacksMoney: number;
  hasTime: number;
  lacksTime: number;
  hasFigure: number;
  lacksFigure: number;
  isNegated: number;
  isUnnamed: number;
  /** Share of the sentence that is about the question. */
  dense: number;
  isRow: number;
  isShort: number;
  /** Whether it is of the same matter, whether its heading is, and whether anything in its passage is. */
  agrees: number;
  agreesAbove: number;
  agreesWithin: number;
  /** The same where it is clear of which matter the question is. */
  clearlyAgrees: number;
  clearlyApart: number;
  /** The share of what was asked to be there of which it says nothing, and of those who were called by name. */
  lacksObject: number;
  lacksName: number;
  /** Whether something of the kind that was asked for stands in it. */
  hasKind: number;
  lacksKind: number;
  /** Whether a thing is named that nothing in the knowledge speaks of, or how rare one is that stands elsewhere in it. */
  thingUnknown: number;
  thingElsewhere: number;
  /** How many things of the question it leaves out, and whether one is only of the same kind as what stands here. */
  thingsLeftOut: number;
  onlyOfKind: number;
  lacksDay: number;
  lacksNumber: number;
  /** How much that is rare stands in the sentence itself, and the share of what only stands above or beside it. */
  rareHere: number;
  onlyBeside: number;
  /** How it was asked: whether there is such a thing, the same where one is left out, yes or no, how many. */
  asksWhetherThere: number;
  asksForLeftOut: number;
  asksYesOrNo: number;
  asksHowMany: number;
};

export function rate(asked: Weighed, placed: Placed): Rating {
  const { concepts, asks, weights, whole, own, known } = asked;
  const close = placed.meant.map((meant) => closenessOf(meant, placed));
  const likely = close.map((value, index) => {
    const rareness = asked.rareness[index] ?? 1;
    return Math.max(value, likenessOf(placed.meant[index] ?? [], placed, { rarity: asked.rarity, rareness }));
  });
  const share = (values: readonly number[]): number =>
    whole === 0 ? 0 : values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0) / whole;
  const isUnnamed = concepts.some(({ word }, index) => word === asks.named && (close[index] ?? 0) === 0);
  const said = share(close) * fitOf(placed, { concepts, asks }) * (isUnnamed ? UNNAMED : 1);
  const order = weights
    .map((_, index) => index)
    .sort((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0));
  const { sentence } = placed;
  const asksFigure = asks.count || asks.measure || asks.threshold;
  const ofSubstance = likely.filter((_, index) => (concepts[index]?.weight ?? 0) >= 1);
  const inSentence = placed.meant.map((meant) => bestIn(meant, placed.roots));
  const features: Features = {
    said: Math.min(said, 1.2),
    alike: share(likely),
    here: share(inSentence),
    exact: share(inSentence.map((value) => (value === 1 ? 1 : 0))),
    first: likely[order[0] ?? 0] ?? 0,
    second: likely[order[1] ?? order[0] ?? 0] ?? 0,
    least: ofSubstance.length === 0 ? 0 : Math.min(...ofSubstance),
    parts: ofSubstance.filter((value) => value >= 0.4).length / Math.max(1, ofSubstance.length),
    hasUnknown: concepts.some((concept, index) => concept.weight >= 1 && !known[index]) ? 1 : 0,
    hasStrange: concepts.some((concept, index) => concept.weight >= 1 && !own[index]) ? 1 : 0,
    unknown: share(known.map((one) => (one ? 0 : 1))),
    strange: share(own.map((one) => (one ? 0 : 1))),
    hasMoney: asks.money && MONEY.test(sentence) ? 1 : 0,
    lacksMoney: asks.money && !MONEY.test(sentence) ? 1 : 0,
    hasTime: asks.time && TIME.test(sentence) ? 1 : 0,
    lacksTime: asks.time && !TIME.test(sentence) ? 1 : 0,
    hasFigure: asksFigure && FIGURE.test(sentence) ? 1 : 0,
    lacksFigure: asksFigure && !FIGURE.test(sentence) ? 1 : 0,
    isNegated: asks.negated && (NEGATION.test(sentence) || NEGATION.test(placed.headings)) ? 1 : 0,
    isUnnamed: isUnnamed ? 1 : 0,
    dense: Math.min(1, inSentence.filter((value) => value > 0).length / Math.max(3, placed.roots.size * 0.4)),
    isRow: placed.isRow ? 1 : 0,
    isShort: 1 / Math.max(1, concepts.length),
    ...agreement(asked, placed.matters),
    lacksObject: lackOf(asks.objects, concepts, likely),
    lacksName: lackOf(asks.names, concepts, close),
    ...kindIn(asks.kind, sentence),
    ...thingsIn(asked, { likely, close, inSentence }),
  };
  return { features, score: said, matched: close, nearness: nearnessOf(features) };
}

function agreement(asked: Weighed, matters: Matters | undefined) {
  const own = agreementWith(asked, matters?.own);
  const above = agreementWith(asked, matters?.above);
  let within = Math.max(own, above);
  for (const one of matters?.within ?? []) within = Math.max(within, agreementWith(asked, one));
  return {
    agrees: own,
    agreesAbove: above,
    agreesWithin: within,
    clearlyAgrees: asked.clearness * within,
    clearlyApart: asked.clearness * (1 - within),
  };
}

/** Each sentence of a passage looks at all the others: what was reckoned once is kept. */
function agreementWith({ matter, agreements }: Weighed, other: Matter | undefined): number {
  if (!matter || !other) return 0;
  const known = agreements.get(other);
  if (known !== undefined) return known;
  const found = agreementOf(matter, other);
  agreements.set(other, found);
  return found;
}

function lackOf(words: ReadonlySet<string>, concepts: readonly Concept[], found: readonly number[]): number {
  if (words.size === 0) return 0;
  let lacking = 0;
  for (const [index, { word }] of concepts.entries())
    if (words.has(word) && (found[index] ?? 0) === 0) lacking += 1;
  return lacking / words.size;
}

/** Rarer than this is as telling as a word can be. */
const RARE = 5;
const MOST_THINGS = 3;
/** What is no likelier than this is only a thing of the same kind: a shower, where a sauna was asked for. */
const OF_KIND = 0.46;

type Found = { likely: readonly number[]; close: readonly number[]; inSentence: readonly number[] };

/** What becomes of the things of a question in one place: deeds and manners are put in many ways, things have names. */
function thingsIn(asked: Weighed, { likely, close, inSentence }: Found) {
  const { asks, kinds, known, rareness, weights, whole } = asked;
  let [thingUnknown, thingElsewhere, leftOut, onlyOfKind] = [0, 0, 0, 0];
  let [lacksDay, lacksNumber, rareHere, onlyBeside] = [0, 0, 0, 0];
  for (const [index, kind] of kinds.entries()) {
    const isThere = (likely[index] ?? 0) > 0;
    const rare = rareness[index] ?? 0;
    if (kind === 'day' && !isThere) lacksDay = 1;
    if (kind === 'figure') {
      if (!isThere) lacksNumber = 1;
      continue;
    }
    if (kind === 'thing' && !isThere) {
      leftOut += 1;
      if (known[index]) thingElsewhere = Math.max(thingElsewhere, Math.min(1, rare / RARE));
      else thingUnknown = 1;
    }
    if (kind === 'thing' && isThere && close[index] === 0 && (likely[index] ?? 0) <= OF_KIND) onlyOfKind = 1;
    const here = inSentence[index] ?? 0;
    rareHere += (here * rare) / RARE;
    if (here === 0 && isThere && whole > 0) onlyBeside += (weights[index] ?? 0) / whole;
  }
  return {
    thingUnknown,
    thingElsewhere,
    thingsLeftOut: Math.min(1, leftOut / MOST_THINGS),
    onlyOfKind,
    lacksDay,
    lacksNumber,
    rareHere: Math.min(1, rareHere / MOST_THINGS),
    onlyBeside,
    asksWhetherThere: asks.exists ? 1 : 0,
    asksForLeftOut: asks.exists && leftOut > 0 ? 1 : 0,
    asksYesOrNo: asks.isYesOrNo ? 1 : 0,
    asksHowMany: asks.howMany ? 1 : 0,
  };
}

const STREET =
  'Street|St|Road|Rd|Lane|Row|Avenue|Ave|Drive|Square|Way|Place|Court|Quay|Gate|Hill|Yard|Terrace|Close|Crescent|Boulevard|Green|Mews|Walk|Wharf|Dock|House|Farm|Mill';

const KIND: Readonly<Record<NonNullable<Asks['kind']>, RegExp>> = {
  phone: /(?:\+\d|\b\d{3})[\d \-/()]{4,}\d|\b\d{3}-\d{4}\b/,
  mail: /\S@\S/,
  age: /\b\d{1,3} years|\bfrom (?:the age of )?\w+|\bunder \w+|\b(?:aged?|over|at least|between) \d/i,
  person:
    /(?<=[\p{Ll},:;] )\p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}+ (?:\p{Lu}\p{Ll}+|is|has|leads|teaches|runs|reads|hears)\b/u,
  clock: /\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?(?:am|pm|o'clock)\b|\bnoon\b|\bmidnight\b/i,
  place: new RegExp(
    String.raw`\b\d{1,4}[a-z]? (?:\p{Lu}[\p{L}’']+ ){1,3}(?:${STREET})\b|(?:\b(?:${STREET})|\p{Lu}\p{L}*(?:straße|strasse|weg|gasse|platz|allee|str\.)) \d{1,4}\b|\b(?:Calle|Rue|Via) \p{Lu}`,
    'u',
  ),
  hours:
    /\b\d{1,2}(?:[:.]\d{2})? ?(?:am|pm|h)? ?(?:-|–|to|until|till|and) ?\d{1,2}(?:[:.]\d{2}|(?: ?[ap]m\b)|(?=\D|$))|\b(?:24|round the) (?:hours|clock)\b|\b(?:opens?|open from|closes?) (?:at )?(?:\d|noon)/i,
  span: /\b(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|few|half) (?:\w+ )?(?:minutes?|hours?|days?|weeks?|months?|years?|evenings?|nights?)\b|\bminutes: \d|\bnights: \d|\bduration\b/i,
};

function kindIn(kind: Asks['kind'], sentence: string): Pick<Features, 'hasKind' | 'lacksKind'> {
  if (kind === undefined) return { hasKind: 0, lacksKind: 0 };
  const isOfHours = kind === 'hours' || kind === 'clock';
  const has = KIND[kind].test(sentence) || (isOfHours && statesOpeningHours(sentence));
  return { hasKind: has ? 1 : 0, lacksKind: has ? 0 : 1 };
}

/** What hardly shares a word with the question is shown only where it is of the same matter. */
const OF_ONE_MATTER = 0.3;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of its type
const FEATURE_NAMES = Object.keys(NEARNESS_WEIGHTS).filter((name) => name !== 'base') as (keyof Features)[];

function nearnessOf(features: Features): number {
  const isBeside = features.parts < THIRD || (features.first < 0.4 && features.parts < HALF);
  if (isBeside && features.clearlyAgrees < OF_ONE_MATTER) return -Infinity;
  let sum = NEARNESS_WEIGHTS.base;
  for (const name of FEATURE_NAMES) sum += features[name] * NEARNESS_WEIGHTS[name];
  return sum;
}

/**
 * What tells whether the nearest sentence is the answer. How far the next one is behind tells nothing: that depends on how
 * much else is written.
 */
const TELLING = [
  'said',
  'alike',
  'second',
  'least',
  'parts',
  'hasUnknown',
  'unknown',
  'strange',
  'lacksObject',
  'lacksName',
  'lacksKind',
  'lacksFigure',
  'isUnnamed',
  'hasKind',
  'agreesWithin',
  'thingUnknown',
  'thingElsewhere',
  'thingsLeftOut',
  'onlyOfKind',
  'lacksDay',
  'lacksNumber',
  'rareHere',
  'onlyBeside',
  'asksWhetherThere',
  'asksForLeftOut',
  'asksYesOrNo',
  'asksHowMany',
] as const;

export function surenessFeatures(features: Features): Pick<Features, (typeof TELLING)[number]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of its names once
  return Object.fromEntries(TELLING.map((name) => [name, features[name]])) as Pick<
    Features,
    (typeof TELLING)[number]
  >;
}

/** How likely a sentence is to answer what was asked. */
export function surenessOf(features: Features): number {
  const sum = TELLING.reduce(
    (total, name) => total + features[name] * SURENESS_WEIGHTS[name],
    SURENESS_WEIGHTS.base,
  );
  return 1 / (1 + Math.exp(-sum));
}

function closenessOf(meant: readonly Meant[], { roots, above }: Placed): number {
  let found = 0;
  for (const { root, surely, isLikeness } of meant) {
    if (isLikeness) continue;
    found = Math.max(found, surely * (roots.has(root) ? 1 : above.has(root) ? IN_HEADING : IN_PASSAGE));
  }
  return found;
}

/** Words that may mean it say less the more common they are. */
function likenessOf(
  meant: readonly Meant[],
  { roots, above }: Placed,
  { rarity, rareness }: { rarity: Rarity; rareness: number },
): number {
  let found = 0;
  for (const { root, surely, isLikeness } of meant) {
    if (!isLikeness) continue;
    const place = roots.has(root) ? 1 : above.has(root) ? IN_HEADING : IN_PASSAGE;
    found = Math.max(found, surely * place * Math.min(1, rarityOf(root, rarity) / rareness));
  }
  return found;
}

function bestIn(meant: readonly Meant[], sentence: ReadonlySet<string>): number {
  let found = 0;
  for (const { root, surely } of meant) if (sentence.has(root)) found = Math.max(found, surely);
  return found;
}

function isKnown({ roots, alike }: Concept, { passagesWith }: Rarity): boolean {
  return [roots, alike].some((meant) => [...meant.keys()].some((root) => passagesWith.has(root)));
}

/** A word of substance that this knowledge says nothing of, in whatever other words. */
export function isUnknown({ word, roots }: Concept, { passagesWith }: Rarity): boolean {
  return /^\p{L}{4,}$/u.test(word) && ![...roots.keys()].some((root) => passagesWith.has(root));
}

function rarityOf(root: string, { passages, passagesWith }: Rarity): number {
  return Math.log(1 + passages / (0.5 + (passagesWith.get(root) ?? 0)));
}

/** As rare as the word itself where it stands; else as what may mean it. */
function rarenessOf({ roots, alike }: Concept, rarity: Rarity): number {
  const counts = [...roots.keys()].map((root) => rarity.passagesWith.get(root) ?? 0);
  const most = Math.max(0, ...counts);
  if (most > 0) return Math.log(1 + rarity.passages / (0.5 + most));
  const likely = [...alike.keys()]
    .map((root) => rarity.passagesWith.get(root) ?? 0)
    .filter((count) => count > 0);
  const middle = likely.toSorted((one, other) => one - other)[Math.floor(likely.length / 2)] ?? 0;
  return Math.log(1 + rarity.passages / (0.5 + middle));
}

function telling(concept: Concept, { passages, passagesWith }: Rarity): number {
  let most = 0;
  for (const root of concept.roots.keys()) {
    const count = passagesWith.get(root) ?? 0;
    most = Math.max(most, count);
  }
  if (most === 0) return Math.log(1 + passages) * unknownShare(concept);
  return Math.log(1 + passages / (0.5 + most));
}

/** How much it counts that a word stands nowhere: a verb of any matter little, the number of an order everything. */
function unknownShare({ word, weight }: Concept): number {
  if (/^\d{5,}$/.test(word)) return UNKNOWN_NUMBER;
  if (/^[\d.,:]+$/.test(word)) return UNKNOWN_FIGURE;
  return weight < 1 ? UNKNOWN_LIGHT : UNKNOWN_WORD;
}

/** Whether the sentence holds the kind of thing that was asked for. */
function fitOf(
  { sentence, headings, isRow }: Placed,
  { concepts, asks }: { concepts: readonly Concept[]; asks: Asks },
): number {
  let fit = 1;
  if (asks.negated) fit *= NEGATION.test(headings) ? 1.2 : NEGATION.test(sentence) ? 1.08 : 0.97;
  if (asks.money) fit *= MONEY.test(sentence) ? 1.12 : LACKS;
  if (asks.time) fit *= TIME.test(sentence) ? 1.1 : LACKS;
  if (asks.count)
    fit *=
      /\d/.test(sentence) || /\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/i.test(sentence)
        ? 1.06
        : 1;
  if (asks.measure && !/\d/.test(sentence)) fit *= UNMEASURED;
  if (asks.threshold) fit *= THRESHOLD.test(sentence) ? 1.15 : 0.95;
  if (isRow && asks.which) fit *= polarityOf(sentence, concepts, asks.negated);
  return fit;
}

/** Of a table: 'Vegan: no' answers what is not vegan, 'Vegan: yes' what is. */
function polarityOf(row: string, concepts: readonly Concept[], isNegated: boolean): number {
  for (const cell of row.split('; ')) {
    const [name = '', value = ''] = cell.split(/: (.*)/s);
    const column = new Set(termsOf(name).map(stemOf));
    if (!concepts.some(({ roots }) => [...roots.keys()].some((root) => column.has(root)))) continue;
    if (NOTHING_SAID.test(value)) return isNegated ? 1.15 : 0.85;
    if (/^yes\b/i.test(value)) return isNegated ? 0.8 : 1.1;
  }
  return 1;
}

const OFF_THE_PRICE =
  /(?:%|percent|[$€£]\s?\d[\d.,]*|\d (?:dollars?|euros?|pounds?)|money|half) off\b|\boff (?:the|your|our|all|any|every|each|full|list|retail|regular|a) /i;

const OWNED = /\bown(?:s|ed|ers?|ing)\b|\bown (?:the|it|this|us|all|a|both|part)\b/i;

/** 'Off' is a discount beside an amount, and nothing in 'rings come off'; 'your own towel' tells of no owner. */
function rootsOf(text: string): Set<string> {
  const roots = stemsOf(text);
  if (roots.has('off') && !OFF_THE_PRICE.test(text)) roots.delete('off');
  if (roots.has('own') && !OWNED.test(text)) roots.delete('own');
  return roots;
}

/** Each sentence of a passage where it stands. */
export function placeSentences(
  sentences: readonly string[],
  { title, headings, isRow }: { title: string; headings: string; isRow: boolean },
  concepts: readonly Concept[],
): Placed[] {
  const above = rootsOf(`${title} ${headings}`);
  const roots = sentences.map(rootsOf);
  const within = new Set(roots.flatMap((set) => [...set]));
  const stands = ([root]: readonly [string, number]): boolean => within.has(root) || above.has(root);
  const meant = concepts.map(({ roots: own, alike }) => [
    ...[...own].filter(stands).map(([root, surely]) => ({ root, surely, isLikeness: false })),
    ...[...alike].filter(stands).map(([root, surely]) => ({ root, surely, isLikeness: true })),
  ]);
  return sentences.map((sentence, at) => ({
    sentence,
    roots: roots[at] ?? new Set(),
    headings,
    above,
    within,
    isRow,
    meant,
    matters: undefined,
  }));
}
