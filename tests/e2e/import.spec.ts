import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNothingCutOff, keepPage, useServer, visit } from '#tests/support/e2e.ts';

const server = useServer({ demo: false });
let context: BrowserContext;
let page: Page;
keepPage(server, (kept) => {
  page = kept;
  context = kept.context();
});
test.beforeAll(() =>
  context.request.post(`${server.url}/api/lead-groups`, { data: { name: 'Studio owners' } }),
);

const FILE = {
  name: 'studio contacts.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Export of the front desk',
      'Owner;Contact address;Country;Remarks',
      'Halina Wrobel;halina@studio.test;PL;asked for a sleep tea',
      'Ines Ferraz;ines@studio.test;PT;=1+1',
      'Nobody;nobody at studio.test;;',
      'Halina Wrobel;HALINA@studio.test;PL;',
    ].join('\r\n'),
  ),
};

async function openDialog() {
  await visit(page, `${server.url}/leads`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  return page.getByRole('dialog', { name: 'Import leads' });
}

test('a file is looked at, its columns are put right, and its people come in and go again', async () => {
  const dialog = await openDialog();
  await expect(dialog.getByText('Choose a file first.')).toBeVisible();
  await dialog.getByLabel('File to import').setInputFiles(FILE);
  await expect(dialog.getByText('4 records')).toBeVisible();
  await expect(
    dialog.getByText('4 records: 2 new people, 1 repeated in the file, 1 can’t be imported.'),
  ).toBeVisible();
  await expect(dialog.getByText('Record 3, “Contact address” is not a valid e-mail address')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Owner becomes' }).click();
  await page.getByRole('option', { name: 'Name', exact: true }).click();
  await expect(dialog.getByRole('combobox', { name: 'Owner becomes' })).toContainText('Name');
  await expectAccessible(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download these records' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('studio contacts - not imported.csv');
  const saved = readFileSync(await download.path(), 'utf8');
  expect(saved).toContain('Nobody,nobody at studio.test,,,3,is not a valid e-mail address');

  await dialog.getByRole('button', { name: 'Import 2 people' }).click();
  await expect(dialog).toHaveCount(0);
  const toast = page.getByRole('status').filter({ hasText: '2 people imported' });
  await expect(toast).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Halina Wrobel' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Order' })).toContainText('Newest first');
  await toast.getByRole('button', { name: /Undo/ }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 people taken back' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Halina Wrobel' })).toHaveCount(0);
});

test('what colleagues remarked is left out or becomes notes, and nothing of it is quoted', async () => {
  const dialog = await openDialog();
  await dialog.getByLabel('File to import').setInputFiles({
    name: 'front desk.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Name;E-Mail;Bemerkung;Interest;Einwilligung Newsletter',
        'Nora Kamp;nora@studio.test;kommt montags;evening yoga;ja',
        'Olaf Kamp;olaf@studio.test;has diabetes;;nein',
      ].join('\r\n'),
    ),
  });
  await expect(dialog.getByRole('combobox', { name: 'Bemerkung becomes' })).toContainText('Leave out');
  await expect(dialog.getByRole('combobox', { name: 'Einwilligung Newsletter becomes' })).toContainText(
    'Consent (yes or no)',
  );
  // Two columns are put right one after the other, before the server has looked at the first.
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/leads/import?*', async (route) => {
    await isAnswered;
    await route.continue();
  });
  for (const [column, role] of [
    ['Bemerkung', 'Note'],
    ['Interest', 'Leave out'],
    ['Interest', 'Signal'],
  ] as const) {
    await dialog.getByRole('combobox', { name: `${column} becomes` }).click();
    await page.getByRole('option', { name: role, exact: true }).click();
    await expect(dialog.getByRole('combobox', { name: `${column} becomes` })).toContainText(role);
  }
  answer();
  await expect(dialog.getByRole('combobox', { name: 'Bemerkung becomes' })).toContainText('Note');
  await expect(dialog.getByText('1 text names a health condition and is left out.')).toBeVisible();
  await page.unroute('**/api/leads/import?*');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import 2 people' }).click();
  await expect(dialog).toHaveCount(0);
  for (const [item, name] of [
    ['Save as CSV', 'leads.csv'],
    ['Save as Excel (.xlsx)', 'leads.xlsx'],
  ] as const) {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(name);
    expect(await saved.failure()).toBeNull();
  }
  await page.getByRole('row').filter({ hasText: 'Nora Kamp' }).getByText('Nora Kamp').click();
  const panel = page.getByRole('complementary', { name: 'Nora Kamp' });
  await expect(panel.getByText('From your file', { exact: true })).toBeVisible();
  await expect(panel.getByText('kommt montags')).toBeVisible();
  await expect(panel.getByText('“evening yoga”')).toHaveCount(0);
});

