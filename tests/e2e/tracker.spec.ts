import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, test } from '@playwright/test';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { Message } from '#features/campaigns/contract-messages.ts';
import type { TimelineEntry } from '#features/crm/contract.ts';
import type { Lead } from '#features/leads/contract.ts';
import { expectAccessible, useServer } from '../support/e2e.ts';

const server = useServer({ demo: false });

let landing: Server;
let landingUrl = '';
let staff: BrowserContext;
let lead: Lead;
let body = '';

/** A shop of another origin that has put the tracker on its pages. */
const shopPage = (): string => `<!doctype html><html lang="en"><title>Shop</title>
  <script defer src="${server.url}/t.js"></script>
  <button data-yarrow="conversion">Sign up</button>
  <button id="buy">Buy</button><button id="next">Next page</button>
  <script>
    document.getElementById('buy').onclick = () => yarrow('purchase', { value: 49.5 });
    document.getElementById('next').onclick = () => history.pushState(null, '', '/second');
  </script></html>`;

test.beforeAll(async ({ browser }) => {
  landing = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(shopPage()),
  );
  await new Promise<void>((resolve) => landing.listen(0, '127.0.0.1', resolve));
  landingUrl = `http://127.0.0.1:${(landing.address() as AddressInfo).port}/winter`;
  staff = await browser.newContext();
  await server.signIn(staff);
  const post = async <T>(path: string, data: unknown): Promise<T> =>
    (await (await staff.request.post(`${server.url}${path}`, { data })).json()) as T;
  const group = await post<{ id: string }>('/api/lead-groups', { name: 'Readers' });
  lead = await post<Lead>('/api/leads', {
    name: 'Ada Birch',
    email: 'ada@clinic.test',
    groupId: group.id,
    legalGround: 'consent',
  });
  const campaign = await post<Campaign>('/api/campaigns', {
    name: 'Winter',
    channels: ['email'],
    targetGroups: [group.id],
    landingPageUrl: landingUrl,
    status: 'active',
    steps: [{ channel: 'email', delayHours: 0, subject: 'Hello', body: 'See {{landingPage}}' }],
  });
  await expect
    .poll(
      async () => {
        const response = await staff.request.get(`${server.url}/api/campaigns/${campaign.id}/messages`);
        const [message] = (await response.json()) as Message[];
        body = message?.body ?? '';
        return message?.status;
      },
      { timeout: 30_000 },
    )
    .toBe('outbox');
});
test.afterAll(async () => {
  await staff.close();
  landing.close();
});

/** A link of the message, on the server as it runs here. */
const linkIn = (text: string, kind: 'r' | 'u'): string => {
  const path = new RegExp(`/${kind}/[\\w-]+`).exec(text)?.[0];
  if (!path) throw new Error(`no ${kind} link in the message`);
  return `${server.url}${path}`;
};
const titles = async (): Promise<string[]> => {
  const response = await staff.request.get(`${server.url}/api/leads/${lead.id}/timeline`);
  return ((await response.json()) as TimelineEntry[]).map(({ title }) => title);
};
const count = async (title: string): Promise<number> =>
  (await titles()).filter((known) => known === title).length;

test('a reader who asks for privacy is counted for the campaign and not followed', async ({ browser }) => {
  const context = await browser.newContext({ extraHTTPHeaders: { 'sec-gpc': '1' } });
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  );
  const page = await context.newPage();
  const reported = page.waitForResponse((response) => response.url().endsWith('/api/track'));
  await page.goto(linkIn(body, 'r'));
  expect((await reported).status()).toBe(202);
  expect(new URL(page.url()).searchParams.has('yt')).toBe(false);
  expect(new URL(page.url()).searchParams.has('yc')).toBe(true);
  expect(await page.evaluate(() => [sessionStorage.length, localStorage.length, document.cookie])).toEqual([
    0,
    0,
    '',
  ]);
  expect(await count('Visited the landing page of Winter')).toBe(0);
  await context.close();
});

test('S1-09 a click, the visit, a sign-up and a purchase reach the lead, from a page of another origin', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(linkIn(body, 'r'));
  expect(page.url()).toContain(`${landingUrl}?`);
  await expect.poll(() => count('Visited the landing page of Winter')).toBe(1);

  await page.click('#next');
  await expect.poll(() => count('Visited the landing page of Winter')).toBe(2);
  await page.click('[data-yarrow]');
  await expect.poll(() => count('Signed up on the landing page of Winter')).toBe(1);
  await page.click('#buy');
  await expect.poll(() => count('Bought for $49.50')).toBe(1);

  expect(await titles()).toContain('Clicked the link in Winter');
  const response = await staff.request.get(`${server.url}/api/leads/${lead.id}`);
  expect(await response.json()).toMatchObject({ stage: 'converted', nextAction: 'Onboard' });
  // Nothing outlives the tab: no cookie of ours, and what the tab knows is the link's token.
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
  expect(await context.cookies()).toEqual([]);
  expect(errors.filter((text) => !text.includes('favicon') && !text.includes('404'))).toEqual([]);
  await context.close();
});

test('unsubscribing takes one button, works without scripts and is accessible', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(linkIn(body, 'u'));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  await expectAccessible(page);
  const response = await staff.request.get(`${server.url}/api/leads/${lead.id}`);
  expect(await response.json()).toMatchObject({ isSuppressed: true });
  await context.close();
});
