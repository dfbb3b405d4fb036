// Builds what is made of other files: `scripts/build.ts [web] [server]`, both unless told. What is fresh stays.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';
import { TRACKER_FILE, trackerSource } from '#features/tracking/server/tracker-script.ts';
import { withProcessLock } from '#platform/process-lock.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const thisFile = fileURLToPath(import.meta.url);
const PART_NAMES = ['web', 'server'] as const;
type PartName = (typeof PART_NAMES)[number];
const COMMON_INPUTS = ['package-lock.json', 'scripts/build.ts'];

type Part = {
  title: string;
  inputs: string[];
  leftOut: RegExp;
  configs: InlineConfig[];
};

const PARTS: Record<PartName, Part> = {
  web: {
    title: 'web app',
    inputs: [
      'src/{kit,engines,ui,embeds,features}/**',
      'src/app/web/**',
      'vite.config.ts',
      'scripts/prerender-gate.ts',
    ],
    leftOut: /\/server\/|\.test\.tsx?$/,
    configs: [
      { configFile: `${root}vite.config.ts`, logLevel: 'warn' },
      // A script for other people's pages, in one file of its own.
      {
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'warn',
        build: {
          outDir: `${root}dist/embeds`,
          emptyOutDir: false,
          lib: {
            entry: `${root}src/embeds/agent-widget.ts`,
            formats: ['es'],
            fileName: () => 'agent-widget.js',
          },
          minify: true,
          target: ['chrome120', 'firefox121', 'safari17.2'],
          reportCompressedSize: false,
        },
      },
    ],
  },
  server: {
    title: 'server',
    inputs: ['src/{kit,engines,platform,providers,features,embeds}/**', 'src/app/{*,demo/**}'],
    leftOut: /\/web\/|\.test\.tsx?$/,
    configs: [
      // With its packages, in a few files: reading two thousand took most of the time from start to ready.
      {
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'warn',
        plugins: [reactOfProduction()],
        // jsdom reads files beside its own by name.
        ssr: { noExternal: true, external: ['jsdom'] },
        build: {
          ssr: true,
          outDir: `${root}dist/server`,
          target: 'node24',
          rolldownOptions: {
            input: {
              server: `${root}src/app/server.ts`,
              ...threadEntries(),
            },
            output: {
              entryFileNames: '[name].js',
              chunkFileNames: '[name]-[hash].js',
              // The text of a program stays in memory. Names are kept, so that a stack names its functions.
              minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
              // One letter beyond Latin-1 would keep a whole file at two bytes a letter.
              charset: 'ascii',
            },
          },
        },
      },
    ],
  },
};

/** Files that threads of the server run, by name: `platform/thread-file.ts` finds them. */
function threadEntries(): Record<string, string> {
  const files = globSync('src/features/*/server/**/*-worker.ts', { cwd: root });
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), `${root}${file}`]));
}

/** React brings itself twice, and the half for development is the larger one; mails are written with the other. */
function reactOfProduction(): Plugin {
  return {
    name: 'react-of-production',
    transform: {
      filter: { id: /\/node_modules\/(?:react|react-dom)\// },
      handler: (code) => ({ code: code.replaceAll('process.env.NODE_ENV', '"production"'), map: null }),
    },
  };
}

const stampFile = (name: PartName): string => `${root}dist/${name}.stamp`;

/** Changes whenever a file changes that the part is made of. */
function inputStamp(name: PartName): string {
  const { inputs, leftOut } = PARTS[name];
  const hash = createHash('sha256').update(process.env.VITE_DESIGN ?? '');
  const entries = [...COMMON_INPUTS, ...inputs].flatMap((pattern) =>
    globSync(pattern, { cwd: root, withFileTypes: true }),
  );
  const files = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  for (const file of files.filter((path) => !leftOut.test(path)).sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function isBuilt(name: PartName): boolean {
  try {
    return readFileSync(stampFile(name), 'utf8') === inputStamp(name);
  } catch {
    return false;
  }
}

/**
 * Builds those of the parts that are not made of the files as they are now. In a process of its own: the bundler's
 * memory goes with it.
 * @returns whether all parts are there
 */
export function ensureBuilt(...names: PartName[]): boolean {
  if (names.every(isBuilt)) return true;
  return spawnSync(process.execPath, [thisFile, ...names], { cwd: root, stdio: 'inherit' }).status === 0;
}

async function build(name: PartName): Promise<void> {
  const startedAt = Date.now();
  const vite = await import('vite');
  const stamp = inputStamp(name);
  rmSync(stampFile(name), { force: true });
  for (const config of PARTS[name].configs) await vite.build(config);
  if (name === 'web') writeFileSync(TRACKER_FILE, vite.minifySync('tracker.js', trackerSource).code);
  writeFileSync(stampFile(name), stamp);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`Built the ${PARTS[name].title} in ${seconds} s.\n`);
}

if (import.meta.main) {
  const told = process.argv.slice(2);
  const names = PART_NAMES.filter((name) => told.length === 0 || told.includes(name));
  mkdirSync(`${root}dist`, { recursive: true });
  await withProcessLock(`${root}dist/build.lock`, async () => {
    for (const name of names) if (!isBuilt(name)) await build(name);
  });
}
