import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { build, type PreviewServer, preview } from 'vite';
import { expectAccessible } from '#tests/support/e2e.ts';

/** As the server sends it: no inline script, no inline style, no eval. */
const POLICY =
  "default-src 'self'; img-src 'self' data: https:; object-src 'none'; base-uri 'none'; form-action 'self'";
const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url));
const outDir = mkdtempSync(join(tmpdir(), 'yarrow-design-'));
let server: PreviewServer;
let url: string;
/** What the browser complained about in the present test. */
let complaints: string[];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  process.env.VITE_DESIGN = 'on';
  await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  // The files after this one would find the server to be of another build, and build it anew under the others' feet.
  delete process.env.VITE_DESIGN;
  server = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, strictPort: false, headers: { 'Content-Security-Policy': POLICY } },
  });
  url = new URL('/design', server.resolvedUrls?.local[0]).href;
});

test.afterAll(async () => {
  await server.close();
  rmSync(outDir, { recursive: true, force: true });
});

function listenTo(page: Page): void {
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
}

test.beforeEach(({ page }) => {
  complaints = [];
  listenTo(page);
});

test.afterEach(() => expect(complaints).toEqual([]));

/** Time stands still from here on, but for `page.clock.runFor`. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2027-01-14T10:00:00Z') });
  await page.goto(`${url}?part=overlays`);
  await page.clock.pauseAt(new Date('2027-01-14T11:00:00Z'));
}

function button(page: Page | Locator, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** The focused element, in words. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });
}

test.describe('every component', () => {
  test.slow();

  test('is accessible in all its states, light and dark', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // Part by part: what axe does about contrasts grows faster than the page.
    const open = async (part: string): Promise<void> => {
      await page.goto(`${url}?part=${part}`);
      await expect(page.locator('main > section')).toHaveCount(1);
    };
    const look = async (...parts: string[]): Promise<void> => {
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        await expectAccessible(page, ...parts);
      }
    };
    for (const part of ['form', 'states', 'figures', 'drawings', 'colours-and-type']) {
      await open(part);
      await look();
    }

    await open('controls');
    await look();
    await page.getByRole('combobox', { name: 'Lead group' }).click();
    await look('#layers', '#controls');

    await open('overlays');
    await look();
    await button(page, 'Open dialog').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').click();
    await look('[role=dialog]', '#layers');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await button(page, 'ends insomnia for good').click();
    await look('#layers');
    await page.keyboard.press('Escape');
    await button(page, 'More').click();
    await look('#layers', '#overlays');
    await page.keyboard.press('Escape');
    // Goes by itself: one for each.
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await button(page, 'Destructive toast').click();
      await expectAccessible(page, '[data-toaster]');
    }

    await open('table');
    await look();
    await page.getByRole('row', { name: 'Dana Whitlow 3', exact: true }).click();
    await look('[role=complementary]');
  });

  test('on a phone it fits 360 px without scrolling sideways, as cards where the table is narrow, is large enough for a finger, and moves for nobody who asked for rest', async ({
    browser,
  }) => {
    const context = await browser.newContext({
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
      viewport: { width: 360, height: 800 },
    });
    const page = await context.newPage();
    listenTo(page);
    await page.goto(url);
    await test.step('fits', async () => {
      await expect(page.getByRole('grid').getByText('Dana Whitlow', { exact: true })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      // Read as they are drawn: one card after the other, counted without a head, and under the head of no column.
      const grid = page.getByRole('grid');
      await expect(grid.getByRole('columnheader')).toHaveCount(0);
      await expect(grid).toHaveAttribute('aria-rowcount', '400');
      await expect(grid.getByRole('row').first()).toHaveAttribute('aria-rowindex', '1');
      await expect(grid.getByRole('row').first().getByRole('gridcell')).toHaveCount(2);
      await expectAccessible(page, '#table', '#figures');
    });
    await test.step('is large enough', async () => {
      const small = await page
        .locator('main')
        .locator(
          'button, input:not([type=checkbox], [type=radio]), [role=combobox], [role=tab], label:has(input)',
        )
        .evaluateAll((elements) =>
          elements
            .filter((element) => {
              if (element.getBoundingClientRect().height >= 43.5) return false;
              // What is small to the eye may reach further for a finger.
              element.scrollIntoView({ block: 'center' });
              const { left, top, width, height } = element.getBoundingClientRect();
              const [x, y] = [left + width / 2, top + height / 2];
              return [-21, 21].some((away) => !element.contains(document.elementFromPoint(x, y + away)));
            })
            .map((element) => element.getAttribute('aria-label') ?? element.textContent),
        );
      expect(small).toEqual([]);
    });
    await test.step('is at rest', async () => {
      await button(page, 'Open dialog').click();
      const longest = await page.evaluate(() =>
        Math.max(
          ...document
            .getAnimations()
            .map((animation) => Number(animation.effect?.getComputedTiming().duration)),
        ),
      );
      expect(longest).toBeLessThan(1);
    });
    await context.close();
  });
});

test('the theme is settled before the first paint, follows the system until somebody chooses, and keeps the choice', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.body) return;
      observer.disconnect();
      document.documentElement.dataset.seen = document.documentElement.dataset.theme ?? 'none';
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${url}?part=colours-and-type`);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-seen', 'dark');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('radio', { name: 'Light' }).check();
  await expect(html).toHaveAttribute('data-theme', 'light');
  expect(await page.evaluate(() => localStorage.getItem('yarrow-theme'))).toBe('light');
  await page.reload();
  await expect(html).toHaveAttribute('data-seen', 'light');
  await expect(html).toHaveAttribute('data-theme', 'light');
});

test.describe('with the keyboard alone', () => {
  test('a select opens, walks past what cannot be chosen, finds by typing, and chooses; a button keeps its width while it waits', async ({
    page,
  }) => {
    await page.goto(`${url}?part=controls`);
    await test.step('a select opens, walks past what cannot be chosen, finds by typing, and chooses', async () => {
      const select = page.getByRole('combobox', { name: 'Lead group' });
      await select.focus();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('option')).toHaveCount(4);
      await expect(page.getByRole('option', { name: 'Evening blends' })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await page.keyboard.press('End');
      expect(await activeOption(select)).toContain('Marathon nutrition');
      await page.keyboard.press('w');
      expect(await activeOption(select)).toContain('Winter wellness');
      await page.keyboard.press('Enter');
      await expect(select).toHaveText('Winter wellness');
      await expect(select).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Home');
      await page.keyboard.press('Escape');
      await expect(select).toHaveText('Winter wellness');
    });
    await test.step('a button keeps its width while it is sent', async () => {
      const gate = page.locator('#controls').getByRole('button', { name: 'Access Platform' });
      const before = await gate.boundingBox();
      await gate.click();
      const pending = page.locator('#controls').getByRole('button', { name: 'Verifying...' }).last();
      await expect(pending).toBeDisabled();
      await expect(pending).toBeFocused();
      expect((await pending.boundingBox())?.width).toBe(before?.width);
    });
  });

  test('the table is walked row by row, is one stop for Tab, sorts, and loads page after page while it draws only what is in sight', async ({
    page,
  }) => {
    await page.goto(`${url}?part=table`);
    const grid = page.getByRole('grid', { name: 'Discovered leads' });
    await test.step('it is walked row by row, opens, follows and closes', async () => {
      await expect(grid).toHaveAttribute('aria-rowcount', '401');
      await grid.getByRole('row').nth(1).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect(grid.locator('[aria-rowindex="4"]')).toBeFocused();
      await page.keyboard.press(' ');
      await expect(grid.locator('[aria-rowindex="4"]')).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      const drawer = page.getByRole('complementary');
      await expect(drawer).toContainText('3 of 400');
      await expect(drawer.getByRole('heading', { level: 2 })).toBeFocused();
      await grid.locator('[aria-rowindex="4"]').focus();
      await page.keyboard.press('ArrowDown');
      await expect(drawer).toContainText('4 of 400');
      await expect(grid.locator('[aria-rowindex="5"]')).toBeFocused();

      await button(drawer, 'Next').focus();
      await page.keyboard.press('ArrowDown');
      await expect(drawer).toContainText('5 of 400');
      await page.keyboard.press('Escape');
      await expect(drawer).toBeHidden();
      await expect(grid.locator('[aria-rowindex="6"]')).toBeFocused();
    });
    await test.step('it is one stop for Tab with the controls of its row, and arrows walk its cells', async () => {
      const row = grid.locator('[aria-rowindex="3"]');
      const box = row.getByRole('checkbox');
      await expect(box).toHaveAttribute('tabindex', '-1');
      const name = (await row.getByRole('rowheader').locator('div').nth(1).textContent()) ?? '';
      await expect(row).toHaveAccessibleName(name);
      await row.focus();
      await expect(box).toHaveAttribute('tabindex', '0');
      await page.keyboard.press('ArrowRight');
      await expect(box).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect(row.getByRole('rowheader')).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(grid.locator('[aria-rowindex="4"]').getByRole('rowheader')).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await expect(grid.locator('[aria-rowindex="4"]')).toBeFocused();
      const inTabOrder = await grid
        .getByRole('row')
        .evaluateAll(
          (rows) =>
            rows
              .filter(({ ariaRowIndex }) => Number(ariaRowIndex) > 1)
              .filter((each) =>
                [each, ...each.querySelectorAll<HTMLElement>('a[href], button, input')].some(
                  (one) => one instanceof HTMLElement && one.tabIndex >= 0,
                ),
              ).length,
        );
      expect(inTabOrder).toBe(1);
    });
    await test.step('the head of a column sorts', async () => {
      const head = page.getByRole('columnheader', { name: 'Score' });
      await expect(head).toHaveAttribute('aria-sort', 'descending');
      await button(head, 'Score').press('Enter');
      await expect(head).toHaveAttribute('aria-sort', 'ascending');
      await expect(page.getByRole('grid').getByText('3.9').first()).toBeVisible();
    });
    await test.step('it loads page after page and draws only what is in sight', async () => {
      await grid.locator('[aria-rowindex="2"]').focus();
      // The last row in hand asks for the rows after it, which take the server a moment.
      await expect(async () => {
        await page.keyboard.press('End');
        await expect(grid.locator('[aria-rowindex="401"]')).toBeFocused({ timeout: 500 });
      }).toPass({ timeout: 40_000 });
      expect(await grid.getByRole('row').count()).toBeLessThan(60);
    });
  });

  // S9-05 S9-07
  test('a dialog holds the focus and gives it back, F8 goes to the toast, which stands alone, at most 420 px wide, and can be pressed while a dialog is open', async ({
    page,
  }) => {
    await page.goto(`${url}?part=overlays`);
    await test.step('a dialog takes the focus to its first field, holds it and gives it back', async () => {
      await button(page, 'Open dialog').focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New lead group' });
      await expect(dialog.getByLabel('Name')).toBeFocused();
      for (let press = 0; press < 8; press += 1) await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(button(page, 'Open dialog')).toBeFocused();
    });
    await test.step('F8 goes to the toast', async () => {
      await button(page, 'Undo toast').press('Enter');
      await page.keyboard.press('F8');
      expect(await focused(page)).toContain('Undo');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: 'The group is back' })).toBeVisible();
    });
    // S9-05 S9-07
    await test.step('a toast stands alone and is at most 420 px wide', async () => {
      await button(page, 'Toast').click();
      await button(page, 'Destructive toast').click();
      const toast = page.locator('[data-toast]');
      await expect(toast).toHaveCount(1);
      await expect(toast).toContainText('Access Denied');
      await expect(toast).toHaveCSS('max-width', '420px');
      expect((await toast.boundingBox())?.width).toBeLessThanOrEqual(420);
    });
    await test.step('a toast can be pressed while a dialog is open, and the dialog stays', async () => {
      await button(page, 'Open dialog').click();
      const dialog = page.getByRole('dialog');
      await button(dialog, 'Create group').click();
      await button(page, 'Dismiss').click();
      await expect(page.locator('[data-toast]')).toBeHidden();
      await expect(dialog).toBeVisible();
    });
  });
});

// S9-08 S9-17
test('a toast goes after 5000 ms but not while somebody reads it, with an undo shows the seconds left; a tooltip opens after 700 ms, and its neighbour at once', async ({
  page,
}) => {
  await stopClock(page);
  // S9-08
  await test.step('a toast goes after 5000 ms, but not while somebody reads it', async () => {
    await button(page, 'Toast').click();
    const toast = page.locator('[data-toast]');
    await page.clock.runFor(4_500);
    await expect(toast).toBeVisible();
    await toast.hover();
    await page.clock.runFor(20_000);
    await expect(toast).toBeVisible();
    await page.mouse.move(0, 0);
    await page.clock.runFor(1_000);
    await expect(toast).toBeHidden();
  });
  await test.step('with an undo it shows the seconds left and a true timer, and the next one waits', async () => {
    await button(page, 'Undo toast').click();
    const toast = page.locator('[data-toast]');
    await expect(toast).toContainText('10 s');
    await page.mouse.move(0, 0);
    await page.clock.runFor(4_000);
    await expect(toast).toContainText('6 s');
    const share = await page
      .locator('[data-toast-timer]')
      .evaluate((bar) => bar.getBoundingClientRect().width / (bar.parentElement?.clientWidth ?? 1));
    expect(share).toBeGreaterThan(0.55);
    expect(share).toBeLessThan(0.62);
    await button(page, 'Destructive toast').click();
    await expect(toast).toContainText('Group deleted');
    await page.mouse.move(0, 0);
    await page.clock.runFor(6_100);
    await expect(toast).toContainText('Access Denied');
  });
  // S9-17
  await test.step('a tooltip opens after 700 ms, and its neighbour at once', async () => {
    const tooltip = page.getByRole('tooltip');
    await button(page, 'Tooltip after 700 ms').hover();
    await page.clock.runFor(650);
    await expect(tooltip).toBeHidden();
    await page.clock.runFor(60);
    await expect(tooltip).toHaveText('Landing visits ÷ messages');
    await button(page, 'And its neighbour').hover();
    await page.clock.runFor(20);
    await expect(tooltip).toHaveText('The next one opens at once');
    await page.keyboard.press('Escape');
    await expect(tooltip).toBeHidden();
  });
});

test.describe('a form', () => {
  test('shows what is wrong at its field, and what the server refuses as well', async ({ page }) => {
    await page.goto(`${url}?part=form`);
    const form = page.locator('form');
    await button(form, 'Create group').click();
    const name = form.getByLabel('Name');
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Give the group a name');
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await name.fill('taken');
    await form.getByLabel('Email').fill('ada@example.org');
    await button(form, 'Create group').click();
    await expect(name).toHaveAccessibleDescription('A group of this name exists');
    await name.fill('fail');
    await button(form, 'Create group').click();
    await expect(form.getByRole('alert')).toHaveText('The database does not answer.');
    await name.fill('Evening blends');
    await button(form, 'Create group').click();
    await expect(page.locator('[data-toast]')).toContainText('Group created');
  });
});

test('a skeleton appears only after 200 ms', async ({ page }) => {
  await page.goto(`${url}?part=states`);
  const skeleton = page.locator('#states [aria-hidden=true].animate-skeleton').first();
  await expect(skeleton).toHaveCSS('animation-delay', '0.2s');
  await expect(skeleton).toHaveCSS('animation-fill-mode', 'both');
});

function activeOption(select: Locator): Promise<string> {
  return select.evaluate(
    (element) =>
      document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '',
  );
}
