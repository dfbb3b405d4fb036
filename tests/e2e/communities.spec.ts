import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Community } from '#features/communities/contract.ts';
import { expectAccessible, expectNothingCutOff, keepPage, useServer, visit } from '../support/e2e.ts';

const server = useServer({ demo: true });

let context: BrowserContext;
let page: Page;
keepPage(
  server,
  (kept) => {
    page = kept;
    context = kept.context();
  },
  { permissions: ['clipboard-read', 'clipboard-write'] },
);

const read = async <T>(path: string): Promise<T> =>
  (await (await context.request.get(`${server.url}${path}`)).json()) as T;
const send = async <T>(path: string, data: unknown): Promise<T> => {
  const response = await context.request.post(`${server.url}${path}`, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as T;
};

const list = () => page.getByRole('list', { name: 'Communities' });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const toast = (text: string) => page.locator('[data-toaster]').getByText(text, { exact: true });
const open = async (search = '') => {
  await visit(page, `${server.url}/community${search}`);
  await expect(page.getByRole('heading', { name: 'Community', level: 1 })).toBeVisible();
};

// S2.1-07 S2.12-01 S2.12-02 S2.12-03 S2.12-04 S2.12-05 S2.12-07 S2.12-08 S2.12-09 S2.12-10
test('shows the communities and the figures of one', async () => {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/communities', async (route) => {
    await held;
    await route.continue();
  });
  await open();
  await expect(page.getByText('Loading communities...')).toBeVisible();
  letGo();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(page.getByText('1 community created')).toBeVisible();
  const row = list().getByRole('listitem');
  await expect(row).toContainText('Evening Tea Circle');
  await expect(row).toContainText('Lifestyle');
  await expect(row).toContainText('24 members');
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('Select a community to view details')).toBeVisible();
  await expectAccessible(page);

  await list().getByRole('button', { name: 'Evening Tea Circle' }).click();
  await expect(page.getByRole('tab')).toHaveText(['Overview', 'Members', 'API Integration', 'Settings']);
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Evening Tea Circle' })).toBeVisible();
  await expect(page.getByText('For people who end the day with a pot of tea')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete community' })).toBeVisible();
  const [community] = await read<Community[]>('/api/communities');
  const { totalMembers, totalPosts, engagement, growth } = community!.metrics;
  const tile = (label: string) => page.locator(`[data-tile="${label}"]`);
  await expect(tile('Total Members')).toContainText(String(totalMembers));
  await expect(tile('Total Posts')).toContainText(String(totalPosts));
  await expect(tile('Engagement')).toContainText(`${engagement!.toFixed(1)}%`);
  expect(growth).toBeGreaterThan(0);
  await expect(tile('Growth')).toContainText(`+${growth!.toFixed(1)}%`);
  await tile('Growth').getByRole('button').focus();
  await expect(
    page.getByRole('list', { name: 'Posts', exact: true }).getByRole('listitem').first(),
  ).toContainText('Welcome to the');
  await expectAccessible(page);
});

