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
