import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { Role } from '#kit/actor.ts';
import { expectAccessible, tidy, useServer, visit } from '../support/e2e.ts';

const server = useServer({ demo: false });

const CLAIM = 'Our evening tea cures insomnia.';
const LANDING = 'https://example.com/winter';

let context: BrowserContext;
let page: Page;

const pages = new Map<Role, Page>();

/** The page of somebody with this role. */
async function enter(browser: { newContext: () => Promise<BrowserContext> }, role: Role): Promise<void> {
  const kept = pages.get(role);
  context = kept?.context() ?? (await browser.newContext());
  if (!kept) await server.signIn(context, role);
  page = kept ?? (await context.newPage());
  pages.set(role, page);
}
test.afterEach(() => tidy(page));
test.afterAll(() => Promise.all(Array.from(pages.values(), (each) => each.context().close())));

async function api<T>(method: 'get' | 'post' | 'patch', path: string, data?: unknown): Promise<T> {
  const response = await context.request[method](`${server.url}${path}`, data === undefined ? {} : { data });
  const text = await response.text();
  expect(response.ok(), `${method} ${path} answered ${response.status()}: ${text}`).toBe(true);
  return JSON.parse(text) as T;
}

/** A draft with one mail that reads like this. */
async function buildDraft(name: string, body: string): Promise<Campaign> {
  const group = await api<{ id: string }>('post', '/api/lead-groups', { name });
  const email = `reader.${group.id.slice(-8)}@example.org`;
  await api('post', '/api/leads', { name: 'Dana Whitlow', email, groupId: group.id, legalGround: 'consent' });
  return api<Campaign>('post', '/api/campaigns', {
    name,
    landingPageUrl: LANDING,
    selectedContentAssets: [],
    channels: ['email'],
    targetGroups: [group.id],
    steps: [{ channel: 'email', delayHours: 0, subject: 'An evening note', body }],
  });
}

const dialog = () => page.getByRole('dialog', { name: /campaign/ });
const message = () =>
  dialog().getByLabel('Message', { exact: true }).getByRole('textbox', { name: 'Message' });
const mark = () => dialog().locator('mark.claim-block');
const launch = () => dialog().getByRole('button', { name: 'Launch Campaign' });
const finding = () => dialog().getByRole('button', { name: /^Block/ });

async function open(campaign: Campaign): Promise<void> {
  await visit(page, `${server.url}/campaigns`);
  await page
    .locator(`[data-campaign="${campaign.id}"]`)
    .getByRole('button', { name: 'Edit' })
    .first()
    .click();
  await expect(dialog().getByRole('heading', { name: 'Claims check' })).toBeVisible();
}

const write = async () => {
  await dialog().getByText('Template', { exact: true }).click();
  await expect(message()).toBeVisible();
};

test('marks a claim while it is typed, says why and by which law, and takes the sentence out until Ctrl-Z', async ({
  browser,
}) => {
  await enter(browser, 'member');
  const draft = await buildDraft('Marks', 'Hello there.');
  await open(draft);
  await write();
  await expect(dialog().getByText('No findings').last()).toBeVisible();
  await message().press('ControlOrMeta+End');
  await message().pressSequentially(` ${CLAIM}`);
  await expect(mark()).toHaveText(/cures insomnia/);
  await expect(launch()).toBeDisabled();
  await expect(dialog().getByText('1 block to clear')).toBeVisible();
  // Heard with the words it is about, and read with the field.
  const news = /^1 block: “.*cures insomnia.*”, disease claim/;
  await expect(dialog().getByRole('status').filter({ hasText: news })).toBeAttached();
  await expect(message()).toHaveAccessibleDescription(news);
  const details = await message().getAttribute('aria-details');
  await expect(page.locator(`[id="${details}"]`)).toContainText('Claims check');

  await finding().click();
  await expect(dialog().getByText('disease-claim')).toBeVisible();
  await expect(dialog().getByText(/authorised medicines/)).toBeVisible();
  await expectAccessible(page);

  await dialog().getByRole('button', { name: 'Remove the sentence' }).click();
  await expect(mark()).toHaveCount(0);
  await expect(message()).toHaveValue('Hello there. ');
  await expect(message()).toBeFocused();
  await expect(launch()).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(message()).toHaveValue(`Hello there. ${CLAIM}`);
  await expect(mark()).toHaveText(/cures insomnia/);
});

test('marks a claim on the button of a link that stands alone, as the reader gets it', async ({
  browser,
}) => {
  await enter(browser, 'admin');
  await open(await buildDraft('Button', 'Good evening.\n\n[cures insomnia](https://example.com/sleep)'));
  await dialog().getByText('Preview', { exact: true }).click();
  const link = dialog().getByRole('link', { name: 'Cures insomnia' });
  await expect(link.locator('mark.claim-block')).toHaveText('Cures insomnia');
  await expectAccessible(page);
});