// S4-31 S8-38 S8-30 S2.12-02 S5-39
test('a community is created, refused without a name, and its failure is told', async () => {
  await open();
  const dialog = page.getByRole('dialog', { name: 'Create Community' });
  await page.getByRole('button', { name: 'Create Community' }).click();
  await dialog.getByRole('button', { name: 'Create community' }).click();
  await expect(dialog.getByText('Give the community a name')).toBeVisible();
  await expectAccessible(page);

  await page.route('**/api/communities', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await dialog.getByLabel('Name').fill('Morning Stretch');
  await dialog.getByRole('button', { name: 'Create community' }).click();
  await expect(toast('Error')).toBeVisible();
  await expect(toast('Failed to create community')).toBeVisible();
  await page.unroute('**/api/communities');

  const call = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/communities'),
  );
  await dialog.getByLabel('Twitter/X').fill('no address at all');
  await dialog.getByRole('button', { name: 'Create community' }).click();
  expect((await call).postDataJSON()).toMatchObject({ name: 'Morning Stretch', settings: {} });
  await expect(toast('Community created successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 communities created')).toBeVisible();
  await page.getByRole('button', { name: 'Create Community' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('');
});

// S2.12-06 S4-32 S7-42 S8-40 S8-32
test('a community is deleted without a question, and back after Undo', async () => {
  for (const { id, name } of await read<Community[]>('/api/communities')) {
    if (name !== 'Evening Tea Circle') await context.request.delete(`${server.url}/api/communities/${id}`);
  }
  await open();
  await list().getByRole('button', { name: 'Evening Tea Circle' }).click();
  await page.route('**/api/communities/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Delete community' }).click();
  await expect(toast('Failed to delete community')).toBeVisible();
  await page.unroute('**/api/communities/*');
  // A toast stands above the buttons of a dialog for as long as there are any.
  await page.evaluate(() => {
    const bar = document.createElement('div');
    bar.dataset.actionBar = '';
    bar.style.cssText = 'position: fixed; right: 0; bottom: 0; width: 400px; height: 60px';
    document.body.append(bar);
  });
  const toaster = page.locator('[data-toaster]');
  await expect(toaster).toHaveCSS('bottom', '60px');
  await page.evaluate(() => document.querySelector('[data-action-bar]')?.remove());
  await expect(toaster).toHaveCSS('bottom', '0px');

  let fail: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/api/communities/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue();
    await isHeld;
    return route.fulfill({ status: 500, body: '{}' });
  });
  await page.getByRole('button', { name: 'Delete community' }).click();
  await page.getByRole('link', { name: 'CRM', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'CRM & Lead Pipeline' })).toBeVisible();
  await toast('Failed to delete community').waitFor({ state: 'hidden' });
  fail();
  await expect(toast('Failed to delete community')).toBeVisible();
  await expect(page, 'whoever has gone on is not called back').toHaveURL(/\/crm/);
  await page.unroute('**/api/communities/*');
  await open();
  await list().getByRole('button', { name: 'Evening Tea Circle' }).click();
  let deletions = 0;
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions += 1;
  });
  await page.getByRole('button', { name: 'Delete community' }).dblclick();
  await expect(toast('Community deleted successfully')).toBeVisible();
  await expect(page.getByText('No communities yet')).toBeVisible();
  expect(deletions).toBe(1);
  await expect(page.getByText('Create your first community to get started')).toBeVisible();
  await expect(page.getByText('0 communities created')).toBeVisible();
  await expect(page.getByText('Select a community to view details')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /Undo/ }).click();
  await expect(list()).toContainText('Evening Tea Circle');
});

