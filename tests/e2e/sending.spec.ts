import { expect, test } from '@playwright/test';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { Message } from '#features/delivery/contract.ts';
import { expectAccessible, useServer, visit } from '../support/e2e.ts';
import { startImapServer } from '../support/imap-server.ts';
import { startMailServer } from '../support/mail-server.ts';

const server = useServer({ demo: false, env: { MAIL_HOSTS_ALLOW: '127.0.0.1' } });

// S2.8
test('a mailbox is added, a campaign paced and checked, an answer heard and answered, a person kept out', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const smtp = await startMailServer();
  const imap = await startImapServer();
  await server.signIn(context);
  const api = async <T>(path: string, data: unknown): Promise<T> =>
    (await (await context.request.post(`${server.url}${path}`, { data })).json()) as T;
  const group = await api<{ id: string }>('/api/lead-groups', { name: 'Evenings' });
  await api('/api/leads', {
    name: 'Dana Whitlow',
    email: 'dana@clinic.test',
    groupId: group.id,
    legalGround: 'consent',
  });

  await test.step('Settings: a mailbox, checked by logging in', async () => {
    await visit(page, `${server.url}/settings`);
    const mailboxes = page.getByRole('region', { name: 'Mailboxes' });
    await expect(mailboxes).toContainText('None yet');
    await mailboxes.getByRole('button', { name: 'Add mailbox' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add mailbox' });
    await dialog.getByRole('button', { name: 'Add mailbox' }).click();
    await expect(dialog.getByText('Enter a valid email address.')).toBeVisible();
    await dialog.getByLabel('Email address').fill('mia@northwind.test');
    await dialog.getByLabel('Username').fill('mia');
    await dialog.getByLabel('Password', { exact: true }).fill('secret');
    for (const [name, port] of [
      ['Sending (SMTP)', smtp.port],
      ['Reading answers (IMAP)', imap.port],
    ] as const) {
      const part = dialog.getByRole('group', { name });
      await part.getByLabel('Server').fill('127.0.0.1');
      await part.getByLabel('Port').fill(String(port));
      await part.getByRole('combobox', { name: 'Encryption' }).click();
      await page.getByRole('option', { name: 'None' }).click();
    }
    await dialog.getByRole('button', { name: 'Add mailbox' }).click();
    await expect(mailboxes).toContainText('0 of 30 messages today, 1 minute apart');
    await mailboxes.getByRole('button', { name: 'Check' }).click();
    await expect(mailboxes).toContainText('Sending: The mail server let us in.');
    await expectAccessible(page);
  });

  await test.step('Composer: schedule, preflight, a test to oneself', async () => {
    await visit(page, `${server.url}/campaigns`);
    await page.getByRole('button', { name: 'New Campaign' }).click();
    const dialog = page.getByRole('dialog', { name: /campaign/ });
    await dialog.getByLabel('Campaign name').fill('Winter evenings');
    await dialog.getByRole('combobox', { name: 'Landing page' }).click();
    await page.getByRole('option', { name: 'Custom URL' }).click();
    await dialog.getByRole('textbox', { name: 'Custom URL' }).fill('https://landing.test/evenings');
    await dialog.getByRole('checkbox', { name: 'Email', exact: true }).check();
    await dialog.getByRole('checkbox', { name: /Evenings/ }).check();
    const schedule = dialog.getByRole('region', { name: 'Schedule' });
    await expect(schedule.getByRole('row')).toHaveCount(1);
    await schedule.getByRole('button', { name: 'Change' }).click();
    const times = page.getByRole('dialog', { name: 'Schedule' });
    await times.getByRole('checkbox', { name: /Only on some days/ }).check();
    await times.getByLabel('Until').fill('08:00');
    await expect(times.getByRole('alert')).toHaveText('The end must be later than the beginning.');
    await times.getByRole('checkbox', { name: /Only on some days/ }).uncheck();
    await times.getByRole('button', { name: 'Set schedule' }).click();
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(dialog.getByRole('region', { name: 'Preflight' })).toContainText(
      'Nobody outside can open 127.0.0.1',
    );
    const tests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/campaigns/test-mail'))
        tests.push(request.url());
    });
    await dialog.getByRole('button', { name: 'Send test' }).dblclick();
    await expect(page.getByText('Test sent')).toBeVisible();
    expect(tests).toHaveLength(1);
    await expectAccessible(page);
  });

  await test.step('Launch: what is not in order is said first', async () => {
    const dialog = page.getByRole('dialog', { name: 'Create campaign' });
    const workspace = async (change: object): Promise<void> => {
      const response = await context.request.patch(`${server.url}/api/settings/workspace`, { data: change });
      expect(response.ok()).toBe(true);
    };
    await workspace({ postalAddress: '' });
    await dialog.getByRole('button', { name: 'Launch Campaign' }).click();
    const asked = page.getByRole('dialog', { name: /^Launch with \d+ things? to mend/ });
    await expect(asked).toContainText('Postal address');
    await expect(asked.getByRole('link', { name: 'Open the settings' })).toBeVisible();
    await expectAccessible(page);
    await workspace({ postalAddress: '1 Mill Lane, Leeds' });
    await asked.getByRole('button', { name: 'Check again' }).click();
    await expect(asked).not.toContainText('Postal address');
    await expect(asked).toContainText('Nobody outside can open 127.0.0.1');
    await asked.getByRole('button', { name: 'Go back' }).click();
    await expect(page.getByText('Campaign launched')).toBeHidden();
    await dialog.getByRole('button', { name: 'Launch Campaign' }).click();
    await asked.getByRole('button', { name: 'Launch anyway' }).click();
    await expect(page.getByText('Campaign launched')).toBeVisible();
  });

  await test.step('Replies: an answer arrives, is labelled, and is answered from its draft', async () => {
    const dana = () => smtp.received.filter(({ to }) => to === 'dana@clinic.test');
    await expect.poll(() => dana().length, { timeout: 20_000 }).toBe(1);
    const [campaign] = (await (
      await context.request.get(`${server.url}/api/campaigns`)
    ).json()) as Campaign[];
    const messages = (await (
      await context.request.get(`${server.url}/api/campaigns/${campaign?.id}/messages`)
    ).json()) as Message[];
    imap.deliver(
      [
        'From: Dana Whitlow <dana@clinic.test>',
        'To: mia@northwind.test',
        'Subject: Re: Evenings',
        'Message-ID: <a1@clinic.test>',
        `In-Reply-To: <${messages[0]?.id}@northwind.test>`,
        '',
        'Sounds good, tell me more!',
      ].join('\n'),
    );
    await page.setViewportSize({ width: 360, height: 760 });
    await visit(page, `${server.url}/campaigns/replies`);
    // The inbox is looked into every 30 s.
    await page.getByRole('button', { name: 'Dana Whitlow' }).click({ timeout: 45_000 });
    const thread = page.getByRole('region', { name: 'Conversation' });
    await expect(thread).toContainText('labelled by the built-in engine');
    await thread.getByRole('button', { name: 'Draft by Built-in engine' }).click();
    await expect(thread.getByLabel('Your answer')).toHaveValue(
      /Hi Dana,[\s\S]*https:\/\/landing\.test\/evenings/,
    );
    await expectAccessible(page);
    await thread.getByRole('button', { name: 'Send answer' }).click();
    await expect.poll(() => dana().length, { timeout: 10_000 }).toBe(2);
    await thread.getByRole('button', { name: 'Back to the list' }).click();
    await expect(page.getByText('No open replies')).toBeVisible();
  });

  await test.step('Settings: the suppression list takes addresses in', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await visit(page, `${server.url}/settings`);
    const list = page.getByRole('region', { name: 'Suppression list' });
    await list.getByRole('button', { name: 'Add addresses' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add addresses' });
    const addresses = dialog.getByLabel('Email addresses');
    await addresses.fill('dana@clinic.test\nhans at web.de');
    await dialog.getByRole('button', { name: 'Add addresses' }).click();
    await expect(dialog.getByText('This is no email address and was not added.')).toBeVisible();
    await expect(addresses).toHaveValue('hans at web.de');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(list.getByRole('link', { name: 'Dana Whitlow' })).toBeVisible();
    await expect(list).toContainText('Added by hand');
    await expectAccessible(page);
    await list.getByRole('button', { name: 'Take off the list: Dana Whitlow' }).click();
    const lift = page.getByRole('dialog', { name: 'Take Dana Whitlow off the list' });
    await lift.getByLabel('Reason').fill('by mistake');
    await lift.getByRole('button', { name: 'Take off the list' }).click();
    await expect(lift.getByText('Give a reason of at least 20 characters.')).toBeVisible();
    await expectAccessible(page);
    await lift.getByLabel('Reason').fill('Entered by mistake, it was meant for another list.');
    await lift.getByRole('button', { name: 'Take off the list' }).click();
    await expect(list.getByRole('link', { name: 'Dana Whitlow' })).toHaveCount(0);
  });
  await smtp.close();
  await imap.close();
});
