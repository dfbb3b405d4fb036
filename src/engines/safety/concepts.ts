import { z } from 'zod';
import concepts from './concepts.json' with { type: 'json' };
import { LANGUAGES, type Language } from './judgement.ts';

/** Words of one language by concept: whole words and rows of words, beginnings ('pregnan*'), endings ('*statin'). */
type Lexicon = Record<'words' | 'beginnings' | 'endings', Map<string, string[]>>;

const SHORTEST_PART = 3;
const LONGEST_ROW = 3;

const lists = z.record(z.string(), z.record(z.string(), z.string())).parse(concepts);
const LEXICONS = new Map(LANGUAGES.map((language) => [language, lexiconOf(language)]));

function lexiconOf(language: Language): Lexicon {
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

/** The concepts that normalized words of a language speak of, sorted, each once. */
export function conceptsIn(words: readonly string[], language: Language): string[] {
  const lexicon = LEXICONS.get(language);
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

/** Whether a lower-case word belongs to a concept in any covered language. */
export function isConceptWord(word: string): boolean {
  return LANGUAGES.some((language) => conceptsIn([word], language).length > 0);
}
