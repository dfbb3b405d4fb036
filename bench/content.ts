/**
 * The figures of content: a library of 100,000 assets filtered and searched against the bare SQL of it; how soon the
 * first words of a model reach the browser's end of the connection after they left the model; and the delay of typing
 * with live findings in a text of 20,000 characters. `BENCH_ASSETS` is 100,000 unless told.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import pg from 'pg';
import type { ContentSession } from '#features/content/contract-sessions.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { findBrowser } from '../scripts/provide-browser.ts';
import { ADMIN, GATE_PASSWORD, testClient } from '../tests/support/client.ts';
import { startModelServer } from '../tests/support/model-server.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { compare, judge, percentile, print, timed } from './runner.ts';

declare global {
  // What the page measures of its keys.
  var keyDelays: number[];
}

const ASSETS = Number(process.env.BENCH_ASSETS ?? 100_000);
const CALLS = 40;
const STREAMS = 20;
const KEYS = 60;
const TYPED_CHARACTERS = 20_000;

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const database = await startEmbeddedPostgres({ dataDir: work, log: createLog('silent') });
const model = await startModelServer('openai');
const server = await startServerProcess({
  DATABASE_URL: database.url,
  DEMO: 'off',
  LLM_PROVIDER: 'openai-compatible',
  LLM_BASE_URL: model.url,
  LLM_MODEL: 'bench',
});
const pool = new pg.Pool({ connectionString: database.url, max: 4 });
const client = testClient(server.url);

async function fillLibrary(): Promise<void> {
  await pool.query(
    `insert into content_assets (id, name, type, category, tags, content, status, created_at)
     select gen_random_uuid(), 'Asset ' || n, (array['email','flyer','video','social_post','ad_copy'])[1 + n % 5],
       (array['email','social','content','marketing','advertising'])[1 + n % 5], 'tag' || n % 50 || ', season' || n % 4,
       'Subject: Blend ' || n || E'\\n\\nHearth number ' || n || ' is chamomile, balm and peel. ' || repeat(md5(n::text) || ' ', 8),
       (array['draft','in_review','approved'])[1 + n % 3], now() - n * interval '1 second'
     from generate_series(1, $1::int) as n`,
    [ASSETS],
  );
  await pool.query('vacuum analyze content_assets');
}

async function p95Of(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < CALLS; index += 1) times.push(await timed(call));
  return percentile(times, 95);
}

async function measureLibrary(): Promise<void> {
  const searched = `(lower(name || ' ' || tags || ' ' || content))`;
  for (const [title, query, where, values] of [
    [
      'filtered and searched',
      'category=marketing&q=hearth+number+77',
      `category = $1 and ${searched} like '%' || $2 || '%'`,
      ['marketing', 'hearth number 77'],
    ],
    [
      'searched for one',
      `q=asset+${ASSETS - 7}`,
      `${searched} like '%' || $1 || '%'`,
      [`asset ${ASSETS - 7}`],
    ],
    [
      'filtered by type and status',
      'type=flyer&status=approved',
      `type = $1 and status = $2`,
      ['flyer', 'approved'],
    ],
  ] as const) {
    const alive = `deleted_at is null and ${where}`;
    const bare = (): Promise<unknown> =>
      Promise.all([
        pool.query(`select * from content_assets where ${alive} order by created_at desc, id desc limit 51`, [
          ...values,
        ]),
        pool.query(`select count(*) from content_assets where ${alive}`, [...values]),
      ]);
    const ours = async (): Promise<void> => {
      const response = await client.call('GET', `/api/content-assets?limit=50&${query}`);
      if (!response.ok) throw new Error(`answered ${response.status}`);
      await response.arrayBuffer();
    };
    for (let warm = 0; warm < 5; warm += 1) await Promise.all([bare(), ours()]);
    await compare({
      target: 'library',
      title: `${ASSETS.toLocaleString('en-US')} assets ${title}, p95`,
      unit: 'ms',
      better: 'less',
      bound: 2,
      reference: { name: 'bare SQL, the page and the count', measure: () => p95Of(bare) },
      ours: { name: 'GET /api/content-assets', measure: () => p95Of(ours) },
    });
  }
}

const createSession = (): Promise<ContentSession> =>
  client.post('/api/content-generation/sessions', { sessionName: 'Bench', requirements: 'Tea for $9.' });

async function measureFirstWords(): Promise<void> {
  const delays: number[] = [];
  for (let turn = 0; turn < STREAMS; turn += 1) {
    let leftAt = 0;
    model.reply = () => ({
      pieces: (async function* () {
        // The model thinks first, so that its first word stands apart from the call.
        await new Promise((resolve) => setTimeout(resolve, 100));
        leftAt = performance.now();
        yield 'Six';
        await new Promise((resolve) => setTimeout(resolve, 20));
        yield ' blends.';
      })(),
    });
    const { id } = await createSession();
    const response = await client.call('POST', '/api/content-generation/generate', {
      body: { sessionId: id, prompt: 'Write' },
      headers: { accept: 'text/event-stream' },
    });
    const reader = response.body?.getReader();
    await reader?.read();
    delays.push(performance.now() - leftAt);
    while (!(await reader?.read())?.done);
  }
  print(
    judge({
      target: 'first words',
      title: `From the model to the end of the connection, p95 of ${STREAMS}`,
      unit: 'ms',
      better: 'less',
      bound: 1,
      reference: 50,
      ours: percentile(delays, 95),
    }),
    'allowed',
    'taken',
  );
}

async function measureTyping(): Promise<void> {
  const paragraph =
    'Hearth helps you unwind in the evening, **mild** and free of caffeine. It cures insomnia, they say.';
  const content = `${paragraph}\n\n`.repeat(TYPED_CHARACTERS).slice(0, TYPED_CHARACTERS - 200);
  model.reply = () => 'Subject: Tea\n\nSix blends.';
  const { id } = await createSession();
  await client.post('/api/content-generation/generate', { sessionId: id, prompt: 'Write' });
  await client.post(`/api/content-generation/sessions/${id}/edit`, { content, baseVersion: 1 });
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(() => localStorage.setItem('testing-access', 'granted'));
    await context.request.post(`${server.url}/api/access`, { data: { password: GATE_PASSWORD } });
    await context.request.post(`${server.url}/api/auth/sign-in/email`, { data: ADMIN });
    const page = await context.newPage();
    await page.goto(`${server.url}/content-generation?session=${id}`);
    const result = page.getByRole('region', { name: 'Generated Content' });
    await result.getByText('Edit', { exact: true }).click();
    const editor = result.getByRole('textbox', { name: 'Content' });
    await editor.locator('mark').first().waitFor();
    await editor.click();
    await page.evaluate(() => {
      globalThis.keyDelays = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          // What passes between the key and the work on it, and the work itself; drawing follows the screen's beat.
          if (!/^(?:key|beforeinput|input|textInput)/.test(entry.name) || !('processingEnd' in entry))
            continue;
          globalThis.keyDelays.push(Number(entry.processingEnd) - entry.startTime);
        }
      }).observe({ type: 'event', buffered: false, durationThreshold: 16 } as PerformanceObserverInit);
    });
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press('abcdefgh '[key % 9] ?? 'a');
      // Where the keys rest, the text is told and checked; the next keys meet that work.
      await page.waitForTimeout(key % 10 === 9 ? 260 + key * 6 : 60);
    }
    const delays = await page.evaluate(() => globalThis.keyDelays);
    print(
      judge({
        target: 'typing',
        title: `Longest of ${KEYS} keys in ${TYPED_CHARACTERS.toLocaleString('en-US')} characters with findings`,
        unit: 'ms',
        better: 'less',
        bound: 1,
        reference: 50,
        ours: Math.max(0, ...delays),
      }),
      'allowed',
      `${delays.length} events took a frame or more, median ${percentile(delays, 50).toFixed(0)} ms`,
    );
  } finally {
    await browser.close();
  }
}

try {
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/sign-in/email', ADMIN);
  await fillLibrary();
  await measureLibrary();
  await measureFirstWords();
  await measureTyping();
} finally {
  await pool.end();
  await server.end();
  await model.close();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}
