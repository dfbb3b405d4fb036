import { type Language, plainLanguageOf } from '#kit/language.ts';
import { hasOptOutRoles, withoutReason } from './opt-out-roles.ts';
import { OPT_OUTS, type OptOutPatterns } from './patterns.ts';
import { foldSentence, sentencesIn } from './sentences.ts';

/** Shorter words have too many neighbors. */
const SHORTEST_TYPO = 6;
const LONGEST_TYPO = 18;
/** From this length on a word is recognized with two errors. */
const LONG_WORD = 11;
/** Shorter messages may be taken for another language. */
const SHORTEST_SURE = 60;
/** A shorter sentence is a greeting or a signature. */
const FEWEST_WORDS = 4;
/** Where a clause ends within a sentence. */
const CLAUSE_ENDS = /[,;:()–—]/g;
/** A signature below a single "Stop" has no more words than this and no sentence. */
const SIGNATURE_WORDS = 25;

const DOUBTS = ['vetoes', 'narrow', 'stay'] as const;

/** What the patterns of a language find against an opt-out, anywhere in a message. */
export function optOutDoubts(text: string, language: Language): (typeof DOUBTS)[number][] {
  const sentences = sentencesIn(text).map(foldSentence);
  const patterns = OPT_OUTS.find((one) => one.language === language);
  return DOUBTS.filter((doubt) =>
    patterns?.[doubt].some((pattern) => sentences.some((sentence) => pattern.test(sentence))),
  );
}

/**
 * Whether a message plainly asks to hear no more: not negated, not past, no mere question, for the writer and for
 * everything we send. Anything less is left to people.
 */
export function isOptOut(text: string): boolean {
  const sentences = sentencesIn(text).map(foldSentence);
  const whole = sentences.join(' ');
  const language = plainLanguageOf(text);
  // Of few words the language is a guess, but what it says against a request counts.
  const isSure =
    whole.length >= SHORTEST_SURE ||
    OPT_OUTS.some((one) => one.language === language && hasDoubt(whole, one));
  return OPT_OUTS.some((patterns) => {
    if (isSure && !mayBeIn(patterns, language)) return false;
    if (sentences.some((sentence) => patterns.stay.some((pattern) => pattern.test(sentence)))) return false;
    return (
      isWeakAlone(patterns, sentences) ||
      patterns.whole.some((pattern) => pattern.test(whole)) ||
      sentences.some((sentence) => {
        const meant = withoutTypos(sentence, patterns.typos);
        return [sentence, meant].some(
          (one) =>
            isStrong(one, patterns) ||
            isRequest(one, patterns) ||
            ((patterns.language === language || language === undefined) &&
              isRequestInOtherWords(one, patterns)),
        );
      })
    );
  });
}

/** Words of one language may be of another too; those of English are used everywhere. */
function mayBeIn(patterns: OptOutPatterns, language: string | undefined): boolean {
  const isKnown = OPT_OUTS.some((one) => one.language === language);
  return !isKnown || patterns.language === language || patterns.language === 'en';
}

