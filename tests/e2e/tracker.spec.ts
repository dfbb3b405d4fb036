import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { TimelineEntry } from '#features/crm/contract.ts';
import type { Message } from '#features/delivery/contract.ts';
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

/** Pages that report as they load, or route in the browser. */
const OTHER_PAGES: Record<string, () => string> = {
  '/thanks': () => `<script defer src="${server.url}/t.js"></script>
    <script>addEventListener('load', () => yarrow('purchase', { value: '49,50 €' }))</script>`,
  '/receipt': () => `<script defer src="${server.url}/t.js"></script>
    <script>addEventListener('load', () => yarrow('purchase', { order: 'A-1001', value: 49.5 }))</script>`,
  '/routes': () => `<script defer data-hash src="${server.url}/t.js"></script>`,
  '/replaced': () => `<body><script src="${server.url}/t.js"></script></body>`,
};

test.beforeAll(async ({ browser }) => {
  landing = createServer(({ url = '' }, response) => {
    const other = OTHER_PAGES[new URL(url, 'http://shop.example').pathname];
    const page = other ? `<!doctype html><html lang="de"><title>Shop</title>${other()}</html>` : shopPage();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
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

// S1-09
test('a click, the visit, a sign-up and a purchase reach the lead, from a page of another origin', async ({
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

/** What the page reports, in its order, and what is answered. */
const reportsOf = async (page: Page) => {
  const reports: { said: Record<string, unknown>; answer: Promise<Record<string, unknown>> }[] = [];
  await page.route('**/api/track', async (route) => {
    const answered = route.fetch().then(async (response) => ({ response, json: await response.json() }));
    const answer = answered.then(({ json }) => json).catch(() => ({}));
    reports.push({ said: route.request().postDataJSON(), answer });
    // The page may be gone.
    await answered.then(route.fulfill.bind(route)).catch(() => undefined);
  });
  const told = (type: string) =>
    reports.filter(({ said }) => said['type'] === type && !String(said['item']).startsWith('mark'));
  let marks = 0;
  return {
    told,
    answers: (type: string) => Promise.all(told(type).map(({ answer }) => answer)),
    count: (type: string) => told(type).length,
    /** Until everything that was reported before is here. */
    settle: async () => {
      marks += 1;
      const item = `mark ${marks}`;
      await page.evaluate((mark) => Reflect.get(window, 'yarrow')('visit', { item: mark }), item);
      await expect.poll(() => reports.some(({ said }) => said['item'] === item)).toBe(true);
    },
  };
};
const shopUrl = (path: string): string => new URL(path, landingUrl).href;

test('an order counts once, and a purchase without a reference once in a session', async ({ page }) => {
  const reports = await reportsOf(page);
  for (const path of ['/receipt', '/thanks']) {
    await page.goto(shopUrl(path));
    await reports.settle();
    await page.reload();
    await reports.settle();
    await page.goto(shopUrl('/elsewhere'));
    await page.goBack();
    await reports.settle();
  }
  const answers = await reports.answers('purchase');
  expect(answers.filter(({ counted }) => counted === true)).toHaveLength(2);
  expect(reports.told('purchase').map(({ said }) => [said['value'], said['lang']])).toContainEqual([
    '49,50 €',
    'de',
  ]);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(shopUrl('/receipt'));
  await expect.poll(() => reports.answers('purchase')).toContainEqual({ counted: false, attributed: false });
});

test('a double click counts once', async ({ page }) => {
  const reports = await reportsOf(page);
  await page.goto(shopUrl('/elsewhere'));
  await page.dblclick('[data-yarrow]');
  await page.dblclick('#buy');
  await reports.settle();
  expect([reports.count('conversion'), reports.count('purchase')]).toEqual([1, 1]);
});

test('an amount that cannot be read is reported in the console, and the purchase is kept', async ({
  page,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.goto(shopUrl('/elsewhere'));
  await page.evaluate(() => Reflect.get(window, 'yarrow')('purchase', { value: 'about 50' }));
  await expect.poll(() => warnings.join()).toContain('wrong_value');
  expect(warnings.join()).toContain('about 50');
});

test('routes in the hash and replaced addresses count where the page asks for it', async ({ page }) => {
  const reports = await reportsOf(page);
  await page.goto(shopUrl('/routes'));
  await page.evaluate(() => {
    location.hash = '#/prices?of=me@example.org';
  });
  await expect.poll(() => reports.count('visit')).toBe(2);
  await page.evaluate(() => history.replaceState(null, '', '#/prices?of=none'));
  await page.evaluate(() => history.replaceState(null, '', '/routes/next'));
  await expect.poll(() => reports.count('visit')).toBe(3);
  const addresses = reports
    .told('visit')
    .map(({ said }) => String(said['url']).slice(shopUrl('/').length - 1));
  expect(addresses).toEqual(['/routes', '/routes#/prices', '/routes/next']);

  await page.goto(shopUrl('/elsewhere'));
  await page.evaluate(() => {
    location.hash = '#there';
    history.replaceState(null, '', '/replaced');
  });
  await reports.settle();
  expect(reports.count('visit')).toBe(4);
});

test('a page that is loaded ahead counts when it is shown', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(document, 'prerendering', { value: true, writable: true }),
  );
  const reports = await reportsOf(page);
  await page.goto(shopUrl('/elsewhere'));
  await page.evaluate(() => Reflect.get(window, 'yarrow')('conversion'));
  await page.waitForLoadState('networkidle');
  expect([reports.count('visit'), reports.count('conversion')]).toEqual([0, 0]);
  await page.evaluate(() => {
    Object.assign(document, { prerendering: false });
    document.dispatchEvent(new Event('prerenderingchange'));
  });
  await expect.poll(() => [reports.count('visit'), reports.count('conversion')]).toEqual([1, 1]);
});

test('a page that replaces its body, scripts and all, counts each visit once', async ({ page }) => {
  const reports = await reportsOf(page);
  await page.goto(shopUrl('/replaced'));
  await page.evaluate(async (source) => {
    history.pushState(null, '', '/replaced/next');
    const next = document.createElement('body');
    const script = Object.assign(document.createElement('script'), { src: source });
    const loaded = new Promise((resolve) => script.addEventListener('load', resolve));
    next.append(script);
    document.body.replaceWith(next);
    await loaded;
    history.pushState(null, '', '/replaced/last');
  }, `${server.url}/t.js`);
  await reports.settle();
  expect(reports.count('visit')).toBe(3);
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
