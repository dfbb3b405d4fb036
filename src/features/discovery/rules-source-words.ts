import type { SourceProgress, SourceReason, SourceReasonDetails } from './contract.ts';

const SOURCE_REASON_WORDS: Record<SourceReason, (details: SourceReasonDetails) => string> = {
  setting_missing: ({ needs = [] }) => (needs.length === 0 ? 'Off' : `Off: set ${needs.join(' and ')}`),
  nothing_to_ask: () => 'Nothing to ask: conditions are not searched for',
  spending_limit: () => 'Stopped at the spending limit',
  scored_by_rules: ({ answer = '' }) => `Scored by the built-in engine: ${answer}`,
  search_failed: ({ answer = '' }) => answer,
  failed_here: () => 'It failed on our side',
  stopped: () => 'Stopped',
  earlier_note: ({ answer = '' }) => answer,
};

/** The sentence that people read about a source of a run. */
export function sourceNote({ reason, details }: Pick<SourceProgress, 'reason' | 'details'>): string | null {
  return reason === null ? null : SOURCE_REASON_WORDS[reason](details ?? {});
}