/** The sentence without marks and without words that change nothing. */
function bareOf(sentence: string, { polite, strong }: OptOutPatterns): string {
  const words = sentence.replace(/[^\w']+/g, ' ').trim();
  return strong.test(words) ? words : words.replace(polite, ' ').replace(/\s+/g, ' ').trim();
}

/** As a sentence, or as a part of one that is not turned around. */
function isStrong(sentence: string, patterns: OptOutPatterns): boolean {
  if (patterns.strong.test(bareOf(sentence, patterns))) return true;
  const parts = sentence.split(CLAUSE_ENDS);
  return (
    parts.length > 1 &&
    parts.some((part) => patterns.strong.test(bareOf(part, patterns))) &&
    !sentence.endsWith('?') &&
    !patterns.vetoes.some((pattern) => pattern.test(sentence))
  );
}

function isWeakAlone(patterns: OptOutPatterns, sentences: readonly string[]): boolean {
  const at = sentences.findIndex((sentence) => bareOf(sentence, patterns) !== '');
  const first = sentences[at];
  if (first === undefined || first.includes('?')) return false;
  const words = first.replace(/[^\w']+/g, ' ').trim();
  if (!patterns.weak.test(words) && !patterns.weak.test(bareOf(first, patterns))) return false;
  const rest = sentences.slice(at + 1).filter((sentence) => {
    const bare = bareOf(sentence, patterns);
    return bare !== '' && !patterns.weak.test(bare);
  });
  const count = rest.reduce((sum, sentence) => sum + sentence.split(' ').length, 0);
  return count <= SIGNATURE_WORDS && rest.every((sentence) => !/[!?]|\w{3}\.$/.test(sentence));
}

function isRequest(sentence: string, { requests, asks, vetoes, narrow }: OptOutPatterns): boolean {
  const matches = requests.flatMap((pattern) => [...sentence.matchAll(pattern)]);
  if (matches.length === 0) return false;
  if (sentence.endsWith('?') && !sentence.split(CLAUSE_ENDS).some((part) => asks.test(part.trim())))
    return false;
  if (vetoes.some((pattern) => pattern.test(sentence))) return false;
  return matches.some((match) => {
    const clause = clauseAround(sentence, match.index, match.index + match[0].length);
    return !narrow.some((pattern) => pattern.test(clause));
  });
}

/** The parts of a request in an order that no pattern has. Less sure, so nothing in its sentence may be narrower. */
function isRequestInOtherWords(sentence: string, { language, vetoes, narrow }: OptOutPatterns): boolean {
  const wish = withoutReason(sentence, language);
  return hasOptOutRoles(wish, language) && ![...vetoes, ...narrow].some((pattern) => pattern.test(wish));
}

function hasDoubt(text: string, { vetoes, narrow, stay }: OptOutPatterns): boolean {
  return [...vetoes, ...narrow, ...stay].some((pattern) => pattern.test(text));
}

/** From the comma before `start` to the one behind `end`. */
function clauseAround(sentence: string, start: number, end: number): string {
  let from = 0;
  let to = sentence.length;
  for (const { index } of sentence.matchAll(CLAUSE_ENDS)) {
    if (index <= start) from = index + 1;
    else if (index >= end) {
      to = index;
      break;
    }
  }
  return sentence.slice(from, to);
}

/** Whether a message asks and requests nothing: greetings and signatures aside, each sentence is a question for an answer. */
export function isMereQuestion(text: string, language: Language): boolean {
  const asks = OPT_OUTS.find((one) => one.language === language)?.asks;
  const sentences = sentencesIn(text)
    .map(foldSentence)
    .filter((sentence) => sentence.split(' ').length >= FEWEST_WORDS || sentence.endsWith('?'));
  return (
    sentences.length > 0 &&
    sentences.every(
      (sentence) =>
        sentence.endsWith('?') &&
        !sentence.split(CLAUSE_ENDS).some((part) => asks?.test(part.trim()) ?? false),
    )
  );
}

/** Folded text of a language without the typing errors that the patterns know. */
export function withoutKnownTypos(text: string, language: Language): string {
  const patterns = OPT_OUTS.find((one) => one.language === language);
  return patterns ? withoutTypos(text, patterns.typos) : text;
}

/** Long words that are plainly meant to be a known one become it. */
function withoutTypos(sentence: string, known: ReadonlySet<string>): string {
  return sentence.replace(/[a-z]+/g, (word) => {
    if (word.length < SHORTEST_TYPO || word.length > LONGEST_TYPO || known.has(word)) return word;
    for (const meant of known) {
      if (meant[0] !== word[0] || meant.length < SHORTEST_TYPO) continue;
      const most = meant.length >= LONG_WORD ? 2 : 1;
      if (Math.abs(meant.length - word.length) <= most && errorsBetween(word, meant) <= most) return meant;
    }
    return word;
  });
}

/** Letters that are wrong, missing, too many or in the wrong order (optimal string alignment distance). */
function errorsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      let cost = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isSwapped) cost = Math.min(cost, (beforeLast[at - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
