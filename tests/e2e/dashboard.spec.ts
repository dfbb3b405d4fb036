import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Overview } from '#features/analytics/contract.ts';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { Message } from '#features/delivery/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { expectAccessible, expectNothingCutOff, keepPage, useServer, visit } from '../support/e2e.ts';

const server = useServer({ demo: false });
const READER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
};
const PEOPLE = 8;

let context: BrowserContext;
let page: Page;
keepPage(server, (kept) => {
  page = kept;
  context = kept.context();
});

const api = async <T>(method: 'get' | 'post', path: string, data?: unknown): Promise<T> => {
  const response = await context.request[method](`${server.url}${path}`, {
    ...(data === undefined ? {} : { data }),
    headers: READER,
  });
  expect(response.ok(), `${method} ${path} answered ${response.status()}: ${await response.text()}`).toBe(
    true,
  );
  return (await response.json()) as T;
};

/** A campaign whose messages have left for the outbox. */
async function launchCampaign(name: string): Promise<{ campaign: Campaign; links: string[] }> {
  const group = await api<LeadGroup>('post', '/api/lead-groups', { name });
  for (let index = 0; index < PEOPLE; index += 1) {
    await api('post', '/api/leads', {
      name: `Dana ${index}`,
      email: `dana${index}.${group.id.slice(-6)}@example.org`,
      groupId: group.id,
      legalGround: 'consent',
    });
  }
  const campaign = await api<Campaign>('post', '/api/campaigns', {
    name,
    targetGroups: [group.id],
    landingPageUrl: 'https://example.com/winter',
    selectedContentAssets: [],
    channels: ['email'],
    status: 'active',
  });
  const path = `/api/campaigns/${campaign.id}/messages?status=outbox`;
  await expect.poll(async () => (await api<Message[]>('get', path)).length, { timeout: 20_000 }).toBe(PEOPLE);
  const messages = await api<Message[]>('get', path);
  return { campaign, links: messages.map(linkOf) };
}

const linkOf = (message: Message | undefined) => /\/r\/[\w-]+/.exec(message?.body ?? '')?.[0] ?? '';

/** The token that the landing page gets of a reader who follows the link of a message. */
async function follow(link: string): Promise<string> {
  const response = await context.request.get(`${server.url}${link}`, { headers: READER, maxRedirects: 0 });
  return new URL(response.headers().location ?? '').searchParams.get('yt') ?? '';
}

/** The landing page tells what a reader of a message did on it. */
async function report(type: 'visit' | 'conversion' | 'purchase', tokens: string[]): Promise<void> {
  for (const token of tokens) {
    await api('post', '/api/track', { type, token, url: 'https://example.com/winter' });
  }
}

const tile = (label: string) => page.locator(`[data-tile="${label}"]`);
const row = (campaign: Campaign) => page.locator(`[data-campaign="${campaign.id}"]`);
const open = (path = '/') => visit(page, `${server.url}${path}`);
/** With the app loaded anew, so that it has heard nothing yet. */
const load = () => page.goto(server.url);

