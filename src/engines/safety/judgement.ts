/** Languages that the engine is fitted to and answers in. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a message is about when it needs more than an answer. */
export const SAFETY_CATEGORIES = [
  'self_harm',
  'emergency',
  'overdose',
  'violence',
  'pregnancy',
  'eating_disorder',
  'mental_health',
  'children',
  'medication_interaction',
  'diagnosis',
  'adverse_event',
  'chronic_illness',
  'unread_language',
  'asked_for_person',
] as const;
export type SafetyCategory = (typeof SAFETY_CATEGORIES)[number];

export function isSafetyCategory(name: string): name is SafetyCategory {
  return SAFETY_CATEGORIES.some((category) => category === name);
}

/** Of an emergency: which numbers help and which words are said. */
export const DANGERS = ['self_harm', 'overdose', 'violence', 'pregnancy', 'emergency'] as const;
export type Danger = (typeof DANGERS)[number];

export type SafetyLevel = 'answer' | 'escalate' | 'emergency';

/** Countries with help lines of their own; `EU` is the rest of the Union, where 112 works everywhere. */
export const HELP_REGIONS = [
  'US',
  'CA',
  'UK',
  'IE',
  'AU',
  'NZ',
  'DE',
  'AT',
  'CH',
  'FR',
  'BE',
  'LU',
  'NL',
  'ES',
  'IT',
  'EU',
] as const;
export type HelpRegion = (typeof HELP_REGIONS)[number];

/** `police` only where it is not the number of `emergency`. */
export const HELP_KINDS = [
  'emergency',
  'police',
  'crisis',
  'poison',
  'violence',
  'eating',
  'health',
] as const;
export type HelpKind = (typeof HELP_KINDS)[number];

/** A number to call or text, and where it works. */
export type HelpLine = { region: HelpRegion; kind: HelpKind; name: string; contact: string };
