// State is data: no column holds a sentence of ours, no SQL makes or compares one. Reasons are codes; their words lie in
// `rules-<x>-words.ts`.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Columns with the words of people or of documents, by file and name. */
const WORDS_OF_PEOPLE = new Set([
  'src/features/knowledge/server/tables.ts: sentence',
  'src/features/communities/server/tables.ts: note',
  'src/features/content/server/tables.ts: explanation',
  'src/features/content/server/tables.ts: review_note',
]);

const COLUMN = /\btext\('((?:\w+_)?(?:note|error|message|sentence|explanation))'\)(?!\.\$type)/g;
/** A literal of three words or more where SQL compares or chooses: `then 'Both are the same lead'`. */
const IN_SQL = /(?:\b(?:then|else|when|like|in \()|[^=!<>]=|<>) ?'[A-Za-z][\w-]* [\w-]+ [\w-][^'\n]*'/g;
/** `reason: 'the worker ended'` in a value that the server may store. */
const AS_REASON = /\b(?:reason|skipReason|pauseReason): ?(?:'[^'\n]* [^'\n]*'|`[^`\n]* [^`\n]*`)/g;

/** What of a file of the server would store or compare a sentence. */
export function storedSentencesIn(file: string, text: string): string[] {
  if (file.endsWith('/tables.ts'))
    return [...text.matchAll(COLUMN)].flatMap(([, name = '']) =>
      WORDS_OF_PEOPLE.has(`${file}: ${name}`) ? [] : [`column ${name} would hold a sentence`],
    );
  const isStore = file.endsWith('store.ts');
  return [...text.matchAll(AS_REASON), ...(isStore ? text.matchAll(IN_SQL) : [])].map(
    ([found]) => `${found.trim()} is a sentence, not a code`,
  );
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = globSync('src/features/*/server/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const lines = files
    .sort()
    .flatMap((file) =>
      storedSentencesIn(file, readFileSync(root + file, 'utf8')).map((problem) => `${file}: ${problem}`),
    );
  for (const line of lines) console.error(line);
  if (lines.length > 0) process.exitCode = 1;
  else console.log(`${files.length} files store no sentence`);
}
