import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#app/contract.ts';
import { newId } from '#kit/id.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { callsFromOutside, communityCalls } from '#tests/support/communities.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { AiExpert, CommunityDay } from '../contract.ts';
import { PROOF_BITS, type PublicFeed } from '../contract-public.ts';
import { hasLeadingZeros } from '../rules-proof.ts';

let running: TestApp;
let client: TestClient;

beforeAll(async () => {
  running = await startTestApp();
  client = await running.as('admin');
});
afterAll(() => running.close());

const { create, find, addMember, membersOf, statusOf } = communityCalls(() => client);
const from = callsFromOutside(() => running);

const SITE = 'https://shop.example.com';

describe('communities', () => {
  // S7-40 S3-28 S7-39 S3-27
  it('a created community is listed with all its fields and no figures yet', async () => {
    const expertId = newId();
    await running.app.db.execute(
      sql`insert into experts (id, name, expertise_area) values (${expertId}, 'Fern', 'Tea')`,
    );
    const community = await create({
      name: 'Evening Tea',
      description: 'Pots and people',
      subject: 'nutrition',
      moderatorExpertId: expertId,
      socialMediaLinks: { twitter: 'https://x.com/tea', facebook: '', discord: '' },
      settings: {},
    });
    expect(await find(community.id)).toEqual({
      id: community.id,
      name: 'Evening Tea',
      description: 'Pots and people',
      subject: 'nutrition',
      moderatorExpertId: expertId,
      socialMediaLinks: { twitter: 'https://x.com/tea', facebook: '', discord: '' },
      settings: {},
      apiKey: expect.stringMatching(/^ycm_[\w-]{32}$/),
      hasSecretKey: false,
      isActive: true,
      heldPosts: 0,
      metrics: { totalMembers: 0, totalPosts: 0, engagement: null, growth: null },
      createdAt: expect.any(String),
    });

    const experts = await client.get<AiExpert[]>('/api/ai-experts');
    expect(experts).toEqual([{ id: expertId, name: 'Fern', expertiseArea: 'Tea' }]);
    expect(await statusOf('POST', '/api/communities', { name: '  ' })).toBe(400);
    const setActive = (isActive: boolean) =>
      running.app.db.execute(sql`update experts set is_active = ${isActive} where id = ${expertId}`);
    await setActive(false);
    expect(await client.get('/api/ai-experts')).toEqual([]);
    expect(await statusOf('POST', '/api/communities', { name: 'X', moderatorExpertId: expertId })).toBe(400);
    // One that was in charge before stays so, whatever else is changed.
    const same = { moderatorExpertId: expertId, description: 'For tea' };
    expect(await statusOf('PATCH', `/api/communities/${community.id}`, same)).toBe(200);
    await setActive(true);
    expect(await statusOf('POST', '/api/communities', { name: 'X', moderatorExpertId: newId() })).toBe(400);
  });

  // S7-45 S3-30
  it('an agent stands in the choice with id, name and area only', async () => {
    const [expert] = await client.get<AiExpert[]>('/api/ai-experts');
    expect(Object.keys(expert ?? {}).sort()).toEqual(['expertiseArea', 'id', 'name']);
  });

  // S2.12-22
  it('settings are merged and stay', async () => {
    const { id } = await create();
    await client.patch(`/api/communities/${id}`, {
      settings: { theme: 'dark', allowedDomains: ['Shop.Example.com'] },
    });
    await client.patch(`/api/communities/${id}`, { isActive: false, settings: { whoMayPost: 'everyone' } });
    expect(await find(id)).toMatchObject({
      isActive: false,
      moderatorExpertId: null,
      settings: { theme: 'dark', allowedDomains: ['shop.example.com'], whoMayPost: 'everyone' },
    });
    expect(
      await statusOf('PATCH', `/api/communities/${id}`, { settings: { allowedDomains: ['http://x'] } }),
    ).toBe(400);
  });

  // S7-41 S7-42
  it('a deleted community is gone with its key, and is back with it after Undo', async () => {
    const { id, apiKey } = await create();
    expect((await from(`${apiKey}/posts`)).status).toBe(200);
    expect(await statusOf('DELETE', `/api/communities/${id}`)).toBe(204);
    expect(await find(id)).toBeUndefined();
    expect((await from(`${apiKey}/posts`)).status).toBe(404);
    expect(await statusOf('DELETE', `/api/communities/${id}`)).toBe(404);
    await client.post(`/api/communities/${id}/restore`);
    expect(await find(id)).toMatchObject({ apiKey });
    expect((await from(`${apiKey}/posts`)).status).toBe(200);
  });

  // S2.12-10
  it('engagement and growth are reckoned from who is there and what they did', async () => {
    const { id } = await create();
    const people = await Promise.all(
      [1, 2, 3, 4].map((number) => addMember(id, { email: `reckoned${number}@customer.test` })),
    );
    const [first, second, third] = people.map((member) => member.id);
    const { db } = running.app;
    await db.execute(
      sql`update community_members set joined_at = now() - interval '60 days' where id in (${first}, ${second})`,
    );
    await db.execute(sql`update community_members set status = 'left', joined_at = now() - interval '60 days',
      left_at = now() - interval '3 days' where id = ${third}`);
    await db.execute(sql`insert into community_posts (id, community_id, member_id, author_name, body, state, posted_at) values
      (${newId()}, ${id}, ${first}, 'One', 'New', 'published', now() - interval '2 days'),
      (${newId()}, ${id}, ${second}, 'Two', 'Long ago', 'published', now() - interval '40 days'),
      (${newId()}, ${id}, ${second}, 'Two', 'Not let in', 'held', now())`);
    // 3 members, 1 of them active; 3 were here 30 days ago, 1 came and 1 went.
    expect((await find(id))?.metrics).toEqual({
      totalMembers: 3,
      totalPosts: 2,
      engagement: 33.3,
      growth: 0,
    });

    const days = await client.get<CommunityDay[]>(`/api/communities/${id}/days`);
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toMatchObject({ joined: 1, left: 0, members: 3, active: 1 });
    expect(days.reduce((sum, day) => sum + day.left, 0)).toBe(1);
    expect(days[0]).toMatchObject({ members: 3, active: 1 });
  });
});

