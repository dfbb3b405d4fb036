import { describe, expect, it } from 'vitest';
import { checkClaims } from '#engines/claims/check.ts';
import type { ClaimEvidence } from './contract-evidence.ts';
import { substantiate } from './rules-evidence.ts';

const STUDY: ClaimEvidence = {
  id: '0190b7a0-0000-7000-8000-000000000001',
  words: 'Clinically tested',
  title: 'Sleep trial, 120 adults',
  url: 'https://journal.test/1',
  publishedOn: '2025-03-01',
  validUntil: null,
};

const findingsOf = (text: string, evidence: ClaimEvidence[], today = '2026-11-21') =>
  substantiate(checkClaims(text, { jurisdictions: ['US'] }).findings, evidence, today);

describe('evidence', () => {
  it('turns the warning about its words into a suggestion that names the source', () => {
    const [finding] = findingsOf('Our pillow is clinically tested.', [STUDY]);
    expect(finding).toMatchObject({
      rule: 'proof-claim',
      severity: 'suggest',
      evidence: {
        title: 'Sleep trial, 120 adults',
        url: 'https://journal.test/1',
        publishedOn: '2025-03-01',
      },
    });
  });

  it('answers for its own words only, as whole words', () => {
    const others = ['Our pillow is clinically proven.', 'Scientists agree: our pillow works.'];
    for (const text of others) expect(findingsOf(text, [STUDY])[0]?.severity).toBe('warn');
    expect(findingsOf('Clinically tested.', [{ ...STUDY, words: 'cally test' }])[0]?.severity).toBe('warn');
  });

  it('holds until its last day', () => {
    const offer = { ...STUDY, words: 'last chance', title: 'Terms of the offer', validUntil: '2026-11-30' };
    const text = 'Last chance to book the retreat.';
    expect(findingsOf(text, [offer], '2026-11-30')[0]?.severity).toBe('suggest');
    expect(findingsOf(text, [offer], '2026-12-01')[0]?.severity).toBe('warn');
  });

  it('lifts nothing that blocks, and no warning that a fact cannot answer', () => {
    const cure = { ...STUDY, words: 'cures insomnia' };
    expect(findingsOf('Our tea cures insomnia.', [cure]).some(({ severity }) => severity === 'block')).toBe(
      true,
    );
    const shame = { ...STUDY, words: 'muffin top' };
    const [finding] = findingsOf('Nobody wants to see your muffin top on the beach.', [shame]);
    expect(finding).toMatchObject({ rule: 'body-shame', severity: 'warn' });
  });
});
