/**
 * `npm run guide:pictures`: takes the pictures of docs/guide anew, from the demo workspace as it is seeded, 1280 × 800 and
 * light. `-- leads replies` takes those whose names begin so.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { ADMIN, GATE_PASSWORD } from '../tests/support/client.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { ensureBuilt } from './build.ts';
import { provideBrowser } from './provide-browser.ts';
import { root } from './stage.ts';

const FOLDER = `${root}docs/guide/pictures`;
/** What links in messages lead to; the browser is told that the server is there. */
const SHOWN_URL = 'http://hello.fernhill.example';
const VIEWPORT = { width: 1280, height: 800 };
/** Until what comes in by and by (figures, pictures of people, charts) stands still. */
const SETTLES_MS = 1_500;
const PATIENCE_MS = 30_000;

/** What is done on the way to each picture. */
const PICTURES: Record<string, (page: Page) => Promise<void>> = {
  async dashboard(page) {
    await page.goto('/');
    await page.getByText('Campaign performance').waitFor();
    await page.getByText('Response rate').first().waitFor();
  },
  async 'leads-find'(page) {
    await page.goto('/leads');
    await page.getByLabel('Target audience').fill('People who look for caffeine-free evening teas');
    await page.getByText('What each source is asked').waitFor();
  },
  async 'leads-why'(page) {
    await page.goto('/leads');
    await page.getByRole('row').nth(2).click();
    await page.getByRole('heading', { name: /^Why \d/ }).waitFor();
  },
  async 'leads-privacy'(page) {
    await page.goto('/leads');
    await page.getByRole('row').nth(2).click();
    await page.getByRole('heading', { name: 'Provenance and consent' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Erase' }).scrollIntoViewIfNeeded();
  },
  async 'campaign-write'(page) {
    await openComposer(page);
  },
  async 'campaign-claims'(page) {
    await openComposer(page);
    await page.getByText('Template', { exact: true }).first().click();
    const message = page.getByRole('textbox', { name: 'Message' }).last();
    await message.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Our tea cures insomnia.');
    await page.getByText('Disease claim').waitFor();
  },
  async replies(page) {
    await page.goto('/campaigns/replies');
    await page.getByRole('list', { name: 'Replies' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Send answer' }).waitFor();
  },
  async 'crm-board'(page) {
    await page.goto('/crm');
    await page.getByText('Board', { exact: true }).first().click();
  },
  async 'content-session'(page) {
    await page.goto('/content-generation');
    await page
      .getByRole('button', { name: /invitation/ })
      .first()
      .click();
    await page.getByText('Generated Content').waitFor();
  },
  async 'agent-chat'(page) {
    await page.goto('/chatbot');
    await page.getByText('Fern', { exact: true }).first().click();
    const question = page.getByRole('textbox').last();
    await question.fill('How long do I steep Hearth?');
    await question.press('Enter');
    await page.getByText('Keep as knowledge').waitFor();
    await page.getByText('Keep as knowledge').scrollIntoViewIfNeeded();
  },
  async 'agent-inbox'(page) {
    await page.goto('/chatbot/inbox');
    await page.getByText('Question about a medicine').first().click({ force: true });
    await page.getByRole('button', { name: 'Join conversation' }).waitFor();
  },
  async community(page) {
    await page.goto('/community');
    await page.getByText('Evening Tea Circle').first().click();
    await page.getByText(/^Waiting/).click();
    await page.getByRole('button', { name: 'Reject' }).waitFor();
  },
  async settings(page) {
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Mailboxes' }).waitFor();
    await page.getByText('Add mailbox').first().waitFor();
  },
  async analytics(page) {
    await page.goto('/analytics');
    await page.getByText('Proof').first().waitFor();
  },
};

async function openComposer(page: Page): Promise<void> {
  await page.goto('/campaigns');
  await page.getByRole('button', { name: 'Use template' }).first().click();
  await page.getByRole('checkbox', { name: /Winter wellness/ }).check();
  await page.getByText(/1 of \d+/).waitFor();
}

if (!ensureBuilt('web', 'server')) process.exit(1);
const asked = process.argv.slice(2);
const names = Object.keys(PICTURES).filter(
  (name) => asked.length === 0 || asked.some((start) => name.startsWith(start)),
);
mkdirSync(FOLDER, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'yarrow-guide-'));
const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: 'on', PUBLIC_URL: SHOWN_URL });
const browser = await chromium.launch({
  executablePath: provideBrowser(),
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--host-resolver-rules=MAP ${new URL(SHOWN_URL).host}:80 ${new URL(server.url).host}`,
  ],
});
try {
  const context = await browser.newContext({
    baseURL: SHOWN_URL,
    viewport: VIEWPORT,
    timezoneId: 'Europe/London',
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(() => localStorage.setItem('testing-access', 'granted'));
  const entrance = await context.newPage();
  await entrance.goto('/');
  await entrance.evaluate(
    async (calls) => {
      for (const [path, body] of calls) {
        await fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      }
    },
    [
      ['/api/access', { password: GATE_PASSWORD }],
      ['/api/auth/sign-in/email', ADMIN],
    ] as const,
  );
  await entrance.close();
  for (const name of names) {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    try {
      await PICTURES[name]?.(page);
      await page.waitForTimeout(SETTLES_MS);
      await page.screenshot({ path: `${FOLDER}/${name}.png`, caret: 'hide' });
      process.stdout.write(`${name}.png\n`);
    } catch (error) {
      process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
    await page.close();
  }
} finally {
  await browser.close();
  await server.end();
  rmSync(dataDir, { recursive: true, force: true });
}
