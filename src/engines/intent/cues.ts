import { lazy } from '#kit/lazy.ts';
import { foldText } from '#kit/text.ts';

export type Token = {
  /** Lower case, without accents and apostrophes; punctuation as it stands. */
  text: string;
  /** Offsets in the text it came from, as `String.slice` takes them. */
  start: number;
  end: number;
  isWord: boolean;
};

/** Part of a text, always of whole words. */
export type Span = { start: number; end: number };

const TOKEN = /([\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*)|[?!.,;:|%$£€#–—…"“”()¿¡]|\p{Extended_Pictographic}/gu;
// oxlint-disable-next-line no-control-regex -- the point is to tell plain ASCII from the rest
const ASCII = /^[\x00-\x7f]*$/;

/** The words and marks of a text in order, each with its place. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [raw, word] = match;
    const plain = word === undefined ? raw : ASCII.test(raw) ? raw.toLowerCase() : foldText(raw);
    const bare = plain.length > 2 ? plain.replace(/['’]/g, '') : plain;
    tokens.push({
      text: bare,
      start: match.index,
      end: match.index + raw.length,
      isWord: word !== undefined,
    });
  }
  return tokens;
}

/**
 * How people say a thing, one phrase per line: words in order, `a|b` for either, `recommend~` for any ending, `?` for
 * a word that may be missing (`really?`), `*` for up to three words of the same sentence, `_` for exactly one, `#` for
 * a number, `^` for the beginning of a sentence. A mark such as `%` stands for itself; `\?` is the question mark.
 */
export type Phrases = string;

type Part =
  | { kind: 'word'; exact: ReadonlySet<string>; prefixes: readonly string[]; isOptional: boolean }
  | { kind: 'gap' }
  | { kind: 'any' }
  | { kind: 'number' }
  | { kind: 'begin' };

type Pattern = { cue: number; parts: readonly Part[] };

/** Finds many cues in one pass: patterns are tried only where their first word can begin. */
export type CueFinder = (tokens: readonly Token[]) => (Span | undefined)[];

const GAP_WORDS = 3;
const SENTENCE_END = new Set(['.', '?', '!', '|', '–', '—', '…', ';']);
/** A word that may end anyhow is found by so many letters; written ones are never shorter. */
const PREFIX_LENGTH = 3;

export function compileCues(cues: readonly Phrases[]): CueFinder {
  const patterns = lazy(() => patternsOf(cues));
  return (tokens) => {
    const byKey = patterns();
    const found: (Span | undefined)[] = new Array(cues.length).fill(undefined);
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at];
      if (!token) continue;
      tryAll(byKey.get(startsWithDigit(token.text) ? '#' : token.text), tokens, at, found);
      if (token.text.length >= PREFIX_LENGTH) {
        tryAll(byKey.get(`${token.text.slice(0, PREFIX_LENGTH)}~`), tokens, at, found);
      }
    }
    return found;
  };
}

/** Patterns by their first word, by the first letters of one that may end anyhow, or by `#`. */
function patternsOf(cues: readonly Phrases[]): ReadonlyMap<string, readonly Pattern[]> {
  const byKey = new Map<string, Pattern[]>();
  const add = (key: string, pattern: Pattern): void => {
    const list = byKey.get(key);
    if (!list) byKey.set(key, [pattern]);
    else if (!list.includes(pattern)) list.push(pattern);
  };
  for (const [cue, phrases] of cues.entries()) {
    for (const line of phrases.split('\n')) {
      if (line.trim() === '') continue;
      const pattern = { cue, parts: line.trim().split(/\s+/).map(readPart) };
      const first = pattern.parts.find(({ kind }) => kind !== 'begin');
      if (first?.kind === 'number') add('#', pattern);
      else if (first?.kind === 'word') {
        for (const word of first.exact) add(word, pattern);
        for (const prefix of first.prefixes) add(`${prefix.slice(0, PREFIX_LENGTH)}~`, pattern);
      }
    }
  }
  return byKey;
}

function tryAll(
  patterns: readonly Pattern[] | undefined,
  tokens: readonly Token[],
  at: number,
  found: (Span | undefined)[],
): void {
  if (!patterns) return;
  for (const { cue, parts } of patterns) {
    if (found[cue]) continue;
    const end = matchFrom(tokens, at, parts, 0);
    const [first, last] = [tokens[at], tokens[end - 1]];
    if (end > at && first && last) found[cue] = { start: first.start, end: last.end };
  }
}

function readPart(written: string): Part {
  if (written === '*') return { kind: 'gap' };
  if (written === '_') return { kind: 'any' };
  if (written === '#') return { kind: 'number' };
  if (written === '^') return { kind: 'begin' };
  const isOptional = written.length > 1 && written.endsWith('?') && !written.startsWith('\\');
  const names = (isOptional ? written.slice(0, -1) : written.replace(/^\\/, '')).split('|');
  return {
    kind: 'word',
    exact: new Set(names.filter((name) => !name.endsWith('~'))),
    prefixes: names.filter((name) => name.endsWith('~')).map((name) => name.slice(0, -1)),
    isOptional,
  };
}

/** Where a match that begins at `at` ends (exclusive); -1 where there is none. */
function matchFrom(tokens: readonly Token[], at: number, parts: readonly Part[], index: number): number {
  const part = parts[index];
  if (!part) return at;
  const token = tokens[at];
  if (part.kind === 'begin') {
    const before = tokens[at - 1];
    const isBegin = !before || !before.isWord;
    return isBegin ? matchFrom(tokens, at, parts, index + 1) : -1;
  }
  if (part.kind === 'gap') {
    for (let skipped = 0; skipped <= GAP_WORDS; skipped += 1) {
      const end = matchFrom(tokens, at + skipped, parts, index + 1);
      if (end >= 0) return end;
      const next = tokens[at + skipped];
      if (!next || SENTENCE_END.has(next.text)) return -1;
    }
    return -1;
  }
  const isHere = token !== undefined && isMatch(part, token);
  if (isHere) {
    const end = matchFrom(tokens, at + 1, parts, index + 1);
    if (end >= 0) return end;
  }
  return part.kind === 'word' && part.isOptional ? matchFrom(tokens, at, parts, index + 1) : -1;
}

function isMatch(part: Exclude<Part, { kind: 'gap' | 'begin' }>, { text, isWord }: Token): boolean {
  if (part.kind === 'any') return isWord;
  if (part.kind === 'number') return startsWithDigit(text);
  return part.exact.has(text) || part.prefixes.some((prefix) => text.startsWith(prefix));
}

function startsWithDigit(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 48 && code <= 57;
}
