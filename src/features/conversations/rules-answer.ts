import { ASKS_NOTHING, type Asks } from '#engines/answers/asks.ts';
import type { Concept } from '#engines/answers/concepts.ts';
import { type Matter, matterOf } from '#engines/answers/intents.ts';
import {
  isInstruction,
  isPast,
  isStamp,
  isUnderPast,
  sentencesOf,
  stemsOf,
  termsOf,
} from '#engines/answers/passages.ts';
import type { Part } from '#engines/answers/question.ts';
import {
  type Features,
  isUnknown,
  type Placed,
  placeSentences,
  type Rarity,
  rate,
  surenessOf,
  type Weighed,
  weigh,
} from '#engines/answers/rating.ts';
import { mayTellOfRelief } from '#engines/answers/relief.ts';
import { wordKind } from '#engines/answers/things.ts';
import type { Candidate } from '#features/knowledge/rules-retrieval.ts';
import type { Citation } from './contract.ts';

export type Rated = Candidate & {
  /** Share of what was asked that it speaks of, 0 to 1. */
  score: number;
};

/** A quote with what has to be said before it: of "What cannot be returned" an entry alone says the contrary. */
type Quoted = Citation & { heading: string };

export type Composed =
  | { answered: true; quoted: Quoted[]; rated: Rated[]; score: number }
  /** Not sure enough to say that this answers it: what is nearest, or nothing. */
  | { answered: false; nearest: Quoted[]; rated: Rated[]; score: number };

