import type { Citation } from './contract-chat.ts';
import { isInstruction, isPast, sentencesOf, stemsOf, termsOf } from './rules-passages.ts';
import type { Asks, Concept } from './rules-question.ts';
import { stemOf } from './rules-stem.ts';

/** A passage that may hold the answer. */
export type Candidate = {
  knowledgeId: string;
  title: string;
  headings: string;
  text: string;
  position: number;
  isRow: boolean;
  /** From when its item holds, as a date; null when it does not say. */
  effectiveFrom: string | null;
};

/** What is known of the words: in how many of how many passages each root stands. */
export type Rarity = { passages: number; passagesWith: ReadonlyMap<string, number> };

export type Rated = Candidate & {
  /** Share of what was asked that it speaks of, 0 to 1. */
  score: number;
};

export type Composed =
  | { answered: true; text: string; citations: Citation[]; rated: Rated[]; score: number }
  | { answered: false; rated: Rated[]; score: number };

/** At least this share of what was asked has to stand in the knowledge, weighted by how telling each word is. */
const ENOUGH = 0.44;
/** A further passage is quoted when it says nearly as much as the first … */
const NEARLY = 0.86;
/** … or when it speaks of this much that the others leave open. */
const GAIN = 0.2;
const MOST_QUOTES = 3;
const MOST_ROWS = 6;
const WHOLE_PASSAGE = 420;
const WINDOW = 320;
/** How much a word counts that stands not in the sentence but above or beside it. */
const IN_HEADING = 1;
const IN_PASSAGE = 0.75;
/** A word that stands nowhere in the knowledge: it may be another way to say something, or something we know nothing of. */
/** … and more of it beside a word of substance that the knowledge does not have: that may be what matters. */
const ENOUGH_BESIDE_UNKNOWN = 0.65;
const UNKNOWN_WORD = 0.55;
const UNKNOWN_LIGHT = 0.3;
const UNKNOWN_FIGURE = 0.3;
const UNKNOWN_NUMBER = 3;

const MONEY = /[$€£]\s?\d|\b\d[\d.,]*\s?(?:dollars?|euros?|usd|eur|percent)\b|\b(?:usd|eur|gbp): \d|%/i;
const TIME =
  /\b\d{1,2}:\d{2}\b|\b\d+ (?:to \d+ )?(?:\w+ )?(?:minutes?|hours?|days?|weeks?|months?|years?)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:24|48|72) hours\b/i;
const THRESHOLD =
  /\b(?:over|from|of|above|at least|below|under|minimum)\s+(?:[$€£]\s?\d|\d[\d.,]* (?:dollars|euros|pounds))/i;
