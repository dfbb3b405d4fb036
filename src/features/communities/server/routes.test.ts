import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ALL_ENDPOINTS } from '#app/contract.ts';
import type { AuditEntry } from '#features/compliance/contract.ts';
import type { TextProof } from '#features/compliance/contract-texts.ts';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadConsent } from '#features/leads/contract-privacy.ts';
import { newId } from '#kit/id.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { AiExpert, Community, CommunityDay, CommunityMember, SamePerson } from '../contract.ts';
import type { CommunityPost } from '../contract-posts.ts';
import { PROOF_BITS, type PublicFeed } from '../contract-public.ts';
import { hasLeadingZeros } from '../rules-proof.ts';

let running: TestApp;
let client: TestClient;

beforeAll(async () => {
  running = await startTestApp();
  client = await running.as('admin');
});
afterAll(() => running.close());

let made = 0;
const create = (given: Record<string, unknown> = {}): Promise<Community> => {
  made += 1;
  return client.post('/api/communities', { name: `Tea Circle ${made}`, ...given });
};
const find = async (id: string): Promise<Community | undefined> =>
  (await client.get<Community[]>('/api/communities')).find((one) => one.id === id);
const addMember = (id: string, given: Record<string, unknown>): Promise<CommunityMember> =>
  client.post(`/api/communities/${id}/members`, given);
const membersOf = (id: string, query = ''): Promise<CommunityMember[]> =>
  client.get(`/api/communities/${id}/members${query}`);
const statusOf = async (method: string, path: string, body?: unknown): Promise<number> =>
  (await client.call(method, path, body === undefined ? {} : { body })).status;
