import { z } from 'zod';
import lexicon from './lexicon.json' with { type: 'json' };
import { type Lexicon, wordClass } from './words.ts';

const Rows = z.array(z.string()).default([]);

/**
 * A class of `lexicon.json`, rows of words between commas: `verbs` and `nouns` are inflected, `words` stay as they are,
 * `of` names classes above whose words it has too, and each of `before` goes with each noun of `parts` ("swollen knee").
 */
const WordClass = z.strictObject({
  before: Rows,
  parts: Rows,
  verbs: Rows,
  nouns: Rows,
  words: Rows,
  of: z.array(z.string()).default([]),
});

/** Irregular plurals that `parts` also means. */
const MORE_PARTS = ['feet', 'hands'];

/** Word classes, with every form of their words. */
export const LEXICON: Lexicon = readLexicon();

function readLexicon(): Lexicon {
  const classes: Record<string, readonly string[]> = {};
  for (const [name, entry] of Object.entries(z.record(z.string(), WordClass).parse(lexicon))) {
    const [verbs, nouns, words] = [entry.verbs, entry.nouns, entry.words].map((rows) => rows.join(', '));
    const of = entry.of.map((other) => {
      const known = classes[other];
      if (!known) throw new Error(`${name} is made of ${other}, which is not above it in lexicon.json`);
      return known;
    });
    classes[name] = wordClass({ verbs, nouns, words, of: [pairsOf(entry), ...of] });
  }
  return classes;
}

function pairsOf({ before, parts }: z.infer<typeof WordClass>): string[] {
  if (before.length === 0) return [];
  const nouns = [...wordClass({ nouns: parts.join(', ') }), ...MORE_PARTS];
  return wordClass({ words: before.join(', ') }).flatMap((word) => nouns.map((noun) => `${word} ${noun}`));
}
