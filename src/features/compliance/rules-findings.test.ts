import { describe, expect, it } from 'vitest';
import type { Finding, Severity } from './contract.ts';
import {
  basisWords,
  blockedSentence,
  findingCounts,
  findingNews,
  findingPieces,
  findingsIn,
  moveFindings,
  rewriteOf,
  ruleWords,
} from './rules-findings.ts';

function findingOf(text: string, excerpt: string, severity: Severity = 'block'): Finding {
  const start = text.indexOf(excerpt);
  return {
    rule: 'disease-claim',
    severity,
    jurisdictions: ['US'],
    start,
    end: start + excerpt.length,
    excerpt,
    explanation: '',
    source: '',
    suggestion: null,
  };
}

const TEXT = 'Tea helps. It cures colds. Enjoy.';
const FINDING = findingOf(TEXT, 'cures colds');
const wordsIn = (text: string, findings: readonly Finding[]) =>
  findings.map(({ start, end }) => text.slice(start, end));

describe('findings while the text is edited', () => {
  it.each([
    ['words are added before it', 'Our Tea helps. It cures colds. Enjoy.'],
    ['words are taken out before it', 'It cures colds. Enjoy.'],
    ['words are added behind it', `${TEXT} And more.`],
    ['the words right before it change', 'Tea helps. She cures colds. Enjoy.'],
  ])('stay on their words when %s', (_what, after) => {
    expect(wordsIn(after, moveFindings([FINDING], TEXT, after))).toEqual(['cures colds']);
  });

  it.each([
    ['its words change', 'Tea helps. It cures cold. Enjoy.'],
    ['a letter goes into the middle of it', 'Tea helps. It cures  colds. Enjoy.'],
    ['everything is gone', ''],
  ])('are left out until the next check when %s', (_what, after) => {
    expect(moveFindings([FINDING], TEXT, after)).toEqual([]);
  });

  it('stay inside a text of repeated words', () => {
    const before = 'aaaa';
    const moved = moveFindings([findingOf(before, 'aaaa')], before, 'aaa');
    expect(moved.every(({ start, end }) => start >= 0 && end <= 3)).toBe(true);
  });
});

describe('the pieces of a marked text', () => {
  it('add up to the text', () => {
    const pieces = findingPieces(TEXT, [FINDING, findingOf(TEXT, 'It cures', 'warn')]);
    expect(pieces.map(({ text }) => text).join('')).toBe(TEXT);
  });

  it('carry the worst finding where two meet', () => {
    const pieces = findingPieces(TEXT, [findingOf(TEXT, 'It cures colds', 'warn'), FINDING]);
    expect(
      pieces.filter(({ finding }) => finding).map((piece) => [piece.text, piece.finding?.severity]),
    ).toEqual([
      ['It ', 'warn'],
      ['cures colds', 'block'],
    ]);
  });

  it('are one without findings, and none of an empty text', () => {
    expect(findingPieces('Hello', [])).toEqual([{ text: 'Hello', start: 0, finding: undefined }]);
    expect(findingPieces('', [FINDING])).toEqual([]);
  });
});

it('finds the words again in a text that was filled in, in their order', () => {
  const filled = 'Hi Dana, tea cures colds and cures colds.';
  const found = findingsIn(filled, [FINDING, { ...FINDING, start: 40, end: 51 }]);
  expect(found.map(({ start }) => start)).toEqual([13, 29]);
});

describe('what a finding is based on', () => {
  it.for([
    ['absolute_rule', [], 'Based on a rule that always blocks'],
    ['rule', [], 'Based on a rule'],
    ['eased_rule', [], 'Based on a rule that blocks; warns only, because the wording reads as harmless'],
    ['words', ['thyroid', 'finds'], 'Based on wording, mostly “thyroid”, “finds”; no rule names it'],
    [undefined, [], 'Based on a rule'],
  ] as const)('%s with the words %s: %s', ([basis, words, shown]) => {
    expect(basisWords({ rule: 'disease-claim', basis, words: [...words] })).toBe(shown);
  });
});

describe('the rewrite of a finding', () => {
  const rewritten = (text: string, excerpt: string, suggestion: string | null) => {
    const { start, end, words } = rewriteOf(text, { ...findingOf(text, excerpt), suggestion });
    return text.slice(0, start) + words + text.slice(end);
  };

  it('puts the suggestion in place of the words', () => {
    expect(rewritten(TEXT, 'cures colds', 'tastes of mint')).toBe('Tea helps. It tastes of mint. Enjoy.');
  });

  it.each([
    ['in the middle', TEXT, 'cures colds', 'Tea helps. Enjoy.'],
    ['at the start', 'It cures colds. Enjoy.', 'cures colds', 'Enjoy.'],
    ['at the end', 'Tea helps. It cures colds', 'cures colds', 'Tea helps. '],
    ['on a line of its own', 'Hello\n\nIt cures colds\n\nBye', 'cures colds', 'Hello\n\n\n\nBye'],
    ['alone', 'It cures colds.', 'cures colds', ''],
  ])('without one takes the sentence out, %s', (_where, text, excerpt, expected) => {
    expect(rewritten(text, excerpt, null)).toBe(expected);
  });
});

it('counts findings in words, the worst first', () => {
  expect(findingCounts([findingOf(TEXT, 'Tea', 'suggest'), findingOf(TEXT, 'It', 'warn'), FINDING])).toBe(
    '1 block, 1 warning, 1 suggestion',
  );
  expect(findingCounts([])).toBe('');
});

it('tells an admin what an admin can do', () => {
  expect(blockedSentence(1, 'member')).toBe(
    '1 claim keeps it from leaving. Rewrite what is marked, or ask an admin to override it with a written reason.',
  );
  expect(blockedSentence(2, 'admin')).toBe(
    '2 claims keep it from leaving. Rewrite what is marked, or override it with a written reason.',
  );
});

it('names a rule in words', () => {
  expect(ruleWords('disease-claim')).toBe('Disease claim');
  expect(ruleWords('us-sf-disclaimer')).toBe('Needs the FDA text');
  expect(ruleWords('us-sf-disclaimer', { addsRequired: true })).toBe('The FDA text is added');
});

it('tells the words that findings are about, the first three of many', () => {
  const one = findingNews([FINDING]);
  expect(one).toBe(`1 block: “${FINDING.excerpt}”, ${ruleWords(FINDING.rule).toLowerCase()}`);
  expect(findingNews([FINDING, FINDING, FINDING, FINDING])).toMatch(/^4 blocks: .*; and 1 more$/);
  expect(findingNews([])).toBe('');
});
