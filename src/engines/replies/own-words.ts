import { z } from 'zod';
import quotes from './quotes.json' with { type: 'json' };

const Words = z.array(z.string());
const data = z
  .strictObject({
    wrote: Words,
    quoting: Words,
    starts: Words,
    headers: z.record(z.enum(['from', 'date', 'to', 'subject', 'other']), Words),
    separators: Words,
    sentFrom: Words,
    devices: Words,
    getApp: Words,
  })
  .parse(quotes);

export type OwnWords = {
  text: string;
  /** Nothing in it is theirs: it is the message they quote or forward. */
  isAllQuoted: boolean;
};

/** A pattern sees at most this much of a line. */
const LONGEST_LINE = 400;
/** Mail programs break "On … wrote:" into at most so many lines. */
const ATTRIBUTION_LINES = 4;
const HEADER_LINES = 20;
/** Behind `--` a longer text is no signature. */
const SIGNATURE_LINES = 12;

const anyOf = (words: readonly string[]): string =>
  words
    .map((word) => word.replace(/[.()]/g, '\\$&').replaceAll("'", "['’]").replaceAll(' ', '\\s+'))
    .join('|');

const WROTE = new RegExp(
  `(?<![\\p{L}])(?:${anyOf(data.wrote)})(?![\\p{L}])[^:]{0,80}\\s?(?::|(?::\\s?)?-{2,})\\s*>?$`,
  'iu',
);
const WROTE_AT = new RegExp(
  `^(?=.*(?:@|\\d)).{2,120}(?<![\\p{L}])(?:${anyOf(data.wrote)})(?![\\p{L}]).{0,100}:(?:\\s?-{2,})?$`,
  'iu',
);
/** Of Yahoo on telephones, which puts the first line of the quote behind it. */
const WROTE_BEFORE = new RegExp(
  `(?<![\\p{L}])(?:${anyOf(data.wrote)})(?![\\p{L}])(?: [^<>:]{0,60}<[^<>\\s@]+@[^<>\\s]+>)?:\\s\\S`,
  'iu',
);
const QUOTING = new RegExp(`^(?:${anyOf(data.quoting)})\\s.{2,160}:$`, 'iu');
const START = new RegExp(`^(?:-{2,}\\s*)?(?:${anyOf(data.starts)})(?![\\p{L}])`, 'iu');
/** An address, a year or a time: without one a sentence like "On Friday I wrote:" may be theirs. */
const TIMED = /@|\b(?:19|20)\d\d\b|\d{1,2}[:.h]\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2}/u;
const SEPARATOR = new RegExp(`^[-_=*\\s]*(?:${anyOf(data.separators)})\\s*:?[-_=*\\s]*$`, 'iu');
/** Of old Gmail: "2026-11-16 10:12 GMT+01:00 Mia <mia@x.test>:". */
const DATED_ADDRESS = /^\d{4}-\d\d-\d\d \d?\d:\d\d.{0,30}<[^<>\s@]+@[^<>\s]+>:$/u;
/** Of Tuta: "16. Nov. 2026, 10:12 von mia@x.test:". */
const DATED_FROM =
  /^(?:\d{1,2}\.? \p{L}{3,10}\.?|\p{L}{3,10}\.? \d{1,2}),? \d{4},? \d?\d:\d\d (?:by|von|de|di|da|van|par|por) [^\s@]+@\S+:$/u;
const NAME = "[\\p{L}\\d.'’+&-]+";
/** A line that the program adds: nothing behind the device but its name. */
const PROGRAM_LINE = new RegExp(
  `^(?:(?:${data.sentFrom.join('|')}) (?:${NAME} ){0,6}(?:${data.devices.join('|')})(?: ${NAME}){0,4}|${data.getApp.join('|')})[.!]?$`,
  'iu',
);
const RULE = /^(?:_{5,}|-{5,}|={5,}|\*{5,})$/;

const FIELDS = new Map(
  Object.entries(data.headers).flatMap(([kind, names]) => names.map((name) => [name, kind])),
);
const FIELD = /^[*_|\s]*([\p{L}][\p{L}\s'’()-]{0,22}?)[*_\s]*:(?:[*_\s]|$)/u;

/**
 * What somebody wrote themselves: without what they quote, wherever it stands, without a signature behind `--` and
 * without the line of a mail program on a telephone. Where nothing would be left, everything.
 */
export function ownWords(text: string): OwnWords {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .split('\n')
    .map((line) => line.replace(/\u00a0/g, ' ').trimEnd());
  const kept = withoutSignature(withoutQuotes(lines));
  const own = tidy(kept.filter((line) => !PROGRAM_LINE.test(withoutLink(singleSpaced(line)))));
  if (own !== '') return { text: own, isAllQuoted: false };
  return { text: tidy(lines), isAllQuoted: lines.some((line) => line !== '') };
}

/** Separators of what was left out are empty lines. */
function withoutQuotes(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isQuoted(line)) {
      kept.push('');
      continue;
    }
    const attribution = attributionAt(lines, at);
    if (attribution > 0) {
      const next = nextFilled(lines, at + attribution);
      // Behind it the quote is marked line by line, and more of theirs may follow; or it is all that follows.
      if (!isQuoted(lines[next] ?? '') && next < lines.length) return kept;
      at = next - 1;
      kept.push('');
      continue;
    }
    if (isBlockAt(lines, at)) return kept;
    kept.push(line);
  }
  return kept;
}

