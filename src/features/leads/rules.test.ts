import { describe, expect, it } from 'vitest';
import type { RunSource } from '#features/discovery/contract.ts';
import { STAGES } from './contract.ts';
import {
  canReach,
  generationFailureToast,
  generationToast,
  isForwardMove,
  isOperational,
  nextAction,
  normalizeEmail,
  normalizeHandle,
  scoreBand,
  statusOfAddress,
  visitorOrigin,
} from './rules.ts';

function buildSource(given: Partial<RunSource>): RunSource {
  return {
    platform: 'reddit',
    state: 'done',
    read: 0,
    total: null,
    found: 0,
    duplicates: 0,
    kept: 0,
    note: null,
    reason: null,
    details: null,
    ...given,
  };
}

describe('score bands', () => {
  it.each([
    [10, 'high'],
    [8, 'high'],
    [7.9, 'medium'],
    [5, 'medium'],
    [4.9, 'low'],
    [0, 'low'],
    // S9-22
  ])('puts %s into %s', (score, band) => {
    expect(scoreBand(score)).toBe(band);
  });
});

describe('next action', () => {
  it.each([
    ['S4-17', 'new', false, 'Contact Lead'],
    ['S4-18', 'contacted', false, 'Wait for Response'],
    ['S4-19', 'engaged', false, 'Send Follow-up'],
    ['S4-20', 'qualified', false, 'Schedule Call'],
    ['S4-21', 'converted', false, 'Onboard'],
    ['S4-22', 'converted', true, 'Complete'],
    ['S4-23', 'dormant', false, 'Review'],
    ['S4-23', 'constructor', true, 'Review'],
  ])('%s of a lead in stage %s, onboarded %s, is %s', (_id, stage, isOnboarded, action) => {
    expect(nextAction(stage, isOnboarded)).toBe(action);
  });

  it('with somebody who asked to be answered is the answer, never a campaign', () => {
    expect(STAGES.map((stage) => nextAction(stage, false, 'enquiry'))).toEqual([
      'Answer',
      'Wait for Response',
      'Answer',
      'Schedule Call',
      'Onboard',
    ]);
  });

  it.each([
    ['Left their address in a chat with Fern.', 'Left their address in a chat with Fern'],
    ['Left an address in a chat with Fern.', 'Left their address in a chat with Fern'],
    ['Signed up on a landing page.', 'Signed up on a landing page'],
    ['Wants a call in May.', 'Left their address on the website'],
  ])('a visitor with the signal "%s" came to us like that', (signal, origin) => {
    expect(visitorOrigin(signal)).toBe(origin);
  });

  it('counts only a later stage as progress', () => {
    expect(isForwardMove('contacted', 'engaged')).toBe(true);
    expect(isForwardMove('engaged', 'engaged')).toBe(false);
    expect(isForwardMove('converted', 'contacted')).toBe(false);
  });
});

describe('who is the same person', () => {
  it.each([
    [' Dana.Whitlow+news@Example.COM ', 'dana.whitlow@example.com'],
    ['a+b+c@example.org', 'a@example.org'],
    ['d.a.n.a@example.com', 'd.a.n.a@example.com'],
    ['+tag@example.com', '+tag@example.com'],
    ['Jo@Bücher.example', 'jo@xn--bcher-kva.example'],
    ['"Ann + Bo"@example.org', '"ann + bo"@example.org'],
    ['"Ann\\ + \\Bo"@example.org', '"ann + bo"@example.org'],
    ['"a\\"b\\\\c"@example.org', '"a\\"b\\\\c"@example.org'],
    ['"ann"@example.org', 'ann@example.org'],
    ['"a\\nn.Lee+news"@example.org', 'ann.lee@example.org'],
  ])('reads the address %s as %s', (email, key) => {
    expect(normalizeEmail(email)).toBe(key);
  });

  it.each([
    ['u/Dana_Brews', 'reddit:dana_brews'],
    ['/u/dana_brews', 'reddit:dana_brews'],
    ['@Dana_Brews ', 'reddit:dana_brews'],
    ['dana_brews', 'reddit:dana_brews'],
    [' @ ', null],
  ])('reads the handle %s as %s', (handle, key) => {
    expect(normalizeHandle('reddit', handle)).toBe(key);
  });

  it('keeps equal names on two platforms apart', () => {
    expect(normalizeHandle('twitter', '@kim')).not.toBe(normalizeHandle('reddit', 'u/kim'));
  });
});

