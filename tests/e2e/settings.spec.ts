import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { ADMIN } from '../support/client.ts';
import { expectAccessible, keepPage, useServer, visit } from '../support/e2e.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const usage = (page: Page) => page.getByRole('region', { name: 'Usage This Month' });

const server = useServer({ demo: true });

let context: BrowserContext;
let page: Page;
keepPage(server, (kept) => {
  page = kept;
  context = kept.context();
});

// S6-05
test('an admin changes what everybody shares, and a service that is off names the setting that turns it on', async () => {
  await visit(page, `${server.url}/settings`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  const services = page.getByRole('region', { name: 'Outside services' });
  const mail = services.getByRole('listitem').filter({ hasText: 'Mail server' });
  await expect(mail).toContainText('Set SMTP_URL to turn it on.');
  await expect(mail).toContainText('Off');
  const workspace = page.getByRole('region', { name: 'Workspace' });
  await expect(workspace.getByRole('button', { name: 'Save workspace' })).toBeDisabled();
  await workspace.getByLabel('Name', { exact: true }).fill('Fernhill Herbs');
  await workspace.getByLabel('Time zone').fill('Middle/Earth');
  await workspace.getByRole('button', { name: 'Save workspace' }).click();
  await expect(workspace.getByText('Choose a time zone, for example Europe/London.')).toBeVisible();
  // What a new workspace has, with the zone of this browser beside it.
  await workspace.getByLabel('Time zone').fill('UTC');
  await workspace.getByRole('button', { name: 'Use Europe/London' }).click();
  await expect(workspace.getByLabel('Time zone')).toHaveValue('Europe/London');
  await workspace.getByLabel('Time zone').fill('Europe/Berlin');
  await workspace.getByLabel('Where visitors of your agents are').click();
  await page.getByRole('option', { name: 'Canada' }).click();
  await workspace.getByRole('button', { name: 'Save workspace' }).click();
  await expect(page.getByText('Workspace saved')).toBeVisible();
  await expect(sidebar(page)).toContainText('Fernhill Herbs');
  await expectAccessible(page);
});

test('what somebody types outlives a failed try to load what a colleague has changed', async () => {
  await visit(page, `${server.url}/settings`);
  const workspace = page.getByRole('region', { name: 'Workspace' });
  await workspace.getByLabel('Sender name').fill('Ivy of Fernhill');
  const path = `${server.url}/api/settings/workspace`;
  await page.route(path, (route) => route.fulfill({ status: 503 }));
  const failed = page.waitForResponse((response) => response.url() === path && response.status() === 503);
  const theirs = await context.request.patch(path, { data: { senderEmail: 'fern@fernhill.test' } });
  expect(theirs.ok()).toBe(true);
  await failed;
  await expect(workspace.getByLabel('Sender name')).toHaveValue('Ivy of Fernhill');
  await page.unroute(path);
  await workspace.getByRole('button', { name: 'Save workspace' }).click();
  await expect(page.getByText('Workspace saved')).toBeVisible();
});

test('a form with changes is not left without a question', async () => {
  await visit(page, `${server.url}/settings`);
  const sender = page.getByRole('region', { name: 'Workspace' }).getByLabel('Sender name');
  await sender.fill('Fern of Fernhill');
  const toCrm = () =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'CRM' }).click();
  await toCrm();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(`${server.url}/settings`);
  await expect(sender).toHaveValue('Fern of Fernhill');
  await toCrm();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(`${server.url}/crm`);
});

test('several forms with changes are asked about once', async () => {
  await visit(page, `${server.url}/settings`);
  await page.getByRole('region', { name: 'Workspace' }).getByLabel('Sender name').fill('Fern of Fernhill');
  await page.getByRole('region', { name: 'Retention' }).getByRole('textbox').first().fill('31');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'CRM' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toContainText('What you changed in 2 forms is not saved yet.');
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(`${server.url}/crm`);
  await expect(question).toHaveCount(0);
});

