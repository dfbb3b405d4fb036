import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNothingCutOff, keepPage, useServer, visit } from '../support/e2e.ts';

const server = useServer({ demo: true });

let page: Page;
keepPage(server, (kept) => {
  page = kept;
});

const sheet = (name: string) => page.getByRole('dialog', { name });
const tableOf = (name: string) => page.getByRole('table', { name });

async function openAnalytics(search = ''): Promise<void> {
  await visit(page, `${server.url}/analytics${search}`);
  await expect(page.getByRole('heading', { name: 'Analytics', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'AI insights' })).toBeVisible();
}

// S1-08 S2.1-10 S2.1-11
test('/analytics shows figures with insights, and every figure opens to its formula, n, interval and rows', async () => {
  await openAnalytics();
  await expect(page.getByRole('banner')).toContainText('Analytics');
  const whole = tableOf('Funnel by campaign').getByRole('row', { name: /Everything/ });
  await expect(whole).toContainText('4,820');
  for (const table of ['First and last touch of purchases', 'Cohorts by month'])
    await expect(tableOf(table)).toBeVisible();
  // The same figure may stand in two sections; in each of them all are told apart by their names.
  for (const section of ['From lead to purchase', 'First and last touch', 'Cohorts']) {
    const buttons = page.getByRole('region', { name: section, exact: true }).getByRole('button');
    const names = await buttons.filter({ hasText: / is counted$/ }).allTextContents();
    const figures = names.map((name) => name.slice(name.indexOf(', how')));
    expect(figures.length, section).toBeGreaterThan(3);
    const repeated = figures.filter((name, index) => figures.indexOf(name) !== index);
    expect(repeated, `of ${section}`).toEqual([]);
  }
  await whole.getByRole('button', { name: /22\.0%/ }).click();
  const figure = sheet('Response rate');
  await expect(figure).toContainText('Landing visits ÷ messages sent');
  await expect(figure).toContainText('1,060 visits ÷ 4,820 messages = 22.0%');
  await expect(figure).toContainText('n = 4,820. 95% interval: 20.8% to 23.2% (Wilson).');
  await expect(figure).toContainText('Visits: 1,060 rows');
  await figure.getByText('Messages', { exact: true }).click();
  await expect(figure).toContainText('Messages: 4,820 rows');
  await expectAccessible(page);
  await figure.getByText('The period before', { exact: true }).click();
  await expect(figure).toContainText('987 visits ÷ 4,485 messages = 22.0%');
  await expect(figure).toContainText('Messages: 4,485 rows');
  await page.keyboard.press('Escape');
  await expect(figure).toBeHidden();

  const bars = page.getByRole('region', { name: 'From lead to purchase' });
  await bars.locator('dl').getByRole('button', { name: /^220/ }).click();
  await expect(sheet('Purchases')).toContainText('Purchases: 220 rows');
  await page.keyboard.press('Escape');

  const insight = page.locator('[data-insight]').first();
  await expect(insight).toContainText('95% intervals');
  const [share] = /\d+\.\d%/.exec((await insight.textContent()) ?? '') ?? [];
  await insight.getByRole('button').click();
  await expect(page.getByRole('dialog')).toContainText(`= ${share}`);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
});

// S1-08
test('the funnel is taken apart seven ways, small samples say so, and the table is saved as shown', async () => {
  await openAnalytics('?period=last30');
  for (const [by, part] of [
    ['Segment', 'Evening blends'],
    ['Channel', 'Social DM'],
    ['Source', 'Practice network'],
    ['Asset', 'Holiday letter'],
    ['Agent', 'Linden'],
    ['Community', 'No community'],
  ] as const) {
    await page.getByRole('radio', { name: by, exact: true }).check();
    await expect(tableOf(`Funnel by ${by.toLowerCase()}`)).toContainText(part);
  }
  await page.getByRole('radio', { name: 'Asset', exact: true }).check();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save Funnel by asset as CSV' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).split('\r\n');
  expect(lines[0]).toContain('Asset,Messages,"Messages, note",Visits');
  expect(lines[1]).toMatch(/^Everything,"4,820",\+7\.\d%/);
  const touches = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save First and last touch of purchases as CSV' }).click();
  const [head, first] = (await readFile(await (await touches).path(), 'utf8')).split('\r\n');
  expect(head).toContain('Campaign,"Campaign, note",First touch');
  expect(first).toMatch(/^Liver Health Winter,(Email|Social DM),\d+,/);
  await page.getByRole('radio', { name: '7 days', exact: true }).first().check();
  await expect(tableOf('Cohorts by month')).toContainText('can still rise');
});

test('the trend is drawn beside the period before, and stands as a table for those who do not see it', async () => {
  await openAnalytics();
  const trend = page.getByRole('region', { name: 'Trend', exact: true });
  await expect(trend.getByRole('figure')).toContainText('The period before');
  await expect(trend.locator('svg path.recharts-line-curve')).toHaveCount(2);
  await expect(trend).toContainText('Visits: 1,060, +7.4% against the period before (987).');
  await trend.getByText('Table', { exact: true }).click();
  await expect(tableOf('Trend of visits').getByRole('row')).toHaveCount(31);
  const day = tableOf('Trend of visits').getByRole('row').nth(10).getByRole('button');
  const count = Number.parseInt((await day.first().textContent()) ?? '', 10);
  expect(count).toBeGreaterThan(0);
  await day.first().click();
  await expect(sheet('Visits')).toContainText(`Visits: ${count} rows`);
  await page.keyboard.press('Escape');
  await trend.getByRole('combobox', { name: 'Figure of the trend' }).click();
  await page.getByRole('option', { name: 'Revenue' }).click();
  await expect(tableOf('Trend of revenue')).toContainText('$');
  await expectAccessible(page);
});

