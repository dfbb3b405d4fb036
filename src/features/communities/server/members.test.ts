import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadConsent } from '#features/privacy/contract.ts';
import { newId } from '#kit/id.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { communityCalls } from '#tests/support/communities.ts';
import type { CommunityMember, SamePerson } from '../contract.ts';
import { tidyCommunities } from './tidy-communities.ts';

let running: TestApp;
let client: TestClient;

beforeAll(async () => {
  running = await startTestApp();
  client = await running.as('admin');
});
afterAll(() => running.close());

const { create, find, addMember, membersOf, invite, linkOf, statusOf } = communityCalls(() => client);

const open = (method: string, path: string) => running.visitor().call(method, path);

describe('members', () => {
  // S7-44 S7-43 S3-29
  it('a member is added and listed with address, role and date, and only once', async () => {
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
    await tidyCommunities(running.app.context);
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

  it('a join that gave nothing to the entry that stays is taken back too', async () => {
    const { id } = await create();
    const whole = await addMember(id, { email: 'whole@customer.test', socialHandle: '@whole' });
    const bare = await addMember(id, { socialHandle: '@whole' });
    await running.app.db.execute(
      sql`update community_members set last_active_at = now() where id = ${whole.id}`,
    );
    await client.post(`/api/communities/${id}/members/${whole.id}/join`, { otherId: bare.id });
    expect(
      await statusOf('POST', `/api/communities/${id}/members/${whole.id}/split`, { otherId: bare.id }),
    ).toBe(200);
    expect((await membersOf(id)).map((member) => member.id).sort()).toEqual([whole.id, bare.id].sort());
  });

  it('who was only invited becomes a lead that has joined nothing', async () => {
    const { id } = await create();
    await client.post(`/api/communities/${id}/invitations`, { emails: ['asked@customer.test'] });
    const [invited] = await membersOf(id);
    const group = await client.post<{ id: string }>('/api/lead-groups', { name: 'Asked' });
    const { leadId } = await client.post<CommunityMember>(
      `/api/communities/${id}/members/${invited?.id}/lead`,
      { groupId: group.id },
    );
    const joined = await rowsOf(
      running.app.db,
      sql`select 1 from events where lead_id = ${leadId} and type = 'community.joined'`,
    );
    expect(joined).toEqual([]);
  });

  it('a mirrored member has joined, also where the place does not tell when', async () => {
    const { id } = await create();
    const member = await addMember(id, { socialHandle: '@mirrored' });
    await running.app.db.execute(sql`update community_members set joined_at = null where id = ${member.id}`);
    const group = await client.post<{ id: string }>('/api/lead-groups', { name: 'Mirrored' });
    const { leadId } = await client.post<CommunityMember>(
      `/api/communities/${id}/members/${member.id}/lead`,
      { groupId: group.id },
    );
    const joined = await rowsOf(
      running.app.db,
      sql`select e.occurred_at = m.created_at as "asFirstSeen" from events e, community_members m
        where e.lead_id = ${leadId} and e.type = 'community.joined' and m.id = ${member.id}`,
    );
    expect(joined).toEqual([{ asFirstSeen: true }]);
  });

  describe('what the funnel hears of a lead in a community', () => {
    const heard = async (leadId: string) =>
      (
        await rowsOf<{ type: string }>(
          running.app.db,
          sql`select type from events where lead_id = ${leadId} and type like 'community.%' order by occurred_at, id`,
        )
      ).map(({ type }) => type);
    const addLead = async (email: string) => {
      const group = await client.post<{ id: string }>('/api/lead-groups', { name: `Of ${email}` });
      return client.post<Lead>('/api/leads', {
        name: email,
        email,
        groupId: group.id,
        legalGround: 'legitimate_interest',
      });
    };
    const memberWith = async (id: string, email: string) =>
      (await membersOf(id)).find((member) => member.email === email);

    it('a lead who accepts an invitation has joined, and who ends it has left', async () => {
      const { id } = await create();
      const lead = await addLead('before@customer.test');
      await invite(id, ['before@customer.test']);
      const { path } = await linkOf(id, 'before@customer.test');
      expect(await heard(lead.id)).toEqual([]);
      await open('POST', path);
      await open('POST', path);
      expect(await heard(lead.id)).toEqual(['community.joined']);
      expect(await memberWith(id, 'before@customer.test')).toMatchObject({ leadId: lead.id });
      await open('POST', `${path}/decline`);
      expect(await heard(lead.id)).toEqual(['community.joined', 'community.left']);
    });

    it('an invited person who is made a lead has joined once they accept', async () => {
      const { id } = await create();
      await invite(id, ['invited@customer.test']);
      const { path, memberId } = await linkOf(id, 'invited@customer.test');
      const group = await client.post<{ id: string }>('/api/lead-groups', { name: 'Invited' });
      const { leadId } = await client.post<CommunityMember>(
        `/api/communities/${id}/members/${memberId}/lead`,
        { groupId: group.id },
      );
      expect(await heard(leadId ?? '')).toEqual([]);
      await open('POST', path);
      expect(await heard(leadId ?? '')).toEqual(['community.joined']);
    });

    it('a member whose address is added to the leads has joined when they did, and a lead who is added as a member now', async () => {
      const { id } = await create();
      const member = await addMember(id, { email: 'member@customer.test' });
      const lead = await addLead('Member+later@customer.test');
      expect(await heard(lead.id)).toEqual(['community.joined']);
      expect(await memberWith(id, 'member@customer.test')).toMatchObject({ leadId: lead.id });
      const other = await create();
      await addMember(other.id, { email: 'member@customer.test' });
      expect(await heard(lead.id)).toEqual(['community.joined', 'community.joined']);
      expect(member.leadId).toBeNull();
    });

    it('who is removed or blocked has left, and is in again with Undo', async () => {
      const { id } = await create();
      const lead = await addLead('moved@customer.test');
      const member = await addMember(id, { email: 'moved@customer.test' });
      const path = `/api/communities/${id}/members/${member.id}`;
      await client.patch(path, { memberType: 'moderator' });
      expect(await heard(lead.id)).toEqual(['community.joined']);
      expect(await statusOf('DELETE', path)).toBe(204);
      await client.post(`${path}/restore`);
      await client.patch(path, { status: 'blocked' });
      expect((await heard(lead.id)).slice(1)).toEqual([
        'community.left',
        'community.joined',
        'community.left',
      ]);
      await client.patch(path, { status: 'active' });
      expect((await heard(lead.id)).at(-1)).toBe('community.joined');
    });

    it('with a community that is deleted its leads have left it, and are in again with Undo', async () => {
      const { id } = await create();
      const [lead, blocked] = [await addLead('stays@customer.test'), await addLead('blocked@customer.test')];
      await addMember(id, { email: 'stays@customer.test' });
      const { id: blockedId } = await addMember(id, { email: 'blocked@customer.test' });
      await client.patch(`/api/communities/${id}/members/${blockedId}`, { status: 'blocked' });
      await addMember(id, { email: 'later@customer.test' });
      expect(await statusOf('DELETE', `/api/communities/${id}`)).toBe(204);
      expect((await heard(lead.id)).slice(1)).toEqual(['community.left']);
      const later = await addLead('later@customer.test');
      expect(await heard(later.id)).toEqual([]);
      for (let times = 0; times < 2; times += 1) await client.post(`/api/communities/${id}/restore`);
      expect((await heard(lead.id)).slice(1)).toEqual(['community.left', 'community.joined']);
      expect(await heard(blocked.id)).toEqual(['community.joined', 'community.left']);
      await tidyCommunities(running.app.context);
      expect(await heard(later.id)).toEqual(['community.joined']);
    });

    it('joining two entries of one person, and parting them, moves nobody in or out', async () => {
      const { id } = await create();
      const lead = await addLead('twofold@customer.test');
      const mail = await addMember(id, { email: 'twofold@customer.test' });
      const account = await addMember(id, { socialHandle: '@twofold_elsewhere' });
      const path = `/api/communities/${id}/members/${account.id}`;
      await client.post(`${path}/join`, { otherId: mail.id });
      await client.post(`${path}/split`, { otherId: mail.id });
      expect(await heard(lead.id)).toEqual(['community.joined']);
    });
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
