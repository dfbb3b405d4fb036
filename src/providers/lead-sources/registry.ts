import type { ListedSource, SourceKind } from './port.ts';
import { createPracticeNetwork } from './practice-network.ts';

/** Every place to look for people, in the order of the screen. One more source is one more line. */
export function createLeadSources(): ListedSource[] {
  return [
    notConnected('twitter', 'Twitter', 'scraping'),
    notConnected('reddit', 'Reddit', 'scraping'),
    notConnected('linkedin', 'LinkedIn', 'scraping'),
    notConnected('google', 'Google', 'scraping'),
    notConnected('professional_db', 'Pro database', 'enrichment'),
    notConnected('clay_database', 'Clay', 'enrichment'),
    createPracticeNetwork(),
  ];
}

/** A platform that people can tick and that this installation has no connection to. */
function notConnected(platform: string, label: string, kind: SourceKind): ListedSource {
  const provider = kind === 'scraping' ? 'the scraping provider' : 'the enrichment provider';
  return {
    platform,
    label,
    kind,
    isSynthetic: false,
    isConfigured: false,
    note: `Off: ${provider} is not connected`,
  };
}