test('a consent says what it covers, and a no of somebody known is counted before and taken back after', async () => {
  const groups = await context.request.get(`${server.url}/api/lead-groups`);
  const [group] = (await groups.json()) as { id: string }[];
  const person = { name: 'Rhea Stone', email: 'rhea@studio.test', legalGround: 'consent', country: 'US' };
  const known = { ...person, groupId: group?.id };
  const added = await context.request.post(`${server.url}/api/leads`, { data: known });
  const { id } = (await added.json()) as { id: string };
  const dialog = await openDialog();
  await dialog.getByLabel('File to import').setInputFiles({
    name: 'opt-ins.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Name,E-Mail,Handle,Source,Consent\nRhea,rhea@studio.test,,Fair,no\nSol Stone,,@solstone,Instagram,yes\n',
    ),
  });
  await expect(dialog.getByRole('combobox', { name: 'Source becomes' })).toContainText('Platform');
  await expect(dialog.getByText(/1 person who is a lead already says no by now/)).toBeVisible();
  const covers = dialog.getByRole('group', { name: 'Their consent covers' });
  await expect(covers.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await covers.getByRole('checkbox', { name: 'Email' }).uncheck();
  await expect(dialog.getByText('Tick what these people agreed to.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import 1 person' })).toBeDisabled();
  await covers.getByRole('checkbox', { name: 'Email' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import 1 person' }).click();
  const toast = page.getByRole('status').filter({ hasText: '1 person imported' });
  await expect(toast).toContainText('1 lead says no by now.');
  const gates = async (): Promise<unknown> =>
    (await context.request.get(`${server.url}/api/leads/${id}/consents`)).json();
  expect(await gates()).toMatchObject({ channels: [{ channel: 'email', ground: null }, {}, {}, {}] });
  await toast.getByRole('button', { name: /Undo/ }).click();
  await expect(
    page.getByRole('status').filter({ hasText: '1 person may be written to again.' }),
  ).toBeVisible();
  expect(await gates()).toMatchObject({ channels: [{ channel: 'email', ground: 'consent' }, {}, {}, {}] });
});

test('of two columns about consent one is read and named; who left comes in refused, and the person says by what', async () => {
  const dialog = await openDialog();
  await dialog.getByLabel('File to import').setInputFiles({
    name: 'old program.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Name,E-Mail,Newsletter,Email consent,Unsubscribed',
        'Ulla Reis,ulla@studio.test,yes,yes,2026-03-01',
        'Vera Reis,vera@studio.test,yes,no,',
      ].join('\n'),
    ),
  });
  const unread = dialog.getByRole('list', { name: 'Columns about consent that are not read' });
  await expect(unread).toContainText('“Email consent” is read, “Newsletter” is not.');
  await expect(dialog.getByText(/1 record says that the person left/)).toBeVisible();
  await unread.getByRole('button', { name: 'Read “Newsletter” instead of “Email consent”' }).click();
  await expect(unread).toContainText('“Newsletter” is read, “Email consent” is not.');
  await expect(dialog.getByRole('combobox', { name: 'Email consent becomes' })).toContainText('Leave out');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import 2 people' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Order' })).toContainText('Newest first');
  await page.getByRole('row').filter({ hasText: 'Ulla Reis' }).getByText('Ulla Reis').click();
  const panel = page.getByRole('complementary', { name: 'Ulla Reis' });
  await expect(panel.getByText('On the list: nothing may be sent')).toBeVisible();
  await expect(
    panel.getByText(/^Email: refused\. A list, “Unsubscribed”\. Record 1 of old program\.csv, imported on/),
  ).toBeVisible();
});

test('a file that is none says what to do', async () => {
  const dialog = await openDialog();
  await dialog.getByLabel('File to import').setInputFiles({
    name: 'photo.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]),
  });
  await expect(dialog.getByText(/^This is not a text file\./)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await expectAccessible(page);
});

test('the dialog fits 360 px', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  const dialog = await openDialog();
  await dialog.getByLabel('File to import').setInputFiles(FILE);
  await expect(dialog.getByText('4 records')).toBeVisible();
  await expectNothingCutOff(page);
  await expectAccessible(page);
});
