import { describe, expect, it } from 'vitest';
import type { RunSource } from './contract.ts';
import { generationFailureToast, generationToast, isOperational } from './rules.ts';

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

describe('the status', () => {
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
