import filters from './filters.json' with { type: 'json' };

/** Kinds of words that spare the findings of their sentence, up to a "but", from the rules that name the kind. */
export const CUE_KINDS = [
  'caution',
  'meta',
  'awareness',
  'authorised',
  'normal',
  'disclosed',
  'clinical',
  'wink',
] as const;
export type Cue = (typeof CUE_KINDS)[number];

/** Words that no rule reads: statutory texts, figures of speech, names. */
export const MASKS: readonly string[] = Object.values(filters.masks).flat();

export const CUES: Record<Cue, readonly string[]> = filters.cues;
