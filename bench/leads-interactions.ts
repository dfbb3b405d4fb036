/**
 * P15: thirty interactions in the Lead Manager with a million leads, each from the input to the next frame (Event Timing, the
 * basis of INP), in which the pressed control responds; the layout shift meanwhile; and the time until sorted or filtered rows
 * are drawn. Then a scroll through the list: the longest frame and the memory of the page.
 */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/provide-browser.ts';
import { ADMIN, GATE_PASSWORD } from '../tests/support/client.ts';
import { FIRST_GROUP } from './support/lead-crowd.ts';
import { startLeadServer } from './support/lead-server.ts';
import { judge, percentile, print } from './support/runner.ts';

declare global {
  // What the page measures of itself.
  var measured: { inputs: number[]; shift: number; frames: number[] };
  /** When the last press was, and when rows that changed after it were drawn. */
  var listed: { pressedAt: number; drawnAt: number | null };
}

const LEADS = Number(process.env.BENCH_LEADS ?? 1_000_000);
const SCROLLED_ROWS = Math.min(LEADS, 20_000);

const { server, stop } = await startLeadServer(LEADS);
const executablePath = findBrowser();
const browser: Browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info', '--js-flags=--expose-gc'],
});

try {
  for (const [slowdown, bound] of [
    [1, 50],
    [4, 100],
  ] as const) {
    const context = await signIn();
    const page = await openLeads(context, slowdown);
    await interact(page);
    const { inputs, shift } = await page.evaluate(() => globalThis.measured);
    const suffix = slowdown === 1 ? '' : `, processor ${slowdown} times slower`;
    print(
      judge({
        target: 'P15',
        title: `30 interactions with ${LEADS.toLocaleString('en-US')} leads, p95${suffix}`,
        unit: 'ms',
        better: 'less',
        bound: 1,
        reference: bound,
        ours: percentile(inputs, 95),
      }),
      'allowed',
      `${inputs.length} inputs`,
    );
    await page.close();
    const answersMs = await timeLists(await openLeads(context, slowdown));
    process.stdout.write(
      `  ${answersMs.length} lists sorted or filtered, from the press until their rows are drawn: ` +
        `median ${Math.round(percentile(answersMs, 50))}, p95 ${Math.round(percentile(answersMs, 95))} ms\n`,
    );
    if (slowdown === 1) {
      print(
        judge({
          target: 'P15',
          title: 'Cumulative layout shift',
          unit: '',
          better: 'less',
          bound: 1,
          reference: 0.05,
          ours: shift,
        }),
        'allowed',
        'measured',
      );
    }
    await context.close();
  }

  const context = await signIn();
  const page = await openLeads(context, 1);
  const { longestMs, heapMb, rows } = await scroll(page);
  process.stderr.write(`  ${rows} rows were passed\n`);
  print(
    judge({
      target: 'scroll',
      title: `Scrolling through ${LEADS.toLocaleString('en-US')} leads, longest frame`,
      unit: 'ms',
      better: 'less',
      bound: 1,
      reference: 50,
      ours: longestMs,
    }),
    'allowed',
    'longest',
  );
  print(
    judge({
      target: 'scroll',
      title: 'Heap of the page after it',
      unit: 'MB',
      better: 'less',
      bound: 1,
      reference: 300,
      ours: heapMb,
    }),
    'allowed',
    'taken',
  );
  await context.close();
} finally {
  await browser.close();
  await stop();
}

async function signIn(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => localStorage.setItem('testing-access', 'granted'));
  await context.request.post(`${server.url}/api/access`, { data: { password: GATE_PASSWORD } });
  await context.request.post(`${server.url}/api/auth/sign-in/email`, { data: ADMIN });
  return context;
}

