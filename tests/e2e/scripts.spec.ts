import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { widgetSnippet } from '#features/communities/rules.ts';
import { useServer, visit } from '#tests/support/e2e.ts';
import { SCRIPT_CORPUS } from '#tests/support/script-corpus.ts';

const server = useServer({ demo: false });
const PARAGRAPH = 20;

let context: BrowserContext;
let page: Page;
test.afterEach(() => context.close());

async function send<T>(method: 'post' | 'get', path: string, data?: unknown): Promise<T> {
  const response = await context.request[method](`${server.url}${path}`, data === undefined ? {} : { data });
  const text = await response.text();
  expect(response.ok(), `${path} answered ${response.status()}: ${text}`).toBe(true);
  return JSON.parse(text) as T;
}

async function expectNothingRan(): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(globalThis, 'wasRun'))).toBeUndefined();
}

// R13
test('no text that people store runs as a script, in the app, the preview, the messages or the trail', async ({
  browser,
}) => {
  test.slow();
  context = await browser.newContext();
  await server.signIn(context);
  page = await context.newPage();
  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.dismiss();
  });

  expect(SCRIPT_CORPUS.length).toBeGreaterThanOrEqual(200);
  // Two braces are a merge field, and an unknown one is refused.
  const body = SCRIPT_CORPUS.filter((text) => !text.includes('{{'))
    .map((text, index) => (index % PARAGRAPH === 0 ? `\n${text}` : text))
    .join('\n');
  const group = await send<{ id: string }>('post', '/api/lead-groups', {
    name: `<img src=x onerror=window.wasRun=1>`,
    description: SCRIPT_CORPUS[0],
  });
  // A few at a time: two hundred that wait for a connection at once are refused on a busy machine.
  const lead: { id: string }[] = [];
  for (let at = 0; at < SCRIPT_CORPUS.length; at += PARAGRAPH) {
    const some = SCRIPT_CORPUS.slice(at, at + PARAGRAPH).map((text, within) =>
      send<{ id: string }>('post', '/api/leads', {
        name: text.slice(0, 200),
        email: `reader${at + within}@customer.test`,
        handle: text.slice(0, 90) + (at + within),
        behaviorSignal: text,
        groupId: group.id,
        legalGround: 'consent',
      }),
    );
    lead.push(...(await Promise.all(some)));
  }
  const campaign = await send<{ id: string }>('post', '/api/campaigns', {
    name: `<svg onload=window.wasRun=1>`,
    objective: SCRIPT_CORPUS[1],
    targetGroups: [group.id],
    landingPageUrl: 'https://landing.test/evenings',
    selectedContentAssets: [],
    channels: ['email'],
    status: 'active',
    steps: [
      {
        channel: 'email',
        delayHours: 0,
        subject: 'Hello <img src=x onerror=window.wasRun=1> {{firstName|there}}',
        body: body.slice(0, 18_000),
      },
    ],
  });

  // In one document to the end: what runs late is seen all the same.
  for (const path of [
    '/leads',
    `/leads?lead=${lead[0]?.id}`,
    `/leads?lead=${lead[150]?.id}`,
    '/crm',
    '/',
    '/settings',
  ]) {
    await visit(page, `${server.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNothingRan();
  }

  await visit(page, `${server.url}/campaigns`);
  const card = page.locator(`article[data-campaign="${campaign.id}"]`);
  await card.getByRole('button', { name: 'Messages', exact: true }).click();
  const drawer = page.getByRole('complementary', { name: /^Messages of/ });
  await drawer.getByRole('listitem').first().getByRole('button').first().click();
  await expect(drawer.getByText('Subject')).toBeVisible();
  await expectNothingRan();
  await visit(page, `${server.url}/campaigns`);
  await card.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Claims check' })).toBeVisible();
  await expectNothingRan();
  expect(said).toEqual([]);
});

// R13
test('no text of the content library runs, in the cards, the previews, the comparison or the editor', async ({
  browser,
}) => {
  test.slow();
  context = await browser.newContext();
  await server.signIn(context);
  page = await context.newPage();
  const content = SCRIPT_CORPUS.map((text, index) => (index % PARAGRAPH === 0 ? `\n# ${text}` : text))
    .concat('', `- ${SCRIPT_CORPUS[0]}`, `| ${SCRIPT_CORPUS[1]} | **${SCRIPT_CORPUS[2]}** |`)
    .join('\n')
    .slice(0, 19_000);
  const sessions: string[] = [];
  for (const contentType of ['email', 'flyer', 'video', 'social_post', 'ad_copy', 'newsletter', 'text']) {
    const session = await send<{ id: string }>('post', '/api/content-generation/sessions', {
      sessionName: `${contentType} <img src=x onerror=window.wasRun=1>`,
      contentType,
      requirements: content.slice(0, 4_000),
    });
    sessions.push(session.id);
    await send('post', '/api/content-generation/generate', { sessionId: session.id, prompt: 'Write it' });
    await send('post', `/api/content-generation/sessions/${session.id}/edit`, { content, baseVersion: 1 });
    await send('post', '/api/content-generation/save', {
      sessionId: session.id,
      assetName: `${contentType} <svg onload=window.wasRun=1>`,
      category: 'marketing',
      tags: [`<img src=x onerror=window.wasRun=1>`],
    });
  }

  await visit(page, `${server.url}/content`);
  const cards = page.locator('[data-asset]');
  await expect(cards).toHaveCount(7);
  for (let index = 0; index < 7; index += 1) {
    await cards.nth(index).getByRole('button').first().click();
    const drawer = page.getByRole('complementary', { name: /svg onload/ });
    await expect(drawer.getByRole('region', { name: 'Preview' })).toBeVisible();
    await expectNothingRan();
    await drawer.getByRole('button', { name: 'Close' }).click();
  }
  await visit(page, `${server.url}/content-generation?session=${sessions[0]}`);
  const result = page.getByRole('region', { name: 'Generated Content' });
  for (const view of ['Changes', 'Edit', 'Content']) {
    await result.getByText(view, { exact: true }).click();
    if (view === 'Edit')
      await expect(result.getByRole('textbox', { name: 'Content' })).toContainText('wasRun');
    await expectNothingRan();
  }
  const [asset] = await send<{ id: string }[]>('get', '/api/content-assets');
  await page.goto(`${server.url}/api/content-assets/${asset?.id}/file?format=print`);
  await expect(page.locator('body')).toContainText('wasRun');
  await expectNothingRan();
});