describe('the public side', () => {
  // S7-55
  it('gives other sites the posts of the community that owns the key, page by page, and 304 to a known tag', async () => {
    const { id, apiKey } = await create();
    for (const body of ['One', 'Two', 'Three']) await client.post(`/api/communities/${id}/posts`, { body });
    const answer = await from(`${apiKey}/posts?limit=2`, 'GET', { origin: SITE });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const feed = (await answer.json()) as PublicFeed;
    expect(feed.posts.map(({ body }) => body)).toEqual(['Three', 'Two']);
    const rest = (await (
      await from(`${apiKey}/posts?limit=2&cursor=${feed.nextCursor}`)
    ).json()) as PublicFeed;
    expect([rest.posts.map(({ body }) => body), rest.nextCursor]).toEqual([['One'], null]);
    // Nothing is kept of further pages, which anybody can ask for without end.
    await running.app.db.execute(sql`update community_posts set body = 'One, anew' where body = 'One'`);
    expect(await (await from(`${apiKey}/posts?limit=2&cursor=${feed.nextCursor}`)).text()).toContain(
      'One, anew',
    );
    expect(feed.community).toMatchObject({ members: 0, canJoin: false });
    expect(JSON.stringify(feed)).not.toContain('@');

    const tag = answer.headers.get('etag') ?? '';
    const again = await from(`${apiKey}/posts?limit=2`, 'GET', { origin: SITE, 'if-none-match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await client.post(`/api/communities/${id}/posts`, { body: 'Four' });
    await eventually(async () => {
      const fresh = await from(`${apiKey}/posts?limit=2`, 'GET', { origin: SITE, 'if-none-match': tag });
      expect(fresh.status).toBe(200);
    });
  });

  // S6-10
  it('a key of a community opens nothing but the public endpoints', async () => {
    const { id, apiKey } = await create();
    const { key } = await client.post<{ key: string }>(`/api/communities/${id}/keys`, { kind: 'secret' });
    for (const secret of [apiKey, key]) {
      for (const { method, path, access } of ALL_ENDPOINTS) {
        if (access === 'public' || access === 'key') continue;
        const target = path.replace(/:id\b/, id).replace(/:\w+/g, id);
        const answer = await running.visitor().call(method, target, {
          headers: { authorization: `Bearer ${secret}`, 'x-api-key': secret },
        });
        expect([answer.status, `${method} ${path}`]).toEqual([401, `${method} ${path}`]);
      }
    }
    expect((await from(`${apiKey}/posts`)).status).toBe(200);
  });

  it('shows itself on allowed domains only, where some are named, and to no dead key', async () => {
    const { id, apiKey } = await create({ settings: { allowedDomains: ['shop.example.com'] } });
    const on = (origin: string) => from(`${apiKey}/posts`, 'GET', { origin });
    const allowed = await on(SITE);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, SITE]);
    const elsewhere = await on('https://evil.test');
    // The page can read why, and nothing else.
    expect(elsewhere.headers.get('access-control-allow-origin')).toBe('*');
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([
      403,
      { reason: 'domain_not_allowed', message: 'This community is not shown on this domain.' },
    ]);
    const preflight = await from(`${apiKey}/invite`, 'OPTIONS', {
      origin: SITE,
      'access-control-request-method': 'POST',
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, SITE]);
    const refused = await from(`${apiKey}/invite`, 'OPTIONS', { origin: 'https://evil.test' });
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();

    const { key } = await client.post<{ key: string }>(`/api/communities/${id}/keys`, { kind: 'public' });
    expect((await on(SITE)).status).toBe(404);
    expect((await from(`${key}/posts`)).status).toBe(200);
    await client.patch(`/api/communities/${id}`, { isActive: false });
    expect((await from(`${key}/posts`)).status).toBe(404);
  });

  function solve({ challenge }: { challenge: string }): { challenge: string; solution: string } {
    for (let tried = 0; ; tried += 1) {
      const hash = createHash('sha256').update(`${challenge}:${tried}`).digest();
      if (hasLeadingZeros(hash, PROOF_BITS)) return { challenge, solution: String(tried) };
    }
  }

  // S7-56
  it('invites with the secret key, or one from an allowed site with a proof of work used once', async () => {
    const { id, apiKey } = await create({ settings: { allowedDomains: ['shop.example.com'] } });
    const { key } = await client.post<{ key: string }>(`/api/communities/${id}/keys`, { kind: 'secret' });
    const invite = async (body: Record<string, unknown>, headers: Record<string, string>) => {
      const answer = await from(`${apiKey}/invite`, 'POST', { body, ...headers });
      return [answer.status, await answer.json()] as const;
    };
    const emails = ['one@customer.test', 'two@customer.test'];
    expect(await invite({ emails }, { authorization: `Bearer ${key}` })).toEqual([
      202,
      { accepted: 2, isByMail: false },
    ]);

    const one = { emails: ['three@customer.test'] };
    expect((await invite(one, {}))[0]).toBe(403);
    expect((await invite(one, { origin: 'https://evil.test' }))[0]).toBe(403);
    expect(await invite(one, { origin: SITE })).toMatchObject([403, { reason: 'proof_missing' }]);
    const puzzle = (await (await from(`${apiKey}/challenge`, 'GET', { origin: SITE })).json()) as {
      challenge: string;
    };
    const proof = solve(puzzle);
    expect((await invite({ ...one, proof: { ...proof, solution: 'x' } }, { origin: SITE }))[0]).toBe(403);
    expect((await invite({ emails, proof }, { origin: SITE }))[0]).toBe(400);
    expect(await invite({ ...one, proof }, { origin: SITE })).toMatchObject([202, { accepted: 1 }]);
    expect((await invite({ emails: ['four@customer.test'], proof }, { origin: SITE }))[0]).toBe(403);
    const other = await create({ settings: { allowedDomains: ['shop.example.com'] } });
    const stolen = await from(`${other.apiKey}/invite`, 'POST', { body: { ...one, proof }, origin: SITE });
    expect(stolen.status).toBe(403);
    expect((await membersOf(id)).map(({ email, status }) => [email, status]).sort()).toEqual([
      ['one@customer.test', 'invited'],
      ['three@customer.test', 'invited'],
      ['two@customer.test', 'invited'],
    ]);
  });

  // R16
  it('a deleted community answers nobody from this moment, from memory neither, and anybody again after Undo', async () => {
    const { id, apiKey } = await create();
    await client.post(`/api/communities/${id}/posts`, { body: 'Hello' });
    const first = await from(`${apiKey}/posts`);
    const tag = first.headers.get('etag') ?? '';
    expect((await from(`${apiKey}/posts`, 'GET', { 'if-none-match': tag })).status).toBe(304);
    await client.call('DELETE', `/api/communities/${id}`);
    expect((await from(`${apiKey}/posts`, 'GET', { 'if-none-match': tag })).status).toBe(404);
    expect((await from(`${apiKey}/posts`)).status).toBe(404);
    expect(
      (await from(`${apiKey}/posts`, 'POST', { body: { authorName: 'A', body: 'Hi' }, origin: SITE })).status,
    ).toBe(404);
    await client.post(`/api/communities/${id}/restore`);
    expect((await from(`${apiKey}/posts`, 'GET', { 'if-none-match': tag })).status).toBe(304);
  });

  // R16
  it('guesses at keys find nothing, are slowed down, and would find no secret in the database either', async () => {
    const { id, apiKey } = await create({ settings: { allowedDomains: ['shop.example.com'] } });
    const { key } = await client.post<{ key: string }>(`/api/communities/${id}/keys`, { kind: 'secret' });
    const guess = (length: number) => randomBytes(length).toString('base64url');
    const tally = async (count: number, one: (at: number) => Promise<Response>) => {
      const statuses = new Map<number, number>();
      for (let at = 0; at < count; at += 50) {
        const answers = await Promise.all(Array.from({ length: 50 }, (_call, n) => one(at + n)));
        for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      return statuses;
    };
    const keys = await tally(1_000, () => from(`ycm_${guess(24)}/posts`));
    expect([...keys.keys()].toSorted()).toEqual([404, 429]);
    expect(keys.get(404)).toBeLessThanOrEqual(600);
    // Close to the true one, and in every other place a key could stand.
    const near = (at: number) => key.slice(0, at % key.length) + guess(3);
    const secrets = await tally(200, (at) =>
      from(`${apiKey}/invite`, 'POST', {
        body: { emails: ['guess@customer.test'] },
        authorization: at % 2 === 0 ? `Bearer ${near(at)}` : near(at),
        origin: at % 3 === 0 ? 'https://shop.example.com.evil.test' : 'null',
      }),
    );
    expect([...secrets.keys()].toSorted()).toEqual([403, 429]);
    expect(await membersOf(id)).toEqual([]);
    const stored = await rowsOf(
      running.app.db,
      sql`select 1 from communities c where c.id = ${id} and c::text like ${`%${key}%`}`,
    );
    expect(stored).toEqual([]);
  });
});
