import { isPractice, platformLabel } from '#features/leads/rules.ts';
import { countOf } from '#kit/text.ts';
import { GENERATION_FAILURES, type GeneratedLeads, type RunSource } from './contract.ts';

/** Leads asked for by one press of 'Discover Leads'. */
export const LEADS_PER_RUN = 20;

/** Days between two runs of auto-refresh. */
export const REFRESH_EVERY_DAYS = 2;

type Toast = { title: string; description: string; isDestructive: boolean };

/** The toast after a run. */
export function generationToast({
  totalGenerated,
  sources,
  state,
}: Pick<GeneratedLeads, 'totalGenerated' | 'sources'> & Partial<Pick<GeneratedLeads, 'state'>>): Toast {
  // Somebody stopped it: that it found nobody yet is no failure.
  const isStopped = state === 'cancelled';
  return {
    title: isStopped ? 'Lead Generation Stopped' : 'Lead Generation Complete',
    description: `Generated ${generatedPeople(totalGenerated, sources)}. Sources: ${sources.map(sourceLine).join(', ')}`,
    isDestructive: totalGenerated === 0 && !isStopped,
  };
}

function generatedPeople(total: number, sources: readonly RunSource[]): string {
  const practice = sources
    .filter((source) => isPractice(source.platform))
    .reduce((sum, source) => sum + source.kept, 0);
  const authentic = total - practice;
  if (practice > 0 && authentic > 0) return `${authentic} authentic leads and ${practice} practice leads`;
  const hasOnlyPracticed = sources.every((source) => isPractice(source.platform) || source.state === 'off');
  if (practice > 0 || (hasOnlyPracticed && authentic === 0)) return `${practice} practice leads`;
  return `${authentic} authentic leads`;
}

function sourceLine(source: RunSource): string {
  const label = platformLabel(source.platform);
  if (source.state === 'off') return `${label}: API key missing`;
  if (source.state === 'failed') return `${label}: ${source.note ?? 'failed'}`;
  if (source.state === 'waiting' || source.state === 'running')
    return `${label}: ${countOf(source.kept, 'lead')} so far`;
  return `${label}: ${countOf(source.kept, 'lead')}`;
}

const FAILURE_TEXTS = new Map<string, string>([
  [GENERATION_FAILURES.scrapingToken, 'API token required for real behavioral lead discovery.'],
  [GENERATION_FAILURES.enrichmentKey, 'API key required for lead prospecting and enrichment.'],
  [GENERATION_FAILURES.failed, 'Lead generation failed: API services unavailable.'],
]);

/** What a failure key means; any other key reads 'Failed to generate leads.' */
export function generationFailureText(key: string | undefined): string {
  return FAILURE_TEXTS.get(key ?? '') ?? 'Failed to generate leads.';
}

/** The toast of a failed run. */
export function generationFailureToast(key: string | undefined): Toast {
  return {
    title: 'Lead Generation Failed',
    description: `${generationFailureText(key)} Please check your API credentials.`,
    isDestructive: true,
  };
}

/** 'Operational' needs all three; the rest is named by what is missing. */
export function isOperational(status: {
  scraping: boolean;
  enrichment: boolean;
  languageModel: boolean;
}): boolean {
  return status.scraping && status.enrichment && status.languageModel;
}
