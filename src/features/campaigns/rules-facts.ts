import { z } from 'zod';
import { hasCondition, hasHealthWord } from '#features/compliance/rules-conditions.ts';
import { wordsOf } from '#kit/words.ts';

/** What is stored about a person: the field it stands in and its words. */
type Fact = { field: string; words: string };

/** What a model was asked for: a sentence with the facts that it says it is made of. */
export type CitedSentence = { sentence: string; facts: readonly Fact[] };

/** The answer that a model is asked for. */
export function citedSentences<const F extends readonly string[]>(fields: F) {
  return z.object({
    sentences: z.array(
      z.object({
        sentence: z.string(),
        facts: z.array(z.object({ field: z.enum(fields), words: z.string() })),
      }),
    ),
  });
}

/** Facts as a model is handed them, each with its number and its field. */
export function factPassages(facts: readonly Fact[]): { label: string; text: string }[] {
  return facts.map(({ field, words }, index) => ({ label: `fact ${index + 1} field ${field}`, text: words }));
}

/** Fewer letters say nothing about where words come from. */
const SHORTEST_CITE = 6;
const SHORTEST_SHARED = 4;

/** Fields of facts that are cited in part; of others the whole is cited. */
const OWN_WORDS: readonly string[] = ['post', 'reply'];

/**
 * The stored facts that a model's sentence cites, each once: null where one of them is not stored with these very
 * words, where the sentence does not speak of words it cites, or where it holds a figure or a quotation that is in
 * none of them, or anything about health.
 */
export function factsSaid<F extends Fact>(
  sentence: string,
  cited: readonly Fact[],
  stored: readonly F[],
): F[] | null {
  const facts = cited.map((fact) =>
    stored.find((one) => one.field === fact.field && isCited(one, fact.words)),
  );
  const known = facts.filter((fact) => fact !== undefined);
  if (known.length < facts.length || hasHealthWord(sentence) || hasCondition(sentence)) return null;
  // It must speak of what it cites of their words, not only name it.
  const said = new Set(wordsOf(sentence).map(({ text }) => text));
  const speaksOf = known
    .filter(({ field }) => OWN_WORDS.includes(field))
    .every(({ words }) =>
      wordsOf(words).some(({ text }) => text.length >= SHORTEST_SHARED && said.has(text)),
    );
  if (!speaksOf) return null;
  const all = known.map(({ words }) => words).join('\n');
  const figures = sentence.match(/\d+/g) ?? [];
  if (figures.some((figure) => !all.includes(figure))) return null;
  const quotations = [...sentence.matchAll(/[“"„«]([^”"“»]+)[”"“»]/gu)].map(([, words = '']) => words);
  return quotations.some((words) => !holds(all, words)) ? null : dedupe(known);
}

/** A place or a day is cited as it stands, words in part. */
function isCited({ field, words }: Fact, cited: string): boolean {
  return OWN_WORDS.includes(field) ? holds(words, cited) : words.toLowerCase() === cited.trim().toLowerCase();
}

/** Whether these words stand in a text, whatever their case and the blanks between them. */
function holds(text: string, words: string): boolean {
  const plain = (value: string): string => value.toLowerCase().replace(/\s+/g, ' ').trim();
  return plain(words).length >= SHORTEST_CITE && plain(text).includes(plain(words));
}

function dedupe<F extends Fact>(facts: readonly F[]): F[] {
  return facts.filter(
    (fact, index) => facts.findIndex((one) => one.field === fact.field && one.words === fact.words) === index,
  );
}
