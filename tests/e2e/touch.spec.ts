import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { keepPage, useServer, visit } from '../support/e2e.ts';

// A phone: what hover shows elsewhere, a finger has to reach, and what is written is to be read to its end.
const server = useServer();

const PHONE = { width: 360, height: 740 };
let context: BrowserContext;
let page: Page;
keepPage(
  server,
  (kept) => {
    page = kept;
    context = kept.context();
  },
  { hasTouch: true, isMobile: true, viewport: PHONE },
);

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Half of what a finger needs, less what rounding takes. */
const REACH_PX = 21;

/** Whether a press a little over and a little under the middle still hits it. */
async function expectFingerWide(target: Locator): Promise<void> {
  // What comes above it meanwhile pushes it away.
  const hits = () =>
    target.evaluate((element, reach) => {
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [-reach, reach].map((away) =>
        element.contains(document.elementFromPoint(left + width / 2, top + height / 2 + away)),
      );
    }, REACH_PX);
  await expect.poll(hits).toEqual([true, true]);
}

const isCut = (text: Locator): Promise<boolean> =>
  text.evaluate((element) => element.scrollWidth > element.clientWidth);

test('a press tells how a figure is reckoned, and one beside it puts that away', async () => {
  await visit(page, `${server.url}/campaigns`);
  const info = button('How Total campaigns is reckoned');
  await expectFingerWide(info);
  await expect(info).toHaveAttribute('aria-description', /^Every campaign of the list/);
  const tooltip = page.getByRole('tooltip');
  await info.tap();
  await expect(tooltip).toContainText('Every campaign of the list');
  await info.tap();
  await expect(tooltip).toHaveCount(0);
  await info.tap();
  await expect(tooltip).toBeVisible();
  await page.getByRole('heading', { name: 'Campaign Builder' }).tap();
  await expect(tooltip).toHaveCount(0);
  await visit(page, `${server.url}/chatbot`);
  await button('Resolution Rate').tap();
  await expect(tooltip).toContainText('Resolved ÷ all conversations');
});

test('words to press are as wide as a finger', async () => {
  await visit(page, server.url);
  await expectFingerWide(page.getByRole('link', { name: 'All campaigns' }));
  await visit(page, `${server.url}/chatbot`);
  await expectFingerWide(button('Resolution Rate'));
  await visit(page, `${server.url}/settings`);
  await expectFingerWide(page.getByRole('link', { name: 'Export as CSV' }));
  await visit(page, `${server.url}/chatbot`);
  await page.getByRole('list', { name: 'Agents' }).getByText('Fern', { exact: true }).tap();
  await expectFingerWide(page.locator('summary', { hasText: 'Golden questions' }));
});

test('figures stay where they are when what stands beside them is brought into sight', async () => {
  for (const [path, label] of [
    ['/', 'Summary'],
    ['/campaigns', /^Figures of/],
  ] as const) {
    await visit(page, `${server.url}${path}`);
    const figures = page.getByRole('region', { name: label });
    await expect(figures).toBeVisible();
    expect(
      await figures.evaluate((element) => {
        element.scrollLeft = 40;
        return element.scrollLeft;
      }),
    ).toBe(0);
  }
});

test('the buttons at the top are as wide as a finger', async () => {
  await visit(page, server.url);
  for (const name of ['Open the menu', 'Search or jump to', 'Admin']) {
    const { width, height } = (await button(name).boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height), name).toBeGreaterThanOrEqual(44);
  }
});

test('the search of everything is left by a button, and names no keys', async () => {
  await visit(page, server.url);
  await button('Search or jump to').tap();
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await expect(palette.getByRole('option', { name: 'Settings', exact: true })).toBeVisible();
  await expect(palette.getByText('Esc', { exact: true })).toBeHidden();
  await palette.getByRole('button', { name: 'Close' }).tap();
  await expect(palette).toHaveCount(0);
});

test('buttons that belong together stand beside one another, and a question has room for its words', async () => {
  const topOf = async (target: Locator) => Math.round((await target.boundingBox())?.y ?? -1);
  // A dialog that is still on its way moves from one look to the next.
  const expectBeside = (one: Locator, other: Locator) =>
    expect(async () => expect(await topOf(one)).toBe(await topOf(other))).toPass({ timeout: 5_000 });
  await visit(page, `${server.url}/chatbot`);
  await button('Create AI Expert').tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Needs a name/)).toBeVisible();
  await expectBeside(
    dialog.getByRole('button', { name: 'Create', exact: true }),
    dialog.getByRole('button', { name: 'Cancel', exact: true }),
  );
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await visit(page, `${server.url}/campaigns`);
  await button('Use template').first().tap();
  const save = dialog.getByRole('button', { name: 'Save as Draft' });
  await expect(save).toBeVisible();
  await expectBeside(save, dialog.getByRole('button', { name: 'Launch Campaign' }));
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await visit(page, `${server.url}/chatbot/inbox?inbox=questions`);
  const question = page.getByRole('list', { name: 'Unanswered questions' }).getByRole('paragraph').first();
  expect((await question.boundingBox())?.width).toBeGreaterThan(220);
});

