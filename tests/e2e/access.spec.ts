import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { ADMIN, GATE_PASSWORD } from '../support/client.ts';
import { expectAccessible, useServer } from '../support/e2e.ts';

const BUILT_APP = fileURLToPath(new URL('../../dist/web', import.meta.url));

const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
const accessButton = (page: Page) => page.getByRole('button', { name: 'Access Platform' });
const storedFlag = (page: Page) => page.evaluate(() => localStorage.getItem('testing-access'));

async function passGate(page: Page, password = GATE_PASSWORD): Promise<void> {
  await passwordField(page).fill(password);
  await accessButton(page).click();
}

/** Past the gate without its screen. */
async function grant(context: BrowserContext, url: string): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('testing-access', 'granted'));
  await context.request.post(`${url}/api/access`, { data: { password: GATE_PASSWORD } });
}

const server = useServer({ demo: false });

test.describe('the testing gate', () => {
  // S2.2-01 S4-01
  test('stands before everything, on every path', async ({ page }) => {
    for (const path of ['/', '/leads', '/settings', '/sign-in', '/landing', '/no/such/page']) {
      await page.goto(server.url + path);
      await expect(page.getByText('Testing Access Required')).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await expect(page.getByText('404 Page Not Found')).toHaveCount(0);
    }
  });

  // S2.2-02 S2.2-03 S2.2-04 S2.2-05 S2.2-07 S2.2-08 S5-01
  test('says what it is and whom to ask, shows the password on demand and takes no empty one', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(request.url());
    });
    await page.goto(server.url);
    await expect(page).toHaveTitle('Yarrow');
    await expect(page.getByRole('heading', { name: 'Yarrow', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Testing Access Required' })).toBeVisible();
    await expect(accessButton(page)).toHaveText('Access Platform');
    await expect(page.getByText('No password? Contact the team for access.')).toBeVisible();
    await expectAccessible(page);

    await expect(accessButton(page)).toBeDisabled();
    await passwordField(page).press('Enter');
    await accessButton(page).press('Enter');
    await expect(passwordField(page), 'a press of the held button goes to the field').toBeFocused();
    await passwordField(page).fill('secret');
    await expect(accessButton(page)).toBeEnabled();
    await expect(passwordField(page)).toHaveAttribute('type', 'password');
    const show = page.getByRole('button', { name: 'Show password', exact: true });
    await show.click();
    await expect(passwordField(page)).toHaveAttribute('type', 'text');
    await expect(show).toHaveAttribute('aria-pressed', 'true');
    await show.click();
    await expect(show).toHaveAttribute('aria-pressed', 'false');
    await expect(passwordField(page)).toHaveAttribute('type', 'password');
    await expect(passwordField(page)).toHaveValue('secret');
    await passwordField(page).fill('');
    await expect(accessButton(page)).toBeDisabled();
    expect(asked).toEqual([]);
  });

  // S2.2-06 S2.2-08 S5-05 S8-01
  test('verifies for 500 ms before it says no', async ({ page }) => {
    await page.clock.install();
    await page.goto(server.url);
    await page.clock.pauseAt(Date.now() + 60_000);
    const answered = page.waitForResponse('**/api/access');
    await passGate(page, 'Open Sesame');
    const verifying = page.getByRole('button', { name: 'Verifying...' });
    await expect(verifying).toBeDisabled();
    expect((await answered).status()).toBe(401);
    await page.clock.runFor(400);
    await expect(verifying).toBeVisible();
    await expect(page.getByText('Access Denied')).toHaveCount(0);
    await page.clock.runFor(200);
    const toast = page.getByRole('alert').filter({ hasText: 'Access Denied' });
    await expect(toast).toContainText('Incorrect password. Please contact the team for access.');
    await expect(toast.locator('[data-toast=destructive]')).toBeVisible();
    await expect(accessButton(page)).toBeEnabled();
    await expect(passwordField(page)).toBeFocused();
    await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(passwordField(page)).toHaveAccessibleDescription('This password was not accepted.');
    await passwordField(page).fill('Open');
    await expect(passwordField(page)).not.toHaveAttribute('aria-invalid');
    expect(await storedFlag(page)).toBeNull();
  });

  // S4-02 S5-05 S8-02 S2.3-01
  test('opens on the landing page, and remembers', async ({ page }) => {
    await page.clock.install();
    await page.goto(server.url);
    await page.clock.pauseAt(Date.now() + 60_000);
    const answered = page.waitForResponse('**/api/access');
    await passGate(page);
    expect((await answered).status()).toBe(200);
    await page.clock.runFor(400);
    expect(await storedFlag(page)).toBeNull();
    await page.clock.runFor(200);
    const toast = page.getByRole('status').filter({ hasText: 'Access Granted' });
    await expect(toast).toContainText('Welcome to the Yarrow testing environment.');
    expect(await storedFlag(page)).toBe('granted');
    await page.clock.resume();
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }), 'who listens is led to what came').toBeFocused();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  });

  test('opens on plain http from another machine, where browsers leave parts of themselves out', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      for (const part of ['randomUUID', 'subtle']) Reflect.deleteProperty(Crypto.prototype, part);
      Reflect.deleteProperty(Navigator.prototype, 'clipboard');
    });
    await page.goto(server.url);
    await passGate(page);
    await expect(page.getByText('Testing Access Required')).toBeHidden();
    expect(await storedFlag(page)).toBe('granted');
  });

  // S2.2-09
  test('shows a spinner while the stored flag is checked, and the gate when the server does not know it', async ({
    page,
    context,
  }) => {
    await context.addInitScript(() => localStorage.setItem('testing-access', 'granted'));
    let answer = (): void => undefined;
    await page.route('**/api/access', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.continue();
    });
    await page.goto(server.url);
    await expect(page.getByText('Loading...')).toBeVisible();
    await expect(page.getByText('Testing Access Required')).toHaveCount(0);
    answer();
    await expect(page.getByText('Testing Access Required')).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
  });

  // S5-04
  test('holds the password in no file that the browser loads', async ({ page }) => {
    const files = readdirSync(BUILT_APP, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      expect(readFileSync(join(file.parentPath, file.name)).includes(GATE_PASSWORD), file.name).toBe(false);
    }
    const bodies: Promise<[string, string]>[] = [];
    page.on('response', (response) => {
      if (response.status() < 300)
        bodies.push(
          response.text().then(
            (text) => [response.url(), text],
            () => ['', ''],
          ),
        );
    });
    await page.goto(server.url);
    await passGate(page);
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
    for (const [url, text] of await Promise.all(bodies)) expect(text, url).not.toContain(GATE_PASSWORD);
  });

  test('is there before the scripts are, as it stays, and what was typed meanwhile counts', async ({
    page,
  }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.{js,css}', async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto(server.url, { waitUntil: 'commit' });
    await expect(accessButton(page)).toBeDisabled();
    await passwordField(page).focus();
    await page.evaluate(() => document.fonts.ready);
    const before = await page.screenshot({ caret: 'hide', animations: 'disabled' });
    await page.keyboard.type('half a pass');
    release();
    await expect(accessButton(page)).toBeEnabled();
    await expect(passwordField(page)).toHaveValue('half a pass');
    await expect(passwordField(page)).toBeFocused();
    await passwordField(page).fill('');
    await expect(accessButton(page)).toBeDisabled();
    await expect
      .poll(async () => (await page.screenshot({ caret: 'hide', animations: 'disabled' })).equals(before))
      .toBe(true);
    expect(complaints).toEqual([]);
  });

  test('who was inside sees that it opens, not the gate, while the scripts load', async ({ page }) => {
    await page.context().addInitScript(() => localStorage.setItem('testing-access', 'granted'));
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(server.url, { waitUntil: 'commit' });
    await expect(page.getByText('Loading...')).toBeVisible();
    await expect(page.getByText('Testing Access Required')).toBeHidden();
  });

  test('without scripts it says that it needs them', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(server.url);
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.locator('noscript p')).toContainText('Yarrow needs JavaScript.');
    await expect(page.getByText('Testing Access Required')).toBeVisible();
    await expect(page.getByText('Loading...')).toBeHidden();
    await expect(accessButton(page)).toBeDisabled();
    await context.close();
  });

  test('works by keyboard alone', async ({ page }) => {
    await page.goto(server.url);
    await expect(passwordField(page)).toBeFocused();
    await page.keyboard.type(GATE_PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(passwordField(page)).toHaveAttribute('type', 'text');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const start = page.getByRole('button', { name: 'Get Started' });
    await expect(start).toBeVisible();
    await start.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(ADMIN.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  // S4-03
  test('says when the server cannot be asked, tries again, and a reload with flag and cookie asks for nothing', async ({
    page,
  }) => {
    await page.goto(server.url);
    await page.route('**/api/access', (route) => route.abort());
    await passGate(page);
    await expect(page.getByText('The password was not checked')).toBeVisible();
    await page.unroute('**/api/access');
    await accessButton(page).click();
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
    await expect(page.getByText('Testing Access Required')).toHaveCount(0);
  });

  test('a person who comes to a call without a grant is led to the gate', async ({ page }) => {
    const response = await page.goto(`${server.url}/api/login`);
    expect(response?.status()).toBe(401);
    await expect(page.getByText('Testing Access Required')).toBeVisible();
  });
});

test.describe('the ways in', () => {
  test.beforeEach(({ context }) => grant(context, server.url));

  // S2.3-02 S2.3-03 S2.3-04 S6-02 S6-03 S7-53
  test('the landing page names what it is and six capabilities, asks once who is there, and Get Started takes the whole browser to /api/login, which leads to the sign-in page', async ({
    page,
  }) => {
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/user')) asked += 1;
    });
    await page.goto(server.url);
    await expect(page.getByText('AI Powered Growth Platform')).toBeVisible();
    await expect(page.locator('main svg').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Lead Generation',
      'Campaign Builder',
      'AI Chatbot',
      'Community Builder',
      'Analytics Engine',
      'CRM & Tracking',
    ]);
    await page.waitForLoadState('networkidle');
    expect(asked).toBe(1);
    await expectAccessible(page);
    const navigation = page.waitForRequest(
      (request) => request.url() === `${server.url}/api/login` && request.isNavigationRequest(),
    );
    await page.getByRole('button', { name: 'Get Started' }).click();
    await navigation;
    await expect(page).toHaveURL(`${server.url}/sign-in`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expectAccessible(page);
  });

  test('sign-in leads back to the page somebody wanted', async ({ page }) => {
    await page.goto(`${server.url}/settings`);
    await page.getByRole('button', { name: 'Get Started' }).click();
    await expect(page).toHaveURL(/\/sign-in\?to=/);
    await page.getByLabel('Email').fill(ADMIN.email);
    await passwordField(page).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/settings`);
  });

  test('a refused sign-in is said in the form, without leaving it', async ({ page }) => {
    await page.goto(`${server.url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Enter a valid email address.')).toBeVisible();
    await expect(page.getByText('Enter the password.')).toBeVisible();
    await page.getByLabel('Email').fill('nobody@yarrow.test');
    await passwordField(page).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(passwordField(page)).toBeFocused();
    await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(passwordField(page)).toHaveAccessibleDescription(
      'The email address or the password is wrong.',
    );
    await expect(page).toHaveURL(`${server.url}/sign-in`);
    await expectAccessible(page);
  });

  test('where an issuer is configured the sign-in page leads there and says why it did not work', async ({
    page,
  }) => {
    const json = { needsFirstAdmin: false, hasOidc: true, issuerHost: 'id.yarrow.test' };
    await page.route('**/api/auth/options', (route) => route.fulfill({ json }));
    await page.goto(`${server.url}/sign-in?error=account_not_linked`);
    await expect(page.getByRole('alert').filter({ hasText: 'id.yarrow.test' })).toContainText(
      'Ask an admin.',
    );
    const navigation = page.waitForRequest(`${server.url}/api/login`);
    await page.getByRole('button', { name: 'Continue at id.yarrow.test' }).click();
    await navigation;
  });

  test('the window of somebody who is known is apart from the page that opened it', async ({
    page,
    context,
  }) => {
    const policy = async () => (await page.goto(server.url))?.headers()['cross-origin-opener-policy'];
    await context.clearCookies();
    expect(await policy()).toBeUndefined();
    await server.signIn(context);
    expect(await policy()).toBe('same-origin');
  });

  // S2.4-01 S2.1-09
  test('an address without a route shows the not-found page outside the shell', async ({ page, context }) => {
    for (const isSignedIn of [false, true]) {
      if (isSignedIn) await server.signIn(context);
      await page.goto(`${server.url}/no/such/page`);
      await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
      await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await expect(page.getByRole('banner')).toHaveCount(0);
    }
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  test('an admin invites somebody, who takes it up once', async ({ page, context, browser }) => {
    await server.signIn(context);
    await page.goto(`${server.url}/settings`);
    const invitations = page.getByRole('region', { name: 'Invitations' });
    await invitations.getByLabel('Email').fill('nadia@yarrow.test');
    await invitations.getByRole('button', { name: 'Create link' }).click();
    const link = await invitations.locator('code').innerText();
    await expect(invitations.getByRole('listitem').filter({ hasText: 'nadia@yarrow.test' })).toBeVisible();

    const theirs = await browser.newContext();
    const guest = await theirs.newPage();
    await guest.goto(link);
    await passGate(guest);
    await expect(guest.getByRole('heading', { name: 'You are invited' })).toBeVisible();
    await expectAccessible(guest);
    await guest.getByLabel('First name').fill('Nadia');
    await guest.getByLabel('Last name').fill('Brook');
    await passwordField(guest).fill('short');
    await guest.getByRole('button', { name: 'Accept and sign in' }).click();
    await expect(guest.getByText('At least 8 characters.')).toBeVisible();
    await passwordField(guest).fill(ADMIN.password);
    await guest.getByRole('button', { name: 'Accept and sign in' }).click();
    await expect(guest.getByRole('banner')).toContainText('Nadia Brook');
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: 'This invitation has ended' })).toBeVisible();
    await theirs.close();

    // The admin's page has heard of it.
    await expect(page.getByRole('region', { name: 'People' })).toContainText('Nadia Brook');
  });

  test('an admin hands over a link that sets a forgotten password', async ({ page, context, browser }) => {
    const theirs = await browser.newContext();
    await server.signIn(theirs, 'viewer');
    const forgetful = await theirs.newPage();
    await forgetful.goto(server.url);
    await expect(forgetful.getByRole('banner')).toContainText('viewer Person');

    await server.signIn(context);
    await page.goto(`${server.url}/settings`);
    const people = page.getByRole('region', { name: 'People' });
    const row = people.getByRole('listitem').filter({ hasText: 'viewer Person' });
    await row.getByRole('button', { name: 'Password link for viewer Person' }).click();
    await expect(row.getByRole('status')).toContainText('Hand this link to viewer Person');
    const link = await row.locator('code').innerText();
    await expectAccessible(page);

    const other = await theirs.newPage();
    await other.goto(link);
    await expect(other.getByRole('heading', { name: 'A new password' })).toBeVisible();
    await expectAccessible(other);
    await passwordField(other).fill('short');
    await other.getByRole('button', { name: 'Set password and sign in' }).click();
    await expect(other.getByText('At least 8 characters.')).toBeVisible();
    await passwordField(other).fill('a quite new password');
    await other.getByRole('button', { name: 'Set password and sign in' }).click();
    await expect(other.getByRole('banner')).toContainText('viewer Person');
    await expect(other).toHaveURL(`${server.url}/`);
    await other.goto(link);
    await expect(other.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
    await theirs.close();
  });

  test('somebody changes their own password where they see what they are signed in with', async ({
    page,
    context,
    browser,
  }) => {
    await server.signIn(context, 'member');
    await page.goto(server.url);
    await page.getByRole('banner').getByRole('button', { name: 'member Person' }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    const account = page.getByRole('region', { name: 'Your account' });
    await expect(account.getByRole('heading', { name: 'Your account' })).toBeFocused();
    await expect(account.getByRole('listitem').filter({ hasText: 'this browser' })).toHaveText(
      /Chrome on Linux/,
    );
    await expectAccessible(page);

    const elsewhere = await browser.newContext({ storageState: await context.storageState() });
    const other = await elsewhere.newPage();
    await other.goto(server.url);
    await expect(other.getByRole('banner')).toContainText('member Person');

    const [now, next] = [account.getByLabel('Password of now'), account.getByLabel('New password')];
    const change = account.getByRole('button', { name: 'Change password' });
    await now.fill('a wrong one');
    await next.fill('Password123');
    await change.click();
    await expect(now).toHaveAccessibleDescription('This is not the password of now.');
    await now.fill(ADMIN.password);
    await change.click();
    await expect(next).toHaveAccessibleDescription(/Guessers try this one first/);
    await next.fill('a quite new password');
    await change.click();
    await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
    await expect(now).toHaveValue('');
    await other.reload();
    await expect(other.getByRole('button', { name: 'Get Started' })).toBeVisible();
    await elsewhere.close();
  });
});

test.describe('a new installation', () => {
  const fresh = useServer({ demo: false, env: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } });

  test('the first visitor past the gate creates the admin account', async ({ page, context }) => {
    await grant(context, fresh.url);
    await page.goto(fresh.url);
    await page.getByRole('button', { name: 'Get Started' }).click();
    await expect(page).toHaveURL(`${fresh.url}/first-admin`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Enter a name.')).toHaveCount(2);
    await page.getByLabel('First name').fill('Priya');
    await page.getByLabel('Last name').fill('Marlow');
    await page.getByLabel('Email').fill('priya@yarrow.test');
    await passwordField(page).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('banner')).toContainText('Priya Marlow');
    await page.goto(`${fresh.url}/first-admin`);
    await expect(page).toHaveURL(`${fresh.url}/`);
  });
});
