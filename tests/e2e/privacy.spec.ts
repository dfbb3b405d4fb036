import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNothingCutOff, keepPage, useServer, visit } from '../support/e2e.ts';

const server = useServer({ demo: false });

let page: Page;
keepPage(server, (kept) => {
  page = kept;
});

/** A person of their own for each test; answers the id. */
async function addPerson(
  name: string,
  contact: Record<string, string> = { email: `${name.replace(' ', '.')}@clinic.test` },
): Promise<string> {
  const group = await page.request.post(`${server.url}/api/lead-groups`, { data: { name: `Of ${name}` } });
  const { id: groupId } = (await group.json()) as { id: string };
  const lead = await page.request.post(`${server.url}/api/leads`, {
    data: {
      name,
      ...contact,
      groupId,
      legalGround: 'legitimate_interest',
    },
  });
  return ((await lead.json()) as { id: string }).id;
}

async function leadOf(id: string): Promise<{ groupId: string; version: number }> {
  const response = await page.request.get(`${server.url}/api/leads/${id}`);
  return (await response.json()) as { groupId: string; version: number };
}

/** Path of the page on which this person decides about their data, as a message to them has it. */
async function dataChoicesPath(leadId: string): Promise<string> {
  const { groupId } = await leadOf(leadId);
  const campaign = await page.request.post(`${server.url}/api/campaigns`, {
    data: {
      name: 'Winter tea',
      channels: ['email'],
      targetGroups: [groupId],
      landingPageUrl: 'https://landing.test/tea',
      selectedContentAssets: [],
      status: 'active',
    },
  });
  const { id } = (await campaign.json()) as { id: string };
  let path: string | undefined;
  await expect
    .poll(async () => {
      const list = await page.request.get(`${server.url}/api/campaigns/${id}/messages?status=outbox`);
      const [message] = (await list.json()) as { body: string }[];
      path = /\/n\/[\w-]{22}/.exec(message?.body ?? '')?.[0];
      return path;
    })
    .toBeDefined();
  return path ?? '';
}

