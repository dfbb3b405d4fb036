import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/id.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FORBIDDEN_SCHEMES, INSIDE_HOSTS } from '#tests/support/inside-addresses.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/provider-server.ts';
import type { Community, CommunityMember } from '../contract.ts';
import type { CommunityPost } from '../contract-posts.ts';
import type { CommunitySource, SourceKind } from '../contract-sources.ts';
import { answerAtSource } from './answer-at-source.ts';
import { fetchPreview } from './fetch-preview.ts';
import { syncSource } from './sync-source.ts';
import { tidyCommunities } from './tidy-communities.ts';

const CHANNEL = '111111111111111111';
const idOf = (number: number): string => String(900_000_000_000_000_000n + BigInt(number));
const said = (number: number, content: string, change: Record<string, unknown> = {}) => ({
  id: idOf(number),
  type: 0,
  content,
  author: { id: idOf(500 + (number % 3)), username: `person${number % 3}` },
  timestamp: new Date(Date.now() - 86_400_000 + number * 60_000).toISOString(),
  edited_timestamp: null,
  ...change,
});

const zoe = { id: idOf(777), username: 'zoe' };

let provider: ProviderServer;
/** Inside the network, allowed to be read as a feed. */
let neighbour: ProviderServer;
let messages: ReturnType<typeof said>[] = [];
/** What happens while a page of older messages is asked for. */
let whenOlder = (): Promise<void> => Promise.resolve();
let running: TestApp;
let client: TestClient;

beforeAll(async () => {
  provider = await startProviderServer(async ({ path, query, method }) => {
    if (path === `/channels/${CHANNEL}`) return { body: { id: CHANNEL, guild_id: null } };
    if (method === 'POST') return { body: { id: idOf(999) } };
    const before = query.get('before');
    if (before !== null) await whenOlder();
    const older = messages
      .toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? 1 : -1))
      .filter(({ id }) => before === null || BigInt(id) < BigInt(before));
    return { body: older.slice(0, 100) };
  });
  neighbour = await startProviderServer(() => ({ body: 'no feed' }));
  running = await startTestApp({
    worker: false,
    env: {
      EGRESS_ALLOW: neighbour.url,
      DISCORD_BOT_TOKEN: 'bot-token-of-tests',
      DISCORD_BASE_URL: provider.url,
      DISCOURSE_BASE_URL: provider.url,
      DISCOURSE_API_KEY: 'forum-key-of-tests',
      DISCOURSE_API_USERNAME: 'system',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Tea <tea@northwind.test>',
    },
  });
  client = await running.as('admin');
});
afterAll(async () => {
  await running.close();
  await provider.close();
  await neighbour.close();
});

async function mirror(kind = 'discord', place = CHANNEL): Promise<{ id: string; source: CommunitySource }> {
  provider.fault = undefined;
  const { id } = await client.post<Community>('/api/communities', { name: `Mirror of ${kind}` });
  return { id, source: await client.post(`/api/communities/${id}/sources`, { kind, place }) };
}
const sync = (source: { id: string }): Promise<void> =>
  syncSource(running.app.context, source.id, AbortSignal.timeout(30_000));
const sourceOf = async (id: string): Promise<CommunitySource> => {
  const [source] = await client.get<CommunitySource[]>(`/api/communities/${id}/sources`);
  if (!source) throw new Error('nothing is mirrored');
  return source;
};
const postsOf = (id: string): Promise<CommunityPost[]> =>
  client.get(`/api/communities/${id}/posts?limit=200`);
const textsOf = async (id: string): Promise<string[]> => (await postsOf(id)).map(({ body }) => body);

