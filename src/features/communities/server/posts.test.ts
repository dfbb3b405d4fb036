import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#features/compliance/contract.ts';
import type { TextProof } from '#features/compliance/contract-texts.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { callsFromOutside, communityCalls } from '#tests/support/communities.ts';
import type { CommunityMember } from '../contract.ts';
import type { CommunityPost } from '../contract-posts.ts';

let running: TestApp;
let client: TestClient;

beforeAll(async () => {
  running = await startTestApp();
  client = await running.as('admin');
});
afterAll(() => running.close());

const { create, find, addMember, membersOf, statusOf } = communityCalls(() => client);
const from = callsFromOutside(() => running);

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

  it('that say again what was said within a day wait, if it was more than a word', async () => {
    const { id, apiKey } = await create({ settings: { whoMayPost: 'everyone' } });
    const { id: otherId, apiKey: otherKey } = await create({ settings: { whoMayPost: 'everyone' } });
    const keyOf = async (community: string) =>
      (await client.post<{ key: string }>(`/api/communities/${community}/keys`, { kind: 'secret' })).key;
    const [key, keyOfOther] = [await keyOf(id), await keyOf(otherId)];
    const say = async (body: string, to = apiKey, secret = key) => {
      const answer = await from(`${to}/posts`, 'POST', {
        body: { authorName: 'Po', body },
        authorization: `Bearer ${secret}`,
      });
      return ((await answer.json()) as { state: string }).state;
    };
    const offer = 'Our tins are half the price until Sunday, at https://tins.example';
    expect([await say('Thank you!'), await say('Thank you!')]).toEqual(['published', 'published']);
    expect([await say(offer), await say(offer), await say(offer)]).toEqual(['published', 'held', 'held']);
    expect(await say(offer, otherKey, keyOfOther)).toBe('published');
    expect(await client.get(`/api/communities/${id}/posts?view=queue`)).toMatchObject([
      { flags: [{ kind: 'spam', reason: 'copy' }] },
      { flags: [{ kind: 'spam' }] },
    ]);
    await running.app.db.execute(
      sql`update community_posts set posted_at = posted_at - interval '2 days' where community_id = ${id}`,
    );
    expect(await say(offer)).toBe('published');
  });

  it('are decided on once: who comes later is told, takes back no decision of another, and finds what was rejected', async () => {
    const { id, apiKey } = await create({ settings: { whoMayPost: 'everyone' } });
    const { key } = await client.post<{ key: string }>(`/api/communities/${id}/keys`, { kind: 'secret' });
    await addMember(id, { email: 'author@customer.test' });
    const say = async (given: object) =>
      (await (
        await from(`${apiKey}/posts`, 'POST', {
          body: { authorName: 'Ada', authorEmail: 'author@customer.test', ...given },
          authorization: `Bearer ${key}`,
        })
      ).json()) as { id: string };
    const asked = await say({ body: 'How long do you stretch?' });
    const advice = await say({
      body: 'You should stop taking your blood pressure pills.',
      parentId: asked.id,
    });
    const danger = await say({ body: 'I want to kill myself.' });
    const path = `/api/communities/${id}/posts`;
    const list = (view: string) => client.get<CommunityPost[]>(`${path}?view=${view}`);
    expect(await list('queue'), 'danger first, an answer beside what it answers').toMatchObject([
      { id: danger.id, answers: null },
      {
        id: advice.id,
        answers: { authorName: 'Ada', excerpt: 'How long do you stretch?' },
        authorStatus: 'active',
      },
    ]);
    const pages = await client.call('GET', `${path}?view=queue&limit=1`);
    const next = /cursor=([^&>]+)/.exec(pages.headers.get('link') ?? '')?.[1];
    expect(await client.get(`${path}?view=queue&limit=1&cursor=${next}`)).toMatchObject([{ id: advice.id }]);

    const one = `${path}/${advice.id}`;
    expect(await client.patch(one, { state: 'published' })).toMatchObject({ hasDecided: true });
    expect(await client.patch(one, { state: 'published' }), 'as it stands already').toMatchObject({
      state: 'published',
      hasDecided: false,
    });
    const late = await client.call('PATCH', one, { body: { state: 'rejected' } });
    expect([late.status, await late.json()]).toMatchObject([
      409,
      { reason: 'decided_already', message: 'Somebody has published it already.' },
    ]);
    expect(await statusOf('POST', `${one}/hold?undoes=rejected`)).toBe(409);
    expect(await client.post(`${one}/hold?undoes=published`)).toMatchObject({ hasDecided: true });
    expect(await client.post(`${one}/hold?undoes=published`)).toMatchObject({ hasDecided: false });
    await client.patch(one, { state: 'rejected' });
    expect(await statusOf('POST', `${one}/hold?undoes=published`), 'rejected by another since').toBe(409);
    expect([await list('rejected'), await client.get(`${path}/${asked.id}/comments`)]).toMatchObject([
      [{ id: advice.id, state: 'rejected' }],
      [],
    ]);
    await client.post(`${one}/hold?undoes=rejected`);
    expect([await list('rejected'), (await list('queue')).map((post) => post.id)]).toEqual([
      [],
      [danger.id, advice.id],
    ]);
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
    const places = (
      await client.get<{ place?: { communityId: string; postId: string | null } }[]>(
        `/api/leads/${leadId}/timeline`,
      )
    ).flatMap(({ place }) => place ?? []);
    expect(places.map(({ communityId }) => communityId)).toEqual([id, id, id, id]);
    expect(places.at(-1)?.postId, 'who joined is told of no post').toBeNull();
    const [place] = places;
    const answered = await client.get<CommunityPost>(`/api/communities/${id}/posts/${place?.postId}`);
    expect(answered).toMatchObject({ body: 'Seven minutes.', parentId: asked, leadId });
    const { id: otherId } = await create();
    expect(await statusOf('GET', `/api/communities/${otherId}/posts/${asked}`)).toBe(404);
    await client.call('DELETE', `/api/communities/${id}/posts/${asked}`);
    expect(await statusOf('GET', `/api/communities/${id}/posts/${asked}`)).toBe(404);
    // That something was said stays counted; the words are gone.
    expect(await told()).toEqual([answer, ['Posted in the community', null], first, joined]);
  });
});