test('each section has an address, and the list beside them says which is read', async () => {
  await page.goto(`${server.url}/settings#evidence`);
  const heading = (name: string) => page.getByRole('heading', { name, level: 2, exact: true });
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const current = sections.locator('[aria-current=location]');
  await expect(heading('Evidence')).toBeFocused();
  await expect(heading('Evidence')).toBeInViewport();
  await expect(page).toHaveTitle('Evidence · Settings · Yarrow');
  await expect(current).toHaveText('Evidence');
  await sections.getByRole('link', { name: 'Mailboxes' }).click();
  await expect(page).toHaveURL(`${server.url}/settings#mailboxes`);
  await expect(heading('Mailboxes')).toBeFocused();
  await expect(current).toHaveText('Mailboxes');
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, 0));
  await expect(current).toHaveText('Workspace');
  // The same section again, which somebody has scrolled away from.
  await sections.getByRole('link', { name: 'Mailboxes' }).click();
  await expect(heading('Mailboxes')).toBeInViewport();
  await expect(current).toHaveText('Mailboxes');
  await page.goBack();
  await expect(heading('Evidence')).toBeFocused();
  await expect(page).toHaveTitle('Evidence · Settings · Yarrow');
  await page.goto(`${server.url}/settings`);
  await sections.getByRole('link', { name: 'Privacy' }).click();
  await expect(heading('Privacy')).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeFocused();
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await expect(current).toHaveText('Demo data');
  await expectAccessible(page);
});

test('on a phone a choice above them leads to each section, and nothing with the focus lies under it', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/settings`);
  const choice = page.getByRole('combobox', { name: 'Section' });
  await expect(choice).toHaveText('Section: Workspace');
  await choice.click();
  await page.getByRole('option', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy', level: 2 })).toBeFocused();
  await expect(choice).toHaveText('Section: Privacy');
  await expect(page).toHaveURL(`${server.url}/settings#privacy`);
  await expectAccessible(page);
  const bar = await choice.boundingBox();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Shift+Tab');
    const focused = page.locator('section :focus');
    if ((await focused.count()) === 0) continue;
    const box = await focused.boundingBox();
    expect(box?.y, await focused.innerText()).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  }
});

test('two people change different settings at once, and neither undoes the other', async () => {
  const other = await context.newPage();
  const workspaceOf = (one: Page) => one.getByRole('region', { name: 'Workspace' });
  for (const one of [page, other]) {
    await one.goto(`${server.url}/settings`);
    await expect(workspaceOf(one).getByLabel('Sender name')).toBeVisible();
  }
  await workspaceOf(other).getByLabel('Sender name').fill('Typed but not saved');
  await workspaceOf(page).getByLabel('Postal address').fill('7 Orchard Row, York');
  await workspaceOf(page).getByRole('button', { name: 'Save workspace' }).click();
  await expect(page.getByText('Workspace saved')).toBeVisible();
  // What nobody touched there follows; what somebody typed stays.
  await expect(workspaceOf(other).getByLabel('Postal address')).toHaveValue('7 Orchard Row, York');
  await expect(workspaceOf(other).getByLabel('Sender name')).toHaveValue('Typed but not saved');
  const sent = other.waitForRequest((request) => request.method() === 'PATCH');
  await workspaceOf(other).getByRole('button', { name: 'Save workspace' }).click();
  expect((await sent).postDataJSON()).toEqual({ senderName: 'Typed but not saved' });
  await expect(other.getByText('Workspace saved')).toBeVisible();
  await expect(workspaceOf(page).getByLabel('Sender name')).toHaveValue('Typed but not saved');
  await other.close();
});

test('a page of one’s own counts with the script that the settings give', async () => {
  await visit(page, `${server.url}/settings`);
  const code = await page.getByRole('group', { name: 'Script for your own pages' }).textContent();
  const [, src = ''] = /src="([^"]+)"/.exec(code ?? '') ?? [];
  const script = await context.request.get(src);
  expect(script.headers()['content-type']).toContain('text/javascript');
  const shop = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Shop</title><button data-yarrow="conversion">Buy</button>${code}`),
  ).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const reported = (type: string) =>
    page.waitForRequest(
      (request) => request.url().endsWith('/api/track') && request.postData()?.includes(type) === true,
    );
  const visited = reported('"visit"');
  await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`);
  await visited;
  const conversion = reported('"conversion"');
  await page.getByRole('button', { name: 'Buy' }).click();
  await conversion;
  shop.close();
});