describe('a mirrored community', () => {
  // S1-06
  it('has the posts and people of the external one, once; edits and deletions follow', async () => {
    messages = [
      said(1, 'First'),
      said(2, 'Second', { type: 19, message_reference: { message_id: idOf(1) } }),
      said(3, 'Take 400 mg of it every day'),
      said(4, 'Fourth'),
    ];
    const { id, source } = await mirror();
    await sync(source);
    await sync(source);
    expect(await textsOf(id)).toEqual(['Fourth', 'First']);
    const [post] = (await postsOf(id)).filter(({ body }) => body === 'First');
    expect(post).toMatchObject({
      authorName: 'person1',
      comments: 1,
      source: 'discord',
      canAnswerAtSource: true,
    });
    expect(await client.get(`/api/communities/${id}/posts?view=queue`)).toMatchObject([
      { body: 'Take 400 mg of it every day', flags: [{ kind: 'medical_advice' }] },
    ]);
    expect(
      (await client.get<CommunityMember[]>(`/api/communities/${id}/members`)).map(({ name }) => name).sort(),
    ).toEqual(['person0', 'person1', 'person2']);
    expect(await sourceOf(id)).toMatchObject({
      state: 'connected',
      isBackfilled: true,
      posts: 4,
      members: 3,
    });

    messages = [
      said(1, 'First, edited', {
        timestamp: messages[0]?.timestamp,
        edited_timestamp: new Date().toISOString(),
      }),
      ...messages.slice(1, 3),
      said(5, 'Fifth'),
    ];
    await sync(source);
    expect(await textsOf(id)).toEqual(['Fifth', 'First, edited']);
    expect((await postsOf(id)).find(({ body }) => body.startsWith('First'))).toMatchObject({ comments: 1 });
    // What the team deletes does not come back with the next reading.
    const [fifth] = await postsOf(id);
    await client.call('DELETE', `/api/communities/${id}/posts/${fifth?.id}`);
    await sync(source);
    expect(await textsOf(id)).toEqual(['First, edited']);
  });

  it('goes back to the beginning, page by page, and ends with a source that turns in a circle', async () => {
    messages = Array.from({ length: 350 }, (_, index) => said(index + 1, `Message ${index + 1}`));
    const { id, source } = await mirror();
    await sync(source);
    expect(await sourceOf(id)).toMatchObject({ posts: 350, isBackfilled: true });

    const circle = await mirror();
    provider.fault = ({ path }) =>
      path.endsWith('/messages')
        ? { body: Array.from({ length: 100 }, (_, index) => said(200 - index, 'Again')) }
        : undefined;
    await sync(circle.source);
    expect(await sourceOf(circle.id)).toMatchObject({ state: 'connected', posts: 100 });
  });

  it('follows edits and deletions of what is older than the newest page, round by round', async () => {
    messages = Array.from({ length: 350 }, (_message, index) => said(index + 1, `Message ${index + 1}`));
    const { id, source } = await mirror();
    await sync(source);
    expect(await sourceOf(id)).toMatchObject({ isBackfilled: true, posts: 350 });
    messages = messages
      .filter((message) => message.id !== idOf(20) && message.id !== idOf(150))
      .map((message) =>
        message.id === idOf(10)
          ? said(10, 'Edited long after', {
              timestamp: message.timestamp,
              edited_timestamp: new Date().toISOString(),
            })
          : message,
      );
    for (let round = 0; round < 3; round += 1) await sync(source);
    const bodies = await rowsOf<{ body: string }>(
      running.app.db,
      sql`select body from community_posts where community_id = ${id} and deleted_at is null`,
    );
    expect(bodies).toHaveLength(348);
    const texts = bodies.map(({ body }) => body);
    expect(texts).toContain('Edited long after');
    expect(texts).not.toContain('Message 10');
    expect(texts).not.toContain('Message 20');
    expect(texts).not.toContain('Message 150');
    expect(texts).toContain('Message 1');
  });

  it('does not bring back whom the team has removed, nor their words, with a later reading', async () => {
    messages = [said(1, 'Of somebody else entirely'), said(2, 'Words of Zoe', { author: zoe })];
    const { id, source } = await mirror();
    await sync(source);
    const zoes = (await client.get<CommunityMember[]>(`/api/communities/${id}/members?q=zoe`))[0];
    await client.call('DELETE', `/api/communities/${id}/members/${zoes?.id}`);
    const { db } = running.app;
    await db.execute(
      sql`update community_members set deleted_at = now() - interval '2 days' where id = ${zoes?.id}`,
    );
    await tidyCommunities(running.app.context);
    await tidyCommunities(running.app.context);

    const edited_timestamp = new Date().toISOString();
    messages = [
      said(1, 'Of somebody else entirely'),
      said(2, 'Words of Zoe, again', { author: zoe, edited_timestamp }),
      said(4, 'More words of Zoe', { author: zoe }),
    ];
    await sync(source);
    expect(await textsOf(id)).toEqual(['Of somebody else entirely']);
    expect(await client.get(`/api/communities/${id}/members?q=zoe`)).toEqual([]);
    const traces = await rowsOf(
      db,
      sql`select 1 from community_posts p where p.community_id = ${id} and p::text ilike '%zoe%'
        union all select 1 from community_members m where m.community_id = ${id}
          and (m::text ilike '%zoe%' or m::text like ${`%${zoe.id}%`})`,
    );
    expect(traces).toEqual([]);
  });

  it('is disconnected and connected again, and goes on: nobody and nothing comes twice, who was removed stays away', async () => {
    messages = [said(1, 'Early words'), said(2, 'Words of Zoe', { author: zoe })];
    const { id, source } = await mirror();
    await sync(source);
    const [zoes] = await client.get<CommunityMember[]>(`/api/communities/${id}/members?q=zoe`);
    await client.call('DELETE', `/api/communities/${id}/members/${zoes?.id}`);
    await running.app.db.execute(
      sql`update community_members set deleted_at = now() - interval '2 days' where id = ${zoes?.id}`,
    );
    await tidyCommunities(running.app.context);
    await tidyCommunities(running.app.context);
    const path = `/api/communities/${id}/sources`;
    expect((await client.call('DELETE', `${path}/${source.id}`)).status).toBe(204);
    expect((await client.call('DELETE', `${path}/${source.id}`)).status).toBe(404);
    expect(await client.get(path)).toEqual([]);
    const [post] = await postsOf(id);
    expect(post).toMatchObject({ source: 'discord', canAnswerAtSource: false });

    messages.push(said(3, 'Said meanwhile'), said(4, 'More words of Zoe', { author: zoe }));
    await sync(source);
    expect(await textsOf(id), 'nothing is read meanwhile').toEqual(['Early words']);

    const again = await client.post<CommunitySource>(path, { kind: 'discord', place: CHANNEL });
    expect(again).toMatchObject({ id: source.id, webhook: source.webhook, state: 'waiting' });
    await sync(again);
    expect(await textsOf(id)).toEqual(['Said meanwhile', 'Early words']);
    const members = await client.get<CommunityMember[]>(`/api/communities/${id}/members`);
    expect(members.map(({ name }) => name)).toEqual(['person0', 'person1']);
    expect((await postsOf(id)).at(-1)).toMatchObject({ canAnswerAtSource: true });
  });

  it('stops being read in the midst of it where it is disconnected', async () => {
    messages = Array.from({ length: 350 }, (_, at) => said(at + 1, `Post ${at + 1}`));
    const { id, source } = await mirror();
    whenOlder = async () => {
      whenOlder = () => Promise.resolve();
      await client.call('DELETE', `/api/communities/${id}/sources/${source.id}`);
    };
    await sync(source);
    expect(
      await rowsOf(running.app.db, sql`select 1 from community_posts where community_id = ${id}`),
    ).toHaveLength(100);
  });

  it('says that a connection is lost, and catches up when it is back', async () => {
    messages = [said(1, 'Before')];
    const { id, source } = await mirror();
    await sync(source);
    provider.fault = () => ({ status: 401, body: {} });
    await sync(source);
    expect(await sourceOf(id)).toMatchObject({
      state: 'failed',
      reason: 'source_failed',
      details: { answer: 'Discord did not accept the token of the bot (DISCORD_BOT_TOKEN)' },
    });
    provider.fault = undefined;
    const timestamp = new Date().toISOString();
    messages.push(
      ...Array.from({ length: 250 }, (_, index) => said(index + 2, `Missed ${index}`, { timestamp })),
    );
    await sync(source);
    expect(await sourceOf(id)).toMatchObject({ state: 'connected', reason: null, posts: 251 });
  });

  describe('of a feed', () => {
    const item = (guid: string, pubDate?: string) =>
      `<item><guid>${guid}</guid><title>Entry ${guid}</title>${pubDate ? `<pubDate>${pubDate}</pubDate>` : ''}</item>`;
    const pinned = item('pinned', 'Sun, 05 Jan 2020 08:00:00 GMT');
    const serve = (...items: string[]) => {
      neighbour.fault = () => ({
        body: `<rss version="2.0"><channel><title>Blog</title>${items.join('')}</channel></rss>`,
      });
    };
    afterAll(() => {
      neighbour.fault = undefined;
    });

    it('keeps what rolled off the feed, also under an entry that is pinned or old', async () => {
      serve(pinned, item('1', 'Sun, 10 Jan 2021 08:00:00 GMT'), item('2', 'Mon, 11 Jan 2021 08:00:00 GMT'));
      const { id, source } = await mirror('feed', `${neighbour.url}/rolled.xml`);
      await sync(source);
      serve(pinned, item('3', 'Tue, 12 Jan 2021 08:00:00 GMT'));
      await sync(source);
      serve(pinned);
      await sync(source);
      expect(await textsOf(id)).toEqual(['Entry 3', 'Entry 2', 'Entry 1', 'Entry pinned']);
    });

    it('has no date for an entry whose date cannot be read, until the feed has one', async () => {
      serve(item('1', 'last Tuesday'), item('2', 'Mon, 11 Jan 2021 08:00:00 EST'));
      const { id, source } = await mirror('feed', `${neighbour.url}/undated.xml`);
      const dates = async () =>
        Object.fromEntries((await postsOf(id)).map(({ body, postedAt }) => [body, postedAt]));
      await sync(source);
      await sync(source);
      expect(await dates()).toEqual({ 'Entry 1': null, 'Entry 2': '2021-01-11T13:00:00.000Z' });
      serve(item('1', 'Tue, 12 Jan 2021 08:00:00 GMT'));
      await sync(source);
      expect(await dates()).toMatchObject({ 'Entry 1': '2021-01-12T08:00:00.000Z' });
    });

    it('says why it cannot be read', async () => {
      neighbour.fault = () => ({ body: '<!doctype html><title>Moved</title>' });
      const { id, source } = await mirror('feed', `${neighbour.url}/moved.xml`);
      await sync(source);
      expect((await sourceOf(id)).details?.answer).toContain('it is a web page, not an RSS or Atom feed');
    });
  });

  it('is answered from here where the platform allows it, once', async () => {
    messages = [said(1, 'How long does it stand?')];
    const { id, source } = await mirror();
    await sync(source);
    const [post] = await postsOf(id);
    const answer = await client.post<CommunityPost>(`/api/communities/${id}/posts`, {
      body: 'About 8 minutes.',
      parentId: post?.id,
    });
    expect(answer.answerState).toBe('queued');
    provider.requests.length = 0;
    await Promise.all([
      answerAtSource(running.app.context, { communityId: id, postId: answer.id }),
      answerAtSource(running.app.context, { communityId: id, postId: answer.id }),
    ]);
    expect(provider.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(await client.get(`/api/communities/${id}/posts/${post?.id}/comments`)).toMatchObject([
      { body: 'About 8 minutes.', answerState: 'sent' },
    ]);
  });

  it('a draft of the moderator agent is said there when a person lets it out, and not before', async () => {
    messages = [said(1, 'How long does it keep?')];
    const { id, source } = await mirror();
    await sync(source);
    const [post] = await postsOf(id);
    const [expert, draft] = [newId(), newId()];
    const { db } = running.app;
    await db.execute(sql`insert into experts (id, name, expertise_area) values (${expert}, 'Fern', 'Tea')`);
    await db.execute(sql`insert into community_posts (id, community_id, parent_id, author_name, expert_id, body, state, posted_at)
      values (${draft}, ${id}, ${post?.id}, 'Fern (AI agent)', ${expert}, 'Two years, dry and dark.', 'draft', now())`);
    provider.requests.length = 0;
    await answerAtSource(running.app.context, { communityId: id, postId: draft });
    const sent = () => provider.requests.filter(({ method }) => method === 'POST');
    expect(sent(), 'nobody has read it yet').toEqual([]);
    const path = `/api/communities/${id}/posts/${draft}`;
    expect(await client.patch(path, { state: 'published' })).toMatchObject({ answerState: 'queued' });
    await answerAtSource(running.app.context, { communityId: id, postId: draft });
    expect(sent()).toHaveLength(1);
    expect(JSON.stringify(sent()[0]?.body)).toContain('Two years, dry and dark.');
    expect(await client.get(`/api/communities/${id}/posts/${post?.id}/comments`)).toMatchObject([
      { body: 'Two years, dry and dark.', answerState: 'sent' },
    ]);
  });

  it('an edited post is one that the moderator agent has not read, and no question that it did not know', async () => {
    messages = [said(1, 'Nothing to ask')];
    const { id, source } = await mirror();
    await sync(source);
    const { db } = running.app;
    const isUnread = async () =>
      (
        await rowsOf<{ isUnread: boolean }>(
          db,
          sql`select moderated_at is null as "isUnread" from community_posts where community_id = ${id}`,
        )
      )[0]?.isUnread;
    const agent = await client.post<{ id: string }>('/api/chatbot/experts', {
      name: 'Fern',
      expertiseArea: 'Tea',
      communicationStyle: 'friendly',
    });
    const unanswered = async () =>
      (await client.get<{ question: string }[]>(`/api/chatbot/unanswered?expertId=${agent.id}`)).map(
        ({ question }) => question,
      );
    await db.execute(
      sql`update community_posts set moderated_at = now(), unknown_to = ${agent.id} where community_id = ${id}`,
    );
    await sync(source);
    expect(await isUnread(), 'as it was').toBe(false);
    expect(await unanswered()).toEqual(['Nothing to ask']);
    const edited_timestamp = new Date().toISOString();
    messages = [
      {
        ...said(1, 'How long does it keep?'),
        timestamp: messages[0]?.timestamp ?? '',
        edited_timestamp: edited_timestamp as never,
      },
    ];
    await sync(source);
    expect(await isUnread()).toBe(true);
    expect(await unanswered(), 'nobody asks that any more').toEqual([]);
  });

  it('takes nothing of a source that lies: endless texts, names of emoji, the future, ids given twice', async () => {
    const future = new Date(Date.now() + 400 * 86_400_000).toISOString();
    messages = [
      said(1, `Long ${'tea '.repeat(100_000)}`),
      said(2, 'From a face', { author: { id: idOf(601), username: '🍵🍵' } }),
      said(3, 'From next year', { timestamp: future }),
      said(4, 'Given twice'),
      said(4, 'Given twice'),
      said(5, 'Of nobody', { author: { id: idOf(602), username: '\u200b' } }),
    ];
    const { id, source } = await mirror();
    await sync(source);
    const posts = await postsOf(id);
    const byText = (text: string) => posts.filter(({ body }) => body.startsWith(text));
    expect(byText('Long')[0]?.body.length).toBeLessThanOrEqual(20_000);
    expect(byText('From a face')).toMatchObject([{ authorName: '🍵🍵' }]);
    expect(byText('Given twice')).toHaveLength(1);
    expect(byText('Of nobody')).toMatchObject([{ authorName: 'Somebody' }]);
    for (const { postedAt } of posts) expect(Date.parse(postedAt ?? '')).toBeLessThanOrEqual(Date.now());

    // An answer of 10 MB is cut off, and the connection says so.
    const flood = await mirror();
    provider.fault = ({ path }) =>
      path.endsWith('/messages') ? { body: [said(1, 'x'.repeat(11_000_000))] } : undefined;
    await sync(flood.source);
    expect(await sourceOf(flood.id)).toMatchObject({ state: 'failed', posts: 0 });
    provider.fault = undefined;
  });

  it('refuses what is off, unknown, or mirrored already, in words', async () => {
    const { id } = await mirror();
    const status = async (body: unknown) =>
      (await client.call('POST', `/api/communities/${id}/sources`, { body })).status;
    expect(await status({ kind: 'discord', place: CHANNEL })).toBe(409);
    expect(await status({ kind: 'discord', place: '../users/@me' })).toBe(400);
    expect(await status({ kind: 'myspace', place: 'x' })).toBe(400);
    expect(await status({ kind: 'feed', place: 'file:///etc/passwd' })).toBe(400);
    const kinds = await client.get<SourceKind[]>('/api/community-sources');
    expect(kinds.map(({ kind, isConfigured }) => [kind, isConfigured])).toEqual([
      ['discord', true],
      ['discourse', true],
      ['feed', true],
    ]);
  });

  // R12
  it('mirrors no feed and looks behind no link inside the network, however it is spelt', async () => {
    let touched = 0;
    const canary = createServer((_request, response) => response.end('<title>secret</title>'));
    canary.on('connection', () => {
      touched += 1;
    });
    canary.listen(0, '::');
    await once(canary, 'listening');
    const { port } = canary.address() as AddressInfo;
    expect(INSIDE_HOSTS.length + FORBIDDEN_SCHEMES.length).toBeGreaterThan(60);

    provider.fault = undefined;
    const { id } = await client.post<Community>('/api/communities', { name: 'Feeds' });
    const links = INSIDE_HOSTS.map((host) => `http://${host}:${port}/feed.xml`);
    const answers = await Promise.all(
      [...links, ...FORBIDDEN_SCHEMES].map((place) =>
        client.call('POST', `/api/communities/${id}/sources`, { body: { kind: 'feed', place } }),
      ),
    );
    for (const { status } of answers) expect([201, 400]).toContain(status);
    const { db } = running.app;
    const connected = await client.get<CommunitySource[]>(`/api/communities/${id}/sources`);
    await Promise.all(connected.map(sync));
    const read = await client.get<CommunitySource[]>(`/api/communities/${id}/sources`);
    expect(read.filter(({ state }) => state !== 'failed').map(({ place }) => place)).toEqual([]);

    const previews = links.map((url) => ({ id: newId(), url }));
    await db.execute(sql`insert into link_previews (id, url, state)
      select id, url, 'waiting' from jsonb_to_recordset(${JSON.stringify(previews)}::jsonb) as r(id uuid, url text)`);
    await Promise.all(previews.map((preview) => fetchPreview(running.app.context, preview.id)));
    expect(
      await rowsOf(db, sql`select url from link_previews where state = 'ready' and url like '%/feed.xml'`),
    ).toEqual([]);
    expect(touched).toBe(0);
    canary.close();
  }, 60_000);
});

it('the link in a post leads to no server that the operator set for providers or allowed for feeds', async () => {
  const { id } = await mirror();
  for (const { url, requests } of [provider, neighbour]) {
    await client.post(`/api/communities/${id}/posts`, { body: `Look: ${url}/inside` });
    const [preview] = await rowsOf<{ id: string }>(
      running.app.db,
      sql`select id from link_previews where url like ${`${url}%`}`,
    );
    await fetchPreview(running.app.context, preview?.id ?? '');
    expect(requests.map(({ path }) => path)).not.toContain('/inside');
  }
});

it('a feed may be where the operator allows feeds, and is not looked for at the servers of providers', async () => {
  for (const { url } of [provider, neighbour]) await sync((await mirror('feed', `${url}/typed.xml`)).source);
  expect(neighbour.requests.map(({ path }) => path)).toContain('/typed.xml');
  expect(provider.requests.map(({ path }) => path)).not.toContain('/typed.xml');
});

it('an invitation that a mail server sends shows its link to the invited person alone', async () => {
  const { id } = await mirror();
  await client.post(`/api/communities/${id}/invitations`, { emails: ['ida@customer.test'] });
  const [ida] = await client.get<CommunityMember[]>(`/api/communities/${id}/members?q=ida`);
  const shown = await client.get<{ text: string }>(`/api/communities/${id}/members/${ida?.id}/invitation`);
  expect(shown.text).toContain('/j/…');
  expect(shown.text).not.toMatch(/\/j\/[\w-]{20}/);
});

describe('the webhook of a mirrored forum', () => {
  const post = {
    id: 802,
    user_id: 5,
    username: 'ann',
    name: 'Ann',
    cooked: '<p>Hello <img src=x onerror=alert(1)></p>',
    post_number: 1,
    post_type: 1,
    created_at: '2026-01-10T10:00:00Z',
    updated_at: '2026-01-10T10:00:00Z',
    topic_id: 8,
    topic_title: 'A topic',
  };
  async function call(
    source: CommunitySource,
    event: string,
    body: unknown,
    { id = '1', secret = source.webhook?.secret ?? '' } = {},
  ) {
    const text = JSON.stringify(body);
    const answer = await running.visitor().call('POST', new URL(source.webhook?.url ?? '').pathname, {
      body: text,
      headers: {
        'x-discourse-event': event,
        'x-discourse-event-id': id,
        'x-discourse-event-signature': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
      },
    });
    return [answer.status, await answer.json()] as const;
  }

  it('is believed when it is signed, once, and an old delivery changes nothing that came later', async () => {
    const { id, source } = await mirror('discourse', 'all');
    expect(await call(source, 'post_created', { post })).toEqual([200, { taken: true }]);
    expect(await call(source, 'post_created', { post })).toEqual([200, { taken: false }]);
    await eventually(async () => expect(await textsOf(id)).toEqual(['A topic\nHello']));
    expect((await call(source, 'post_created', { post }, { id: '2', secret: 'guessed' }))[0]).toBe(403);
    const other = await mirror('discourse', 'all');
    const stolen = other.source.webhook?.secret ?? '';
    expect((await call(source, 'post_created', { post }, { id: '2', secret: stolen }))[0]).toBe(403);
    // A forgery does not use up the number that the true delivery will carry.
    expect((await call(source, 'post_edited', { post }, { id: '2' }))[1]).toEqual({ taken: true });

    const edited = { ...post, cooked: '<p>Later</p>', updated_at: '2026-01-11T10:00:00Z' };
    await call(source, 'post_edited', { post: edited }, { id: '3' });
    await running.app.db.execute(sql`delete from community_deliveries`);
    await call(source, 'post_created', { post });
    expect(await textsOf(id)).toEqual(['A topic\nLater']);
    await call(source, 'post_destroyed', { post: edited }, { id: '4' });
    expect(await textsOf(id)).toEqual([]);
    expect(
      await rowsOf(running.app.db, sql`select 1 from community_members where name = 'Ann'`),
    ).toHaveLength(1);
  });

  // R10
  it('answers no malformed delivery with a fault of ours, signed or not', async () => {
    const { source } = await mirror('discourse', 'all');
    const secret = source.webhook?.secret ?? '';
    const path = new URL(source.webhook?.url ?? '').pathname;
    const bodies = [
      '',
      'null',
      '[]',
      '"post"',
      '{"post":null}',
      '{"post":{"id":{},"cooked":7,"created_at":"never"}}',
      `{"post":{"id":1,"username":"\\u0000\\ud800","cooked":"\\ud800\\u0000","created_at":"+275760-09-13T00:00:00Z"}}`,
      '{"post":{"__proto__":{"id":1},"constructor":{}}}',
      '{"post":{"id":1',
      `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      JSON.stringify({
        post: { ...post, id: 9_007_199_254_740_993n.toString(), cooked: 'x'.repeat(900_000) },
      }),
      '\u0000\u0001\ufffe',
    ];
    for (const [index, text] of bodies.entries()) {
      for (const signature of [createHmac('sha256', secret).update(text).digest('hex'), '', '00', 'é']) {
        const { status } = await running.visitor().call('POST', path, {
          body: text,
          headers: {
            'x-discourse-event': 'post_created',
            'x-discourse-event-id': `r10-${index}`,
            'x-discourse-event-signature': encodeURI(`sha256=${signature}`),
          },
        });
        expect(status, `${text.slice(0, 60)} signed ${signature.slice(0, 4)}`).toBeLessThan(500);
      }
    }
  });

  it('of nobody is not there', async () => {
    const answer = await running
      .visitor()
      .call('POST', `/api/external/community-sources/${crypto.randomUUID()}`, { body: '{}' });
    expect(answer.status).toBe(404);
  });
});
