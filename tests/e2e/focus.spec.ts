import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import type { Community } from '#features/communities/contract.ts';
import type { Lead } from '#features/leads/contract.ts';
import { tidy, useServer, visit } from '../support/e2e.ts';

// What opens takes the focus with it, and what closes gives it back: by keyboard nobody begins again at the top.
const server = useServer();

let context: BrowserContext;
let page: Page;
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  await server.signIn(context);
  page = await context.newPage();
});
test.afterAll(() => context.close());
test.afterEach(() => tidy(page));

const read = async <T>(path: string): Promise<T> =>
  (await (await context.request.get(`${server.url}${path}`)).json()) as T;

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function press(target: Locator): Promise<void> {
  await target.focus();
  await page.keyboard.press('Enter');
}

async function openDrawerOf(name: string): Promise<void> {
  const [group] = await read<{ id: string }[]>('/api/lead-groups');
  const answer = await context.request.post(`${server.url}/api/leads`, {
    data: { name, email: `${name}@example.org`, groupId: group?.id, legalGround: 'consent' },
  });
  const lead = (await answer.json()) as Lead;
  await visit(page, `${server.url}/leads?lead=${lead.id}`);
  await expect(page.getByRole('heading', { name: lead.name, level: 2 })).toBeVisible();
}

const DIALOGS: { title: string; path: string; walk: () => Promise<void>; first?: () => Locator }[] = [
  {
    title: 'Upload files',
    path: '/chatbot',
    walk: async () => {
      await page.getByRole('list', { name: 'Agents' }).getByText('Fern', { exact: true }).click();
      await press(button(/^Upload files/));
    },
  },
  {
    title: 'Add pictures',
    path: '/content',
    walk: async () => {
      const [asset] = await read<{ name: string }[]>('/api/content-assets');
      await button(asset?.name ?? '').click();
      await press(button('Add pictures'));
    },
  },
  {
    title: 'Import leads',
    path: '/leads',
    walk: () => press(button('Import')),
    first: () => page.getByRole('dialog').getByRole('button', { name: 'Choose file' }),
  },
  {
    title: 'Create Campaign',
    path: '/campaigns',
    walk: () => press(button('New Campaign')),
    first: () => page.getByRole('dialog').getByLabel('Campaign name'),
  },
];

for (const { title, path, walk, first } of DIALOGS) {
  test(`the dialog '${title}' takes the focus and holds it`, async () => {
    await visit(page, `${server.url}${path}`);
    await walk();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: title, level: 2 })).toBeVisible();
    const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(isInside).toBe(true);
    if (first) await expect(first()).toBeFocused();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+Tab');
    expect(await isInside()).toBe(true);
  });
}

test('a file to import is one stop of the Tab key', async () => {
  await visit(page, `${server.url}/leads`);
  await press(button('Import'));
  await expect(button('Choose file')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Lead group' })).toBeFocused();
});

test('writing a post begins in its field and ends at its button', async () => {
  const [community] = await read<Community[]>('/api/communities');
  await visit(page, `${server.url}/community?id=${community?.id}`);
  await page.getByRole('list', { name: 'Communities' }).getByRole('button').first().click();
  await press(button('Write a post'));
  await expect(page.getByLabel('New post')).toBeFocused();
  await press(button('Cancel'));
  await expect(button('Write a post')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('The herb walk begins at ten on Saturday.');
  await press(button('Post'));
  await expect(button('Write a post')).toBeFocused();
});

test('adding evidence begins in its field and ends at its button', async () => {
  await visit(page, `${server.url}/settings`);
  await press(button('Add evidence'));
  await expect(page.getByLabel('Words of the claim')).toBeFocused();
  await press(button('Cancel'));
  await expect(button('Add evidence')).toBeFocused();
});

test('a task begins in its field and ends at its button', async () => {
  await openDrawerOf('Nora');
  await press(button('Add a task'));
  await expect(page.getByLabel('What is to be done')).toBeFocused();
  await page.keyboard.type('Send her the list of blends');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Send her the list of blends')).toBeVisible();
  await expect(button('Add a task')).toBeFocused();
});

test('a withdrawn consent leaves the focus beside it', async () => {
  await openDrawerOf('Olaf');
  await press(button('Withdraw consent for Email'));
  await expect(button('Withdraw consent for Email')).toHaveCount(0);
  await expect(button('Record consent for Email')).toBeFocused();
});

test('a content session takes the focus to its heading, its text to that of the text, and leaving to the list', async () => {
  await visit(page, `${server.url}/content-generation`);
  await page.getByLabel('Session Name').fill('Herb walk');
  await press(button('Create Session & Start'));
  await expect(page.getByRole('heading', { name: 'Herb walk', level: 2 })).toBeFocused();
  await page.getByLabel('What should I write?').fill('Invite to the herb walk on Saturday at ten.');
  await press(button('Create Content'));
  await expect(button('Refine')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Generated Content' })).toBeFocused();
  await press(button('All sessions'));
  await expect(page.getByRole('heading', { name: 'Earlier sessions' })).toBeFocused();
});

test('a campaign that was gone on with leaves the focus on the screen', async () => {
  await visit(page, `${server.url}/campaigns`);
  await press(button('New Campaign'));
  await page.getByRole('dialog').getByLabel('Campaign name').fill('Half written');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  const unsaved = page.getByRole('list', { name: 'Not saved yet' });
  await press(unsaved.getByRole('button', { name: 'Go on with Half written' }));
  await expect(page.getByRole('dialog').getByLabel('Campaign name')).toHaveValue('Half written');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)))
    .toBe(true);
});
