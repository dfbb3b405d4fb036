import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { callsFromOutside, communityCalls } from '#tests/support/communities.ts';
import { type CommunityPost, REPORT_REASONS } from '../contract-posts.ts';
import type { PublicFeed } from '../contract-public.ts';
import { loadCommunityScript } from './community-script.ts';
import { forgetRemovedMembers } from './member-data.ts';
import { reportFor } from './public-posts.ts';
import { tidyCommunities } from './tidy-communities.ts';

let running: TestApp;
let client: TestClient;

beforeAll(async () => {
  running = await startTestApp();
  client = await running.as('admin');
});
afterAll(() => running.close());

const { create, find, statusOf } = communityCalls(() => client);
const from = callsFromOutside(() => running);
const SITE = 'https://shop.example.com';

/** A community with one post of a reader. */
async function withPost() {
  const { id, apiKey } = await create({
    settings: { whoMayPost: 'everyone', allowedDomains: ['shop.example.com'] },
  });
  const { key } = await client.post<{ key: string }>(`/api/communities/${id}/keys`, { kind: 'secret' });
  const posted = await from(`${apiKey}/posts`, 'POST', {
    authorization: `Bearer ${key}`,
    body: { authorName: 'Una', body: 'Throw away what your doctor gave you.' },
  });
  const { id: postId } = (await posted.json()) as { id: string };
  await client.patch(`/api/communities/${id}/posts/${postId}`, { state: 'published' });
  const report = async (given: object, origin = SITE) =>
    (await from(`${apiKey}/reports`, 'POST', { origin, body: { postId, reason: 'danger', ...given } }))
      .status;
  const queue = () => client.get<CommunityPost[]>(`/api/communities/${id}/posts?view=queue`);
  const shown = async () => {
    const feed = (await (await from(`${apiKey}/posts`, 'GET', { origin: SITE })).json()) as PublicFeed;
    return feed.posts.map((post) => post.id);
  };
  const settle = (decision: 'keep' | 'reject') =>
    client.post<{ settledAt: string | null }>(`/api/communities/${id}/posts/${postId}/reports/settle`, {
      decision,
    });
  const reopen = (settledAt: string | null) =>
    client.post(`/api/communities/${id}/posts/${postId}/reports/reopen`, { settledAt });
  return { id, apiKey, postId, report, queue, shown, settle, reopen };
}

it('a reader reports a published post once, and the team finds it among what waits, with the reason', async () => {
  const { id, postId, report, queue, shown } = await withPost();
  expect(await queue()).toEqual([]);
  expect(await report({ note: ' Stopping insulin kills. ' })).toBe(202);
  expect(await report({ reason: 'spam' }), 'again').toBe(202);
  expect(await queue()).toMatchObject([
    {
      id: postId,
      state: 'published',
      reports: [{ reason: 'danger', readers: 1, notes: ['Stopping insulin kills.'] }],
    },
  ]);
  expect((await find(id))?.heldPosts).toBe(1);
  expect(await shown(), 'nobody takes a post down by reporting it').toEqual([postId]);
  const [row] = await rowsOf<{ text: string }>(
    running.app.db,
    sql`select string_agg(r::text, ' ') as text from community_reports r`,
  );
  expect(row?.text).not.toMatch(/127\.0\.0\.1|::1/);
});

// R16
it('one network is one reader, however many addresses it has', async () => {
  const { apiKey, postId, queue } = await withPost();
  const visit = { origin: SITE, authorization: undefined, ifNoneMatch: undefined };
  const given = { postId, reason: 'danger' as const, note: '' };
  for (const ip of [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff::2',
    '2001:db8:1:3::1',
    '192.0.2.7',
    '::ffff:192.0.2.7',
  ])
    await reportFor(running.app.context, apiKey, given, visit, ip);
  expect(await queue()).toMatchObject([{ reports: [{ readers: 3 }] }]);
});

it('what was written beside a report goes with whom the post was from', async () => {
  const { id, postId, report } = await withPost();
  const member = await client.post<{ id: string }>(`/api/communities/${id}/members`, {
    email: 'una@customer.test',
  });
  const { db } = running.app;
  await db.execute(sql`update community_posts set member_id = ${member.id} where id = ${postId}`);
  await report({ note: 'Una Quist lives in my street.' });
  const notes = () => rowsOf(db, sql`select from community_reports where post_id = ${postId}`);
  expect(await notes()).toHaveLength(1);
  await client.call('DELETE', `/api/communities/${id}/members/${member.id}`);
  await forgetRemovedMembers(running.app.db, new Date(Date.now() + 1_000));
  expect(await notes()).toEqual([]);
});