const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line);

/** How many lines at `at` say who wrote what follows, and when; 0 where none do. */
function attributionAt(lines: readonly string[], at: number): number {
  const first = singleSpaced(lines[at] ?? '');
  if (first === '') return 0;
  if (QUOTING.test(first) || DATED_ADDRESS.test(first) || DATED_FROM.test(first)) return 1;
  const isStart = START.test(first);
  let joined = '';
  for (let count = 1; count <= ATTRIBUTION_LINES; count += 1) {
    const line = singleSpaced(lines[at + count - 1] ?? '');
    // An address may be broken before its last bracket.
    if (line === '' || (isQuoted(line) && !/^>\s?:/.test(line))) return 0;
    joined = `${joined} ${line}`.trim();
    if (joined.length > LONGEST_LINE) return 0;
    const isWhole = isStart
      ? WROTE.test(joined) && (TIMED.test(joined) || isQuoted(lines[nextFilled(lines, at + count)] ?? ''))
      : WROTE_AT.test(joined) && isDated(joined);
    if (isWhole || (isStart && TIMED.test(joined) && namesAddress(joined) && WROTE_BEFORE.test(joined)))
      return count;
    // "Mia <mia@x.test> wrote:" without a preposition is broken once at most.
    if (!isStart && count === 2) return 0;
  }
  return 0;
}

/** A line without the link at its end, in brackets or not. */
function withoutLink(line: string): string {
  const word = line.slice(line.lastIndexOf(' ') + 1);
  const at = word.search(/https?:\/\/\S/);
  if (at < 0) return line;
  const isInBrackets = ['<>', '[]', '()'].includes(`${word[at - 1]}${word.at(-1)}`);
  return line.slice(0, line.length - word.length + at - (isInBrackets ? 1 : 0)).trimEnd();
}

const namesAddress = (line: string): boolean => /<[^<>\s@]+@[^<>\s]+>/.test(line);

/** "Mia <mia@x.test> wrote:" names an address or a date; "I asked and 3 of them wrote:" neither. */
function isDated(line: string): boolean {
  return /[^<>\s]@[^<>\s]/.test(line) || /\d{1,2}[./:-]\s?\d{1,2}|\b(?:19|20)\d\d\b/.test(line);
}

/** Whether the header of a quoted message begins here, or the line above one. */
function isBlockAt(lines: readonly string[], at: number): boolean {
  const line = singleSpaced(lines[at] ?? '');
  if (SEPARATOR.test(line)) return true;
  if (RULE.test(line)) {
    const next = nextFilled(lines, at + 1);
    return (
      next < lines.length &&
      (isHeaderAt(lines, next) || attributionAt(lines, next) > 0 || isSeparatorAt(lines, next))
    );
  }
  return isHeaderAt(lines, at);
}

const isSeparatorAt = (lines: readonly string[], at: number): boolean =>
  SEPARATOR.test(singleSpaced(lines[at] ?? ''));

/** From whom, and when or about what, in lines that follow each other. */
function isHeaderAt(lines: readonly string[], at: number): boolean {
  if (fieldOf(lines[at] ?? '') === undefined) return false;
  const kinds = new Set<string>();
  let gap = 0;
  let hasAddress = false;
  for (let index = at; index < Math.min(lines.length, at + HEADER_LINES); index += 1) {
    const line = lines[index] ?? '';
    const kind = fieldOf(line);
    if (kind !== undefined) {
      kinds.add(kind);
      gap = 0;
      hasAddress ||= line.includes('@');
    } else {
      gap += 1;
      // Empty lines between them, or folded ones.
      if (gap > 4) break;
    }
  }
  return kinds.has('from') && ((kinds.has('subject') && kinds.size > 2) || (kinds.has('date') && hasAddress));
}

function fieldOf(line: string): string | undefined {
  const name = FIELD.exec(line.slice(0, LONGEST_LINE))?.[1];
  return name === undefined ? undefined : FIELDS.get(singleSpaced(name).toLowerCase().replaceAll('’', "'"));
}

/** From `--` on, as far as that is short, not all there is, and neither asks nor lists anything. */
function withoutSignature(lines: readonly string[]): string[] {
  const at = lines.findIndex(
    (line, index) => /^--\s?$/.test(line) && lines.slice(0, index).some((one) => one !== ''),
  );
  if (at < 0) return [...lines];
  const signature = lines.slice(at + 1).filter((line) => line !== '');
  const isSaid = signature.some((line) => /\?$|^(?:\d{1,2}[.)]|[-*•])\s/.test(line.trim()));
  return isSaid || signature.length > SIGNATURE_LINES ? [...lines] : lines.slice(0, at);
}

function nextFilled(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1;
  return at;
}

const singleSpaced = (line: string): string =>
  line.slice(0, LONGEST_LINE).normalize('NFC').replace(/\s+/g, ' ').trim();

const tidy = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