test('spend that is entered changes cost per lead and return, and can be taken back', async () => {
  await openAnalytics();
  const money = tableOf('Cost and return by campaign');
  await expect(money.getByRole('row', { name: /Liver Health Winter/ })).toContainText('$12.50');
  await page.getByRole('button', { name: 'Enter spend' }).click();
  await expect(page.getByText('Choose the campaign that it was spent on.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Campaign' }).last().click();
  await page.getByRole('option', { name: 'Liver Health Winter' }).click();
  await page.getByLabel('Amount in $').fill('260');
  await page.getByLabel('What for').fill('Posters');
  await page.getByRole('button', { name: 'Enter spend' }).click();
  await expect(money.getByRole('row', { name: /Liver Health Winter/ })).toContainText('$13.50');
  await page.getByRole('button', { name: 'Take back $260.00 for Liver Health Winter' }).click();
  await expect(money.getByRole('row', { name: /Liver Health Winter/ })).toContainText('$12.50');

  // Where the campaigns or the entries cannot be loaded, that is said: the figures of one are not taken for those of all.
  const { id } =
    ((await (await page.request.get(`${server.url}/api/campaigns`)).json()) as { id: string }[])[0] ?? {};
  await page.route(/\/api\/(?:campaigns|analytics\/spend)(?:\?|$)/, (route) => route.abort());
  await page.goto(`${server.url}/analytics?campaign=${id}`);
  await expect(page.getByText('One campaign alone is shown. Its name could not be loaded.')).toBeVisible();
  await expect(page.getByText('Spend cannot be entered: the campaigns could not be loaded.')).toBeVisible();
  await expect(page.getByText('What was entered lately could not be loaded.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('combobox', { name: 'Filter by campaign' })).not.toHaveText('All campaigns');
});

test('a held purchase is counted, and one that was counted is struck out with the figures; both are undone', async () => {
  const pageEvent = {
    type: 'purchase',
    url: 'https://shop.example/thanks',
    value: 120,
    item: 'Evening blend',
  };
  await page.request.post(`${server.url}/api/track`, { data: pageEvent });
  await openAnalytics();
  const purchases = page.getByRole('region', { name: 'Purchases', exact: true });
  await expect(purchases).toContainText('1 purchase');
  await expect(purchases).toContainText('Not from one of your sites · Evening blend');
  await purchases.getByRole('button', { name: 'Count: $120.00' }).click();
  await expect(purchases).toContainText('Nothing to review');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(purchases).toContainText('Not from one of your sites');

  const whole = tableOf('Funnel by campaign').getByRole('row', { name: /Everything/ });
  await expect(whole).toContainText('220');
  await purchases.getByRole('radio', { name: 'Counted' }).check();
  await purchases
    .getByRole('button', { name: /^Strike out: / })
    .first()
    .click();
  await expect(whole).toContainText('219');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(whole).toContainText('220');
});

test('at 360 px nothing is cut off, and one campaign is looked at alone', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openAnalytics();
  // Rows stack: no figure has to be looked for sideways.
  const stacked = page.getByRole('list', { name: 'Funnel by campaign' });
  await expect(stacked.getByRole('listitem').first()).toContainText('Everything');
  await expectNothingCutOff(page);
  const beyond = () =>
    page
      .locator('main button, main dd, main th, main label')
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent),
      );
  await expect.poll(beyond).toEqual([]);
  await page.getByRole('combobox', { name: 'Taken apart by' }).click();
  await page.getByRole('option', { name: 'Agent' }).click();
  await expect(page.getByRole('list', { name: 'Funnel by agent' })).toContainText('Fern');
  await page.getByRole('combobox', { name: 'Taken apart by' }).click();
  await page.getByRole('option', { name: 'Campaign' }).click();
  await stacked.getByRole('button', { name: /how Messages of Everything is counted/ }).click();
  await expect(sheet('Messages')).toContainText('4,820');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 320, height: 640 });
  // A chart follows its place one frame later.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const filter = await page.getByRole('combobox', { name: 'Filter by campaign' }).boundingBox();
  expect(filter?.width, 'the name of a campaign can be read').toBeGreaterThan(280);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('combobox', { name: 'Filter by campaign' }).click();
  await page.getByRole('option', { name: 'Weight Loss Q1' }).click();
  await expect(page).toHaveURL(/campaign=/);
  await expect(stacked.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
});

test('on paper the figures stand in the light, whole and without what cannot be pressed there', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 688, height: 900 });
  await openAnalytics();
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Enter spend' })).toBeHidden();
  await expect(page.getByRole('radio', { name: 'Last 7 days' })).toBeHidden();
  await expect(tableOf('Funnel by campaign')).toContainText('4,820');
  const isWhole = await page.evaluate(() => {
    const frame = document.querySelector('main');
    return (
      frame !== null &&
      getComputedStyle(frame).overflowY === 'visible' &&
      document.documentElement.scrollWidth <= innerWidth
    );
  });
  expect(isWhole).toBe(true);
});
