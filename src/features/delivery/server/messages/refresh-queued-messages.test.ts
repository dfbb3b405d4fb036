import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#kit/time.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, messagesOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';

let app: TestApp;
let admin: TestClient;
let member: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  member = await app.as('member');
});
afterAll(() => app.close());

const STEP = { channel: 'email', delayHours: 0, subject: 'S', body: 'For {{groupName|our readers}}.' };

/** A campaign whose messages wait for tomorrow. */
async function waiting(groupId: string, people: number) {
  const campaign = await createCampaign(member, {
    targetGroups: [groupId],
    steps: [STEP],
    startsAt: new Date(Date.now() + DAY_MS).toISOString(),
    status: 'active',
  });
  await untilMessages(member, campaign.id, { queued: people });
  return async () => (await messagesOf(member, campaign.id)).map(({ body }) => body.split('.')[0]).toSorted();
}

describe('a sequence of somebody whose details are mended', () => {
  const STEPS = [
    { ...STEP, body: 'Hello {{name|there}}.' },
    { ...STEP, body: 'The blend is free of caffeine.', delayHours: 48 },
  ];
  let sql: pg.Client;

  beforeAll(async () => {
    sql = new pg.Client({ connectionString: app.databaseUrl });
    await sql.connect();
  });
  afterAll(() => sql.end());

  const launched = async (people: Parameters<typeof groupOf>[1]) => {
    const { groupId, leadIds } = await groupOf(member, people, 'Sequence');
    const { id } = await createCampaign(member, {
      targetGroups: [groupId],
      steps: STEPS,
      startsAt: new Date(Date.now() + DAY_MS).toISOString(),
      status: 'active',
    });
    return { id, leadId: leadIds[0] ?? '' };
  };
  const makeDue = (id: string, which = 'true') =>
    sql.query(`update messages set due_at = now() - interval '1 hour' where campaign_id = $1 and ${which}`, [
      id,
    ]);

  it('goes on where it stopped for want of an address, all of it at the new one and in its time', async () => {
    const { id, leadId } = await launched([{ email: 'ines.wrong@example.com' }]);
    await untilMessages(member, id, { queued: 2 });
    const turns = `update leads set contact_status = $2 where id = $1`;
    await sql.query(turns, [leadId, 'verification_failed']);
    await makeDue(id, 'follows_step_id is null');
    await untilMessages(member, id, { skipped: 1, queued: 1 });
    await sql.query(turns, [leadId, 'verified']);
    await makeDue(id);
    await untilMessages(member, id, { skipped: 2 });
    await member.patch(`/api/leads/${leadId}`, { email: 'ines@example.com' });
    const messages = await untilMessages(member, id, { outbox: 1, queued: 1 });
    expect(messages.map(({ to }) => to)).toEqual(['ines@example.com', 'ines@example.com']);
    const [first, next] = ['outbox', 'queued'].map((wanted) =>
      messages.find(({ status }) => status === wanted),
    );
    expect(Date.parse(next?.dueAt ?? '') - Date.parse(first?.sentAt ?? '')).toBe(2 * DAY_MS);
  });

  it('goes on where a claim in their name had stopped it', async () => {
    const { id, leadId } = await launched([{ name: 'The FDA approved tea', email: 'joe@example.com' }]);
    await untilMessages(member, id, { skipped: 1, queued: 1 });
    await makeDue(id);
    await untilMessages(member, id, { skipped: 2 });
    await member.patch(`/api/leads/${leadId}`, { name: 'Joe Lind' });
    const messages = await untilMessages(member, id, { outbox: 1, queued: 1 });
    expect(messages.map(({ reason }) => reason)).not.toContain('claim_with_details');
  });
});

describe('what waits for people who are deleted', () => {
  const restored: [string, (id: string) => Promise<() => Promise<unknown>>][] = [
    [
      'one by one',
      async (id) => {
        await member.call('DELETE', `/api/leads/${id}`);
        return () => member.post(`/api/leads/${id}/restore`);
      },
    ],
    [
      'with many others',
      async (id) => {
        const act = { leads: { ids: [id] }, act: { kind: 'delete' } };
        const { id: actId } = await member.post<{ id: string }>('/api/leads/acts', act);
        return () => member.post(`/api/leads/acts/${actId}/undo`);
      },
    ],
  ];
  it.each(restored)('waits again once they are restored, %s, and leaves once', async (how, remove) => {
    const email = `back.${how.replaceAll(' ', '')}@example.com`;
    const { groupId, leadIds } = await groupOf(member, [{ email }], how);
    const { id } = await createCampaign(member, {
      targetGroups: [groupId],
      steps: [STEP, { ...STEP, delayHours: 48 }],
      startsAt: new Date(Date.now() + DAY_MS).toISOString(),
      status: 'active',
    });
    await untilMessages(member, id, { queued: 2 });
    const undo = await remove(leadIds[0] ?? '');
    await app.app.db.execute(
      `update messages set due_at = now() - interval '1 hour' where campaign_id = '${id}' and follows_step_id is null`,
    );
    await expect
      .poll(async () => (await messagesOf(member, id)).map(({ reason }) => reason), { timeout: 10_000 })
      .toContain('lead_deleted');
    await undo();
    const messages = await untilMessages(member, id, { outbox: 1, queued: 1 });
    expect(messages.map(({ to }) => to)).toEqual([email, email]);
  });

  it('is offered to nobody to be sent by hand', async () => {
    const { groupId, leadIds } = await groupOf(member, [{ handle: 'gone', platform: 'reddit' }], 'By hand');
    const { id } = await createCampaign(member, {
      targetGroups: [groupId],
      channels: ['social_dm'],
      steps: [{ channel: 'social_dm', delayHours: 0, body: 'Hello' }],
      status: 'active',
    });
    const [message] = await untilMessages(member, id, { manual: 1 });
    expect(message?.deepLink).toContain('gone');
    await member.call('DELETE', `/api/leads/${leadIds[0]}`);
    expect(await messagesOf(member, id)).toMatchObject([{ deepLink: null, reason: 'lead_deleted' }]);
    expect((await member.call('POST', `/api/messages/${message?.id}/mark-sent`)).status).toBe(422);
    await member.post(`/api/leads/${leadIds[0]}/restore`);
    expect(await messagesOf(member, id)).toMatchObject([{ deepLink: message?.deepLink }]);
  });
});

