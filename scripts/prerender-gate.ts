// Draws the gate into index.html at the build, with the styles it needs, so that it shows before any script is here.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, type Plugin, runnerImport } from 'vite';
import type * as EntryMarkup from '../src/app/web/entry-markup.tsx';

const root = path.join(import.meta.dirname, '..');
const web = path.join(root, 'src/app/web');
const work = path.join(root, '.cache/gate');

const ROOT = '<div id="root"></div>';
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;

export function prerenderGate(): Plugin {
  return {
    name: 'yarrow:prerender-gate',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const { module } = await runnerImport<typeof EntryMarkup>(path.join(web, 'entry-markup.tsx'), {
          root,
          configFile: false,
          logLevel: 'warn',
          plugins: [react()],
        });
        const { gate, opening } = module.entryMarkup();
        if (!html.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`);
        const drawn = html.replace(
          ROOT,
          () => `<div id="opening">${opening}</div><div id="root" data-prerendered>${gate}</div>`,
        );
        const css = await stylesOf(drawn);
        for (const [, file = ''] of css.matchAll(/url\(\/(.*?)\)/g)) {
          if (!bundle?.[file]) throw new Error(`the styles of the gate name ${file}, which was not built`);
        }
        // Behind what it would hold up: a stylesheet keeps only what follows it from being drawn, and scripts wait for it.
        const links = drawn.match(STYLESHEET) ?? [];
        return drawn
          .replace(STYLESHEET, '')
          .replace('</head>', () => `<style>${css}</style></head>`)
          .replace('</body>', () => `${links.join('')}</body>`);
      },
    },
  };
}

/** The base and the classes that stand in the page, out of the same sources as the whole stylesheet. */
async function stylesOf(html: string): Promise<string> {
  await mkdir(work, { recursive: true });
  await writeFile(path.join(work, 'page.html'), html);
  const entry = path.join(work, 'page.css');
  await writeFile(entry, `@import "../../src/app/web/base.css";\n@source "./page.html";\n`);
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [tailwindcss()],
    build: {
      write: false,
      assetsInlineLimit: 0,
      target: ['chrome120', 'firefox121', 'safari17.2'],
      rolldownOptions: { input: entry },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const sheet = outputs.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (sheet?.type !== 'asset') throw new Error('the styles of the gate were not built');
  return String(sheet.source).trim();
}
