import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { ADMIN, GATE_PASSWORD, testClient } from '../support/client.ts';
import { expectAccessible, keepPage, useServer, visit } from '../support/e2e.ts';

const LINKS = [
  ['Dashboard', '/'],
  ['Lead', '/leads'],
  ['Campaign', '/campaigns'],
  ['Content', '/content'],
  ['CRM', '/crm'],
  ['AI Agent', '/chatbot'],
  ['Community', '/community'],
] as const;

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const header = (page: Page) => page.getByRole('banner');
const usage = (page: Page) => page.getByRole('region', { name: 'Usage This Month' });

test.describe('the shell around the demo workspace', () => {
  const server = useServer({ demo: true });
  let context: BrowserContext;
  let page: Page;
  keepPage(server, (kept) => {
    page = kept;
    context = kept.context();
  });

  // S2.1-01 S2.1-02 S2.1-03 S2.1-04 S2.1-05 S2.1-06 S2.1-07 S2.1-08 S2.1-10 S2.1-11 S2.5-03 S2.5-08
  test('each place is in the shell under its title, and alone scrolls', async () => {
    for (const [path, title, link, sight = title] of [
      ['/', 'Dashboard', 'Dashboard', 'Quick Actions'],
      ['/leads', 'Lead Manager', 'Lead', 'Dana Whitlow'],
      ['/campaigns', 'Campaign Builder', 'Campaign', 'Recent campaigns'],
      ['/content', 'Content Manager', 'Content'],
      ['/crm', 'CRM & Tracking', 'CRM', 'people in the pipeline'],
      ['/chatbot', 'AI Agent Manager', 'AI Agent'],
      ['/community', 'Community', 'Community'],
      ['/landing', 'Landing', null],
      ['/analytics', 'Analytics', null],
      ['/settings', 'Settings', null, 'Demo data'],
    ] as const) {
      const answer = await context.request.get(server.url + path, { headers: { accept: 'text/html' } });
      expect(await answer.text(), path).toContain('<title>Yarrow');
      await visit(page, server.url + path);
      await expect(header(page)).toContainText('Yarrow');
      await expect(header(page).locator('[aria-current=page]')).toHaveText(title);
      await expect(page).toHaveTitle(`${title} · Yarrow`);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      if (sight !== title) await expect(page.getByRole('main').getByText(sight).first()).toBeVisible();
      const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]');
      if (link === null) await expect(current).toHaveCount(0);
      else await expect(current).toHaveText([link]);
      const beyondPx = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect(beyondPx, path).toBe(0);
    }
  });

  // S2.5-01 S2.5-02 S2.5-04 S2.5-05 S2.5-06
  test('the sidebar begins with the brand, has exactly seven links, and counts the month: one more discovered lead without a reload', async () => {
    await visit(page, server.url);
    await expect(usage(page).getByText('Usage This Month', { exact: true })).toBeVisible();
    // What stands before the page's own heading is none.
    await expect(page.getByRole('heading').first()).toHaveAccessibleName('Analytics & Performance');
    await expect(usage(page).getByRole('listitem')).toHaveText([
      '3 campaigns',
      '127 leads discovered',
      'Last active: Today',
    ]);
    await expect(sidebar(page)).toContainText(/^Yarrow/);
    const links = sidebar(page).getByRole('link');
    await expect(links).toHaveText(LINKS.map(([label]) => label));
    for (const [index, [label, path]] of LINKS.entries()) {
      await expect(links.nth(index)).toHaveAttribute('href', path);
      await links.nth(index).click();
      await expect(page).toHaveURL(server.url + path);
      await expect(sidebar(page).locator('[aria-current=page]')).toHaveText([label]);
    }
    const admin = testClient(server.url);
    await admin.post('/api/access', { password: GATE_PASSWORD });
    await admin.post('/api/auth/sign-in/email', ADMIN);
    const { id } = await admin.post<{ id: string }>('/api/lead-groups', {
      name: 'One more',
      description: '',
    });
    await admin.post('/api/leads/generate', {
      searchQuery: 'herbal tea for the evening',
      count: 1,
      platforms: ['practice'],
      categoryId: id,
    });
    await expect(usage(page)).toContainText('128 leads discovered');
  });

  // S2.5-09 S2.5-10 S2.5-11 S2.5-12
  test('the header shows who is signed in, by picture or by letters, and the two ways out', async ({
    page: own,
    context: apart,
  }) => {
    await server.signIn(apart);
    const user = {
      id: '1',
      firstName: 'Priya',
      lastName: 'Marlow',
      email: 'priya@yarrow.test',
      role: 'admin',
      secondFactorFrom: null,
    };
    let profileImageUrl: string | null = '/mark.svg';
    await own.route('**/api/auth/user', (route) => route.fulfill({ json: { ...user, profileImageUrl } }));
    await own.goto(server.url);
    await expect(header(own).locator('img')).toHaveAttribute('src', '/mark.svg');
    await expect(header(own).getByText('PM', { exact: true })).toHaveCount(0);
    for (profileImageUrl of ['/no-such-picture.png', null]) {
      await own.reload();
      await expect(header(own).getByText('PM', { exact: true })).toBeVisible();
    }
    await expect(header(own).getByText('Priya Marlow', { exact: true })).toBeVisible();
    await expect(header(own).getByRole('button', { name: 'Exit Testing' })).toBeVisible();
    await expect(header(own).getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  // S2.5-14 S2.5-15 S2.5-16 S4-05
  test('Exit Testing ends both the flag and the grant', async ({ browser }) => {
    const theirs = await browser.newContext();
    const screen = await theirs.newPage();
    await screen.goto(server.url);
    await screen.getByLabel('Password', { exact: true }).fill(GATE_PASSWORD);
    await screen.getByRole('button', { name: 'Access Platform' }).click();
    await screen.getByRole('button', { name: 'Get Started' }).click();
    await screen.getByLabel('Email').fill(ADMIN.email);
    await screen.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await screen.getByRole('button', { name: 'Sign in' }).click();
    await header(screen).getByRole('button', { name: 'Exit Testing' }).click();
    const toast = screen.getByRole('status').filter({ hasText: 'Logged Out' });
    await expect(toast).toContainText('You have been logged out of the testing environment.');
    await screen.waitForFunction(() => localStorage.getItem('testing-access') === null);
    await expect(screen.getByText('Testing Access Required')).toBeVisible();
    expect((await theirs.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);
    await theirs.close();
  });

  test('leaving in one tab closes the others', async ({ page: own, context: apart }) => {
    await server.signIn(apart);
    await own.goto(server.url);
    const other = await apart.newPage();
    await other.goto(`${server.url}/settings`);
    await expect(header(other)).toBeVisible();
    await own.evaluate(() => localStorage.removeItem('testing-access'));
    await expect(other.getByText('Testing Access Required')).toBeVisible();
  });

  test('on a small screen the places are in a menu, the ways out beside the name', async () => {
    await page.setViewportSize({ width: 360, height: 760 });
    await visit(page, `${server.url}/content`);
    await expect(sidebar(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('link')).toHaveText(LINKS.map(([label]) => label));
    await expect(menu).toContainText('Usage This Month');
    await expectAccessible(page);
    await menu.getByRole('link', { name: 'Community' }).click();
    await expect(menu).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Community' })).toBeVisible();
    await page.getByRole('button', { name: 'Admin', exact: true }).click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Your account',
      'Settings',
      'Exit Testing',
      'Logout',
    ]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
  });

  test('the look is chosen beside the name and kept', async ({ page: own, context: apart }) => {
    await server.signIn(apart);
    await own.goto(`${server.url}/settings`);
    const theme = () => own.evaluate(() => document.documentElement.dataset.theme);
    expect(await theme()).toBe('light');
    await own.getByRole('button', { name: 'Admin', exact: true }).click();
    const themes = own.getByRole('menu').getByRole('group', { name: 'Theme' });
    await expect(themes.getByRole('menuitemradio', { checked: true })).toHaveText(['As the system']);
    await themes.getByRole('menuitemradio', { name: 'Dark' }).click();
    expect(await theme()).toBe('dark');
    await expect(own.getByRole('button', { name: 'Admin', exact: true })).toBeFocused();
    await own.reload();
    expect(await theme()).toBe('dark');
    await expect(header(own)).toBeVisible();
    await expectAccessible(own);
  });

  test('in colours of the reader what is chosen can still be seen', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await visit(page, `${server.url}/leads`);
    const here = sidebar(page).locator('[aria-current=page]');
    await expect(here).toHaveCSS('outline-style', 'solid');
    await expect(page.getByRole('checkbox', { name: 'Practice network' })).toHaveCSS('appearance', 'auto');
  });

  test('works by keyboard alone: past the menu, along the places, out', async () => {
    await page.goto(`${server.url}/content`);
    await expect(header(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
    await page.goto(`${server.url}/content`);
    await expect(header(page)).toBeVisible();
    await page.keyboard.press('Tab');
    for (const [label] of LINKS) {
      await page.keyboard.press('Tab');
      await expect(sidebar(page).getByRole('link', { name: label, exact: true })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${server.url}/community`);
  });

  test('a link of the sidebar takes the focus to the screen, and an agent chosen by keyboard to its training', async () => {
    await visit(page, `${server.url}/crm?view=tasks`);
    await expect(header(page)).toBeVisible();
    await sidebar(page).getByRole('link', { name: 'AI Agent', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { name: 'AI Agent Manager', level: 1 })).toBeFocused();
    await expect(page.getByRole('main', { name: 'AI Agent Manager' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Dana Whitlow');
    await page
      .getByRole('option', { name: /^Dana Whitlow/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Dana Whitlow', level: 2 })).toBeFocused();
    const said = page.locator('[aria-live=polite]').filter({ hasText: 'CRM & Tracking' });
    await expect(said, 'the screen, for the focus went past its heading').toBeAttached();
    await page.keyboard.press('Escape');
    await expect(page.locator('main').locator(':focus'), 'nobody begins again at the top').toBeAttached();
    await sidebar(page).getByRole('link', { name: 'AI Agent', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { name: 'AI Agent Manager', level: 1 })).toBeFocused();
    await expect(said, 'the heading has said it').toHaveCount(0);
    await expect(page.locator('[aria-live=polite]').filter({ hasText: 'AI Agent Manager' })).toHaveCount(0);
    await page.locator('[data-agent] button').first().press('Enter');
    await expect(page.getByRole('heading', { name: 'Training Center' })).toBeFocused();
    await expect(page).toHaveTitle(/^.+ · AI Agent Manager · Yarrow$/);
  });

  test('what is typed while the palette is loaded is searched for, and opens no other screen', async () => {
    await page.route('**/command-palette*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await page.goto(`${server.url}/leads`);
    await expect(header(page)).toBeVisible();
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? name : [])),
    );
    const texts = await Promise.all(
      loaded.map(async (name) => (await page.context().request.get(name)).text()),
    );
    expect(texts.length).toBeGreaterThan(10);
    expect(
      loaded.filter((_name, index) => texts[index]?.includes('uppy-')),
      'what sends files is loaded when somebody sends one',
    ).toEqual([]);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('gd?x');
    await page.keyboard.press('Backspace');
    const field = page.getByRole('combobox', { name: 'Search or jump to' });
    await expect(field).toBeFocused();
    await page.keyboard.type('!');
    await expect(field).toHaveValue('gd?!');
    await expect(page).toHaveURL(`${server.url}/leads`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
  });

  test('the palette jumps to people, communities and screens by keyboard alone, over whatever is open', async () => {
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    const field = palette.getByRole('combobox', { name: 'Search or jump to' });
    const active = palette.getByRole('option', { selected: true });
    await visit(page, `${server.url}/leads`);
    await expect(header(page)).toBeVisible();

    await page.keyboard.press('ControlOrMeta+k');
    await expect(field).toBeFocused();
    await field.fill('dana whit');
    await expect(palette.getByRole('group', { name: 'Leads' })).toContainText('Dana Whitlow');
    await expect(active).toContainText('Dana Whitlow');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Dana Whitlow' });
    await expect(panel.getByRole('heading', { name: 'Timeline' })).toBeVisible();

    await page.keyboard.press('ControlOrMeta+k');
    await field.fill('tea circle');
    await expect(palette.getByRole('group', { name: 'Communities' })).toHaveText(/Evening Tea Circle/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await expect(panel, 'Escape closes what is on top').toBeVisible();

    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys).toContainText('Walk the columns of the board');
    await expect(keys).toContainText('Go to a message, and to its Undo');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();

    await page.keyboard.press('?');
    const single = keys.getByRole('switch', { name: 'Single-key shortcuts' });
    await single.uncheck();
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
    await page.reload();
    await expect(page.locator('main h1').first()).toBeVisible();
    await page.keyboard.press('?');
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field, 'with a modifier it goes on').toBeVisible();
    await expect(keys, 'letters and signs alone do nothing').toBeHidden();
    await expect(page).not.toHaveURL(/analytics/);
    await field.fill('keyboard');
    await page.keyboard.press('Enter');
    await single.check();
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();

    for (const [words, label] of [
      ['replies', 'Replies'],
      ['inbox', 'Inbox of the AI agents'],
      ['outbox', 'Messages of the campaigns'],
      ['import', 'Import leads'],
      ['brand voice', 'Open the brand voice'],
      ['audit', 'Privacy and audit trail'],
      ['tasks', 'Open my tasks'],
      ['suppression', 'Suppression list'],
      ['new lead', 'Add a lead'],
    ] as const) {
      await page.keyboard.press('ControlOrMeta+k');
      await field.fill(words);
      await expect(palette.getByRole('option').filter({ hasText: label })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(palette).toBeHidden();
    }
    await page.keyboard.press('ControlOrMeta+k');
    await field.fill('new lead');
    await palette.getByRole('option').filter({ hasText: 'Add a lead' }).click();
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const draft = { name: 'Half a thought', landingPageUrl: 'https://fern.test/', channels: ['email'] };
    const stored = await page.request.post(`${server.url}/api/campaigns`, { data: draft });
    expect(stored.ok()).toBe(true);
    await page.keyboard.press('ControlOrMeta+k');
    await field.fill('half a thought');
    await expect(active).toContainText('Half a thought');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByLabel('Campaign Name')).toHaveValue('Half a thought');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.keyboard.press('ControlOrMeta+k');
    await field.fill('zzz nothing like it');
    await expect(palette.getByRole('option')).toHaveText('Nothing is called “zzz nothing like it”.');
    await field.fill('pipeline board');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(active).toContainText('Open the pipeline as a board');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/crm\?view=board/);
    await expect(page.getByRole('region', { name: /^Engaged, / })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await expect(page).toHaveURL(`${server.url}/community`);
  });

  test('a screen that fails leaves the rest alone and can be tried again', async () => {
    await page.goto(`${server.url}/content`);
    await expect(header(page)).toBeVisible();
    let isBroken = true;
    await page.route('**/assets/settings-screen-*.js', (route) =>
      isBroken ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Admin', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByText('This screen could not be shown')).toBeVisible();
    await expect(page.getByText('A part of the app did not load.')).toBeVisible();
    await expect(sidebar(page)).toBeVisible();
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  });

  // After those that use its session.
  // S2.5-13 S7-54
  test('Logout takes the browser to /api/logout, and the session is over', async ({
    page: own,
    context: apart,
  }) => {
    await server.signIn(apart);
    await own.goto(`${server.url}/content-generation`);
    // What was begun waits for who began it, and for nobody who comes after them.
    const begun = 'Letter about the herb walk';
    await own.getByLabel('Session Name').fill(begun);
    await own.reload();
    await expect(own.getByLabel('Session Name')).toHaveValue(begun);
    const navigation = own.waitForRequest(
      (request) => request.url() === `${server.url}/api/logout` && request.isNavigationRequest(),
    );
    await header(own).getByRole('button', { name: 'Logout' }).click();
    await navigation;
    await expect(own.getByRole('button', { name: 'Get Started' })).toBeVisible();
    expect(await own.evaluate(() => Object.values(localStorage).join())).not.toContain(begun);
    expect((await apart.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);
  });

  test('a person whose account is removed sees the landing page at once', async ({ browser }) => {
    const theirs = await browser.newContext();
    await server.signIn(theirs, 'member');
    const screen = await theirs.newPage();
    await screen.goto(`${server.url}/content`);
    await expect(header(screen)).toBeVisible();
    const admin = testClient(server.url);
    await admin.post('/api/access', { password: GATE_PASSWORD });
    await admin.post('/api/auth/sign-in/email', ADMIN);
    const me = await (await theirs.request.get(`${server.url}/api/auth/user`)).json();
    await admin.call('DELETE', `/api/users/${me.id}`);
    await expect(screen.getByRole('button', { name: 'Get Started' })).toBeVisible();
    await expect(screen).toHaveTitle('Landing · Yarrow');
    await theirs.close();
  });
});