/** As a page of another site, or a server. */
const from = (
  path: string,
  method = 'GET',
  { body, ...headers }: { body?: unknown; [name: string]: unknown } = {},
) =>
  running.visitor().call(method, `/api/external/communities/${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: headers as Record<string, string>,
  });
const SITE = 'https://shop.example.com';

describe('communities', () => {
  it('S7-40 S3-28 S7-39 S3-27 a created community is listed with all its fields and no figures yet', async () => {
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
    expect(await statusOf('POST', '/api/communities', { name: 'X', moderatorExpertId: newId() })).toBe(400);
  });

  it('S7-45 S3-30 an agent stands in the choice with id, name and area only', async () => {
    const [expert] = await client.get<AiExpert[]>('/api/ai-experts');
    expect(Object.keys(expert ?? {}).sort()).toEqual(['expertiseArea', 'id', 'name']);
  });

  it('S2.12-22 settings are merged and stay', async () => {
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

  it('S7-41 S7-42 a deleted community is gone with its key, and is back with it after Undo', async () => {
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

  it('S2.12-10 engagement and growth are reckoned from who is there and what they did', async () => {
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

describe('members', () => {
  it('S7-44 S7-43 S3-29 a member is added and listed with address, role and date, and only once', async () => {
    const { id } = await create();
    const member = await addMember(id, { email: 'Ada+tea@Customer.test', memberType: 'moderator' });
    expect(member).toMatchObject({
      email: 'Ada+tea@Customer.test',
      socialHandle: null,
      memberType: 'moderator',
      status: 'active',
      joinedAt: expect.any(String),
    });
    await addMember(id, { socialHandle: '@bo' });
    expect((await membersOf(id)).map(({ email, socialHandle }) => email ?? socialHandle)).toEqual([
      '@bo',
      'Ada+tea@Customer.test',
    ]);
    const again = await client.call('POST', `/api/communities/${id}/members`, {
      body: { email: 'ada@customer.test' },
    });
    expect([again.status, await again.json()]).toMatchObject([409, { reason: 'member_exists' }]);
    expect(await statusOf('POST', `/api/communities/${newId()}/members`, {})).toBe(404);
  });

  it('pages by key, searches, and answers what a page never handed out with a refusal', async () => {
    const { id } = await create();
    for (let number = 0; number < 5; number += 1) await addMember(id, { socialHandle: `@walker${number}` });
    const first = await client.call('GET', `/api/communities/${id}/members?limit=2`);
    expect(first.headers.get('x-total-count')).toBe('5');
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const seen = [
      ...((await first.json()) as CommunityMember[]),
      ...(await client.get<CommunityMember[]>(next)),
    ];
    expect(seen.map(({ socialHandle }) => socialHandle)).toEqual([
      '@walker4',
      '@walker3',
      '@walker2',
      '@walker1',
    ]);
    expect((await membersOf(id, '?q=WALKER3')).map(({ socialHandle }) => socialHandle)).toEqual(['@walker3']);
    expect(await membersOf(id, '?q=%25')).toEqual([]);
    expect(await statusOf('GET', `/api/communities/${id}/members?cursor=nonsense`)).toBe(400);
  });

  it('a removed member is back after Undo, and after a day nothing tells who it was', async () => {
    const { id } = await create();
    const { id: memberId } = await addMember(id, { email: 'gone@customer.test' });
    const path = `/api/communities/${id}/members/${memberId}`;
    expect(await statusOf('DELETE', path)).toBe(204);
    expect(await membersOf(id)).toEqual([]);
    await client.post(`${path}/restore`);
    expect((await find(id))?.metrics.totalMembers).toBe(1);
    await client.call('DELETE', path);
    await running.app.db.execute(
      sql`update community_members set deleted_at = now() - interval '2 days' where id = ${memberId}`,
    );
    await running.app.features.communities.tidy();
    expect(
      await rowsOf(running.app.db, sql`select 1 from community_members where email ilike '%gone@customer%'`),
    ).toEqual([]);
    expect(await statusOf('POST', `${path}/restore`)).toBe(404);
  });

  it('knows the new and active, those gone quiet and the most helpful, by weights that can be changed', async () => {
    const { id } = await create({ settings: { weights: { post: 10, comment: 0, reaction: 0 } } });
    const [fresh, quiet, helper] = await Promise.all(
      ['fresh', 'quiet', 'helper'].map((name) => addMember(id, { socialHandle: `@${name}` })),
    );
    const { db } = running.app;
    const postId = newId();
    const commentId = newId();
    await db.execute(sql`insert into community_posts (id, community_id, parent_id, member_id, author_name, body, state, posted_at) values
      (${postId}, ${id}, null, ${fresh?.id}, 'Fresh', 'Hello', 'published', now()),
      (${commentId}, ${id}, ${postId}, ${helper?.id}, 'Helper', 'Hi', 'published', now())`);
    await db.execute(sql`insert into community_reactions (post_id, community_id, reactor, member_id, kind)
      values (${commentId}, ${id}, 'member:x', ${fresh?.id}, 'thanks')`);
    await db.execute(
      sql`update community_members set last_active_at = now() where id in (${fresh?.id}, ${helper?.id})`,
    );
    await db.execute(sql`update community_members set last_active_at = now() - interval '45 days',
      joined_at = now() - interval '90 days' where id = ${quiet?.id}`);
    const handles = async (view: string) =>
      (await membersOf(id, `?view=${view}`)).map(({ socialHandle }) => socialHandle).sort();
    expect(await handles('new_active')).toEqual(['@fresh', '@helper']);
    expect(await handles('gone_quiet')).toEqual(['@quiet']);
    expect(await handles('helpful')).toEqual(['@helper']);
    const all = await membersOf(id);
    expect(all.find((member) => member.id === fresh?.id)).toMatchObject({
      activity: { posts: 1, comments: 0, reactions: 1, thanks: 0, score: 10 },
      level: 'present',
    });
  });

  it('proposes the same person on mail and elsewhere as one, joins them and takes them apart again', async () => {
    const { id } = await create();
    const mail = await addMember(id, { email: 'dana_brews@customer.test' });
    const account = await addMember(id, { socialHandle: '@Dana_Brews' });
    const postId = newId();
    await running.app.db.execute(sql`insert into community_posts (id, community_id, member_id, author_name, body, state, posted_at)
      values (${postId}, ${id}, ${account.id}, 'Dana', 'Hello', 'published', now())`);
    const [pair] = await client.get<SamePerson[]>(`/api/communities/${id}/same-people`);
    expect([pair?.first.id, pair?.second.id].sort()).toEqual([mail.id, account.id].sort());

    const path = `/api/communities/${id}/members/${mail.id}`;
    const joined = await client.post<CommunityMember>(`${path}/join`, { otherId: account.id });
    expect(joined).toMatchObject({ email: mail.email, socialHandle: '@Dana_Brews', activity: { posts: 1 } });
    expect(await membersOf(id)).toHaveLength(1);
    expect(await client.get(`/api/communities/${id}/same-people`)).toEqual([]);

    await client.post(`${path}/split`, { otherId: account.id });
    const apart = await membersOf(id);
    expect(apart.map(({ email, socialHandle, activity }) => [email ?? socialHandle, activity.posts])).toEqual(
      [
        ['@Dana_Brews', 1],
        ['dana_brews@customer.test', 0],
      ],
    );
  });

  it('that were the same lead and had the same account name before they were joined have both after Undo', async () => {
    const { id } = await create();
    const [mail, account] = [
      await addMember(id, { email: 'one.lead@customer.test', socialHandle: '@one_lead' }),
      await addMember(id, { socialHandle: '@one_lead' }),
    ];
    const leadId = newId();
    await running.app.db.execute(sql`update community_members
      set lead_id = ${leadId}, name = 'One Lead', joined_at = now() - interval '3 days' where community_id = ${id}`);
    await running.app.db.execute(sql`update community_members
      set joined_at = now() - interval '9 days', last_active_at = now() where id = ${account.id}`);
    const before = await membersOf(id);

    const path = `/api/communities/${id}/members/${mail.id}`;
    const joined = await client.post<CommunityMember>(`${path}/join`, { otherId: account.id });
    expect(joined.joinedAt).toBe(before.find((one) => one.id === account.id)?.joinedAt);
    await client.post(`${path}/split`, { otherId: account.id });
    expect(await membersOf(id)).toEqual(before);
  });
});

describe('posts', () => {
  it('are written, pinned, commented, reacted to, deleted and brought back', async () => {
    const { id } = await create();
    const path = `/api/communities/${id}/posts`;
    const first = await client.post<CommunityPost>(path, { body: 'First' });
    const second = await client.post<CommunityPost>(path, { body: 'Second' });
    await client.patch(`${path}/${first.id}`, { isPinned: true });
    const bodies = async () => (await client.get<CommunityPost[]>(path)).map(({ body }) => body);
    expect(await bodies()).toEqual(['First', 'Second']);
    await client.post(path, { body: 'An answer', parentId: second.id });
    expect(await statusOf('PUT', `${path}/${second.id}/reactions`, { kinds: ['like', 'thanks'] })).toBe(200);
    expect((await client.get<CommunityPost[]>(path))[1]).toMatchObject({
      comments: 1,
      reactions: { like: 1, thanks: 1 },
      mine: expect.arrayContaining(['like', 'thanks']),
      isTeam: true,
    });
    expect(await client.get(`${path}/${second.id}/comments`)).toMatchObject([{ body: 'An answer' }]);
    await client.call('DELETE', `${path}/${second.id}`);
    expect(await bodies()).toEqual(['First']);
    await client.post(`${path}/${second.id}/restore`);
    expect(await bodies()).toEqual(['First', 'Second']);
    expect((await find(id))?.metrics.totalPosts).toBe(2);
  });

  it('with a claim that the law forbids do not leave, unless an admin says why', async () => {
    const { id } = await create();
    const path = `/api/communities/${id}/posts`;
    const body = 'Our evening blend cures insomnia.';
    const member = await running.as('member');
    const overrideReason = 'Quotes a headline, which stands beside it.';
    const refused = await member.call('POST', path, { body: { body } });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { reason: 'claims_blocked', fields: { body: expect.stringContaining('cures insomnia” blocks it') } },
    ]);
    expect((await member.call('POST', path, { body: { body, overrideReason } })).status).toBe(403);
    const { id: postId } = await client.post<CommunityPost>(path, { body, overrideReason });
    const trail = await client.get(`/api/audit?subject=post:${postId}`);
    expect(trail).toMatchObject([{ action: 'claims.overridden', reason: overrideReason }]);
    const kept = async () => {
      const [row] = await rowsOf<{ proof: TextProof }>(
        running.app.db,
        sql`select proof from community_posts where id = ${postId}`,
      );
      return row?.proof;
    };
    expect(await kept()).toMatchObject({
      verdict: 'block',
      override: { by: 'Admin', reason: overrideReason },
    });
    await client.patch(`${path}/${postId}`, { body: 'Our evening blend tastes of mint.' });
    expect(await kept()).toMatchObject({ verdict: 'ok', findings: [], override: null });
  });

  it('stand under a description that makes no claim, unless an admin says why', async () => {
    const { id } = await create();
    const path = `/api/communities/${id}`;
    const description = 'A circle whose tea cures insomnia.';
    const overrideReason = 'Our counsel has seen this very sentence.';
    const member = await running.as('member');
    const refused = await member.call('PATCH', path, { body: { description } });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      {
        reason: 'claims_blocked',
        fields: { description: expect.stringContaining('cures insomnia” blocks it') },
      },
    ]);
    expect((await member.call('PATCH', path, { body: { description, overrideReason } })).status).toBe(403);
    const isNew = { name: 'Tea', description };
    expect((await member.call('POST', '/api/communities', { body: isNew })).status).toBe(422);
    await client.patch(path, { description, overrideReason });
    const [entry] = await client.get<AuditEntry[]>('/api/audit?subject=workspace');
    expect(entry).toMatchObject({ action: 'claims.overridden', details: { communityId: id } });
    // What stands already keeps nobody from other changes.
    expect((await member.call('PATCH', path, { body: { description, name: 'Night tea' } })).status).toBe(200);
  });

  it('stand under a name that makes no claim, unless an admin says why', async () => {
    const { id } = await create();
    const path = `/api/communities/${id}`;
    const name = 'Our tea cures insomnia';
    const overrideReason = 'The name of a book that we read together.';
    const member = await running.as('member');
    const refusal = {
      reason: 'claims_blocked',
      fields: { name: expect.stringContaining('cures insomnia” blocks it') },
    };
    for (const refused of [
      await member.call('PATCH', path, { body: { name } }),
      await member.call('POST', '/api/communities', { body: { name } }),
    ])
      expect([refused.status, await refused.json()]).toMatchObject([
        422,
        { ...refusal, message: expect.stringContaining('or ask an admin to override it') },
      ]);
    const toAdmin = await client.call('PATCH', path, { body: { name } });
    expect(await toAdmin.json()).toMatchObject({ message: expect.stringContaining('or override it with a') });
    expect((await member.call('PATCH', path, { body: { name, overrideReason } })).status).toBe(403);
    await client.patch(path, { name, overrideReason });
    const [entry] = await client.get<AuditEntry[]>('/api/audit?subject=workspace');
    expect(entry).toMatchObject({ action: 'claims.overridden', details: { communityId: id } });
    expect((await member.call('PATCH', path, { body: { name, description: 'Of sleep' } })).status).toBe(200);
  });

  it('of visitors are let in as the community says, held when somebody has to look, and decided on', async () => {
    const { id, apiKey } = await create();
    const { key } = await client.post<{ key: string }>(`/api/communities/${id}/keys`, { kind: 'secret' });
    await addMember(id, { email: 'poster@customer.test' });
    const send = async (body: Record<string, unknown>, authorization = `Bearer ${key}`) => {
      const answer = await from(`${apiKey}/posts`, 'POST', {
        body: { authorName: 'Po', ...body },
        authorization,
      });
      return [answer.status, await answer.json()] as const;
    };
    expect((await send({ body: 'Hello' }, ''))[0]).toBe(403);
    expect((await send({ body: 'Hello' }, 'Bearer ycs_wrong'))[0]).toBe(403);
    expect(await send({ body: 'Hello', authorEmail: 'stranger@customer.test' })).toMatchObject([
      403,
      { reason: 'may_not_post' },
    ]);
    expect(await send({ body: 'Hello', authorEmail: 'poster@customer.test' })).toMatchObject([
      201,
      { state: 'published' },
    ]);
    const [, held] = await send({
      body: 'You should stop taking your blood pressure pills.',
      authorEmail: 'poster@customer.test',
    });
    expect(held).toMatchObject({ state: 'held' });
    expect((await find(id))?.heldPosts).toBe(1);
    const path = `/api/communities/${id}/posts`;
    const [waiting] = await client.get<CommunityPost[]>(`${path}?view=queue`);
    expect(waiting?.flags[0]).toMatchObject({ kind: 'medical_advice' });
    await client.patch(`${path}/${waiting?.id}`, { state: 'rejected' });
    expect(await client.get(`${path}?view=queue`)).toEqual([]);
    expect(await client.get(path)).toHaveLength(1);
  });

  it('let in or rejected by mistake wait again with their flags, and what was said counts once', async () => {
    const { id, apiKey } = await create();
    const { key } = await client.post<{ key: string }>(`/api/communities/${id}/keys`, { kind: 'secret' });
    const email = 'held@customer.test';
    await addMember(id, { email });
    const [member] = await membersOf(id);
    const group = await client.post<{ id: string }>('/api/lead-groups', { name: 'Held' });
    const { leadId } = await client.post<CommunityMember>(
      `/api/communities/${id}/members/${member?.id}/lead`,
      {
        groupId: group.id,
      },
    );
    const path = `/api/communities/${id}/posts`;
    await from(`${apiKey}/posts`, 'POST', {
      body: {
        authorName: 'Po',
        authorEmail: email,
        body: 'You should stop taking your blood pressure pills.',
      },
      authorization: `Bearer ${key}`,
    });
    const queue = () => client.get<CommunityPost[]>(`${path}?view=queue`);
    const [waiting] = await queue();
    const one = `${path}/${waiting?.id}`;
    for (const state of ['published', 'rejected', 'published']) {
      await client.patch(one, { state });
      expect(await queue()).toEqual([]);
      expect(await client.post(`${one}/hold`)).toMatchObject({ state: 'held', flags: waiting?.flags });
      expect(await queue()).toEqual([waiting]);
      expect(await client.get(path)).toEqual([]);
    }
    const ours = await client.post<CommunityPost>(path, { body: 'Hello from us' });
    expect((await client.call('POST', `${path}/${ours.id}/hold`)).status).toBe(422);
    const posted = await rowsOf(
      running.app.db,
      sql`select id from events where lead_id = ${leadId} and type = 'community.posted'`,
    );
    expect(posted).toHaveLength(1);
  });

  it('what somebody said stands on their timeline, also from before they were a lead, as long as it can be seen', async () => {
    const community = await create();
    const { id, apiKey } = community;
    const { key } = await client.post<{ key: string }>(`/api/communities/${id}/keys`, { kind: 'secret' });
    const email = 'vale@customer.test';
    await addMember(id, { email });
    const say = async (body: string, parentId?: string) => {
      const answer = await from(`${apiKey}/posts`, 'POST', {
        body: { authorName: 'Nora Vale', authorEmail: email, body, ...(parentId ? { parentId } : {}) },
        authorization: `Bearer ${key}`,
      });
      return ((await answer.json()) as { id: string }).id;
    };
    await say('The mint blend made for a quiet evening.');
    const [member] = await membersOf(id);
    const group = await client.post<{ id: string }>('/api/lead-groups', { name: 'Told' });
    const { leadId } = await client.post<CommunityMember>(
      `/api/communities/${id}/members/${member?.id}/lead`,
      { groupId: group.id },
    );
    const asked = await say('Does anybody brew it\n for longer?');
    await say('Seven minutes.', asked);
    const told = async () =>
      (
        await client.get<{ type: string; title: string; detail: string | null }[]>(
          `/api/leads/${leadId}/timeline`,
        )
      )
        .filter(({ type }) => type.startsWith('community.'))
        .map(({ title, detail }) => [title, detail]);
    const joined = [`Joined ${community.name}`, null];
    const first = [`Posted in ${community.name}`, '“The mint blend made for a quiet evening.”'];
    const answer = [`Answered in ${community.name}`, '“Seven minutes.”'];
    expect(await told()).toEqual([
      answer,
      [`Posted in ${community.name}`, '“Does anybody brew it for longer?”'],
      first,
      joined,
    ]);
    await client.call('DELETE', `/api/communities/${id}/posts/${asked}`);
    // That something was said stays counted; the words are gone.
    expect(await told()).toEqual([answer, ['Posted in the community', null], first, joined]);
  });
});

describe('the public side', () => {
  it('S7-55 gives other sites the posts of the community that owns the key, page by page, and 304 to a known tag', async () => {
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

  it('S6-10 a key of a community opens nothing but the public endpoints', async () => {
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

  it('S7-56 invites with the secret key, or one from an allowed site with a proof of work used once', async () => {
    const { id, apiKey } = await create({ settings: { allowedDomains: ['shop.example.com'] } });
    const { key } = await client.post<{ key: string }>(`/api/communities/${id}/keys`, { kind: 'secret' });
    const invite = async (body: Record<string, unknown>, headers: Record<string, string>) => {
      const answer = await from(`${apiKey}/invite`, 'POST', { body, ...headers });
      return [answer.status, await answer.json()] as const;
    };
    const emails = ['one@customer.test', 'two@customer.test'];
    expect(await invite({ emails }, { authorization: `Bearer ${key}` })).toEqual([202, { accepted: 2 }]);

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
    expect(await invite({ ...one, proof }, { origin: SITE })).toEqual([202, { accepted: 1 }]);
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
});

describe('invitations', () => {
  const invite = (id: string, emails: string[]) =>
    client.post<{ invited: number; known: number; suppressed: number; kept: string[] }>(
      `/api/communities/${id}/invitations`,
      { emails },
    );
  const linkOf = async (id: string, email: string): Promise<{ memberId: string; path: string }> => {
    const member = (await membersOf(id)).find((one) => one.email === email);
    const { text } = await client.get<{ text: string }>(
      `/api/communities/${id}/members/${member?.id}/invitation`,
    );
    return { memberId: member?.id ?? '', path: new URL(/https?:\S+\/j\/\S+/.exec(text)?.[0] ?? '').pathname };
  };
  const open = (method: string, path: string) => running.visitor().call(method, path);

  it('make somebody a member only when they press Join, and are kept in the outbox without a mail server', async () => {
    const { id, name } = await create();
    const asked = await invite(id, ['Eve@customer.test', 'eve+2@customer.test']);
    expect(asked).toMatchObject({ invited: 1, known: 0, suppressed: 0 });
    const [member] = await membersOf(id);
    expect(asked.kept, 'no mail server sends it').toEqual([member?.id]);
    expect(await client.get(`/api/communities/${id}/members/${member?.id}/invitation`)).toMatchObject({
      isKept: true,
    });
    expect(await invite(id, ['eve@customer.test'])).toEqual({
      invited: 0,
      known: 1,
      suppressed: 0,
      kept: [],
    });
    const { path } = await linkOf(id, 'eve+2@customer.test');
    await eventually(async () => expect((await membersOf(id))[0]).toMatchObject({ inviteState: 'outbox' }));
    const [mail] = await rowsOf<{ raw: string }>(
      running.app.db,
      sql`select raw from outbox_mails where to_address like 'eve%'`,
    );
    expect(mail?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(mail?.raw).toContain(name);

    const shown = await open('GET', path);
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining(`Join ${name}`)]);
    expect((await find(id))?.metrics.totalMembers).toBe(0);
    expect((await open('POST', path)).status).toBe(200);
    expect((await open('POST', path)).status).toBe(200);
    expect((await membersOf(id))[0]).toMatchObject({ status: 'active', joinedAt: expect.any(String) });
    expect((await open('GET', '/j/not-a-token')).status).toBe(404);
  });

  it('have failed when no mail server took them for a day, and can be sent again then', async () => {
    const { id } = await create();
    await invite(id, ['later@customer.test']);
    await eventually(async () => expect((await membersOf(id))[0]).toMatchObject({ inviteState: 'outbox' }));
    await running.app.db.execute(sql`update community_members
      set invite_state = 'queued', invited_at = now() - interval '25 hours' where community_id = ${id}`);
    await running.app.features.communities.tidy();
    expect((await membersOf(id))[0]).toMatchObject({ inviteState: 'failed' });
    expect(await invite(id, ['later@customer.test'])).toMatchObject({ invited: 1, known: 0 });
  });

  it('end with a no: the address is not written to again, by nobody', async () => {
    const { id } = await create();
    await invite(id, ['no@customer.test']);
    const { path } = await linkOf(id, 'no@customer.test');
    expect((await open('POST', `${path}/decline`)).status).toBe(200);
    expect((await membersOf(id))[0]).toMatchObject({ status: 'declined' });
    expect((await open('POST', path)).status).toBe(404);
    const other = await create();
    expect(await invite(other.id, ['no@customer.test'])).toEqual({
      invited: 0,
      known: 0,
      suppressed: 1,
      kept: [],
    });
  });

  it('somebody who joined and left is not welcomed again by the same link', async () => {
    const { id } = await create();
    await invite(id, ['left@customer.test']);
    const { path } = await linkOf(id, 'left@customer.test');
    await open('POST', path);
    await open('POST', `${path}/decline`);
    expect((await open('GET', path)).status).toBe(404);
    expect((await open('POST', path)).status).toBe(404);
    expect((await open('POST', `${path}/decline`)).status, 'a no may be said twice').toBe(200);
    expect((await membersOf(id))[0]).toMatchObject({ status: 'left' });
  });

  it('leave with the next try when the database was away just before', async () => {
    const { id } = await create();
    await invite(id, ['away@customer.test']);
    const { memberId } = await linkOf(id, 'away@customer.test');
    const state = async () => (await membersOf(id))[0]?.inviteState;
    await eventually(async () => expect(await state()).toBe('outbox'));
    await running.app.db.execute(
      sql`update community_members set invite_state = 'queued' where id = ${memberId}`,
    );
    const { settings, communities } = running.app.features;
    const away = vi.spyOn(settings, 'getWorkspace').mockRejectedValue(new Error('the database is away'));
    await expect(communities.sendInvitation(memberId)).rejects.toThrow('away');
    away.mockRestore();
    expect(await state()).toBe('queued');
    await communities.sendInvitation(memberId);
    expect(await state()).toBe('outbox');
  });

  it('a member becomes a lead with the consent that they gave, and is erased here with the lead', async () => {
    const { id } = await create();
    await invite(id, ['yes@customer.test']);
    const { memberId, path } = await linkOf(id, 'yes@customer.test');
    await open('POST', path);
    const group = await client.post<{ id: string }>('/api/lead-groups', { name: 'Circle' });
    const { leadId } = await client.post<CommunityMember>(`/api/communities/${id}/members/${memberId}/lead`, {
      groupId: group.id,
    });
    expect(await client.get<Lead>(`/api/leads/${leadId}`)).toMatchObject({
      email: 'yes@customer.test',
      legalGround: 'consent',
    });
    expect((await client.get<LeadConsent>(`/api/leads/${leadId}/consents`)).records).toMatchObject([
      { channel: 'email', ground: 'consent', source: 'form' },
    ]);
    const timeline = await client.get<{ title: string }[]>(`/api/leads/${leadId}/timeline`);
    expect(timeline.map(({ title }) => title)).toContainEqual(
      expect.stringMatching(/^Joined Tea Circle \d+$/),
    );
    await running.app.db.execute(sql`insert into community_posts (id, community_id, member_id, author_name, body, state, posted_at)
      values (${newId()}, ${id}, ${memberId}, 'Yes Person', 'My own words here', 'published', now())`);

    await client.post(`/api/leads/${leadId}/erase`);
    const traces = await rowsOf(
      running.app.db,
      sql`select 1 from community_members m full join community_posts p on p.member_id = m.id
        where m.email like 'yes@%' or p.body like 'My own words%' or p.author_name = 'Yes Person'`,
    );
    expect(traces).toEqual([]);
    expect((await membersOf(id)).map(({ email }) => email)).toEqual([]);
  });

  it('somebody who never answered is invited again when they are no longer blocked, and has agreed to nothing', async () => {
    const { id } = await create();
    await invite(id, ['silent@customer.test']);
    const { memberId, path } = await linkOf(id, 'silent@customer.test');
    const member = `/api/communities/${id}/members/${memberId}`;
    await client.patch(member, { status: 'blocked' });
    expect((await open('POST', path)).status).toBe(404);
    expect(await client.patch(member, { status: 'active' })).toMatchObject({
      status: 'invited',
      joinedAt: null,
    });
    const group = await client.post<{ id: string }>('/api/lead-groups', { name: 'Silent' });
    const { leadId } = await client.post<CommunityMember>(`${member}/lead`, { groupId: group.id });
    expect(await client.get<Lead>(`/api/leads/${leadId}`)).toMatchObject({
      legalGround: 'legitimate_interest',
    });
    const consents = async () => (await client.get<LeadConsent>(`/api/leads/${leadId}/consents`)).records;
    expect(await consents()).toEqual([]);
    expect((await open('POST', path)).status, 'their link works again').toBe(200);
    expect((await membersOf(id))[0]).toMatchObject({ status: 'active' });
  });

  it('somebody who said no is not made a member by us, blocked in between or not', async () => {
    const { id } = await create();
    await invite(id, ['never@customer.test']);
    const { memberId, path } = await linkOf(id, 'never@customer.test');
    await open('POST', `${path}/decline`);
    const member = `/api/communities/${id}/members/${memberId}`;
    expect(await statusOf('PATCH', member, { status: 'active' })).toBe(422);
    await client.patch(member, { status: 'blocked' });
    expect(await client.patch(member, { status: 'active' })).toMatchObject({ status: 'declined' });
  });

  it('somebody who was blocked after their yes is a member again, with the consent that they gave', async () => {
    const { id } = await create();
    await invite(id, ['blocked@customer.test']);
    const { memberId, path } = await linkOf(id, 'blocked@customer.test');
    await open('POST', path);
    const member = `/api/communities/${id}/members/${memberId}`;
    await client.patch(member, { status: 'blocked' });
    expect(await client.patch(member, { status: 'active' })).toMatchObject({ status: 'active' });
    const group = await client.post<{ id: string }>('/api/lead-groups', { name: 'Blocked' });
    const { leadId } = await client.post<CommunityMember>(`${member}/lead`, { groupId: group.id });
    expect((await client.get<LeadConsent>(`/api/leads/${leadId}/consents`)).records).toMatchObject([
      { channel: 'email', ground: 'consent' },
    ]);
  });

  it('a member whom two people make a lead at once is one lead, and a group that is gone leaves no half of one', async () => {
    const { id } = await create();
    const member = await addMember(id, { email: 'twice@customer.test' });
    const path = `/api/communities/${id}/members/${member.id}/lead`;
    const leads = () => rowsOf(running.app.db, sql`select 1 from leads where email = 'twice@customer.test'`);
    expect(await statusOf('POST', path, { groupId: newId() })).toBe(400);
    expect(await leads()).toHaveLength(0);
    const group = await client.post<{ id: string }>('/api/lead-groups', { name: 'Twice' });
    const other = await running.as('member');
    const answers = await Promise.all(
      [client, other].map((each) => each.call('POST', path, { body: { groupId: group.id } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await leads()).toHaveLength(1);
  });

  it('R16 a deleted community answers nobody from this moment, from memory neither, and anybody again after Undo', async () => {
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

  it('R16 guesses at keys find nothing, are slowed down, and would find no secret in the database either', async () => {
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

  it('nothing is left of a lead under the entries that were joined', async () => {
    const { id } = await create();
    const mail = await addMember(id, { email: 'otto@customer.test' });
    const account = await addMember(id, { socialHandle: '@otto_elsewhere' });
    const path = `/api/communities/${id}/members/${mail.id}`;
    await client.post(`${path}/join`, { otherId: account.id });
    const group = await client.post<{ id: string }>('/api/lead-groups', { name: 'Joined' });
    const { leadId } = await client.post<CommunityMember>(`${path}/lead`, { groupId: group.id });
    await client.post(`/api/leads/${leadId}/erase`);
    const traces = await rowsOf(
      running.app.db,
      sql`select 1 from community_members m where m::text ilike '%otto%'`,
    );
    expect(traces).toEqual([]);
  });
});
