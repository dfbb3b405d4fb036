import { type BrowserContext, expect, type Page, type Request, test } from '@playwright/test';
import type { FollowUps } from '#features/analytics/contract-follow-ups.ts';
import type { Reply, ReplyThread } from '#features/inbox/contract.ts';
import { expectAccessible, keepPage, useServer, visit } from '../support/e2e.ts';

const server = useServer({ demo: true });

let context: BrowserContext;
let page: Page;
keepPage(server, (kept) => {
  page = kept;
  context = kept.context();
});

const readOpen = async (): Promise<Reply[]> =>
  (await (await context.request.get(`${server.url}/api/replies?state=open`)).json()) as Reply[];

test('an answer that was not sent stays in the box, its person stays open, and the toast covers no button', async () => {
  const open = await readOpen();
  const reply = open.find(({ label }) => label === 'question');
  if (!reply) throw new Error('nobody asks');
  await visit(page, `${server.url}/campaigns/replies?reply=${reply.id}`);
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText(
    `${open.length} open replies`,
  );
  // The mail server is not there.
  await page.route('**/answers', async (route) => {
    const thread = (await (
      await context.request.get(`${server.url}/api/replies/${reply.id}`)
    ).json()) as ReplyThread;
    const { text } = route.request().postDataJSON() as { text: string };
    const note = 'Not sent: there was no connection in time. Send it again later.';
    const answer = {
      id: crypto.randomUUID(),
      kind: 'answer',
      subject: '',
      text,
      by: 'Mia',
      note,
      reason: 'not_reached',
      isInOutbox: false,
      hasOriginal: false,
      attachments: [],
      awayUntil: null,
      at: thread.receivedAt,
    };
    await route.fulfill({ json: { ...thread, items: [...thread.items, answer] } });
  });
  await page.getByRole('button', { name: 'Draft by Built-in engine' }).click();
  const box = page.getByLabel('Your answer');
  await expect(box).toHaveValue(/Thank you for asking/);
  const written = await box.inputValue();
  const send = page.getByRole('button', { name: 'Send answer' });
  await expect(send, 'what stood beside the button that is gone').toBeFocused();
  await send.click();
  const toast = page.locator('[data-toast]');
  await expect(toast).toContainText('The answer was not sent');
  await expect(toast).toContainText('Not sent:');
  await expect(box).toHaveValue(written);
  await expect(page.getByRole('button', { name: 'Mark as done' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Replies' })).toContainText(reply.leadName);
  await expect
    .poll(async () => {
      const [over, under] = [await toast.boundingBox(), await send.boundingBox()];
      return over !== null && under !== null && over.y + over.height <= under.y;
    })
    .toBe(true);
  await expectAccessible(page);
  expect(await readOpen()).toHaveLength(open.length);
});

test('what is written into the answer box is there again after another conversation and after a reload', async () => {
  const [first, second] = await readOpen();
  if (!first || !second) throw new Error('fewer than two people wait');
  await visit(page, `${server.url}/campaigns/replies?reply=${first.id}`);
  const box = page.getByLabel('Your answer');
  await page.getByRole('button', { name: 'Draft by Built-in engine' }).click();
  await expect(box).not.toHaveValue('');
  await box.pressSequentially(' And one word more.');
  const list = page.getByRole('list', { name: 'Replies' });
  await list.getByRole('button', { name: second.leadName }).click();
  await expect(box).toHaveValue('');
  await box.fill('For the second.');
  await list.getByRole('button', { name: first.leadName }).click();
  await expect(box).toHaveValue(/And one word more\.$/);
  await page.reload();
  await expect(box).toHaveValue(/And one word more\.$/);
  await visit(page, `${server.url}/campaigns/replies?reply=${second.id}`);
  await expect(box).toHaveValue('For the second.');

  // A colleague deletes the person while they are answered: no word is lost, and it is told.
  const lead = `${server.url}/api/leads/${second.leadId}`;
  expect((await context.request.delete(lead)).ok()).toBe(true);
  await expect(page.getByText('This conversation is gone')).toBeVisible();
  await page.getByRole('link', { name: 'View record' }).click();
  const gone = page.getByRole('complementary', { name: 'Lead', exact: true });
  await expect(gone.getByRole('listitem')).toContainText('For the second.');
  await gone.getByRole('button', { name: 'Restore lead' }).click();
  await expect(page.getByRole('heading', { name: second.leadName, level: 2 })).toBeVisible();
  await visit(page, `${server.url}/campaigns/replies?reply=${second.id}`);
  await expect(box).toHaveValue('For the second.');

  // A colleague answers while this one is written: both read before a second answer leaves.
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/answers', async (route) => {
    await isAnswered;
    await route.continue();
  });
  const send = page.getByRole('button', { name: 'Send answer' });
  await send.click();
  const path = `${server.url}/api/replies/${second.id}/answers`;
  expect((await context.request.post(path, { data: { text: 'Thursday at six.' } })).ok()).toBe(true);
  answer();
  await expect(page.locator('[data-toast]')).toContainText('has answered them meanwhile');
  await expect(page.getByText('Thursday at six.')).toBeVisible();
  await expect(box).toHaveValue('For the second.');
  await page.unroute('**/answers');
  await send.click();
  await expect(box).toHaveValue('');
});

test('an answer to a practice address says beforehand where it goes, is stored once, empties the box and closes the reply', async () => {
  const open = await readOpen();
  const [reply] = open;
  if (!reply) throw new Error('nobody waits');
  await visit(page, `${server.url}/campaigns/replies?reply=${reply.id}`);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation.getByText('Practice', { exact: true })).toBeVisible();
  await expect(
    conversation.getByText('Practice address: your answer is stored in the outbox and not sent.'),
  ).toBeVisible();
  const box = page.getByLabel('Your answer');
  await box.fill('Twelve dollars, and the dates are on the page.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.locator('[data-toast]')).toContainText('Answer stored in the outbox');
  await expect(box).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await expect(conversation.getByText('Twelve dollars, and the dates are on the page.')).toHaveCount(1);
  await expectAccessible(page);
  expect(await readOpen()).toHaveLength(open.length - 1);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await expect(box).toHaveValue('');
});

test('a reply opened by keyboard takes the focus to its heading and its name into the title', async () => {
  await visit(page, `${server.url}/campaigns/replies`);
  const [first, second] = [0, 1].map((index) =>
    page.getByRole('list', { name: 'Replies' }).getByRole('listitem').nth(index).getByRole('button').first(),
  );
  const name = (await first?.textContent()) ?? '';
  await first?.press('Enter');
  await expect(
    page.getByRole('region', { name: 'Conversation' }).getByRole('heading', { name }),
  ).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`^${name} · .+ · Yarrow$`));
  // A click leaves it where the pointer is.
  await second?.click();
  await expect(second ?? page.locator('body')).toBeFocused();
});

