import { describe, expect, it } from 'vitest';
import { readPassages, withoutMarks } from '#engines/answers/passages.ts';
import { readQuestion } from '#engines/answers/question.ts';
import { isOptOut } from '#engines/replies/opt-out.ts';
import { ownWords } from '#engines/replies/own-words.ts';
import { withoutAddresses } from '#features/campaigns/rules-pause-words.ts';
import { asksSomething } from '#features/communities/rules-moderation.ts';
import {
  askedConsent,
  hasLeft,
  maybeConsent,
  maybeRefusal,
  readAnswer,
  readRefusal,
  refusedRole,
} from '#features/imports/rules-consent-columns.ts';
import { labelOf } from '#features/inbox/rules-replies.ts';
import { firstNameOf } from '#features/leads/rules-names.ts';
import { csvLine, unguarded } from '#kit/csv.ts';
import { authorsText } from '#providers/community-sources/discourse-text.ts';
import { builtProblemsOf, patternsIn, problemsOf, slowness } from '../../scripts/check-patterns.ts';

describe('the check of regular expressions', () => {
  it.each([
    [String.raw`\s+$`, 'quadratic or worse'],
    [String.raw`agree.*agree.*not`, 'quadratic or worse'],
    [String.raw`\{([^}]+)\}`, 'quadratic or worse'],
    [String.raw`(?:a+)+$`, 'exponential'],
    [String.raw`^[a-z]+ \d{1,3}$`, undefined],
  ])('judges %s: %s', (source, expected) => {
    expect(slowness({ source, flags: '' })).toBe(expected);
  });

  const slow = {
    name: 'src/kit/slow.ts',
    program: String.raw`const a = (text: string) => /\s+$/u.test(text);`,
  };
  const exception = { reason: 'Text of 10 characters.', patterns: [String.raw`/\s+$/u`] };

  it('reads patterns of programs, and takes a slow one only as an exception of its file', () => {
    expect(patternsIn(slow.program, false)).toEqual([{ source: String.raw`\s+$`, flags: 'u' }]);
    expect(problemsOf([slow], {})).toEqual([expect.stringContaining('slow.ts')]);
    expect(problemsOf([slow], { [slow.name]: exception })).toEqual([]);
    expect(problemsOf([slow], { 'src/kit/other.ts': exception })).toHaveLength(2);
  });

  it('takes no exception that is not needed, and none for an exponential one', () => {
    expect(problemsOf([], { [slow.name]: exception })).toEqual([
      expect.stringContaining('no exception any more'),
    ]);
    const exponential = { name: 'src/kit/slow.ts', program: 'const a = /(?:a+)+$/;' };
    const excused = { [slow.name]: { reason: 'Short.', patterns: ['/(?:a+)+$/'] } };
    expect(problemsOf([exponential], excused)).toEqual([expect.stringContaining('exponential')]);
  });
});

describe('patterns that are put together at load', () => {
  const file = 'src/kit/slow.ts';
  const slow = { file, source: String.raw`\s+$`, flags: 'u' };

  it('are slow in files that say what bounds their text, and exponential in none', () => {
    const reasons = { [file]: 'Text of 10 characters.' };
    expect(builtProblemsOf([slow], reasons)).toEqual([]);
    expect(builtProblemsOf([slow], {})).toEqual([expect.stringContaining('slow.ts')]);
    expect(builtProblemsOf([], reasons)).toEqual([expect.stringContaining('no exception any more')]);
    const exponential = { file, source: '(?:a+)+$', flags: '' };
    expect(builtProblemsOf([exponential], reasons)).toEqual([expect.stringContaining('exponential')]);
  });
});

/** Each reader of outside text, and a text that a quadratic pattern takes minutes for. */
const READERS: [string, (text: string) => unknown, string][] = [
  ['a reply', labelOf, '\r'],
  ['a reply', labelOf, '.\n'],
  ['what a mail server says', withoutAddresses, 'x'],
  ['a post', asksSomething, '\n '],
  ['a picture of a post', (text) => authorsText(`<img alt="${text}">`, undefined), '|1x1'],
  ['knowledge', (text) => readPassages(`# ${text}`, () => undefined), ' '],
  ['knowledge', withoutMarks, '!['],
  ['knowledge', withoutMarks, '[]('],
  ['a question', (text) => readQuestion(`---${text}`.slice(0, 4_000)), '\n'],
  ...[askedConsent, refusedRole, hasLeft, readRefusal, readAnswer].map(
    (read): [string, (text: string) => unknown, string] => [
      `a heading or cell (${read.name})`,
      (text) => read(text),
      'agree ',
    ],
  ),
  // Both white space and invisible: a class that names it twice doubles the ways to read each.
  ['a cell that is written', (text) => csvLine([`;${text}x`]), '\v'],
  ['a cell that is written', (text) => csvLine([`;${text}x`]), '\f'],
  ['a cell that is read', (text) => unguarded(`a;'${text}x`), '\v'],
  ['a name', (text) => firstNameOf(`Ann ${text}`.slice(0, 2_000)), '„'],
  ['a name', (text) => firstNameOf(`Ann ${text}`.slice(0, 2_000)), '“'],
  ['a reply', (text) => ownWords(text), 'https://'],
  ['a reply', (text) => ownWords(`2026-11-16 10:12 <${text}`), 'a@'],
  ['a reply', isOptOut, 'i have already told '],
  ['a reply', isOptOut, 'habe ich schon '],
  ['a column', (text) => maybeConsent('Newsletter', [text]), 'agree '],
  ['a column', (text) => maybeRefusal('Newsletter', [text]), 'no '],
];

describe('text that a stranger sends', () => {
  it.each(READERS)('is read in linear time: %s', (_what, read, unit) => {
    // Twice as long, and once more: what grows with the square takes longer than a test may.
    for (const length of [100_000, 200_000, 400_000]) {
      read(unit.repeat(length / unit.length));
      read(`${unit.repeat(length / unit.length)}x\u2028!`);
    }
    expect(read(unit)).toEqual(read(unit));
  });
});
