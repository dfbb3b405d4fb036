import type { Citation } from './contract-chat.ts';
import { isInstruction, isPast, sentencesOf, stemsOf, termsOf } from './rules-passages.ts';
import type { Asks, Concept, Part } from './rules-question.ts';
import {
  isUnknown,
  type Placed,
  placeSentences,
  type Rarity,
  rate,
  type Weighed,
  weigh,
} from './rules-rating.ts';

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

export type Rated = Candidate & {
  /** Share of what was asked that it speaks of, 0 to 1. */
  score: number;
};

/** A quote with what has to be said before it: of "What cannot be returned" an entry alone says the contrary. */
export type Quoted = Citation & { heading: string };

export type Composed =
  | { answered: true; quoted: Quoted[]; rated: Rated[]; score: number }
  /** Not sure enough to say that this answers it: what is nearest, or nothing. */
  | { answered: false; nearest: Quoted[]; rated: Rated[]; score: number };

/** At least this share of what was asked has to stand in the knowledge, weighted by how telling each word is. */
const ENOUGH = 0.44;
/** A further passage is quoted when it says nearly as much as the first … */
const NEARLY = 0.86;
/** … or when it speaks of this much that the others leave open. */
const GAIN = 0.2;
const MOST_QUOTES = 3;
const MOST_ROWS = 6;
const WHOLE_PASSAGE = 420;
const LONGEST_LEAD = 60;
const NEGATED = /\b(?:no|not|never|without|cannot|except|excluded)\b|n['’]t\b/i;
const WINDOW = 320;
/** … and more of it beside a word of substance that the knowledge does not have: that may be what matters. */
const ENOUGH_BESIDE_UNKNOWN = 0.65;
/** What is shown as nearest is at least so near; less has hardly a word in common with the question. */
const NEAR = -1.5;
const MOST_NEAREST = 3;
/** So much nearer by everyday words is quoted, too. */
const NEARER = 0.5;
/** In one part of a question the others only say what it is about. */
const OF_OTHER_PART = 0.35;

type Unit = {
  candidate: Candidate;
  sentences: string[];
  at: number;
  score: number;
  matched: number[];
  nearness: number;
};

type Input = {
  concepts: readonly Concept[];
  asks: Asks;
  /** Where several things are asked at once: words and manner of each. */
  parts?: readonly Part[] | undefined;
  candidates: readonly Candidate[];
  rarity: Rarity;
};

/** Composes an answer of sentences as they stand in the passages, or none where they do not fit what was asked. */
export function composeAnswer({ concepts, asks, parts = [], candidates, rarity }: Input): Composed {
  const asked = weigh(concepts, asks, rarity);
  const read = candidates.map((candidate) => readCandidate(candidate, concepts));
  const units = read.flatMap((one) => unitsOf(one, asked));
  const best = bestOf(units, ({ score }) => score);
  const rated = best.map(({ candidate, score }) => ({ ...candidate, score: Math.min(1, round(score)) }));
  const [first] = best;
  const strange = concepts.filter((concept) => concept.weight >= 1 && isUnknown(concept, rarity));
  const enough = enoughFor(concepts, rarity);
  // 'How many calories has it' is not answered by anything that says nothing of calories.
  const isBeside = strange.some(({ word }) => word === asks.counted);
  const ofParts = parts.flatMap((part) => bestOfPart(part, { asked, read }) ?? []);
  const isEachSure = parts.length > 1 && ofParts.length === parts.length;
  const isSure = first !== undefined && (first.score >= enough || isEachSure);
  if (asked.whole === 0 || isBeside || !isSure) {
    const near = bestOf(units, ({ nearness }) => nearness).filter(({ nearness }) => nearness >= NEAR);
    const nearest = withoutRepeats([...near.slice(0, MOST_NEAREST), ...(near.length > 0 ? ofParts : [])]);
    return {
      answered: false,
      nearest: nearest.map((unit) => quotedOf(unit, asked)),
      rated,
      score: first?.score ?? 0,
    };
  }
  const [nearest] = bestOf(units, ({ nearness }) => nearness);
  const isNearer = nearest && nearest.nearness > first.nearness + NEARER;
  const whole = first.score >= enough ? choose(best, first, asked) : [];
  const chosen = withoutRepeats([...whole, ...ofParts, ...(isNearer ? [nearest] : [])]);
  return { answered: true, quoted: chosen.map((unit) => quotedOf(unit, asked)), rated, score: first.score };
}

/** What answers one of several questions, read beside what the others are about. */
function bestOfPart(
  { words, asks }: Part,
  { asked, read }: { asked: Weighed; read: readonly Read[] },
): Unit | undefined {
  const concepts = asked.concepts.map((concept) =>
    words.has(concept.word) ? concept : { ...concept, weight: concept.weight * OF_OTHER_PART },
  );
  const ofPart = weigh(concepts, asks, asked.rarity);
  const [first] = bestOf(
    read.flatMap((one) => unitsOf(one, ofPart)),
    ({ score }) => score,
  );
  const ownConcepts = concepts.filter(({ word }) => words.has(word));
  return first && first.score >= enoughFor(ownConcepts, asked.rarity) ? first : undefined;
}

/** Beside a word of substance that the knowledge does not have more is asked of the others. */
function enoughFor(concepts: readonly Concept[], rarity: Rarity): number {
  const isBesideUnknown = concepts.some((concept) => concept.weight >= 1 && isUnknown(concept, rarity));
  return isBesideUnknown ? ENOUGH_BESIDE_UNKNOWN : ENOUGH;
}

/** The best of each passage, best first; of equal ones the newer. */
function bestOf(units: readonly Unit[], valueOf: (unit: Unit) => number): Unit[] {
  const best = new Map<Candidate, Unit>();
  for (const unit of units) {
    const known = best.get(unit.candidate);
    if (!known || valueOf(unit) > valueOf(known)) best.set(unit.candidate, unit);
  }
  return [...best.values()].sort(
    (left, right) => valueOf(right) - valueOf(left) || newerFirst(left.candidate, right.candidate),
  );
}

function withoutRepeats(units: readonly Unit[]): Unit[] {
  const kept: Unit[] = [];
  for (const unit of units) {
    const isSame = (other: Unit): boolean =>
      other.candidate === unit.candidate || wordingOf(other) === wordingOf(unit);
    if (!kept.some(isSame)) kept.push(unit);
  }
  return kept;
}

function quotedOf({ candidate, sentences, at }: Unit, { concepts }: Weighed): Quoted {
  const quote = quoteOf(candidate, sentences, at);
  const heading = candidate.headings.split(' › ').at(-1) ?? '';
  const [inHeading, inQuote] = [stemsOf(heading), stemsOf(quote)];
  const tells = concepts.some(({ roots }) => {
    const meant = [...roots.keys()];
    return meant.some((root) => inHeading.has(root)) && !meant.some((root) => inQuote.has(root));
  });
  const isToldFirst =
    !candidate.isRow &&
    heading.length <= LONGEST_LEAD &&
    !heading.endsWith('?') &&
    (tells || NEGATED.test(heading));
  return {
    knowledgeId: candidate.knowledgeId,
    title: candidate.title,
    quote,
    heading: isToldFirst ? heading : '',
  };
}

/** Passages that warn: read out beside a referral, because leaving them out could harm. */
export function composeCautions(input: {
  concepts: readonly Concept[];
  candidates: readonly Candidate[];
  rarity: Rarity;
}): Citation[] {
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
  const asked = weigh(input.concepts, asks, input.rarity);
  const warnings = input.candidates.flatMap((candidate) => {
    const sentences = sentencesOf(candidate.text).filter((sentence) => !isInstruction(sentence));
    const heeded = sentences.filter((sentence) => CAUTION.test(sentence) || CAUTION.test(candidate.headings));
    if (heeded.length === 0) return [];
    const read = readCandidate({ ...candidate, text: heeded.join('\n') }, input.concepts);
    const [unit] = bestOf(unitsOf(read, asked), ({ score }) => score);
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

type Read = { candidate: Candidate; sentences: string[]; placed: Placed[] };

/** What of a passage may be quoted, and where each part of the question stands in it. */
function readCandidate(candidate: Candidate, concepts: readonly Concept[]): Read {
  const sentences = (candidate.isRow ? [candidate.text] : sentencesOf(candidate.text)).filter(
    (sentence) => !isPast(sentence) && !isInstruction(sentence),
  );
  return { candidate, sentences, placed: placeSentences(sentences, candidate, concepts) };
}

function unitsOf({ candidate, sentences, placed }: Read, asked: Weighed): Unit[] {
  return placed.map((one, at) => {
    const { score, matched, nearness } = rate(asked, one);
    return { candidate, sentences, at, score, matched, nearness };
  });
}

function choose(units: readonly Unit[], first: Unit, { weights, whole, asks }: Weighed): Unit[] {
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

function newerFirst(left: Candidate, right: Candidate): number {
  return (right.effectiveFrom ?? '').localeCompare(left.effectiveFrom ?? '');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