test('what an agent said last stays in sight when the keyboard opens', async () => {
  const [agent] = (await (await context.request.get(`${server.url}/api/chatbot/experts`)).json()) as {
    apiKey: string;
  }[];
  const visitor = await context.newPage();
  await visitor.goto(`${server.url}/api/agents/test/${agent?.apiKey}`);
  const field = visitor.getByRole('textbox', { name: /^Write to/ });
  await field.fill('I have chest pain and cannot breathe');
  await field.press('Enter');
  const numbers = visitor.getByRole('link', { name: /^\d{3}$/ }).first();
  await expect(numbers).toBeInViewport();
  await visitor.setViewportSize({ width: 360, height: 400 });
  await expect(numbers, 'the numbers first').toBeInViewport();
  await visitor.close();
});

test('names of groups and fields of agents are read to their end', async () => {
  await visit(page, `${server.url}/chatbot`);
  const fern = page.getByRole('list', { name: 'Agents' }).getByRole('listitem').filter({ hasText: 'Fern' });
  expect(await isCut(fern.getByText('Herbal tea and blends', { exact: true }))).toBe(false);
  await visit(page, `${server.url}/leads`);
  const group = page.getByRole('region', { name: 'Lead groups' }).getByRole('listitem').first();
  expect(await isCut(group.locator('.truncate'))).toBe(false);
  const [words, deed] = await Promise.all([
    group.getByText('with a usable email').evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.max(...[...range.getClientRects()].map(({ right }) => right));
    }),
    group.getByRole('button', { name: /^Edit/ }).boundingBox(),
  ]);
  expect(words).toBeLessThanOrEqual(deed?.x ?? 0);
});

test('the server of a mailbox has room for its name', async () => {
  await visit(page, `${server.url}/settings`);
  await button('Add mailbox').tap();
  const field = page.getByRole('dialog').getByPlaceholder('smtp.example.org');
  expect((await field.boundingBox())?.width).toBeGreaterThan(200);
});

test('the buttons of a message stay in its panel, those of the format in one line', async () => {
  await visit(page, `${server.url}/campaigns`);
  await button('New Campaign').tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Email', exact: true }).check();
  await dialog.getByText('Template', { exact: true }).tap();
  const merge = dialog.getByRole('group', { name: 'Insert a merge field' });
  await expect(merge).toBeVisible();
  const panel = await merge.boundingBox();
  for (const field of await merge.getByRole('button').all()) {
    const box = await field.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((panel?.x ?? 0) + (panel?.width ?? 0) + 1);
  }
  const formats = await dialog.getByRole('group', { name: 'Formatting' }).getByRole('button').all();
  expect(formats).toHaveLength(5);
  const tops = await Promise.all(formats.map(async (one) => (await one.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);
});

test('what is written in the composer stays in sight over the keyboard, and the bar of buttons gives way', async () => {
  await visit(page, `${server.url}/campaigns`);
  await button('New Campaign').tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Email', exact: true }).check();
  await dialog.getByText('Template', { exact: true }).tap();
  const bar = dialog.locator('[data-action-bar]');
  await expect(bar, 'always in sight on a whole screen').toBeInViewport();
  // What a keyboard leaves of a phone.
  await page.setViewportSize({ width: 360, height: 400 });
  for (const name of ['Campaign name', 'Subject', 'Message']) {
    const field = dialog.getByRole('textbox', { name, exact: true });
    await field.tap();
    await field.fill('One line.');
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport();
    const top = (await field.boundingBox())?.y ?? 0;
    const { top: below, bottom: over } = await field.evaluate((element) => {
      const { top: from = 0, bottom: to = innerHeight } =
        element.closest('.overflow-y-auto')?.getBoundingClientRect() ?? {};
      return { top: from, bottom: to };
    });
    expect(top).toBeGreaterThanOrEqual(below - 1);
    expect(top, 'its first lines are in sight').toBeLessThan(over - 80);
    expect(over - below, 'most of what is left is for what is written').toBeGreaterThan(330);
  }
  await expect(bar).not.toBeInViewport();
});

test('the header, the cards of the board and the bar of chosen leads are worked with a finger', async () => {
  await visit(page, `${server.url}/crm`);
  for (const name of ['Search or jump to', 'Admin']) {
    const { width = 0 } = (await page.getByRole('banner').getByRole('button', { name }).boundingBox()) ?? {};
    expect(width, name).toBeGreaterThanOrEqual(44);
  }
  await page.getByText('Board', { exact: true }).tap();
  await expectFingerWide(page.getByRole('link', { name: /^Contact Lead: / }).first());

  await visit(page, `${server.url}/leads`);
  const rows = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  for (const index of [0, 1]) await rows.nth(index).check({ force: true });
  const bar = page.getByRole('group', { name: 'Chosen leads' });
  expect(await isCut(bar)).toBe(false);
  for (const name of [/^Select all \d+ that match$/, 'Move to group', 'Owner', 'Tag', 'More', 'Delete']) {
    await expectFingerWide(bar.getByRole('button', { name }));
  }
});
