import { expect, it } from 'vitest';
import { checkClaims } from '#engines/claims/check.ts';
import type { Finding } from './contract.ts';
import { impressionFindings, withImpressions } from './rules-net-impression.ts';

const TEXT = 'Six friends, one spring. They put the walking sticks in the attic. Our tea cures gout.';
const said = (...excerpts: string[]) => ({
  impressions: excerpts.map((excerpt) => ({ excerpt, impression: 'Readers think that knees  get well.\n' })),
});
const read = (answer: ReturnType<typeof said>, known: readonly Finding[] = []) =>
  impressionFindings(TEXT, answer, { jurisdictions: ['US'], label: 'test-1 (local)', known });

it('marks the words that a model named, as its own finding that warns', () => {
  const [finding] = read(said('put the walking sticks in the attic'));
  expect(finding).toMatchObject({
    rule: 'net-impression',
    severity: 'warn',
    jurisdictions: ['US'],
    explanation: 'Readers think that knees get well.',
    source: 'By the language model, test-1 (local)',
    suggestion: null,
  });
  expect(TEXT.slice(finding?.start, finding?.end)).toBe('put the walking sticks in the attic');
});

it('drops words that the text does not hold, too few of them, and the same twice', () => {
  expect(read(said('put the crutches away', 'a', ''))).toEqual([]);
  expect(read(said('walking sticks', 'the walking sticks in'))).toHaveLength(1);
});

it('never takes the place of a finding of the rules', () => {
  const { findings } = checkClaims(TEXT, { jurisdictions: ['US'] });
  expect(findings[0]).toMatchObject({ rule: 'disease-claim', severity: 'block' });
  const impressions = read(said('cures gout', 'the walking sticks in the attic'), findings);
  expect(impressions.map(({ excerpt }) => excerpt)).toEqual(['the walking sticks in the attic']);
  expect(withImpressions(findings, impressions)).toEqual([impressions[0], ...findings]);
});
