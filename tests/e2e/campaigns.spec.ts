import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { LandingSite } from '#features/campaigns/contract-landing.ts';
import type { Message } from '#features/delivery/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { expectAccessible, expectNothingCutOff, keepPage, useServer, visit } from '../support/e2e.ts';

const server = useServer({ demo: false });

let context: BrowserContext;
let page: Page;
keepPage(server, (kept) => {
  page = kept;
  context = kept.context();
});

type Method = 'get' | 'post' | 'patch' | 'delete';

const api = async <T>(method: Method, path: string, data?: unknown): Promise<T> => {
  const response = await context.request[method](`${server.url}${path}`, data === undefined ? {} : { data });
  const text = await response.text();
  expect(response.ok(), `${method} ${path} answered ${response.status()}: ${text}`).toBe(true);
  return (text === '' ? undefined : JSON.parse(text)) as T;
};

const NAMES = ['Dana Whitlow', 'Iris Calloway', 'Hanne Rosvold'];
const LANDING = 'https://example.com/winter';
const LETTER = 'https://example.com/letter';

async function createGroup(name: string): Promise<LeadGroup> {
  const group = await api<LeadGroup>('post', '/api/lead-groups', { name });
  for (const person of NAMES) {
    await api('post', '/api/leads', {
      name: person,
      email: `${person.split(' ')[0]?.toLowerCase()}.${group.id.slice(-6)}@example.org`,
      handle: `@${person.split(' ')[0]?.toLowerCase()}_${group.id.slice(-6)}`,
      platform: 'reddit',
      groupId: group.id,
      legalGround: 'consent',
    });
  }
  return group;
}

async function createCampaign(fields: Record<string, unknown>): Promise<Campaign> {
  return api('post', '/api/campaigns', {
    landingPageUrl: LANDING,
    selectedContentAssets: [],
    channels: ['email'],
    targetGroups: [],
    ...fields,
  });
}

const listCampaigns = () => api<Campaign[]>('get', '/api/campaigns');
const findCampaign = async (name: string) => (await listCampaigns()).find((one) => one.name === name);

/** Nothing is left to send. */
async function waitUntilSent({ id }: Campaign): Promise<void> {
  const read = async () => (await api<Campaign>('get', `/api/campaigns/${id}`)).messages;
  await expect.poll(read, { timeout: 20_000 }).toMatchObject({ queued: 0, outbox: NAMES.length });
}

