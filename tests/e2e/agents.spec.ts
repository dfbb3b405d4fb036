import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import type { Agent } from '#features/agents/contract.ts';
import { expectAccessible, expectNothingCutOff, keepPage, useServer, visit } from '../support/e2e.ts';

const server = useServer({ demo: true });

let context: BrowserContext;
let page: Page;
let shop: Server;
let shopUrl = '';
let fern: Agent;
/** What the shop's page holds beside its own words. */
let embed = '';
let shopLang = 'en';

keepPage(
  server,
  (kept) => {
    page = kept;
    context = kept.context();
  },
  { permissions: ['clipboard-read', 'clipboard-write'] },
);
test.beforeAll(async () => {
  shop = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!doctype html><html lang="${shopLang}"><head><title>Shop</title><style>button,p{font-size:40px!important}</style></head>
      <body><main><h1>Teas</h1><p id="text">Six blends.</p><a href="/second">Next</a></main>${embed}</body></html>`,
    ),
  );
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  fern = await named('Fern');
  await post('/api/chatbot/knowledge', {
    expertId: fern.id,
    title: 'Hearth label',
    content: 'Hearth is a caffeine-free blend of chamomile flowers, lemon balm leaf and orange peel.',
  });
});
test.afterAll(() => {
  shop.close();
});

const read = async <T>(path: string): Promise<T> => {
  const response = await context.request.get(`${server.url}${path}`);
  expect(response.ok(), `${path} answered ${response.status()}`).toBe(true);
  return (await response.json()) as T;
};
const post = async <T>(path: string, data: object): Promise<T> => {
  const response = await context.request.post(`${server.url}${path}`, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as T;
};
async function named(name: string): Promise<Agent> {
  const found = (await read<Agent[]>('/api/chatbot/experts')).find((agent) => agent.name === name);
  if (!found) throw new Error(`no agent is called ${name}`);
  return found;
}
async function openManager(): Promise<void> {
  await visit(page, `${server.url}/chatbot`);
  await expect(page.getByRole('heading', { name: 'AI Agent Manager', level: 1 })).toBeVisible();
  await expect(cards().first()).toBeVisible();
}
const cards = () => page.getByRole('list', { name: 'Agents' }).locator('> li');
const card = (name: string) => cards().filter({ has: page.getByRole('heading', { name, exact: true }) });
const names = () => cards().getByRole('heading', { level: 3 });
const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

// S2.1-06 S2.10-02 S2.10-07 S9-41 S2.10-11 S2.10-12 S2.10-13 S2.10-14 S2.10-03 S2.10-05
test('the manager shows who there is and what they did', async () => {
  await openManager();
  for (const [label, value] of [
    ['AI Experts', '4'],
    ['Total Conversations', '247'],
    ['Resolution Rate', '84.2%'],
    ['Avg Response Time', '1.4 s'],
  ])
    await expect(page.locator(`[data-tile="${label}"] dd`)).toHaveText(value ?? '');
  await expect(page.getByText('4 agents, 3 active')).toBeVisible();
  await expect(names()).toHaveText(['Fern', 'Alder', 'Linden', 'Rowan']);
  for (const text of [
    'Active',
    'Herbal tea and blends',
    'Answers product questions',
    'Friendly',
    '6 knowledge items',
    'Chat',
  ])
    await expect(card('Fern').getByText(text).first()).toBeVisible();
  await expect(card('Rowan').getByText('Inactive')).toBeVisible();
  await expect(card('Rowan').getByText('Avatar')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('combobox', { name: 'Category', exact: true }).click();
  await expect(page.getByRole('option')).toHaveText([
    'All',
    'General',
    'Customer service',
    'Sales',
    'Technical',
    'Coaching',
    'Advisory',
    'Health',
  ]);
  await page.getByRole('option', { name: 'Sales' }).click();
  await expect(names()).toHaveText(['Rowan']);
  await expect(page.getByText('1 agent, 0 active')).toBeVisible();
  await choose('Category', 'All');
  await page.getByRole('combobox', { name: 'Sort by', exact: true }).click();
  await expect(page.getByRole('option')).toHaveText(['Recent', 'Name', 'Usage', 'Category']);
  await page.getByRole('option', { name: 'Usage' }).click();
  await expect(names()).toHaveText(['Fern', 'Linden', 'Alder', 'Rowan']);
});

// S2.10-01 S2.10-09 S2.10-22 S2.10-23 S3-21 S4-26 S4-27 S5-23 S5-24 S8-24 S8-25
test('an agent is created from a template and edited', async () => {
  await openManager();
  await page.getByRole('button', { name: 'Create AI Expert' }).click();
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'Create', exact: true });
  await expect(create).toBeDisabled();
  await expect(create).toHaveAccessibleDescription(
    'Needs a name, an area of expertise, a communication style.',
  );
  await create.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  for (const template of [
    'Expert Advisor',
    'Customer Service',
    'Sales Agent',
    'Tech Support',
    'Business Coach',
    'Custom Expert',
  ])
    await expect(dialog.getByRole('button', { name: template })).toBeVisible();
  await dialog.getByRole('button', { name: 'Tech Support' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Area of expertise' })).toHaveValue('Technical support');
  await expect(dialog.getByRole('textbox', { name: 'Role Instructions' })).toHaveValue(/technical problems/);
  await expect(create, 'still without a name').toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Sorrel');
  await expect(create).toBeEnabled();
  await dialog.getByRole('textbox', { name: 'Area of expertise' }).fill(' ');
  await expect(create).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Area of expertise' }).fill('Devices');
  await expectAccessible(page);

  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/chatbot/experts', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.fallback();
  });
  await create.click();
  await expect(dialog.getByRole('button', { name: 'Saving…' })).toBeDisabled();
  letGo();
  await expect(page.getByText('AI Expert Created')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(card('Sorrel').getByRole('button', { name: 'Sorrel', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Create AI Expert' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true }), 'the form is reset').toHaveValue(
    '',
  );
  await page.keyboard.press('Escape');

  const changed = page.waitForRequest((request) => request.method() === 'PATCH');
  await card('Sorrel').getByRole('button', { name: 'Edit Sorrel' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Sorrel');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Yarn');
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  expect((await changed).url()).toContain('/api/chatbot/experts/');
  await expect(page.getByText('AI Expert Updated')).toBeVisible();
  await expect(card('Yarn')).toBeVisible();
});

test('two admins who edit one agent at once keep what the other has changed', async () => {
  const before = await named('Alder');
  const address = `${server.url}/api/chatbot/experts/${before.id}`;
  const colleague = async (change: Partial<Agent>) =>
    expect((await context.request.patch(address, { data: change })).ok()).toBe(true);
  const notice = 'Someone else changed this agent while you had it open.';
  await openManager();
  await card('Alder').getByRole('button', { name: 'Edit Alder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit AI expert' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Alder tree');
  await colleague({ description: 'Changed by a colleague.', specializations: ['Packs'] });
  await expect(dialog.getByText(notice)).toBeVisible();
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('AI Expert Updated')).toBeVisible();
  expect(await named('Alder tree')).toMatchObject({
    description: 'Changed by a colleague.',
    specializations: ['Packs'],
  });

  await card('Alder tree').getByRole('button', { name: 'Revise voice and appearance of Alder tree' }).click();
  const revision = page.getByRole('dialog', { name: /^Revise/ });
  await revision.getByRole('textbox', { name: 'Voice description' }).fill('Slow and clear.');
  await colleague({ name: 'Alder', personalityDescription: 'Says little.' });
  await expect(revision.getByText(notice)).toBeVisible();
  await revision.getByRole('button', { name: 'Save revision' }).click();
  await expect(page.getByText('Success!')).toBeVisible();
  expect(await named('Alder')).toMatchObject({
    voiceDescription: 'Slow and clear.',
    personalityDescription: 'Says little.',
  });
  const { description, specializations, voiceDescription, personalityDescription } = before;
  await colleague({ description, specializations, voiceDescription, personalityDescription });
});

test('an agent whose saving got no answer is saved once with the next press, and nobody else is said to have changed it', async () => {
  const before = await named('Alder');
  await openManager();
  const rounds = [
    { opener: 'Edit Alder', dialogName: 'Edit AI expert', field: 'Description', deed: 'Update' },
    {
      opener: 'Revise voice and appearance of Alder',
      dialogName: /^Revise/,
      field: 'Voice description',
      deed: 'Save revision',
    },
  ];
  for (const { opener, dialogName, field, deed } of rounds) {
    const { version } = await named('Alder');
    await card('Alder').getByRole('button', { name: opener }).click();
    const dialog = page.getByRole('dialog', { name: dialogName });
    await dialog.getByRole('textbox', { name: field, exact: true }).fill('Says it slowly.');
    let isLost = false;
    await page.route(`**/api/chatbot/experts/${before.id}`, async (route) => {
      if (isLost || route.request().method() === 'GET') return route.continue();
      isLost = true;
      const heard = page.waitForResponse((answer) => answer.url().endsWith('/api/chatbot/experts'));
      await route.fetch();
      await heard;
      return route.abort();
    });
    await dialog.getByRole('button', { name: deed, exact: true }).click();
    await expect(page.getByText('Failed to update agent')).toBeVisible();
    await expect(dialog.getByText('Someone else changed this agent')).toHaveCount(0);
    await dialog.getByRole('button', { name: deed, exact: true }).press('Enter');
    await expect(dialog).toHaveCount(0);
    expect((await named('Alder')).version, 'it is saved once').toBe(version + 1);
    await page.unroute(`**/api/chatbot/experts/${before.id}`);
    await openManager();
  }
  const { description, voiceDescription } = before;
  await context.request.patch(`${server.url}/api/chatbot/experts/${before.id}`, {
    data: { description, voiceDescription },
  });
});

test('an agent whose golden question fails goes on websites only for a written reason', async () => {
  const { id } = await named('Rowan');
  await post(`/api/chatbot/experts/${id}/golden-questions`, {
    question: 'When does the box come?',
    mustContain: 'every Monday',
  });
  await openManager();
  await expect(card('Rowan').getByText('1 golden question wrong')).toBeVisible();
  await card('Rowan').getByRole('button', { name: 'Edit Rowan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit AI expert' });
  await dialog.getByRole('switch', { name: 'On websites and the API' }).click();
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Rowan answers 1 golden question wrongly: “When does the box come?”.',
  );
  await expect(dialog.getByRole('alert'), 'at the foot of a long form').toBeInViewport();
  await expectAccessible(page);
  await dialog.getByLabel('Reason to go on').fill('The question is older than the new delivery day.');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog).toBeHidden();
  await expect(card('Rowan').getByText('Active', { exact: true })).toBeVisible();
  const agent = await named('Rowan');
  await context.request.patch(`${server.url}/api/chatbot/experts/${id}`, {
    data: { isActive: false, version: agent.version },
  });
});

// S8-19 S8-23 S4-28 S4-29
test('what fails says so, and voice and face are asked for where there are any', async () => {
  await openManager();
  await page.route('**/api/chatbot/experts{,/*}', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 503,
          json: { code: 'unavailable', message: 'The database does not answer.' },
        }),
  );
  await page.getByRole('button', { name: 'Create AI Expert' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sales Agent' }).click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Nobody');
  const voice = dialog.getByRole('textbox', { name: 'Voice description' });
  const look = dialog.getByRole('textbox', { name: 'Appearance description' });
  for (const [mode, voices, looks] of [
    ['Chat', 0, 0],
    ['Voice', 1, 0],
    ['Avatar', 1, 1],
  ] as const) {
    await dialog.getByText(mode, { exact: true }).click();
    await expect(voice).toHaveCount(voices);
    await expect(look).toHaveCount(looks);
  }
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Failed to Create Expert')).toBeVisible();
  await expect(page.getByText('Please try again.')).toBeVisible();
  await page.keyboard.press('Escape');
  await card('Fern').getByRole('button', { name: 'Edit Fern' }).click();
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Failed to update agent')).toBeVisible();
});

// S2.10-08 S2.10-33 S2.10-34 S2.10-35 S8-28
test('an agent is revised with a preview and a helper, and deleted with an undo', async () => {
  await openManager();
  await card('Rowan').getByRole('button', { name: 'Revise voice and appearance of Rowan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revise Rowan' });
  await expect(dialog.getByRole('tab')).toHaveText(['Voice', 'Appearance', 'Personality']);
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('I am Rowan, an AI assistant');
  const helper = dialog.getByRole('region', { name: 'AI helper for voice' });
  await expect(helper).toContainText('Built-in engine');
  await helper.getByRole('button', { name: 'Use this text' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Voice description' })).toHaveValue(/steady/);
  await expectAccessible(page);
  await dialog.getByRole('tab', { name: 'Personality' }).click();
  await dialog.getByRole('textbox', { name: 'Personality' }).fill('Speaks in riddles.');
  const asked = page.waitForRequest(/chatbot\/chat/);
  await dialog.getByRole('textbox', { name: /^Ask/ }).fill('Hello');
  await page.keyboard.press('Enter');
  expect((await asked).postDataJSON()).toMatchObject({
    question: 'Hello',
    persona: { personalityDescription: 'Speaks in riddles.' },
  });
  await expect(dialog.getByRole('log')).toContainText('Rowan');
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await dialog.getByRole('button', { name: 'Save revision' }).click();
  expect((await saved).postDataJSON()).toMatchObject({ name: 'Rowan', expertiseArea: 'Workplace wellness' });
  await expect(page.getByText('Success!')).toBeVisible();

  await card('Alder').getByRole('button', { name: 'Delete Alder' }).click();
  await expect(card('Alder')).toHaveCount(0);
  await page.getByRole('button', { name: /Undo/ }).click();
  await expect(card('Alder')).toBeVisible();
});

// S2.10-10 S2.10-24 S2.10-26 S2.10-27 S2.10-28 S7-38 S8-22 S8-29 S9-32
test('the API Integration dialog', async () => {
  await openManager();
  await card('Fern').getByRole('button', { name: 'API integration of Fern' }).click();
  const dialog = page.getByRole('dialog', { name: 'API Integration' });
  await expect(dialog.getByRole('textbox', { name: 'API key' })).toHaveValue(fern.apiKey);
  const code = `<script async src="${server.url}/api/agents/widget/${fern.apiKey}"></script>`;
  await expect(dialog.getByLabel('Embed widget code', { exact: true }).last()).toHaveText(code);
  for (const path of [
    'POST /api/agents/chat/{apiKey}',
    'GET /api/agents/widget/{apiKey}',
    'GET /api/agents/status/{apiKey}',
  ])
    await expect(dialog.getByText(path)).toBeVisible();
  await expect(dialog.getByText('Authorization: Bearer {secret key or API key}')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy widget code' }).click();
  await expect(page.getByText('Copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  for (const [link, target] of [
    ['Open API docs', `/docs/api/${fern.id}`],
    ['Open test endpoint', `/api/agents/test/${fern.apiKey}`],
  ] as const) {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      dialog.getByRole('link', { name: link }).click(),
    ]);
    expect(new URL(tab.url()).pathname).toBe(target);
    await expect(tab.getByRole('heading', { level: 1 })).toContainText('Fern');
    await expectAccessible(tab);
    await tab.close();
  }
  await dialog.getByRole('combobox', { name: 'Rate limit' }).click();
  await expect(page.getByRole('option')).toHaveText([
    'Basic, 100 calls/hour',
    'Standard, 500 calls/hour',
    'Premium, 2,000 calls/hour',
    'Enterprise, unlimited',
  ]);
  await page.getByRole('option', { name: /Premium/ }).click();
  const save = dialog.getByRole('button', { name: 'Save settings' });
  // What the copying said has to be gone.
  await expect(page.getByText('Copied!')).toBeHidden({ timeout: 10_000 });
  await save.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  const { width = 0 } = (await save.boundingBox()) ?? {};
  await save.click({ trial: true, position: { x: width - 4, y: 8 } });
  await expect(page.getByText('Settings saved')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create secret key' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Secret key' })).toHaveValue(/^sk_/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  expect((await dialog.boundingBox())?.width, 'the long code scrolls by itself').toBe(360);

  await page.route('**/widget-code', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await card('Fern').getByRole('button', { name: 'API integration of Fern' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Rate limit' })).toHaveText(/Premium/);
  await expect(dialog.getByText(/Secret key ending in/)).toBeVisible();
  await expect(page.getByText('Failed to generate widget code')).toBeVisible();
});

// S2.10-31
test('the widget answers on another site by keyboard, moves nothing, and keeps the conversation from page to page', async ({
  browser,
}) => {
  const { widgetCode } = await read<{ widgetCode: string }>(`/api/chatbot/experts/${fern.id}/widget-code`);
  const site = await browser.newContext();
  const visitor = await site.newPage();
  const errors: string[] = [];
  visitor.on('pageerror', (error) => errors.push(error.message));
  await visitor.addInitScript(() => {
    Reflect.set(window, 'shift', 0);
    new PerformanceObserver((list) => {
      // What opens under a click moves what is below it, and should.
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, 'hadRecentInput'))
          Reflect.set(
            window,
            'shift',
            Number(Reflect.get(window, 'shift')) + Number(Reflect.get(entry, 'value')),
          );
    }).observe({ type: 'layout-shift', buffered: true });
  });
  embed = widgetCode;
  // P12: 3 KB until it is opened, 20 KB after.
  const bytesOf = async (path: string): Promise<number> =>
    gzipSync(await (await page.request.get(`${server.url}${path}`)).body()).length;
  expect(await bytesOf(`/api/agents/widget/${fern.apiKey}`)).toBeLessThan(3 * 1_024);
  expect(await bytesOf('/api/agents/panel.js')).toBeLessThan(20 * 1_024);
  await visitor.goto(shopUrl);
  const launcher = visitor.getByRole('button', { name: 'Ask Fern' });
  await expect(launcher).toBeVisible();
  await launcher.focus();
  await visitor.keyboard.press('Enter');
  const panel = visitor.getByRole('dialog', { name: 'Chat with Fern' });
  const input = panel.getByRole('textbox', { name: 'Write to Fern' });
  await expect(input).toBeFocused();
  await expect(panel.getByText(/not a doctor/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  await visitor.keyboard.type('Is Hearth caffeine-free?');
  await visitor.keyboard.press('Enter');
  await expect(panel.getByText(/blend of chamomile/).first()).toBeVisible();
  await panel.getByText('1. Hearth label').click();
  await expect(panel.getByRole('blockquote')).toContainText('caffeine-free');
  await expectAccessible(visitor);
  expect(await visitor.evaluate(() => Number(Reflect.get(window, 'shift')))).toBe(0);
  // The page's own styles stay outside.
  await expect(input).toHaveCSS('font-size', '14px');

  const { promise: wait, resolve: letGo } = Promise.withResolvers<void>();
  await visitor.route('**/api/agents/conversation/**', async (route) => {
    await wait;
    await route.fallback();
  });
  await visitor.getByRole('link', { name: 'Next' }).click();
  await expect(visitor).toHaveURL(/second/);
  // What is sent while the earlier conversation loads goes below it, and what follows stays in its field.
  for (const text of ['thanks', 'bye']) {
    await input.fill(text);
    await input.press('Enter');
  }
  await expect(input).toHaveValue('bye');
  await expect(panel.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  letGo();
  await expect(panel.getByText('Is Hearth caffeine-free?')).toBeVisible();
  await expect(panel.getByText(/blend of chamomile/).first()).toBeVisible();
  await expect(panel.getByText('Is Hearth caffeine-free?')).toHaveCount(1);
  await expect(panel.getByText('thanks', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'false');
  await input.press('Enter');
  await expect(panel.getByText('bye', { exact: true })).toBeVisible();
  await expect(panel.locator('.line')).toHaveCount(7);

  // A stream that breaks is asked for again under the same id: one question, one answer.
  const sent: string[] = [];
  await visitor.route('**/api/agents/chat/**', async (route) => {
    sent.push((route.request().postDataJSON() as { messageId: string }).messageId);
    if (sent.length > 1) return route.fallback();
    await route.fulfill({
      headers: { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' },
      body: 'data: {"type":"text","text":"Hearth is a bl"}\n\ndata: {"type":"te',
    });
  });
  // The same visitor in a second tab.
  const second = await site.newPage();
  await second.goto(shopUrl);
  await second.getByRole('button', { name: 'Ask Fern' }).click();
  const other = second.getByRole('dialog', { name: 'Chat with Fern' });
  await expect(other.getByText(/blend of chamomile/)).not.toHaveCount(0);
  await input.fill('What is in the Hearth blend?');
  await input.press('Enter');
  for (const tab of [panel, other]) {
    await expect(tab.getByText('What is in the Hearth blend?')).toHaveCount(1);
    await expect(tab.locator('.line.agent .text').last()).toContainText('blend of chamomile');
    await expect(tab.locator('.line')).toHaveCount(9);
  }
  expect(sent).toHaveLength(2);
  expect(new Set(sent).size).toBe(1);

  // An answer that was written although its call failed is told by the news, and stands there once when it is asked for again.
  for (const isSentAgain of [false, true]) {
    const written = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const shown = Promise.withResolvers<void>();
    let isFirst = true;
    await visitor.route('**/api/agents/chat/**', async (route) => {
      if (isFirst) {
        isFirst = false;
        await route.fetch();
        written.resolve();
        await told.promise;
        return route.fulfill({
          headers: { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' },
          body: 'data: {"type":"failed","message":"Something failed."}\n\n',
        });
      }
      asked.resolve();
      await shown.promise;
      return route.fallback();
    });
    await visitor.route('**/api/agents/conversation/**', async (route) => {
      if (isSentAgain) await asked.promise;
      await route.fallback();
    });
    const lines = await panel.locator('.line').count();
    const theirs = await other.locator('.line').count();
    await input.fill('What is in the Hearth blend?');
    await input.press('Enter');
    await written.promise;
    const otherInput = other.getByRole('textbox', { name: 'Write to Fern' });
    await otherInput.fill('thanks');
    await otherInput.press('Enter');
    await expect(other.locator('.line')).toHaveCount(theirs + 2);
    await expect(other.locator('.dots')).toHaveCount(0);
    told.resolve();
    if (isSentAgain) {
      await panel.getByRole('button', { name: 'Send again' }).click();
      // Both questions and answers, and the dots of what was sent again.
      await expect(panel.locator('.line')).toHaveCount(lines + 5);
    }
    shown.resolve();
    await expect(panel.locator('.line')).toHaveCount(lines + 4);
    await expect(panel.locator('.dots')).toHaveCount(0);
    await expect(panel.getByRole('alert')).toHaveCount(0);
  }
  await second.close();

  await site.setOffline(true);
  await input.fill('<img src=x onerror="document.title=1"> [click](javascript:alert(1))');
  await input.press('Enter');
  await expect(panel.getByRole('alert')).toContainText('There is no connection');
  await site.setOffline(false);
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await expect(panel.getByText('<img src=x')).toHaveCount(1);
  await expect(visitor).toHaveTitle('Shop');
  await panel.getByRole('button', { name: 'Leave an email' }).click();
  await panel.getByRole('textbox', { name: 'Your email address' }).fill('visitor@clinic.test');
  await visitor.keyboard.press('Enter');
  await expect(panel.getByText(/We will answer to visitor@clinic.test/)).toBeVisible();
  await visitor.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(launcher).toBeFocused();
  expect(errors).toEqual([]);

  await visitor.setViewportSize({ width: 360, height: 700 });
  await visitor.emulateMedia({ colorScheme: 'dark' });
  await launcher.click();
  expect((await panel.boundingBox())?.width).toBe(360);
  await expectAccessible(visitor);
  // Nothing of the page can be seen: the focus stays in the panel.
  await expect(panel).toHaveAttribute('aria-modal', 'true');
  await panel.getByRole('button', { name: 'Leave an email' }).focus();
  await visitor.keyboard.press('Tab');
  await expect(panel.getByRole('button', { name: 'Close the chat' })).toBeFocused();
  await visitor.keyboard.press('Shift+Tab');
  await expect(panel.getByRole('button', { name: 'Leave an email' })).toBeFocused();
  // What is written can be read, and what was answered also in a window of 400 %.
  const heightOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.height ?? 0;
  const oneLine = await heightOf(input);
  await input.fill('How long is the blend good for once the tin was opened, and where should I keep it?');
  expect(await heightOf(input)).toBeGreaterThan(oneLine + 15);
  await input.fill('');
  expect(await heightOf(input)).toBe(oneLine);
  await visitor.setViewportSize({ width: 320, height: 256 });
  await expect.poll(() => heightOf(panel.getByRole('log'))).toBeGreaterThan(80);
  await visitor.setViewportSize({ width: 360, height: 700 });
  // The help of all places is longer than the window: it is read from its beginning.
  await input.fill('I want to kill myself');
  await input.press('Enter');
  await expect(panel.getByText('Get help now')).toBeInViewport();
  await expect(panel.getByText('Samaritans').first()).toBeInViewport();
  await site.close();
});

test('the widget speaks the language of data-lang, then of the page, and says in which language it answers', async ({
  browser,
}) => {
  const site = await browser.newContext();
  const visitor = await site.newPage();
  const code = (attributes = '') =>
    `<script async ${attributes} src="${server.url}/api/agents/widget/${fern.apiKey}"></script>`;
  for (const [lang, attributes, ask, write, close] of [
    ['de-AT', '', 'Fern fragen', 'Nachricht an Fern', 'Chat schließen'],
    ['en', 'data-lang="fr"', 'Demander à Fern', 'Écrire à Fern', 'Fermer le chat'],
    ['es', 'data-lang="pt"', 'Preguntar a Fern', 'Escribir a Fern', 'Cerrar el chat'],
    ['', 'data-lang="IT"', 'Chiedi a Fern', 'Scrivi a Fern', 'Chiudi la chat'],
    ['nl', '', 'Vraag het Fern', 'Bericht aan Fern', 'Chat sluiten'],
    ['ja', '', 'Ask Fern', 'Write to Fern', 'Close the chat'],
  ] as const) {
    [shopLang, embed] = [lang, code(attributes)];
    await visitor.goto(shopUrl);
    await visitor.getByRole('button', { name: ask }).click();
    await expect(visitor.getByRole('textbox', { name: write })).toBeFocused();
    await visitor.getByRole('button', { name: close }).click();
  }
  [shopLang, embed] = ['de', code()];
  await visitor.goto(shopUrl);
  await visitor.getByRole('button', { name: 'Fern fragen' }).click();
  const panel = visitor.getByRole('dialog', { name: 'Chat mit Fern' });
  await expect(panel).toHaveAttribute('lang', 'de');
  await expect(panel.getByText('Antworten auf Englisch.')).toBeVisible();
  await panel.getByRole('textbox').fill('Is Hearth caffeine-free?');
  await panel.getByRole('textbox').press('Enter');
  const answer = panel.locator('.line.agent .text', { hasText: 'blend of chamomile' }).first();
  await expect(answer).toHaveAttribute('lang', 'en');
  await expect(panel.getByRole('list', { name: 'Quellen' }).first()).toBeVisible();
  await expectAccessible(visitor);
  shopLang = 'en';
  await site.close();
});

test('the widget comes back once, with its chat, where a page replaces its body', async ({ browser }) => {
  const site = await browser.newContext();
  const visitor = await site.newPage();
  embed = `<script async src="${server.url}/api/agents/widget/${fern.apiKey}"></script>`;
  await visitor.goto(shopUrl);
  await visitor.getByRole('button', { name: 'Ask Fern' }).click();
  const panel = visitor.getByRole('dialog', { name: 'Chat with Fern' });
  await panel.getByRole('textbox').fill('Is Hearth caffeine-free?');
  await panel.getByRole('textbox').press('Enter');
  await expect(panel.getByText(/blend of chamomile/).first()).toBeVisible();
  await panel.getByRole('textbox').fill('What I write');

  const expectOnce = async () => {
    await expect(panel).toHaveCount(1);
    await expect(panel.getByText(/blend of chamomile/).first()).toBeVisible();
    await expect(panel.getByRole('textbox')).toHaveValue('What I write');
    await expect(visitor.locator('[id^=yarrow-agent-]')).toHaveCount(1);
  };
  // As Turbo does: a new body with new script elements, so that they run.
  const replaceBody = (source: string) =>
    visitor.evaluate(async (src) => {
      const body = document.createElement('body');
      body.innerHTML = '<main>Next page</main>';
      const script = Object.assign(document.createElement('script'), { src });
      const ran = new Promise((resolve) => script.addEventListener('load', resolve));
      body.append(script);
      document.body.replaceWith(body);
      await ran;
    }, source);
  const source = `${server.url}/api/agents/widget/${fern.apiKey}`;
  await replaceBody(source);
  await expectOnce();
  await replaceBody(source);
  await expectOnce();
  // As htmx does, and a view transition of a single page.
  await visitor.evaluate(() => {
    document.body.innerHTML = '<main>Swapped</main>';
  });
  await expectOnce();
  await visitor.evaluate(
    () =>
      document.startViewTransition(() => document.body.replaceChildren(document.createElement('main')))
        .finished,
  );
  await expectOnce();
  // A page from the cache of such a library holds a copy without its contents.
  await visitor.evaluate(() => {
    const cached = document.body.cloneNode(true);
    document.body.replaceWith(cached);
  });
  await expectOnce();
  await panel.getByRole('button', { name: 'Close the chat' }).click();
  await expect(visitor.getByRole('button', { name: 'Ask Fern' })).toHaveCount(1);
  await site.close();
});

test('an agent with a face shows it, and one held to other domains is not there, and says why in the console', async ({
  browser,
}) => {
  const agent = await post<Agent>('/api/chatbot/experts', {
    name: 'Rue',
    expertiseArea: 'Tea',
    communicationStyle: 'friendly',
    interactionMode: 'avatar',
    allowedDomains: [new URL(shopUrl).hostname],
    widgetPosition: 'left',
    widgetTheme: 'dark',
  });
  embed = `<script async src="${server.url}/api/agents/widget/${agent.apiKey}"></script>`;
  const site = await browser.newContext();
  const visitor = await site.newPage();
  await visitor.goto(shopUrl);
  await visitor.getByRole('button', { name: 'Ask Rue' }).click();
  const panel = visitor.getByRole('dialog', { name: 'Chat with Rue' });
  await expect(panel.locator('.face svg')).toBeVisible();
  expect((await panel.boundingBox())?.x).toBeLessThan(40);

  // Its domains change while the page is open: nothing is offered that cannot work.
  await context.request.patch(`${server.url}/api/chatbot/experts/${agent.id}`, {
    data: { allowedDomains: ['elsewhere.test'] },
  });
  await panel.getByRole('textbox', { name: 'Write to Rue' }).fill('Hello');
  await visitor.keyboard.press('Enter');
  await expect(panel.getByRole('alert')).toContainText('Rue does not answer on this site.');
  await expect(panel.getByRole('button')).toHaveCount(1);
  await expect(panel.getByRole('button', { name: 'Close the chat' })).toBeVisible();

  const said = visitor.waitForEvent('console', (line) => line.text().startsWith('Yarrow: Rue is not shown'));
  await visitor.reload();
  expect((await said).text()).toContain('127.0.0.1');
  await expect(visitor.getByRole('button')).toHaveCount(0);
  await site.close();
});

// S6-07
test('a member sees the agents and changes none; at 360 px in the dark nothing is cut off', async ({
  browser,
}) => {
  const theirs = await browser.newContext({ viewport: { width: 360, height: 800 }, colorScheme: 'dark' });
  await server.signIn(theirs, 'member');
  const mine = page;
  page = await theirs.newPage();
  await openManager();
  await expect(page.getByRole('button', { name: /Create AI Expert|^Edit|^Delete|^Revise/ })).toHaveCount(0);
  await expectAccessible(page);
  await card('Fern').getByRole('button', { name: 'API integration of Fern' }).click();
  await expect(page.getByRole('dialog').getByText('An admin can change these settings.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save settings' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expectNothingCutOff(page);
  page = mine;
  await theirs.close();
});

// S2.10-15 S9-40 S6-13
test('without agents the screen says what to do, and signed out it says so', async () => {
  const response = await context.request.delete(`${server.url}/api/settings/demo`);
  expect(response.ok()).toBe(true);
  for (const { id } of await read<Agent[]>('/api/chatbot/experts'))
    await context.request.delete(`${server.url}/api/chatbot/experts/${id}`);
  await page.goto(`${server.url}/chatbot`);
  await expect(page.getByText('No AI Experts Yet')).toBeVisible();
  await expect(page.locator('[data-tile="Resolution Rate"] dd')).toHaveText('–after the first conversation');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create your first AI expert' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.route('**/api/chatbot/**', (route) =>
    route.fulfill({
      status: 401,
      json: { code: 'unauthenticated', message: 'Unauthorized: sign in to go on.' },
    }),
  );
  // Half a second later the page would be left: it stays here, so that both can be read.
  await page.route('**/api/login*', (route) => route.abort('aborted'));
  const leaving = page.waitForRequest('**/api/login*');
  await page.reload();
  await expect(page.getByText('Unauthorized', { exact: true })).toBeVisible();
  await expect(page.getByText('You are logged out. Logging in again...', { exact: true })).toBeVisible();
  expect((await leaving).isNavigationRequest()).toBe(true);
});
