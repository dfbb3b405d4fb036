import { lazy } from '#kit/lazy.ts';
import type { Examined } from './examine.ts';
import { CUE_KINDS } from './filters.ts';
import type { Jurisdiction } from './finding.ts';
import { LEXICON } from './lexicon.ts';
import type { RulePassage } from './passages.ts';
import type { Token } from './read.ts';

/** Advertising law is one in the EU and the UK, as far as sentences tell. */
const REGIONS = ['us', 'eu'] as const;
export type Region = (typeof REGIONS)[number];
export const regionOf = (jurisdiction: Jurisdiction): Region => (jurisdiction === 'US' ? 'us' : 'eu');

/** A jurisdiction whose severities are those of its region. */
const MEMBER: Readonly<Record<Region, Jurisdiction>> = { us: 'US', eu: 'EU' };

/** Features share this many weights by their hash; a power of two. Twice as many judge no better. */
export const BUCKETS = 1 << 17;

/** Words that say nothing without their neighbours. */
const PLAIN = new Set(
  'the a an of and to in on for it is are was be with as at by or from that this'.split(' '),
);
/** Of a word, as a stem: "arthritic" and "arthritis" share them. */
const STEM_LETTERS = 5;
/** Letters in a row survive a disguise and an unknown form of a word. */
const GRAM_LETTERS = [4, 5];
/** They are many and say little each. */
export const GRAM_SCALE = 0.6;
const LONGEST_GRAM_WORD = 24;

/** Without a rule, a passage of at most this many words says little, so it needs more to count as a claim. */
const FEW_WORDS = [4, 8, 12, 20];

/** A class of words with the buckets that say it is there, and that it is there in a region. */
type Class = { name: string; bucket: number; inRegion: Readonly<Record<Region, number>> };
type Phrase = { rest: readonly string[]; of: Class };
type Entry = { classes: Class[]; phrases: Phrase[] };

/** The classes that a word is in or begins a phrase of. */
const entries = lazy(() => {
  const known = new Map<string, Entry>();
  for (const [name, words] of Object.entries(LEXICON)) {
    const inRegion = { us: bucketOf('r:', 'us', 'c:', name), eu: bucketOf('r:', 'eu', 'c:', name) };
    const of: Class = { name, bucket: bucketOf('c:', name), inRegion };
    for (const words_ of words) {
      const [first = '', ...rest] = words_.split(/[\s_-]+/);
      let entry = known.get(first);
      if (!entry) known.set(first, (entry = { classes: [], phrases: [] }));
      if (rest.length > 0) entry.phrases.push({ rest, of });
      else if (!entry.classes.includes(of)) entry.classes.push(of);
    }
  }
  return known;
});

export const prepareFeatures = (): void => void entries();

/** Classes of what advertising law on health is about. */
const HEALTH_CLASSES = new Set(
  `DISEASE SYMPTOM BIOMARKER STATE ORGAN CURE EFFECT REMEDY BOTANICAL NUTRIENT PRODUCT_NOUN FUNCTION DRUG POM MEDIC SLIMMING
  FAT_PART BODY ACHE HORMONE ILL CONDITION TOXIN DETOX DOSE COVID CHILD_BENEFIT SLIMMING_RESULT BODY_FAT STRONG_RESULT
  VAGUE_BENEFIT EATING_DISORDER PREGNANT OUTCOME BETTER GUARANTEE HARM WEIGHT_MEANS`.split(/\s+/),
);

/** Words of those classes that everyday mail has too: alone they are about a day, a call or a change. */
const EVERYDAY_WORDS = new Set(
  `back hand hands face head foot feet evening evenings night nights mind minds thought thoughts worry worries drop drops shot
  shots answer answers hope hopes change changes better easier longer result results difference success`.split(
    /\s+/,
  ),
);

/** Whether a passage names anything of health. Where it names nothing of it, no words make a claim. */
export function namesHealth({ reading: { tokens } }: Examined, { from, to }: RulePassage): boolean {
  const isOfHealth = ({ name }: Class): boolean => HEALTH_CLASSES.has(name);
  for (let at = from; at < to; at += 1) {
    const word = tokens[at]?.word ?? '';
    const entry = entries().get(word);
    if (!EVERYDAY_WORDS.has(word) && entry?.classes.some(isOfHealth)) return true;
    if (entry?.phrases.some(({ rest, of }) => isOfHealth(of) && follows(tokens, rest, at, to))) return true;
  }
  return false;
}