/** So likely has the nearest to be the answer before it is given as one; `scripts/fit-answers.ts` prints what that costs. */
const SURE = 0.45;
/** Where this share of what was asked stands in the knowledge, weighted by how telling each word is, less is enough … */
const ENOUGH = 0.44;
const SURE_WHERE_SAID = 0.25;
/** … unless only a person, a span of time, an hour of the clock could answer and none is there. */
const SURE_WITHOUT_KIND = 0.5;
/** … and more of it is asked beside a word of substance that the knowledge does not have: that may be what matters. */
const ENOUGH_BESIDE_UNKNOWN = 0.65;
/** A further passage is quoted when it is nearly as near as the first … */
const NEARLY = 1.2;
/** … by the share that it speaks of, of which it says nearly as much. */
const NEARLY_SAID = 0.14;
/** … or when it speaks of this much that the others leave open, and of this share of the whole. */
const GAIN = 0.2;
const LEAST_SAID = 0.26;
const MOST_QUOTES = 3;
const MOST_ROWS = 6;
const MOST_IN_ALL = 4;
const WHOLE_PASSAGE = 420;
const LONGEST_LEAD = 60;
const NEGATED = /\b(?:no|not|never|without|cannot|except|excluded)\b|n['’]t\b/i;
const WINDOW = 320;
/** What is shown as nearest is at least so near; less has hardly a word in common with the question. */
const NEAR = -1.5;
const MOST_NEAREST = 3;
/** What has hardly a word that may mean one of the question … */
const ALIKE_AT_ALL = 0.12;
/** … has to be of the same matter, and what has one nearly so. */
const OF_SAME_MATTER = 0.6;
const OF_LIKE_MATTER = 0.4;
/** A number, an address, a list of hours is there or it is not. */
const NEVER_WITHOUT: ReadonlySet<NonNullable<Asks['kind']>> = new Set(['phone', 'mail', 'hours', 'place']);
/** Of a list no more lines are quoted for one question. */
const MOST_LINES = 2;
const LONGEST_ENTRY = 100;
/** In one part of a question the others only say what it is about. */
const OF_OTHER_PART = 0.35;
/** What so many sentences are about is read, from the passage on that has most words in common with the question. */
const MOST_READ = 100;
/** A question of no more words says what it is about and nothing else; a word that means it needs the matter to be certain. */
const FEW_WORDS = 2;
const OF_ONE_MATTER = 0.8;
/** A warning speaks of at least this share of what was asked. */
const ENOUGH_TO_WARN = 0.31;

export type Unit = {
  candidate: Candidate;
  sentences: string[];
  at: number;
  score: number;
  matched: number[];
  nearness: number;
  features: Features;
};

type Input = {
  /** The question as it was read. */
  text: string;
  concepts: readonly Concept[];
  asks: Asks;
  /** Where several things are asked at once: words and manner of each. */
  parts?: readonly Part[] | undefined;
  candidates: readonly Candidate[];
  rarity: Rarity;
  /** The date, as `YYYY-MM-DD`: what held until an earlier one is not said. */
  today: string;
};

/** Composes an answer of sentences as they stand in the passages, or none where they do not fit what was asked. */
export function composeAnswer(input: Input): Composed {
  const { text, concepts, asks, parts = [], rarity } = input;
  const { asked, read, units: all } = rateCandidates(input);
  // 'What is your phone number' is not answered by a card that may be paid with by phone.
  const isOfKind = asks.kind !== undefined && NEVER_WITHOUT.has(asks.kind);
  const units = isOfKind ? all.filter(({ features }) => features.hasKind === 1) : all;
  const best = nearestOf(units);
  const rated = best.map(({ candidate, nearness }) => ({ ...candidate, score: likelihoodOf(nearness) }));
  const [first] = best;
  const score = first ? likelihoodOf(first.nearness) : 0;
  // 'How many calories has it' is not answered by anything that says nothing of calories.
  const isBeside = concepts.some(
    (concept) => concept.weight >= 1 && concept.word === asks.counted && isUnknown(concept, rarity),
  );
  const ofParts = parts.flatMap((part) => bestOfPart(part, { asked, read }) ?? []);
  const isEachSure = ofParts.length > 1 && ofParts.every(({ isSure }) => isSure);
  const partUnits = ofParts.map(({ unit }) => unit);
  const said = bestOf(units, (unit) => unit.score);
  const [most] = said;
  // 'Jobs?' is one word and no more to go by: what it may mean in other businesses ('hire') is not enough.
  const isNamed = ({ matched, features }: Unit): boolean =>
    text.trim().split(/\s+/).length > FEW_WORDS ||
    matched.includes(1) ||
    (matched.some((value) => value > 0) && features.agreesWithin >= OF_ONE_MATTER);
  const isLikely = first !== undefined && isNamed(first) && sureness(best) >= SURE;
  const isSaid = most !== undefined && isNamed(most) && isSaidEnough(most, best, { concepts, rarity });
  if (!first || !most || isBeside || !(isSaid || isLikely || isEachSure)) {
    const near = best.filter((unit, at) => unit.nearness >= NEAR && isWorthShowing(unit, at, concepts));
    const nearest = withoutRepeats([...near.slice(0, MOST_NEAREST), ...(near.length > 0 ? partUnits : [])]);
    return { answered: false, nearest: nearest.map((unit) => quotedOf(unit, asked, text)), rated, score };
  }
  const ofNear = isLikely
    ? choose(best, { asked, isNearly: (unit) => unit.nearness >= first.nearness - NEARLY })
    : [first];
  const ofSaid = isSaid
    ? choose(said, { asked, isNearly: (unit) => unit.score >= most.score * (1 - NEARLY_SAID) })
    : [];
  const inOrder = isLikely ? alternating(ofNear, ofSaid) : [...ofSaid, ...ofNear];
  const limit = asks.which && first.candidate.isRow ? MOST_ROWS : MOST_IN_ALL;
  const chosen = withoutRepeats([...withoutRepeats(inOrder).slice(0, limit), ...partUnits]);
  return {
    answered: true,
    quoted: chosen.map((unit, at) =>
      quotedOf(spokenOf(unit, asked, at === 0 || partUnits.includes(unit)), asked, text),
    ),
    rated,
    score,
  };
}

function alternating<T>(one: readonly T[], other: readonly T[]): T[] {
  const longest = Math.max(one.length, other.length);
  return Array.from({ length: longest }, (_, at) => [
    ...one.slice(at, at + 1),
    ...other.slice(at, at + 1),
  ]).flat();
}

/**
 * A passage that has no word of the question is worth showing where it is clearly of the same matter, and hardly ever as a
 * second or third: of our own questions 3 in 53 were answered by such a one.
 */
function isWorthShowing({ matched, features }: Unit, at: number, concepts: readonly Concept[]): boolean {
  if (matched.some((value, of) => value > 0 && (concepts[of]?.weight ?? 0) >= 1)) return true;
  const isAlike = features.alike >= ALIKE_AT_ALL;
  return features.agreesWithin >= (isAlike ? OF_LIKE_MATTER : OF_SAME_MATTER) && at <= (isAlike ? 1 : 0);
}

/** Whether enough of the question stands in one place, in words that mean it, and nothing speaks against its being answered. */
function isSaidEnough(
  most: Unit | undefined,
  best: readonly Unit[],
  { concepts, rarity }: { concepts: readonly Concept[]; rarity: Rarity },
): boolean {
  if (most === undefined || most.score < enoughFor(concepts, rarity)) return false;
  // 'When are you open' is not answered by a tin that is open.
  return sureness(best) >= (most.features.lacksKind === 1 ? SURE_WITHOUT_KIND : SURE_WHERE_SAID);
}

/** Beside a word of substance that the knowledge does not have more is asked of the others. */
function enoughFor(concepts: readonly Concept[], rarity: Rarity): number {
  const isBesideUnknown = concepts.some((concept) => concept.weight >= 1 && isUnknown(concept, rarity));
  return isBesideUnknown ? ENOUGH_BESIDE_UNKNOWN : ENOUGH;
}

/** Every sentence of the passages with what speaks for it; `scripts/fit-answers.ts` is fitted to the same. */
export function rateCandidates({ text, concepts, asks, candidates, rarity, today }: Input) {
  const asked = weigh(concepts, asks, { rarity, matter: matterOf(text) });
  const read = readCandidates(withoutOthers(candidates, text), { concepts, today });
  return { asked, read, units: read.flatMap((one) => unitsOf(one, asked)) };
}

/** One word may be a topic ('Shipping') beside which others tell of it; several are what a thing is called. */
const NAME_FROM = 2;

/**
 * Without what stands under the name of another thing, where the question calls one by its whole name: how long the one
 * tea steeps is not told by the label of the next.
 */
function withoutOthers(candidates: readonly Candidate[], text: string): readonly Candidate[] {
  const asked = stemsOf(text);
  const called = new Map<string, Set<string>>();
  for (const candidate of candidates) {
    const { beside, roots, isName } = placeOf(candidate);
    if (!isName || ![...roots].every((root) => asked.has(root))) continue;
    called.set(beside, new Set([...(called.get(beside) ?? []), ...roots]));
  }
  if (called.size === 0) return candidates;
  return candidates.filter((candidate) => {
    const { beside, roots, isName } = placeOf(candidate);
    const thing = called.get(beside);
    if (!thing || !isName || [...roots].every((root) => asked.has(root))) return true;
    // It is asked about as well, or tells of the thing that is.
    const within = stemsOf(candidate.text);
    return (
      [...roots].some((root) => asked.has(root) && !thing.has(root)) ||
      [...thing].some((root) => within.has(root) && !roots.has(root))
    );
  });
}

/** Where a passage stands: among which headings, and under which words. */
function placeOf({ knowledgeId, headings }: Candidate) {
  const path = headings.split(' › ');
  const heading = path.at(-1) ?? '';
  const roots = stemsOf(heading);
  const isOfThing = termsOf(heading).some((word) => wordKind(word) === 'thing');
  return {
    beside: `${knowledgeId} ${path.slice(0, -1).join(' › ')}`,
    roots,
    isName: roots.size >= NAME_FROM && isOfThing && !heading.endsWith('?'),
  };
}

/** The nearest sentence of each passage, nearest first; of equal ones the newer. */
export function nearestOf(units: readonly Unit[]): Unit[] {
  const best = bestOf(units, ({ nearness }) => nearness);
  const [first] = best;
  if (!first) return best;
  // The same sentence with other figures and a later date has replaced it.
  const newest = best
    .filter((unit) => wordingOf(unit) === wordingOf(first) && unit.nearness >= first.nearness - NEARLY)
    .toSorted((one, other) => newerFirst(one.candidate, other.candidate))[0];
  if (!newest || newest === first) return best;
  return [newest, ...best.filter((unit) => unit !== newest)];
}

/** How likely the nearest is to answer. */
function sureness([first]: readonly Unit[]): number {
  return first && first.nearness !== -Infinity ? surenessOf(first.features) : 0;
}

/** What answers one of several questions, read beside what the others are about. */
function bestOfPart(
  { text, words, asks }: Part,
  { asked, read }: { asked: Weighed; read: readonly Read[] },
): { unit: Unit; isSure: boolean } | undefined {
  const concepts = asked.concepts.map((concept) =>
    words.has(concept.word) ? concept : { ...concept, weight: concept.weight * OF_OTHER_PART },
  );
  const ofPart = weigh(concepts, asks, { rarity: asked.rarity, matter: matterOf(text) });
  const units = read.flatMap((one) => unitsOf(one, ofPart));
  const best = nearestOf(units);
  const isLikely = sureness(best) >= SURE;
  const [most] = bestOf(units, ({ score }) => score);
  const own = concepts.filter(({ word }) => words.has(word));
  const isSaid = isSaidEnough(most, best, { concepts: own, rarity: asked.rarity });
  const unit = isSaid && !isLikely ? most : best[0];
  return unit && { unit, isSure: isSaid || isLikely };
}

/** The best of each passage, best first; of equal ones the newer. */
function bestOf(units: readonly Unit[], valueOf: (unit: Unit) => number): Unit[] {
  const best = new Map<Candidate, Unit>();
  for (const unit of units) {
    const known = best.get(unit.candidate);
    if (!known || valueOf(unit) > valueOf(known)) best.set(unit.candidate, unit);
  }
  return [...best.values()].sort((left, right) => {
    const [one, other] = [valueOf(left), valueOf(right)];
    if (one !== other) return other > one ? 1 : -1;
    return right.score - left.score || newerFirst(left.candidate, right.candidate);
  });
}

function likelihoodOf(nearness: number): number {
  return round(1 / (1 + Math.exp(-nearness)));
}

function withoutRepeats(units: readonly Unit[]): Unit[] {
  const kept: Unit[] = [];
  for (const unit of units) {
    const isSame = (other: Unit): boolean => other.candidate === unit.candidate || isRepeat(other, unit);
    if (!kept.some(isSame)) kept.push(unit);
  }
  return kept;
}

function quotedOf({ candidate, sentences, at }: Unit, { concepts }: Weighed, text: string): Quoted {
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
    heading: isToldFirst ? heading : repliedTo(quote, [heading, candidate.title], text),
  };
}

