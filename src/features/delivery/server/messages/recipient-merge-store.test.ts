import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lead } from '#features/leads/contract.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { DAY_MS } from '#kit/time.ts';
import { databaseFailure, inTransaction, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, messagesOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { untilWaiting } from '#tests/support/lock-waits.ts';
import type { Message } from '../../contract.ts';

let app: TestApp;
let member: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  member = await app.as('member');
});
afterAll(() => app.close());

const STEP = { channel: 'email', delayHours: 0, subject: 'Evenings', body: 'Hello.' };

/** Two records of one person in a sequence that begins tomorrow. */
async function twice(name: string) {
  const people = [{ email: `${name}@example.com` }, { email: `${name}.too@example.com` }];
  const { groupId, leadIds } = await groupOf(member, people, name);
  const { id } = await createCampaign(member, {
    targetGroups: [groupId],
    steps: [STEP, { ...STEP, delayHours: 48 }],
    startsAt: new Date(Date.now() + DAY_MS).toISOString(),
    status: 'active',
  });
  await untilMessages(member, id, { queued: 4 });
  const [keepId = '', otherId = ''] = leadIds;
  return { id, keepId, otherId };
}

const versionOf = async (id: string) => (await member.get<Lead>(`/api/leads/${id}`)).version;
const merge = async (keepId: string, otherId: string) => {
  const body = { otherId, version: await versionOf(keepId), otherVersion: await versionOf(otherId) };
  const { mergeId } = await member.post<{ mergeId: string }>(`/api/leads/${keepId}/merge`, body);
  return () => member.post(`/api/leads/merges/${mergeId}/undo`);
};
const makeDue = (id: string, leadId: string) =>
  app.app.db.execute(sql`update messages set due_at = now() - interval '1 hour'
    where campaign_id = ${id} and lead_id = ${leadId} and follows_step_id is null`);
const of = (messages: readonly Message[], leadId: string) =>
  messages.filter((message) => message.leadId === leadId);
const unlessUndone = (error: unknown): void => {
  if (databaseFailure(error) !== 'undone') throw error;
};
const told = (campaignId: string, leadId: string) =>
  inTransaction(app.app.db, (tx) =>
    recordEvents(app.app.context, tx, [{ type: 'landing.converted', campaignId, leadId }]),
  );

