import type { Cue } from '#engines/claims/filters.ts';
import type { ClaimContext, Severity } from './contract.ts';

type Levels = { US: Severity | null; EU: Severity | null; UK: Severity | null };

export type ClaimRule = {
  id: string;
  severity: Levels;
  /** Why it matters, for the person who writes. */
  explanation: string;
  source: string;
  /** Cues that spare it (`engines/claims/filters.ts`), and whether a sincere negation does. */
  spares: readonly (Cue | 'negation')[];
  patterns: readonly string[];
  /** The one kind of text it holds in; in all where there is none. */
  onlyIn?: ClaimContext['kind'];
};

/** The same in all places. */
export const all = (severity: Severity): Levels => ({ US: severity, EU: severity, UK: severity });
/** In the US, and in the EU and the UK. */
export const usEu = (US: Severity | null, europe: Severity | null): Levels => ({
  US,
  EU: europe,
  UK: europe,
});

/** What spares words about health. */
export const HEALTH = ['negation', 'caution', 'meta', 'awareness', 'authorised', 'clinical'] as const;
/** What spares words about words. */
export const TALK = ['negation', 'meta'] as const;
