import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { prerenderGate } from './scripts/prerender-gate.ts';

const here = import.meta.dirname;
/** With the page of all components, for those who build screens: it is sent to nobody far away. */
const isDesign = process.env.VITE_DESIGN === 'on';
/** The widget that sends files, with what only it needs; the places that files come from are loaded apart. */
const UPLOADER =
  /node_modules\/(?:@uppy\/(?!(?:dropbox|google-drive|onedrive|url)\/lib)|@transloadit|preact|exifr|lodash|p-queue|p-retry)|features\/uploads\/web\/upload/;
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Writes `.br` and `.gz` beside what the server sends as text, so that it never compresses on a request. */
function precompress(): Plugin {
  return {
    name: 'yarrow:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const files = await readdir(dir, { recursive: true });
      const texts = files.filter((file) => /\.(js|css|svg|html)$/.test(file));
      await Promise.all(
        texts.map(async (file) => {
          const target = path.join(dir, file);
          const content = await readFile(target);
          await writeFile(`${target}.gz`, await compressGzip(content, { level: 9 }));
          const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
          await writeFile(`${target}.br`, await compressBrotli(content, { params: quality }));
        }),
      );
    },
  };
}

/**
 * Leaves out the half of zod that writes JSON schemas: only the server does that. Its classes name the functions, so
 * the two modules keep their exports, as functions that do nothing (5 KB less in the first download).
 */
function withoutJsonSchemas(): Plugin {
  return {
    name: 'yarrow:without-json-schemas',
    apply: 'build',
    load: {
      filter: { id: /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      async handler(id) {
        const source = await readFile(id, 'utf8');
        const names = [...source.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(
          ([, name]) => name,
        );
        return names.map((name) => `export const ${name} = () => () => undefined;`).join('\n');
      },
    },
  };
}

/** What stands behind the gate on every screen: all that app.tsx imports at once. */
const shell = new Set<string>();

/** Tells the bundler what the shell is before it makes files: it would mix parts of screens into them. */
function findShell(): Plugin {
  const entry = path.join(here, 'src/app/web/app.tsx');
  return {
    name: 'yarrow:find-shell',
    apply: 'build',
    buildEnd() {
      const waiting = [...(this.getModuleInfo(entry)?.importedIds ?? [])];
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (shell.has(id)) continue;
        shell.add(id);
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
}

export default defineConfig({
  root: path.join(here, 'src/app/web'),
  publicDir: 'public',
  cacheDir: path.join(here, '.cache/vite'),
  plugins: [
    react(),
    tailwindcss(),
    withoutJsonSchemas(),
    findShell(),
    ...(isDesign ? [] : [prerenderGate(), precompress()]),
  ],
  // Written out, so that a build without it drops the page of all components.
  define: { 'import.meta.env.VITE_DESIGN': JSON.stringify(process.env['VITE_DESIGN'] ?? 'off') },
  resolve: {
    alias: {
      // Radix locks scrolling with a style element, which the content security policy refuses.
      'react-style-singleton': path.join(here, 'src/ui/style-singleton.ts'),
    },
  },
  build: {
    outDir: path.join(here, 'dist/web'),
    emptyOutDir: true,
    target: ['chrome120', 'firefox121', 'safari17.2'],
    // These know modulepreload by themselves.
    modulePreload: { polyfill: false },
    sourcemap: false,
    // data: URLs would need their own exceptions in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Of itself the bundler makes a file of each few modules that some screens share: a hundred requests a page. Merged
        // files run their modules in another order without this.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'shell', test: (id) => shell.has(id), priority: 1 },
            // Two dialogs share it: merged with what all screens share it would be loaded by all of them.
            { name: 'uploader', test: UPLOADER, priority: 1, includeDependenciesRecursively: false },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 8_000 },
          ],
        },
        // Of itself a shared file would be named after all who share it.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
      },
    },
  },
  server: {
    host: '127.0.0.1',
    strictPort: true,
    fs: { allow: [here] },
    proxy: {
      '^/(?:(?:api|docs|look|s3|[jmnopru]|v1)/|(?:t|community)\\.js|mcp$|healthz|readyz|metrics)':
        process.env['API_URL'] ?? 'http://127.0.0.1:3000',
    },
  },
  preview: { host: '127.0.0.1', strictPort: true },
});