test('consent is recorded with its proof, by keyboard, and withdrawn', async () => {
  const id = await addPerson('Mara Flint');
  await visit(page, `${server.url}/leads?lead=${id}`);
  const panel = page.getByRole('complementary', { name: 'Mara Flint' });
  await expect(
    panel.getByText('WhatsApp and SMS need an opt-in from this person first.').first(),
  ).toBeVisible();

  await panel.getByRole('button', { name: 'Record consent for WhatsApp' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Record consent' });
  await dialog.getByRole('button', { name: 'Record consent' }).click();
  await expect(dialog.getByText('Say which wording they agreed to.')).toBeVisible();
  await dialog.getByLabel('Wording').fill('News by WhatsApp, version 2');
  await dialog.getByLabel('Proof').fill('Form entry 81');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(panel.getByText('May be written to: consent.')).toBeVisible();
  await expect(panel.getByText('Consent recorded')).toBeVisible();

  await panel.getByRole('button', { name: 'Withdraw consent for WhatsApp' }).click();
  await expect(panel.getByText('This person withdrew their consent for this channel.')).toBeVisible();
});

test('somebody on the suppression list may be written to over no channel, whatever they agreed to', async () => {
  const id = await addPerson('Una Holt');
  await page.request.post(`${server.url}/api/leads/${id}/consents`, {
    data: { channel: 'email', source: 'form', textVersion: 'News, v3', proof: 'Form entry 82' },
  });
  await page.goto(`${server.url}${await dataChoicesPath(id)}`);
  await page.getByRole('button', { name: 'Do not write to me again' }).click();
  await expect(page.getByText('You have objected').first()).toBeVisible();
  await visit(page, `${server.url}/leads?lead=${id}`);
  const panel = page.getByRole('complementary', { name: 'Una Holt' });
  await expect(panel.getByText('On the suppression list: nothing may be sent.')).toHaveCount(4);
  await expect(panel.getByText(/May be written to/)).toHaveCount(0);
});

test('a request is noted, answered and a person erased, at 360 px too', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  const id = await addPerson('Jon Reed');
  await visit(page, `${server.url}/leads?lead=${id}`);
  await page.getByRole('button', { name: 'Note access request' }).click();
  await expect(page.getByText(/Wants a copy of their data · due/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`person-${id}.json`);

  await visit(page, `${server.url}/settings`);
  const requests = page.getByRole('region', { name: 'Open requests' });
  await expect(requests.getByRole('link', { name: 'Jon Reed' })).toBeVisible();
  await expectAccessible(page);
  await expectNothingCutOff(page);
  await requests.getByRole('button', { name: /Mark as answered/ }).click();
  await expect(requests.getByText('None.')).toBeVisible();

  // A colleague is writing about them, in two places.
  const colleague = await page.context().browser()?.newContext();
  if (!colleague) throw new Error('The browser has gone.');
  await server.signIn(colleague, 'member');
  const theirs = await colleague.newPage();
  await theirs.goto(`${server.url}/leads?lead=${id}`);
  await theirs.getByLabel('Note about Jon Reed').fill('Jon wants his order by Friday');
  await theirs.getByRole('button', { name: 'Add a task' }).click();
  await theirs.getByRole('textbox', { name: 'What is to be done' }).fill('Ring Jon');
  await theirs.goto(`${server.url}/content`);
  const held = () => theirs.evaluate(() => JSON.stringify(localStorage).match(/Jon/g)?.length ?? 0);
  expect(await held()).toBe(2);

  const friend = await addPerson('Ada Finch', { email: 'ada@example.com' });
  await page.request.post(`${server.url}/api/leads/${friend}/notes`, {
    data: { text: 'Jon Reed sent her to us' },
  });
  await visit(page, `${server.url}/leads?lead=${id}`);
  // What loads above the button would move it from under the press.
  await expect(page.getByRole('button', { name: 'Send source notice' })).toBeVisible();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Jon Reed?' });
  const note = dialog.getByRole('checkbox', { name: /^Note, .* Jon Reed sent her/ });
  await expect(note).not.toBeChecked();
  await note.press('Space');
  await expect(dialog.getByRole('checkbox', { name: 'All of them' })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Person erased' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL((url) => !url.searchParams.has('lead'));
  expect((await page.request.get(`${server.url}/api/leads/${id}`)).status()).toBe(404);
  await expect.poll(held).toBe(0);
  await visit(page, `${server.url}/leads?lead=${friend}`);
  await expect(page.getByText('[erased] sent her to us')).toBeVisible();
  await colleague.close();
});

test('a person is told where their data is from, and asks for it on the page behind the link', async () => {
  const id = await addPerson('Ivy Stone', { email: 'ivy@example.com' });
  await visit(page, `${server.url}/leads?lead=${id}`);
  await expect(page.getByRole('heading', { name: /^Source notice due \d+ \w+$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Send source notice' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Source notice sent \d+ \w+$/ })).toBeVisible();
  await expect(page.getByText('Told where we have their data from')).toBeVisible();
  await expectAccessible(page);

  // For several at once: nobody is told twice, and whoever cannot be written to is counted.
  const nameless = await addPerson('No Address', { handle: 'no_address', platform: 'reddit' });
  await visit(page, `${server.url}/leads?lead=${nameless}`);
  await expect(page.getByText(/^No email address\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send source notice' })).toBeDisabled();
  const { groupId } = await leadOf(id);
  const moved = await page.request.patch(`${server.url}/api/leads/${nameless}`, {
    data: { groupId, version: (await leadOf(nameless)).version },
  });
  expect(moved.ok()).toBe(true);
  await visit(page, `${server.url}/leads?group=${groupId}`);
  await page.getByRole('checkbox', { name: 'Select Ivy Stone' }).check();
  await page.getByRole('checkbox', { name: 'Select No Address' }).check();
  await page.getByRole('button', { name: 'Send source notice' }).click();
  await expect(page.getByText('1 of 2 leads told where you have their data from')).toBeVisible();
  await expect(page.getByText('1 cannot be written to')).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}${await dataChoicesPath(id)}`);
  await expect(page.getByRole('heading', { name: /^Your data at/ })).toBeVisible();
  await expectAccessible(page);
  await expectNothingCutOff(page);
  await page.getByRole('button', { name: 'Delete my data' }).click();
  await expect(page.getByRole('heading', { name: 'Your request has been noted' })).toBeVisible();
  await visit(page, `${server.url}/leads?lead=${id}`);
  await expect(page.getByText(/Wants to be erased · due/)).toBeVisible();
});

test('an admin sets how long data is kept', async () => {
  await visit(page, `${server.url}/settings`);
  const retention = page.getByRole('region', { name: 'Retention' });
  await retention.getByLabel('People who never answered').fill('90');
  await retention.getByRole('button', { name: 'Save retention' }).click();
  await expect(page.getByText('Retention saved')).toBeVisible();
  await page.reload();
  await expect(retention.getByLabel('People who never answered')).toHaveValue('90');
  await expect(page.getByText('Retention changed')).toBeVisible();
});

test('who keeps data for a shorter time is told first how many people that removes, and when', async () => {
  const id = await addPerson('Long ago', { handle: 'long_ago_1' });
  await visit(page, `${server.url}/settings`);
  const retention = page.getByRole('region', { name: 'Retention' });
  const days = retention.getByLabel('People nobody wrote to');
  const save = retention.getByRole('button', { name: 'Save retention' });
  // Whoever was added by hand stays, so nothing is asked.
  await days.fill('27');
  await save.click();
  await expect(page.getByText('Retention saved')).toBeVisible();

  const asked = page.getByRole('dialog', { name: 'Keep data for a shorter time?' });
  await page.route('**/api/privacy/retention/preview*', (route) =>
    route.fulfill({
      json: {
        at: '2030-01-05T04:11:00.000Z',
        removed: { uncontacted_leads: 11, unanswered_leads: 1, ended_consents: 0, strangers_chats: 3 },
        writtenByHand: 2,
      },
    }),
  );
  await days.fill('26');
  await save.click();
  await expect(asked).toContainText('removes 12 people, 2 of them written to by hand and 3 chats for good.');
  await expect(asked).toContainText('5 Jan 2030');
  await expect(asked).toContainText('letters that somebody wrote by hand goes with the people');
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(asked).toHaveCount(0);
  await expect(days).toHaveValue('26');
  await save.click();
  await asked.getByRole('button', { name: 'Shorten the time' }).click();
  await expect(asked).toHaveCount(0);
  await expect(save).toBeDisabled();
  await expect(page.getByText('People nobody wrote to: 27 days before, 26 days now')).toBeVisible();
  // A longer time is nobody's loss.
  await days.fill('28');
  await save.click();
  await expect(page.getByText('People nobody wrote to: 26 days before, 28 days now')).toBeVisible();
  expect((await page.request.get(`${server.url}/api/leads/${id}`)).ok()).toBe(true);
});

test('an admin says what stands behind a claim, and takes it back', async () => {
  await visit(page, `${server.url}/settings`);
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await evidence.getByRole('button', { name: 'Add evidence' }).click();
  await evidence.getByRole('button', { name: 'Add evidence' }).click();
  await expect(evidence.getByText('Enter a title.')).toBeVisible();
  await evidence.getByLabel('Words of the claim').fill('clinically tested');
  await evidence.getByLabel('Source').fill('Sleep trial, 120 adults');
  await evidence.getByLabel('Its address').fill('https://journal.test/1');
  await evidence.getByLabel('Published on').fill('2025-03-01');
  await expectAccessible(page);
  await evidence.getByRole('button', { name: 'Add evidence' }).click();
  await expect(evidence.getByRole('link', { name: 'Sleep trial, 120 adults' })).toBeVisible();
  await evidence.getByRole('button', { name: 'Remove evidence for “clinically tested”' }).click();
  await expect(evidence.getByText(/^None yet\./)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(evidence.getByRole('link', { name: 'Sleep trial, 120 adults' })).toBeVisible();
});
