import { type BrowserContext, expect, type Page, type Route, test } from '@playwright/test';
import type { Lead } from '#features/leads/contract.ts';
import type { GeneratedLeads, RunSource } from '#features/leads/contract-discovery.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { expectAccessible, useServer } from '../support/e2e.ts';

const server = useServer({ demo: false });

let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  await server.signIn(context);
});
test.afterAll(() => context.close());
test.beforeEach(async () => {
  page = await context.newPage();
});
test.afterEach(() => page.close());

const api = async <T>(method: 'get' | 'post' | 'patch', path: string, data?: unknown): Promise<T> => {
  const response = await context.request[method](`${server.url}${path}`, data === undefined ? {} : { data });
  expect(response.ok(), `${method} ${path} answered ${response.status()}: ${await response.text()}`).toBe(
    true,
  );
  return (await response.json()) as T;
};

let groupNumber = 0;

/** The newest group, so it is the one that the screen chooses. */
async function createGroup(name = `Group ${(groupNumber += 1)}`): Promise<LeadGroup> {
  return api('post', '/api/lead-groups', { name });
}

async function addLead(group: LeadGroup, fields: Record<string, unknown> = {}): Promise<Lead> {
  return api('post', '/api/leads', {
    name: 'Dana Whitlow',
    groupId: group.id,
    legalGround: 'consent',
    behaviorSignal: 'Can anyone recommend a caffeine-free evening tea? Happy to pay for good leaves.',
    ...fields,
  });
}

async function openLeads(path = '/leads'): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await expect(page.getByRole('heading', { name: 'Lead Manager', level: 1 })).toBeVisible();
}

const groupSelect = () => page.getByRole('combobox', { name: 'Lead group' }).first();
const discover = () => page.getByRole('button', { name: 'Discover Leads' });
const audience = () => page.getByLabel('Target audience');
const tableRow = (name: string) => page.getByRole('row').filter({ hasText: name });
const toast = (variant: 'default' | 'destructive') => page.locator(`[data-toast="${variant}"]`);
const json =
  (body: unknown, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json: body });

