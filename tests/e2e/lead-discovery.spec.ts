import { expect, type Page, test } from '@playwright/test';
import type { GeneratedLeads, RunSource } from '#features/discovery/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { expectAccessible } from '../support/e2e.ts';
import { json, useLeadsScreen } from '../support/leads-screen.ts';

const screen = useLeadsScreen();
const { api, createGroup, addLead, openLeads, loadLeads, workApart } = screen;
const { groupSelect, discover, audience, tableRow, toast } = screen;

let page: Page;
test.beforeEach(() => {
  ({ page } = screen);
});

test('the status card names what is on and what is missing', async () => {
  await openLeads();
  const card = page.getByRole('region', { name: 'System status' });
  await expect(card).toContainText('Partly operational');
  await expect(card).toContainText('Practice network');
  const engine = card.getByRole('listitem').filter({ hasText: 'Built-in engine' });
  await expect(engine, 'what the tick says is heard too').toHaveText('Works: Built-in engine');
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

// S7-20 S2.7-01 S9-24
test('asks for the system status once, without trying again, and again after 30 s; is operational only when all three parts are configured', async () => {
  const parts = ['scraping', 'enrichment', 'languageModel'] as const;
  let status = Object.fromEntries(parts.map((part) => [part, false]));
  let asked = 0;
  let isAnswered = false;
  page = await workApart();
  await page.route('**/api/system/status', async (route) => {
    asked += 1;
    await (isAnswered
      ? route.fulfill({ json: status })
      : route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now.' } }));
  });
  await page.clock.install();
  await loadLeads();
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
    await expect(page.getByText(/^(Partly o|O)perational$/)).toBeVisible();
  };
  await returnAfter(20_000);
  expect(asked, 'within 30 s the answer is known').toBe(2);
  await returnAfter(20_000);
  await expect.poll(() => asked, 'after 30 s it is asked again').toBe(3);

  const card = page.getByRole('region', { name: 'System status' });
  // All of them in between: the words have to change each time.
  for (const missing of parts.flatMap((part) => [undefined, part])) {
    status = Object.fromEntries(parts.map((part) => [part, part !== missing]));
    const before = asked;
    await returnAfter(40_000);
    await expect.poll(() => asked).toBe(before + 1);
    const title = missing ? 'Partly operational' : 'Operational';
    await expect(card.getByText(title, { exact: true }), `without ${missing ?? 'none'}`).toBeVisible();
  }
});

// S2.7-04 S2.7-05 S2.7-06 S9-19 S9-20 S5-07 S5-08 S5-09 S5-11
test('Discover Leads asks for a group, an audience and a platform', async () => {
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

// S9-19
test('where a real source is configured, only twitter and reddit are ticked', async () => {
  page = await workApart();
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
  await loadLeads();
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
  page = await workApart();
  await createGroup();
  const status = { scraping: true, enrichment: true, languageModel: true };
  await page.route('**/api/system/status', json(status));
  const plan = {
    plannedBy: 'house-model',
    queries: { hacker_news: ['night tea', 'tea before bed'] },
    placeNotes: {},
  };
  await page.route('**/api/leads/plan', json(plan));
  await loadLeads();
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

// S9-18 S7-18 S5-06
test('a press asks for 20 leads, once at a time', async () => {
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

// S8-10 S8-11 S8-12
test('tells how many leads came from where', async () => {
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
  // S8-05
  test(`${id} a failed generation for ${reason} says what to check`, async () => {
    await createGroup();
    await page.route('**/api/leads/generate', json({ code: 'refused', message: 'No.', reason }, 422));
    await openLeads();
    await audience().fill('People who look for herbal tea');
    await discover().click();
    await expect(toast('destructive')).toContainText('Lead Generation Failed');
    await expect(toast('destructive')).toContainText(`${text} Please check your API credentials.`);
  });
}

// S9-21 S1-01
test('a run on the practice network shows its progress and fills the table by itself', async () => {
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
  page = await workApart();
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
  await loadLeads();
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
  await loadLeads();
  await expect(page.getByText('Reddit answered, Twitter did not.')).toBeVisible();
  const [again] = await Promise.all([
    page.waitForRequest('**/api/leads/generate'),
    page.getByRole('button', { name: 'Retry Twitter' }).click(),
  ]);
  expect(again.postDataJSON()).toMatchObject({ searchQuery: 'herbal tea', platforms: ['twitter'] });
});

// S7-57
test('ticking auto-refresh stores a schedule for the group and its query', async () => {
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

  await loadLeads();
  await expect(refresh).toBeChecked();
  await expect(audience()).toHaveValue('People who look for herbal tea');
  await refresh.click();
  await expect(refresh).not.toBeChecked();
  await expect.poll(stored).toBeNull();
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
    reason: null,
    details: null,
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
