import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { FollowUps } from '#features/analytics/contract-follow-ups.ts';
import type { CategoryCount, CrmStats } from '#features/crm/contract.ts';
import type { BoardCard } from '#features/crm/contract-board.ts';
import type { Lead, Stage } from '#features/leads/contract.ts';
import { expectAccessible, expectNothingCutOff, keepPage, useServer, visit } from '../support/e2e.ts';

const server = useServer({ demo: true });

let context: BrowserContext;
let page: Page;
keepPage(server, (kept) => {
  page = kept;
  context = kept.context();
});

const read = async <T>(path: string): Promise<T> => {
  const response = await context.request.get(`${server.url}${path}`);
  expect(response.ok(), `${path} answered ${response.status()}`).toBe(true);
  return (await response.json()) as T;
};
const change = async (lead: Pick<Lead, 'id'>, data: Record<string, unknown>): Promise<void> => {
  const response = await context.request.patch(`${server.url}/api/leads/${lead.id}`, { data });
  expect(response.ok(), await response.text()).toBe(true);
};
/** A lead of this stage, found by its name alone. */
const oneIn = async (stage: Stage): Promise<Lead> => {
  const [lead] = await read<Lead[]>(`/api/leads?stage=${stage}&limit=1`);
  if (!lead) throw new Error(`nobody is ${stage}`);
  return lead;
};

async function openCrm(search = ''): Promise<void> {
  await visit(page, `${server.url}/crm${search}`);
  await expect(page.getByRole('heading', { name: 'CRM & Lead Pipeline', level: 1 })).toBeVisible();
}

const overview = () => page.getByRole('region', { name: 'Pipeline overview' });
const table = () => page.getByRole('grid', { name: 'Lead pipeline' });
const rows = () => table().locator('[role=row][data-index]');
const rowOf = (lead: Pick<Lead, 'name'>) => rows().filter({ hasText: lead.name });
const search = () => page.getByRole('searchbox', { name: 'Search leads' });

const STAGES = { new: 89, contacted: 156, engaged: 98, qualified: 43, converted: 27 };
const label = (stage: string) => `${stage.charAt(0).toUpperCase()}${stage.slice(1)}`;

// S2.1-05 S2.9-01 S2.9-02 S7-24 S9-31
test('the demo pipeline shows 89, 156, 98, 43 and 27 over its table, as the server counts them, and a card for each category that opens its group', async () => {
  const stats = await read<CrmStats>('/api/crm/stats');
  const categories = await read<CategoryCount[]>('/api/lead-categories/counts');
  await openCrm();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'CRM', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const links = overview().getByRole('link');
  await expect(links).toHaveText(Object.entries(STAGES).map(([stage, count]) => `${label(stage)}${count}`));
  await expect(table()).toBeVisible();
  await expect(rows().first()).toBeVisible();
  await expect(overview()).toContainText(`${stats.totalLeads} people in the pipeline. 6.5% converted;`);
  await expect(overview()).toContainText(
    `${stats.movedForwardThisWeek} moved forward this week, against ${stats.movedForwardLastWeek} last week.`,
  );
  await expectAccessible(page);

  const cards = page.getByRole('region', { name: 'Lead categories' }).getByRole('listitem');
  await expect(cards).toHaveCount(categories.length);
  for (const { id, name, totalLeads, leadsWithContact, stageBreakdown } of categories) {
    const card = page.locator(`[data-category="${id}"]`);
    await expect(card).toContainText(name);
    await expect(card).toContainText(String(totalLeads));
    await expect(card).toContainText(
      `${leadsWithContact} with a usable email, ${stageBreakdown.converted} converted`,
    );
  }
  const [first] = categories;
  await page.getByRole('link', { name: first?.name ?? '' }).click();
  await expect(page).toHaveURL(new RegExp(`/leads\\?group=${first?.id}`));
});

// S2.9-03 S4-16
test('the stage filter, and each number of the overview, leaves only people of that stage', async () => {
  await openCrm();
  await page.getByRole('combobox', { name: 'Stage', exact: true }).click();
  await expect(page.getByRole('option')).toHaveText(['All stages', ...Object.keys(STAGES).map(label)]);
  await page.getByRole('option', { name: 'Engaged' }).click();
  await expect(page.getByRole('heading', { name: /^Lead pipeline/ })).toContainText('98');
  await expect(page).toHaveURL(/stage=engaged/);
  const stages = rows().getByRole('combobox');
  await expect(stages.first()).toHaveText('Engaged');
  expect(new Set(await stages.allInnerTexts())).toEqual(new Set(['Engaged']));

  await overview()
    .getByRole('link', { name: /^Converted/ })
    .click();
  await expect(page.getByRole('heading', { name: /^Lead pipeline/ })).toContainText('27');
  await expect(stages.first()).toHaveText('Converted');
});