test.describe('an empty workspace', () => {
  // S2.6-01 S2.6-02 S2.6-04 S2.6-06 S2.6-08 S2.6-11 S4-06
  test('shows title, four tiles that say what fills them, four periods, both sections, and leads on', async () => {
    await open();
    await expect(page.getByRole('heading', { level: 1, name: 'Analytics & Performance' })).toBeVisible();
    await expect(page.locator('[data-tile]')).toHaveCount(4);
    await expect(page.getByRole('heading', { name: 'Recent AI Activity' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Quick Actions' })).toBeVisible();
    for (const label of ['Response rate', 'Page conversion', 'Purchase conversion']) {
      await expect(tile(label)).toContainText('–');
      await expect(tile(label)).toContainText('Fills with the first message sent.');
    }
    await expect(tile('Active campaigns')).toContainText('Fills when a campaign is launched.');
    await expect(page.getByText('No campaign has run in this period')).toBeVisible();
    await expectAccessible(page);

    const choices = page.getByRole('radiogroup', { name: 'Period' }).getByRole('radio');
    await expect(choices).toHaveCount(4);
    expect(await choices.evaluateAll((found) => found.map((radio) => radio.getAttribute('value')))).toEqual([
      'last7',
      'last30',
      'last90',
      'lifetime',
    ]);
    await expect(page.getByRole('radio', { name: 'Last 30 days' })).toBeChecked();

    const links = page.getByRole('navigation', { name: 'Quick Actions' }).getByRole('link');
    await expect(links).toHaveCount(4);
    const targets = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
    expect(targets).toEqual(['/leads', '/campaigns', '/chatbot', '/analytics']);

    const create = page.getByRole('link', { name: 'Create Campaign' });
    await expect(create).toHaveAttribute('href', '/campaigns');
    await create.click();
    await expect(page).toHaveURL(`${server.url}/campaigns`);
  });

  test('has its first steps on the dashboard, ticked from what is there, until they are dismissed', async () => {
    await open();
    const setup = page.getByRole('region', { name: 'Set up' });
    await expect(setup.getByRole('link')).toHaveText([
      'Enter your postal address and sender',
      'Add or import people',
      'Launch a first campaign',
      'Train an agent',
      'Invite a colleague',
    ]);
    await expect(setup).toContainText(/\d of 5 done/);
    const people = setup.getByRole('listitem').filter({ hasText: 'Add or import people' });
    await expect(people).not.toContainText('Done');
    const counts = '**/api/lead-groups/counts';
    await page.route(counts, (route) =>
      route.fulfill({
        json: [
          {
            id: '01890000-0000-7000-8000-000000000001',
            name: 'First',
            totalLeads: 1,
            leadsWithContact: 1,
          },
        ],
      }),
    );
    await page.reload();
    await expect(people).toContainText('Done');
    await page.unroute(counts);
    await expectAccessible(page);
    await setup.getByRole('button', { name: 'Dismiss the steps' }).click();
    await expect(setup).toBeHidden();
    // The focus stays on the page, and the deed can be taken back.
    await expect
      .poll(() => page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)))
      .toBe(true);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(setup).toBeVisible();
    await setup.getByRole('button', { name: 'Dismiss the steps' }).click();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Quick Actions' })).toBeVisible();
    await expect(setup).toBeHidden();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('first steps');
    await expect(page.getByRole('option', { name: 'Show the first steps' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Enter');
    await expect(setup).toBeVisible();
  });

  test('each of the first steps leads to the part of the settings that it is about', async () => {
    for (const [step, part] of [
      ['Invite a colleague', 'Invitations'],
      ['Enter your postal address and sender', 'Workspace'],
    ] as const) {
      await open();
      await page.getByRole('link', { name: step }).click();
      const heading = page.getByRole('heading', { name: part, exact: true });
      await expect(heading).toBeFocused();
      await expect(heading).toBeInViewport();
    }
  });

  test('a link to a campaign that has not run says so, and leads to all of them', async () => {
    await open('/dashboard?campaign=01890000-0000-7000-8000-000000000001');
    await expect(page.getByText('This campaign has not run')).toBeVisible();
    await expect(page.getByText('a campaign that has not run')).toBeVisible();
    await page.getByRole('link', { name: 'Show all campaigns' }).click();
    await expect(page.getByText('No campaign has run in this period')).toBeVisible();
  });

  // S2.12-07
  test('a community and the inbox say what they are for, and the inbox asks to choose nothing', async () => {
    await visit(page, `${server.url}/community`);
    await expect(page.getByRole('region', { name: 'What a community is for' })).toContainText(
      'Find customers',
    );
    await expect(page.getByText('Select a community to view details')).toBeVisible();
    await expectAccessible(page);
    await visit(page, `${server.url}/chatbot/inbox`);
    await expect(page.getByRole('link', { name: 'Put an agent on your site' })).toBeVisible();
    await expect(page.getByText('Choose a conversation')).toHaveCount(0);
  });

  test('the analytics and the board draw no zeros either, and ask for nothing that cannot be', async () => {
    await open('/analytics');
    const trend = page.getByRole('region', { name: 'Trend' });
    await expect(trend.getByText('Nothing was counted in this period')).toBeVisible();
    await expect(trend.getByRole('button', { name: /CSV/ })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'AI insights' })).toContainText('from 0 comparisons');
    await expect(page.getByText('Nothing to divide yet')).toBeVisible();
    await expect(page.getByRole('form', { name: 'Enter spend' })).toHaveCount(0);
    await expectAccessible(page);
    await open('/crm?view=board');
    await expect(page.getByText('No leads in CRM yet.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Discover leads' })).toBeVisible();
  });

  // S2.6-05
  test('shows four skeleton cards while the figures load', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/analytics/overview*', async (route) => {
      await held;
      await route.continue();
    });
    await load();
    const loading = page.locator('[aria-busy=true]').filter({ hasText: 'Loading the figures' });
    await expect(loading).toHaveCount(1);
    // However many parts wait, it is said once.
    await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(1);
    await expect(loading.locator('section > *')).toHaveCount(4);
    answer();
    await expect(loading).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: /^Loaded$/ })).toHaveCount(1);
    await expect(page.locator('[data-tile]')).toHaveCount(4);
  });

  test('names what failed and tries again', async () => {
    let isBroken = true;
    await page.route('**/api/analytics/overview*', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Something failed on our side.' } })
        : route.continue(),
    );
    await load();
    await expect(page.getByText('The figures could not be loaded')).toBeVisible();
    await expectAccessible(page);
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('[data-tile]')).toHaveCount(4);
  });
});

