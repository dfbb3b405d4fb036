/** Whether somebody really claims what a pattern found, or denies it, quotes it, warns of it or asks. */
import { CUE_KINDS, CUES, type Cue } from './filters.ts';
import { LEXICON } from './lexicon.ts';
import type { Match } from './pattern.ts';
import { CLAUSE_END, COMMA, type Reading } from './read.ts';
import type { ClaimRule } from './rules.ts';

/** A label that this is an ad counts when it stands this early, in words. */
const UPFRONT = 12;
/** How far a negation reaches, in words: a verb's along a list, that of "no" and "without" to what follows at once. */
const LONG_REACH = 12;
const SHORT_REACH = 5;
const SHORT_NEGATORS = new Set(['no', 'without', 'none', 'nothing']);
/** After a comma, these begin a clause of their own. */
const SUBJECTS = new Set(['it', 'we', 'you', 'they', 'this', 'our', 'he', 'she', 'i', 'so']);
const NEGATORS = new Set((LEXICON.NEGATOR ?? []).filter((entry) => !entry.includes(' ')));
const BUTS = new Set(LEXICON.BUT);
/** "Not in this house" denies the illness, not the claim. */
const NOT_HERE = new Set([
  'in',
  'on',
  'with',
  'here',
  'for',
  'any',
  'anymore',
  'if',
  'when',
  'once',
  'after',
  'since',
]);
const NO = new Set(['no', 'nope', 'not', 'never', 'sadly', 'unfortunately', 'sorry']);

const DENIES = new Set(['no', 'not', "doesn't", "don't", "isn't", "aren't", "can't", "won't", 'never']);
/** How an answer begins that says no a word or two later. */
const ANSWERS = new Set(
  'there it we they that this nothing science of certainly absolutely definitely probably honestly alas'.split(
    ' ',
  ),
);

/** What the matcher looks for beside the rules: cues, and negations that affirm. */
export const SCOPE_PATTERNS: { owner: Cue | 'pseudo'; patterns: readonly string[] }[] = [
  { owner: 'pseudo', patterns: ['PSEUDO_NEGATION'] },
  ...CUE_KINDS.map((cue) => ({ owner: cue, patterns: CUES[cue] })),
];

type CuePlace = { cue: Cue; from: number; to: number };

export class Scope {
  private readonly reading: Reading;
  private readonly isPseudo: Uint8Array;
  private readonly bySentence = new Map<number, CuePlace[]>();
  private isDisclosed = false;

  constructor(reading: Reading) {
    this.reading = reading;
    this.isPseudo = new Uint8Array(reading.tokens.length);
  }

  add({ owner, from, to }: Match<Cue | 'pseudo'>): void {
    if (owner === 'pseudo') {
      this.isPseudo.fill(1, from, to);
    } else if (owner === 'disclosed') {
      if (from < UPFRONT) this.isDisclosed = true;
    } else if (owner !== 'wink' || !DENIES.has(this.reading.tokens[to]?.word ?? '')) {
      const sentence = this.reading.tokens[from]?.sentence ?? 0;
      const places = this.bySentence.get(sentence);
      if (places) places.push({ cue: owner, from, to });
      else this.bySentence.set(sentence, [{ cue: owner, from, to }]);
    }
  }

  isSpared(match: Match<ClaimRule>): boolean {
    const { spares } = match.owner;
    if (this.isDisclosed && spares.includes('disclosed')) return true;
    const sentence = this.reading.tokens[match.from]?.sentence ?? 0;
    const isWinking = this.has('wink', sentence) || this.has('wink', sentence + 1);
    for (const { cue, from, to } of this.bySentence.get(sentence) ?? []) {
      if (isWinking && cue === 'meta') continue;
      if (spares.includes(cue) && this.isPseudo[from] === 0 && !this.isTurned(to, match.from)) return true;
    }
    if (isWinking || !spares.includes('negation')) return false;
    return this.isNegated(match) || this.isAnsweredNo(sentence);
  }

  /** Whether a cue stands in the sentence. */
  has(cue: Cue, sentence: number): boolean {
    return this.bySentence.get(sentence)?.some((place) => place.cue === cue) ?? false;
  }

  /** Whether a "but" stands between a cue and the claim after it. */
  private isTurned(from: number, to: number): boolean {
    const { tokens } = this.reading;
    for (let index = from; index < to; index += 1) if (BUTS.has(tokens[index]?.word ?? '')) return true;
    return false;
  }

  /** "Does it cure gout? No." */
  isAnsweredNo(sentence: number): boolean {
    const { sentences, tokens } = this.reading;
    const next = sentences[sentence + 1];
    if (!sentences[sentence]?.isQuestion || !next) return false;
    const [first, second] = [tokens[next.from], tokens[next.from + 1]];
    if (first?.word === 'not' && NOT_HERE.has(second?.word ?? '')) return false;
    if (NO.has(first?.word ?? '') || (first?.word === 'a' && NO.has(second?.word ?? ''))) return true;
    // "There is no good evidence", "It does not."
    if (!ANSWERS.has(first?.word ?? '')) return false;
    for (let index = next.from + 1; index < Math.min(next.to, next.from + 4); index += 1) {
      if (this.isPseudo[index] === 0 && DENIES.has(tokens[index]?.word ?? '')) return true;
    }
    return false;
  }

  /** A negation before the claim in its clause, or in one of its gaps. */
  private isNegated({ from, to, used }: Match<ClaimRule>): boolean {
    const { tokens } = this.reading;
    const isNegator = (index: number): boolean =>
      this.isPseudo[index] === 0 && NEGATORS.has(tokens[index]?.word ?? '');
    for (let index = from; index < to; index += 1) {
      if (isNegator(index) && !used.includes(index)) return true;
    }
    let hasComma = false;
    for (let index = from - 1; index >= 0 && from - index <= LONG_REACH; index -= 1) {
      const after = tokens[index + 1];
      if (!after || after.breakBefore >= CLAUSE_END) return false;
      if (after.breakBefore === COMMA) {
        if (SUBJECTS.has(after.word)) return false;
        hasComma = true;
      }
      const word = tokens[index]?.word ?? '';
      if (BUTS.has(word)) return false;
      if (!isNegator(index)) continue;
      if (SHORT_NEGATORS.has(word) && (hasComma || from - index > SHORT_REACH)) continue;
      return true;
    }
    return false;
  }
}
