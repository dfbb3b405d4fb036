/** Words after which a full stop ends no sentence. */
const ABBREVIATION = /(?:\b(?:a\.m|p\.m|e\.g|i\.e|approx|no|nr|vs|etc|dr|mr|mrs|ms|st|max|min)|\b\p{L})\.$/iu;

const TITLE = /(?:^|\s)(?:Dr|Mr|Mrs|Ms|Prof|St)\.$/;

/** A text cut into sentences; figures, addresses and abbreviations hold together. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const part of text.trim().split(/(?<=[.!?…]["”’)]?)\s+/)) {
    open = open === '' ? part : `${open} ${part}`;
    if (TITLE.test(part) || (ABBREVIATION.test(part) && !/^\p{Lu}/u.test(part))) continue;
    sentences.push(open);
    open = '';
  }
  if (open !== '') sentences.push(open);
  return sentences.filter((sentence) => sentence !== '');
}

export function capitalised(text: string): string {
  return text.replace(
    /^(["“(]?)(\p{Ll})/u,
    (_all, mark: string, letter: string) => mark + letter.toUpperCase(),
  );
}

/** With a full stop where it has no end of its own. */
export function asSentence(text: string): string {
  const trimmed = text.trim().replace(/[,;:\s]+$/, '');
  if (trimmed === '') return '';
  return capitalised(/[.!?…]["”)]?$/.test(trimmed) ? trimmed : `${trimmed}.`);
}

/** Where `fence` characters stand outside of brackets and quotes. */
export function splitOutside(text: string, fence: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let open = '';
  for (const character of text) {
    if (character === '(' || character === '[') depth += 1;
    if (character === ')' || character === ']') depth -= 1;
    if (character === '"') isQuoted = !isQuoted;
    if (character === '“') isQuoted = true;
    if (character === '”') isQuoted = false;
    if (depth <= 0 && !isQuoted && fence.test(character)) {
      parts.push(open);
      open = '';
    } else open += character;
  }
  parts.push(open);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const FIGURES: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
};

/** "six" → 6, "14" → 14; undefined for what is no figure. */
export function figureOf(word: string): number | undefined {
  const figure = FIGURES[word.toLowerCase()] ?? (/^\d+$/.test(word) ? Number(word) : undefined);
  return figure !== undefined && Number.isInteger(figure) ? figure : undefined;
}

/** A number that depends on the text alone, so that the same brief always reads the same. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  // The last bits alone would follow those of the text.
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** One of `choices`, by the seed and the place where it is used. */
export function pick<T>(choices: readonly T[], seed: string, place: string): T {
  const choice = choices[hashOf(`${place} ${seed}`) % choices.length];
  if (choice === undefined) throw new TypeError('there must be a choice');
  return choice;
}

/** Words of meaning, folded to compare them: without articles, prepositions and endings. */
export function stemsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}$€£%]+/gu) ?? [])
    .filter((word) => !EMPTY_WORDS.has(word))
    .map((word) => word.replace(/(?:ies)$/, 'y').replace(/(?<=\p{L}{3})(?:es|s|ing|ed)$/u, ''));
}

const EMPTY_WORDS = new Set(
  `a an the and or but of for to in on at by with from as is are was were be been it its this that these those there
  here our your their his her my we you they he she i me us them not no so if than then into out up down over about
  one please will can may must should would could do does did have has had which who what when where how why`.split(
    /\s+/,
  ),
);
