// Builds the web app into dist/web. `npm start` runs it when what the app is made of has changed since.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';
import { withProcessLock } from '#platform/process-lock.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = `${root}dist/web.stamp`;

const INPUTS = ['src/{kit,ui,embeds,features}/**', 'src/app/web/**', 'vite.config.ts', 'package-lock.json'];
const NOT_IN_THE_BROWSER = /\/server\/|\.test\.tsx?$/;

/** Changes whenever a file changes that the web app is made of. */
function inputStamp(): string {
  const hash = createHash('sha256').update(process.env.VITE_DESIGN ?? '');
  const entries = INPUTS.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  for (const file of files.filter((name) => !NOT_IN_THE_BROWSER.test(name)).sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** True when dist/web was built from the files as they are. */
export function isWebAppBuilt(): boolean {
  try {
    return readFileSync(stampFile, 'utf8') === inputStamp();
  } catch {
    return false;
  }
}

async function buildWebApp(): Promise<void> {
  const { build } = await import('vite');
  const stamp = inputStamp();
  rmSync(stampFile, { force: true });
  await build({ configFile: `${root}vite.config.ts`, logLevel: 'warn' });
  await build(embedBuild('agent-widget'));
  writeFileSync(stampFile, stamp);
}

/** A script for other people's pages, in one file of its own: dist/embeds/<name>.js. */
function embedBuild(name: string): InlineConfig {
  return {
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: `${root}dist/embeds`,
      emptyOutDir: false,
      lib: { entry: `${root}src/embeds/${name}.ts`, formats: ['es'], fileName: () => `${name}.js` },
      minify: true,
      target: ['chrome120', 'firefox121', 'safari17.2'],
      reportCompressedSize: false,
    },
  };
}

if (import.meta.main) {
  mkdirSync(`${root}dist`, { recursive: true });
  await withProcessLock(`${root}dist/build.lock`, async () => {
    if (isWebAppBuilt()) return;
    const startedAt = Date.now();
    await buildWebApp();
    process.stdout.write(`Built the web app in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.\n`);
  });
}
