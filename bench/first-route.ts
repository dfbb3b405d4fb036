/** P14: what the first route costs a browser, against a blank React page built and served alike. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { findBrowser } from '../scripts/provide-browser.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { compare, judge, print } from './support/runner.ts';

type Visit = { jsGzipBytes: number; fcpMs: number; lcpMs: number };

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
await build({
  root: fileURLToPath(new URL('support/blank-page', import.meta.url)),
  base: './',
  plugins: [react()],
  build: { outDir: join(work, 'blank'), emptyOutDir: true },
  logLevel: 'error',
});
const blank = await serveFolder(join(work, 'blank'));
const ours = await startServerProcess({ DATA_DIR: join(work, 'data'), DEMO: 'off' });
const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});

try {
  const { port } = blank.address() as AddressInfo;
  const blankUrl = `http://127.0.0.1:${port}/index.html`;
  // A visitor follows a link from another site, and the browser gives the new site a process of its own: for any page.
  // From an empty tab it does so only for one that asks for it, as ours does by Cross-Origin-Opener-Policy.
  const elsewhere = `http://localhost:${port}/index.html`;
  const [reference, first] = [await visit(browser, blankUrl, null), await visit(browser, ours.url, null)];
  print(
    judge({
      target: 'P14',
      title: 'JavaScript of the first route, gzip',
      unit: 'bytes',
      better: 'less',
      bound: 2,
      reference: reference.jsGzipBytes,
      ours: first.jsGzipBytes,
    }),
    'blank React page',
    'gate',
  );
  for (const [from, came] of [
    ['a page of another site', elsewhere],
    ['an empty tab', null],
  ] as const) {
    for (const [title, key, bound] of [
      ['First contentful paint', 'fcpMs', 1.5],
      ['Largest contentful paint', 'lcpMs', 2.5],
    ] as const) {
      await compare({
        target: 'P14',
        title: `${title}, coming from ${from}`,
        unit: 'ms',
        better: 'less',
        bound,
        reference: {
          name: 'blank React page',
          measure: async () => (await visit(browser, blankUrl, came))[key],
        },
        ours: { name: 'gate', measure: async () => (await visit(browser, ours.url, came))[key] },
      });
    }
  }
} finally {
  await browser.close();
  await ours.end();
  blank.close();
  rmSync(work, { recursive: true, force: true });
}

/** One visit with an empty cache, from a page that is open already or from an empty tab. */
async function visit(from: Browser, url: string, cameFrom: string | null): Promise<Visit> {
  const context = await from.newContext();
  const page = await context.newPage();
  if (cameFrom) await page.goto(cameFrom, { waitUntil: 'networkidle' });
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(response.body());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const { fcpMs, lcpMs } = await page.evaluate(
    () =>
      new Promise<{ fcpMs: number; lcpMs: number }>((resolve) => {
        new PerformanceObserver((list) => {
          const lcp = list.getEntries().at(-1)?.startTime ?? Number.NaN;
          const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
          resolve({ fcpMs: fcp, lcpMs: lcp });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  // Waited for: a large one arrives behind the figures.
  const jsGzipBytes = (await Promise.all(scripts)).reduce(
    (sum, script) => sum + gzipSync(script, { level: 9 }).length,
    0,
  );
  await context.close();
  return { jsGzipBytes, fcpMs, lcpMs };
}

function serveFolder(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? '/', 'http://bench').pathname);
    try {
      const file = readFileSync(path);
      response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html');
      response.end(file);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
