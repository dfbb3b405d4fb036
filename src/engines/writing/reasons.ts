export const UNCHANGED_REASONS = [
  'needs_model',
  'edited_text',
  'already_so',
  'language',
  'languages',
] as const;
/**
 * needs_model: no structural change · edited_text: another tone needs the text as the template wrote it · already_so: nothing
 * to change · language, languages: as of `composeContent`.
 */
export type UnchangedReason = (typeof UNCHANGED_REASONS)[number];
