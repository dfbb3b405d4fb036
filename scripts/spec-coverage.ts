/**
 * Lists the statements of the specification that no test covers. A comment above a test names those that it covers
 * (`S2.7-03`). `npm run spec:coverage [area …]` limits the list to areas.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const areas = process.argv.slice(2);

const [, ...lines] = readFileSync(`${root}tests/spec/statements.tsv`, 'utf8').trim().split('\n');
const statements = lines.map((line) => {
  const [id = '', area = '', kind = '', text = ''] = line.split('\t');
  return { id, area, kind, text };
});

const tests = globSync(['src/**/*.test.{ts,tsx}', 'tests/**/*.{test,spec}.ts'], { cwd: root })
  .map((file) => readFileSync(`${root}${file}`, 'utf8'))
  .join('\n');
const named = new Set(tests.match(/S\d+(?:\.\d+)?-\d{2}/g));

const byArea = Map.groupBy(statements, (statement) => statement.area);
let missingInAll = 0;
for (const [area, wanted] of byArea) {
  if (areas.length > 0 && !areas.includes(area)) continue;
  const missing = wanted.filter((statement) => !named.has(statement.id));
  missingInAll += missing.length;
  process.stdout.write(`${area}: ${wanted.length - missing.length} of ${wanted.length} covered\n`);
  for (const { id, text } of missing) process.stdout.write(`  ${id}  ${text}\n`);
}

const unknown = [...named].filter((id) => !statements.some((statement) => statement.id === id));
for (const id of unknown) process.stdout.write(`named by a test but not in the list: ${id}\n`);
process.stdout.write(`${missingInAll} statements without a test\n`);
process.exit(unknown.length > 0 ? 1 : 0);
