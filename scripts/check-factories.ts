// Use cases are plain functions of the Context: a call leads to a body, not to a bag of closures. An exported `create…`
// stores a record; one that builds an object is listed here with the reason.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Exception = { file: string; reason: string };

/** What has a life of its own: a connection, a loop, a thread, a cache. */
const FACTORIES: Exception[] = [
  { file: 'access/server/auth-library.ts', reason: 'keeps what it discovered of the issuer' },
  {
    file: 'campaigns/server/recipients/recipient-claims.ts',
    reason: 'checks each text once for many people',
  },
  { file: 'content/server/html-cleaner.ts', reason: 'owns a thread' },
  { file: 'delivery/server/channels/delivery-channel.ts', reason: 'adapts a transport and keeps its texts' },
  { file: 'delivery/server/channels/mail-renderer.ts', reason: 'caches rendered compositions' },
  { file: 'delivery/server/queue/delivery-loop.ts', reason: 'runs from start to stop' },
  { file: 'delivery/server/queue/leases.ts', reason: 'holds the leases of this process' },
  { file: 'delivery/server/queue/mailbox-workers.ts', reason: 'keeps the workers that run' },
  { file: 'discovery/server/signal-scorer.ts', reason: 'remembers for a run that the model is down' },
  { file: 'inbox/server/mailbox-inboxes.ts', reason: 'keeps a connection to each inbox' },
  { file: 'inbox/server/messenger-inboxes.ts', reason: 'keeps when each platform may be asked next' },
  { file: 'mail/server/mail-template.ts', reason: 'encodes the fixed lines once for many emails' },
  { file: 'tracking/server/batcher.ts', reason: 'gathers items while a batch commits' },
  { file: 'tracking/server/contact-tokens.ts', reason: 'holds the derived keys' },
  { file: 'tracking/server/ingest.ts', reason: 'owns batchers' },
];

const CREATE =
  /^export (?:async function (create[A-Z]\w*)|function (create[A-Z]\w*)|const (create[A-Z]\w*) = (?:async )?)[^(\n]*\(\s*(\{[^}]*\}|\w*)(?:: ([\w<]+))?/gm;

/** The names of the exported functions of a file that build an object instead of storing a record. */
export function factoriesIn(text: string): string[] {
  return [...text.matchAll(CREATE)].flatMap((found) => {
    const [declaration, asyncName, plainName, constName, first = '', type = ''] = found;
    const name = asyncName ?? plainName ?? constName ?? '';
    const rest = text.slice(found.index + declaration.length);
    const end = rest.search(/^\}/m);
    const body = end < 0 ? rest : rest.slice(0, end);
    const isUseCase =
      /^(ctx|tx|db|from)$/.test(first) || /Context|Transaction|Queryable|Database|Pick</.test(type);
    return isUseCase && !returnsFunctions(body) ? [] : [name];
  });
}

/** `return { stop, wake() {…} }` or `return (x) => …` as the last statement of a function. */
function returnsFunctions(body: string): boolean {
  const at = body.lastIndexOf('\n  return ');
  if (at < 0) return false;
  const value = body.slice(at + '\n  return '.length);
  if (/^(?:async )?(?:\([^()\n]*\)|\w+)(?:: [^=\n]+)? =>/.test(value)) return true;
  return (
    value.startsWith('{') && /^ {4}(?:async |\*)?\w+(?:\(|: (?:async )?(?:\(|\w+ =>|function))/m.test(value)
  );
}

/** What is wrong in these files, by path under `src/features/`. */
export function factoryProblems(
  texts: ReadonlyMap<string, string>,
  exceptions: readonly Exception[] = FACTORIES,
): string[] {
  const found = new Map([...texts].map(([file, text]) => [file, factoriesIn(text)]));
  const listed = new Set(exceptions.map(({ file }) => file));
  return [
    ...[...found].flatMap(([file, names]) =>
      listed.has(file)
        ? []
        : names.map(
            (name) => `${file}: ${name} builds an object; make its functions use cases of the Context`,
          ),
    ),
    ...[...listed]
      .filter((file) => (found.get(file) ?? []).length === 0)
      .map((file) => `${file}: has no factory; remove it from scripts/check-factories.ts`),
  ];
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../src/features/', import.meta.url));
  const files = globSync('*/server/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const texts = new Map(files.sort().map((file) => [file, readFileSync(root + file, 'utf8')]));
  const problems = factoryProblems(texts);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${files.length} files, ${FACTORIES.length} with a factory`);
}
