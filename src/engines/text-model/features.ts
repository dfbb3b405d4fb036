import { stemmer as stemDutch } from '@orama/stemmers/dutch';
import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemFrench } from '@orama/stemmers/french';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { stemmer as stemItalian } from '@orama/stemmers/italian';
import { stemmer as stemSpanish } from '@orama/stemmers/spanish';
import type { Language } from '#kit/language.ts';

const STEMMERS: Readonly<Record<Language, (word: string) => string>> = {
  en: stemEnglish,
  de: stemGerman,
  fr: stemFrench,
  es: stemSpanish,
  it: stemItalian,
  nl: stemDutch,
};

const TOKEN = /\p{Extended_Pictographic}|[\p{L}']+|\d+|[?!.]+/gu;
const LONGEST_WORD = 24;
const SHORT_MESSAGE = 4;

/**
 * Weight of a kind of feature, by its first letter. Concepts are shared by all languages, so they carry what was learned
 * in one to the others; letters in a row are many and say little each.
 */
const SCALES: Readonly<Record<string, number>> = { c: 1.3, k: 0.6 };

export function scaleOf(feature: string): number {
  return SCALES[feature[0] ?? ''] ?? 1;
}

/** Lower case without accents, 'ß' as 'ss', one kind of apostrophe, letters repeated at most twice. */
export function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[’‘`´]/g, "'")
    .replace(/(\p{L})\1{2,}/gu, '$1$1');
}

/** The concepts that words of a language speak of, each once, in alphabetical order. */
export type ConceptsIn = (words: readonly string[], language: Language) => readonly string[];

/**
 * What a fitted model sees of a normalized text: concepts and their pairs, stems, pairs of neighbors, pairs with one
 * word between them, and three to five letters in a row, which survive typing errors and compounds.
 */
export function featuresOf(normalized: string, language: Language, conceptsIn: ConceptsIn): string[] {
  const found = new Set<string>(['base', `l:${language}`]);
  const words = normalized.match(TOKEN) ?? [];
  const stem = STEMMERS[language];
  const stems = words.map((word) => stemOf(word, stem));
  for (const [at, one] of stems.entries()) {
    found.add(`w:${one}`);
    found.add(`b:${stems[at - 1] ?? '^'} ${one}`);
    if (at > 1) found.add(`s:${stems[at - 2]} ${one}`);
  }
  if (stems.length <= SHORT_MESSAGE) found.add('short');
  const concepts = conceptsIn(
    words.filter((word) => !/^[?!.]/.test(word)),
    language,
  );
  if (concepts.length === 0) found.add('c:none');
  for (const [at, one] of concepts.entries()) {
    found.add(`c:${one}`);
    for (const other of concepts.slice(at + 1)) found.add(`c:${one}+${other}`);
  }
  for (const word of words) {
    if (word.length < 3 || !/^[\p{L}']/u.test(word)) continue;
    const padded = ` ${word.slice(0, LONGEST_WORD)} `;
    for (let size = 3; size <= 5; size += 1) {
      for (let at = 0; at + size <= padded.length; at += 1) found.add(`k:${padded.slice(at, at + size)}`);
    }
  }
  return [...found];
}

/** Numbers by size, since an age says more than the figure: below 18, two digits, more. */
function stemOf(word: string, stem: (word: string) => string): string {
  if (/^\d/.test(word)) return word.length > 2 ? '#many' : Number(word) < 18 ? '#few' : '#some';
  if (/^[?!.]/.test(word)) return word.slice(0, 1);
  return stem(word.replaceAll("'", ''));
}
