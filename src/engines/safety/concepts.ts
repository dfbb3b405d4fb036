import { conceptReader } from '#engines/text-model/lexicon.ts';
import { LANGUAGES } from '#kit/language.ts';
import concepts from './concepts.json' with { type: 'json' };

/** The concepts that normalized words of a language speak of, sorted, each once. */
export const conceptsIn = conceptReader(concepts);

/** Whether a lower-case word belongs to a concept in any covered language. */
export function isConceptWord(word: string): boolean {
  return LANGUAGES.some((language) => conceptsIn([word], language).length > 0);
}
