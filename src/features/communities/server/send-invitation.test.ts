import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Lead } from '#features/leads/contract.ts';
import type { Mailbox } from '#features/mailboxes/contract.ts';
import type { LeadConsent } from '#features/privacy/contract.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { communityCalls } from '#tests/support/communities.ts';
import { eventually } from '#tests/support/eventually.ts';
import { mailboxAt, startMailServer, type TestMailServer } from '#tests/support/mail-server.ts';
import type { Community, CommunityMember } from '../contract.ts';
import { sendInvitation, sendWaitingInvitations } from './send-invitation.ts';
import { tidyCommunities } from './tidy-communities.ts';

let running: TestApp;
let client: TestClient;

beforeAll(async () => {
  running = await startTestApp();
  client = await running.as('admin');
});
afterAll(() => running.close());

const { create, find, membersOf, invite, linkOf, statusOf } = communityCalls(() => client);

describe('invitations', () => {
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

  it('are given up when no mail server took them for a day, and can be sent again then', async () => {
    const { id } = await create();
    await invite(id, ['later@customer.test']);
    await eventually(async () => expect((await membersOf(id))[0]).toMatchObject({ inviteState: 'outbox' }));
    await running.app.db.execute(sql`update community_members
      set invite_state = 'queued', invited_at = now() - interval '25 hours' where community_id = ${id}`);
    await tidyCommunities(running.app.context);
    expect((await membersOf(id))[0]).toMatchObject({ inviteState: 'given_up' });
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
    const away = { sender: () => Promise.reject(new Error('the database is away')) };
    await expect(sendInvitation({ ...running.app.context, ...away }, memberId)).rejects.toThrow('away');
    expect(await state()).toBe('queued');
    await sendInvitation(running.app.context, memberId);
    expect(await state()).toBe('outbox');
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
    // One that had not left when they were blocked leaves after Undo: nothing is said against the address.
    await running.app.db.execute(
      sql`update community_members set invite_state = 'queued' where id = ${memberId}`,
    );
    await client.patch(member, { status: 'blocked' });
    expect(await client.patch(member, { status: 'active' })).toMatchObject({ inviteState: 'waiting' });
    await sendWaitingInvitations(running.app.context, new AbortController().signal);
    expect((await membersOf(id))[0]).toMatchObject({ inviteState: 'outbox' });
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
});

describe('invitations without SMTP_URL', () => {
  let own: TestApp;
  let owner: TestClient;
  let server: TestMailServer;
  /** Whom the server takes no mail for just now. */
  const putOff = new Set<string>();

  beforeAll(async () => {
    server = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        putOff.has(address) ? done(Object.assign(new Error('Try later'), { responseCode: 451 })) : done(),
    });
    own = await startTestApp({ env: { MAIL_HOSTS_ALLOW: '127.0.0.1' } });
    owner = await own.as('admin');
  });
  afterAll(async () => {
    await own.close();
    await server.close();
  });

  it('leave from a mailbox of one’s own, with its address, and are not said to be kept', async () => {
    await owner.post('/api/mailboxes', mailboxAt(server.port));
    const { id } = await owner.post<Community>('/api/communities', { name: 'Tea Circle' });
    const asked = await owner.post<{ invited: number; kept: string[] }>(
      `/api/communities/${id}/invitations`,
      {
        emails: ['eve@customer.test', 'practice@example.com'],
      },
    );
    const members = await owner.get<CommunityMember[]>(`/api/communities/${id}/members`);
    const [practice] = members.filter(({ email }) => email === 'practice@example.com');
    expect(asked).toMatchObject({ invited: 2, kept: [practice?.id] });
    await vi.waitFor(async () => {
      const states = await owner.get<CommunityMember[]>(`/api/communities/${id}/members`);
      expect(Object.fromEntries(states.map((one) => [one.email, one.inviteState]))).toEqual({
        'eve@customer.test': 'sent',
        'practice@example.com': 'outbox',
      });
    }, 10_000);
    expect(server.received).toMatchObject([{ from: 'mia@northwind.test', to: 'eve@customer.test' }]);
    expect(server.received[0]?.raw).toContain('From: Mia North <mia@northwind.test>');
    const [eve] = members.filter(({ email }) => email === 'eve@customer.test');
    expect(await owner.get(`/api/communities/${id}/members/${eve?.id}/invitation`)).toMatchObject({
      isKept: false,
      text: expect.stringContaining('the whole link is in the mail only'),
    });
  });

  it('count against the limits of the mailbox, and what they leave no room for waits', async () => {
    const [mailbox] = await owner.get<Mailbox[]>('/api/mailboxes');
    expect(mailbox?.sentToday).toBe(1);
    const limits = { perDay: 3, growthPerDay: 0, mostPerDay: 3, minGapSeconds: 0, perDomainPerHour: 20 };
    await owner.patch(`/api/mailboxes/${mailbox?.id}`, { limits });
    const { id } = await owner.post<Community>('/api/communities', { name: 'Herb Circle' });
    const before = server.received.length;
    const emails = ['ada@customer.test', 'bea@customer.test', 'cleo@customer.test'];
    expect(await owner.post(`/api/communities/${id}/invitations`, { emails })).toMatchObject({ kept: [] });
    const states = async () =>
      (await owner.get<CommunityMember[]>(`/api/communities/${id}/members`))
        .map(({ inviteState }) => inviteState)
        .sort();
    await vi.waitFor(async () => expect(await states()).toEqual(['sent', 'sent', 'waiting']), 10_000);
    expect(server.received).toHaveLength(before + 2);
    expect((await owner.get<Mailbox[]>('/api/mailboxes'))[0]?.sentToday).toBe(3);
    // However long that takes: nobody has to ask again.
    await own.app.db.execute(sql`update community_members set invited_at = now() - interval '3 days'
      where invite_state = 'waiting'`);
    await tidyCommunities(own.app.context);
    await sendWaitingInvitations(own.app.context, new AbortController().signal);
    expect(await states()).toEqual(['sent', 'sent', 'waiting']);
    expect((await owner.get<Mailbox[]>('/api/mailboxes'))[0]?.sentToday).toBe(3);
    await owner.patch(`/api/mailboxes/${mailbox?.id}`, {
      limits: { ...limits, perDay: 10, mostPerDay: 10, minGapSeconds: 2 },
    });
    // The room that comes in a moment is waited for.
    await sendWaitingInvitations(own.app.context, new AbortController().signal);
    expect(await states()).toEqual(['sent', 'sent', 'sent']);
    expect(server.received).toHaveLength(before + 3);
    expect((await owner.get<Mailbox[]>('/api/mailboxes'))[0]?.sentToday).toBe(4);
  });

  it('that the server puts off are tried ever less often, not with every turn of those that wait, and given up after a day', async () => {
    const [mailbox] = await owner.get<Mailbox[]>('/api/mailboxes');
    await owner.patch(`/api/mailboxes/${mailbox?.id}`, { limits: null, isPaused: true });
    const { id } = await owner.post<Community>('/api/communities', { name: 'Leaf Circle' });
    const ask = () =>
      owner.post<{ invited: number }>(`/api/communities/${id}/invitations`, {
        emails: ['greta@customer.test'],
      });
    await ask();
    const member = async () => (await owner.get<CommunityMember[]>(`/api/communities/${id}/members`))[0];
    await vi.waitFor(async () => expect((await member())?.inviteState).toBe('waiting'), 10_000);
    putOff.add('greta@customer.test');
    await owner.patch(`/api/mailboxes/${mailbox?.id}`, { isPaused: false });
    const signal = new AbortController().signal;
    await sendWaitingInvitations(own.app.context, signal);
    expect((await member())?.inviteState, 'not among those that wait for room').toBe('queued');
    const tries = async () =>
      (
        await rowsOf<{ isLater: boolean }>(
          own.app.db,
          sql`select start_after > now() + interval '1 minute' as "isLater" from pgboss.job
            where name = 'communities.invite' and state = 'created' and data->>'memberId' = ${(await member())?.id}`,
        )
      ).map(({ isLater }) => isLater);
    expect(await tries()).toEqual([true]);
    await sendWaitingInvitations(own.app.context, signal);
    expect(await tries(), 'one job, whatever runs meanwhile').toEqual([true]);
    // What has waited long for room is put off from then on.
    await own.app.db.execute(
      sql`update community_members set invited_at = now() - interval '3 days' where community_id = ${id}`,
    );
    await tidyCommunities(own.app.context);
    expect((await member())?.inviteState).toBe('queued');
    await own.app.db.execute(
      sql`update community_members set invite_refused_at = now() - interval '25 hours' where community_id = ${id}`,
    );
    await tidyCommunities(own.app.context);
    expect((await member())?.inviteState).toBe('given_up');
    putOff.clear();
    expect(await ask()).toMatchObject({ invited: 1 });
    await vi.waitFor(async () => expect((await member())?.inviteState).toBe('sent'), 10_000);
  });

  it('wait while the only mailbox is paused, instead of being kept', async () => {
    const [mailbox] = await owner.get<Mailbox[]>('/api/mailboxes');
    await owner.patch(`/api/mailboxes/${mailbox?.id}`, { limits: null, isPaused: true });
    const { id } = await owner.post<Community>('/api/communities', { name: 'Root Circle' });
    const emails = ['dora@customer.test'];
    expect(await owner.post(`/api/communities/${id}/invitations`, { emails })).toMatchObject({ kept: [] });
    const state = async () =>
      (await owner.get<CommunityMember[]>(`/api/communities/${id}/members`))[0]?.inviteState;
    await vi.waitFor(async () => expect(await state()).toBe('waiting'), 10_000);
    await owner.patch(`/api/mailboxes/${mailbox?.id}`, { isPaused: false });
    await sendWaitingInvitations(own.app.context, new AbortController().signal);
    // The job may be sending it at the same moment.
    await vi.waitFor(async () => expect(await state()).toBe('sent'), 10_000);
  });
});