// S2.12-11 S2.12-12 S2.12-13 S2.12-14 S2.12-15 S7-43 S8-31 S8-39 S5-40 S9-47
test('members are listed and added', async () => {
  const { id } = await send<Community>('/api/communities', { name: 'Quiet Corner' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open();
  await expect(list()).toContainText('Quiet Corner');
  expect(asked.filter((path) => path.endsWith('/members'))).toEqual([]);
  await list().getByRole('button', { name: 'Quiet Corner' }).click();
  await tab('Members').click();
  await expect(page.getByText('No members yet')).toBeVisible();
  expect(asked).toContain(`/api/communities/${id}/members`);

  await page.getByRole('button', { name: 'Add Member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Member' });
  await expect(dialog.getByRole('combobox', { name: 'Member type' })).toHaveText('Member');
  await expect(dialog.getByLabel('Email')).toHaveAttribute('type', 'email');
  await dialog.getByLabel('Email').fill('nobody');
  await dialog.getByRole('button', { name: 'Add member' }).click();
  await expect(dialog.getByText('Enter a valid e-mail address.')).toBeVisible();
  await page.route('**/members', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await dialog.getByLabel('Email').fill('mail@customer.test');
  await dialog.getByRole('button', { name: 'Add member' }).click();
  await expect(toast('Failed to add member')).toBeVisible();
  await page.unroute('**/members');
  await dialog.getByRole('button', { name: 'Add member' }).click();
  await expect(toast('Member added successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  await send(`/api/communities/${id}/members`, { socialHandle: '@only_handle', memberType: 'moderator' });
  await send(`/api/communities/${id}/invitations`, { emails: ['asked@customer.test'] });
  const rows = page.getByRole('grid', { name: 'Members' }).locator('[role=row][data-index]');
  await expect(rows).toHaveCount(3);
  const row = (text: string) => rows.filter({ hasText: text });
  await expect(row('mail@customer.test')).toContainText('Member');
  await expect(row('mail@customer.test').locator('time')).toBeVisible();
  await expect(row('@only_handle')).toContainText('Moderator');
  await expect(row('mail@customer.test').getByText('Active', { exact: true })).toHaveClass(/bg-green-t/);
  await expect(row('asked@customer.test').getByText('Invited')).not.toHaveClass(/bg-green-t/);
  await expect(row('asked@customer.test').getByText('Invited')).toHaveClass(/bg-hover/);
  await expect(row('asked@customer.test').getByText('not sent')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Invite by mail' }).click();
  const addresses = page.getByLabel('Email addresses');
  await addresses.fill('kept@customer.test\nnot-an-address');
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await expect(addresses).toHaveAccessibleDescription(/“not-an-address” is no email address/);
  await expect(addresses).toHaveAttribute('aria-invalid', 'true');
  await addresses.fill('kept@customer.test');
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await expect(toast('1 invitation kept and not sent')).toBeVisible();
  await page.getByRole('button', { name: 'Read it' }).click();
  const invitation = page.getByRole('dialog', { name: 'Invitation' });
  await expect(invitation).toContainText('To kept@customer.test');
  await expect(invitation).toContainText('Kept and not sent');
  await expect(invitation).toContainText(/\/j\/[\w-]{43}/);
  await expectAccessible(page);
});

test('what moderation let in or rejected is taken back, and a post that is in is held', async () => {
  const { id, apiKey } = await send<Community>('/api/communities', { name: 'Held Corner' });
  const { key } = await send<{ key: string }>(`/api/communities/${id}/keys`, { kind: 'secret' });
  await send(`/api/communities/${id}/members`, { email: 'ada@customer.test' });
  const posted = await context.request.post(`${server.url}/api/external/communities/${apiKey}/posts`, {
    data: {
      authorName: 'Ada',
      authorEmail: 'ada@customer.test',
      body: 'You should stop taking your blood pressure pills.',
    },
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await posted.json()).toMatchObject({ state: 'held' });
  await open(`?community=${id}`);
  await page.getByRole('radio', { name: /^Waiting/ }).click();
  const waiting = page.locator('[data-post]').filter({ hasText: 'blood pressure' });
  for (const [button, news] of [
    ['Publish', 'Published'],
    ['Reject', 'Rejected'],
  ] as const) {
    await waiting.getByRole('button', { name: button }).click();
    await expect(page.locator('[data-toaster]').getByText(news, { exact: true })).toBeVisible();
    await expect(waiting).toHaveCount(0);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(waiting.getByText('Medical advice')).toBeVisible();
  }
  await waiting.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('radio', { name: 'Published' }).click();
  await waiting.getByRole('button', { name: 'What to do with the post of' }).click();
  await page.getByRole('menuitem', { name: 'Hold for moderation' }).click();
  await expect(waiting).toHaveCount(0);
  const place = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('listitem')
    .filter({ hasText: 'Community' });
  await expect(place).toContainText(/\d+ posts? waits? for moderation/);
  await page.getByRole('radio', { name: 'Rejected' }).click();
  await expect(page.getByText('Nothing was rejected')).toBeVisible();
  await list().getByRole('listitem').filter({ hasText: 'Held Corner' }).getByText('1 waits for you').click();
  await expect(page.getByRole('radio', { name: /^Waiting 1/ })).toBeChecked();
  await expect(waiting.getByText('Medical advice')).toBeVisible();

  // An answer is decided on beside what it answers; whoever wrote it is put out from there.
  const asked = await send<{ id: string }>(`/api/communities/${id}/posts`, { body: 'Which mat do you use?' });
  await context.request.post(`${server.url}/api/external/communities/${apiKey}/posts`, {
    data: {
      authorName: 'Ada',
      authorEmail: 'ada@customer.test',
      body: 'None. You should stop taking your blood thinners.',
      parentId: asked.id,
    },
    headers: { authorization: `Bearer ${key}` },
  });
  const answer = page.locator('[data-post]').filter({ hasText: 'blood thinners' });
  // Loaded anew, what could be taken back until now stands in no line before what is done next.
  await page.reload();
  await expect(answer).toContainText('In answer to');
  await expect(answer.getByRole('blockquote')).toHaveText('Which mat do you use?');
  await expectAccessible(page);
  await answer.getByRole('button', { name: 'What to do with the post of' }).click();
  await page.getByRole('menuitem', { name: 'Block Ada' }).click();
  await expect(answer.getByText('Blocked', { exact: true })).toBeVisible();
  await expect(toast('Member blocked')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(answer.getByText('Blocked', { exact: true })).toHaveCount(0);
  await answer.getByRole('button', { name: 'Reject' }).click();
  await expect(answer).toHaveCount(0);
  await page.getByRole('radio', { name: 'Rejected' }).click();
  await answer.getByRole('button', { name: 'Look at it again' }).click();
  await expect(page.getByText('Nothing was rejected')).toBeVisible();
  // As the mail leads there that calls the team.
  await page.setViewportSize({ width: 360, height: 740 });
  await open(`?community=${id}&posts=queue`);
  await expect(page.getByRole('radio', { name: /^Waiting/ })).toBeInViewport();
  // And so does the press on what waits, below the figures.
  await open('');
  await list().getByRole('listitem').filter({ hasText: 'Held Corner' }).getByText('2 wait for you').click();
  await expect(page.getByRole('radio', { name: /^Waiting 2/ })).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 900 });
});

// S2.12-16 S2.12-17 S2.12-18 S2.12-19 S2.12-20 S8-45
test('the key and the snippet are copied, and the snippet works on a page of another origin', async ({
  browser,
}) => {
  const communities = await read<Community[]>('/api/communities');
  const community = communities.find(({ name }) => name === 'Evening Tea Circle')!;
  await open(`?community=${community.id}&tab=api`);
  const key = page.getByLabel('API key', { exact: true });
  await expect(key).toHaveValue(community.apiKey);
  await expect(key).toHaveAttribute('readonly', '');
  await page.getByRole('button', { name: 'Copy API key' }).click();
  await expect(toast('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(community.apiKey);
  await expect(page.getByText('/api/external/communities/{apiKey}/posts')).toBeVisible();
  await expect(page.getByText('/api/external/communities/{apiKey}/invite')).toBeVisible();
  for (const network of ['Twitter/X', 'Facebook', 'Discord']) {
    await expect(page.getByText(network, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'https://x.com/example' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy Widget Code' }).click();
  const snippet = await page.evaluate(() => navigator.clipboard.readText());
  expect(snippet).toContain(community.apiKey);
  expect(snippet).toContain("theme: 'light'");

  await context.request.patch(`${server.url}/api/communities/${community.id}`, {
    data: { settings: { allowedDomains: ['127.0.0.1'] } },
  });
  const elsewhere = await browser.newContext();
  const shop = await elsewhere.newPage();
  const site = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><html lang="en"><title>Shop</title><style>p{display:none!important}</style><main><h1>Shop</h1>${snippet}</main>`,
      ),
  ).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const failures: string[] = [];
  shop.on('pageerror', (error) => failures.push(error.message));
  await shop.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const region = shop.getByRole('region', { name: 'Evening Tea Circle' });
  await expect(region.getByRole('heading', { name: 'Maren Oakley' }).first()).toBeVisible();
  await expect(region.getByText('Welcome to the Evening Tea Circle.')).toBeVisible();
  await expect(region.getByRole('link', { name: /Water for tea/ })).toBeVisible();
  await expectAccessible(shop);
  await region.getByLabel('Email address').fill('visitor@customer.test');
  await region.getByLabel('Email address').press('Enter');
  await expect(region.getByText('Somebody of the team sends you a link to join.')).toBeVisible({
    timeout: 20_000,
  });
  // A reader tells the team of a post, by keyboard alone; it stays until the team has looked.
  await shop.evaluate(() => document.querySelector('#yarrow-community')?.setAttribute('data-theme', 'dark'));
  const post = region.getByRole('listitem').filter({ hasText: 'Water for tea' }).first();
  const body = await post.locator('.b').first().innerText();
  await post.getByRole('button', { name: 'Report what' }).first().focus();
  await shop.keyboard.press('Enter');
  const reason = post.getByRole('combobox', { name: 'Why should the team look at this?' });
  await expect(reason).toBeFocused();
  await reason.selectOption('It is spam');
  await post.getByRole('textbox', { name: /Anything the team should know/ }).fill('Third time this week.');
  await expectAccessible(shop);
  await post.getByRole('button', { name: 'Send report' }).press('Enter');
  await expect(post.getByText('Thank you. The team looks at it.')).toBeFocused();
  expect(failures).toEqual([]);
  await open(`?community=${community.id}&posts=queue`);
  const reported = page.locator('[data-post]').filter({ hasText: 'Third time this week.' });
  await expect(reported).toContainText('Reported by 1 reader');
  await expect(reported).toContainText(body.split('\n')[0]!);
  await expectAccessible(page);
  await reported.getByRole('button', { name: 'Keep the post' }).click();
  await expect(toast('The post stays')).toBeVisible();
  await expect(reported).toHaveCount(0);

  // On a page that may not show it there is nothing to try in vain, and its owner is told why.
  await context.request.patch(`${server.url}/api/communities/${community.id}`, {
    data: { settings: { allowedDomains: ['elsewhere.test'] } },
  });
  const said = shop.waitForEvent('console', (line) => line.text().startsWith('Yarrow on '));
  await shop.reload();
  expect((await said).text()).toContain('This community is not shown on this domain.');
  await expect(shop.getByRole('textbox')).toHaveCount(0);
  await expect(shop.getByRole('button')).toHaveCount(0);
  await expect(shop.getByText('Community')).toHaveCount(0);
  await elsewhere.close();
  site.close();
  await expect
    .poll(async () =>
      (await read<{ email: string }[]>(`/api/communities/${community.id}/members`)).map(({ email }) => email),
    )
    .toContain('visitor@customer.test');
});

test('a community that is gone says so, one chosen agent is not taken for none, and nothing is said of what is not counted', async () => {
  const { id } = (await read<Community[]>('/api/communities')).find(
    ({ name }) => name === 'Evening Tea Circle',
  )!;
  await page.goto(`${server.url}/community?community=${crypto.randomUUID()}`);
  await expect(page.getByText('This community is not there any more')).toBeVisible();
  const [agent] = await read<{ id: string; name: string }[]>('/api/ai-experts');
  await context.request.patch(`${server.url}/api/communities/${id}`, {
    data: { moderatorExpertId: agent!.id },
  });
  for (const path of ['**/api/ai-experts', '**/api/communities/*/days']) {
    await page.route(path, (route) => route.fulfill({ status: 500, body: '{}' }));
  }
  await page.goto(`${server.url}/community?community=${id}`);
  await expect(page.getByText('The last 30 days could not be counted')).toBeVisible();
  await expect(page.locator('[data-tile="Growth"]')).not.toContainText('30 days ago');
  await tab('Settings').click();
  const moderator = page.getByRole('combobox', { name: 'AI moderator' });
  await expect(page.getByText('The agents could not be loaded.')).toBeVisible();
  await expect(moderator).toHaveText('Stays as it is');
  await expectAccessible(page);
  await page.unroute('**/api/ai-experts');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(moderator).toContainText(agent!.name);
});

// S2.12-21 S2.12-22 S7-45
test('a moderator and a state are chosen, saved, and stand there after a reload', async () => {
  const { id } = await send<Community>('/api/communities', { name: 'Well Kept' });
  await open(`?community=${id}&tab=settings`);
  const moderator = page.getByRole('combobox', { name: 'AI moderator' });
  await expect(moderator).toHaveText('No moderator');
  await moderator.click();
  await expect(page.getByRole('option', { name: /No moderator/ })).toBeVisible();
  await page.getByRole('option', { name: /Fern/ }).click();
  await page.getByRole('radio', { name: 'Inactive' }).check({ force: true });
  await page.getByRole('radio', { name: 'Leave by themselves' }).check({ force: true });
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(toast('Settings saved')).toBeVisible();
  await page.reload();
  await expect(moderator).toContainText('Fern');
  await expect(page.getByRole('radio', { name: 'Inactive' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Leave by themselves' })).toBeChecked();
  await expect(list().getByRole('listitem').filter({ hasText: 'Well Kept' })).toContainText('Inactive');
  await expectAccessible(page);
});

// S1-07
test('a link is shown with its preview, a held post is decided on, and marks stand under what must not leave', async () => {
  const communities = await read<Community[]>('/api/communities');
  const { id } = communities.find(({ name }) => name === 'Evening Tea Circle')!;
  await open(`?community=${id}`);
  await expect(page.getByRole('link', { name: /Water for tea: why it matters/ })).toHaveAttribute(
    'href',
    'https://www.example.org/water-for-tea',
  );
  await page.getByText('Waiting 1').click();
  const waiting = page.getByRole('list', { name: 'Posts that wait' }).getByRole('listitem').first();
  await expect(waiting).toContainText('Medical advice');
  await expectAccessible(page);
  await waiting.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Nothing waits')).toBeVisible();
  await page.getByText('Published', { exact: true }).click();

  await page.getByRole('button', { name: 'Write a post' }).click();
  await page.getByLabel('New post').fill('Our blend cures insomnia for good.');
  await expect(page.getByRole('heading', { name: 'Claims check of New post' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'New post: 1 block' })).toBeAttached();
  // Only an admin lets it leave, in writing.
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Override…' }).click();
  const override = page.getByRole('dialog', { name: 'Override what blocks it' });
  await expect(override).toContainText('cures insomnia');
  await override.getByLabel('Reason').fill('A headline that we quote and take apart below.');
  await expectAccessible(page);
  await override.getByRole('button', { name: 'Override and post' }).click();
  const all = page.getByRole('list', { name: 'Posts', exact: true });
  await expect(all.getByText('Our blend cures insomnia for good.')).toBeVisible();
  await page.getByRole('button', { name: 'Write a post' }).click();
  await page.getByLabel('New post').fill('Our blend cures insomnia for good.');
  await expect(page.getByRole('heading', { name: 'Claims check of New post' })).toBeVisible();
  await page.getByLabel('New post').fill('A new tin is on the shelf.');
  // Looking elsewhere costs nothing of what is being written.
  await page.getByText(/^Waiting/).click();
  await expect(page.getByLabel('New post')).toBeHidden();
  await tab('Members').click();
  await tab('Overview').click();
  await expect(page.getByLabel('New post')).toHaveValue('A new tin is on the shelf.');
  await expect(page.getByRole('heading', { name: 'Claims check' })).toBeHidden();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const posts = page.getByRole('list', { name: 'Posts', exact: true });
  await expect(posts.getByText('A new tin is on the shelf.')).toBeVisible();
});

test('what a lead said leads from their timeline to the post, and from there back to the lead', async () => {
  const { id, apiKey } = await send<Community>('/api/communities', { name: 'Walkers of the Hill' });
  const { key } = await send<{ key: string }>(`/api/communities/${id}/keys`, { kind: 'secret' });
  const email = 'ines.moor@customer.test';
  const member = await send<{ id: string }>(`/api/communities/${id}/members`, { email });
  const [group] = await read<{ id: string }[]>('/api/lead-groups');
  const { leadId } = await send<{ leadId: string }>(`/api/communities/${id}/members/${member.id}/lead`, {
    groupId: group!.id,
  });
  const say = async (body: string, parentId: string | null = null): Promise<string> => {
    const answer = await fetch(`${server.url}/api/external/communities/${apiKey}/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ authorName: 'Ines Moor', authorEmail: email, body, parentId }),
    });
    return ((await answer.json()) as { id: string }).id;
  };
  const asked = await say('Which way goes round the lake?');
  await say('By the old mill, I was told.', asked);

  await visit(page, `${server.url}/leads?all=true&lead=${leadId}`);
  const lead = page.getByRole('complementary', { name: email });
  await lead.getByRole('link', { name: 'Answered in Walkers of the Hill' }).click();
  const post = page.getByRole('list', { name: 'One post' });
  await expect(post).toContainText('Which way goes round the lake?');
  await expect(post.getByRole('list', { name: 'Comments' })).toContainText('By the old mill, I was told.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'All posts' }).click();
  const posts = page.getByRole('list', { name: 'Posts', exact: true });
  await expect(posts).toContainText('Which way goes round the lake?');
  await posts.getByRole('link', { name: 'Lead: Ines Moor' }).click();
  await expect(lead.getByRole('link', { name: 'Joined Walkers of the Hill' })).toBeVisible();

  await open(`?community=${id}&tab=members`);
  await page.getByRole('link', { name: `Lead: ${email}` }).click();
  await expect(lead).toBeVisible();

  // And what came of the community is counted.
  await open(`?community=${id}`);
  await page.getByRole('link', { name: 'What it brought' }).click();
  const brought = page.getByRole('table', { name: 'Funnel by community' });
  await brought.getByRole('button', { name: /^1\b.*how Leads of Walkers of the Hill/ }).click();
  const rows = page.getByRole('dialog', { name: 'Leads' });
  await expect(rows.getByRole('link', { name: email })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await brought.getByRole('link', { name: 'Walkers of the Hill' }).click();
  await expect(page.getByRole('heading', { name: 'Walkers of the Hill' })).toBeVisible();
  await tab('Members').click();
  await page.getByText('Leads', { exact: true }).click();
  await expect(page.getByRole('link', { name: `Lead: ${email}` })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('link', { name: `Lead: ${email}` })).toBeVisible();
  await expectNothingCutOff(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  // What an agent did not know here is told with the post.
  await page.route('**/api/chatbot/unanswered', (route) =>
    route.fulfill({
      json: [
        {
          expertId: id,
          agentName: 'Fern',
          question: 'Which way goes round the lake?',
          times: 1,
          lastAskedAt: new Date().toISOString(),
          place: { communityId: id, postId: asked, name: 'Walkers of the Hill' },
        },
      ],
    }),
  );
  await visit(page, `${server.url}/chatbot/inbox?inbox=questions`);
  const questions = page.getByRole('list', { name: 'Unanswered questions' });
  // Who teaches the answer is offered to tell it to whoever asked: it stands ready under the post.
  await page.route('**/api/chatbot/unanswered/answer', (route) =>
    route.fulfill({ status: 201, json: { knowledgeId: id } }),
  );
  await questions.getByRole('button', { name: 'Write the answer' }).click();
  await questions.getByRole('textbox', { name: 'Answer' }).fill('Keep the water on your left.');
  await questions.getByRole('button', { name: 'Add to knowledge' }).click();
  await page.getByRole('button', { name: 'Answer in Walkers of the Hill' }).click();
  await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveValue(
    'Keep the water on your left.',
  );
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Comments' })).toContainText('Keep the water on your left.');
  await visit(page, `${server.url}/chatbot/inbox?inbox=questions`);
  await questions.getByRole('link', { name: 'Walkers of the Hill' }).click();
  await expect(page.getByRole('list', { name: 'One post' })).toContainText('Which way goes round the lake?');
  // Of two quick presses neither is lost.
  const root = page.locator(`[data-post="${asked}"]`);
  await root.getByRole('button', { name: 'Like' }).first().click();
  await root.getByRole('button', { name: 'Thanks' }).first().click();
  await expect
    .poll(async () =>
      (await read<{ mine: string[] }>(`/api/communities/${id}/posts/${asked}`)).mine.toSorted(),
    )
    .toEqual(['like', 'thanks']);

  await context.request.delete(`${server.url}/api/communities/${id}/posts/${asked}`);
  await open(`?community=${id}&post=${asked}`);
  await expect(page.getByText('This post does not exist any more')).toBeVisible();
  await page.getByRole('button', { name: 'All posts' }).click();
  await expect(page.getByText('No posts yet')).toBeVisible();
});
