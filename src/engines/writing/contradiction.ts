import { figureOf, sentencesOf, stemsOf } from './sentences.ts';

/** How much of what a sentence says: "six blends", "$18", "18:00", "28 November". */
type Measure = { unit: string; value: string };

/** What a fact and a brief may say differently about the same thing. */
type Said = { stems: string[]; measures: Measure[]; denied: string[]; affirmed: string[] };

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
/** Units that count about anything: of the same thing they differ, of another they have nothing to do with it. */
const OF_ANYTHING =
  /^(?:money|time|date|weekday|%|percent|[mk]?g|[mcd]?l|[mck]?m|second|minute|hour|day|night|week|month|year|person|people|place|piece)$/;
const MONEY = /^(?:[$€£]|pound|dollar|euro|cent|gbp|usd|eur)$/;
const DENIED =
  /\b(?:no|without|free (?:of|from)|not any|zero)\s+([\p{L}]+)|([\p{L}]{4,})[- ]free\b(?! (?:of|from))/giu;
/** So many words of meaning at the beginning of a fact say what it is about. */
const SUBJECT_STEMS = 3;

/**
 * Whether a fact says something else than the brief does: another figure, price, time or day of the same thing, or that
 * there is of something what the brief says there is none of. Whoever writes a brief knows what holds this time.
 */
export function contradicts(fact: string, brief: string): boolean {
  const told = saidOf(fact);
  const subject = subjectOf(fact, told);
  return contextsOf(brief).some(({ said, context }) => {
    const isSameThing = subject.some((stem) => context.has(stem));
    const differs = told.measures.some(
      ({ unit, value }) =>
        (isSameThing || !OF_ANYTHING.test(unit)) &&
        said.measures.some((other) => other.unit === unit) &&
        !said.measures.some((other) => other.unit === unit && other.value === value),
    );
    const isDenied =
      told.denied.some((thing) => said.affirmed.includes(thing)) ||
      said.denied.some((thing) => told.affirmed.includes(thing));
    return differs || (isSameThing && isDenied);
  });
}

/** Each sentence of a brief with the words that tell what it is about: a bare list is about the sentence before it. */
function contextsOf(brief: string): { said: Said; context: Set<string> }[] {
  const contexts: { said: Said; context: Set<string> }[] = [];
  for (const sentence of brief.split('\n').flatMap(sentencesOf)) {
    const said = saidOf(sentence);
    const own = ownStems(said);
    const before = own.length <= 1 ? (contexts.at(-1)?.context ?? []) : [];
    contexts.push({ said, context: new Set([...before, ...own]) });
  }
  return contexts;
}

function subjectOf(fact: string, said: Said): string[] {
  const own = ownStems(said);
  const lead = stemsOf(fact.split(/[$€£]?\d/)[0] ?? '').filter((stem) => own.includes(stem));
  return (lead.length > 0 ? lead : own).slice(0, SUBJECT_STEMS);
}

/** Without what is counted and how much of it there is. */
function ownStems({ stems, measures }: Said): string[] {
  return stems.filter(
    (stem) =>
      figureIn(stem) === undefined && !MONEY.test(stem) && !measures.some(({ unit }) => unit === stem),
  );
}

function saidOf(text: string): Said {
  const denied = [...text.matchAll(DENIED)].flatMap(([, behind, before]) => stemsOf(behind ?? before ?? ''));
  const stems = stemsOf(text);
  return {
    stems,
    measures: measuresIn(text),
    denied,
    affirmed: stemsOf(text.replace(DENIED, ' ')),
  };
}

function measuresIn(text: string): Measure[] {
  const tokens = text.toLowerCase().match(/\d+(?:[:.,]\d+)*|[\p{L}]+|[$€£%]|[^\s\p{L}\d]/gu) ?? [];
  return tokens.flatMap((token, index): Measure[] => {
    if (WEEKDAYS.includes(token.replace(/s$/, '')))
      return [{ unit: 'weekday', value: token.replace(/s$/, '') }];
    const value = figureIn(token);
    if (value === undefined) return [];
    const [before = '', after = ''] = [tokens[index - 1], tokens[index + 1]];
    const month = [before, after].find((word) => MONTHS.includes(word));
    if (month !== undefined) return [{ unit: 'date', value: `${value} ${month}` }];
    if (/^\d{1,2}:\d{2}$/.test(token)) return [{ unit: 'time', value: token }];
    if (MONEY.test(before) || MONEY.test(singular(after))) return [{ unit: 'money', value }];
    if (after === '%') return [{ unit: '%', value }];
    const unit = countedBehind(tokens.slice(index + 1, index + 4));
    return unit === undefined ? [] : [{ unit, value }];
  });
}

/** Of the words behind a figure the first in the plural, or the first one: "six winter blends", "30 mg caffeine". */
function countedBehind(behind: readonly string[]): string | undefined {
  const [hyphen, ...others] = behind;
  const words = hyphen === '-' ? others : behind;
  const end = words.findIndex((word) => !/^\p{L}+$/u.test(word) || stemsOf(word).length === 0);
  const run = end < 0 ? words : words.slice(0, end);
  const [counted] = stemsOf(run.find((word) => /[^s]s$/.test(word)) ?? run[0] ?? '');
  return counted;
}

function singular(word: string): string {
  return word.replace(/s$/, '');
}

/** "six" and "6" alike; undefined for other words, and for "a" and "one", which mostly count nothing. */
function figureIn(token: string): string | undefined {
  if (/^(?:an?|one)$/.test(token)) return undefined;
  const figure = figureOf(token);
  if (figure !== undefined) return String(figure);
  return /^\d+(?:[:.,]\d+)*$/.test(token)
    ? token.replace(/(?<=\d),(?=\d{3})/g, '').replace(/\.00?$/, '')
    : undefined;
}
