import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Agent } from '#features/agents/contract.ts';
import { expectAccessible, expectNothingCutOff, useServer } from '../support/e2e.ts';

const server = useServer({ demo: false });

let staff: BrowserContext;
let page: Page;
let site: BrowserContext;
let visitor: Page;
let shop: Server;

test.beforeAll(async ({ browser }) => {
  staff = await browser.newContext();
  await server.signIn(staff);
  const post = async <T>(path: string, data: object): Promise<T> => {
    const response = await staff.request.post(`${server.url}${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()) as T;
  };
  const fern = await post<Agent>('/api/chatbot/experts', {
    name: 'Fern',
    expertiseArea: 'Herbal tea',
    communicationStyle: 'friendly',
  });
  shop = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><html lang="en"><title>Shop</title><main><h1>Teas</h1></main><script async src="${server.url}/api/agents/widget/${fern.apiKey}"></script></html>`,
      ),
  );
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  site = await browser.newContext();
  visitor = await site.newPage();
  await visitor.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`);
  await visitor.getByRole('button', { name: 'Ask Fern' }).click();
  page = await staff.newPage();
});
test.afterAll(async () => {
  await staff.close();
  await site.close();
  shop.close();
});

const say = async (text: string): Promise<void> => {
  const input = visitor.getByRole('textbox', { name: 'Write to Fern' });
  await input.fill(text);
  await input.press('Enter');
};

// S1-05
test('a visitor asks for a person, who is told, joins, answers and hands back', async () => {
  await page.goto(`${server.url}/chatbot/inbox`);
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await expectAccessible(page);
  await say('HUMAN');
  await expect(visitor.getByText('The team has been told and has this chat.')).toBeVisible();

  await expect(page.getByText('A visitor needs a person'), 'without a reload').toBeVisible();
  await expect(page.getByText('1 visitor waits for a person.')).toBeVisible();
  await page.getByRole('button', { name: /^Visitor \d{4} and Fern$/ }).click();
  await expect(page.getByText('Asked for a person.')).toBeVisible();
  await page.getByRole('button', { name: 'Join conversation' }).click();
  const field = page.getByRole('textbox', { name: 'Write to the visitor' });
  await expect(field).toBeFocused();
  await expect(page.getByRole('button', { name: 'Send' })).toHaveAccessibleDescription(
    'Write a message to send.',
  );
  await page.keyboard.type('Hello, how can I help?');
  await page.keyboard.press('Enter');
  await expect(visitor.getByText('Hello, how can I help?')).toBeVisible();
  await say('Are you there?');
  await expect(page.getByRole('log').getByText('Are you there?')).toBeVisible();
  await expect(visitor.locator('.line.agent'), 'the agent is silent').toHaveCount(2);

  // What a person writes is heard of later than it was said: it stands where it was said all the same.
  await expect(visitor.getByText('is answering instead of the assistant.')).toBeVisible();
  let isHeld = true;
  await visitor.route('**/api/agents/conversation/**', async (route) => {
    if (isHeld) await route.abort();
    else await route.continue();
  });
  await page.getByRole('textbox', { name: 'Write to the visitor' }).fill('Which tea do you mean?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('Which tea do you mean?')).toBeVisible();
  await say('The green tin.');
  await expect(page.getByRole('log').getByText('The green tin.')).toBeVisible();
  isHeld = false;
  await expect(visitor.getByText('Which tea do you mean?')).toBeVisible();
  const order = (await visitor.locator('.line').allTextContents()).slice(-2).map((text) => text.trim());
  expect(order).toEqual([
    expect.stringContaining('Which tea do you mean?'),
    expect.stringContaining('The green tin.'),
  ]);
  await expectAccessible(page);
  await expectAccessible(visitor);

  await page.getByRole('button', { name: 'Hand back to Fern' }).click();
  await expect(page.getByRole('button', { name: 'Join conversation' })).toBeVisible();
  await say('What does the wooden gift box cost?');
  await expect(visitor.locator('.line.agent')).toHaveCount(3);
  await expect(visitor.getByText('is answering instead of the assistant.')).toBeHidden();

  // The address of somebody we know: nobody has verified it, so a person decides.
  const made = async (path: string, data: object): Promise<{ id: string }> =>
    (await (await staff.request.post(`${server.url}${path}`, { data })).json()) as { id: string };
  const { id: groupId } = await made('/api/lead-groups', { name: 'Tea' });
  const known = { groupId, name: 'Ada Lark', email: 'ada@clinic.test', legalGround: 'consent' };
  await made('/api/leads', known);
  await visitor.getByRole('button', { name: 'Leave an email' }).click();
  await visitor.getByRole('textbox', { name: 'Your email address' }).fill(known.email);
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByText(`We will answer to ${known.email}`)).toBeVisible();
  const proposal = page.getByRole('region', { name: 'Address left by the visitor' });
  await expect(proposal).toContainText('The address is not verified.');
  await expectAccessible(page);
  await proposal.getByRole('button', { name: 'It is Ada Lark' }).click();
  await expect(proposal).toBeHidden();
  await expect(page.getByRole('link', { name: 'Open lead' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ada Lark and Fern' })).toBeVisible();
});

test('a question without an answer becomes knowledge; at 360 px in the dark nothing is cut off', async () => {
  await page.getByText('Unanswered questions').click();
  await expect(page.getByRole('list', { name: 'Unanswered questions' })).toContainText(
    'What does the wooden gift box cost?',
  );
  await page.getByRole('button', { name: 'Write the answer' }).click();
  const add = page.getByRole('button', { name: 'Add to knowledge' });
  await expect(add).toHaveAccessibleDescription('Write the answer first.');
  await page.getByRole('textbox', { name: 'Answer' }).fill('The wooden gift box costs $28.00.');
  await expectAccessible(page);
  await add.click();
  await expect(page.getByText('Knowledge Added')).toBeVisible();
  await expect(page.getByText('No question is without an answer')).toBeVisible();
  await say('What does the wooden gift box cost?');
  await expect(visitor.getByText(/\$28\.00/).first()).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByText('Conversations', { exact: true }).click();
  await expect(page.getByRole('log')).toBeVisible();
  await expectNothingCutOff(page);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page.getByRole('button', { name: 'Ada Lark and Fern' })).toBeVisible();
  await expectAccessible(page);
});

test('a visitor who has closed the chat is told on its button what a person wrote, on the next page too', async () => {
  const panel = visitor.getByRole('dialog', { name: 'Chat with Fern' });
  await visitor.reload();
  await expect(panel, 'it stands open from page to page').toBeVisible();
  expect(await visitor.evaluate(() => document.activeElement?.tagName), 'and takes no focus').toBe('BODY');
  await say('HUMAN please, where is my parcel?');
  await expect(visitor.getByText('The team has been told and has this chat.')).toBeVisible();
  await page.getByRole('button', { name: 'Ada Lark and Fern' }).click();
  await page.getByRole('button', { name: 'Join conversation' }).click();
  await expect(visitor.getByText('is answering instead of the assistant.')).toBeVisible();
  await visitor.keyboard.press('Escape');
  await expect(visitor.getByRole('button', { name: 'Ask Fern' })).toBeFocused();

  await page.getByRole('textbox', { name: 'Write to the visitor' }).fill('It leaves us today.');
  await page.keyboard.press('Enter');
  const news = visitor.getByRole('button', { name: 'Fern: 1 new message' });
  await expect(news).toBeVisible({ timeout: 30_000 });
  await expect(visitor.getByRole('status').filter({ hasText: '1 new message from' })).toBeAttached();
  await expectAccessible(visitor);
  await visitor.reload();
  await expect(news).toBeVisible({ timeout: 30_000 });
  await news.click();
  await expect(panel.getByText('It leaves us today.')).toBeVisible();
  await panel.getByRole('button', { name: 'Close the chat' }).click();
  await expect(visitor.getByRole('button', { name: 'Ask Fern' })).toBeVisible();
  const asked = visitor.waitForResponse(/agents\/conversation\//);
  await visitor.reload();
  await asked;
  await expect(visitor.getByRole('button', { name: 'Ask Fern' }), 'what was read is no news').toBeVisible();
});
