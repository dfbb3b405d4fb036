import { isSmallWord } from '#kit/language.ts';
import { contactIn, fieldsOf, linkIn, tailFields } from './fields.ts';
import { splitOutside } from './sentences.ts';
import {
  hasPronounSubject,
  hasVerb,
  isClause,
  isForWriter,
  isQuestion,
  READER_VERBS,
  STYLE_WORDS,
  speaksOfReaders,
  TEXT_THINGS,
  verbAt,
  WEAK_STYLE,
  WRITER_VERBS,
  wordsIn,
} from './words.ts';

/** At commas and semicolons; a list behind "with" or "of" is one chunk. */
export function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  // Figures such as "1,200" have no space behind their comma.
  for (const part of splitOutside(text.replaceAll(/(?<=\d),(?=\d)/g, '\uE000'), /[,;]/)) {
    const chunk = part
      .replaceAll('\uE000', ',')
      .replace(/^(?:and|but|und)\s+/i, '')
      .trim();
    const before = chunks.at(-1);
    const isList =
      before !== undefined &&
      /\s(?:with|of|between)\s/.test(before) &&
      /^[\p{L} '’-]+ (?:and|or) [\p{L} '’-]+$/u.test(chunk);
    const isMore =
      before !== undefined &&
      ((endsInTime(before) && fieldsOf(chunk)?.time === chunk) ||
        (MONTH_END.test(before) && MONTHS_ONLY.test(chunk)));
    if (isMore) chunks[chunks.length - 1] = `${before}, ${chunk}`;
    else if (isList && !hasVerb(chunk) && wordsIn(chunk).length < 7)
      chunks[chunks.length - 1] = `${before}, ${chunk}`;
    else if (chunk !== '') chunks.push(chunk);
  }
  return chunks;
}

export function isWhole(sentence: string): boolean {
  const [first = ''] = wordsIn(sentence);
  if (isQuestion(sentence) || speaksOfReaders(sentence) || isStyle(sentence)) return false;
  if (READER_VERBS.has(first) || isForWriter(sentence)) return false;
  return (
    (isClause(sentence) || hasPronounSubject(sentence)) &&
    /^[\p{Lu}\d"“$€£]/u.test(sentence) &&
    !hasOrder(sentence)
  );
}

/** A sentence of its own that asks something of the reader. */
export function isImperative(sentence: string): boolean {
  const [first = '', second = ''] = wordsIn(sentence);
  if (!/^\p{Lu}/u.test(sentence) || isStyle(sentence) || isForWriter(sentence) || hasOrder(sentence))
    return false;
  if (first === 'bitte') return true;
  if (/\b(?:them|they|people|readers)\b/i.test(sentence)) return false;
  return (
    (first === 'do' && second === 'not') ||
    /^(?:don't|never)$/.test(first) ||
    (READER_VERBS.has(first) && isRequest(sentence))
  );
}

/** A part of the sentence tells the writer what to do. */
function hasOrder(sentence: string): boolean {
  return chunksOf(sentence)
    .slice(1)
    .some((chunk) => isForWriter(chunk) || isStyle(chunk));
}

export function isOffer(text: string): boolean {
  const words = wordsIn(text);
  const [first = ''] = words;
  return (
    words.length > 0 &&
    words.length <= 14 &&
    (!hasVerb(text) || /^(?:how|why)\b/i.test(text)) &&
    !isForWriter(text) &&
    !READER_VERBS.has(first) &&
    !isStyle(text) &&
    !/\b(?:you|we|they|i)\b/i.test(text) &&
    fieldsOf(text) === undefined &&
    !/["“”]/.test(text) &&
    !/^(?:no|not|never|without|so|if|as|that|when|free|contains?)\b/i.test(text)
  );
}

export function isRequest(chunk: string): boolean {
  const words = wordsIn(chunk);
  const [first = '', second = ''] = words;
  if (first === 'use' && (linkIn(chunk) !== undefined || contactIn(chunk) !== undefined)) return true;
  if (
    !READER_VERBS.has(first) ||
    words.length < 2 ||
    isStyle(chunk) ||
    /\b(?:them|they|people|readers)\b/i.test(chunk)
  )
    return false;
  // "book club", "call centre": nouns that look like requests.
  return /^(?:your|a|an|the|our|us|by|at|in|on|to|for|up|with|before|until|now|early|online|it|this|one|two|free|me|and|if|here|\d.*)$/.test(
    second,
  );
}

export function isStyle(chunk: string): boolean {
  const words = wordsIn(chunk);
  const has = words.filter((word) => STYLE_WORDS.has(word)).length;
  return (
    (words.length > 0 &&
      words.every((word) => WEAK_STYLE.has(word) || STYLE_WORDS.has(word) || isSmallWord(word, 'en'))) ||
    (has > 0 &&
      (isForWriter(chunk) ||
        words.length <= 4 ||
        /\b(?:tone|voice|style|headline|bullets?|paragraphs?|sentences?|emojis?|hashtags?)\b/i.test(chunk)))
  );
}

/** Words that are about something other than the form of the text. */
export function contentWords(text: string): number {
  return wordsIn(text).filter(
    (word) =>
      word.length > 3 &&
      !STYLE_WORDS.has(word) &&
      !WEAK_STYLE.has(word) &&
      !WRITER_VERBS.has(word) &&
      !TEXT_THINGS.has(word) &&
      !isSmallWord(word, 'en') &&
      !/^(?:allowed|three|four|five|seven|eight|nine)$/.test(word),
  ).length;
}

const MONTH_END =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)$/i;
const MONTHS_ONLY = new RegExp(`^(?:(?:and )?${MONTH_END.source.slice(0, -1)}\\b ?)+$`, 'i');

function endsInTime(text: string): boolean {
  return /\d{1,2}:\d\d$/.test(text);
}

/** A short name for what a clause says: itself, without its dates, or its subject. */
export function nameOf(clause: string): string {
  const withoutDate = tailFields(clause);
  const short = [
    clause,
    withoutDate.found.time === undefined ? withoutDate.rest : (clause.split(/\s(?=from\s)/)[0] ?? ''),
  ].find((text) => text.split(/\s+/).length <= 9);
  return (
    short ??
    clause
      .split(/\s+/)
      .slice(0, Math.max(1, verbAt(wordsIn(clause))))
      .join(' ')
  );
}

/** A request as the reader hears it: "to order at X" → "order at X". */
export function asked(text: string): string {
  const bare = text
    .trim()
    .replace(/^(?:please|bitte)\s+/i, '')
    .replace(/[.!\s]+$/, '')
    .replaceAll(/\btheir\b/gi, 'your')
    .replaceAll(/\band to\b/gi, 'and');
  return bare.charAt(0).toLowerCase() + bare.slice(1);
}

const BARE_SUBJECT =
  /^(\p{Ll}+(?: \p{Ll}+)?) (?:closes|opens|starts|begins|ends|moves|leaves|meets|needs|has)\b/u;

/** "clinic closes at 16:00" as a sentence needs its article. */
export function withArticle(clause: string): string {
  const subject = BARE_SUBJECT.exec(clause)?.[1];
  const hasOne = /^(?:the|our|your|a|an|this|it|he|she|each|every|one|that|everyone|no|my)\b/i.test(clause);
  return subject === undefined || hasOne ? clause : `Our ${clause}`;
}
