/**
 * The matcher. A pattern is a line a lawyer can read:
 *
 *   CURE ..6 DISEASE            a word of the class CURE, at most six words, a word of DISEASE, in one sentence
 *   +come off ..4 DRUG          any form of "come", then "off"
 *   (so|because) WORD?          one of these words; WORD may be missing
 *   get_rid_of                  words that belong together, where a single word is expected
 *   DISEASE:question >> PRODUCT DISEASE in a question, PRODUCT in that or one of the two sentences that follow
 *   PRODUCT & CURE              both in one sentence, in any order
 *   ^ hurry                     at the start of a sentence
 *
 * Flags after a colon: question, quoted, name (CamelCase), upper, capital. Every element becomes one bit; each word of the
 * vocabulary knows its bits and the patterns it can start, so a word that starts nothing costs one look-up. Gaps,
 * windows and sentences are bounded, therefore the work is linear in the length of the text.
 */
import { type Reading, SENTENCE_END, type Token } from './read.ts';
import { formsIfVerb, type Lexicon, nounForms, verbForms } from './words.ts';

/** How far apart the parts of `&` and `>>` may stand, in words. */
const WINDOW = 45;
const SENTENCES_AHEAD = 2;

/** Stands in the lexicon and in patterns for any word of a CamelCase name. */
const PRODUCT_NAME = '@name';

/** Stands there for any number that is not spelled out. */
const NUMBER = '@number';

const FLAGS = ['question', 'quoted', 'name', 'upper', 'capital'] as const;
type Flag = (typeof FLAGS)[number];

type Step =
  | { kind: 'word'; id: number; flag: Flag | undefined; isOptional: boolean }
  | { kind: 'gap'; most: number };

type Part = { steps: Step[]; first: number; flag: Flag | undefined; isAtStart: boolean };

type Pattern<Owner> = {
  owner: Owner;
  part: Part;
  others: Part[];
  link: '&' | '>>' | undefined;
  /** Elements that its sentence has to hold for the pattern to be worth a try, the rarest first, without its own first. */
  needs: number[];
};

/** What follows a word, and the elements that they are together. */
type Phrase = { rest: string[]; bits: Int32Array };
/** Thousands of words are in the same classes; what is alike is kept once. */
type Word = {
  /** The elements this word is, alone. */
  bits: Int32Array;
  /** The elements that this word is or begins. */
  reach: readonly number[];
  phrases: readonly Phrase[];
  /** Patterns that can start here. */
  starts: readonly number[];
};

export type Match<Owner> = {
  owner: Owner;
  /** Tokens, end exclusive. */
  from: number;
  to: number;
  /** The words the pattern asked for; others stand in its gaps. */
  used: number[];
};

type Search<Owner> = {
  reading: Reading;
  /** Words that no pattern sees. */
  isDead: Uint8Array;
  /** Whose patterns to look for, asked again before each; everybody's when left out. */
  wants?: (owner: Owner) => boolean;
  take: (match: Match<Owner>) => void;
};

export type Matcher<Owner> = {
  isKnown: (word: string) => boolean;
  /** Hands over every place where a pattern fits. */
  find: (search: Search<Owner>) => void;
};

type Sources<Owner> = Iterable<{ owner: Owner; patterns: readonly string[] }>;

/** What the matcher works on. */
type Compiled<Owner> = {
  patterns: Pattern<Owner>[];
  vocabulary: ReadonlyMap<string, Word>;
  /** How many elements the patterns are made of. */
  elements: number;
};

/** A place to stop at after each pattern and after so many words: together they take a quarter of a second. */
const WORDS_AT_ONCE = 200;

export function* compilePatterns<Owner>(
  lexicon: Lexicon,
  sources: Sources<Owner>,
): Generator<void, Matcher<Owner>, void> {
  return createMatcher(yield* compile(lexicon, sources));
}

