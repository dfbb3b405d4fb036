import { lazy } from '#kit/lazy.ts';
import type { Examined } from './examine.ts';
import { CUE_KINDS } from './filters.ts';
import type { Jurisdiction } from './finding.ts';
import { LEXICON } from './lexicon.ts';
import type { RulePassage } from './passages.ts';
import type { Token } from './read.ts';

/** Advertising law is one in the EU and the UK, as far as sentences tell. */
export type Region = 'us' | 'eu';
export const regionOf = (jurisdiction: Jurisdiction): Region => (jurisdiction === 'US' ? 'us' : 'eu');

/** A jurisdiction whose severities are those of its region. */
const MEMBER: Readonly<Record<Region, Jurisdiction>> = { us: 'US', eu: 'EU' };

/** What the model tells apart. */
export const CLASSES = ['pass', 'block'] as const;

/** Words that say nothing without their neighbours. */
const PLAIN = new Set(
  'the a an of and to in on for it is are was be with as at by or from that this'.split(' '),
);
/** Of a word, as a stem: "arthritic" and "arthritis" share them. */
const STEM_LETTERS = 5;
type Phrase = { rest: readonly string[]; name: string };
type Entry = { names: string[]; phrases: Phrase[] };

/** The classes that a word is in or begins a phrase of. */
const entries = lazy(() => {
  const known = new Map<string, Entry>();
  for (const [name, words] of Object.entries(LEXICON)) {
    for (const words_ of words) {
      const [first = '', ...rest] = words_.split(/[\s_-]+/);
      let entry = known.get(first);
      if (!entry) known.set(first, (entry = { names: [], phrases: [] }));
      if (rest.length > 0) entry.phrases.push({ rest, name });
      else if (!entry.names.includes(name)) entry.names.push(name);
    }
  }
  return known;
});

export const prepareFeatures = (): void => void entries();

/** The same as a list without repetition. */
export function featuresOf(examined: Examined, passage: RulePassage, region: Region): string[] {
  const found = new Set<string>();
  eachFeature(examined, passage, region, (feature) => found.add(feature));
  return [...found];
}

/**
 * Hands over what the model sees of a passage, with the token that shows it where there is one; a feature may come twice.
 *
 * `w:` word, `p:` beginning of a word, `b:` two words in a row, `c:` class, `r:` what is true
 * of one region, `h:` rule found, `v:` severity found, `x:` rule spared, `q:` cue of its sentences.
 */
export function eachFeature(
  { reading, isDead, scope }: Examined,
  passage: RulePassage,
  region: Region,
  take: (feature: string, at?: number) => void,
): void {
  const { tokens, sentences } = reading;
  take('base');
  take(`r:${region}`);
  let before = '^';
  for (let at = passage.from; at < passage.to; at += 1) {
    const written = tokens[at]?.word ?? '';
    if (written === '') continue;
    if (isDead[at] === 1) {
      before = '_';
      continue;
    }
    const word = isDigit(written) ? '#' : written;
    if (!PLAIN.has(word)) take(`w:${word}`, at);
    take(`p:${word.slice(0, STEM_LETTERS)}`, at);
    take(`b:${before} ${word}`, at);
    before = word;
    const entry = entries().get(written);
    if (!entry) continue;
    const found = (name: string): void => {
      take(`c:${name}`, at);
      take(`r:${region}:c:${name}`, at);
    };
    for (const name of entry.names) found(name);
    for (const { rest, name } of entry.phrases) if (follows(tokens, rest, at, passage.to)) found(name);
  }
  let blocks = 0;
  for (const { id, severity } of passage.found) {
    const level = severity[MEMBER[region]];
    if (level === null) continue;
    take(`h:${id}`);
    take(`v:${level}`);
    take(`v:${region}:${level}`);
    if (level === 'block') blocks += 1;
  }
  for (const rule of passage.spared) {
    const level = rule.severity[MEMBER[region]];
    if (level === null || passage.found.has(rule)) continue;
    take(`x:${rule.id}`);
    take(`x:${level}`);
  }
  if (blocks > 1) take('v:several');
  for (const sentence of passage.sentences) {
    for (const cue of CUE_KINDS) if (scope.has(cue, sentence)) take(`q:${cue}`);
    if (scope.isAnsweredNo(sentence)) take('q:no');
    if (sentences[sentence]?.isQuestion) take('q:question');
  }
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
