import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, newAddress, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { Campaign } from '../contract.ts';

const CLAIM = 'Our tea cures anxiety.';

let app: TestApp;
let admin: TestClient;
let member: TestClient;
let sql: pg.Client;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  member = await app.as('member');
  sql = new pg.Client({ connectionString: app.databaseUrl });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await app.close();
});

async function draftOf(fields: Record<string, unknown> = {}): Promise<Campaign> {
  const { groupId } = await groupOf(admin, [{ email: newAddress() }]);
  return createCampaign(admin, { targetGroups: [groupId], ...fields });
}

const launch = (id: string, body?: Record<string, unknown>, client = member) =>
  client.call('POST', `/api/campaigns/${id}/launch`, body === undefined ? {} : { body });

async function launchesOf(id: string): Promise<number> {
  const { rows } = await sql.query(
    `select (select count(*)::int from events where type = 'campaign.launched' and campaign_id = $1) as events,
      (select count(*)::int from audit_entries where action = 'campaign.launched' and subject_id = $1) as entries`,
    [id],
  );
  expect(rows[0].entries).toBe(rows[0].events);
  return rows[0].events;
}

describe('launching a campaign', () => {
  it('sends the messages of a draft, and a retry changes nothing', async () => {
    const { id, version } = await draftOf();
    const first = await launch(id, { version });
    expect(first.status).toBe(200);
    const launched = (await first.json()) as Campaign;
    expect(launched).toMatchObject({ id, status: 'active' });
    await untilMessages(admin, id, { outbox: 1 });
    // The answer to the first try may be lost, so the retry carries the version that was read before it.
    const retry = await launch(id, { version });
    expect(retry.status).toBe(200);
    expect(await retry.json()).toMatchObject({ status: 'active', version: launched.version });
    await untilMessages(admin, id, { outbox: 1 });
    expect(await launchesOf(id)).toBe(1);
  });

  it('happens once when two people launch at once, by either call', async () => {
    const { id } = await draftOf();
    const answers = await Promise.all([
      launch(id),
      launch(id, {}, admin),
      admin.call('PATCH', `/api/campaigns/${id}`, { body: { status: 'active' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await untilMessages(admin, id, { outbox: 1 });
    expect(await launchesOf(id)).toBe(1);
  });

  it.each([
    ['without a lead group', { targetGroups: [] }, {}],
    [
      'with a forbidden claim',
      { steps: [{ channel: 'email', delayHours: 0, subject: 'Tea', body: CLAIM }] },
      {},
    ],
    ['that changed since it was read', {}, { version: -1 }],
  ])('refuses a draft %s, exactly as a change of its status does', async (_which, fields, body) => {
    const { id } = await draftOf(fields);
    const change = { body: { status: 'active', ...body } };
    const refusals = [await launch(id, body), await member.call('PATCH', `/api/campaigns/${id}`, change)];
    const [posted, patched] = await Promise.all(
      refusals.map(async (response) => ({
        status: response.status,
        body: { ...(await response.json()), requestId: '' },
      })),
    );
    expect(posted?.status).toBeGreaterThanOrEqual(400);
    expect(posted).toEqual(patched);
    expect((await admin.get<Campaign>(`/api/campaigns/${id}`)).status).toBe('draft');
    expect(await launchesOf(id)).toBe(0);
  });

  it('takes the reason of an admin for a text that is blocked', async () => {
    const steps = [{ channel: 'email', delayHours: 0, subject: 'Tea', body: CLAIM }];
    const { id } = await draftOf({ steps });
    const body = { overrideReason: 'Approved by the legal team for this region.' };
    expect((await launch(id, body)).status).toBe(403);
    expect((await launch(id, body, admin)).status).toBe(200);
  });

  it('refuses a paused, an archived and a deleted campaign, and a viewer', async () => {
    const { id } = await draftOf();
    expect((await launch(id, {}, await app.as('viewer'))).status).toBe(403);
    await launch(id);
    await admin.post(`/api/campaigns/${id}/pause`);
    const paused = await launch(id);
    expect(paused.status).toBe(422);
    expect(await paused.json()).toMatchObject({ message: expect.stringContaining('Only a draft') });
    await admin.post(`/api/campaigns/${id}/archive`);
    expect((await launch(id)).status).toBe(422);
    await admin.call('DELETE', `/api/campaigns/${id}`);
    expect((await launch(id)).status).toBe(404);
  });
});