/** Apart from the matcher, so that what is needed on the way is not kept with it: it is five times as large. */
function* compile<Owner>(lexicon: Lexicon, sources: Sources<Owner>): Generator<void, Compiled<Owner>, void> {
  const ids = new Map<string, number>();
  const words = new Map<string, { ids: Set<number>; phrases: Map<string[], Set<number>> }>();
  const patterns: Pattern<Owner>[] = [];

  // A class is part of many elements: its entries are cut once, and their words are kept once.
  const cut = new Map<string, { first: string; rest: string[] }>();
  const cutOf = (entry: string): { first: string; rest: string[] } => {
    const known = cut.get(entry);
    if (known) return known;
    const [first = '', ...rest] = entry.split(/[\s_-]+/).map((part) => part.replace(/'(?!t$).*/, ''));
    const made = { first, rest };
    cut.set(entry, made);
    return made;
  };

  /** By element: how many words and phrases are one. */
  const sizes: number[] = [];
  const enter = (entry: string, id: number): void => {
    const { first, rest } = cutOf(entry);
    sizes[id] = (sizes[id] ?? 0) + 1;
    let word = words.get(first);
    if (!word) words.set(first, (word = { ids: new Set(), phrases: new Map() }));
    if (rest.length === 0) {
      word.ids.add(id);
      return;
    }
    const phrase = word.phrases.get(rest);
    if (phrase) phrase.add(id);
    else word.phrases.set(rest, new Set([id]));
  };

  const elementId = (source: string): number => {
    const known = ids.get(source);
    if (known !== undefined) return known;
    const id = ids.size;
    ids.set(source, id);
    for (const option of source.replace(/^\(|\)$/g, '').split('|')) {
      if (/^[A-Z][A-Z_]+$/.test(option)) {
        const entries = lexicon[option];
        if (!entries) throw new Error(`The lexicon has no class ${option}.`);
        for (const entry of entries) enter(entry, id);
      } else if (option.startsWith('+')) {
        for (const form of verbForms(option.slice(1).replaceAll('_', ' '))) enter(form, id);
      } else if (option.startsWith('*')) {
        for (const form of nounForms(option.slice(1).replaceAll('_', ' '))) enter(form, id);
      } else for (const form of formsIfVerb(option)) enter(form, id);
    }
    return id;
  };

  const readPart = (source: string): Part => {
    const steps: Step[] = [];
    let isAtStart = false;
    for (const element of source.trim().split(/\s+/)) {
      if (element === '^') {
        isAtStart = true;
        continue;
      }
      const gap = /^\.\.(\d+)$/.exec(element);
      if (gap) {
        steps.push({ kind: 'gap', most: Number(gap[1]) });
        continue;
      }
      const isOptional = element.endsWith('?') && element.length > 1;
      const [name = '', mark] = (isOptional ? element.slice(0, -1) : element).split(':');
      const flag = FLAGS.find((known) => known === mark);
      if (flag !== mark) throw new Error(`Unknown flag in ${source}.`);
      steps.push({ kind: 'word', id: elementId(name), flag, isOptional });
    }
    const [first] = steps;
    if (first?.kind !== 'word' || first.isOptional)
      throw new Error(`A pattern starts with a word: ${source}`);
    return { steps, first: first.id, flag: first.flag, isAtStart };
  };

  for (const { owner, patterns: lines } of sources) {
    for (const line of lines) {
      const link = line.includes(' >> ') ? '>>' : line.includes(' & ') ? '&' : undefined;
      const [part, ...others] = (link === undefined ? [line] : line.split(` ${link} `)).map(readPart);
      if (!part) continue;
      const near = link === '&' ? [part, ...others] : [part];
      const needs = near.flatMap(({ steps }) =>
        steps.flatMap((step) => (step.kind === 'word' && !step.isOptional ? [step.id] : [])),
      );
      const further = [...new Set(needs)].filter((id) => id !== part.first);
      patterns.push({ owner, part, others, link, needs: further });
      yield;
    }
  }

  for (const { needs } of patterns) needs.sort((one, other) => (sizes[one] ?? 0) - (sizes[other] ?? 0));
  const width = Math.ceil(ids.size / 32);
  const startsOf = Map.groupBy(patterns.keys(), (index) => patterns[index]?.part.first ?? -1);
  const bitsOf = keptOnce((own) => {
    const bits = new Int32Array(width);
    for (const id of own) bits[id >> 5] = (bits[id >> 5] ?? 0) | (1 << (id & 31));
    return bits;
  });
  const reachOf = keptOnce((reach) => ({ reach, starts: reach.flatMap((id) => startsOf.get(id) ?? []) }));
  const loneWord = keptOnce((own): Word => ({ bits: bitsOf(own), ...reachOf(own), phrases: [] }));
  const vocabulary = new Map<string, Word>();
  for (const [text, { ids: own, phrases }] of words) {
    const word: Word =
      phrases.size === 0
        ? loneWord(own)
        : {
            bits: bitsOf(own),
            ...reachOf(new Set([...own, ...[...phrases.values()].flatMap((together) => [...together])])),
            phrases: [...phrases]
              .map(([rest, together]) => ({ rest, bits: bitsOf(together) }))
              .toSorted((left, right) => right.rest.length - left.rest.length),
          };
    vocabulary.set(text, word);
    if (vocabulary.size % WORDS_AT_ONCE === 0) yield;
  }

  return { patterns, vocabulary, elements: ids.size };
}

/** Makes a thing of a set of elements, and answers the same one for the same set. */
function keptOnce<T>(make: (ids: readonly number[]) => T): (ids: Iterable<number>) => T {
  const known = new Map<string, T>();
  return (given) => {
    const ids = [...given].toSorted((left, right) => left - right);
    const key = ids.join();
    let made = known.get(key);
    if (made === undefined) known.set(key, (made = make(ids)));
    return made;
  };
}

function createMatcher<Owner>({ patterns, vocabulary, elements }: Compiled<Owner>): Matcher<Owner> {
  const unions = new Map<string, Word>();
  /** What the word is, and what stands for its kind as well. */
  function entryAs(kind: typeof PRODUCT_NAME | typeof NUMBER, word: string): Word | undefined {
    const own = vocabulary.get(word);
    const general = vocabulary.get(kind);
    if (!own || !general) return own ?? general;
    let both = unions.get(kind + word);
    if (!both) {
      both = {
        bits: own.bits.map((field, index) => field | (general.bits[index] ?? 0)),
        reach: [...own.reach, ...general.reach],
        phrases: own.phrases,
        starts: [...new Set([...own.starts, ...general.starts])],
      };
      unions.set(kind + word, both);
    }
    return both;
  }

  const find: Matcher<Owner>['find'] = ({ reading, isDead, wants = () => true, take }) => {
    const { tokens, sentences } = reading;
    const entries = tokens.map((token, index) => lookUp(token, index));
    const used: number[] = [];

    function lookUp(token: Token, index: number): Word | undefined {
      if (token.isUpper && !tokens[index - 1]?.isUpper && !tokens[index + 1]?.isUpper) {
        const exact = vocabulary.get(token.word.toUpperCase());
        if (exact) return exact;
      }
      if (token.isName) return entryAs(PRODUCT_NAME, token.word);
      const code = token.word.charCodeAt(0);
      return code >= 48 && code <= 57 ? entryAs(NUMBER, token.word) : vocabulary.get(token.word);
    }

    /** How many words from `index` on are what the element asks for; 0 for none. */
    function fits(id: number, flag: Flag | undefined, index: number): number {
      const entry = entries[index];
      if (entry === undefined || isDead[index] === 1) return 0;
      if (flag !== undefined && !hasFlag(flag, index)) return 0;
      for (const phrase of entry.phrases) {
        if (holds(phrase.bits, id) === 1 && follows(phrase.rest, index)) return phrase.rest.length + 1;
      }
      return holds(entry.bits, id);
    }

    function follows(rest: string[], index: number): boolean {
      for (let at = 0; at < rest.length; at += 1) {
        const token = tokens[index + 1 + at];
        if (token?.word !== rest[at] || token?.breakBefore === SENTENCE_END || isDead[index + 1 + at] === 1)
          return false;
      }
      return true;
    }

    function hasFlag(flag: Flag, index: number): boolean {
      const token = tokens[index];
      if (!token) return false;
      if (flag === 'quoted') return token.isQuoted;
      if (flag === 'name') return token.isName;
      if (flag === 'upper') return token.isUpper;
      if (flag === 'capital') return token.isCapital;
      return sentences[token.sentence]?.isQuestion ?? false;
    }

    /** Where the steps end when they begin at `index`, or -1. Shortest gaps first. */
    function run(steps: Step[], at: number, index: number, limit: number): number {
      const step = steps[at];
      if (!step) return index;
      if (step.kind === 'gap') {
        for (let skip = 0; skip <= step.most && index + skip < limit; skip += 1) {
          const end = run(steps, at + 1, index + skip, limit);
          if (end >= 0) return end;
        }
        return -1;
      }
      const length = index < limit ? fits(step.id, step.flag, index) : 0;
      if (length > 0 && index + length <= limit) {
        const before = used.length;
        for (let offset = 0; offset < length; offset += 1) used.push(index + offset);
        const end = run(steps, at + 1, index + length, limit);
        if (end >= 0) return end;
        used.length = before;
      }
      return step.isOptional ? run(steps, at + 1, index, limit) : -1;
    }

    function sentenceEnd(sentence: number): number {
      return sentences[Math.min(sentence, sentences.length - 1)]?.to ?? tokens.length;
    }

    /** Somewhere in [from, to), not across sentences. Answers [start, end). */
    function findPart(part: Part, from: number, to: number): [number, number] | undefined {
      for (let index = from; index < to; index += 1) {
        if (fits(part.first, part.flag, index) === 0) continue;
        const sentence = tokens[index]?.sentence ?? 0;
        if (part.isAtStart && sentences[sentence]?.from !== index) continue;
        const end = run(part.steps, 0, index, Math.min(to, sentenceEnd(sentence)));
        if (end >= 0) return [index, end];
      }
      return undefined;
    }

    // For each element the last sentence that holds it, counted from 1.
    const heldBy = new Int32Array(elements);
    for (let sentence = 0; sentence < sentences.length; sentence += 1) {
      const { from: first = 0, to: limit = 0 } = sentences[sentence] ?? {};
      for (let index = first; index < limit; index += 1) {
        const entry = entries[index];
        if (entry) for (const id of entry.reach) heldBy[id] = sentence + 1;
      }
      for (let index = first; index < limit; index += 1) tryAt(index, sentence, first, limit);
    }

    function isWorthIt(needs: number[], sentence: number): boolean {
      for (const id of needs) if (heldBy[id] !== sentence + 1) return false;
      return true;
    }

    function tryAt(index: number, sentence: number, first: number, limit: number): void {
      const entry = entries[index];
      if (!entry || isDead[index] === 1) return;
      for (const number of entry.starts) {
        const pattern = patterns[number];
        if (!pattern || !isWorthIt(pattern.needs, sentence) || !wants(pattern.owner)) continue;
        if (pattern.part.isAtStart && first !== index) continue;
        used.length = 0;
        const end = run(pattern.part.steps, 0, index, limit);
        if (end < 0) continue;
        let from = index;
        let to = end;
        const isWhole = pattern.others.every((other) => {
          const found =
            pattern.link === '&'
              ? findPart(
                  other,
                  Math.max(sentences[sentence]?.from ?? 0, index - WINDOW),
                  Math.min(limit, end + WINDOW),
                )
              : findPart(other, to, Math.min(sentenceEnd(sentence + SENTENCES_AHEAD), end + WINDOW));
          if (!found) return false;
          from = Math.min(from, found[0]);
          to = Math.max(to, found[1]);
          return true;
        });
        if (isWhole) take({ owner: pattern.owner, from, to, used: [...used] });
      }
    }
  };

  return { isKnown: (word) => vocabulary.has(word), find };
}

function holds(bits: Int32Array, id: number): number {
  return ((bits[id >> 5] ?? 0) >>> (id & 31)) & 1;
}