test('S2.1-02 S8-13 S5-10 an empty workspace shows the Lead Manager and where to begin', async () => {
  await openLeads();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Lead', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByText(/^No leads discovered yet/)).toBeVisible();
  await expect(page.getByText('Please select a lead group before discovering leads.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import a list' }).click();
  await expect(page.getByRole('dialog', { name: 'Import leads' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create lead group' }).click();
  await expect(page.getByRole('dialog', { name: 'New lead group' })).toBeVisible();
});

test('S2.7-01 S9-24 is operational only when all three parts are configured', async () => {
  const parts = ['scraping', 'enrichment', 'languageModel'] as const;
  let status = Object.fromEntries(parts.map((part) => [part, true]));
  await page.route('**/api/system/status', (route) => route.fulfill({ json: status }));
  const card = page.getByRole('region', { name: 'System status' });
  await openLeads();
  await expect(card).toContainText('Operational');
  for (const part of parts) {
    status = Object.fromEntries(parts.map((each) => [each, each !== part]));
    await page.reload();
    await expect(card, `without ${part}`).toContainText('Partly operational');
  }
});

test('the status card names what is on and what is missing', async () => {
  await openLeads();
  const card = page.getByRole('region', { name: 'System status' });
  await expect(card).toContainText('Partly operational');
  await expect(card).toContainText('Practice network');
  await expect(card).toContainText('Built-in engine');
  await card.getByRole('button', { name: /^\d+ settings missing$/ }).click();
  await expect(card).toContainText('Twitter, Reddit, LinkedIn, Google: set APIFY_TOKEN');
  await expect(card).toContainText('Language model: set LLM_PROVIDER');
  await expectAccessible(page);
  await page.reload();
  await expect(card, 'what was opened stays open').toContainText('Language model: set LLM_PROVIDER');
  await card.getByRole('button', { name: /^\d+ settings missing$/ }).click();
  await expect(card).not.toContainText('LLM_PROVIDER');
});

test('the search closes to one line, stays so, and shows a run that is begun from there', async () => {
  await createGroup();
  await openLeads();
  const top = async () =>
    (await page.getByRole('heading', { name: /^Discovered leads/ }).boundingBox())?.y ?? 0;
  await expect(page.getByRole('group', { name: 'Platforms' })).toBeVisible();
  const before = await top();
  expect(before, 'the list begins in the upper part of the window').toBeLessThan(500);
  await page.getByRole('button', { name: 'Fewer options' }).click();
  await expect(page.getByRole('group', { name: 'Platforms' })).toBeHidden();
  expect(await top()).toBeLessThan(before);
  await page.reload();
  await expect(page.getByText(/^Describe the people/)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Platforms' })).toBeHidden();
  await expectAccessible(page);

  await page.route('**/api/leads/generate', (route) => route.fulfill({ json: generated([]) }));
  await audience().fill('People who look for herbal tea');
  const [request] = await Promise.all([
    page.waitForRequest('**/api/leads/generate'),
    discover().press('Enter'),
  ]);
  expect(request.postDataJSON()).toMatchObject({ platforms: ['twitter', 'reddit', 'practice'] });
  await expect(page.getByRole('group', { name: 'Platforms' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(page.getByRole('group', { name: 'Platforms' })).toBeVisible();
});

test('beside an open lead the search folds where there is little room, and is open again without it', async () => {
  const lead = await addLead(await createGroup());
  await page.setViewportSize({ width: 1280, height: 800 });
  const platforms = page.getByRole('group', { name: 'Platforms' });
  await openLeads();
  await expect(platforms).toBeVisible();
  await tableRow(lead.name).click();
  const panel = page.getByRole('complementary', { name: lead.name });
  await expect(panel).toBeVisible();
  await expect(platforms).toBeHidden();
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(platforms).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(platforms).toBeVisible();
  await page.setViewportSize({ width: 1920, height: 900 });
  await tableRow(lead.name).click();
  await expect(panel).toBeVisible();
  await expect(platforms, 'there is room for both').toBeVisible();
});

test('each group keeps the words it was last searched with', async () => {
  const searched = await createGroup('Searched before');
  await api('post', '/api/leads/generate', {
    searchQuery: 'People who look for herbal tea',
    count: 1,
    platforms: ['practice'],
    categoryId: searched.id,
  });
  const other = await createGroup('Never searched');
  await openLeads();
  const choose = (group: LeadGroup) =>
    page.locator(`[data-group="${group.id}"]`).getByRole('button', { name: group.name, exact: true }).click();
  await expect(groupSelect()).toContainText(other.name);
  await expect(audience()).toHaveValue('');
  await audience().fill('People who ask for running shoes');
  await choose(searched);
  await expect(audience()).toHaveValue('People who look for herbal tea');
  await audience().fill('People who look for rooibos');
  await choose(other);
  await expect(audience()).toHaveValue('People who ask for running shoes');
  await page.reload();
  await choose(searched);
  await expect(audience(), 'what was not searched for is not kept').toHaveValue(
    'People who look for herbal tea',
  );
});

test('filters stay in reach while leads are chosen, and the deeds stay in sight below', async () => {
  const group = await createGroup();
  await addLead(group, { name: 'Dana Whitlow', platform: 'reddit' });
  await addLead(group, { name: 'Marcus Oyelaran', platform: 'twitter' });
  // More than a screen of them, so that what stands at their end is far below.
  await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      addLead(group, { name: `Wren ${at}`, platform: 'reddit', behaviorSignal: 'I like tea.' }),
    ),
  );
  await openLeads(`/leads?group=${group.id}`);
  await page.getByRole('checkbox', { name: 'Select Dana Whitlow' }).check();
  const chosen = page.getByRole('group', { name: 'Chosen leads' });
  await expect(chosen).toBeInViewport();
  const filters = page.getByRole('group', { name: 'Filter the leads' });
  await filters.getByRole('combobox', { name: 'Platform', exact: true }).click();
  await page.getByRole('option', { name: 'Reddit', exact: true }).click();
  await expect(tableRow('Marcus Oyelaran')).toHaveCount(0);
  await expect(chosen).toContainText('1 selected');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 700 });
  await tableRow('Dana Whitlow').scrollIntoViewIfNeeded();
  await expect(chosen).toBeInViewport();
  await chosen.getByRole('button', { name: 'Clear selection' }).click();
  await expect(chosen).toBeHidden();
});

test('S7-20 asks for the system status once, without trying again, and again after 30 s', async () => {
  let asked = 0;
  let isAnswered = false;
  await page.route('**/api/system/status', async (route) => {
    asked += 1;
    await (isAnswered
      ? route.fulfill({ json: { scraping: false, enrichment: false, languageModel: false } })
      : route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now.' } }));
  });
  await page.clock.install();
  await openLeads();
  await expect(page.getByText('System status not known')).toBeVisible();
  await page.clock.runFor(10_000);
  expect(asked, 'a failed call is not tried again by itself').toBe(1);

  isAnswered = true;
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByText('Partly operational')).toBeVisible();
  const returnAfter = async (ms: number) => {
    await page.getByRole('link', { name: 'CRM', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'CRM & Lead Pipeline' })).toBeVisible();
    await page.clock.fastForward(ms);
    await page.getByRole('link', { name: 'Lead', exact: true }).click();
    await expect(page.getByText('Partly operational')).toBeVisible();
  };
  await returnAfter(20_000);
  expect(asked, 'within 30 s the answer is known').toBe(2);
  await returnAfter(20_000);
  await expect.poll(() => asked, 'after 30 s it is asked again').toBe(3);
});

test('S2.7-02 S2.7-03 S4-24 S5-12 a group is created in a dialog, listed, and the newest is chosen on load; one named after a health condition takes an admin who allows it', async () => {
  const older = await createGroup('Older group');
  await openLeads();
  await expect(groupSelect()).toContainText(older.name);

  await page.getByRole('button', { name: 'New lead group' }).click();
  const dialog = page.getByRole('dialog', { name: 'New lead group' });
  let isSent = false;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/lead-groups')) isSent = true;
  });
  await dialog.getByLabel('Name').fill('   ');
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  expect(isSent, 'a blank name is not sent').toBe(false);

  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Evening blends');
  await dialog.getByLabel('Description').fill('Caffeine-free drinks');
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(dialog).toBeHidden();
  await expect(groupSelect()).toContainText('Evening blends');

  await openLeads();
  await expect(groupSelect(), 'the most recently created group is chosen').toContainText('Evening blends');
  await groupSelect().click();
  await expect(page.getByRole('option', { name: 'Older group' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Evening blends' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'New group' }).click();
  await dialog.getByLabel('Name').fill('Migraine');
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(dialog.getByText('“Migraine” is a health condition')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Allow “Migraine” in the name').check();
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(dialog).toBeHidden();
  await expect(groupSelect()).toContainText('Migraine');
});

test('S8-03 says why a group could not be created', async () => {
  await createGroup();
  await openLeads();
  const create = async () => {
    await page.getByRole('button', { name: 'New lead group' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Winter wellness');
    await page.getByRole('button', { name: 'Create group' }).click();
    await expect(toast('destructive')).toContainText('Failed to Create Group');
  };
  await page.route('**/api/lead-groups', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { code: 'refused', message: 'There are 500 groups already.' } })
      : route.fallback(),
  );
  await create();
  await expect(toast('destructive')).toContainText('There are 500 groups already.');
  await page.keyboard.press('Escape');

  await page.route('**/api/lead-groups', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await create();
  await expect(toast('destructive')).toContainText('Unable to create lead group. Please try again.');
});

test('S2.7-07 S4-25 S2.7-11 a deleted group clears the selection and comes back by Undo', async () => {
  await createGroup('Its neighbour');
  const group = await createGroup('Marathon nutrition');
  await addLead(group);
  await openLeads();
  const tile = page
    .getByRole('region', { name: 'Lead groups' })
    .getByRole('listitem')
    .filter({ hasText: group.name });
  await expect(tile).toContainText('1 lead, ');
  await tile.getByRole('button', { name: `Delete ${group.name}` }).press('Enter');
  await expect(toast('default')).toContainText('Group deleted, 1 lead kept');
  await expect(toast('default')).toContainText('Press F8 to undo.');
  await expect(tile).toHaveCount(0);
  const next = page.getByRole('region', { name: 'Lead groups' }).locator('li button:focus');
  await expect(next, 'the focus goes to a group beside it').toBeVisible();
  await expect(groupSelect()).toContainText('Choose a lead group');
  await expect(page.getByText('Please select a lead group before discovering leads.')).toBeVisible();

  await toast('default').getByRole('button', { name: /^Undo/ }).click();
  await expect(tile).toContainText('1 lead, ');
  await expect(groupSelect()).toContainText(group.name);
});

test('S8-04 a group is renamed in place and keeps its people, and stays where it could not be deleted', async () => {
  const group = await createGroup('Renamed');
  await addLead(group);
  await openLeads();
  const tile = page.locator(`[data-group="${group.id}"]`);
  await tile.hover();
  await tile.getByRole('button', { name: 'Edit Renamed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit lead group' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Renamed');
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Evening tea');
  await dialog.getByRole('button', { name: 'Save group' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(tile).toContainText('Evening tea');
  await expect(tile).toContainText('1 lead');

  await page.route(`**/api/lead-groups/${group.id}`, json({ code: 'internal', message: 'Broken.' }, 500));
  await tile.hover();
  await tile.getByRole('button', { name: /^Delete/ }).click();
  await expect(toast('destructive')).toContainText('Failed to Delete Group');
  await expect(toast('destructive')).toContainText('Unable to delete lead group. Please try again.');
  await expect(tile).toBeVisible();
});

test('S2.7-11 Undo of a deleted group is on offer for 10 seconds', async () => {
  const group = await createGroup();
  await page.clock.install();
  await openLeads();
  const tile = page.locator(`[data-group="${group.id}"]`);
  await tile.hover();
  await tile.getByRole('button', { name: /^Delete/ }).click();
  const undo = toast('default').getByRole('button', { name: /^Undo/ });
  await expect(undo).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(9_000);
  await expect(undo).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(undo).toBeHidden();
});

test('S2.7-04 S2.7-05 S2.7-06 S9-19 S9-20 S5-07 S5-08 S5-09 S5-11 Discover Leads asks for a group, an audience and a platform', async () => {
  const group = await createGroup();
  await openLeads();
  for (const label of [
    'Twitter',
    'Reddit',
    'LinkedIn',
    'Google',
    'Pro database',
    'Clay',
    'Practice network',
  ]) {
    const isTicked = ['Twitter', 'Reddit', 'Practice network'].includes(label);
    await expect(page.getByRole('checkbox', { name: label }), label).toBeChecked({ checked: isTicked });
  }
  await expect(page.getByRole('checkbox', { name: 'Refresh every 2 days' })).not.toBeChecked();

  await expect(discover()).toBeDisabled();
  await expect(discover()).toHaveAccessibleDescription('Describe the people you want to find.');
  await discover().press('Enter');
  await expect(audience(), 'a press goes to what is missing').toBeFocused();
  await audience().fill('   ');
  await expect(discover(), 'blank is nothing').toBeDisabled();
  await audience().fill('People who look for herbal tea');
  await expect(discover()).toBeEnabled();

  for (const label of ['Twitter', 'Reddit', 'Practice network'])
    await page.getByRole('checkbox', { name: label }).uncheck();
  await expect(discover()).toBeDisabled();
  await expect(discover()).toHaveAccessibleDescription('Tick at least one platform.');
  await discover().press('Enter');
  await expect(page.getByRole('group', { name: 'Platforms' }).locator(':focus')).toBeVisible();
  await page.getByRole('checkbox', { name: 'LinkedIn' }).check();
  await expect(discover()).toBeEnabled();

  const tile = page.locator(`[data-group="${group.id}"]`);
  await tile.hover();
  await tile.getByRole('button', { name: /^Delete/ }).click();
  await expect(discover()).toBeDisabled();
  await expect(discover()).toHaveAccessibleDescription(
    'Please select a lead group before discovering leads.',
  );
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await audience().focus();
  await page.keyboard.press('Control+Enter');
  await expect(toast('destructive')).toContainText('Please select a lead group first');
});

test('S9-19 where a real source is configured, only twitter and reddit are ticked', async () => {
  await createGroup();
  const sources = await api<{ platform: string; isConfigured: boolean; note: string | null }[]>(
    'get',
    '/api/leads/sources',
  );
  await page.route(
    '**/api/leads/sources',
    json(
      sources.map((each) =>
        each.platform === 'reddit' ? { ...each, isConfigured: true, note: null } : each,
      ),
    ),
  );
  await openLeads();
  await expect(page.getByRole('checkbox', { name: 'Practice network' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Twitter' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Reddit' })).toBeChecked();
});

test('what each source is asked is shown, can be changed, and never names a condition', async () => {
  await createGroup();
  await openLeads();
  for (const label of ['Twitter', 'Reddit', 'Practice network'])
    await page.getByRole('checkbox', { name: label }).uncheck();
  await page.getByRole('checkbox', { name: 'Hacker News' }).check();
  await audience().fill('People with insomnia asking for evening tea');
  const plan = page.getByRole('button', { name: /^What each source is asked: 1 query/ });
  await plan.focus();
  await page.keyboard.press('Enter');
  const queries = page.getByRole('textbox', { name: 'Hacker News' });
  await expect(queries).toHaveValue('evening tea');

  await queries.fill('migraine tea');
  await expect(queries).toHaveAccessibleDescription(/take “migraine” out/);
  await expect(discover()).toBeDisabled();
  await queries.fill('rooibos');
  await expectAccessible(page);
  const request = page.waitForRequest('**/api/leads/generate');
  await page.route('**/api/leads/generate', (route) => route.fulfill({ json: generated([{}]) }));
  await discover().click();
  expect((await request).postDataJSON()).toMatchObject({
    platforms: ['hacker_news'],
    queries: { hacker_news: ['rooibos'] },
  });

  await page.getByRole('button', { name: 'Back to the plan for Hacker News' }).click();
  await expect(queries).toHaveValue('evening tea');
});

test('what a language model plans is shown before the run, and asked as it was shown', async () => {
  await createGroup();
  const status = { scraping: true, enrichment: true, languageModel: true };
  await page.route('**/api/system/status', json(status));
  const plan = {
    plannedBy: 'house-model',
    queries: { hacker_news: ['night tea', 'tea before bed'] },
    placeNotes: {},
  };
  await page.route('**/api/leads/plan', json(plan));
  await openLeads();
  for (const label of ['Twitter', 'Reddit', 'Practice network'])
    await page.getByRole('checkbox', { name: label }).uncheck();
  await page.getByRole('checkbox', { name: 'Hacker News' }).check();
  await audience().fill('People asking for evening tea');
  await page
    .getByRole('button', { name: 'What each source is asked: planned by the language model' })
    .click();
  await expect(page.getByRole('textbox', { name: 'Hacker News' })).toHaveValue('night tea\ntea before bed');
  await expect(page.getByText('Planned by house-model from your words.')).toBeVisible();
  const request = page.waitForRequest('**/api/leads/generate');
  await page.route('**/api/leads/generate', json(generated([{}])));
  await discover().click();
  expect((await request).postDataJSON()).toMatchObject({ queries: plan.queries });
});

test('S9-18 S7-18 S5-06 a press asks for 20 leads, once at a time', async () => {
  const group = await createGroup();
  let finish: () => void = () => undefined;
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await page.route('**/api/leads/generate', async (route) => {
    await isFinished;
    await route.fulfill({ json: generated([]) });
  });
  await openLeads();
  await audience().fill('  People who look for herbal tea ');
  const [request] = await Promise.all([page.waitForRequest('**/api/leads/generate'), discover().click()]);
  expect(request.postDataJSON()).toEqual({
    searchQuery: 'People who look for herbal tea',
    count: 20,
    platforms: ['twitter', 'reddit', 'practice'],
    categoryId: group.id,
  });
  const button = page.getByRole('button', { name: /^Discovering/ });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(/One run at a time/);
  await expect(button, 'it keeps the focus while it works').toBeFocused();
  finish();
  await expect(discover()).toBeEnabled();
});

test('S8-10 S8-11 S8-12 tells how many leads came from where', async () => {
  await createGroup();
  let answer = generated([
    { platform: 'reddit', kept: 3 },
    { platform: 'twitter', state: 'off' },
  ]);
  await page.route('**/api/leads/generate', (route) => route.fulfill({ json: answer }));
  await openLeads();
  await audience().fill('People who look for herbal tea');
  await discover().click();
  await expect(toast('default')).toContainText('Lead Generation Complete');
  await expect(toast('default')).toContainText(
    'Generated 3 authentic leads. Sources: Reddit: 3 leads, Twitter: API key missing',
  );

  answer = generated([{ platform: 'reddit', state: 'failed', note: 'Reddit asked us to wait until 10:57' }]);
  await discover().click();
  await expect(toast('destructive')).toContainText('Lead Generation Complete');
  await expect(toast('destructive')).toContainText('Generated 0 authentic leads. Sources: ');
  await expect(toast('destructive')).toContainText('Reddit: Reddit asked us to wait until 10:57');

  answer = generated([{ platform: 'practice', kept: 7 }]);
  await discover().click();
  await expect(toast('default'), 'practice people are never called authentic').toContainText(
    'Generated 7 practice leads.',
  );
});

for (const [id, reason, text] of [
  ['S8-06', 'SCRAPING_TOKEN_MISSING', 'API token required for real behavioral lead discovery.'],
  ['S8-07', 'ENRICHMENT_KEY_MISSING', 'API key required for lead prospecting and enrichment.'],
  ['S8-08', 'LEAD_GENERATION_FAILED', 'Lead generation failed: API services unavailable.'],
  ['S8-09', 'SOMETHING_ELSE', 'Failed to generate leads.'],
] as const) {
  test(`S8-05 ${id} a failed generation for ${reason} says what to check`, async () => {
    await createGroup();
    await page.route('**/api/leads/generate', json({ code: 'refused', message: 'No.', reason }, 422));
    await openLeads();
    await audience().fill('People who look for herbal tea');
    await discover().click();
    await expect(toast('destructive')).toContainText('Lead Generation Failed');
    await expect(toast('destructive')).toContainText(`${text} Please check your API credentials.`);
  });
}

test('S9-21 S1-01 a run on the practice network shows its progress and fills the table by itself', async () => {
  const group = await createGroup();
  await openLeads();
  await audience().fill('People asking for a caffeine-free evening tea they would pay for');
  await discover().click();
  await expect(page.getByRole('heading', { name: /^(Run in (progress|the queue)|Last run)$/ })).toBeVisible();
  await expect(toast('default')).toContainText(/Generated 20 practice leads\./, { timeout: 30_000 });
  const run = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Last run' }) });
  await expect(run).toContainText('20 kept of 20 asked for');
  await expect(run.locator('[data-source="twitter"]')).toContainText('Off');
  await expect(run.getByText('Practice network: synthetic people')).toBeVisible();
  await expect(page.locator(`[data-group="${group.id}"]`)).toContainText('20 leads');
  await expect(page.getByRole('row').nth(1)).toContainText(/\d\.\d/);
  await expectAccessible(page);
});

test('a run at work can be stopped, and one that lost a source says so and tries again', async () => {
  const group = await createGroup();
  const runs = (state: string, sources: RunSource[]) =>
    json([
      {
        id: '00000000-0000-4000-8000-000000000001',
        groupId: group.id,
        searchQuery: 'herbal tea',
        requested: 20,
        state,
        sources,
        startedAt: new Date(Date.now() - 38_000).toISOString(),
        finishedAt: state === 'running' ? null : new Date().toISOString(),
      },
    ]);
  await page.route(
    '**/api/leads/runs?*',
    runs('running', [
      source({ platform: 'practice', state: 'running', read: 31, total: 48, found: 8, kept: 7 }),
    ]),
  );
  await openLeads();
  await expect(page.getByRole('heading', { name: 'Run in progress' })).toBeVisible();
  await expect(page.getByText('31 of 48 read, 8 found, 7 kept')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Practice network' })).toHaveAttribute(
    'aria-valuenow',
    '64',
  );
  await expect(page.getByRole('button', { name: 'Discovering, 7 of 20' })).toBeDisabled();
  const [stop] = await Promise.all([
    page.waitForRequest('**/api/leads/runs/*/cancel'),
    page.getByRole('button', { name: 'Stop run' }).click(),
  ]);
  expect(stop.method()).toBe('POST');

  await page.route(
    '**/api/leads/runs?*',
    runs('done', [
      source({ platform: 'reddit', kept: 7 }),
      source({ platform: 'twitter', state: 'failed', note: 'Twitter asked us to wait until 10:57' }),
    ]),
  );
  await openLeads();
  await expect(page.getByText('Reddit answered, Twitter did not.')).toBeVisible();
  const [again] = await Promise.all([
    page.waitForRequest('**/api/leads/generate'),
    page.getByRole('button', { name: 'Retry Twitter' }).click(),
  ]);
  expect(again.postDataJSON()).toMatchObject({ searchQuery: 'herbal tea', platforms: ['twitter'] });
});

test('S7-57 ticking auto-refresh stores a schedule for the group and its query', async () => {
  const group = await createGroup();
  await openLeads();
  const refresh = page.getByRole('checkbox', { name: 'Refresh every 2 days' });
  await expect(refresh, 'there is nothing to search for yet').toBeDisabled();
  await audience().fill('People who look for herbal tea');
  await refresh.click();
  await expect(refresh).toBeChecked();
  await expect(page.getByText(/^Next /)).toBeVisible();
  const stored = async () =>
    (await api<LeadGroup[]>('get', '/api/lead-groups')).find(({ id }) => id === group.id)?.schedule;
  expect(await stored()).toMatchObject({
    searchQuery: 'People who look for herbal tea',
    platforms: ['twitter', 'reddit', 'practice'],
  });

  await openLeads();
  await expect(refresh).toBeChecked();
  await expect(audience()).toHaveValue('People who look for herbal tea');
  await refresh.click();
  await expect(refresh).not.toBeChecked();
  await expect.poll(stored).toBeNull();
});

test('the address keeps what narrows and orders the list: reload, back and a shared link show the same', async () => {
  const group = await createGroup();
  await addLead(group, { name: 'Dana Whitlow', platform: 'reddit' });
  await addLead(group, { name: 'Marcus Oyelaran', platform: 'twitter' });
  await openLeads(`/leads?group=${group.id}`);
  const filters = page.getByRole('group', { name: 'Filter the leads' });
  const filter = (name: string) => filters.getByRole('combobox', { name, exact: true });
  await filter('Platform').click();
  await page.getByRole('option', { name: 'Reddit' }).click();
  await filter('Stage').click();
  await page.getByRole('option', { name: 'New' }).click();
  await page.getByRole('columnheader', { name: 'Lead' }).getByRole('button').click();
  await filters.getByRole('searchbox').fill('whit');

  const expectNarrowed = async (on: Page) => {
    await expect(on.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('whit');
    const sorted = on.locator('[role=columnheader][aria-sort=ascending]');
    await expect(sorted).toHaveText(/Lead/);
    await expect(on.getByRole('row').filter({ hasText: 'Dana Whitlow' })).toBeVisible();
    await expect(on.getByRole('row').filter({ hasText: 'Marcus Oyelaran' })).toHaveCount(0);
  };
  await expectNarrowed(page);
  const shared = page.url();
  await page.reload();
  await expectNarrowed(page);
  const other = await context.newPage();
  await other.goto(shared);
  await expectNarrowed(other);
  await other.close();

  // Back takes off one after the other: the order with the words that were typed, the stage, the platform.
  await page.goBack();
  await expect(filters.getByRole('searchbox')).toHaveValue('');
  await expect(filter('Stage')).toHaveText(/New/);
  await page.goBack();
  await expect(filter('Stage')).toHaveText(/All stages/);
  await expect(filter('Platform')).toHaveText(/Reddit/);
  await page.goBack();
  await expect(tableRow('Marcus Oyelaran')).toBeVisible();

  await page.getByRole('combobox', { name: 'Order', exact: true }).click();
  await page.getByRole('option', { name: 'Owner, Z to A' }).click();
  await expect(page.locator('[role=columnheader][aria-sort=descending]')).toHaveText(/Owner and tags/);
  await expect(page).toHaveURL(/sort=owner(:|%3A)desc/);
  await expect(tableRow('Marcus Oyelaran')).toBeVisible();

  await openLeads(`/leads?group=${group.id}&band=silly&sort=secret&stage=1`);
  await expect(tableRow('Marcus Oyelaran'), 'what an address gets wrong is left out').toBeVisible();
});

test('by keyboard the focus is never lost: filters cleared, leads chosen, deleted and brought back', async () => {
  const group = await createGroup();
  await addLead(group);
  await addLead(group, { name: 'Iris Calloway' });
  await openLeads(`/leads?group=${group.id}&platform=manual`);
  const heading = page.getByRole('heading', { name: /^Discovered leads/ });
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Clear filters');
  await expect(heading).toBeFocused();
  const choose = page.getByRole('checkbox', { name: 'Select Iris Calloway' });
  await choose.press('Space');
  await press('Clear selection');
  await expect(heading).toBeFocused();
  await choose.press('Space');
  await press('Delete');
  await expect(heading).toBeFocused();
  await page.keyboard.press('F8');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tableRow('Iris Calloway')).toBeVisible();
  await expect(heading).toBeFocused();
});

test('the list stays where it is while what stands above it is loaded', async () => {
  for (let each = 0; each < 6; each += 1) await addLead(await createGroup(), { name: `Above ${each}` });
  const topOfList = async () =>
    (await page.getByRole('heading', { name: 'Discovered leads' }).boundingBox())?.y;
  await openLeads();
  await expect(page.getByRole('region', { name: 'Lead groups' }).getByRole('listitem')).not.toHaveCount(0);
  await expect(tableRow('Above 5')).toBeVisible();
  const before = await topOfList();

  let asked = 0;
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/(lead-groups|system\/status|leads\/sources|leads\/runs)/, async (route) => {
    asked += 1;
    await isReleased;
    await route.continue();
  });
  await openLeads();
  await expect(page.getByRole('heading', { name: 'Discovered leads' })).toBeVisible();
  await expect.poll(() => asked).toBeGreaterThanOrEqual(4);
  expect(await topOfList()).toBe(before);
  release();
  await expect(tableRow('Above 5')).toBeVisible();
  expect(await topOfList()).toBe(before);
});

test('S2.7-08 S8-14 the filters narrow the table, and say so when they leave nobody', async () => {
  const group = await createGroup();
  await addLead(group, { name: 'Dana Whitlow', platform: 'reddit' });
  await addLead(group, { name: 'Marcus Oyelaran', behaviorSignal: '', platform: 'twitter' });
  await openLeads();
  await expect(tableRow('Dana Whitlow')).toBeVisible();
  await expect(tableRow('Marcus Oyelaran')).toBeVisible();
  const filters = page.getByRole('group', { name: 'Filter the leads' });
  const choose = async (filter: string, option: string) => {
    await filters.getByRole('combobox', { name: filter, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  await filters.getByRole('searchbox', { name: 'Search leads' }).fill('dana');
  await expect(tableRow('Marcus Oyelaran')).toHaveCount(0);
  await expect(tableRow('Dana Whitlow')).toBeVisible();
  await filters.getByRole('button', { name: 'Clear filters' }).click();

  await choose('Platform', 'Twitter');
  await expect(tableRow('Dana Whitlow')).toHaveCount(0);
  await expect(tableRow('Marcus Oyelaran')).toBeVisible();
  await choose('Platform', 'All platforms');

  await choose('Score', 'Low: under 5');
  await expect(tableRow('Dana Whitlow')).toHaveCount(0);
  await expect(tableRow('Marcus Oyelaran')).toBeVisible();
  await choose('Contact status', 'Verified');
  await expect(page.getByText(/^No leads match the selected filters/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(tableRow('Dana Whitlow')).toBeVisible();

  const other = await createGroup();
  await addLead(other, { name: 'Iris Calloway' });
  const search = filters.getByRole('searchbox', { name: 'Search leads' });
  await choose('Lead group', 'All groups');
  await search.fill('Iris Calloway');
  await expect(tableRow('Iris Calloway').first()).toBeVisible();
  await search.fill('Dana Whitlow');
  await expect(tableRow('Dana Whitlow').first()).toBeVisible();
});

test('the table sorts on the server and pages as it is scrolled', async () => {
  const group = await createGroup();
  for (let start = 0; start < 90; start += 15) {
    await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        addLead(group, { name: `Person ${String(start + index).padStart(3, '0')}`, behaviorSignal: '' }),
      ),
    );
  }
  await openLeads();
  // The groups above push the table down as they come.
  await expect(tableRow('Person 089')).toBeVisible();
  await page.getByRole('button', { name: 'Lead', exact: true }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Person 000');
  await page.getByRole('button', { name: 'Lead', exact: true }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Person 089');
  await page.getByRole('row').nth(1).focus();
  // The last row in hand asks for the rows after it, which take the server a moment.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(tableRow('Person 000')).toBeVisible({ timeout: 500 });
  }).toPass();
  // Flung past, rows say who they are; when they rest, everything.
  await page.getByRole('row').nth(2).hover();
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, -600);
  await expect(tableRow('Person 089')).toContainText('Manual');
  await expect(tableRow('Person 089').getByRole('checkbox')).toBeVisible();
});

test('S2.7-09 a signal of 50 characters is shown whole, one of 51 is cut', async () => {
  const group = await createGroup();
  const fifty = 'Looking for a herbal tea that helps me wind down..'.slice(0, 50);
  await addLead(group, { name: 'Shown whole', behaviorSignal: fifty });
  await addLead(group, { name: 'Is cut', behaviorSignal: `${fifty}!` });
  await openLeads();
  expect(fifty).toHaveLength(50);
  await expect(tableRow('Shown whole').locator('[data-signal]')).toHaveText(fifty);
  await expect(tableRow('Is cut').locator('[data-signal]')).toHaveText(`${fifty}…`);
});

test('S2.7-10 S4-15 each contact status has its badge and its colour', async () => {
  const group = await createGroup();
  const statuses = {
    verified: 'Verified',
    email_verified: 'Email verified',
    phone_verified: 'Phone verified',
    multi_contact: 'Email and phone',
    enrichment_pending: 'Enrichment pending',
    manual_verification: 'Manual verification',
    verification_failed: 'Verification failed',
  };
  for (const status of Object.keys(statuses)) {
    const lead = await addLead(group, { name: `Is ${status}` });
    await api('patch', `/api/leads/${lead.id}`, { contactStatus: status });
  }
  await openLeads();
  const colors: Record<string, string> = {};
  for (const [status, label] of Object.entries(statuses)) {
    const badge = tableRow(`Is ${status}`).getByText(label, { exact: true });
    await expect(badge).toBeVisible();
    colors[status] = await badge.evaluate((element) => getComputedStyle(element).backgroundColor);
  }
  const {
    verified,
    enrichment_pending: pending,
    manual_verification: manual,
    verification_failed: failed,
  } = colors;
  expect(colors).toMatchObject({
    email_verified: verified,
    phone_verified: verified,
    multi_contact: verified,
  });
  expect(new Set([verified, pending, manual, failed]).size, 'good, unknown, attention and loss differ').toBe(
    4,
  );
});

test('each point of a score is named, with the words that earned it', async () => {
  const group = await createGroup();
  const lead = await addLead(group);
  await openLeads();
  await tableRow(lead.name).click();
  const panel = page.getByRole('complementary', { name: lead.name });
  await expect(panel.getByRole('heading', { name: `Why ${lead.aiScore}` })).toBeVisible();
  for (const reason of lead.scoreReasons)
    await expect(panel.getByText(reason.label, { exact: true })).toBeVisible();
  const sum = lead.scoreReasons.reduce((total, reason) => total + reason.points, 0);
  expect(sum).toBeCloseTo(Number(lead.aiScore), 5);
  await expect(panel.locator('blockquote')).toContainText(lead.behaviorSignal);
  const asked = lead.scoreReasons.find(({ rule }) => rule === 'asks');
  await expect(panel.locator('mark').first()).toContainText(
    lead.behaviorSignal.slice(asked?.start ?? 0, asked?.end ?? 0),
  );
  const item = panel.getByRole('listitem').filter({ hasText: asked?.label ?? '' });
  const details = await item.getAttribute('aria-details');
  await expect(panel.locator(`[id="${details}"]`)).toHaveText(
    await panel.locator('mark').first().innerText(),
  );

  await expect(panel.getByText('Added by hand').first()).toBeVisible();
  await expect(panel.getByText('Consent', { exact: true })).toBeVisible();
  await expect(panel.getByText('Not on the list')).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expectAccessible(page);
});

test('arrow keys walk the rows with the panel open, and Escape gives the focus back', async () => {
  const group = await createGroup();
  for (const name of ['Anouk', 'Bram', 'Cleo']) await addLead(group, { name, behaviorSignal: '' });
  await openLeads();
  await page.getByRole('button', { name: 'Lead', exact: true }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Anouk');
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Anouk' })).toContainText('1 of 3');
  await expect(page.getByRole('heading', { name: 'Anouk', level: 2 })).toBeFocused();
  await expect(page).toHaveTitle('Anouk · Lead Manager · Yarrow');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('complementary', { name: 'Bram' })).toContainText('2 of 3');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Cleo' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('complementary', { name: 'Bram' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('lead')).toBeTruthy();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'Bram' })).toHaveCount(0);
  await expect(page.getByRole('row', { name: 'Bram', exact: true })).toBeFocused();
  await expect(page).toHaveTitle('Lead Manager · Yarrow');
});

test('a click opens the panel and leaves the focus with the list; Escape closes it from a checkbox too', async () => {
  const group = await createGroup();
  for (const name of ['Anouk', 'Bram']) await addLead(group, { name, behaviorSignal: '' });
  await openLeads();
  const row = page.getByRole('row', { name: 'Anouk', exact: true });
  await row.click();
  const panel = page.getByRole('complementary', { name: 'Anouk' });
  await expect(panel).toBeVisible();
  await expect(row).toBeFocused();
  const box = page.getByRole('checkbox', { name: 'Select Anouk' });
  await box.press('Space');
  await expect(box).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(box).toBeFocused();
});

test('S2.7-12 a deleted lead comes back by Undo', async () => {
  const group = await createGroup();
  const lead = await addLead(group, { name: 'Greta Stamm' });
  await openLeads();
  await tableRow(lead.name).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete lead' }).click();
  await expect(toast('default')).toContainText('Greta Stamm deleted');
  await expect(tableRow(lead.name)).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: lead.name })).toHaveCount(0);
  await toast('default').getByRole('button', { name: /^Undo/ }).click();
  await expect(tableRow(lead.name)).toBeVisible();
});

test('a lead is added by hand, changed, moved to another stage and another group', async () => {
  const other = await createGroup('Workplace buyers');
  const group = await createGroup('Winter wellness two');
  await openLeads();
  await page.getByRole('button', { name: 'Add lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add lead' });
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Lotte Aalders');
  await dialog.getByLabel('Email').fill('lotte@');
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await expect(dialog.getByText('Enter a valid e-mail address.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill('lotte@example.org');
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await expect(dialog).toBeHidden();

  const panel = page.getByRole('complementary', { name: 'Lotte Aalders' });
  await expect(panel).toContainText('lotte@example.org');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await panel.getByRole('combobox', { name: 'Stage of Lotte Aalders' }).click();
  await page.getByRole('option', { name: 'Contacted' }).click();
  await expect(panel.getByText('Wait for Response')).toBeVisible();

  await page.getByRole('button', { name: 'Dismiss' }).click();

  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit details' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Lotte Aalders' });
  await edit.getByLabel('Country').fill('nl');
  await edit.getByLabel('Email').fill('lotte@example.net');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit).toBeHidden();
  await expect(panel.getByText('Netherlands')).toBeVisible();
  await expect(toast('default')).toContainText('Details of Lotte Aalders saved');
  await toast('default').getByRole('button', { name: /^Undo/ }).click();
  await expect(panel.getByText('Netherlands')).toHaveCount(0);
  await expect(panel).toContainText('lotte@example.org');

  await panel.getByRole('button', { name: 'Move to group' }).click();
  await page.getByRole('menuitemcheckbox', { name: other.name }).click();
  await expect(panel).toContainText(other.name);
  await expect(page.locator(`[data-group="${group.id}"]`)).toContainText('0 leads');
});

test('who is added as having agreed is asked for what: mail where an address is given, the telephone only when ticked', async () => {
  await createGroup();
  await openLeads();
  await page.getByRole('button', { name: 'Add lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add lead' });
  await dialog.getByLabel('Name').fill('Femke Aalders');
  await dialog.getByLabel('Telephone').fill('+44 7700 900871');
  await dialog.getByRole('combobox', { name: 'Legal ground' }).click();
  await page.getByRole('option', { name: 'Consent' }).click();
  const agreed = dialog.getByRole('group', { name: 'They agreed to' });
  await expect(agreed.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await expect(dialog.getByText('Choose what they agreed to.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Email' }).fill('femke@example.org');
  await dialog.getByLabel('Handle').fill('femke_tea');
  await expect(agreed.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await agreed.getByRole('checkbox', { name: 'Social DM' }).uncheck();
  await agreed.getByRole('checkbox', { name: 'WhatsApp' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await expect(dialog).toBeHidden();
  const panel = page.getByRole('complementary', { name: 'Femke Aalders' });
  const proofs = panel.getByText('Proofs (2)');
  await proofs.click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'WhatsApp: consent' })).toBeVisible();
  await expect(panel.getByText('SMS: consent')).toHaveCount(0);
  await toast('default').getByRole('button', { name: /^Undo/ }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByText(/^No leads discovered yet/)).toBeVisible();
});

test('who agreed while nothing says to what is told above the list, listed alone, and done once it is recorded', async () => {
  const group = await createGroup('Agreed once');
  await addLead(group, { name: 'Noor Visser', phone: '+44 7700 900443' });
  await addLead(group, { name: 'Ilse Bakker' });
  await openLeads();
  const notice = page.getByText('1 lead agreed, and nothing says to what.');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Show them' }).click();
  await expect(page).toHaveURL(/consent=unsaid/);
  await expect(tableRow('Noor Visser')).toBeVisible();
  await expect(tableRow('Ilse Bakker')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show them' })).toHaveCount(0);
  await tableRow('Noor Visser').click();
  const panel = page.getByRole('complementary', { name: 'Noor Visser' });
  await expect(panel.getByText(/^They agreed, and nothing says to what/)).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Record consent for WhatsApp' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record consent' });
  await dialog.getByLabel('Wording').fill('Sign-up sheet of June');
  await dialog.getByLabel('Proof').fill('Folder of the fair, page 3');
  await dialog.getByRole('button', { name: 'Record consent' }).click();
  await expect(dialog).toBeHidden();
  await expect(panel.getByText(/^They agreed, and nothing says to what/)).toHaveCount(0);
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: 'Agreed, not said to what' }).click();
  await expect(tableRow('Ilse Bakker')).toBeVisible();
});

test('rows are chosen with the keyboard, moved and deleted together, and brought back', async () => {
  const other = await createGroup('Second home');
  const group = await createGroup();
  for (const name of ['Anouk', 'Bram']) await addLead(group, { name, behaviorSignal: '' });
  await openLeads();
  await expect(tableRow('Anouk')).toBeVisible();
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  const chosen = page.getByRole('group', { name: 'Chosen leads' });
  await expect(chosen).toContainText('2 selected');
  await expect(page.getByRole('status').filter({ hasText: /^2 leads selected$/ })).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Discovered leads 2 leads' })).toBeVisible();
  // The deeds come after the rows, on the page as for Tab.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(chosen.locator(':focus')).toHaveCount(1);
  await chosen.getByRole('button', { name: 'Delete' }).click();
  await expect(toast('default')).toContainText('2 leads deleted');
  await expect(page.getByText(/^No leads discovered yet/)).toBeVisible();
  await toast('default').getByRole('button', { name: /^Undo/ }).click();
  await expect(tableRow('Anouk')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
  await chosen.getByRole('button', { name: 'Move to group' }).click();
  await page.getByRole('menuitem', { name: other.name }).click();
  await expect(toast('default')).toContainText(`2 leads moved to ${other.name}`);
  await expect(page.locator(`[data-group="${other.id}"]`)).toContainText('2 leads');
});

test('a lead gets an owner, tags and a note, each taken back where it was wrong', async () => {
  const group = await createGroup();
  await addLead(group, { name: 'Wren Adler' });
  await openLeads();
  await tableRow('Wren Adler').click();
  const panel = page.getByRole('complementary', { name: 'Wren Adler' });
  await panel.getByRole('combobox', { name: 'Owner of Wren Adler' }).click();
  await page.getByRole('option').nth(1).click();
  await expect(toast('default')).toContainText('looks after Wren Adler');
  await toast('default').getByRole('button', { name: /^Undo/ }).click();
  await expect(panel.getByRole('combobox', { name: 'Owner of Wren Adler' })).toHaveText('Nobody yet');

  const tagField = panel.getByLabel('Add a tag').first();
  await tagField.fill('Migraine');
  await tagField.press('Enter');
  await expect(panel.getByText('“Migraine” is a health condition')).toBeVisible();
  await tagField.fill('Wholesale');
  await tagField.press('Enter');
  await expect(panel.getByRole('list', { name: 'Tags' })).toContainText('Wholesale');
  await panel.getByRole('button', { name: 'Not a fit' }).click();
  await expect(panel.getByRole('button', { name: 'Take the mark away' })).toBeVisible();

  // Too long a text is not cut unseen: it says so and waits to be made shorter.
  const long = panel.getByLabel('Note about Wren Adler');
  await long.fill('Tea. '.repeat(6_000));
  await expect(panel.getByText('30,000 of 2,000 characters: 28,000 too many to be kept')).toBeVisible();
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect(panel.getByText('At most 2,000 characters.')).toBeVisible();
  await expect(long).toHaveValue('Tea. '.repeat(6_000));
  await long.fill('Asked for a sample');
  await panel.getByRole('button', { name: 'Add note' }).click();
  const entry = panel.getByRole('listitem').filter({ hasText: 'Asked for a sample' });
  await expect(entry).toContainText('Note by');
  await expectAccessible(page);
  await entry.getByRole('button', { name: 'Edit note' }).click();
  await panel.getByLabel('Note', { exact: true }).fill('Asked for two samples');
  await panel.getByRole('button', { name: 'Save note' }).click();
  await expect(panel.getByText('Asked for two samples')).toBeVisible();
  // Each thing that can be taken back stays on offer for its ten seconds, one after the other.
  for (const before of ['tagged Wholesale', 'not a fit']) {
    await expect(toast('default')).toContainText(before);
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  await expect(toast('default')).toContainText('Note changed');
  await toast('default').getByRole('button', { name: /^Undo/ }).click();
  await expect(panel.getByText('Asked for a sample')).toBeVisible();
  await panel.getByRole('button', { name: 'Delete note' }).click();
  await expect(panel.getByText('Asked for a sample')).toBeHidden();
  await panel.getByRole('button', { name: 'Close' }).click();

  const filters = page.getByRole('group', { name: 'Filter the leads' });
  await filters.getByRole('combobox', { name: 'Tag', exact: true }).click();
  // By its letters: the toast of what was undone may still lie over the list.
  await page.keyboard.type('Wholesale');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tag=Wholesale/);
  await expect(tableRow('Wren Adler')).toContainText('Wholesale');
  await filters.getByRole('button', { name: /^Added/ }).click();
  await page.getByLabel('Added until').fill('2020-01-01');
  await expect(page).toHaveURL(/to=2020-01-01/);
  await expect(page.getByText(/^No leads match the selected filters/)).toBeVisible();
});

test('all that match are chosen at once, changed in the background and put back as one', async () => {
  const group = await createGroup('Crowd');
  const lines = Array.from({ length: 1_200 }, (_none, index) => `Crowd ${index},crowd${index}@customer.test`);
  const answer = await context.request.post(`${server.url}/api/leads/import?groupId=${group.id}`, {
    data: ['name,email', ...lines].join('\n'),
    headers: { 'content-type': 'text/csv', 'x-filename': 'crowd.csv' },
  });
  expect((await answer.json()) as unknown).toMatchObject({ imported: 1_200 });
  await openLeads(`/leads?group=${group.id}`);
  await expect(tableRow('Crowd 1199')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click();
  const chosen = page.getByRole('group', { name: 'Chosen leads' });
  await chosen.getByRole('button', { name: 'Select all 1,200 that match' }).click();
  await expect(chosen).toContainText('All 1,200 that match selected');
  await chosen.getByRole('button', { name: 'More', exact: true }).click();
  // The answer that it has begun may come after the news of its end.
  await page.route('**/api/leads/acts', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    await expect
      .poll(async () => (await api<{ state: string }[]>('get', '/api/leads/acts'))[0]?.state)
      .toBe('done');
    await page.waitForTimeout(1_000);
    await route.fulfill({ response });
  });
  await page.getByRole('menuitem', { name: 'Qualified' }).click();
  await expect(toast('default')).toContainText('1,200 leads moved to Qualified');
  await toast('default').getByRole('button', { name: /^Undo/ }).click();
  await expect
    .poll(async () => (await api<Lead[]>('get', `/api/leads?groupId=${group.id}&stage=new&limit=1`)).length)
    .toBe(1);
});

test('two records of one person are proposed, compared and merged, and taken apart from the timeline', async () => {
  const group = await createGroup('Doubles');
  await addLead(group, { name: 'John Smith', email: 'john@acme.test', behaviorSignal: '' });
  await addLead(group, { name: 'Jon Smyth', email: 'j.smyth@acme.test', country: 'NL' });
  await openLeads();
  await page.getByRole('button', { name: /^Possible duplicates/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Names alike, same company (acme)');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Compare John Smith and Jon Smyth' }).click();
  await expect(dialog.getByRole('radiogroup', { name: 'Country' }).getByLabel('NL')).toBeChecked();
  await dialog.getByRole('radiogroup', { name: 'Name' }).getByLabel('Jon Smyth').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Merge leads' }).click();
  await expect(toast('default')).toContainText('Jon Smyth merged into Jon Smyth');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const panel = page.getByRole('complementary', { name: 'Jon Smyth' });
  await expect(panel).toContainText('john@acme.test');
  await expect(tableRow('John Smith')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Undo merge' }).click();
  await expect(tableRow('John Smith')).toBeVisible();
  await expect(tableRow('Jon Smyth')).toBeVisible();
});

test('a view is saved, chosen again, shared and deleted', async () => {
  const group = await createGroup('Viewed');
  await addLead(group, { name: 'Anouk', platform: 'reddit' });
  await addLead(group, { name: 'Bram', platform: 'twitter' });
  // Whoever is quicker than the groups would save a view of all of them.
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/lead-groups', async (route) => {
    await isReleased;
    await route.fallback();
  });
  await openLeads(`/leads?group=${group.id}&platform=reddit`);
  const views = page.getByRole('button', { name: 'Views', exact: true });
  await views.click();
  await expect(page.getByText('No saved views yet')).toBeVisible();
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  release();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('Reddit people');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog).toBeHidden();
  const named = page.getByRole('button', { name: 'Reddit people' });
  await expect(named).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(tableRow('Bram')).toBeVisible();
  await views.click();
  await page.getByRole('menuitem', { name: 'Reddit people' }).click();
  await expect(tableRow('Bram')).toHaveCount(0);
  await expect(page).toHaveURL(/platform=reddit/);
  await named.click();
  await page.getByRole('menuitem', { name: 'Share “Reddit people”' }).click();
  await named.click();
  await expect(page.getByText('Shared views')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Delete “Reddit people”' }).click();
  await expect(toast('default')).toContainText('View Reddit people deleted');
  await expect(views).toBeVisible();
});

test('what somebody else adds appears by itself', async () => {
  const group = await createGroup();
  await openLeads();
  await expect(page.getByText(/^No leads discovered yet/)).toBeVisible();
  await addLead(group, { name: 'Arrived later' });
  await expect(tableRow('Arrived later')).toBeVisible();
});

test('a list that fails says so, and comes back', async () => {
  const group = await createGroup();
  await addLead(group, { name: 'Still here' });
  let isFailing = true;
  await page.route('**/api/leads?*', (route) =>
    isFailing
      ? route.fulfill({
          status: 503,
          json: { code: 'unavailable', message: 'The database does not answer.', requestId: '7f3a21c0-1' },
        })
      : route.fallback(),
  );
  await openLeads();
  await expect(page.getByText('The leads could not be loaded')).toBeVisible();
  await expect(page.getByText('The database does not answer.')).toBeVisible();
  await expect(page.getByText(/^Reference 7f3a21c0/)).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(tableRow('Still here')).toBeVisible();
});

test('a viewer sees everything and can change nothing', async ({ browser }) => {
  const group = await createGroup();
  const lead = await addLead(group, { name: 'Only looked at' });
  const theirs = await browser.newContext();
  await server.signIn(theirs, 'viewer');
  await page.close();
  page = await theirs.newPage();
  await openLeads();
  await expect(discover()).toBeDisabled();
  await expect(discover()).toHaveAccessibleDescription(/Your role/);
  for (const name of ['New group', 'Add lead', `Edit ${group.name}`, `Delete ${group.name}`]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await tableRow(lead.name).click();
  const panel = page.getByRole('complementary', { name: lead.name });
  await expect(panel.getByText('New', { exact: true })).toBeVisible();
  for (const name of ['More', 'Move to group'])
    await expect(panel.getByRole('button', { name })).toHaveCount(0);
  await expect(panel.getByRole('combobox')).toHaveCount(0);
  await expectAccessible(page);
  await page.close();
  await theirs.close();
});

test('at 360 px nothing is cut off and the panel is a page', async () => {
  const group = await createGroup('A group with quite a long name for so narrow a window');
  const lead = await addLead(group);
  await page.setViewportSize({ width: 360, height: 800 });
  await openLeads();
  await expect(tableRow(lead.name)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
  await tableRow(lead.name).click();
  const panel = page.getByRole('dialog', { name: lead.name });
  await expect(panel.getByRole('heading', { name: lead.name })).toBeFocused();
  expect((await panel.boundingBox())?.width).toBe(360);
  // What it covers is out of reach: from its end Tab leads round to its beginning, not under it.
  const isOutside = () =>
    page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('[role=dialog]'),
    );
  await page.keyboard.press('Shift+Tab');
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press('Shift+Tab');
    expect(await isOutside()).toBe(false);
  }
  await panel.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: lead.name, exact: true })).toBeFocused();
  await expect(panel).toHaveCount(0);
});

test('in the dark nothing becomes unreadable', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const group = await createGroup();
  const lead = await addLead(group);
  await openLeads();
  await tableRow(lead.name).click();
  await expect(page.getByRole('heading', { name: /^Why/ })).toBeVisible();
  await expectAccessible(page);
});

function source(given: Partial<RunSource>): RunSource {
  return {
    platform: 'reddit',
    state: 'done',
    read: 0,
    total: null,
    found: 0,
    duplicates: 0,
    kept: 0,
    note: null,
    ...given,
  };
}

function generated(sources: Partial<RunSource>[]): GeneratedLeads {
  const all = sources.map((each) => source(each));
  const nothing = { working: false, configured: false, leadsFound: 0, error: null };
  return {
    totalGenerated: all.reduce((sum, each) => sum + each.kept, 0),
    runId: '00000000-0000-4000-8000-000000000001',
    state: 'done',
    apiStatus: { scraping: nothing, enrichment: nothing },
    sources: all,
  };
}