describe('what waits for people of a lead group', () => {
  it('names the group as it is called now', async () => {
    const people = [{ email: 'ann@example.com' }, { email: 'bob@example.com', name: 'Bob Ray' }];
    const { groupId } = await groupOf(member, people, 'Evening blends');
    const words = await waiting(groupId, 2);
    expect(await words()).toEqual(['For Evening blends', 'For Evening blends']);
    const renamed = await member.patch(`/api/lead-groups/${groupId}`, { name: 'Evening tea' });
    expect(renamed).toMatchObject({ name: 'Evening tea' });
    await expect.poll(words, { timeout: 20_000 }).toEqual(['For Evening tea', 'For Evening tea']);
  });

  it.each([
    ['before the first of its people is read', 0],
    ['after that', 1],
  ])('names it so, too, where it is renamed while the messages are made, %s', async (_when, at) => {
    const people = [{ email: `finn${at}@example.com` }, { email: `gus${at}@example.com` }];
    const { groupId, leadIds } = await groupOf(member, people, 'Late blends');
    const other = new pg.Client({ connectionString: app.databaseUrl });
    await other.connect();
    const untilWaiting = (count: number) =>
      expect
        .poll(async () => (await other.query('select from pg_locks where not granted')).rowCount, {
          timeout: 15_000,
        })
        .toBe(count);
    try {
      await other.query('begin');
      await other.query('select from leads where id = $1 for update', [leadIds.toSorted()[at]]);
      const campaign = await createCampaign(member, {
        targetGroups: [groupId],
        steps: [STEP],
        startsAt: new Date(Date.now() + DAY_MS).toISOString(),
        status: 'active',
      });
      await untilWaiting(1);
      const renamed = member.patch(`/api/lead-groups/${groupId}`, { name: 'Late tea' });
      // The group is held while its people are read, so the new name waits and follows to all of them.
      await untilWaiting(2);
      await other.query('commit');
      await renamed;
      await untilMessages(member, campaign.id, { queued: 2 });
      const words = async () => (await messagesOf(member, campaign.id)).map(({ body }) => body.split('.')[0]);
      await expect.poll(words, { timeout: 20_000 }).toEqual(['For Late tea', 'For Late tea']);
    } finally {
      await other.end();
    }
  });

  it('names the group that they were moved to, and the first one once that is undone', async () => {
    const { groupId, leadIds } = await groupOf(member, [{ email: 'cleo@example.com' }], 'Morning blends');
    const { groupId: otherId } = await groupOf(member, [], 'Noon blends');
    const words = await waiting(groupId, 1);
    const act = await member.post<{ id: string }>('/api/leads/acts', {
      leads: { ids: leadIds },
      act: { kind: 'move', groupId: otherId },
    });
    await expect.poll(words, { timeout: 20_000 }).toEqual(['For Noon blends']);
    await member.post(`/api/leads/acts/${act.id}/undo`);
    await expect.poll(words, { timeout: 20_000 }).toEqual(['For Morning blends']);
  });

  it('says nothing of a group that is named after a condition, which only an admin may do', async () => {
    const { groupId } = await groupOf(member, [{ email: 'dora@example.com' }], 'Night blends');
    const words = await waiting(groupId, 1);
    const rename = { name: 'People with eczema' };
    const refused = await member.call('PATCH', `/api/lead-groups/${groupId}`, { body: rename });
    expect([refused.status, (await refused.json()) as unknown]).toMatchObject([
      422,
      { reason: 'names_condition' },
    ]);
    expect(await words()).toEqual(['For Night blends']);
    await admin.patch(`/api/lead-groups/${groupId}`, { ...rename, allowsCondition: true });
    await expect.poll(words, { timeout: 20_000 }).toEqual(['For our readers']);
  });
});