// S6-04
test('roles are changed and people removed where they are listed', async ({ browser }) => {
  const theirs = await browser.newContext();
  await server.signIn(theirs, 'member');
  await theirs.close();
  await visit(page, `${server.url}/settings`);
  const people = page.getByRole('region', { name: 'People' });
  const own = people.getByRole('listitem').filter({ hasText: ADMIN.email });
  await expect(own).toContainText('The last admin: make somebody else one first.');
  await expect(own.getByRole('button', { name: 'Remove Admin' })).toBeDisabled();
  await people.getByRole('combobox', { name: 'Role of member Person' }).click();
  await expect(page.getByRole('option')).toHaveText([/^Viewer/, /^Member/, /^Admin/]);
  await page.getByRole('option', { name: /^Viewer/ }).click();
  await expect(page.getByText('member Person is a viewer now')).toBeVisible();
  await people.getByRole('button', { name: 'Remove member Person' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove person' }).click();
  await expect(people).not.toContainText('member Person');
});

// S6-06 S6-08
test('others read the settings and change nothing', async ({ browser }) => {
  for (const role of ['member', 'viewer'] as const) {
    const theirs = await browser.newContext();
    await server.signIn(theirs, role);
    const screen = await theirs.newPage();
    await visit(screen, `${server.url}/settings`);
    await expect(screen.getByText('Only an admin can change these.')).toBeVisible();
    await expect(screen.getByRole('region', { name: 'Workspace' }).getByRole('textbox')).toHaveCount(0);
    await expect(screen.getByRole('region', { name: 'People' })).toHaveCount(0);
    await expect(screen.getByRole('region', { name: 'Invitations' })).toHaveCount(0);
    await expect(screen.getByRole('button', { name: 'Remove demo data' })).toBeDisabled();
    await expect(screen.getByText('Only an admin can remove it.')).toBeVisible();
    await expectAccessible(screen);
    await theirs.close();
  }
});

// S2.5-07
test('without the demo data the usage card says what would fill it', async () => {
  await visit(page, `${server.url}/settings`);
  await page.getByRole('button', { name: 'Remove demo data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the demo data?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove demo data' }).click();
  await expect(page.getByText('Demo data removed')).toBeVisible();
  await expect(page.getByText('There is none: everything here is your own.')).toBeVisible();
  await expect(usage(page).getByRole('listitem').first()).toHaveText('– campaigns');
  await expect(usage(page)).toContainText('– leads discovered');
  await expect(usage(page)).toContainText('Discover leads and launch a campaign: both are counted here.');
});

test('an API token is created, shown once, used, rotated and revoked', async () => {
  await visit(page, `${server.url}/settings`);
  const tokens = page.getByRole('region', { name: 'API tokens' });
  await expect(tokens).toContainText('No API tokens yet.');
  await tokens.getByRole('button', { name: 'Create token' }).click();
  await tokens.getByRole('button', { name: 'Create token' }).click();
  await expect(tokens.getByRole('alert').filter({ hasText: 'Choose at least one scope.' })).toBeVisible();
  await tokens.getByLabel('Name').fill('CRM sync');
  await tokens.getByRole('group', { name: 'Leads' }).getByLabel('Read').check();
  await tokens.getByRole('button', { name: 'Create token' }).click();
  await expect(tokens).toContainText('Copy the token now. It is not shown again.');
  const token = await tokens.locator('code', { hasText: /^ya_[\w-]{43}$/ }).textContent();
  await expect(tokens).toContainText('Never used.');
  await expect(tokens).toContainText('Leads: read');
  await expectAccessible(page);
  const call = (path: string): Promise<number> =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token ?? ''}` } }).then(
      ({ status }) => status,
    );
  expect(await call('/api/leads')).toBe(200);
  expect(await call('/api/campaigns')).toBe(403);
  const tools = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token ?? ''}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(await tools.text()).toContain('search_leads');
  await tokens.getByRole('button', { name: 'Rotate CRM sync' }).click();
  await expect(tokens).toContainText('The token before the last rotation stops working');
  expect(await call('/api/leads')).toBe(200);
  await tokens.getByRole('button', { name: 'Revoke CRM sync' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke CRM sync?' })
    .getByRole('button', { name: 'Revoke token' })
    .click();
  await expect(tokens).toContainText('No API tokens yet.');
  expect(await call('/api/leads')).toBe(401);
});
