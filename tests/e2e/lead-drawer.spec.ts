import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNothingCutOff } from '../support/e2e.ts';
import { useLeadsScreen } from '../support/leads-screen.ts';

const screen = useLeadsScreen();
const { createGroup, addLead, openLeads, tableRow, toast } = screen;

let page: Page;
test.beforeEach(() => {
  ({ page } = screen);
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
  await expect(panel.getByRole('heading', { name: 'Consent by channel' })).toBeVisible();
  const parts = (await panel.getByRole('heading', { level: 3 }).allInnerTexts()).slice(1, 6);
  expect(parts).toEqual(['Owner and tags', 'Provenance and consent', 'Notes', 'Tasks', 'Timeline']);
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

// S2.7-12
test('a deleted lead comes back by Undo', async () => {
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
  await page.getByRole('menuitemradio', { name: other.name }).click();
  await expect(panel).toContainText(other.name);
  await expect(page.locator(`[data-group="${group.id}"]`)).toContainText('0 leads');
  await page.getByRole('button', { name: 'Dismiss' }).click();

  // Of two quick presses each counts: the second comes before the server has answered the first.
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/leads/*', async (route) => {
    if (route.request().method() === 'PATCH') await isAnswered;
    await route.fallback();
  });
  const stage = panel.getByRole('combobox', { name: 'Stage of Lotte Aalders' });
  for (const next of ['Engaged', 'Contacted']) {
    await stage.click();
    await page.getByRole('option', { name: next }).click();
    await expect(stage).toContainText(next);
  }
  for (const tag of ['Fair', 'Retail']) {
    await panel.getByLabel('Add a tag').first().fill(tag);
    await panel.getByLabel('Add a tag').first().press('Enter');
  }
  answer();
  for (const done of ['is Engaged', 'is Contacted', 'tagged Fair']) {
    await expect(toast('default')).toContainText(done);
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  await expect(stage).toContainText('Contacted');
  await toast('default').filter({ hasText: 'tagged Retail' }).getByRole('button', { name: /^Undo/ }).click();
  await expect(panel.getByRole('list', { name: 'Tags' })).toHaveText('Fair');
  await page.unroute('**/api/leads/*');
});

test('what a colleague changes or deletes meanwhile is seen by whoever is editing, and nobody undoes it unasked', async () => {
  const group = await createGroup();
  const { id, name } = await addLead(group, { name: 'Tjeerd Bos', phone: '+44 7700 900111', country: 'GB' });
  await openLeads(`/leads?lead=${id}`);
  const panel = page.getByRole('complementary', { name });
  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit details' }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${name}` });
  await edit.getByLabel('Telephone').fill('+44 7700 900222');
  await screen.api('patch', `/api/leads/${id}`, { country: 'NL', phone: '+44 7700 900333' });
  await expect(edit.getByLabel('Country')).toHaveValue('NL');
  await expect(edit.getByLabel('Telephone')).toHaveValue('+44 7700 900222');
  await expect(edit).toContainText('Telephone is now “+44 7700 900333”. Saving puts yours in its place.');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit).toBeHidden();
  await expect(panel).toContainText('Netherlands');
  await expect(panel.getByRole('link', { name: '+44 7700 900222' })).toBeVisible();

  // Whoever is writing about somebody loses no word when a colleague deletes them, and is told.
  const { id: noteId } = await screen.api<{ id: string }>('post', `/api/leads/${id}/notes`, {
    text: 'Likes mint',
  });
  await panel.getByRole('button', { name: 'Edit note' }).click();
  await panel.getByLabel('Note', { exact: true }).fill('Likes mint and fennel');
  await panel.getByRole('button', { name: 'Add a task' }).click();
  await panel.getByRole('textbox', { name: 'What is to be done' }).fill('Send the fennel tea');
  await panel.getByLabel(`Note about ${name}`).fill('Rang twice');
  expect((await screen.context.request.delete(`${screen.server.url}/api/leads/${id}`)).ok()).toBe(true);
  const gone = page.getByRole('complementary', { name: 'Lead' });
  const told = gone.getByRole('status').filter({ hasText: 'This lead was deleted' });
  await expect(told).toBeFocused();
  await expect(page.getByText('could not be loaded')).toHaveCount(0);
  for (const words of ['Likes mint and fennel', 'Send the fennel tea', 'Rang twice'])
    await expect(gone.getByRole('listitem').filter({ hasText: words })).toBeVisible();
  await expectAccessible(page);
  await gone.getByRole('button', { name: 'Restore lead' }).click();
  await expect(panel.getByLabel(`Note about ${name}`)).toHaveValue('Rang twice');
  await expect(panel.getByRole('textbox', { name: 'What is to be done' })).toHaveValue('Send the fennel tea');
  await expect(panel.getByLabel('Note', { exact: true })).toHaveValue('Likes mint and fennel');
  await expect(page.getByRole('heading', { name, level: 2 })).toBeFocused();

  // The note alone is gone.
  expect((await screen.context.request.delete(`${screen.server.url}/api/leads/notes/${noteId}`)).ok()).toBe(
    true,
  );
  const lost = panel.getByRole('list', { name: 'Notes that are gone' });
  await expect(lost).toContainText('Likes mint and fennel');
  await lost.getByRole('button', { name: 'Discard text' }).click();
  await expect(lost).toBeHidden();
  // The tests after this one count who agreed.
  expect((await screen.context.request.delete(`${screen.server.url}/api/leads/${id}`)).ok()).toBe(true);
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
  await expect(panel.getByRole('listitem').filter({ hasText: /^WhatsApp: consent/ })).toBeVisible();
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
  await expect(page.getByText(/^No leads match the selected filters/)).toBeVisible();
  await page.getByRole('button', { name: 'Agreed, not said to what' }).click();
  await expect(page).not.toHaveURL(/consent=/);
  await expect(page.getByText(/^No leads match the selected filters/)).toHaveCount(0);
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
  // What was begun waits where it was begun.
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
  await tableRow('Wren Adler').click();
  await expect(long).toHaveValue('Asked for a sample');
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect(long).toHaveValue('');
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

test('two records of one person are proposed, compared and merged, and taken apart from the timeline', async () => {
  const group = await createGroup('Doubles');
  await addLead(group, { name: 'John Smith', email: 'john@acme.test', behaviorSignal: '' });
  const other = await addLead(group, { name: 'Jon Smyth', email: 'j.smyth@acme.test', country: 'NL' });
  await openLeads();
  await page.getByRole('button', { name: /^Possible duplicates/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Names alike, same company (acme)');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Compare John Smith and Jon Smyth' }).click();
  await expect(dialog.getByRole('radiogroup', { name: 'Country' }).getByLabel('NL')).toBeChecked();
  await dialog.getByRole('radiogroup', { name: 'Name' }).getByLabel('Jon Smyth').check();
  // Which record stays is another question than whose name.
  const swap = dialog.getByRole('button', { name: 'Swap' });
  for (const kept of ['Jon Smyth stays', 'John Smith stays']) {
    await swap.press('Enter');
    await expect(dialog).toContainText(kept);
    await expect(swap).toBeFocused();
    await expect(dialog.getByRole('radiogroup', { name: 'Name' }).getByLabel('Jon Smyth')).toBeChecked();
  }
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Merge leads' }).click();
  await expect(toast('default')).toContainText('Jon Smyth merged into Jon Smyth');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const panel = page.getByRole('complementary', { name: 'Jon Smyth' });
  await expect(panel).toContainText('john@acme.test');
  await expect(tableRow('John Smith')).toHaveCount(0);
  // A link from before leads on.
  await openLeads(`/leads?lead=${other.id}`);
  await expect(page.getByRole('complementary', { name: 'Lead', exact: true })).toContainText(
    'This lead is gone',
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open that record' }).click();
  await expect(panel).toContainText('john@acme.test');
  await expect(panel.getByRole('heading', { name: 'Jon Smyth' })).toBeFocused();
  await panel.getByRole('button', { name: 'Undo merge' }).click();
  await expect(tableRow('John Smith')).toBeVisible();
  await expect(tableRow('Jon Smyth')).toBeVisible();
});

test('at 360 px nothing is cut off and the panel is a page', async () => {
  const group = await createGroup('A group with quite a long name for so narrow a window');
  const lead = await addLead(group);
  await page.setViewportSize({ width: 360, height: 800 });
  await openLeads();
  await expect(tableRow(lead.name)).toBeVisible();
  await expectNothingCutOff(page);
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
