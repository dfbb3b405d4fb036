import { z } from 'zod';
import { AssetType, Audience, Tone } from '#features/content/contract.ts';

/** A check of the shape of a text; what each means stands in `holds`. */
const Check = z.object({
  check: z.string(),
  value: z.union([z.string(), z.number()]).optional(),
  op: z.enum(['>=', '<=', '==']).default('>='),
});
/** A text must hold the words, one of the words, or pass the check. */
const Criterion = z.union([z.string(), z.array(z.string()), Check]);
export type Criterion = z.output<typeof Criterion>;

/** One line of a set: a brief, what its text must and must not say, a refinement, and what must hold after it. */
export const BriefCase = z.object({
  id: z.string(),
  contentType: AssetType,
  audience: Audience,
  tone: Tone,
  requirements: z.string(),
  must_mention: z.array(z.union([z.string(), z.array(z.string())])),
  must_not: z.array(z.string()),
  max_words: z.number(),
  refinement: z.string(),
  after_refine_must: z.array(Criterion),
});

function fold(text: string): string {
  return text.replaceAll('’', "'").replaceAll('–', '-').normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Whether words stand in a text: figures and short words as a whole, longer ones as the beginning of a word. */
function mentions(text: string, words: string): boolean {
  const wanted = fold(words);
  const isDigitFirst = /^\p{N}/u.test(wanted);
  const before = isDigitFirst ? '(?<![\\p{L}\\p{N}_])(?<!\\d[.,])' : /^\p{L}/u.test(wanted) ? '(?<![\\p{L}\\p{N}_])' : '';
  const after = /\p{N}$/u.test(wanted)
    ? '(?![\\d:]|[.,](?!00\\b)\\d)'
    : /^\p{L}{1,3}$/u.test(wanted)
      ? '(?![\\p{L}\\p{N}_])'
      : '';
  return new RegExp(`${before}${escaped(wanted)}${after}`, 'u').test(fold(text));
}

/** Those of the demanded words that are missing. */
export function missingOf(text: string, demanded: readonly (string | string[])[]): (string | string[])[] {
  return demanded.filter((one) => ![one].flat().some((words) => mentions(text, words)));
}

/** Those of the forbidden words that stand in the text, anywhere. */
export function forbiddenIn(text: string, forbidden: readonly string[]): string[] {
  return forbidden.filter((words) => fold(text).includes(fold(words)));
}

export function bodyOf(text: string): string {
  return text.replace(/^\W*(?:subject|betreff|asunto)\W.*\n+/im, '');
}

export function wordsOf(text: string): number {
  return text.match(/[\w{}$@.'/-]*\w[\w{}$@.'/-]*/g)?.length ?? 0;
}

const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);
const sentences = (text: string): string[] => text.trim().split(/(?<=[.!?])\s+/).filter(Boolean);
const counted = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const LANGUAGE_WORDS: Record<string, string[]> = {
  de: 'und der die das ist nicht mit fur sie wir ein eine auf'.split(' '),
  es: 'el la los que de y con para una en por su es'.split(' '),
  en: 'the and to of for with you is at in on we'.split(' '),
};

function languageOf(text: string): string {
  const words = fold(text).match(/[a-z]+/g) ?? [];
  const score = (language: string): number => words.filter((word) => LANGUAGE_WORDS[language]?.includes(word)).length;
  return Object.keys(LANGUAGE_WORDS).sort((left, right) => score(right) - score(left))[0] ?? 'en';
}

/** Whether a criterion holds; undefined where only a reader can tell. */
export function holds(text: string, criterion: Criterion): boolean | undefined {
  if (typeof criterion === 'string' || Array.isArray(criterion)) return missingOf(text, [criterion]).length === 0;
  const { check, value, op } = criterion;
  const body = bodyOf(text);
  const lines = body
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const subject = /^\W*(?:subject|betreff|asunto)\W*:?\W*(.+)$/im.exec(text)?.[1]?.trim();
  const words = String(value ?? '');
  const figure = Number(value ?? 0);
  const compare = (count: number): boolean => (op === '>=' ? count >= figure : op === '<=' ? count <= figure : count === figure);
  const checks: Record<string, () => boolean> = {
    max_words: () => wordsOf(body) <= figure,
    max_chars: () => body.trim().length <= figure,
    not: () => (/^[\p{L}\p{N}]/u.test(words) ? !mentions(text, words) : !text.includes(words)),
    lang: () => languageOf(body) === words,
    lang_contains: () => paragraphs(body).some((part) => languageOf(part) === words),
    subject: () => subject !== undefined && (value === undefined || mentions(subject, words)),
    subject_chars: () => subject !== undefined && subject.length <= figure,
    first_sentence: () =>
      mentions(sentences(body.replace(/^(?:dear|hi|hello|hey)\b[^\n]*\n+/i, ''))[0] ?? '', words),
    first_paragraph: () => paragraphs(body).slice(0, 2).some((part) => mentions(part, words)),
    first_paragraph_sentences: () =>
      paragraphs(body)
        .slice(0, 2)
        .some((part) => sentences(part).length <= figure && part.split(/\s+/).length > 4),
    headline: () => lines[0]?.includes(words) ?? false,
    headline_not: () => lines[0] !== undefined && !mentions(lines[0], words),
    ends: () => lines.slice(-3).some((line) => line.endsWith(words)),
    numbered: () => compare(counted(body, /^\W*\d+[.)]/gm)),
    bullets: () => compare(counted(body, /^\s*[-*•–]\s/gm)),
    hashtags: () => compare(counted(body, /#\w+/g)),
    emoji: () => compare(counted(body, /\p{So}/gu)),
    brackets: () => compare(counted(body, /\[[^\]]+\]|\([^)]+\)/g)),
    lines: () => compare(lines.length),
    line_words: () => lines.every((line) => wordsOf(line) <= figure),
    line_chars: () => lines.every((line) => line.length <= figure),
    sentence_words: () => {
      const all = sentences(body);
      return all.reduce((sum, one) => sum + wordsOf(one), 0) / Math.max(1, all.length) <= figure;
    },
    headings: () => compare(counted(body, /^(?:#+ .+|\*\*[^*\n]+\*\*:?)$/gm)),
    cards: () =>
      compare(
        counted(body, /^\W*(?:card|slide|karte)\W*\d/gim) ||
          counted(body, /^\W*\d+[.)]/gm) ||
          paragraphs(body).length,
      ),
    quotes: () => compare(counted(body, /["“„][^"”“]+["”“]/g)),
    table: () => /^\|.+\|$|<table/m.test(body),
    starts_digit: () =>
      /^\W*(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b)/.test(fold(body)),
  };
  return checks[check]?.();
}