describe('contact', () => {
  it('reaches people by an address whose check has not failed and who have not objected', () => {
    const lead = {
      email: 'a@example.org',
      contactStatus: 'manual_verification',
      isSuppressed: false,
    } as const;
    expect(canReach(lead)).toBe(true);
    expect(canReach({ ...lead, email: null })).toBe(false);
    expect(canReach({ ...lead, contactStatus: 'verification_failed' })).toBe(false);
    expect(canReach({ ...lead, isSuppressed: true })).toBe(false);
  });

  it.each([
    ['good', false, false, 'email_verified'],
    ['good', true, false, 'manual_verification'],
    ['good', false, true, 'verification_failed'],
    ['unknown', false, false, 'manual_verification'],
    ['bad', true, false, 'verification_failed'],
  ] as const)('an address that is %s (role %s, disposable %s) gets %s', (...given) => {
    const [deliverability, isRole, isDisposable, status] = given;
    expect(statusOfAddress({ deliverability, isRole, isDisposable })).toBe(status);
  });

  // S9-24
  it('is operational only with scraping, enrichment and language model', () => {
    const all = { scraping: true, enrichment: true, languageModel: true };
    expect(isOperational(all)).toBe(true);
    for (const part of ['scraping', 'enrichment', 'languageModel']) {
      expect(isOperational({ ...all, [part]: false })).toBe(false);
    }
  });
});

describe('the toast after a run', () => {
  // S8-10
  it('tells the number of authentic leads and their sources', () => {
    const sources = [buildSource({ kept: 12 }), buildSource({ platform: 'google', kept: 1 })];
    expect(generationToast({ totalGenerated: 13, sources })).toEqual({
      title: 'Lead Generation Complete',
      description: 'Generated 13 authentic leads. Sources: Reddit: 12 leads, Google: 1 lead',
      isDestructive: false,
    });
  });

  // S8-11
  it('is destructive when nobody was found', () => {
    const toast = generationToast({ totalGenerated: 0, sources: [buildSource({})] });
    expect(toast.isDestructive).toBe(true);
    expect(toast.description).toBe('Generated 0 authentic leads. Sources: Reddit: 0 leads');
  });

  it('says of a run that somebody stopped that it was stopped, and that nobody was found yet is no failure', () => {
    const toast = generationToast({ totalGenerated: 0, sources: [buildSource({})], state: 'cancelled' });
    expect(toast).toMatchObject({ title: 'Lead Generation Stopped', isDestructive: false });
  });

  // S8-12
  it("says 'API key missing' for an unconfigured source and the error text for a failed one", () => {
    const sources = [
      buildSource({ platform: 'twitter', state: 'off', note: 'Off: needs a key' }),
      buildSource({ state: 'failed', note: 'Quota used up' }),
      buildSource({ platform: 'google', kept: 3 }),
    ];
    expect(generationToast({ totalGenerated: 3, sources }).description).toBe(
      'Generated 3 authentic leads. Sources: Twitter: API key missing, Reddit: Quota used up, Google: 3 leads',
    );
  });

  it('never calls practice people authentic', () => {
    const sources = [
      buildSource({ platform: 'twitter', state: 'off' }),
      buildSource({ platform: 'practice', kept: 20 }),
    ];
    expect(generationToast({ totalGenerated: 20, sources }).description).toBe(
      'Generated 20 practice leads. Sources: Twitter: API key missing, Practice network: 20 leads',
    );
    const none = generationToast({ totalGenerated: 0, sources: [buildSource({ platform: 'practice' })] });
    expect(none).toMatchObject({
      description: 'Generated 0 practice leads. Sources: Practice network: 0 leads',
      isDestructive: true,
    });
  });

  it('tells authentic and practice people apart in one run', () => {
    const sources = [buildSource({ kept: 5 }), buildSource({ platform: 'practice', kept: 15 })];
    expect(generationToast({ totalGenerated: 20, sources }).description).toBe(
      'Generated 5 authentic leads and 15 practice leads. Sources: Reddit: 5 leads, Practice network: 15 leads',
    );
  });

  it('says what has been kept so far where a source is still at work', () => {
    const sources = [buildSource({ platform: 'practice', state: 'running', kept: 4 })];
    expect(generationToast({ totalGenerated: 4, sources }).description).toBe(
      'Generated 4 practice leads. Sources: Practice network: 4 leads so far',
    );
  });
});

describe('the toast of a failed run', () => {
  it.each([
    ['S8-06', 'SCRAPING_TOKEN_MISSING', 'API token required for real behavioral lead discovery.'],
    ['S8-07', 'ENRICHMENT_KEY_MISSING', 'API key required for lead prospecting and enrichment.'],
    ['S8-08', 'LEAD_GENERATION_FAILED', 'Lead generation failed: API services unavailable.'],
    ['S8-09', 'constructor', 'Failed to generate leads.'],
    ['S8-09', undefined, 'Failed to generate leads.'],
    // S8-05
  ])('%s explains %s', (_id, key, text) => {
    expect(generationFailureToast(key)).toEqual({
      title: 'Lead Generation Failed',
      description: `${text} Please check your API credentials.`,
      isDestructive: true,
    });
  });
});