test.describe('with two campaigns', () => {
  let winter: Campaign;
  let spring: Campaign;

  test.beforeAll(async () => {
    test.setTimeout(90_000);
    const first = await launchCampaign('Winter Evenings');
    winter = first.campaign;
    const readers = await Promise.all(first.links.slice(0, 4).map(follow));
    spring = (await launchCampaign('Spring sampler')).campaign;
    await report('visit', readers);
    await report('conversion', readers.slice(0, 2));
    await report('purchase', readers.slice(0, 1));
  });

  // S2.6-03 S9-10 S9-11 S9-12 S9-13 S9-14 S9-15 S9-16
  test('the tiles divide by messages sent, with their base and trend, above a card per campaign with its rates', async () => {
    await open();
    await expect(tile('Response rate')).toContainText('25.0%');
    await expect(tile('Response rate')).toContainText('4 visits from 16 messages');
    await expect(tile('Page conversion')).toContainText('12.5%');
    await expect(tile('Page conversion')).toContainText('2 conversions from 16 messages');
    await expect(tile('Purchase conversion')).toContainText('6.3%');
    await expect(tile('Purchase conversion')).toContainText('1 purchase from 16 messages');
    await expect(tile('Active campaigns')).toContainText('2');
    await expect(tile('Active campaigns')).toContainText('+2 this week');
    await expect(tile('Active campaigns')).toContainText('2 against 0 last week');
    await expect(page.locator('li[data-campaign]')).toHaveCount(2);
    await expect(row(winter).getByRole('term')).toContainText([
      'Messages',
      'Visits',
      'Conversions',
      'Purchases',
    ]);
    await expect(row(winter)).toContainText(/Landing CVR\s*50\.0%/);
    await expect(row(winter)).toContainText(/Purchase CVR\s*50\.0%/);
    await expect(row(spring)).toContainText(/Landing CVR\s*–/);
    await expect(row(spring)).toContainText('Landing CVR fills with the first visit.');
    await expectAccessible(page);
    // By keyboard to another period, and on to every link.
    await page.getByRole('radio', { name: 'Last 30 days' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/period=last90/);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Create Campaign' })).toBeFocused();
  });

  test('every figure opens to its formula and its rows, as in the analytics', async () => {
    await open();
    await expect(row(spring)).toBeVisible();
    const names = await page.getByRole('button', { name: /, how .* is counted$/ }).allTextContents();
    const figures = names.map((name) => name.slice(name.indexOf(', how')));
    expect(figures.length).toBeGreaterThan(8);
    const repeated = figures.filter((name, index) => figures.indexOf(name) !== index);
    expect(repeated, 'each is told from the others by its name').toEqual([]);
    const opened = page.getByRole('dialog');
    await tile('Page conversion')
      .getByRole('button', { name: /^12\.5%/ })
      .click();
    await expect(opened).toContainText('Landing conversions ÷ messages sent');
    await expect(opened).toContainText('2 conversions ÷ 16 messages = 12.5%');
    await expect(opened).toContainText('n = 16: not enough data');
    await expect(opened).toContainText('Conversions: 2 rows');
    await opened.getByText('Messages', { exact: true }).click();
    await expect(opened).toContainText('Messages: 16 rows');
    await opened.getByText('The period before', { exact: true }).click();
    await expect(opened).toContainText('0 conversions ÷ 0 messages = –');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    await expect(tile('Page conversion').getByRole('button', { name: /^12\.5%/ })).toBeFocused();

    await row(winter)
      .getByRole('button', { name: /^1\b.*purchases/ })
      .press('Enter');
    await expect(opened).toContainText('Winter Evenings,');
    await expect(opened).toContainText('Purchases: 1 row,');
    await page.keyboard.press('Escape');
    await row(winter)
      .getByRole('button', { name: /^50\.0%.*purchase CVR/ })
      .click();
    await expect(opened).toContainText('1 purchase ÷ 2 conversions = 50.0%');
    await page.keyboard.press('Escape');

    await tile('Active campaigns').getByRole('button', { name: /^2/ }).click();
    await expect(opened).toContainText('Campaigns with the status active, without paused ones');
    await opened.getByRole('link', { name: 'Spring sampler' }).click();
    await expect(page).toHaveURL(`${server.url}/dashboard?campaign=${spring.id}`);
    await expect(opened).toHaveCount(0);
    await tile('Response rate')
      .getByRole('button', { name: /^0\.0%/ })
      .click();
    await expect(opened).toContainText('Spring sampler,');
    await expect(opened).toContainText('Nothing was counted.');
  });

  test('of two figures the one that was chosen last stays open, though the answer for the first comes later', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/analytics/funnel*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await load();
    const opened = page.getByRole('dialog');
    const asked = page.waitForRequest('**/api/analytics/funnel*');
    await tile('Page conversion')
      .getByRole('button', { name: /^12\.5%/ })
      .click();
    const request = await asked;
    await tile('Active campaigns').getByRole('button', { name: /^2/ }).click();
    await expect(opened).toContainText('Campaigns with the status active, without paused ones');
    held.resolve();
    await (await request.response())?.finished();
    // Long enough for the answer to be drawn, if it were.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect(opened).toContainText('Campaigns with the status active, without paused ones');
    await expect(opened).not.toContainText('Landing conversions ÷ messages sent');
  });

  // S9-13
  test('a paused campaign says so, as among the campaigns, and does not count as active', async () => {
    const rest = (deed: 'pause' | 'resume') => api('post', `/api/campaigns/${winter.id}/${deed}`);
    await open();
    const active = await tile('Active campaigns').innerText();
    await rest('pause');
    await expect(row(winter)).toContainText(/Paused· started/);
    await expect(row(winter)).not.toContainText('Active');
    await expect(tile('Active campaigns')).not.toHaveText(active);
    await rest('resume');
    await expect(row(winter)).toContainText(/Active· since/);
  });

  // S2.6-07
  test('the Edit of a card links to /campaigns and opens that campaign', async () => {
    await load();
    const edit = row(winter).getByRole('link', { name: 'Edit', exact: true });
    await expect(edit).toHaveAttribute('href', '/campaigns');
    await edit.click();
    await expect(page).toHaveURL(`${server.url}/campaigns`);
    const name = page.getByRole('dialog').getByLabel('Campaign name');
    await expect(name).toHaveValue('Winter Evenings');
    await page.reload();
    await expect(name).toHaveValue('Winter Evenings');
    await page.goBack();
    await expect(page).toHaveURL(`${server.url}/`);
    await page.goForward();
    await expect(name).toHaveValue('Winter Evenings');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(`${server.url}/campaigns`);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Recent campaigns' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(`${server.url}/`);
  });

  // S2.1-12 S2.1-13 S4-07
  test('/dashboard shows one campaign, in another period and after a reload too, until the chip clears that', async () => {
    await open(`/dashboard?campaign=${winter.id}`);
    await expect(page.locator('li[data-campaign]')).toHaveCount(1);
    await expect(tile('Response rate')).toContainText('50.0%');
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await expectAccessible(page);
    const asked = page.waitForRequest(/overview\?.*period=last7/);
    await page.getByRole('radio', { name: 'Last 7 days' }).check();
    expect((await asked).url()).toContain(`campaign=${winter.id}`);
    await expect(page).toHaveURL(/period=last7/);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Last 7 days' })).toBeChecked();
    await page.getByRole('link', { name: 'Show all campaigns' }).click();
    await expect(page.locator('li[data-campaign]')).toHaveCount(2);
    await expect(page).not.toHaveURL(/campaign=/);
  });

  // S4-07
  test('shows the figures of the chosen period', async () => {
    const lifetime = await api<Overview>('get', '/api/analytics/overview?period=lifetime');
    const messagesSent = 4_820;
    await page.route(/overview\?.*period=lifetime/, (route) =>
      route.fulfill({ json: { ...lifetime, messagesSent, totals: { ...lifetime.totals, messagesSent } } }),
    );
    await load();
    await expect(tile('Response rate')).toContainText('4 visits from 16 messages');
    await page.getByRole('radio', { name: 'Lifetime' }).check();
    await expect(tile('Response rate')).toContainText('4 visits from 4,820 messages');
  });

  // S9-17
  test('a tooltip with the formula opens after 700 ms, and the next one at once', async ({ browser }) => {
    // A clock belongs to its context, and this one stands still.
    const still = await browser.newContext();
    await server.signIn(still);
    const own = await still.newPage();
    await own.clock.install();
    await own.goto(server.url);
    const info = (label: string) => own.getByRole('button', { name: `How ${label} is reckoned` });
    // With all its figures: what is drawn anew under the pointer is entered anew.
    await expect(own.locator('[data-tile]').filter({ hasText: 'Response rate' })).toContainText('25.0%');
    await own.clock.pauseAt(new Date(Date.now() + 60_000));
    await info('Response rate').hover();
    await own.clock.runFor(650);
    await expect(own.getByRole('tooltip')).toHaveCount(0);
    await own.clock.runFor(100);
    await expect(own.getByRole('tooltip')).toHaveText('Landing visits ÷ messages sent');
    await info('Page conversion').hover();
    await expect(own.getByRole('tooltip')).toHaveText('Landing conversions ÷ messages sent');
    await still.close();
  });

  test('at 360 px nothing is cut off', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open();
    await expect(tile('Response rate')).toContainText('25.0%');
    await expectNothingCutOff(page);
    const labels = page.locator('[data-tile] h3');
    const heightsPx = await labels.evaluateAll((all) => all.map((label) => label.clientHeight));
    expect(new Set(heightsPx).size, `heights of the labels: ${heightsPx.join(', ')}`).toBe(1);
    await expectAccessible(page);
  });

  // S2.6-04
  test('what was done without a person is listed, and undone from there by keyboard', async () => {
    await open();
    const list = page.getByRole('region', { name: 'Recent AI Activity' });
    const moved = list.getByRole('listitem').filter({ hasText: /^Moved .* to Converted/ });
    await expect(moved).toContainText('Because they bought');
    await expectAccessible(page);
    await moved.getByRole('button', { name: /^Undo: Moved/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 person moved back')).toBeVisible();
    await expect(moved).toContainText('Undone');
    await expect(moved.getByRole('button')).toHaveCount(0);
    const [lead] = await api<{ name: string }[]>('get', '/api/leads?stage=converted');
    expect(lead).toBeUndefined();
  });

  // Last: it changes the figures.
  // S2.6-09
  test('a new event changes the figures without a reload', async () => {
    await open();
    await expect(tile('Response rate')).toContainText('4 visits from 16 messages');
    const figure = tile('Response rate').getByRole('button', { name: /%/ });
    const opened = page.getByRole('dialog');
    await figure.click();
    await expect(opened).toContainText('4 visits ÷ 16 messages');
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    const messages = await api<Message[]>('get', `/api/campaigns/${spring.id}/messages`);
    await report('visit', [await follow(linkOf(messages[0]))]);
    await expect(tile('Response rate')).toContainText('5 visits from 16 messages');
    await expect(row(spring)).toContainText(/Landing CVR\s*0\.0%/);
    // What was opened before is not shown again as it was then.
    await figure.click();
    await expect(opened).toContainText('5 visits ÷ 16 messages');
  });
});
