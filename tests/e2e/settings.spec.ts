import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { ADMIN } from '../support/client.ts';
import { expectAccessible, useServer } from '../support/e2e.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const usage = (page: Page) => page.getByRole('region', { name: 'Usage This Month' });

const server = useServer({ demo: true });

test('S6-05 an admin changes what everybody shares', async ({ page, context }) => {
  await server.signIn(context);
  await page.goto(`${server.url}/settings`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  const workspace = page.getByRole('region', { name: 'Workspace' });
  await expect(workspace.getByRole('button', { name: 'Save workspace' })).toBeDisabled();
  await workspace.getByLabel('Name', { exact: true }).fill('Fernhill Herbs');
  await workspace.getByLabel('Time zone').fill('Middle/Earth');
  await workspace.getByRole('button', { name: 'Save workspace' }).click();
  await expect(workspace.getByText('Choose a time zone, for example Europe/London.')).toBeVisible();
  await workspace.getByLabel('Time zone').fill('Europe/Berlin');
  await workspace.getByLabel('Where visitors of your agents are').click();
  await page.getByRole('option', { name: 'Canada' }).click();
  await workspace.getByRole('button', { name: 'Save workspace' }).click();
  await expect(page.getByText('Workspace saved')).toBeVisible();
  await expect(sidebar(page)).toContainText('Fernhill Herbs');
  await expectAccessible(page);
});

test('a form with changes is not left without a question', async ({ page, context }) => {
  await server.signIn(context);
  await page.goto(`${server.url}/settings`);
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

test('two people change different settings at once, and neither undoes the other', async ({
  page,
  context,
}) => {
  await server.signIn(context);
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

test('a page of one’s own counts with the script that the settings give', async ({ page, context }) => {
  await server.signIn(context);
  await page.goto(`${server.url}/settings`);
  const code = await page.getByLabel('Script for your own pages').textContent();
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
  const visit = reported('"visit"');
  await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`);
  await visit;
  const conversion = reported('"conversion"');
  await page.getByRole('button', { name: 'Buy' }).click();
  await conversion;
  shop.close();
});

test('S6-04 roles are changed and people removed where they are listed', async ({
  page,
  context,
  browser,
}) => {
  const theirs = await browser.newContext();
  await server.signIn(theirs, 'member');
  await theirs.close();
  await server.signIn(context);
  await page.goto(`${server.url}/settings`);
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

test('S6-06 S6-08 others read the settings and change nothing', async ({ browser }) => {
  for (const role of ['member', 'viewer'] as const) {
    const context = await browser.newContext();
    await server.signIn(context, role);
    const page = await context.newPage();
    await page.goto(`${server.url}/settings`);
    await expect(page.getByText('Only an admin can change these.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Workspace' }).getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'People' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Invitations' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove demo data' })).toBeDisabled();
    await expect(page.getByText('Only an admin can remove it.')).toBeVisible();
    await expectAccessible(page);
    await context.close();
  }
});

test('a service that is off names the setting that turns it on', async ({ page, context }) => {
  await server.signIn(context);
  await page.goto(`${server.url}/settings`);
  const services = page.getByRole('region', { name: 'Outside services' });
  const mail = services.getByRole('listitem').filter({ hasText: 'Mail server' });
  await expect(mail).toContainText('Set SMTP_URL to turn it on.');
  await expect(mail).toContainText('Off');
});

test('S2.5-07 without the demo data the usage card says what would fill it', async ({ page, context }) => {
  await server.signIn(context);
  await page.goto(`${server.url}/settings`);
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
