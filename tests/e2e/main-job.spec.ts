import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { ADMIN, GATE_PASSWORD } from '../support/client.ts';
import { useServer } from '../support/e2e.ts';

const server = useServer({ demo: true, embedded: true });

/** Somebody's landing page on another origin, with our tracker on it. */
let landing: Server;
let landingUrl = '';

test.beforeAll(async () => {
  landing = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><title>Winter sampler</title><h1>Winter sampler</h1>` +
        `<script src="${server.url}/t.js" defer></script>` +
        `<button onclick="yarrow('conversion')">Ask for a sample</button></html>`,
    );
  });
  await new Promise<void>((resolve) => landing.listen(0, '127.0.0.1', resolve));
  landingUrl = `http://127.0.0.1:${(landing.address() as AddressInfo).port}/winter`;
});
test.afterAll(() => landing.close());

type Message = { id: string; leadId: string; leadName: string; status: string };

test('from the gate to a lead found, written to, heard back from and counted', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(240_000);

  await test.step('gate: a wrong password is refused, the right one opens', async () => {
    await page.goto(server.url);
    await page.getByLabel('Password', { exact: true }).fill('open barley');
    await page.getByRole('button', { name: 'Access Platform' }).click();
    await expect(page.getByText('Incorrect password. Please contact the team for access.')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(GATE_PASSWORD);
    await page.getByRole('button', { name: 'Access Platform' }).click();
    await expect(page.getByText('Access Granted', { exact: true })).toBeVisible();
  });

  await test.step('landing page and sign-in', async () => {
    await page.getByRole('button', { name: 'Get Started' }).click();
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Analytics & Performance' })).toBeVisible();
  });

  // Stays open on the dashboard and is never loaded again: what it shows later has been pushed to it.
  const dashboard = await context.newPage();
  await dashboard.goto(server.url);
  const usage = dashboard.getByRole('region', { name: 'Usage This Month' });
  await expect(usage).toContainText('127');
  await expect(usage).toContainText('3');
  await expect(figure(dashboard, 'Active campaigns')).toHaveText(/^2, how/);

  await test.step('a lead group', async () => {
    await page.getByRole('link', { name: 'Lead', exact: true }).click();
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Evening tea drinkers');
    await page.getByRole('button', { name: 'Create group' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('discovery on the practice network, with true progress', async () => {
    await page
      .getByLabel('Target audience')
      .fill('People asking for a caffeine-free evening tea they would pay for');
    for (const name of ['Twitter', 'Reddit']) await page.getByRole('checkbox', { name }).uncheck();
    await page.getByRole('checkbox', { name: 'Practice network' }).check();
    await page.getByRole('button', { name: 'Discover Leads' }).first().click();
    await expect(page.getByText('Lead Generation Complete', { exact: true })).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByText(/Generated 20 practice leads\./).first()).toBeVisible();
  });

  await test.step('scored leads with their reasons', async () => {
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText(/\d\.\d/);
    await row.click();
    await expect(page.getByRole('heading', { name: /^Why \d/ })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await expect(usage, 'the usage card counts the leads without a reload').toContainText('147');

  const campaignId =
    await test.step('a campaign from a template, with group, landing page and channel', async () => {
      await page.getByRole('link', { name: 'Campaign', exact: true }).click();
      await page.getByRole('button', { name: 'Use template' }).first().click();
      await page.getByLabel('Campaign name').fill('Winter evenings');
      await page.getByRole('checkbox', { name: /Evening tea drinkers/ }).check();
      await page.getByRole('button', { name: 'New landing page' }).click();
      const dialog = page.getByRole('dialog', { name: 'New landing page' });
      await dialog.getByLabel('Name').fill('Winter sampler');
      await dialog.getByLabel('URL').fill(landingUrl);
      await dialog.getByRole('button', { name: 'Create landing page' }).click();
      await expect(dialog).toBeHidden();
      await page.getByText('Preview', { exact: true }).first().click();
      await expect(page.getByRole('region', { name: 'Message' })).toContainText('@example.');
      const created = page.waitForResponse(
        (response) => response.url().endsWith('/api/campaigns') && response.request().method() === 'POST',
      );
      await page.getByRole('button', { name: 'Launch Campaign' }).click();
      const response = await created;
      expect(response.status()).toBe(201);
      return ((await response.json()) as { id: string }).id;
    });

  const messages =
    await test.step('real messages leave, into the outbox, with unsubscribe and tracked link', async () => {
      const read = async (): Promise<Message[]> =>
        (await context.request.get(`${server.url}/api/campaigns/${campaignId}/messages`)).json();
      await expect
        .poll(async () => (await read()).filter(({ status }) => status === 'outbox').length)
        .toBeGreaterThan(5);
      return (await read()).filter(({ status }) => status === 'outbox');
    });
  const [first] = messages;
  if (!first) throw new Error('no message left');
  const source = await (await context.request.get(`${server.url}/api/messages/${first.id}/source`)).json();
  expect(source.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const trackedLink = linkIn(source.text, '/r/');
  const unsubscribeLink = linkIn(source.text, '/u/');

  await test.step('the card shows it, and each message can be read in full', async () => {
    const card = page.getByRole('article', { name: 'Winter evenings' });
    await expect(card).toBeVisible();
    await card.getByRole('button', { name: 'Messages' }).click();
    await expect(page.getByText(first.leadName).first()).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await expect(usage, 'the usage card counts the campaign without a reload').toContainText('4');
  await expect(figure(dashboard, 'Active campaigns')).toHaveText(/^3, how/);

  await test.step('the recipient clicks, then unsubscribes with one button', async () => {
    const recipient = await browser.newContext();
    const theirs = await recipient.newPage();
    const visited = theirs.waitForResponse((response) => response.url().endsWith('/api/track'));
    await theirs.goto(trackedLink);
    expect(theirs.url()).toContain(landingUrl);
    expect(theirs.url()).toContain('utm_campaign=');
    expect((await visited).status()).toBe(202);
    await theirs.goto(unsubscribeLink);
    await theirs.getByRole('button', { name: /unsubscribe/i }).click();
    await expect(theirs.getByText(/unsubscribed/i).first()).toBeVisible();
    await recipient.close();
  });

  await test.step('the stage and the next action of the lead change in CRM', async () => {
    await page.getByRole('link', { name: 'CRM', exact: true }).click();
    await page.getByRole('searchbox').or(page.getByPlaceholder('Search leads')).first().fill(first.leadName);
    const row = page.getByRole('row', { name: new RegExp(first.leadName) }).first();
    await expect(row).toContainText('Engaged');
    await expect(row).toContainText('Send Follow-up');
  });

  await test.step('the dashboard counts it', async () => {
    const overview = await context.request.get(
      `${server.url}/api/analytics/overview?period=last7&campaign=${campaignId}`,
    );
    const { totals } = (await overview.json()) as { totals: Record<string, number> };
    expect(totals.messagesSent).toBe(messages.length);
    expect(totals.landingPageVisits).toBe(1);
    await dashboard.getByRole('radio', { name: /7 days/ }).check();
    await expect(dashboard.getByText('Winter evenings').first()).toBeVisible();
  });

  await test.step('nobody who unsubscribed is written to again', async () => {
    const leads = await context.request.get(`${server.url}/api/leads/${first.leadId}`);
    expect(((await leads.json()) as { isSuppressed: boolean }).isSuppressed).toBe(true);
  });
});

/** The figure of a tile on the dashboard. */
function figure(page: Page, name: string) {
  return page.locator(`[data-tile="${name}"] p`).first();
}

function linkIn(text: string, path: string): string {
  const link = text.match(new RegExp(`https?://[^\\s<>]*${path}[A-Za-z0-9_-]+`))?.[0];
  if (!link) throw new Error(`no link with ${path} in the message`);
  return link;
}
