import { newId } from '#kit/id.ts';
import { findEffectiveDate, isInstruction, splitPassages, termsOf } from '../rules-passages.ts';
import { factsOf } from '../rules-remarks.ts';
import { stemOf } from '../rules-stem.ts';
import { runInThread } from './worker-thread.ts';

/** What is to be stored of a text. Lists are JSON already: the database reads them, and this process only passes them on. */
export type Reading = {
  passageCount: number;
  effectiveFrom: string | null;
  /** A few hundred passages each, with the roots that they are found by. */
  passages: string[];
  words: string[];
  facts: string;
};

/** What is told of a file that was read: what it says lies in the database under this id. */
export type FileReading = { readingId: string } & Pick<Reading, 'passageCount' | 'effectiveFrom'>;

type Text = { title: string; content: string };

/** Cutting and stemming so much takes longer than anybody who chats should wait. */
const LONG = 50_000;
const PASSAGES_AT_ONCE = 500;
const WORDS_AT_ONCE = 5_000;

/** Reads a text into passages, words and facts: a long one beside everything else that the process does. */
export async function readKnowledge({ title, content }: Text): Promise<Reading> {
  return content.length < LONG
    ? readWhole({ title, content })
    : runInThread<Reading>('knowledge-worker', { title, content });
}

/** The same here and now. */
export function readWhole({ title, content }: Text): Reading {
  const counts = new Map<string, { word: string; root: string; passages: number }>();
  const inTitle = termsOf(title);
  const passages = splitPassages(content).map((passage) => {
    const isOrder = isInstruction(passage.text);
    const terms = new Set(
      [...inTitle, ...termsOf(passage.headings), ...termsOf(passage.text)].filter(isIndexed),
    );
    if (!passage.isSuperseded && !isOrder) {
      for (const word of terms) {
        const known = counts.get(word) ?? { word, root: stemOf(word), passages: 0 };
        known.passages += 1;
        counts.set(word, known);
      }
    }
    return {
      ...passage,
      // Cut between the halves of a character it could not be stored.
      text: passage.text.toWellFormed(),
      id: newId(),
      isInstruction: isOrder,
      roots: [...new Set([...terms].map(stemOf))],
    };
  });
  return {
    passageCount: passages.length,
    effectiveFrom: findEffectiveDate(content),
    passages: jsonOf(passages, PASSAGES_AT_ONCE),
    words: jsonOf([...counts.values()], WORDS_AT_ONCE),
    facts: JSON.stringify(factsOf(content)),
  };
}

/** Longer ones are no words, and would not fit into an index. */
function isIndexed(word: string): boolean {
  return word.length <= 60;
}

function jsonOf(rows: readonly unknown[], atOnce: number): string[] {
  return Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, index) =>
    JSON.stringify(rows.slice(index * atOnce, (index + 1) * atOnce)),
  );
}
