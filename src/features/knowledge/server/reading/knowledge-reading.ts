import { findEffectiveDate, isInstruction, readPassages, termsOf } from '#engines/answers/passages.ts';
import { stemOf } from '#engines/answers/stem.ts';
import { newId } from '#kit/id.ts';
import { runInThread } from '#platform/bounded-thread.ts';
import { threadFile } from '#platform/thread-file.ts';
import { factReader } from '../../rules-warnings.ts';

declare module '#platform/context.ts' {
  interface Context {
    /** Without a pooler in between. */
    readonly directDatabaseUrl: string;
  }
}

/** What is to be stored of a text. Lists are JSON already: the database reads them, and this process only passes them on. */
export type Reading = {
  passageCount: number;
  effectiveFrom: string | null;
  /** A few hundred passages each, with the roots that they are found by. */
  passages: string[];
  words: string[];
  facts: string;
};

/** Result of reading a file; its text is in the database under this id. */
export type FileReading = { readingId: string } & Pick<Reading, 'passageCount' | 'effectiveFrom'>;

type Text = { title: string; content: string };

/** Cutting and stemming so much takes longer than anybody who chats should wait. */
const LONG = 50_000;
/** Per text; answers are measured up to this size. */
export const MOST_PASSAGES = 100_000;
export const TOO_MANY_PASSAGES = `This text has more than ${MOST_PASSAGES.toLocaleString('en-US')} passages. Split it.`;
const PASSAGES_AT_ONCE = 500;
const WORDS_AT_ONCE = 5_000;

/** Reads a text into passages, words and facts; a long one in a thread. */
export async function readKnowledge({ title, content }: Text): Promise<Reading> {
  return content.length < LONG
    ? readWhole({ title, content })
    : runInThread<Reading>(threadFile('knowledge-worker', import.meta.url), { title, content });
}

/** Reads a file in a thread of its own, which stores what it says under `readingId`. */
export function readFileApart(
  file: Record<'path' | 'name' | 'title' | 'readingId' | 'databaseUrl', string>,
): Promise<FileReading> {
  return runInThread<FileReading>(threadFile('file-reading-worker', import.meta.url), file);
}

/** The same here and now. Of a text of too many passages no more than tells that is read. */
export function readWhole({ title, content }: Text): Reading {
  const counts = new Map<string, { word: string; root: string; passages: number }>();
  const facts = factReader();
  const inTitle = termsOf(title);
  const passages = portionsOf(PASSAGES_AT_ONCE);
  readPassages(content, (passage) => {
    if (passages.count() > MOST_PASSAGES) return;
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
    facts.read(passage);
    passages.add({
      ...passage,
      // Cut between the halves of a character it could not be stored.
      text: passage.text.toWellFormed(),
      id: newId(),
      isInstruction: isOrder,
      roots: [...new Set([...terms].map(stemOf))],
    });
  });
  const words = portionsOf(WORDS_AT_ONCE);
  for (const word of counts.values()) words.add(word);
  return {
    passageCount: passages.count(),
    effectiveFrom: findEffectiveDate(content),
    passages: passages.end(),
    words: words.end(),
    facts: JSON.stringify(facts.facts()),
  };
}

/** Longer ones are no words, and would not fit into an index. */
function isIndexed(word: string): boolean {
  return word.length <= 60;
}

/** Rows as JSON in batches; as text they take a fraction of the memory. */
function portionsOf(atOnce: number) {
  const portions: string[] = [];
  let rows: unknown[] = [];
  let count = 0;
  const end = (): string[] => {
    if (rows.length > 0) portions.push(JSON.stringify(rows));
    rows = [];
    return portions;
  };
  return {
    count: (): number => count,
    add(row: unknown): void {
      count += 1;
      rows.push(row);
      if (rows.length === atOnce) end();
    },
    end,
  };
}