const open = async (path = '/campaigns') => {
  await visit(page, `${server.url}${path}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign Builder' })).toBeVisible();
};
const card = (campaign: Campaign) => page.locator(`article[data-campaign="${campaign.id}"]`);
const row = (campaign: Campaign) => page.locator(`li[data-campaign="${campaign.id}"]`);
const dialog = () => page.getByRole('dialog', { name: /campaign/ });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const launch = () => dialog().getByRole('button', { name: 'Launch Campaign' });
const saveDraft = () => dialog().getByRole('button', { name: 'Save as Draft' });
const toast = () => page.locator('[data-toast]');
const channel = (name: string) => dialog().getByRole('checkbox', { name, exact: true });

async function openCreate(): Promise<void> {
  await open();
  await button('New Campaign').click();
  await expect(dialog().getByLabel('Campaign name')).toBeFocused();
}

async function chooseCustomUrl(url = LANDING): Promise<void> {
  await dialog().getByRole('combobox', { name: 'Landing page' }).click();
  await page.getByRole('option', { name: 'Custom URL' }).click();
  await dialog().getByRole('textbox', { name: 'Custom URL' }).fill(url);
}

test.describe('an empty workspace', () => {
  // S2.8-07 S2.8-10 S2.8-12 S2.8-13 S9-29
  test("says 'No campaigns yet' under four stat cards, and starts a campaign from each of three templates", async () => {
    await open();
    await expect(page.getByText('No campaigns yet')).toBeVisible();
    await expect(page.locator('[data-tile]')).toHaveCount(4);
    await expectAccessible(page);
    const link = page.getByRole('link', { name: /Generate content/ });
    await expect(link).toHaveAttribute('href', '/content-generation');
    await expect(link).toHaveAttribute('target', '_blank');

    const section = page.getByRole('region', { name: 'Quick-start templates' });
    const items = section.getByRole('listitem');
    await expect(items).toHaveCount(3);
    const figures = [
      ['22.3% typical', '13.8% typical', '$15.75 typical'],
      ['18.5% typical', '15.9% typical', '$12.50 typical'],
      ['16.2% typical', '13.4% typical', '$9.80 typical'],
    ];
    for (const [index, texts] of figures.entries()) {
      await expect(items.nth(index).getByRole('definition')).toHaveText(texts);
      const name = await items.nth(index).getByRole('heading').innerText();
      await items.nth(index).getByRole('button', { name: 'Use template' }).click();
      await expect(dialog().getByLabel('Campaign name')).toHaveValue(name);
      await expect(channel('Email')).toBeChecked();
      await page.keyboard.press('Escape');
      await expect(dialog()).toHaveCount(0);
    }
  });

  test('names what failed and tries again', async () => {
    let isBroken = true;
    await page.route('**/api/campaigns', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Something failed on our side.' } })
        : route.continue(),
    );
    await page.goto(`${server.url}/campaigns`);
    await expect(page.getByText('The campaigns could not be loaded')).toBeVisible();
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No campaigns yet')).toBeVisible();
  });
});

test.describe('the campaign dialog', () => {
  let group: LeadGroup;

  test.beforeAll(async () => {
    group = await createGroup('Tea lovers');
  });

  // S2.8-01 S3-05 S5-15 S5-16 S5-17 S5-18 S5-19 S5-20 S5-22 S9-25
  test('New Campaign opens it in create mode, which allows each deed only with what it needs, the reason beside it', async () => {
    const site = await api<LandingSite>('post', '/api/landing-sites', { name: 'Sampler', url: LANDING });
    await openCreate();
    await expect(page.getByRole('dialog', { name: 'Create campaign' })).toBeVisible();
    await expect(dialog().getByLabel('Objective')).toHaveValue('Lead Generation');
    for (const name of ['Email', 'Social DM', 'WhatsApp']) await expect(channel(name)).not.toBeChecked();
    await expectAccessible(page);

    await expect(dialog().getByText('At least one lead group is required to launch.')).toBeVisible();
    await expect(launch()).toBeDisabled();
    await expect(saveDraft()).toBeDisabled();
    await expect(launch()).toHaveAccessibleDescription(/Enter a campaign name\. .*Choose a landing page\./);
    await launch().focus();
    await expect(launch(), 'it can be reached and heard').toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog().getByLabel('Campaign name'), 'a press goes to what is missing').toBeFocused();

    await dialog().getByLabel('Campaign name').fill('Winter Evenings');
    await expect(dialog().getByRole('textbox', { name: 'Custom URL' })).toHaveCount(0);
    await chooseCustomUrl();
    await expect(saveDraft()).toBeDisabled();
    await expect(saveDraft()).toHaveAccessibleDescription(/Choose at least one channel\./);
    await saveDraft().press('Enter');
    await expect(channel('Email')).toBeFocused();
    await channel('Email').check();
    await expect(saveDraft()).toBeEnabled();
    await expect(launch()).toBeDisabled();
    await expect(launch()).toHaveAccessibleDescription('Choose at least one lead group.');
    await launch().press('Enter');
    await expect(dialog().getByRole('group', { name: 'Lead groups' }).locator(':focus')).toBeVisible();
    await dialog().getByRole('checkbox', { name: group.name }).check();
    await expect(launch()).toBeEnabled();

    await dialog().getByLabel('Campaign name').fill('  ');
    await expect(launch()).toBeDisabled();
    await expect(saveDraft()).toBeDisabled();
    await dialog().getByLabel('Campaign name').fill('Winter Evenings');
    await dialog().getByRole('textbox', { name: 'Custom URL' }).fill('');
    await expect(launch()).toBeDisabled();
    await expect(saveDraft()).toBeDisabled();
    await dialog().getByRole('combobox', { name: 'Landing page' }).click();
    await page.getByRole('option', { name: new RegExp(`^${site.name}`) }).click();
    await expect(dialog().getByRole('textbox', { name: 'Custom URL' })).toHaveCount(0);
    await expect(launch()).toBeEnabled();
  });

  // S5-21 S4-11
  test('Save as Draft works without a lead group and stores a draft', async () => {
    await openCreate();
    await dialog().getByLabel('Campaign name').fill('Only a draft');
    await chooseCustomUrl();
    await channel('Email').check();
    await saveDraft().click();
    await expect(dialog()).toHaveCount(0);
    const draft = await findCampaign('Only a draft');
    expect(draft).toMatchObject({ status: 'draft', targetGroups: [] });
    if (!draft) return;
    await expect(row(draft)).toContainText('Draft');
    await expect(card(draft)).toHaveCount(0);
  });

  // S1-03 S9-26 S9-27
  test("estimates a message per lead and channel at $0.05, and previews each recipient's own, a changed text at once", async () => {
    await openCreate();
    await chooseCustomUrl();
    await channel('Email').check();
    await dialog().getByRole('checkbox', { name: group.name }).check();
    await expect(dialog().getByText('3 messages, $0.15')).toBeVisible();
    await channel('Social DM').check();
    await expect(dialog().getByText('6 messages, $0.30')).toBeVisible();
    await expect(dialog().getByText('3 leads × 2 channels × $0.05')).toBeVisible();
    await channel('Social DM').uncheck();
    await expect(dialog().getByText('3 messages, $0.15')).toBeVisible();
    const message = dialog().getByRole('region', { name: 'Message', exact: true });
    await expect(message.getByText(/ 1 of 3$/)).toBeVisible();
    const first = await message.getByText(/^Hi /).innerText();
    await button('Next recipient').click();
    await expect(message.getByText(/ 2 of 3$/)).toBeVisible();
    expect(await message.getByText(/^Hi /).innerText()).not.toBe(first);
    await expect(button('Previous recipient')).toBeEnabled();
    await expect(
      dialog().getByText('Written by the built-in engine from the objective').first(),
    ).toBeVisible();

    await message.getByText('Template').click();
    await message
      .getByLabel('Message', { exact: true })
      .fill('Good evening {{firstName|there}}, the kettle is on.');
    await message.getByText('Preview').click();
    await expect(message.getByText(/^Good evening (Dana|Iris|Hanne), the kettle is on\./)).toBeVisible();
  });

  test('a merge field goes where the caret is, in the subject as in the message, and Ctrl-Z takes it out', async () => {
    await openCreate();
    await channel('Email').check();
    await dialog().getByRole('checkbox', { name: group.name }).check();
    const message = dialog().getByRole('region', { name: 'Message', exact: true });
    await message.getByText('Template').click();
    const text = message.getByLabel('Message', { exact: true });
    const firstName = message.getByRole('button', { name: 'First name' });
    await message.getByLabel('Subject').fill('Tea for ');
    await firstName.click();
    await expect(message.getByLabel('Subject')).toHaveValue('Tea for {{firstName|there}}');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(message.getByLabel('Subject')).toHaveValue('Tea for ');
    await text.fill('Good evening');
    await text.press('Home');
    await firstName.click();
    await expect(text).toHaveValue('{{firstName|there}}Good evening');
    await expect(text).toBeFocused();

    // A sentence of their own is English: elsewhere both places that show the step say that it stays empty.
    await message.getByLabel('Subject').fill('');
    const empty = dialog().getByText(/\{\{personal\}\} stays empty/);
    await text.fill('Hello,\n\n{{personal}}\n\nour sampler is here for you.');
    await expect(empty).toHaveCount(0);
    await text.fill('Vores vinterpakke har seks blandinger.\n\n{{personal}}');
    await expect(empty).toHaveText([/it is not in English/, /this message is not plainly in English/]);
    await text.fill('Unser Winterpaket ist wieder da und wir freuen uns.\n\n{{personal}}');
    await expect(empty.last()).toContainText('this message is in German');
  });

  test('the keys of the formats write their signs, a button takes them back, and the tooltips name the keys', async () => {
    await openCreate();
    await channel('Email').check();
    await dialog().getByRole('region', { name: 'Message', exact: true }).getByText('Template').click();
    const body = dialog().getByRole('textbox', { name: 'Message', exact: true });
    await body.fill('Six blends');
    await body.press('ControlOrMeta+a');
    await body.press('ControlOrMeta+b');
    await expect(body).toHaveValue('**Six blends**');
    await body.press('ControlOrMeta+b');
    await expect(body).toHaveValue('Six blends');
    await body.press('ControlOrMeta+Shift+Digit8');
    await expect(body).toHaveValue('- Six blends');
    await dialog().getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(body).toHaveValue('Six blends');
    await expect(body).toBeFocused();
    await dialog().getByRole('button', { name: 'Redo', exact: true }).click();
    await expect(body).toHaveValue('- Six blends');
    await body.press('ControlOrMeta+z');
    await expect(body).toHaveValue('Six blends');
    await dialog().getByRole('button', { name: 'Bold', exact: true }).hover();
    await expect(page.getByRole('tooltip')).toHaveText(/Bold\s*Ctrl B/);
  });

  test('Back closes what was opened, and closing it leaves nothing to go back to', async () => {
    await page.goto(`${server.url}/dashboard`);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Campaign/ })
      .click();
    for (const leave of [() => page.goBack(), () => button('Close').click()]) {
      await page.getByRole('button', { name: 'New Campaign' }).first().click();
      await expect(page).toHaveURL(/compose=/);
      await leave();
      await expect(dialog()).toHaveCount(0);
      await expect(page).toHaveURL(`${server.url}/campaigns`);
    }
    await page.goBack();
    await expect(page).toHaveURL(`${server.url}/dashboard`);
  });

  test('two texts of a message are written, compared, and one of them chosen by hand', async () => {
    await openCreate();
    await dialog().getByLabel('Campaign name').fill('Which subject');
    await chooseCustomUrl();
    await channel('Email').check();
    await dialog().getByRole('checkbox', { name: group.name }).check();
    const message = dialog().getByRole('region', { name: 'Message', exact: true });
    await message.getByRole('button', { name: 'Test a variant' }).click();
    await expect(message.getByRole('radio', { name: 'B' })).toBeChecked();
    await expect(launch()).toHaveAccessibleDescription('B reads like A.');
    await expect(button('Save as Draft')).toBeEnabled();
    await message.getByLabel('Subject').fill('Tea for {{firstName|you}} tonight');
    await expect(launch()).toBeEnabled();
    await message.getByRole('button', { name: 'Change the test' }).click();
    const settings = page.getByRole('dialog', { name: 'A/B test' });
    await settings.getByLabel('People in the test').fill('5');
    await expect(settings.getByText('A whole number from 10 to 100.')).toBeVisible();
    await settings.getByLabel('People in the test').fill('100');
    await expectAccessible(page);
    await settings.getByRole('button', { name: 'Set test' }).click();
    await expect(message.getByText(/^Everybody is in the test/)).toBeVisible();
    await message.getByText('Preview').click();
    await expect(message.getByText(/^Tea for (Dana|Iris|Hanne) tonight$/)).toBeVisible();
    await message.getByText('A', { exact: true }).click();
    await expect(message.getByText(/^Tea for (Dana|Iris|Hanne) tonight$/)).toHaveCount(0);
    await expect(dialog().getByText('2 variants, A/B test')).toBeVisible();
    await launch().click();
    await expect(dialog()).toHaveCount(0);

    const campaign = await findCampaign('Which subject');
    if (!campaign) throw new Error('it was not launched');
    expect(campaign.steps[0]).toMatchObject({ variants: [{ letter: 'B' }], test: { percent: 100 } });
    await waitUntilSent(campaign);
    await card(campaign).getByRole('button', { name: 'A/B results' }).click();
    const results = page.getByRole('complementary', { name: 'A/B results of Which subject' });
    await expect(results.getByText(/^Not enough data until /)).toBeVisible();
    await expect(results.getByRole('row', { name: /^A / })).toBeVisible();
    await expectAccessible(page);
    await results.getByRole('button', { name: 'Use B from now on' }).click();
    await expect(results.getByText(/ chose B\. Everybody else gets it\.$/)).toBeVisible();
    await toast().getByRole('button', { name: 'Undo' }).click();
    await expect(results.getByText(/^Not enough data until /)).toBeVisible();
  });

  test('excluded people are counted with their reason, and each count opens its people', async () => {
    const silent = await api<{ id: string; name: string }>('post', '/api/lead-groups', { name: 'Silent' });
    for (const name of ['Iris Calloway', 'Hanne Rosvold']) {
      await api('post', '/api/leads', { name, groupId: silent.id, legalGround: 'consent' });
    }
    await openCreate();
    await channel('Email').check();
    await dialog().getByRole('checkbox', { name: group.name }).check();
    await dialog().getByRole('checkbox', { name: silent.name }).check();
    const leftOut = dialog().getByRole('row', {
      name: /No address, handle or number for the chosen channels/,
    });
    await leftOut.getByRole('button', { name: '2, show who' }).click();
    const people = page.getByRole('dialog', { name: 'No address, handle or number for the chosen channels' });
    await expect(people.getByText('2 people of the chosen groups get no message.')).toBeVisible();
    await expect(people.getByRole('listitem')).toHaveText([/Iris Calloway/, /Hanne Rosvold/]);
    await expectAccessible(page);
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      people.getByRole('link', { name: 'Open Iris Calloway in a new tab' }).click(),
    ]);
    await expect(tab.getByRole('heading', { name: 'Iris Calloway' })).toBeVisible();
    await tab.close();
    await page.keyboard.press('Escape');
    await expect(leftOut.getByRole('button', { name: '2, show who' })).toBeFocused();
  });

  // S2.8-08 S2.8-09 S5-13 S5-14
  test('creates a lead group and a landing page inside, each with what is required', async () => {
    await openCreate();
    await button('New lead group').click();
    let inner = page.getByRole('dialog', { name: 'New lead group' });
    await inner.getByRole('button', { name: 'Create lead group' }).click();
    await expect(inner.getByText('Enter a name.')).toBeVisible();
    await expectAccessible(page);
    await inner.getByLabel('Name').fill('Evening rituals');
    await inner.getByRole('button', { name: 'Create lead group' }).click();
    await expect(inner).toHaveCount(0);
    await expect(dialog().getByRole('checkbox', { name: 'Evening rituals' })).toBeChecked();

    await button('New landing page').click();
    inner = page.getByRole('dialog', { name: 'New landing page' });
    await inner.getByRole('button', { name: 'Create landing page' }).click();
    await expect(inner.getByText('Enter a name.')).toBeVisible();
    await expect(inner.getByText(/starts with http/)).toBeVisible();
    await inner.getByLabel('Name').fill('Open day');
    await inner.getByLabel('URL').fill('https://example.com/open-day');
    await inner.getByRole('button', { name: 'Create landing page' }).click();
    await expect(inner).toHaveCount(0);
    await expect(dialog().getByRole('combobox', { name: 'Landing page' })).toContainText('Open day');
  });

  test('closed, it gives the focus back to the button that opened it, and what was written survives', async () => {
    await openCreate();
    await dialog().getByLabel('Campaign name').fill('Half written');
    await page.keyboard.press('Escape');
    await expect(dialog()).toHaveCount(0);
    await expect(button('New Campaign')).toBeFocused();
    await expect(toast()).toContainText('Closed without saving');
    await toast().getByRole('button', { name: 'Undo' }).click();
    await expect(dialog().getByLabel('Campaign name')).toHaveValue('Half written');
  });

  test('what was written survives a reload and a session that ended, and is dropped once it is saved or discarded', async () => {
    await openCreate();
    await dialog().getByLabel('Campaign name').fill('Half written');
    await chooseCustomUrl();
    await channel('Email').check();
    await page.reload();
    await button('Go on with Half written').click();
    await expect(dialog().getByLabel('Campaign name')).toHaveValue('Half written');
    await expect(channel('Email')).toBeChecked();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog()).toHaveCount(0);
    const unsaved = page.getByRole('list', { name: 'Not saved yet' });
    await expect(unsaved).toContainText('Half written was not saved');
    await expectAccessible(page);
    await page.reload();
    await unsaved.getByRole('button', { name: 'Discard' }).click();
    await expect(unsaved).toHaveCount(0);
    await toast().getByRole('button', { name: 'Undo' }).click();
    await unsaved.getByRole('button', { name: 'Go on with Half written' }).click();
    await expect(dialog().getByLabel('Campaign name')).toHaveValue('Half written');
    await button('Save as Draft').click();
    await expect(dialog()).toHaveCount(0);
    await expect(unsaved).toHaveCount(0);

    const draft = await findCampaign('Half written');
    if (!draft) throw new Error('it was not saved');
    await page.goto(`${server.url}/campaigns?edit=${draft.id}`);
    await dialog().getByLabel('Campaign name').fill('Changed and not saved');
    await page.reload();
    await button('Go on with Changed and not saved').click();
    await expect(dialog().getByLabel('Campaign name')).toHaveValue('Changed and not saved');
    // Somebody whose session has ended is sent to the sign-in by the first refused call, and comes back.
    await page.goto('about:blank');
    await page.goto(`${server.url}/campaigns`);
    await expect(button('Go on with Changed and not saved')).toBeVisible();
    await button('Discard').click();
    await expect(button('Go on with Changed and not saved')).toHaveCount(0);
  });

  test('a step that is added is at hand to be written, and one that is chosen comes into sight on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openCreate();
    await channel('Email').check();
    await dialog().getByRole('button', { name: 'Add Email step' }).press('Enter');
    const subject = dialog().getByLabel('Subject');
    await expect(subject).toBeFocused();
    await expect(subject).toBeInViewport();
    await page.keyboard.type('Noch da');
    await dialog()
      .getByRole('textbox', { name: 'Message' })
      .fill('Wir sind noch da und freuen uns auf Sie. ');
    await dialog().getByRole('button', { name: 'First name' }).click();
    await expect(dialog().getByRole('textbox', { name: 'Message' })).toHaveValue(/\{\{firstName\}\}$/);
    const first = dialog().getByRole('button', { name: 'Step 1: Email' });
    await first.press('Enter');
    await expect(first).toBeFocused();
    await dialog().getByRole('button', { name: 'Step 2: Email' }).click();
    await expect(dialog().getByRole('radio', { name: 'Template' })).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('two tabs that write a new campaign keep both, and say so', async () => {
    const named = (of: Page, name: string) => of.getByRole('dialog').getByLabel('Campaign name').fill(name);
    const other = await page.context().newPage();
    await other.goto(`${server.url}/campaigns`);
    await other.getByRole('button', { name: 'New Campaign' }).click();
    // Before anything is written in the other tab, which it would offer to go on with.
    await expect(other.getByRole('dialog').getByLabel('Campaign name')).toBeVisible();
    await openCreate();
    await named(page, 'From the first tab');
    await named(other, 'From the second tab');
    await expect(other.locator('[data-toast]')).toContainText('Also open in another tab');
    await named(page, 'From the first tab, further');
    await other.reload();
    await other.getByRole('button', { name: 'Go on with From the second tab' }).click();
    await expect(other.getByRole('dialog').getByLabel('Campaign name')).toHaveValue('From the second tab');
    await other.close();
    await page.keyboard.press('Escape');
    const unsaved = page.getByRole('list', { name: 'Not saved yet' });
    await expect(unsaved).toContainText('From the first tab, further was not saved');
    await expect(unsaved).toContainText('From the second tab was not saved');

    // A third one beside them, without touching what there is.
    await page.getByRole('button', { name: 'New Campaign' }).click();
    await button('Keep it and begin another').click();
    await named(page, 'A third one');
    await page.reload();
    await button('Go on with A third one').click();
    await expect(dialog().getByLabel('Campaign name')).toHaveValue('A third one');
    await page.keyboard.press('Escape');
    await expect(unsaved.getByRole('listitem')).toHaveCount(3);
  });

  test('nobody is said to be out of reach, and nothing can be launched, while the recipients are counted', async () => {
    await openCreate();
    await dialog().getByLabel('Campaign name').fill('Slow count');
    await chooseCustomUrl();
    await channel('Email').check();
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/campaigns/preview', async (route) => {
      await isAnswered;
      await route.continue();
    });
    await dialog().getByRole('checkbox', { name: group.name }).check();
    await expect(launch()).toHaveAccessibleDescription(/Counting who would get it/);
    await expect(dialog().getByText(/Nobody in these groups|0 of 0/)).toHaveCount(0);
    answer();
    await expect(dialog().getByText('of 3 in 1 group')).toBeVisible();
    await expect(launch()).toBeEnabled();

    // Where counting fails, that is said, and nothing leaves uncounted.
    await page.unroute('**/api/campaigns/preview');
    await page.route('**/api/campaigns/preview', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'Something failed on our side.' } }),
    );
    await channel('WhatsApp').check();
    await expect(launch()).toHaveAccessibleDescription(/Who would get it could not be counted/);
    await expect(launch()).toBeDisabled();
    await expect(dialog().getByText('Counting…')).toHaveCount(0);
    await page.unroute('**/api/campaigns/preview');
    await dialog().getByRole('button', { name: 'Try again' }).first().click();
    await expect(launch()).toBeEnabled();
  });

  test.describe('when the server fails', () => {
    const failing = { status: 500, json: { code: 'internal', message: 'Something failed on our side.' } };
    const failOn = (method: string, path: string) =>
      page.route(`**${path}`, (route) =>
        route.request().method() === method ? route.fulfill(failing) : route.continue(),
      );

    // S8-15
    test("shows 'Failed to create campaign.' and keeps what was written", async () => {
      await failOn('POST', '/api/campaigns');
      await openCreate();
      await dialog().getByLabel('Campaign name').fill('Will fail');
      await chooseCustomUrl();
      await channel('Email').check();
      await saveDraft().click();
      await expect(toast()).toContainText('Failed to create campaign.');
      await expect(dialog().getByLabel('Campaign name')).toHaveValue('Will fail');
    });

    test('a launch whose answer was lost goes on saying whom it is for, and is not done twice', async () => {
      const waiting = await createGroup('Unanswered');
      await openCreate();
      await dialog().getByLabel('Campaign name').fill('Unanswered letter');
      await chooseCustomUrl();
      await channel('Email').check();
      await dialog().getByRole('checkbox', { name: waiting.name }).check();
      const schedule = dialog().getByRole('region', { name: 'Schedule' });
      await schedule.getByRole('button', { name: 'Change' }).click();
      // Until then its people wait for it, as those of a running campaign.
      const begins = page.getByLabel('Nothing before');
      // Half a date or one that has passed would let everything leave at once.
      await begins.press('1');
      await page.getByRole('button', { name: 'Set schedule' }).click();
      await expect(begins).toHaveAccessibleDescription(/Give the day and the time, or clear both\./);
      await expect(begins).toBeFocused();
      await begins.fill('2020-01-01T09:00');
      await page.getByRole('button', { name: 'Set schedule' }).click();
      await expect(begins).toHaveAccessibleDescription(/This has passed\./);
      await begins.fill('2090-01-01T09:00');
      await page.getByRole('button', { name: 'Set schedule' }).click();
      await expect(begins).toHaveCount(0);
      await expect(dialog().getByText('of 3 in 1 group')).toBeVisible();
      await page.route('**/api/campaigns', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch();
        await route.abort('connectionreset');
      });
      await launch().click();
      await expect(toast()).toContainText('No answer came, so this may have been done.');
      const launched = await findCampaign('Unanswered letter');
      if (!launched) throw new Error('the campaign was not launched');
      await expect(card(launched)).toContainText('0 of 3 sent', { timeout: 20_000 });
      await expect(dialog().getByText('of 3 in 1 group')).toHaveText(/^3\s*of 3/);
      // Whose message is looked at changes nothing of that.
      await button('Next recipient').click();
      await expect(dialog().getByText('of 3 in 1 group')).toHaveText(/^3\s*of 3/);
      await page.unroute('**/api/campaigns');
      // What a colleague did with it meanwhile is told, and the list goes on showing it.
      await api('post', `/api/campaigns/${launched.id}/pause`);
      await launch().click();
      await expect(dialog()).toHaveCount(0);
      await expect(toast()).toContainText('Campaign launched');
      await expect(toast()).toContainText('Unanswered letter has been paused since');
      await expect(card(launched).getByRole('button', { name: 'Resume' })).toBeVisible();
      expect((await listCampaigns()).filter(({ name }) => name === 'Unanswered letter')).toHaveLength(1);
    });

    test('a launch whose answer was lost and whose campaign was deleted since is not said to be launched', async () => {
      await openCreate();
      await dialog().getByLabel('Campaign name').fill('Deleted meanwhile');
      await chooseCustomUrl();
      await channel('Email').check();
      await dialog().getByRole('checkbox', { name: group.name }).check();
      await page.route('**/api/campaigns', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch();
        await route.abort('connectionreset');
      });
      await launch().click();
      await expect(toast()).toContainText('No answer came, so this may have been done.');
      await page.unroute('**/api/campaigns');
      const launched = await findCampaign('Deleted meanwhile');
      await api('delete', `/api/campaigns/${launched?.id}`);
      await launch().click();
      await expect(toast()).toContainText('has been deleted since. Press again to launch it anew.');
      await launch().click();
      await expect(dialog()).toHaveCount(0);
      const anew = await findCampaign('Deleted meanwhile');
      expect([anew?.status, anew?.id === launched?.id]).toEqual(['active', false]);
    });

    // S8-16
    test("shows 'Failed to update campaign.'", async () => {
      const draft = await createCampaign({ name: 'Draft to change' });
      await failOn('PATCH', `/api/campaigns/${draft.id}`);
      await open();
      await button('Edit Draft to change').click();
      await dialog().getByLabel('Campaign name').fill('Changed');
      await saveDraft().click();
      await expect(toast()).toContainText('Failed to update campaign.');
    });

    // S8-17
    test("shows 'Failed to create lead group.'", async () => {
      await failOn('POST', '/api/lead-groups');
      await openCreate();
      await button('New lead group').click();
      const inner = page.getByRole('dialog', { name: 'New lead group' });
      await inner.getByLabel('Name').fill('Will fail');
      await inner.getByRole('button', { name: 'Create lead group' }).click();
      await expect(toast()).toContainText('Failed to create lead group.');
    });

    // S8-18
    test("shows 'Failed to create landing page.'", async () => {
      await failOn('POST', '/api/landing-sites');
      await openCreate();
      await button('New landing page').click();
      const inner = page.getByRole('dialog', { name: 'New landing page' });
      await inner.getByLabel('Name').fill('Will fail');
      await inner.getByLabel('URL').fill(LANDING);
      await inner.getByRole('button', { name: 'Create landing page' }).click();
      await expect(toast()).toContainText('Failed to create landing page.');
    });
  });
});

test.describe('a launched campaign', () => {
  let campaign: Campaign;

  test.beforeAll(async () => {
    test.setTimeout(90_000);
    const group = await createGroup('Winter readers');
    campaign = await createCampaign({
      name: 'Winter letter',
      targetGroups: [group.id],
      // In no list of landing pages, so the dialog shows it as it was typed.
      landingPageUrl: LETTER,
      channels: ['email', 'social_dm'],
      status: 'active',
    });
    await waitUntilSent(campaign);
  });

  // S4-13 S2.8-11
  test('launching posts the campaign, which gets its card and its row', async () => {
    const group = await createGroup('Launch readers');
    await openCreate();
    await dialog().getByLabel('Campaign name').fill('Launched here');
    await chooseCustomUrl();
    await channel('Email').check();
    await dialog().getByRole('checkbox', { name: group.name }).check();
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/campaigns'),
    );
    await launch().click();
    expect((await sent).postDataJSON()).toMatchObject({
      status: 'active',
      targetGroups: [group.id],
      channels: ['email'],
    });
    await expect(dialog()).toHaveCount(0);
    const launched = await findCampaign('Launched here');
    if (!launched) throw new Error('the campaign was not created');
    await expect(card(launched)).toContainText('Active');
    await expect(row(launched)).toBeVisible();
    // The counts come by themselves.
    await expect(card(launched)).toContainText('3 of 3 sent (3 to the outbox)', { timeout: 20_000 });
  });

  // S2.8-02 S9-28
  test('its card opens on a click and shows its counts and its response rate', async () => {
    await open();
    await expect(card(campaign)).toContainText('0.0% response');
    const head = card(campaign).getByRole('button', { name: campaign.name });
    await expect(head).toHaveAttribute('aria-expanded', 'false');
    await head.click();
    await expect(head).toHaveAttribute('aria-expanded', 'true');
    for (const label of [
      'Queued',
      'Sent',
      'In the outbox',
      'Clicks',
      'Unsubscribes',
      'Failed',
      'Unconfirmed',
    ]) {
      await expect(card(campaign).getByRole('term').filter({ hasText: label }).first()).toBeVisible();
    }
    await expectAccessible(page);
    await head.press('Enter');
    await expect(head).toHaveAttribute('aria-expanded', 'false');
  });

  // S2.8-04
  test('View Analytics goes to the dashboard of this campaign', async () => {
    await open();
    const link = card(campaign).getByRole('link', { name: 'View Analytics' });
    await expect(link).toHaveAttribute('href', `/dashboard?campaign=${campaign.id}`);
    await link.click();
    await expect(page.getByRole('heading', { name: 'Analytics & Performance' })).toBeVisible();
  });

  // S2.8-03 S4-12 S4-13
  test('Edit opens it with its values, and an update patches it at once', async () => {
    await open();
    await card(campaign).getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('dialog', { name: /Edit campaign/ })).toBeVisible();
    await expect(dialog().getByLabel('Campaign name')).toHaveValue('Winter letter');
    await expect(dialog().getByRole('textbox', { name: 'Custom URL' })).toHaveValue(LETTER);
    await expect(channel('Email')).toBeChecked();
    await expect(channel('WhatsApp')).not.toBeChecked();
    await dialog().getByLabel('Campaign name').fill('Winter letter, second edition');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await dialog().getByRole('button', { name: 'Update Campaign' }).click();
    const request = await sent;
    expect(new URL(request.url()).pathname).toBe(`/api/campaigns/${campaign.id}`);
    expect(request.postDataJSON()).toMatchObject({ name: 'Winter letter, second edition', version: 1 });
    await expect(card(campaign)).toContainText('Winter letter, second edition');
    expect((await api<Campaign>('get', `/api/campaigns/${campaign.id}`)).status).toBe('active');
  });

  test('a change on top of an older one says so and loads the newer', async () => {
    await open();
    await card(campaign).getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog().getByLabel('Campaign name').fill('Mine');
    await api('patch', `/api/campaigns/${campaign.id}`, { name: 'Theirs' });
    await expect(dialog().getByText('This campaign was changed while you had it open.')).toBeVisible();
    await dialog().getByRole('button', { name: 'Update Campaign' }).click();
    await expect(toast()).toContainText('Somebody else changed this campaign.');
    await dialog().getByRole('button', { name: 'Load the newer version' }).click();
    await expect(dialog().getByLabel('Campaign name')).toHaveValue('Theirs');
    await dialog().getByRole('button', { name: 'Show my changes' }).click();
    await expect(dialog().getByLabel('Campaign name')).toHaveValue('Mine');
    await expect(dialog().getByText('This campaign was changed while you had it open.')).toBeVisible();
  });

  // S2.8-05 S4-10 S4-11
  test('Pause keeps its card, labelled Paused, and Resume goes on', async () => {
    await open();
    await card(campaign).getByRole('button', { name: 'Pause Campaign' }).click();
    await expect(card(campaign)).toContainText('Paused');
    await expect(row(campaign)).toContainText('Paused');
    await expect(page.getByText('Coming Soon')).toHaveCount(0);
    await card(campaign).getByRole('button', { name: 'Resume' }).click();
    await expect(card(campaign)).toContainText('Active');
    await expect(card(campaign).getByRole('button', { name: 'Pause Campaign' })).toBeVisible();
  });

  test('who presses Pause in the moment in which a colleague has paused it does not resume it', async () => {
    await open();
    const pause = card(campaign).getByRole('button', { name: 'Pause Campaign' });
    const resume = card(campaign).getByRole('button', { name: 'Resume' });
    await expect(pause).toBeVisible();
    let resumed = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(`/${campaign.id}/resume`)) resumed += 1;
    });
    await pause.evaluate((pressed) => {
      new MutationObserver((_, observer) => {
        if (!pressed.textContent?.includes('Resume')) return;
        observer.disconnect();
        pressed.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      }).observe(pressed, { childList: true, subtree: true, characterData: true });
    });
    // A press that failed does not take the next change for its own.
    await page.route(`**/api/campaigns/${campaign.id}/pause`, (route) => route.abort());
    await pause.click();
    await expect(toast()).toContainText('The campaign could not be paused.');
    await page.unroute(`**/api/campaigns/${campaign.id}/pause`);
    await api('post', `/api/campaigns/${campaign.id}/pause`);
    await expect(resume).toBeVisible();
    expect(resumed).toBe(0);
    // Whoever has seen what it reads now presses it as always.
    await expect(async () => {
      if (await resume.isVisible()) await resume.click({ timeout: 3_000 });
      await expect(pause).toBeVisible({ timeout: 3_000 });
    }).toPass();
  });

  // S2.8-14
  test('Undo brings a deleted campaign back', async () => {
    await open();
    await card(campaign).getByRole('button', { name: 'Delete campaign' }).click();
    await expect(card(campaign)).toHaveCount(0);
    await expect(toast()).toContainText('Campaign deleted');
    await toast().getByRole('button', { name: 'Undo' }).click();
    await expect(card(campaign)).toBeVisible();
    await api('post', `/api/campaigns/${campaign.id}/resume`).catch(() => undefined);
  });

  test('what does not run is put into the archive and taken out of it', async () => {
    const draft = await createCampaign({ name: 'Of last spring' });
    await open();
    await row(draft).getByRole('button', { name: 'More for Of last spring' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(row(draft)).toHaveCount(0);
    await toast().getByRole('button', { name: 'Undo' }).click();
    await expect(row(draft)).toBeVisible();
    await api('post', `/api/campaigns/${draft.id}/archive`);
    await expect(row(draft)).toHaveCount(0);
    await button('Show the archive').click();
    const archive = page.getByRole('list', { name: 'Archived campaigns' });
    await expect(archive.getByRole('listitem')).toHaveText([/Of last spring/]);
    await expectAccessible(page);
    await archive.getByRole('button', { name: 'Take out Of last spring' }).click();
    await expect(row(draft)).toBeVisible();
    await expect(page.getByText(/^Empty\. Put away what is over/)).toBeVisible();
    await row(campaign)
      .getByRole('button', { name: /^More for/ })
      .click();
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Archive' })).toHaveCount(0);
  });

  test('lists its messages with their state, exact text and source', async () => {
    await open();
    await card(campaign).getByRole('button', { name: 'Messages', exact: true }).click();
    const drawer = page.getByRole('complementary', { name: /^Messages of/ });
    await expect(drawer.getByRole('listitem')).toHaveCount(6);
    // The button that opened it still has the focus.
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await card(campaign).getByRole('button', { name: 'Messages', exact: true }).click();
    await expect(drawer.getByRole('listitem')).toHaveCount(6);
    const outbox = drawer.getByRole('listitem').filter({ hasText: 'In the outbox' }).first();
    await expect(outbox).toContainText('Sent to the outbox alone');
    await outbox.getByRole('button').first().click();
    await expect(outbox).toContainText('Unsubscribe:');
    await outbox.getByRole('button', { name: 'Show the whole message' }).click();
    await expect(page.getByLabel('Source of the message')).toContainText('List-Unsubscribe');
    await expectAccessible(page);
  });

  test('a message that waits for a person can be marked as sent', async () => {
    await open();
    await card(campaign).getByRole('button', { name: 'Messages', exact: true }).click();
    const drawer = page.getByRole('complementary', { name: /^Messages of/ });
    const waiting = drawer.getByRole('listitem').filter({ hasText: 'Waits for you' });
    await expect(waiting).toHaveCount(3);
    const id = await waiting.first().getAttribute('data-message');
    await waiting.first().getByRole('button').first().click();
    await drawer.getByRole('button', { name: 'Mark as sent' }).click();
    await expect(waiting).toHaveCount(2);
    const messages = await api<Message[]>('get', `/api/campaigns/${campaign.id}/messages`);
    expect(messages.find((message) => message.id === id)?.status).toBe('sent');
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
  });

  test('the dialog can be filled in at 360 px, its launch bar in sight', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openCreate();
    await expect(launch()).toBeInViewport();
    await expectNothingCutOff(page);
    await expectAccessible(page);
    // A message without a subject shows its words on one line, which may not make the dialog wider.
    await dialog().getByRole('checkbox', { name: 'WhatsApp' }).check();
    await expect(dialog().getByRole('button', { name: 'Add WhatsApp step' })).toBeVisible();
    const right = await dialog()
      .getByRole('region', { name: 'Sequence' })
      .evaluate((section) => section.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(360);
  });

  test('a viewer sees everything and nothing that changes it', async ({ browser }) => {
    const other = await browser.newContext();
    await server.signIn(other, 'viewer');
    const viewer = await other.newPage();
    await viewer.goto(`${server.url}/campaigns`);
    const seen = viewer.locator(`article[data-campaign="${campaign.id}"]`);
    await expect(seen).toBeVisible();
    await expect(seen).toContainText('Your role reads; members change campaigns.');
    for (const name of [
      'New Campaign',
      'Use template',
      'Edit',
      'Pause Campaign',
      'Resume',
      'Delete campaign',
    ]) {
      await expect(viewer.getByRole('button', { name, exact: true })).toHaveCount(0);
    }
    await other.close();
  });
});