// S2.9-04 S2.9-06
test('the search leaves only those who match, says so when nobody does, and keeps a condition out of the address', async () => {
  const lead = await oneIn('qualified');
  await openCrm();
  await search().fill(lead.name);
  await expect(rowOf(lead).first()).toBeVisible();
  await expect(rows().filter({ hasNotText: lead.name })).toHaveCount(0);
  await expect(page).toHaveURL(/q=/);

  await search().fill('nobody is called this');
  await expect(page.getByText('No leads found matching your search.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(search()).toHaveValue('');
  await expect(rows().first()).toBeVisible();

  await search().fill('psoriasis');
  await expect(page.getByText('No leads found matching your search.')).toBeVisible();
  await expect(page).not.toHaveURL(/psoriasis/);
  await page.reload();
  await expect(search()).toHaveValue('psoriasis');
});

// S4-17 S4-18 S4-19 S4-20 S4-21 S1-10
test('each stage has its next action, which writes to the one person, not to their group', async () => {
  const actions = {
    new: 'Contact Lead',
    contacted: 'Wait for Response',
    engaged: 'Send Follow-up',
    qualified: 'Schedule Call',
    converted: 'Onboard',
  };
  const pipeline = page.getByRole('heading', { name: /^Lead pipeline/ });
  await openCrm();
  for (const [stage, action] of Object.entries(actions)) {
    await overview()
      .getByRole('link', { name: new RegExp(`^${label(stage)}`) })
      .click();
    await expect(pipeline).toHaveText(`Lead pipeline ${STAGES[stage as keyof typeof STAGES]} leads`);
    await expect(rows().first().getByRole('combobox')).toHaveText(label(stage));
    await expect(rows().getByText(action, { exact: true }).first(), stage).toBeVisible();
    if (stage !== 'new' && stage !== 'engaged') continue;
    await expect(rows().getByRole('link', { name: action }).first()).toHaveAttribute(
      'href',
      /^mailto:[^,?]+@[^,?]+\?subject=.+&body=H.+no%E2%80%9D%20and%20I%20will%20not%20write%20again/,
    );
  }
});

// S4-21 S4-22
test('a converted lead shows Onboard until onboarding is marked done, then Complete', async () => {
  const converted = await read<Lead[]>('/api/leads?stage=converted&limit=50');
  const lead = converted.find((each) => !each.isOnboarded);
  if (!lead) throw new Error('everybody is onboarded');
  await openCrm(`?stage=converted&q=${encodeURIComponent(lead.name)}`);
  await expect(rowOf(lead)).toContainText('Onboard');
  await rowOf(lead)
    .getByRole('button', { name: `Mark onboarded: ${lead.name}` })
    .click();
  await expect(rowOf(lead)).toContainText('Complete');
});

// S9-30
test('a changed stage changes the row, the overview and the screens of others', async () => {
  const lead = await oneIn('engaged');
  const before = await read<CrmStats>('/api/crm/stats');
  const other = await context.newPage();
  await other.goto(`${server.url}/crm`);
  const theirs = other
    .getByRole('region', { name: 'Pipeline overview' })
    .getByRole('link', { name: /^Qualified/ });
  await expect(theirs).toHaveText(`Qualified${before.stages.qualified}`);

  await openCrm(`?q=${encodeURIComponent(lead.name)}`);
  await rowOf(lead)
    .first()
    .getByRole('combobox', { name: `Stage of ${lead.name}` })
    .click();
  await page.getByRole('option', { name: 'Qualified' }).click();
  await expect(rowOf(lead).first()).toContainText('Schedule Call');
  await expect(page, 'a choice in the row does not open it').not.toHaveURL(/lead=/);
  const expected = `Qualified${before.stages.qualified + 1}`;
  await expect(overview().getByRole('link', { name: /^Qualified/ })).toHaveText(expected);
  await expect(theirs, 'without a reload').toHaveText(expected);
  await other.close();
  await change(lead, { stage: 'engaged' });
});

// S1-09
test('the panel shows what happened with a lead, newest first', async () => {
  const lead = await oneIn('converted');
  const timeline = await read<{ title: string }[]>(`/api/leads/${lead.id}/timeline`);
  await openCrm(`?stage=converted&q=${encodeURIComponent(lead.name)}`);
  await rowOf(lead).first().focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: lead.name });
  await expect(panel.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  for (const { title } of timeline.slice(0, 5)) await expect(panel.getByText(title).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(rowOf(lead).first()).toBeFocused();
});

test('the panel says how long somebody is in their stage, and warns of who is stuck', async () => {
  const leads = await read<Lead[]>('/api/leads?stage=engaged&limit=200');
  const days = ({ stageSince }: Lead) => Math.floor((Date.now() - Date.parse(stageSince)) / 86_400_000);
  const [stuck, fresh] = [leads.find((lead) => days(lead) > 8), leads.find((lead) => days(lead) < 6)];
  if (!stuck || !fresh) throw new Error('the demo has both');
  await openCrm(`?lead=${stuck.id}`);
  await expect(page.getByRole('complementary', { name: stuck.name })).toContainText(
    `Stuck: Engaged for ${days(stuck)} days, after 7 somebody should look.`,
  );
  await openCrm(`?lead=${fresh.id}`);
  const panel = page.getByRole('complementary', { name: fresh.name });
  await expect(panel).toContainText(/Engaged (since today|for \d days?)/);
  await expect(panel).not.toContainText('Stuck');
});

test('a letter that was begun is marked as sent, by keyboard too, and the timeline and the stage know it', async () => {
  const leads = await read<Lead[]>('/api/leads?stage=new&limit=200');
  const byMail = leads.find(
    ({ email, isSuppressed, legalGround }) =>
      email !== null && !isSuppressed && legalGround === 'legitimate_interest',
  );
  const byHandle = leads.find(({ email, handle }) => email === null && handle !== null);
  if (!byMail || !byHandle) throw new Error('nobody to write to');
  // Nothing here takes a mail.
  await page.addInitScript(() =>
    addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('a[href^="mailto:"]'))
        event.preventDefault();
    }),
  );
  await page.goto(`${server.url}/crm?stage=new&q=${encodeURIComponent(byMail.name)}`);
  await rowOf(byMail)
    .getByRole('link', { name: `Contact Lead: ${byMail.name}` })
    .focus();
  await page.keyboard.press('Enter');
  const mark = rowOf(byMail).getByRole('button', { name: `Mark as sent to ${byMail.name}` });
  await expect(mark).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(rowOf(byMail).getByRole('button', { name: `Not sent to ${byMail.name}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowOf(byMail).getByRole('link', { name: `Contact Lead: ${byMail.name}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Noted that ${byMail.name} was written to by e-mail`)).toBeVisible();
  await expect(rowOf(byMail)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(mark, 'taken back, it asks again').toBeVisible();
  await page.reload();
  await expect(mark, 'and after a reload').toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('yarrow-begun-letters'))).toMatch(
    /^\{"[\da-f-]{36}":\d+\}$/,
  );
  await mark.click();
  await expect(page.getByText('Moved to Contacted. The source notice went with it.')).toBeVisible();
  await expect(rowOf(byMail)).toHaveCount(0);
  await openCrm(`?lead=${byMail.id}`);
  const panel = page.getByRole('complementary', { name: byMail.name });
  await expect(panel).toContainText('Email sent');
  await expect(panel).toContainText('Written by hand, marked as sent by');
  await expect(panel).toContainText('Begun with the source notice.');
  await expect(panel.getByRole('heading', { name: /^Source notice sent/ })).toBeVisible();
  await expect(panel).toContainText('With a letter by hand: the words it was begun with say it.');
  await expect(panel).toContainText('Wait for Response');

  // Practice people have no page; their handle is copied.
  await openCrm(`?stage=new&q=${encodeURIComponent(byHandle.name)}`);
  await rowOf(byHandle).getByRole('button', { name: 'Contact Lead' }).click();
  await expect(page.locator('[data-toaster]')).toContainText(byHandle.handle ?? '');
  await rowOf(byHandle)
    .getByRole('button', { name: `Mark as sent to ${byHandle.name}` })
    .click();
  await expect.poll(async () => (await read<Lead>(`/api/leads/${byHandle.id}`)).stage).toBe('contacted');
  await expect(page.getByText('The source notice is still to be sent')).toBeVisible();
  for (const lead of [byMail, byHandle]) await change(lead, { stage: 'new' });
});

test('what somebody bought stands on their page, and the money of the pipeline over it', async () => {
  const lead = await oneIn('converted');
  const { buyers } = await read<CrmStats>('/api/crm/stats');
  await openCrm(`?lead=${lead.id}`);
  await expect(overview()).toContainText(`${buyers} of them bought, for $`);
  const panel = page.getByRole('complementary', { name: lead.name });
  await expect(panel.getByText(/^Bought .+ for \$[\d.]+ on \d+ \w+( \d{4})?, through .+\.$/)).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: /^Bought .+ for \$/ })).toHaveCount(1);
  await visit(page, `${server.url}/leads?all=true&lead=${lead.id}`);
  await expect(panel.getByText(/^Bought .+, through .+\.$/)).toBeVisible();
});

test('beside an open drawer each column of the board has room for a name, and is scrolled to', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const lead = await oneIn('engaged');
  await openCrm(`?view=board&lead=${lead.id}`);
  await expect(page.getByRole('complementary', { name: lead.name })).toBeVisible();
  await expect(column('Engaged').getByRole('article').first()).toBeVisible();
  for (const stage of Object.keys(STAGES)) {
    const { width = 0 } = (await column(label(stage)).boundingBox()) ?? {};
    expect(width, stage).toBeGreaterThanOrEqual(208);
  }
  await column('Converted').getByRole('button', { name: 'Order of Converted' }).click();
  await expect(page.getByRole('menu')).toBeInViewport();
});

test('until the groups have come nobody is said to have none, in the table and on the board', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/lead-groups', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${server.url}/crm`);
  await expect(rows().first()).toBeVisible();
  await expect(page.getByText('No group')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Board' }).click();
  const card = column('New').getByRole('article').first();
  await expect(card).toBeVisible();
  await expect(page.getByText('No group')).toHaveCount(0);
  answer();
  const [group] = await read<{ name: string }[]>('/api/lead-groups');
  await expect(
    page
      .getByRole('article')
      .getByText(group?.name ?? 'a name')
      .first(),
  ).toBeVisible();
});

test('says whose mail bounced, to whom nobody may write, and offers a follow-up after a long silence', async () => {
  const contacted = await read<Lead[]>('/api/leads?stage=contacted&limit=200');
  const cards = await read<BoardCard[]>('/api/crm/cards?stage=contacted&limit=200');
  const bounced = cards.find(({ lastEvent }) => lastEvent?.words === 'Mail bounced')?.lead;
  const everywhere = await Promise.all(
    ['new', 'contacted', 'engaged', 'qualified'].map((stage) =>
      read<Lead[]>(`/api/leads?stage=${stage}&limit=200`),
    ),
  );
  const suppressed = everywhere.flat().find(({ isSuppressed, hasBounced }) => isSuppressed && !hasBounced);
  const silent = contacted.find(
    ({ isSuppressed, contactStatus, lastContact, email }) =>
      !isSuppressed &&
      contactStatus !== 'verification_failed' &&
      email !== null &&
      Date.parse(lastContact ?? '') < Date.now() - 15 * 86_400_000,
  );
  if (!bounced || !suppressed || !silent) {
    throw new Error(`the demo has all three: ${bounced?.name}, ${suppressed?.name}, ${silent?.name}`);
  }
  await openCrm(`?q=${encodeURIComponent(bounced.name)}`);
  await expect(rowOf(bounced).first()).toContainText('Wait for Response');
  await rowOf(bounced).first().getByRole('link', { name: 'Find another address' }).click();
  const panel = page.getByRole('complementary', { name: bounced.name });
  await panel.getByRole('button', { name: 'Find another address' }).click();
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
  await openCrm(`?view=board&q=${encodeURIComponent(bounced.name)}`);
  await expect(cardIn('Contacted', bounced).first()).toContainText('Mail bounced');
  await openCrm(`?q=${encodeURIComponent(suppressed.name)}`);
  await expect(rowOf(suppressed).first()).toContainText('may not be written to');
  await openCrm(`?q=${encodeURIComponent(silent.name)}`);
  await expect(rowOf(silent).first()).toContainText('Wait for Response');
  await expect(rowOf(silent).first().getByRole('link', { name: 'Follow up' })).toHaveAttribute(
    'href',
    /^mailto:.+\?subject=Following%20up/,
  );
});

test('a person who asks about their data is counted in the header, named on the dashboard and among the tasks', async () => {
  const lead = await oneIn('qualified');
  const response = await context.request.post(`${server.url}/api/leads/${lead.id}/privacy-requests`, {
    data: { kind: 'erasure' },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const request = (await response.json()) as { id: string };
  await visit(page, server.url);
  const asked = page.getByRole('list', { name: 'Requests about personal data' });
  await expect(asked).toContainText(`${lead.name}: Wants to be erased. Answer due`);
  const badge = page.getByRole('link', { name: /1 privacy request to answer$/ });
  await badge.click();
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
  await expect(asked).toContainText(lead.name);
  await expectAccessible(page);
  await asked.getByRole('link', { name: 'Answer in Settings' }).click();
  await expect(page).toHaveURL(/settings#privacy$/);
  await page.getByRole('button', { name: `Mark as answered: ${lead.name}, Wants to be erased` }).click();
  await expect(badge).toHaveCount(0);
  await context.request.post(`${server.url}/api/privacy/requests/${request.id}/done`);
});

test('a pipeline that fails says so, and comes back', async () => {
  let isFailing = true;
  for (const path of ['**/api/crm/stats', '**/api/leads?*']) {
    await page.route(path, (route) =>
      isFailing
        ? route.fulfill({
            status: 503,
            json: { code: 'unavailable', message: 'The database does not answer.' },
          })
        : route.fallback(),
    );
  }
  await page.goto(`${server.url}/crm`);
  await expect(page.getByText('The pipeline could not be counted')).toBeVisible();
  await expect(page.getByText('The leads could not be loaded')).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(overview()).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows().first()).toBeVisible();
});

test('a viewer sees the pipeline and can change nothing', async ({ browser }) => {
  const theirs = await browser.newContext();
  await server.signIn(theirs, 'viewer');
  const mine = page;
  page = await theirs.newPage();
  await openCrm('?stage=converted');
  await expect(rows().first()).toBeVisible();
  await expect(rows().getByRole('combobox')).toHaveCount(0);
  await expect(rows().getByRole('button')).toHaveCount(0);
  page = mine;
  await theirs.close();
});

const column = (stage: string) => page.getByRole('region', { name: new RegExp(`^${stage}, `) });
const cardIn = (stage: string, lead: Pick<Lead, 'name'>) =>
  column(stage).getByRole('article', { name: lead.name, exact: true });

/** Where the column has sorted the card in, it is in sight and has the focus. */
async function expectFollowed(lead: Lead): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator(`[data-stage=qualified] [data-card="${lead.id}"]`)).toBeFocused();
  await expect(cardIn('Qualified', lead)).toBeInViewport();
}

test('the board moves a lead by mouse and by keyboard, each with an undo', async () => {
  const [lead] = await read<Lead[]>('/api/leads?stage=engaged&limit=1');
  if (!lead) throw new Error('nobody is engaged');
  await openCrm('?view=board');
  await expect(column('Engaged')).toHaveAccessibleName('Engaged, 98');
  expect(await column('Engaged').getByRole('article').count(), 'only what is in sight').toBeLessThan(25);
  await expectAccessible(page);

  const card = cardIn('Engaged', lead);
  const [from, to] = [await card.boundingBox(), await column('Qualified').boundingBox()];
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 40, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 20);
  await page.mouse.move(to.x + to.width / 2, to.y + 80, { steps: 5 });
  await expect(column('Qualified')).toHaveClass(/bg-sel/);
  await page.mouse.up();
  await expect(cardIn('Qualified', lead).first()).toBeVisible();
  await expect(column('Qualified')).toHaveAccessibleName('Qualified, 44');
  await expect.poll(async () => (await read<Lead>(`/api/leads/${lead.id}`)).stage).toBe('qualified');
  await expectFollowed(lead);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(column('Engaged')).toHaveAccessibleName('Engaged, 98');
  await expect.poll(async () => (await read<Lead>(`/api/leads/${lead.id}`)).stage).toBe('engaged');

  await page.locator(`[data-card="${lead.id}"]`).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('status').filter({ hasText: 'Over Contacted.' })).toBeAttached();
  await page.keyboard.press('Escape');
  expect((await read<Lead>(`/api/leads/${lead.id}`)).stage).toBe('engaged');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(column('Qualified')).toHaveAccessibleName('Qualified, 44');
  // Shown before it is stored: an earlier change would be no change.
  await expect.poll(async () => (await read<Lead>(`/api/leads/${lead.id}`)).stage).toBe('qualified');
  await expectFollowed(lead);
  await expect(page.getByRole('status').filter({ hasText: 'moved to Qualified' }), 'said once').toHaveCount(
    1,
  );
  await page.keyboard.press('F8');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Undoing: ${lead.name} moved to Qualified`)).toBeAttached();
  await expect(column('Engaged')).toHaveAccessibleName('Engaged, 98');
  await expect.poll(async () => (await read<Lead>(`/api/leads/${lead.id}`)).stage).toBe('engaged');
  await expect(page.locator(`[data-stage=engaged] [data-card="${lead.id}"]`)).toBeFocused();
  await change(lead, { stage: 'qualified' });
  await expect(column('Qualified')).toHaveAccessibleName('Qualified, 44');
  await change(lead, { stage: 'engaged' });
  await expect(column('Engaged'), 'somebody else moved them back').toHaveAccessibleName('Engaged, 98');
});

test('the board moves a lead by finger: a swipe scrolls the column, a rest lifts the card', async ({
  browser,
}) => {
  const [lead] = await read<Lead[]>('/api/leads?stage=engaged&limit=1');
  if (!lead) throw new Error('nobody is engaged');
  const touching = await browser.newContext({ hasTouch: true, viewport: { width: 1180, height: 820 } });
  await server.signIn(touching);
  const mine = page;
  page = await touching.newPage();
  await openCrm('?view=board');
  const card = cardIn('Engaged', lead);
  await expect(card).toBeVisible();
  await card.scrollIntoViewIfNeeded();
  const finger = await touching.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const centre = async (): Promise<{ x: number; y: number }> => {
    const box = await card.boundingBox();
    if (!box) throw new Error('nothing to touch');
    return { x: box.x + 40, y: box.y + 12 };
  };
  const list = column('Engaged').locator('ol').locator('..');

  const first = await centre();
  await touch('touchStart', first.x, first.y);
  for (let step = 1; step <= 4; step += 1) await touch('touchMove', first.x, first.y - step * 20);
  await touch('touchEnd');
  await expect
    .poll(() => list.evaluate((element) => element.scrollTop), { message: 'the list scrolls' })
    .toBeGreaterThan(0);
  await expect(column('Engaged').locator('.opacity-40')).toHaveCount(0);
  await list.evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }));
  // Coming to rest after a swipe takes a while, and a finger that comes down meanwhile only stops it.
  await expect
    .poll(async () => {
      await list.evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }));
      return list.evaluate(
        (element) =>
          new Promise<number>((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(element.scrollTop))),
          ),
      );
    })
    .toBe(0);

  const from = await centre();
  await touch('touchStart', from.x, from.y);
  await expect(card).toHaveClass(/opacity-40/);
  const to = await column('Qualified').boundingBox();
  if (!to) throw new Error('nowhere to drop');
  for (let step = 1; step <= 8; step += 1) {
    await touch('touchMove', from.x + ((to.x + to.width / 2 - from.x) * step) / 8, from.y + step * 10);
  }
  await expect(column('Qualified')).toHaveClass(/bg-sel/);
  expect(await list.evaluate((element) => element.scrollTop), 'the list stands still').toBe(0);
  await touch('touchEnd');
  await expect(cardIn('Qualified', lead).first()).toBeVisible();
  await expect.poll(async () => (await read<Lead>(`/api/leads/${lead.id}`)).stage).toBe('qualified');
  await expect(page.getByRole('complementary', { name: lead.name }), 'a drop opens nobody').toHaveCount(0);
  await change(lead, { stage: 'engaged' });
  page = mine;
  await touching.close();
});

test('a change of stage loads again who stands where, and no saved view, tag or deed', async () => {
  const lead = await oneIn('contacted');
  await openCrm(`?q=${encodeURIComponent(lead.name)}`);
  await expect(rowOf(lead).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET') asked.push(new URL(request.url()).pathname);
  });
  await change(lead, { stage: 'qualified' });
  await expect(rowOf(lead).first().getByRole('combobox')).toHaveText('Qualified');
  await expect.poll(() => asked).toContain('/api/crm/stats');
  expect(asked).not.toContain('/api/lead-views');
  expect(asked).not.toContain('/api/leads/tags');
  expect(asked).not.toContain('/api/leads/acts');
  expect(asked).not.toContain('/api/lead-groups');
  await change(lead, { stage: 'contacted', isUndo: true });
});

test('of two people who drag the same lead the second is told, and sees where the first has put it', async () => {
  const [lead] = await read<Lead[]>('/api/leads?stage=engaged&limit=1');
  if (!lead) throw new Error('nobody is engaged');
  // The other one drops while this one's drop is on its way.
  await page.route(`**/api/leads/${lead.id}`, async (route) => {
    if (route.request().method() === 'PATCH') await change(lead, { stage: 'contacted' });
    await route.continue();
  });
  await openCrm('?view=board');
  await expect(cardIn('Engaged', lead)).toBeVisible();
  // Each column is loaded by itself: that of before may show them a moment longer.
  const card = page.locator(`[data-card="${lead.id}"]`);
  await expect(card).toHaveCount(1);
  await card.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(page.getByText(`Somebody else has changed ${lead.name} meanwhile`)).toBeVisible();
  await expect(page.getByText('Your move was not made. The board shows where they stand now.')).toBeVisible();
  expect((await read<Lead>(`/api/leads/${lead.id}`)).stage).toBe('contacted');
  await expect(cardIn('Qualified', lead)).toHaveCount(0);
  await expect(cardIn('Engaged', lead)).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });
  await change(lead, { stage: 'engaged' });
});

test('several leads of the table are changed at once, and all of it is taken back', async () => {
  await openCrm('?stage=new');
  for (const index of [0, 1]) await rows().nth(index).getByRole('checkbox').check();
  const bar = page.getByRole('group', { name: 'Chosen leads' });
  await expect(bar.getByText('2 selected')).toBeVisible();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Merge the two' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Engaged' }).click();
  const pipeline = page.getByRole('heading', { name: /^Lead pipeline/ });
  await expect(pipeline).toHaveText('Lead pipeline 87 leads');
  await page.locator('[data-toaster]').getByRole('button', { name: /Undo/ }).click();
  await expect(pipeline).toHaveText('Lead pipeline 89 leads');
  // All that match, seen or not.
  await rows().nth(0).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Select all 89 that match' }).click();
  await expect(bar.getByText('All 89 that match selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar).toHaveCount(0);
  await expect(pipeline).toBeFocused();
});

test('a view of the pipeline is saved and shown again; what narrows by more leads to the lead manager', async () => {
  await openCrm('?stage=qualified&sort=name:asc');
  const filters = page.getByRole('group', { name: 'Filter the pipeline' });
  await filters.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Next calls');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(filters.getByRole('button', { name: 'Next calls' })).toBeVisible();
  await openCrm();
  await filters.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Next calls' }).click();
  await expect(page).toHaveURL(/stage=qualified/);
  await expect(page.getByRole('heading', { name: /^Lead pipeline/ })).toHaveText('Lead pipeline 43 leads');
  const made = await context.request.post(`${server.url}/api/lead-views`, {
    data: { name: 'On the practice network', query: { stage: 'qualified', platform: 'practice' } },
    headers: { origin: server.url },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await filters.getByRole('button', { name: 'Next calls' }).click();
  await page.getByRole('menuitem', { name: 'On the practice network' }).click();
  await expect(page.getByRole('heading', { name: 'Lead Manager', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/platform=practice/);
});

test('a task is added in the panel, comes up when it is due, and is ticked off', async () => {
  const [lead] = await read<Lead[]>('/api/leads?stage=qualified&limit=1');
  if (!lead) throw new Error('nobody is qualified');
  // The demo has tasks of its own, which its first admin found waiting.
  const waiting = await read<{ id: string; title: string }[]>('/api/crm/tasks');
  expect(waiting.length).toBeGreaterThan(3);
  for (const { id } of waiting)
    await context.request.patch(`${server.url}/api/crm/tasks/${id}`, { data: { isDone: true } });
  await openCrm(`?lead=${lead.id}`);
  const panel = page.getByRole('complementary', { name: lead.name });
  await panel.getByRole('button', { name: 'Add a task' }).click();
  await panel.getByRole('textbox', { name: 'What is to be done' }).fill('Given up');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByRole('button', { name: 'Add a task' })).toBeFocused();
  await expect(panel).not.toContainText('Given up');
  await page.keyboard.press('Enter');
  await panel.getByRole('textbox', { name: 'What is to be done' }).fill('Send the sampler box');
  await panel.getByLabel('Due').fill('2026-01-05T09:00');
  await panel.getByRole('button', { name: 'Add task' }).click();
  await expect(panel.getByRole('list', { name: 'Tasks' })).toContainText('Send the sampler box');
  await expectAccessible(page);
  await page.getByRole('link', { name: '1 task due' }).click();
  const due = page.getByRole('list', { name: 'Due' });
  await expect(due).toContainText(lead.name);
  await expectAccessible(page);
  await due.getByRole('button', { name: 'Change task: Send the sampler box' }).click();
  const words = due.getByRole('textbox', { name: 'What is to be done' });
  await expect(words).toBeFocused();
  await words.fill('Send two sampler boxes');
  await due.getByLabel('Due').fill('2150-01-05T09:00');
  await expect(due.getByRole('combobox', { name: 'Who does it' })).toContainText('Admin');
  await expectAccessible(page);
  await due.getByRole('button', { name: 'Save' }).click();
  const later = page.getByRole('list', { name: 'Later' });
  await expect(later).toContainText('Send two sampler boxes');
  await later.getByRole('button', { name: 'Change task: Send two sampler boxes' }).click();
  await later.getByRole('textbox', { name: 'What is to be done' }).fill('Send the sampler box');
  // A colleague puts it off meanwhile: other words do not undo that.
  const tasks = await read<{ id: string; title: string }[]>('/api/crm/tasks');
  const id = tasks.find(({ title }) => title === 'Send two sampler boxes')?.id;
  const dueAt = '2150-02-01T09:00:00.000Z';
  await context.request.patch(`${server.url}/api/crm/tasks/${id}`, { data: { dueAt } });
  await expect(later.getByLabel('Due')).toHaveValue(/^2150-02-01/);
  await expect(later.getByRole('textbox', { name: 'What is to be done' })).toHaveValue(
    'Send the sampler box',
  );
  await later.getByRole('button', { name: 'Save' }).click();
  await expect(later).toContainText('Send the sampler box');
  expect(await read<{ dueAt: string }[]>('/api/crm/tasks')).toContainEqual(
    expect.objectContaining({ dueAt }),
  );
  await later.getByRole('button', { name: 'Change task: Send the sampler box' }).click();
  // A colleague does it meanwhile: it is told, with the words.
  await later.getByRole('textbox', { name: 'What is to be done' }).fill('Send the mint box');
  await context.request.patch(`${server.url}/api/crm/tasks/${id}`, { data: { isDone: true } });
  await expect(page.locator('[data-toast]')).toContainText('You were writing: “Send the mint box”');
  await context.request.patch(`${server.url}/api/crm/tasks/${id}`, { data: { isDone: false } });
  await expect(later.getByRole('textbox', { name: 'What is to be done' })).toHaveValue('Send the mint box');
  await later.getByRole('button', { name: 'Cancel' }).click();
  await later.getByRole('button', { name: 'Change task: Send the sampler box' }).click();
  await expect(later.getByRole('textbox', { name: 'What is to be done' })).toHaveValue(
    'Send the sampler box',
  );
  await later.getByLabel('Due').fill('2026-01-05T09:00');
  await later.getByRole('button', { name: 'Save' }).click();
  await expect(due).toContainText('Send the sampler box');
  // Not `check()`: the row goes with the tick, and nothing is left to be seen ticked.
  await due.getByRole('checkbox', { name: 'Done: Send the sampler box' }).click();
  await expect(page.getByText('Nothing to do', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(due).toContainText('Send the sampler box');
  await due.getByRole('checkbox').click();
  await expect(page.getByText('Nothing to do', { exact: true })).toBeVisible();
});

test('who to talk to now: each with a reason and a draft, set aside by keyboard, taken back, and learned from', async () => {
  await visit(page, server.url);
  const list = page.getByRole('list', { name: 'Who to talk to now' });
  await expect(list.getByRole('listitem').first()).toBeVisible();
  const [first] = await read<FollowUps>('/api/analytics/follow-ups').then(({ items }) => items);
  if (!first) throw new Error('nobody is recommended');
  const row = list.getByRole('listitem').filter({ hasText: first.why }).filter({ hasText: first.lead.name });
  await row.getByRole('button', { name: `Draft for ${first.lead.name}` }).focus();
  await page.keyboard.press('Enter');
  await expect(row).toContainText(first.draft.subject);
  await expectAccessible(page);

  await row.getByRole('button', { name: `Not useful: ${first.lead.name}` }).focus();
  await page.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
  const section = page.getByRole('region', { name: 'Who to talk to now' });
  await expect(section).toContainText(/counts 66\.7% after 1 of 1 not useful/);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(row).toBeVisible();
  await expect(section).toContainText('Say “not useful” and that reason counts less');
});

test('at 360 px and in the dark nothing is cut off or unreadable', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openCrm();
  await expect(rows().first()).toBeVisible();
  await expectNothingCutOff(page);
  await expectAccessible(page);
  await openCrm('?view=tasks');
  // The tasks come first there, not the figures of the pipeline.
  const heading = page.getByRole('heading', { name: 'Tasks', exact: true });
  await expect(heading).toBeVisible();
  expect((await heading.boundingBox())?.y).toBeLessThan(300);
  await expectNothingCutOff(page);
});

// S2.9-05
test('without any lead the screen says where they come from', async () => {
  const response = await context.request.delete(`${server.url}/api/settings/demo`);
  expect(response.ok(), await response.text()).toBe(true);
  await openCrm();
  await expect(page.getByText('No leads in CRM yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Discover leads' }).click();
  await expect(page.getByRole('heading', { name: 'Lead Manager', level: 1 })).toBeVisible();
});
