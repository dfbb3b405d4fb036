import { expect, type Page, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { ADMIN } from '../support/client.ts';
import { expectAccessible, useServer } from '../support/e2e.ts';

const PERIOD_MS = 30_000;

const server = useServer({ demo: false });

/** The code of this period, or of one after it: for half a minute more each is taken, and each later one is new. */
const codeOf = (secret: string, periodsAhead = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + periodsAhead * PERIOD_MS });

const account = (page: Page) => page.getByRole('region', { name: 'Your account' });
const dialog = (page: Page) => page.getByRole('dialog');
const code = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });

async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto(`${server.url}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
}

test('two-factor sign-in is set up by the keyboard, asked for, and taken off by an admin', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(60_000);
  await server.signIn(context, 'member');
  const { email } = await (await context.request.get(`${server.url}/api/auth/user`)).json();
  await page.goto(`${server.url}/settings#your-account`);
  await account(page).getByRole('button', { name: 'Set up' }).press('Enter');
  await expect(page.getByLabel('Your password', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('not it');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
    'This is not the password of now.',
  );
  await page.getByLabel('Your password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');

  await expect(code(page)).toBeFocused();
  await expect(dialog(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = await dialog(page).locator('code').innerText();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(code(page)).toHaveAccessibleDescription(/This code is wrong/);
  await expect(dialog(page).locator('[aria-live=assertive]')).toHaveText(/This code is wrong/);
  // What was wrong is replaced by what is typed.
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');

  await expect(dialog(page)).toContainText('Keep your recovery codes');
  await expect(dialog(page).getByText('Two-factor sign-in is on.')).toBeFocused();
  await expectAccessible(page);
  const codes = await dialog(page).getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('yarrow-recovery-codes.txt');
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('alert')).toHaveText(/cannot be shown again/);
  await dialog(page).getByRole('button', { name: 'I have kept them' }).press('Enter');
  await expect(account(page)).toContainText('10 recovery codes are left.');
  await expectAccessible(page);

  const theirs = await browser.newContext({ storageState: await context.storageState() });
  const other = await theirs.newPage();
  await other.goto(`${server.url}/api/logout`);
  await givePassword(other, email);
  await expect(other.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expect(code(other)).toBeFocused();
  await expectAccessible(other);
  await other.keyboard.type('000000');
  await other.keyboard.press('Enter');
  await expect(code(other)).toHaveAccessibleDescription(/This code is wrong/);
  await code(other).fill(codeOf(secret, 1));
  await other.keyboard.press('Enter');
  await expect(other.getByRole('banner')).toContainText('member Person');

  await other.goto(`${server.url}/api/logout`);
  await givePassword(other, email);
  await code(other).fill(codes[0] ?? '');
  await other.keyboard.press('Enter');
  await expect(other.getByRole('banner')).toContainText('member Person');
  await other.goto(`${server.url}/settings#your-account`);
  await expect(account(other)).toContainText('9 recovery codes are left.');

  await account(other).getByRole('button', { name: 'New recovery codes' }).click();
  await other.getByLabel('Your password', { exact: true }).fill(ADMIN.password);
  await code(other).fill(codes[1] ?? '');
  await expectAccessible(other);
  await other.keyboard.press('Enter');
  await expect(dialog(other)).toContainText('Those of before are good for nothing any more.');
  await expect(dialog(other).getByText('Each of these 10 codes')).toBeFocused();
  await other.keyboard.press('Escape');
  await other.keyboard.press('Escape');
  await expect(account(other)).toContainText('10 recovery codes are left.');
  await expect(account(other).getByRole('button', { name: 'New recovery codes' })).toBeFocused();

  const admins = await browser.newContext();
  await server.signIn(admins);
  const desk = await admins.newPage();
  await desk.goto(`${server.url}/settings#people`);
  const row = desk
    .getByRole('region', { name: 'People' })
    .getByRole('listitem')
    .filter({ hasText: 'member Person' });
  await expect(row).toContainText('Two-factor sign-in');
  await row.getByRole('button', { name: 'More about member Person' }).click();
  await desk.getByRole('menuitem', { name: 'Take off two-factor sign-in' }).click();
  await expectAccessible(desk);
  await desk.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: 'More about member Person' })).toBeFocused();
  await desk.keyboard.press('Enter');
  await desk.getByRole('menuitem', { name: 'Take off two-factor sign-in' }).press('Enter');
  await dialog(desk).getByRole('button', { name: 'Take off' }).click();
  await expect(desk.getByText('member Person signs in with the password alone now')).toBeVisible();
  await expect(row).not.toContainText('Two-factor sign-in');
  await expect(other.getByRole('button', { name: 'Get Started' })).toBeVisible();
  await givePassword(other, email);
  await expect(other.getByRole('banner')).toContainText('member Person');

  await row.getByRole('button', { name: 'More about member Person' }).click();
  await desk.getByRole('menuitem', { name: 'Log out everywhere' }).click();
  await expect(desk.getByText('member Person is logged out everywhere')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Get Started' })).toBeVisible();
  await Promise.all([theirs.close(), admins.close()]);
});

test('two-factor sign-in is turned off by who has it, by password and code', async ({ page, context }) => {
  await server.signIn(context, 'member');
  await page.goto(`${server.url}/settings#your-account`);
  await account(page).getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  const secret = await dialog(page).locator('code').innerText();
  await code(page).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'I have kept them' }).click();

  await account(page).getByRole('button', { name: 'Turn off' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(ADMIN.password);
  await code(page).fill('000000');
  await page.keyboard.press('Enter');
  await expect(code(page)).toHaveAccessibleDescription(/This code is wrong/);
  await code(page).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Two-factor sign-in is off')).toBeVisible();
  await expect(account(page).getByRole('heading', { name: 'Two-factor sign-in' })).toBeFocused();
});

test('required two-factor sign-in is announced on every screen and then asked for before the app', async ({
  page,
  context,
  browser,
}) => {
  await server.signIn(context, 'member');
  const admins = await browser.newContext();
  await server.signIn(admins);
  const desk = await admins.newPage();
  await desk.goto(`${server.url}/settings#people`);
  const people = desk.getByRole('region', { name: 'People' });
  await page.goto(`${server.url}/leads`);

  await people.getByRole('button', { name: 'Require in 14 days' }).press('Enter');
  await expect(desk.getByText(/^Two-factor sign-in is required from \d+ \w+$/)).toBeVisible();
  await expect(people).toContainText('Until then Yarrow reminds them.');
  await expectAccessible(desk);
  const notice = page.getByRole('status').filter({ hasText: 'Two-factor sign-in is required from' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole('link', { name: 'Set up' }).press('Enter');
  await expect(account(page).getByRole('button', { name: 'Set up' })).toBeVisible();

  await people.getByRole('button', { name: 'Require now' }).press('Enter');
  const heading = page.getByRole('heading', { name: 'Set up two-factor sign-in' });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(desk.getByRole('heading', { name: 'Set up two-factor sign-in' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set up' }).press('Enter');
  await page.getByLabel('Your password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.keyboard.type(codeOf(await dialog(page).locator('code').innerText()));
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10);
  await dialog(page).getByRole('button', { name: 'I have kept them' }).press('Enter');
  await expect(page.getByRole('banner')).toContainText('member Person');
  await expect(account(page)).toContainText('10 recovery codes are left.');
  await expect(notice).toBeHidden();
  await admins.close();
});
