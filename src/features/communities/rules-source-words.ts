import type { CommunitySource, SourceFailure } from './contract-sources.ts';

type Failed = Pick<CommunitySource, 'kind' | 'details'>;

const SOURCE_FAILURE_WORDS: Record<SourceFailure, (source: Failed) => string> = {
  setting_missing: ({ kind }) => `${kind} is off: its settings are missing`,
  source_failed: ({ details }) => details?.answer ?? '',
  failed_here: () => 'Something went wrong on our side',
};

/** The sentence that people read about a source that cannot be read. */
export function sourceError(source: Failed & Pick<CommunitySource, 'reason'>): string | null {
  return source.reason === null ? null : SOURCE_FAILURE_WORDS[source.reason](source);
}
