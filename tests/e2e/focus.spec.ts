import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import type { Community } from '#features/communities/contract.ts';
import type { Lead } from '#features/leads/contract.ts';
import { keepPage, useServer, visit } from '../support/e2e.ts';

// What opens takes the focus with it, and what closes gives it back: by keyboard nobody begins again at the top.
const server = useServer();

let context: BrowserContext;
let page: Page;
keepPage(server, (kept) => {
  page = kept;
  context = kept.context();
});

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

test('a dialog that closes leaves the focus to whoever writes in a field already', async () => {
  await visit(page, `${server.url}/chatbot`);
  await page.getByRole('list', { name: 'Agents' }).getByText('Fern', { exact: true }).click();
  await press(button('Add knowledge Title and text'));
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused();
  const field = page.getByRole('textbox', { name: 'Ask Fern something' });
  // As quick as a hand can be: the field is entered in the moment in which the dialog goes.
  await page.evaluate(() => {
    const dialog = document.querySelector('[role=dialog]');
    new MutationObserver((_, observer) => {
      if (dialog?.isConnected) return;
      observer.disconnect();
      document.querySelector<HTMLElement>('[aria-label="Ask Fern something"]')?.focus();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.type('Is it vegan?');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Is it vegan?');
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

test('a drawer that comes with the first press of a key takes the focus', async () => {
  await page.goto(`${server.url}/campaigns`);
  const [campaign] = await read<{ name: string }[]>('/api/campaigns');
  const card = page.getByRole('article', { name: campaign?.name ?? '' });
  const edit = card.getByRole('button', { name: 'Edit', exact: true });
  await expect(edit).toHaveAccessibleDescription(campaign?.name ?? '');
  await press(card.getByRole('button', { name: 'Messages' }));
  const drawer = page.getByRole('complementary', { name: `Messages of ${campaign?.name}` });
  await expect(drawer.getByRole('heading', { level: 2 })).toBeFocused();
  const first = drawer.getByRole('listitem').first().getByRole('button').first();
  await expect(first, 'which of many to one person').toHaveAccessibleDescription(/Email|Social DM/);
  await page.keyboard.press('Escape');
  await expect(card.getByRole('button', { name: 'Messages' })).toBeFocused();
});

test('a step that is removed leaves the focus on the next', async () => {
  await visit(page, `${server.url}/campaigns`);
  await press(button('New Campaign'));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Email', exact: true }).check();
  await press(dialog.getByRole('button', { name: 'Add Email step' }));
  await press(dialog.getByRole('button', { name: 'Remove step 1' }));
  await expect(dialog.getByRole('button', { name: 'Remove step 2' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Step 1: Email' })).toBeFocused();
});

test('a lead deleted from its drawer leaves the focus on the next, and nothing asks for it any more', async () => {
  const missing: string[] = [];
  page.on('response', (answer) => answer.status() === 404 && missing.push(answer.url()));
  await visit(page, `${server.url}/leads`);
  const row = (index: number) => page.getByRole('row').nth(index);
  await expect(row(2)).toHaveAttribute('aria-label', /./);
  const [name, next] = await Promise.all([1, 2].map((index) => row(index).getAttribute('aria-label')));
  await row(1).focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('complementary', { name: name ?? '' });
  await expect(drawer.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await press(drawer.getByRole('button', { name: 'More', exact: true }));
  await expect(page.getByRole('menuitem', { name: 'Edit details' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete lead' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${name} deleted`)).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('row', { name: next ?? '' })).toBeFocused();
  await page.keyboard.press('F8');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Undoing: ${name} deleted`)).toBeAttached();
  await expect(page.getByRole('row', { name: name ?? '' })).toBeVisible();
  expect(missing).toEqual([]);
});

test('closing a drawer after a walk gives the focus to the last, also in the library', async () => {
  await visit(page, `${server.url}/content`);
  const [first, second] = await read<{ name: string }[]>('/api/content-assets');
  const headingOf = (asset?: { name: string }) =>
    page.getByRole('complementary').getByRole('heading', { name: asset?.name ?? '', level: 2 });
  await press(button(first?.name ?? ''));
  await expect(headingOf(first)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(headingOf(second)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(second?.name ?? '')).toBeFocused();
});

test('a conversation that is resolved, and a question that is dismissed, leave the focus beside them', async () => {
  await visit(page, `${server.url}/chatbot/inbox?state=waiting`);
  const list = page.getByRole('list', { name: 'Conversations' });
  const visitor = await list.getByRole('button').first().textContent();
  await press(list.getByRole('button').first());
  await press(button('Mark resolved'));
  await expect(button('Mark resolved')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: visitor ?? '', level: 2 })).toBeFocused();
  await visit(page, `${server.url}/chatbot/inbox?inbox=questions`);
  const dismiss = page.getByRole('button', { name: /^Dismiss: / });
  const next = await dismiss.nth(1).getAttribute('aria-label');
  await press(dismiss.first());
  await expect(
    page.getByRole('button', { name: next?.replace('Dismiss', 'Write the answer') ?? '' }),
  ).toBeFocused();
});

test('a question that goes by the live news before its dismissal is answered leaves the focus beside it', async () => {
  await visit(page, `${server.url}/chatbot/inbox?inbox=questions`);
  // Whoever has just come to a screen has the focus there; it is not placed anew under their hands.
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeFocused();
  const dismiss = page.getByRole('button', { name: /^Dismiss: / });
  const [name, next] = await Promise.all(
    [0, 1].map((index) => dismiss.nth(index).getAttribute('aria-label')),
  );
  await page.route('**/api/chatbot/unanswered/dismiss', async (route) => {
    const response = await route.fetch();
    await expect(button(name ?? '')).toHaveCount(0);
    await route.fulfill({ response });
  });
  await press(dismiss.first());
  await expect(button(next?.replace('Dismiss', 'Write the answer') ?? '')).toBeFocused();
});

test('the next question that goes as well, by a colleague, leaves the focus beside it again', async () => {
  await visit(page, `${server.url}/chatbot/inbox?inbox=questions`);
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeFocused();
  const questions = (await read<{ expertId: string; question: string }[]>('/api/chatbot/unanswered')).slice(
    0,
    3,
  );
  const write = (index: number) => button(`Write the answer: ${questions[index]?.question}`);
  await press(button(`Dismiss: ${questions[0]?.question}`));
  await expect(write(1)).toBeFocused();
  const { expertId, question } = questions[1] ?? {};
  await context.request.post(`${server.url}/api/chatbot/unanswered/dismiss`, {
    data: { expertId, question },
  });
  await expect(write(1)).toHaveCount(0);
  await expect(write(2)).toBeFocused();
});

test('whoever has gone on before a conversation is resolved is left where they are', async () => {
  await visit(page, `${server.url}/chatbot/inbox?state=waiting`);
  await press(page.getByRole('list', { name: 'Conversations' }).getByRole('button').first());
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/chatbot/conversations/*/resolve', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await press(button('Mark resolved'));
  const said = page.getByRole('log', { name: 'Conversation' });
  await said.focus();
  const answered = page.waitForResponse('**/api/chatbot/conversations/*/resolve');
  answer();
  await answered;
  await expect(button('Mark resolved')).toHaveCount(0);
  // The focus is placed with the answer, once the list is loaded anew.
  await page.waitForLoadState('networkidle');
  await expect(said).toBeFocused();
});

test('a menu of the page keeps the focus when a drawer beside it closes', async () => {
  await visit(page, `${server.url}/leads`);
  const row = page.getByRole('row').nth(1);
  await expect(row).toHaveAttribute('aria-label', /./);
  await press(row);
  const drawer = page.getByRole('complementary', { name: (await row.getAttribute('aria-label')) ?? '' });
  await expect(drawer.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await press(page.getByRole('banner').getByRole('button', { name: 'Admin' }));
  const menu = page.getByRole('menu');
  const hasFocus = () => menu.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
  await page.evaluate(() => history.back());
  await expect(drawer).toHaveCount(0);
  await expect.poll(hasFocus).toBe(true);
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