test('who waits for an answer on the dashboard is open among the replies, in the same words', async () => {
  const { items } = (await (
    await context.request.get(`${server.url}/api/analytics/follow-ups`)
  ).json()) as FollowUps;
  const waiting = items.find(({ kind }) => kind === 'replied');
  if (!waiting) throw new Error('nobody waits');
  await visit(page, server.url);
  const row = page.locator('[data-follow-up=replied]').filter({ hasText: waiting.lead.name });
  await expect(row).toContainText(`They replied: “${waiting.words}”`);
  await row.getByRole('link', { name: 'Open the conversation' }).click();
  await expect(page.getByRole('heading', { name: waiting.lead.name })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Replies' })).toContainText(waiting.lead.name);
  await page.getByRole('button', { name: 'Mark as done' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'The reply is done.' })).toBeAttached();
  await page.getByRole('button', { name: 'Reopen' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'The reply is open again.' })).toBeAttached();
});

test('what a hostile mail says is shown as text: nothing in it is loaded, run or opened', async () => {
  const [reply] = await readOpen();
  if (!reply) throw new Error('nobody waits');
  const foreign: string[] = [];
  const note = (request: Request): void => {
    if (!request.url().startsWith(server.url)) foreign.push(request.url());
  };
  page.on('request', note);
  page.on('dialog', (dialog) => {
    foreign.push(dialog.message());
    void dialog.dismiss();
  });
  const hostile =
    '<img src="https://evil.test/a.gif" onerror="alert(1)"><script>alert(2)</script><iframe src="https://evil.test"></iframe> javascript:alert(3) data:text/html,x https://evil.test/\u202egpj.exe';
  await page.route(`**/api/replies/${reply.id}`, async (route) => {
    const thread = (await (await route.fetch()).json()) as ReplyThread;
    const items = thread.items.map((item) => ({
      ...item,
      subject: hostile,
      text: hostile,
      ...(item.kind === 'reply' && {
        attachments: [{ name: hostile, type: 'text/html', bytes: 5 }],
        hasOriginal: true,
      }),
    }));
    await route.fulfill({ json: { ...thread, subject: hostile, text: hostile, items } });
  });
  await visit(page, `${server.url}/campaigns/replies?reply=${reply.id}`);
  await expect(page.getByText('<script>alert(2)</script>').first()).toBeVisible();
  const main = page.getByRole('main');
  await expect(
    main.locator('img[src*="evil"], iframe, script, form[action*="evil"], object, embed'),
  ).toHaveCount(0);
  const links = await main
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  for (const link of links) expect(link).toMatch(/^(?:\/|https?:\/\/|#)/);
  expect(foreign).toEqual([]);
  page.off('request', note);
  await page.unrouteAll();
});