const YES_OR_NO = /^(?:yes|yep|no|nope|ja|nein|oui|non|sí)\b/i;

/**
 * The question of the knowledge that a 'yes' belongs to, where another one was asked: 'Yes, it holds no plastic' is right
 * for 'Is it free of plastic?' and a lie for 'Does it hold plastic?'.
 */
function repliedTo(quote: string, titles: readonly string[], asked: string): string {
  if (!YES_OR_NO.test(quote)) return '';
  const question = titles.find((title) => title.endsWith('?')) ?? '';
  return termsOf(question).join(' ') === termsOf(asked).join(' ') ? '' : question;
}

/** Sentences that lean on the one before them. */
const LEANS =
  /^(?:it|its|they|their|these|those|this|that|he|she|then|there|also|but|so|both|otherwise|however|except|unless|only|if|after that|later|below that|over that)\b/i;

/** So little is read at a glance. */
const AT_A_GLANCE = 200;

/** Only what speaks of the question, without what stands before and behind; of the first passage, more. */
function spokenOf(unit: Unit, { concepts, asks }: Weighed, isFirst: boolean): Unit {
  const { sentences, at, candidate } = unit;
  if (candidate.isRow || sentences.length < 2) return unit;
  // Who asks for the hours means those of each day, and who asks what they all are means the whole list.
  if ((asks.kind === 'hours' || asks.each) && isListOfLines(sentences, candidate.text)) return unit;
  const ofList = isListOfLines(sentences, candidate.text) ? spokenLines(unit, concepts) : undefined;
  if (ofList) return ofList;
  if (isFirst && sentences.join(' ').length <= AT_A_GLANCE) return unit;
  const speaks = (index: number): boolean => {
    const roots = stemsOf(sentences[index] ?? '');
    return concepts.some((one) => [...one.roots.keys(), ...one.alike.keys()].some((root) => roots.has(root)));
  };
  const leans = (index: number): boolean => LEANS.test(sentences[index] ?? '');
  // What goes on about the same thing may be the exception to it.
  const own = [...stemsOf(sentences[at] ?? '')].filter((root) => /^\p{L}{4,}$/u.test(root));
  const goesOn = (index: number): boolean => {
    const roots = stemsOf(sentences[index] ?? '');
    return isFirst && own.some((root) => roots.has(root));
  };
  let [from, to] = [at, at + 1];
  while (from > 0 && (leans(from) || speaks(from - 1))) from -= 1;
  while (to < sentences.length && (leans(to) || speaks(to) || goesOn(to))) to += 1;
  return { ...unit, sentences: sentences.slice(from, to), at: at - from };
}

