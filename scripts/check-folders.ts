// The closed vocabulary of places and names under src: what a file is shows in where it lies and what it is called.
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const LAYERS = ['app', 'embeds', 'engines', 'features', 'kit', 'platform', 'providers', 'ui'];

/** Drawers: a name that could hold anything will. */
const NO_NAMES = ['index', 'utils', 'util', 'helpers', 'helper', 'common', 'misc', 'shared', 'types', 'lib'];

/** A part of a screen says what it is. */
const WEB_PARTS = [
  'actions|badge|banner|bar|button|card|chart|composer|dialogs?|drawer|editor|fields?|filters|form|gate|header',
  'layout|link|list|menu|notice|panel|picker|preview|row|schedule|screen|section|steps?|table|tabs|tiles?',
  'timeline|toolbar|view',
].join('|');

const NAME = '[a-z0-9]+(-[a-z0-9]+)*';

/** What may lie in the folder of a feature, `src/features/<noun>/`. */
const FEATURE_FILES = [
  // The contract of a large feature is split by part: `contract-chat.ts` beside `contract.ts`.
  new RegExp(`^contract(-${NAME})?\\.ts$`),
  new RegExp(`^rules(-${NAME})?\\.ts$`),
  // tables, store, routes, jobs, and the use cases by verb or noun.
  new RegExp(`^server/${NAME}\\.ts$`),
  // The server of a large feature is folded once, by noun or deed: `server/delivery/drain.ts`. What the feature is about,
  // and what each feature has one of, stays at the top.
  new RegExp(`^server/${NAME}/(?!(tables|store|service|routes|jobs)\\.ts$)${NAME}\\.ts$`),
  // The screens of a large feature are folded once too; parts that other features use stay at the top.
  new RegExp(`^web/(${NAME}/)?${NAME}\\.ts$`),
  new RegExp(`^web/(${NAME}/)?(${NAME}-)?(${WEB_PARTS})\\.tsx$`),
];

const MAX_DEPTH = 6;
const FILE_NAME = new RegExp(`^${NAME}(\\.test)?\\.(css|html|js|json|svg|ts|tsv|tsx|woff2)$`);
/** Half a page beside the code of an engine: what it decides, from what, how well. */
const ENGINE_README = /^src\/engines\/[a-z-]+\/README\.md$/;
const TEST = /\.test\.tsx?$/;

function problemsOf(file: string, all: Set<string>): string[] {
  const parts = file.split('/').slice(1);
  const [layer = '', noun = ''] = parts;
  const names = [...parts.slice(0, -1), basename(file).replace(/\.tsx?$/, '')];
  const problems: string[] = [];

  if (!LAYERS.includes(layer)) problems.push(`src holds only ${LAYERS.join(', ')}`);
  if (parts.length > MAX_DEPTH) problems.push(`lies more than ${MAX_DEPTH} deep`);
  if (!FILE_NAME.test(basename(file)) && !ENGINE_README.test(file))
    problems.push('is not named in kebab-case with a known ending');
  for (const name of names) {
    if (NO_NAMES.includes(name)) problems.push(`'${name}' could hold anything: name what it is about`);
  }
  if (TEST.test(file)) {
    const subject = file.replace(TEST, '');
    const isBeside = ['.ts', '.tsx'].some((ending) => all.has(subject + ending));
    if (!isBeside) problems.push(`has no subject beside it: ${basename(subject)}.ts or .tsx`);
  } else if (layer === 'features') {
    const inFeature = parts.slice(2).join('/');
    if (!FEATURE_FILES.some((allowed) => allowed.test(inFeature))) {
      problems.push(`'${inFeature}' is not in the vocabulary of features (scripts/check-folders.ts)`);
    }
    if (!all.has(`src/features/${noun}/contract.ts`) && inFeature.startsWith('web/')) {
      problems.push(`${noun} has screens and no contract.ts`);
    }
  } else if (layer === 'providers' && !all.has(`src/providers/${noun}/port.ts`)) {
    problems.push(`${dirname(file)} has no port.ts`);
  }
  return problems;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const entries = globSync('src/**', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
const files = entries.map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length)).sort();
const known = new Set(files);
const lines = files.flatMap((file) => problemsOf(file, known).map((problem) => `${file}: ${problem}`));

for (const line of lines) console.error(line);
if (lines.length > 0) process.exitCode = 1;
else console.log(`${files.length} files in their places`);
