import { expect, type Page, test } from '@playwright/test';
import type { Lead } from '#features/leads/contract.ts';
import { expectAccessible } from '../support/e2e.ts';
import { json, useLeadsScreen } from '../support/leads-screen.ts';

const screen = useLeadsScreen();
const { server, api, createGroup, addLead, openLeads, loadLeads, workApart } = screen;
const { groupSelect, discover, tableRow, toast } = screen;

let page: Page;
test.beforeEach(() => {
  ({ page } = screen);
});

// S2.1-02 S8-13 S5-10
test('an empty workspace shows the Lead Manager and where to begin', async () => {
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

test('a press that is repeated because no answer came makes one group', async () => {
  await openLeads();
  let answers = 0;
  const path = '**/api/lead-groups';
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST' || answers > 0) return route.continue();
    answers += 1;
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'New group' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New lead group' });
  await dialog.getByLabel('Name').fill('Tunnel travellers');
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(toast('destructive')).toContainText('Please try again.');
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(dialog).toBeHidden();
  await page.unroute(path);
  const groups = await screen.context.request.get(`${screen.server.url}/api/lead-groups`);
  const names = ((await groups.json()) as { name: string }[]).map(({ name }) => name);
  expect(names.filter((name) => name === 'Tunnel travellers')).toHaveLength(1);
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

// S2.7-02 S2.7-03 S4-24 S5-12
test('a group is created in a dialog, listed, and the newest is chosen on load; one named after a health condition takes an admin who allows it', async () => {
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

  await loadLeads();
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

// S8-03
test('says why a group could not be created', async () => {
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

// S2.7-07 S4-25 S2.7-11
test('a deleted group clears the selection and comes back by Undo', async () => {
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
  await expect(toast('default')).toContainText('Press F8, then Enter, to undo.');
  await expect(tile).toHaveCount(0);
  const next = page.getByRole('region', { name: 'Lead groups' }).locator('li button:focus');
  await expect(next, 'the focus goes to a group beside it').toBeVisible();
  await expect(groupSelect()).toContainText('Choose a lead group');
  await expect(page.getByText('Please select a lead group before discovering leads.')).toBeVisible();

  await toast('default').getByRole('button', { name: /^Undo/ }).click();
  await expect(tile).toContainText('1 lead, ');
  await expect(groupSelect()).toContainText(group.name);
});

// S8-04
test('a group is renamed in place and keeps its people, and stays where it could not be deleted', async () => {
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

// S2.7-11
test('Undo of a deleted group is on offer for 10 seconds', async () => {
  const group = await createGroup();
  page = await workApart();
  await page.clock.install();
  await loadLeads();
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
  const other = await screen.context.newPage();
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

  await loadLeads(`/leads?group=${group.id}&band=silly&sort=secret&stage=1`);
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
  await loadLeads();
  await expect(page.getByRole('heading', { name: 'Discovered leads' })).toBeVisible();
  await expect.poll(() => asked).toBeGreaterThanOrEqual(4);
  expect(await topOfList()).toBe(before);
  release();
  await expect(tableRow('Above 5')).toBeVisible();
  expect(await topOfList()).toBe(before);
});

// S2.7-08 S8-14
test('the filters narrow the table, and say so when they leave nobody', async () => {
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
  await choose('Listed group', 'All groups');
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
  // The groups above push the table down as they come. Those added together stand there in any order.
  await expect(page.getByRole('row').nth(1)).toContainText(/Person 0(7[5-9]|8\d)/);
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

// S2.7-09
test('a signal of 50 characters is shown whole, one of 51 is cut', async () => {
  const group = await createGroup();
  const fifty = 'Looking for a herbal tea that helps me wind down..'.slice(0, 50);
  await addLead(group, { name: 'Shown whole', behaviorSignal: fifty });
  await addLead(group, { name: 'Is cut', behaviorSignal: `${fifty}!` });
  await openLeads();
  expect(fifty).toHaveLength(50);
  await expect(tableRow('Shown whole').locator('[data-signal]')).toHaveText(fifty);
  await expect(tableRow('Is cut').locator('[data-signal]')).toHaveText(`${fifty}…`);
});

// S2.7-10 S4-15
test('each contact status has its badge and its colour', async () => {
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

test('all that match are chosen at once, changed in the background and put back as one', async () => {
  const group = await createGroup('Crowd');
  const lines = Array.from({ length: 1_200 }, (_none, index) => `Crowd ${index},crowd${index}@customer.test`);
  const answer = await screen.context.request.post(`${server.url}/api/leads/import?groupId=${group.id}`, {
    data: ['name,email', ...lines].join('\n'),
    headers: { 'content-type': 'text/csv', 'x-filename': 'crowd.csv' },
  });
  expect((await answer.json()) as unknown).toMatchObject({ imported: 1_200 });
  // Their addresses are still being looked at, and each news of it loads the list again.
  await loadLeads(`/leads?group=${group.id}`);
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
  await loadLeads(`/leads?group=${group.id}&platform=reddit`);
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
  await page.getByRole('menuitem', { name: 'Rename “Reddit people”' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename this view' });
  await expect(renaming.getByLabel('Name')).toHaveValue('Reddit people');
  await renaming.getByLabel('Name').fill('Ask on Reddit');
  await renaming.getByRole('button', { name: 'Rename view' }).click();
  await expect(renaming).toBeHidden();
  const asked = page.getByRole('button', { name: 'Ask on Reddit' });
  await asked.click();
  await page.getByRole('menuitem', { name: 'Share “Ask on Reddit”' }).click();
  await asked.click();
  await expect(page.getByText('Shared views')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Delete “Ask on Reddit”' }).click();
  await expect(toast('default')).toContainText('View Ask on Reddit deleted');
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
  await loadLeads();
  await expect(page.getByText('The leads could not be loaded')).toBeVisible();
  await expect(page.getByText('The database does not answer.')).toBeVisible();
  await expect(page.getByText(/^Reference 7f3a21c0/)).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(tableRow('Still here')).toBeVisible();
});

test('a viewer sees everything and can change nothing', async () => {
  const group = await createGroup();
  const lead = await addLead(group, { name: 'Only looked at' });
  page = await workApart('viewer');
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
});
