import { normalize } from '#engines/text-model/features.ts';
import { conceptsIn } from './concepts.ts';

const HEALTH: ReadonlySet<string> = new Set(
  'drug pregnant condition surgery pain symptom reaction mood eating chest breath swell stroke collapse bleed'.split(
    ' ',
  ),
);

/** Whether concepts of a message are about health or the body. */
export function isAboutHealth(concepts: readonly string[]): boolean {
  return concepts.some((concept) => HEALTH.has(concept));
}

/** Whether English words name a complaint, an illness or a medicine. */
export function speaksOfHealth(text: string): boolean {
  return isAboutHealth(conceptsIn(normalize(text).match(/[\p{L}']+/gu) ?? [], 'en'));
}