/** A price list, a timetable: lines that each stand for themselves, though no mark begins them. */
function isListOfLines(sentences: readonly string[], text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.length >= 3 &&
    sentences.length >= lines.length &&
    lines.every((line) => line.length <= LONGEST_ENTRY && /^\s*[\p{Lu}\p{N}]/u.test(line)) &&
    lines.filter((line) => /\d/.test(line)).length * 2 > lines.length
  );
}

/** The lines of a list that say most of what was asked; undefined where that stands above them all. */
function spokenLines(unit: Unit, concepts: readonly Concept[]): Unit | undefined {
  const said = unit.sentences.map((sentence) => {
    const roots = stemsOf(sentence);
    return concepts.reduce((sum, { roots: meant, weight }) => {
      return [...meant.keys()].some((root) => roots.has(root)) ? sum + weight : sum;
    }, 0);
  });
  const most = Math.max(...said);
  const best = said.flatMap((value, at) => (value === most ? [at] : []));
  if (most === 0 || best.length > MOST_LINES) return undefined;
  return { ...unit, sentences: best.map((at) => unit.sentences[at] ?? ''), at: 0 };
}

/** Passages that warn: read out beside a referral, because leaving them out could harm. */
export function composeCautions(input: {
  concepts: readonly Concept[];
  candidates: readonly Candidate[];
  rarity: Rarity;
  today: string;
}): Citation[] {
  const asked = weigh(input.concepts, ASKS_NOTHING, { rarity: input.rarity });
  const warnings = input.candidates.flatMap((candidate) => {
    const sentences = sentencesOf(candidate.text).filter((sentence) => !isInstruction(sentence));
    const heeded = sentences.filter((sentence) => CAUTION.test(sentence) || CAUTION.test(candidate.headings));
    if (heeded.length === 0) return [];
    const read = readCandidate({ ...candidate, text: heeded.join('\n') }, input);
    const [unit] = bestOf(unitsOf(read, asked), ({ score }) => score);
    return unit && unit.score >= ENOUGH_TO_WARN ? [unit] : [];
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

type Reader = Pick<Input, 'concepts' | 'today'>;

/** What of a passage may be quoted, and where each part of the question stands in it. */
function readCandidate(candidate: Candidate, { concepts, today }: Reader): Read {
  const all = candidate.isRow ? [candidate.text] : sentencesOf(candidate.text);
  const readOn = { today, writtenOn: candidate.writtenOn };
  const sentences = isUnderPast(candidate.headings, readOn)
    ? []
    : all.filter((sentence) => !isPast(sentence, readOn) && !isInstruction(sentence) && !isStamp(sentence));
  return { candidate, sentences, placed: placeSentences(sentences, candidate, concepts) };
}

/** The passages with what their sentences are about, as many as there is time for. */
function readCandidates(candidates: readonly Candidate[], reader: Reader): Read[] {
  const headings = new Map<string, Matter | undefined>();
  let left = MOST_READ;
  return candidates.map((candidate) => {
    const read = readCandidate(candidate, reader);
    left -= read.placed.length;
    if (left < 0) return read;
    const heading = candidate.headings.split(' › ').at(-1) ?? '';
    if (!headings.has(heading)) headings.set(heading, heading === '' ? undefined : matterOf(heading));
    const within = read.placed.map(({ sentence, roots }) => matterOf(sentence, roots));
    const above = headings.get(heading);
    const placed = read.placed.map((one, at) => {
      const own = within[at];
      return own ? { ...one, matters: { own, above, within } } : one;
    });
    return { ...read, placed };
  });
}

function unitsOf({ candidate, sentences, placed }: Read, asked: Weighed): Unit[] {
  const { relief } = asked.asks;
  return placed.flatMap((one, at) =>
    relief && !mayTellOfRelief(candidate, sentences[at] ?? '', relief)
      ? []
      : [{ candidate, sentences, at, ...rate(asked, one) }],
  );
}

function choose(
  units: readonly Unit[],
  { asked: { weights, whole, asks }, isNearly }: { asked: Weighed; isNearly: (unit: Unit) => boolean },
): Unit[] {
  const [first, ...others] = units;
  if (!first) return [];
  const chosen = [first];
  const covered = [...first.matched];
  const isList = asks.which && first.candidate.isRow;
  for (const unit of others) {
    if (chosen.length >= (isList ? MOST_ROWS : MOST_QUOTES)) break;
    // The newer of two that say the same with other figures has won: it stands first.
    if (chosen.some((other) => isRepeat(other, unit))) continue;
    const gain = unit.matched.reduce(
      (sum, value, index) => sum + Math.max(0, value - (covered[index] ?? 0)) * (weights[index] ?? 0),
      0,
    );
    if (!isNearly(unit) && (gain / whole < GAIN || unit.score < LEAST_SAID)) continue;
    chosen.push(unit);
    unit.matched.forEach((value, index) => {
      covered[index] = Math.max(covered[index] ?? 0, value);
    });
  }
  return chosen;
}

/** Whether both say the same; a row of a table is one thing with the answer that was kept from it. */
function isRepeat(one: Unit, other: Unit): boolean {
  return wordingOf(one) === wordingOf(other) || one.sentences[one.at] === other.sentences[other.at];
}

/** The words of the sentence that fits best, without its figures. */
function wordingOf({ sentences, at, candidate }: Unit): string {
  const sentence = sentences[at] ?? '';
  return candidate.isRow ? sentence : termsOf(sentence.replace(/[$€£]?\d+(?:[.,:]\d+)*\s?%?/g, '')).join(' ');
}

/** What is quoted of a passage for one of its sentences. */
export function quoteOf(candidate: Candidate, sentences: readonly string[], at: number): string {
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