it('what stays is settled, what goes is rejected, and both can be taken back once', async () => {
  const { postId, report, queue, shown, settle, reopen } = await withPost();
  await report({});
  const kept = await settle('keep');
  expect(await queue()).toEqual([]);
  expect(await settle('reject'), 'somebody was quicker').toEqual({ settledAt: null });
  await reopen(kept.settledAt);
  expect(await queue()).toHaveLength(1);
  const { settledAt } = await settle('reject');
  expect(await queue()).toEqual([]);
  // The cached feed is cleared by a notification of the database.
  await vi.waitFor(async () => expect(await shown()).toEqual([]), 10_000);
  await reopen(settledAt);
  await vi.waitFor(async () => expect(await shown()).toEqual([postId]), 10_000);
  expect(await queue()).toHaveLength(1);
});

it('a reported post that is held back says why it was reported, and is settled once it is let in again', async () => {
  const { id, postId, report, queue, settle } = await withPost();
  await report({});
  await client.post(`/api/communities/${id}/posts/${postId}/hold`);
  expect(await queue()).toMatchObject([{ state: 'held', reports: [{ reason: 'danger' }] }]);
  expect(await report({}), 'nobody sees it').toBe(404);
  await client.patch(`/api/communities/${id}/posts/${postId}`, { state: 'published' });
  expect(await queue()).toEqual([]);
  expect(await settle('keep')).toEqual({ settledAt: null });
});

// R16
it('reports come from pages that may read, of posts that are there, and so many from one address', async () => {
  const { id, report, queue } = await withPost();
  expect(await report({}, 'https://evil.test')).toBe(403);
  expect(await report({ reason: 'dislike' })).toBe(400);
  expect(await report({ note: 'n'.repeat(501) })).toBe(400);
  const other = await client.post<CommunityPost>(`/api/communities/${(await create()).id}/posts`, {
    body: 'Hi',
  });
  expect(await report({ postId: other.id }), 'of another community').toBe(404);
  const team = await client.post<CommunityPost>(`/api/communities/${id}/posts`, { body: 'Ours' });
  expect(await report({ postId: team.id })).toBe(202);
  expect(
    await statusOf('POST', `/api/communities/${id}/posts/${team.id}/reports/settle`, { decision: 'reject' }),
  ).toBe(422);
  await running.app.db.execute(sql`update community_limits set count = 20 where key like 'reports:%'`);
  expect(await report({})).toBe(429);
  expect(await queue()).toHaveLength(1);
});

it('what is taken back opens the reports of that decision alone', async () => {
  const { apiKey, postId, queue, settle, reopen } = await withPost();
  const visit = { origin: SITE, authorization: undefined, ifNoneMatch: undefined };
  const reportFrom = (ip: string) =>
    reportFor(running.app.context, apiKey, { postId, reason: 'danger', note: '' }, visit, ip);
  await reportFrom('192.0.2.1');
  await settle('keep');
  await reportFrom('192.0.2.2');
  const later = await settle('keep');
  await reopen(later.settledAt);
  expect(await queue()).toMatchObject([{ reports: [{ readers: 1 }] }]);
});

it('a reader is another one in each community, so that nothing tells who reads both', async () => {
  const { db } = running.app;
  const [one, other] = [await withPost(), await withPost()];
  for (const { report } of [one, other]) await report({});
  const readers = await rowsOf<{ reporter: string }>(
    db,
    sql`select reporter from community_reports where post_id in (${one.postId}, ${other.postId})`,
  );
  expect(new Set(readers.map(({ reporter }) => reporter)).size).toBe(2);
});

// R16
it('a community takes so many reports in a day, from however many addresses', async () => {
  const { id, report } = await withPost();
  const { db } = running.app;
  expect(await report({})).toBe(202);
  await db.execute(sql`update community_limits set count = 1000 where key = ${`reports:of:${id}`}`);
  expect(await report({})).toBe(429);
});

it('what was decided on half a year ago is forgotten, and what waits is not', async () => {
  const { db, context } = running.app;
  const [settled, waits] = [await withPost(), await withPost()];
  for (const { report } of [settled, waits]) await report({});
  await settled.settle('keep');
  const age = (days: number) =>
    db.execute(sql`update community_reports set reported_at = now() - make_interval(days => ${days}),
      settled_at = settled_at - make_interval(days => ${days})`);
  const left = () =>
    rowsOf<{ postId: string }>(
      db,
      sql`select post_id as "postId" from community_reports where post_id in (${settled.postId}, ${waits.postId})`,
    );
  await age(179);
  await tidyCommunities(context);
  expect(await left()).toHaveLength(2);
  await age(2);
  await tidyCommunities(context);
  expect(await left()).toEqual([{ postId: waits.postId }]);
});

it('the script of a page knows every reason', () => {
  const { text } = loadCommunityScript();
  expect(REPORT_REASONS.filter((reason) => !new RegExp(`\\[['"]${reason}['"],`).test(text))).toEqual([]);
});