/** What a word adds on its own: `whole` buckets of the word and its stem, and those of its letters in a row. */
export type WordFeatures = { whole: readonly number[]; grams: readonly number[] };

export function wordFeatures(word: string): WordFeatures {
  const stem = bucketOf('p:', word.slice(0, STEM_LETTERS));
  const grams = new Set<number>();
  const padded = `<${word.slice(0, LONGEST_GRAM_WORD)}>`;
  for (const size of GRAM_LETTERS)
    for (let at = 0; at + size <= padded.length; at += 1)
      grams.add(bucketOf('k:', padded.slice(at, at + size)));
  return { whole: PLAIN.has(word) ? [stem] : [bucketOf('w:', word), stem], grams: [...grams] };
}

export type Take = {
  /** Each word of the passage once, with its first place. */
  word: (word: string, at: number) => void;
  /** Any other feature, of one region or of all, with the token that shows it where there is one. */
  one: (bucket: number, region?: Region, at?: number) => void;
};

/**
 * Hands over what the model sees of a passage.
 *
 * Words as in `wordFeatures`, `b:` two words in a row, `c:` class, `r:` what is true of one region, `n:` no rule and at most
 * that many words, `h:` rule found, `v:` severity found, `x:` rule spared, `q:` cue of its sentences.
 */
export function eachFeature(examined: Examined, passage: RulePassage, take: Take): void {
  wordsOf(examined, passage, take);
  for (const region of REGIONS) for (const mark of marksIn(region, passage)) take.one(bucketOf(mark), region);
  for (const cue of cuesOf(examined, passage)) take.one(bucketOf(cue));
}

function wordsOf({ reading: { tokens }, isDead }: Examined, { from, to }: RulePassage, take: Take): void {
  const seen = new Set<string>();
  let before = '^';
  for (let at = from; at < to; at += 1) {
    const written = tokens[at]?.word ?? '';
    if (written === '') continue;
    if (isDead[at] === 1) {
      before = '_';
      continue;
    }
    const word = isDigit(written) ? '#' : written;
    if (!seen.has(word)) {
      seen.add(word);
      take.word(word, at);
    }
    take.one(bucketOf('b:', before, ' ', word), undefined, at);
    before = word;
    const entry = entries().get(written);
    if (!entry) continue;
    const takeClass = ({ name, bucket, inRegion }: Class): void => {
      if (seen.has(name)) return;
      seen.add(name);
      take.one(bucket, undefined, at);
      for (const region of REGIONS) take.one(inRegion[region], region, at);
    };
    for (const one of entry.classes) takeClass(one);
    for (const { rest, of } of entry.phrases) if (follows(tokens, rest, at, to)) takeClass(of);
  }
}

function marksIn(region: Region, { from, to, found, spared }: RulePassage): Set<string> {
  const marks = new Set([`r:${region}`]);
  let blocks = 0;
  let isJudged = false;
  for (const { id, severity } of found) {
    const level = severity[MEMBER[region]];
    if (level === null) continue;
    marks.add(`h:${id}`).add(`h:${region}:${id}`).add(`v:${level}`).add(`v:${region}:${level}`);
    isJudged = true;
    if (level === 'block') blocks += 1;
  }
  if (!isJudged) for (const most of FEW_WORDS) if (to - from <= most) marks.add(`n:${most}`);
  for (const rule of spared) {
    const level = rule.severity[MEMBER[region]];
    if (level !== null && !found.has(rule)) marks.add(`x:${rule.id}`).add(`x:${level}`);
  }
  if (blocks > 1) marks.add('v:several');
  return marks;
}

function cuesOf({ reading: { sentences }, scope }: Examined, passage: RulePassage): Set<string> {
  const cues = new Set<string>();
  for (const sentence of passage.sentences) {
    for (const cue of CUE_KINDS) if (scope.has(cue, sentence)) cues.add(`q:${cue}`);
    if (scope.isAnsweredNo(sentence)) cues.add('q:no');
    if (sentences[sentence]?.isQuestion) cues.add('q:question');
  }
  return cues;
}

/** FNV-1a of the UTF-16 code units. */
function bucketOf(...parts: string[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts)
    for (let at = 0; at < part.length; at += 1) hash = Math.imul(hash ^ part.charCodeAt(at), 0x01000193);
  return ((hash >>> 15) ^ hash) & (BUCKETS - 1);
}

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