describe('two records of one person in a campaign that become one', () => {
  it('get a step once that the other record has had, with what follows at its distance, and apart again as before', async () => {
    const { id, keepId, otherId } = await twice('ann');
    await makeDue(id, otherId);
    await untilMessages(member, id, { outbox: 1, queued: 3 });
    const undo = await merge(keepId, otherId);
    await makeDue(id, keepId);
    await makeDue(id, otherId);
    const merged = await untilMessages(member, id, { outbox: 1, queued: 1, skipped: 2 });
    const [first, next] = of(merged, keepId).toSorted((one, two) => one.dueAt.localeCompare(two.dueAt));
    expect([first, next]).toMatchObject([
      { status: 'outbox', to: 'ann.too@example.com' },
      { status: 'queued', to: 'ann@example.com' },
    ]);
    expect(Date.parse(next?.dueAt ?? '') - Date.parse(first?.sentAt ?? '')).toBeGreaterThanOrEqual(
      2 * DAY_MS,
    );
    expect(of(merged, otherId).map(({ reason }) => reason)).toEqual(['lead_deleted', 'lead_deleted']);

    await undo();
    const apart = await untilMessages(member, id, { outbox: 2, queued: 2 });
    expect(of(apart, keepId).map(({ to }) => to)).toEqual(['ann@example.com', 'ann@example.com']);
    expect(of(apart, otherId)).toHaveLength(2);
  });

  it('get a step once that a worker begins for the other record in their midst', async () => {
    const { id, keepId, otherId } = await twice('el');
    const worker = new pg.Client({ connectionString: app.databaseUrl });
    await worker.connect();
    await worker.query('begin');
    await worker.query(
      `update messages set status = 'sending' where campaign_id = $1 and lead_id = $2 and follows_step_id is null`,
      [id, otherId],
    );
    const merged = merge(keepId, otherId);
    const waiting = async () =>
      (
        await worker.query(`select from pg_stat_activity
          where datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid))`)
      ).rowCount;
    await expect.poll(waiting).toBe(1);
    await worker.query('commit');
    await worker.end();
    await merged;
    const messages = await messagesOf(member, id);
    expect(
      of(messages, keepId)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['queued', 'sending']);
    expect(of(messages, otherId).map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  });

  it('become one, and are erased, while a worker writes down what became of a mail to them', async () => {
    const { id: erasedFrom, keepId: erasedId } = await twice('erased');
    const { id, keepId, otherId } = await twice('midst');
    const worker = new pg.Client({ connectionString: app.databaseUrl });
    const looking = new pg.Client({ connectionString: app.databaseUrl });
    await Promise.all([worker.connect(), looking.connect()]);
    const beside = async (
      campaignId: string,
      leadId: string,
      deed: () => Promise<unknown>,
    ): Promise<void> => {
      await worker.query('begin');
      await worker.query('select 1 from messages where campaign_id = $1 for update', [campaignId]);
      const done = deed();
      await untilWaiting(looking, 1);
      // Each waits for the other now, and one is undone: the deed tries again, and a worker would come back to its mail.
      await worker.query('select 1 from leads where id = $1 for update', [leadId]).catch(unlessUndone);
      await worker.query('commit');
      await done;
    };
    await beside(id, otherId, () => merge(keepId, otherId));
    expect(of(await messagesOf(member, id), keepId)).toHaveLength(2);
    await beside(erasedFrom, erasedId, () => member.post(`/api/leads/${erasedId}/erase`));
    expect((await member.call('GET', `/api/leads/${erasedId}`)).status).toBe(404);
    await Promise.all([worker.end(), looking.end()]);
  });

  it('wait for a person once, and twice again after Undo', async () => {
    const people = ['bo_one', 'bo_two'].map((handle) => ({ handle, platform: 'reddit' }));
    const { groupId, leadIds } = await groupOf(member, people, 'By hand');
    const { id } = await createCampaign(member, {
      targetGroups: [groupId],
      channels: ['social_dm'],
      steps: [{ channel: 'social_dm', delayHours: 0, body: 'Hello' }],
      status: 'active',
    });
    await untilMessages(member, id, { manual: 2 });
    const undo = await merge(leadIds[0] ?? '', leadIds[1] ?? '');
    const links = async () => (await messagesOf(member, id)).flatMap(({ deepLink }) => deepLink ?? []);
    await untilMessages(member, id, { manual: 1, skipped: 1 });
    expect(await links()).toEqual([expect.stringContaining('bo_one')]);
    await undo();
    await untilMessages(member, id, { manual: 2 });
    expect(await links()).toHaveLength(2);
  });

  it('get no further step where one of them has ended the sequence, and the other goes on after Undo', async () => {
    const { id, keepId, otherId } = await twice('cy');
    for (const leadId of [keepId, otherId]) await makeDue(id, leadId);
    await untilMessages(member, id, { outbox: 2, queued: 2 });
    await told(id, otherId);
    await untilMessages(member, id, { outbox: 2, queued: 1, skipped: 1 });
    const undo = await merge(keepId, otherId);
    const merged = await untilMessages(member, id, { outbox: 2, skipped: 2 });
    expect(of(merged, keepId).map(({ reason }) => reason)).toContain('converted');
    await undo();
    const apart = await untilMessages(member, id, { outbox: 2, queued: 1, skipped: 1 });
    expect(
      of(apart, keepId)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['outbox', 'queued']);
  });

  it('stay ended where the record that stayed has said so itself meanwhile', async () => {
    const { id, keepId, otherId } = await twice('di');
    for (const leadId of [keepId, otherId]) await makeDue(id, leadId);
    await untilMessages(member, id, { outbox: 2, queued: 2 });
    await told(id, otherId);
    const undo = await merge(keepId, otherId);
    await told(id, keepId);
    await undo();
    const apart = await untilMessages(member, id, { outbox: 2, skipped: 2 });
    expect(of(apart, keepId).map(({ reason }) => reason)).toContain('converted');
  });
});