async function openLeads(context: BrowserContext, slowdown: number): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`${server.url}/leads?group=${FIRST_GROUP}`);
  await page.getByRole('row').nth(3).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    globalThis.measured = { inputs: [], shift: 0, frames: [] };
    // Inputs that are over within a frame are not reported one by one; 16 ms is the least that can be asked for.
    const durations = new Map<number, number>();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const id = 'interactionId' in entry ? Number(entry.interactionId) : 0;
        if (id === 0) continue;
        durations.set(id, Math.max(durations.get(id) ?? 0, entry.duration));
        globalThis.measured.inputs = [...durations.values()];
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const isOwn = 'hadRecentInput' in entry && entry.hadRecentInput === true;
        if (!isOwn && 'value' in entry) globalThis.measured.shift += Number(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: false });
    globalThis.listed = { pressedAt: 0, drawnAt: null };
    const note = ({ timeStamp }: PointerEvent): void => {
      globalThis.listed = { pressedAt: timeStamp, drawnAt: null };
    };
    document.addEventListener('pointerdown', note, true);
    new MutationObserver((changes) => {
      const isOfRows = changes.some(({ target }) =>
        (target instanceof Element ? target : target.parentElement)?.closest(
          '[role=grid] [role=presentation]',
        ),
      );
      if (!isOfRows) return;
      requestAnimationFrame(() => {
        setTimeout(() => {
          globalThis.listed.drawnAt = performance.now();
        });
      });
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return page;
}

/** Thirty things, as somebody does them: sort, filter, search, choose, open, walk. */
async function interact(page: Page): Promise<void> {
  const filters = page.getByRole('group', { name: 'Filter the leads' });
  const pick = async (filter: string, option: string | RegExp) => {
    await filters.getByRole('combobox', { name: filter, exact: true }).click();
    await page.getByRole('option', { name: option }).first().click();
    await settled(page);
  };
  const sort = async (column: string) => {
    await page.getByRole('columnheader', { name: column }).getByRole('button').click();
    await settled(page);
  };
  // 1 to 5: orders.
  for (const column of ['Lead', 'Lead', 'Contact', 'Score', 'Score']) await sort(column);
  // 6 to 17: six filters, each opened and chosen.
  await pick('Score', /^High/);
  await pick('Score', 'All scores');
  await pick('Stage', 'Qualified');
  await pick('Stage', 'All stages');
  await pick('Contact status', 'Verified');
  await pick('Contact status', 'Any status');
  // 18 to 20: a search, letter by letter.
  const search = filters.getByRole('searchbox', { name: 'Search leads' });
  await search.click();
  for (const letter of ['9', '9']) {
    await page.keyboard.type(letter);
    await settled(page);
  }
  await search.fill('');
  await settled(page);
  // 21 to 24: rows are chosen and given up again.
  const boxes = page.getByRole('checkbox', { name: /^Select Person/ });
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  // 25 to 30: a drawer, and the rows walked with the keys.
  await page.getByRole('row').nth(2).click();
  await settled(page);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Escape']) {
    await page.keyboard.press(key);
    await settled(page);
  }
}

/** How long lists that are asked for the first time take, from the press until their rows are drawn. */
async function timeLists(page: Page): Promise<number[]> {
  const answersMs: number[] = [];
  const answered = async () => {
    await page.waitForFunction(() => globalThis.listed.drawnAt !== null);
    await settled(page);
    const { pressedAt, drawnAt } = await page.evaluate(() => globalThis.listed);
    answersMs.push((drawnAt ?? Number.NaN) - pressedAt);
  };
  for (const column of ['Lead', 'Lead', 'Contact']) {
    await page.getByRole('columnheader', { name: column }).getByRole('button').click();
    await answered();
  }
  const filters = page.getByRole('group', { name: 'Filter the leads' });
  for (const [filter, option] of [
    ['Score', /^High/],
    ['Contact status', 'Verified'],
  ] as const) {
    await filters.getByRole('combobox', { name: filter, exact: true }).click();
    await page.getByRole('option', { name: option }).first().click();
    await answered();
  }
  return answersMs;
}

/** What was asked has arrived and is drawn. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Scrolls as a hand on a wheel does until enough rows have passed; pages load meanwhile. */
async function scroll(page: Page): Promise<{ longestMs: number; heapMb: number; rows: number }> {
  await page.getByRole('row').nth(3).hover();
  await page.evaluate(() => {
    let last = performance.now();
    const note = (now: number): void => {
      globalThis.measured.frames.push(now - last);
      last = now;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  let rows = 0;
  let stuck = 0;
  while (rows < SCROLLED_ROWS && stuck < 100) {
    for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, 400);
    await page.waitForTimeout(16);
    const now = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('[data-index]')].map((row) =>
          Number(row.getAttribute('data-index')),
        ),
      ),
    );
    stuck = now > rows ? 0 : stuck + 1;
    rows = Math.max(rows, now);
  }
  return page.evaluate((passed) => {
    (globalThis as { gc?: () => void }).gc?.();
    const { memory } = performance as Performance & { memory?: { usedJSHeapSize: number } };
    const frames = globalThis.measured.frames.slice(5);
    return {
      longestMs: Math.max(...frames),
      heapMb: (memory?.usedJSHeapSize ?? Number.NaN) / 1_048_576,
      rows: passed,
    };
  }, rows);
}
