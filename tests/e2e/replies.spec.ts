import { expect, test } from '@playwright/test';
import type { FollowUps } from '#features/analytics/contract-follow-ups.ts';
import type { Reply } from '#features/campaigns/contract-replies.ts';
import { expectAccessible, useServer } from '../support/e2e.ts';

const server = useServer({ demo: true });
test.beforeEach(({ context }) => server.signIn(context));

test('an answer that was not sent stays in the box, its person stays open, and the toast covers no button', async ({
  page,
  context,
}) => {
  const read = async <T>(path: string) => (await (await context.request.get(server.url + path)).json()) as T;
  const open = await read<Reply[]>('/api/replies?state=open');
  const reply = open.find(({ label }) => label === 'question');
  if (!reply) throw new Error('nobody asks');
  await page.goto(`${server.url}/campaigns/replies?reply=${reply.id}`);
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText(
    `${open.length} open replies`,
  );
  await page.getByRole('button', { name: 'Draft by Built-in engine' }).click();
  const box = page.getByLabel('Your answer');
  await expect(box).toHaveValue(/Thank you for asking/);
  const written = await box.inputValue();
  const send = page.getByRole('button', { name: 'Send answer' });
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
  expect(await read<Reply[]>('/api/replies?state=open')).toHaveLength(open.length);
});

test('who waits for an answer on the dashboard is open among the replies, in the same words', async ({
  page,
  context,
}) => {
  const { items } = (await (
    await context.request.get(`${server.url}/api/analytics/follow-ups`)
  ).json()) as FollowUps;
  const waiting = items.find(({ kind }) => kind === 'replied');
  if (!waiting) throw new Error('nobody waits');
  await page.goto(server.url);
  const row = page.locator('[data-follow-up=replied]').filter({ hasText: waiting.lead.name });
  await expect(row).toContainText(`They replied: “${waiting.words}”`);
  await row.getByRole('link', { name: 'Open the conversation' }).click();
  await expect(page.getByRole('heading', { name: waiting.lead.name })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as done' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Replies' })).toContainText(waiting.lead.name);
});