const NEGATION = /\b(?:no|not|never|without|cannot|none|neither|nor|except|excluded|only)\b|n['’]t\b/i;
const NOTHING_SAID = /^(?:no|none|not|free of|without)\b/i;

/** What was to be named is nowhere near the sentence: it speaks of the matter and says something else of it. */
const UNNAMED = 0.65;
/** 'How deep is it' is not answered by a sentence without a figure. */
const UNMEASURED = 0.6;
/** What is asked for (a price, a time) does not stand in the sentence. */
const LACKS = 0.9;

type Unit = { candidate: Candidate; sentences: string[]; at: number; score: number; matched: number[] };

/** Composes an answer of sentences as they stand in the passages, or none where they do not fit what was asked. */
export function composeAnswer(input: {
  concepts: readonly Concept[];
  asks: Asks;
  candidates: readonly Candidate[];
  rarity: Rarity;
}): Composed {
  const { concepts, asks, candidates } = input;
  const weights = concepts.map((concept) => concept.weight * telling(concept, input.rarity));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const best = candidates.flatMap(
    (candidate) => bestUnitOf(candidate, { concepts, weights, whole, asks }) ?? [],
  );
  best.sort((left, right) => right.score - left.score || newerFirst(left.candidate, right.candidate));
  const rated = best.map(({ candidate, score }) => ({ ...candidate, score: Math.min(1, round(score)) }));
  const [first] = best;
  const strange = concepts.filter((concept) => concept.weight >= 1 && isUnknown(concept, input.rarity));
  const enough = strange.length > 0 ? ENOUGH_BESIDE_UNKNOWN : ENOUGH;
  // 'How many calories has it' is not answered by anything that says nothing of calories.
  const isBeside = strange.some(({ word }) => word === asks.counted);
  if (!first || whole === 0 || isBeside || first.score < enough)
    return { answered: false, rated, score: first?.score ?? 0 };

  const chosen = choose(best, first, { weights, whole, asks });
  const citations = chosen.map(({ candidate, sentences, at }) => ({
    knowledgeId: candidate.knowledgeId,
    title: candidate.title,
    quote: quoteOf(candidate, sentences, at),
  }));
  return { answered: true, text: answerOf(citations), citations, rated, score: first.score };
}

/** Passages that warn: read out beside a referral, because leaving them out could harm. */
export function composeCautions(input: {
  concepts: readonly Concept[];
  candidates: readonly Candidate[];
  rarity: Rarity;
}): Citation[] {
  const weights = input.concepts.map((concept) => concept.weight * telling(concept, input.rarity));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const asks: Asks = {
    counted: undefined,
    money: false,
    time: false,
    count: false,
    place: false,
    which: false,
    negated: false,
    threshold: false,
    measure: false,
    named: undefined,
  };
  const warnings = input.candidates.flatMap((candidate) => {
    const sentences = sentencesOf(candidate.text).filter((sentence) => !isInstruction(sentence));
    const heeded = sentences.filter((sentence) => CAUTION.test(sentence) || CAUTION.test(candidate.headings));
    if (heeded.length === 0) return [];
    const unit = bestUnitOf(
      { ...candidate, text: heeded.join('\n') },
      { concepts: input.concepts, weights, whole, asks },
    );
    return unit && unit.score >= ENOUGH * 0.7 ? [unit] : [];
  });
  warnings.sort((left, right) => right.score - left.score);
  return warnings.slice(0, 2).map(({ candidate, sentences, at }) => ({
    knowledgeId: candidate.knowledgeId,
    title: candidate.title,
    quote: sentences[at] ?? '',
  }));
}

const CAUTION =
  /\b(?:must not|should not|do not|don't|never|not (?:suitable|recommended|for people|for you|for children|be used|been assessed)|avoid|ask (?:a|your|their) (?:doctor|pharmacist|midwife|physician)|consult|apart from any|keep .{0,30} between|under 18|unless a doctor|may (?:make you drowsy|add to)|who it is not for|stop and get help|get help)\b/i;

function bestUnitOf(
  candidate: Candidate,
  {
    concepts,
    weights,
    whole,
    asks,
  }: { concepts: readonly Concept[]; weights: readonly number[]; whole: number; asks: Asks },
): Unit | undefined {
  const sentences = (candidate.isRow ? [candidate.text] : sentencesOf(candidate.text)).filter(
    (sentence) => !isPast(sentence) && !isInstruction(sentence),
  );
  if (sentences.length === 0) return undefined;
  const above = stemsOf(`${candidate.title} ${candidate.headings}`);
  const roots = sentences.map(stemsOf);
  const within = new Set(roots.flatMap((set) => [...set]));
  let best: Unit | undefined;
  for (const [at, inSentence] of roots.entries()) {
    const matched = concepts.map(({ roots: meant }) => {
      let found = 0;
      for (const [root, surely] of meant) {
        if (inSentence.has(root)) found = Math.max(found, surely);
        else if (above.has(root)) found = Math.max(found, surely * IN_HEADING);
        else if (within.has(root)) found = Math.max(found, surely * IN_PASSAGE);
      }
      return found;
    });
    const sum = matched.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0);
    const isUnnamed = concepts.some(({ word }, index) => word === asks.named && (matched[index] ?? 0) === 0);
    const score =
      (whole === 0 ? 0 : sum / whole) *
      fitOf(sentences[at] ?? '', candidate, { concepts, asks }) *
      (isUnnamed ? UNNAMED : 1);
    if (!best || score > best.score) best = { candidate, sentences, at, score, matched };
  }
  return best;
}

/** Whether the sentence holds the kind of thing that was asked for. */
function fitOf(
  sentence: string,
  candidate: Candidate,
  { concepts, asks }: { concepts: readonly Concept[]; asks: Asks },
): number {
  let fit = 1;
  if (asks.negated) fit *= NEGATION.test(candidate.headings) ? 1.2 : NEGATION.test(sentence) ? 1.08 : 0.97;
  if (asks.money) fit *= MONEY.test(sentence) ? 1.12 : LACKS;
  if (asks.time) fit *= TIME.test(sentence) ? 1.1 : LACKS;
  if (asks.count)
    fit *=
      /\d/.test(sentence) || /\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/i.test(sentence)
        ? 1.06
        : 1;
  if (asks.measure && !/\d/.test(sentence)) fit *= UNMEASURED;
  if (asks.threshold) fit *= THRESHOLD.test(sentence) ? 1.15 : 0.95;
  if (candidate.isRow && asks.which) fit *= polarityOf(sentence, concepts, asks.negated);
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

function choose(
  units: readonly Unit[],
  first: Unit,
  { weights, whole, asks }: { weights: readonly number[]; whole: number; asks: Asks },
): Unit[] {
  const chosen = [first];
  const covered = [...first.matched];
  const isList = asks.which && first.candidate.isRow;
  for (const unit of units.slice(1)) {
    if (chosen.length >= (isList ? MOST_ROWS : MOST_QUOTES)) break;
    // The newer of two that say the same with other figures has won: it stands first.
    if (chosen.some((other) => wordingOf(other) === wordingOf(unit))) continue;
    const gain = unit.matched.reduce(
      (sum, value, index) => sum + Math.max(0, value - (covered[index] ?? 0)) * (weights[index] ?? 0),
      0,
    );
    const isNear = unit.score >= first.score * NEARLY;
    if (!isNear && (gain / whole < GAIN || unit.score < ENOUGH * 0.6)) continue;
    chosen.push(unit);
    unit.matched.forEach((value, index) => {
      covered[index] = Math.max(covered[index] ?? 0, value);
    });
  }
  return chosen;
}

/** The words of the sentence that fits best, without its figures. */
function wordingOf({ sentences, at, candidate }: Unit): string {
  const sentence = sentences[at] ?? '';
  return candidate.isRow ? sentence : termsOf(sentence.replace(/[$€£]?\d+(?:[.,:]\d+)*\s?%?/g, '')).join(' ');
}

function quoteOf(candidate: Candidate, sentences: readonly string[], at: number): string {
  const glue = candidate.text.includes('\n') ? '\n' : ' ';
  const whole = sentences.join(glue);
  if (whole.length <= WHOLE_PASSAGE) return whole;
  let from = at;
  let to = at + 1;
  let length = (sentences[at] ?? '').length;
  while (to < sentences.length && length + (sentences[to] ?? '').length < WINDOW) {
    length += (sentences[to] ?? '').length;
    to += 1;
  }
  while (from > 0 && length + (sentences[from - 1] ?? '').length < WINDOW) {
    from -= 1;
    length += (sentences[from] ?? '').length;
  }
  return sentences.slice(from, to).join(glue);
}

/** The quotes one after the other, each with the number of its source. */
function answerOf(citations: readonly Citation[]): string {
  return citations.map(({ quote }, index) => `${quote.replace(/\s*\n\s*/g, '\n')} [${index + 1}]`).join('\n');
}

/** A word of substance that this knowledge says nothing of, in whatever other words. */
function isUnknown({ word, roots }: Concept, { passagesWith }: Rarity): boolean {
  return /^\p{L}{4,}$/u.test(word) && ![...roots.keys()].some((root) => passagesWith.has(root));
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

function newerFirst(left: Candidate, right: Candidate): number {
  return (right.effectiveFrom ?? '').localeCompare(left.effectiveFrom ?? '');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
