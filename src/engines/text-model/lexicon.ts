import { z } from 'zod';
import { LANGUAGES, type Language } from '#kit/language.ts';
import type { ConceptsIn } from './features.ts';

/** Words of one language by concept: whole words and rows of words, beginnings ('pregnan*'), endings ('*statin'). */
type Lexicon = Record<'words' | 'beginnings' | 'endings', Map<string, string[]>>;

const SHORTEST_PART = 3;
const LONGEST_ROW = 3;

const Lists = z.record(z.string(), z.record(z.string(), z.string()));

/**
 * Finds the concepts of normalized words, sorted, each once. `lists` has the words of each concept by language, `all` for
 * every language, separated by blanks; words of a row are joined by '_'.
 */
export function conceptReader(lists: unknown): ConceptsIn {
  const concepts = Lists.parse(lists);
  const lexicons = new Map(LANGUAGES.map((language) => [language, lexiconOf(concepts, language)]));
  return (words, language) => conceptsOf(words, lexicons.get(language));
}

function lexiconOf(lists: z.infer<typeof Lists>, language: Language): Lexicon {
  const lexicon: Lexicon = { words: new Map(), beginnings: new Map(), endings: new Map() };
  const add = (to: keyof Lexicon, key: string, concept: string): void => {
    lexicon[to].set(key, [...(lexicon[to].get(key) ?? []), concept]);
  };
  for (const [concept, byLanguage] of Object.entries(lists)) {
    for (const entry of `${byLanguage.all ?? ''} ${byLanguage[language] ?? ''}`.split(' ')) {
      if (entry.endsWith('*')) add('beginnings', entry.slice(0, -1), concept);
      else if (entry.startsWith('*')) add('endings', entry.slice(1), concept);
      else if (entry !== '') add('words', entry.replaceAll('_', ' '), concept);
    }
  }
  return lexicon;
}

function conceptsOf(words: readonly string[], lexicon: Lexicon | undefined): string[] {
  const found = new Set<string>();
  const take = (names: readonly string[] | undefined): void => {
    for (const name of names ?? []) found.add(name);
  };
  for (const [at, word] of words.entries()) {
    take(lexicon?.words.get(word));
    for (let length = SHORTEST_PART; length <= word.length; length += 1) {
      take(lexicon?.beginnings.get(word.slice(0, length)));
      take(lexicon?.endings.get(word.slice(-length)));
    }
    let row = word;
    for (const next of words.slice(at + 1, at + LONGEST_ROW)) {
      row += ` ${next}`;
      take(lexicon?.words.get(row));
    }
  }
  return [...found].sort();
}