// R13
test('no text of communities runs, in the feed, the queue, the members or the embed on a page of another origin', async ({
  browser,
}) => {
  test.slow();
  context = await browser.newContext();
  await server.signIn(context);
  page = await context.newPage();
  const community = await send<{ id: string; apiKey: string }>('post', '/api/communities', {
    name: '<img src=x onerror=window.wasRun=1>',
    description: SCRIPT_CORPUS.slice(0, 20).join(' ').slice(0, 2_000),
    settings: { allowedDomains: ['127.0.0.1'], whoMayPost: 'everyone' },
  });
  const path = `/api/communities/${community.id}`;
  const { key } = await send<{ key: string }>('post', `${path}/keys`, { kind: 'secret' });
  // Eight to a post: all of the corpus stands on the first page.
  for (let at = 0; at < SCRIPT_CORPUS.length; at += 8) {
    const texts = SCRIPT_CORPUS.slice(at, at + 8);
    const answer = await context.request.post(
      `${server.url}/api/external/communities/${community.apiKey}/posts`,
      {
        headers: { authorization: `Bearer ${key}` },
        data: {
          authorName: texts[0]?.slice(0, 100),
          body: `https://shop.test/${encodeURIComponent(texts[1] ?? '')}\n${texts.join('\n')}`,
        },
      },
    );
    expect(answer.status()).toBe(201);
  }
  for (const { id } of await send<{ id: string }[]>('get', `${path}/posts?view=queue&limit=100`)) {
    const letOut = await context.request.patch(`${server.url}${path}/posts/${id}`, {
      data: { state: 'published' },
    });
    expect(letOut.ok()).toBe(true);
  }
  const [first] = await send<{ id: string }[]>('get', `${path}/posts`);
  for (const text of SCRIPT_CORPUS.slice(0, 3))
    await send('post', `${path}/posts`, { parentId: first?.id, body: text });
  for (const text of SCRIPT_CORPUS.slice(0, 40))
    await send('post', `${path}/members`, { socialHandle: text.slice(0, 90) });

  for (const tab of ['overview', 'members', 'api', 'settings']) {
    await page.goto(`${server.url}/community?community=${community.id}&tab=${tab}`);
    await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectNothingRan();
  }

  const site = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><html lang="en"><title>Shop</title><main>${widgetSnippet(server.url, community.apiKey)}</main>`,
      ),
  ).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  await expect(
    page
      .getByRole('region')
      .getByText(/shop\.test/)
      .first(),
  ).toBeVisible();
  await expectNothingRan();
  for (const link of await page.getByRole('region').getByRole('link').all())
    expect(await link.getAttribute('href')).toMatch(/^https?:/);
  expect(dialogs).toEqual([]);
  site.close();
});