test('marks claims before there is anybody to write to', async ({ browser }) => {
  await enter(browser, 'member');
  const group = await api<{ id: string }>('post', '/api/lead-groups', { name: 'Nobody yet' });
  const steps = [{ channel: 'email', delayHours: 0, subject: 'Cures gout', body: CLAIM }];
  const draft = { name: 'Nobody', landingPageUrl: LANDING, selectedContentAssets: [], channels: ['email'] };
  await open(await api<Campaign>('post', '/api/campaigns', { ...draft, targetGroups: [group.id], steps }));
  await expect(dialog().getByText(/Nobody in these groups can be reached/)).toBeVisible();
  await expect(mark().filter({ hasText: /gout/ })).not.toHaveCount(0);
  await expect(mark().last()).toHaveText(/cures insomnia/);
  await expectAccessible(page);
});

test('puts the suggested words in place of a claim with one click', async ({ browser }) => {
  await enter(browser, 'member');
  await open(await buildDraft('Rewrite', 'Vitamin C boosts your immune system.'));
  await write();
  await expect(dialog().locator('mark.claim-warn').first()).toHaveText(/Vitamin C/);
  await expect(launch()).toBeEnabled();
  await dialog().getByRole('button', { name: /^Warn/ }).first().click();
  await dialog().getByRole('button', { name: 'Use rewrite' }).first().click();
  await expect(message()).toHaveValue('Vitamin C contributes to the normal function of the immune system.');
});

test('tells a member who can override, and leaves launching to be cleared', async ({ browser }) => {
  await enter(browser, 'member');
  await open(await buildDraft('Member', CLAIM));
  await expect(dialog().getByText(/can override it\./)).toBeVisible();
  await expect(launch()).toBeDisabled();
  await expect(dialog().getByRole('button', { name: 'Override…' })).toHaveCount(0);
});

test('lets an admin override with a written reason, by keyboard alone', async ({ browser }) => {
  await enter(browser, 'admin');
  const draft = await buildDraft('Override', CLAIM);
  await open(draft);
  await dialog().getByRole('button', { name: 'Override…' }).focus();
  await page.keyboard.press('Enter');
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toBeFocused();
  await page.keyboard.type('Too short');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Give a reason of at least 20 characters.')).toBeVisible();
  await expectAccessible(page);
  await expect(reason).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Counsel has seen the file and agreed in writing.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-toast]')).toContainText('Campaign launched');
  const { status, steps } = await api<Campaign>('get', `/api/campaigns/${draft.id}`);
  expect([status, steps[0]?.override?.reason]).toEqual([
    'active',
    'Counsel has seen the file and agreed in writing.',
  ]);
});

test('shows what was decided and what left in the audit trail, and exports it', async ({ browser }) => {
  await enter(browser, 'admin');
  const draft = await buildDraft('Trail', CLAIM);
  const overrideReason = 'Counsel has seen the file and agreed in writing.';
  await api('patch', `/api/campaigns/${draft.id}`, { status: 'active', overrideReason });
  const sent = async () => (await api<Campaign>('get', `/api/campaigns/${draft.id}`)).messages.outbox;
  await expect.poll(sent, { timeout: 20_000 }).toBe(1);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await visit(page, `${server.url}/campaigns`);
    await page
      .locator(`article[data-campaign="${draft.id}"]`)
      .getByRole('button', { name: 'Audit trail' })
      .click();
    const trail = page.getByRole(width < 1024 ? 'dialog' : 'complementary', { name: 'Audit trail of Trail' });
    await expect(trail.getByText('Health claim let through')).toBeVisible();
    await expect(trail.getByText(overrideReason).first()).toBeVisible();
    await expect(trail.locator('mark.claim-block')).toHaveText(/cures insomnia/);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const download = page.waitForEvent('download');
    await trail.getByRole('link', { name: /CSV file: every message/ }).click();
    expect((await download).suggestedFilename()).toBe(`campaign-${draft.id}.csv`);
  }

  // The same text stands in the trail of whoever got it, with their ground as it was.
  const [lead] = await api<{ id: string }[]>('get', `/api/leads?groupId=${draft.targetGroups?.[0]}`);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await visit(page, `${server.url}/leads?lead=${lead?.id}`);
    const texts = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Texts sent' }) });
    await expect(texts.last().locator('mark.claim-block')).toHaveText(/cures insomnia/);
    await expect(texts.last()).toContainText(`let it leave: ${overrideReason}`);
    await expect(texts.last()).toContainText('Email: consent then.');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const download = page.waitForEvent('download');
    await texts
      .last()
      .getByRole('link', { name: /CSV file: every text to this person/ })
      .click();
    expect((await download).suggestedFilename()).toBe(`texts-${lead?.id}.csv`);
  }
});

test('is read, opened and rewritten by keyboard at 360 px without a sideways scroll', async ({ browser }) => {
  await enter(browser, 'member');
  const draft = await buildDraft('Narrow', CLAIM);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(draft);
  await write();
  await finding().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(dialog().getByRole('button', { name: 'Remove the sentence' })).toBeFocused();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.keyboard.press('Enter');
  await expect(mark()).toHaveCount(0);
});
