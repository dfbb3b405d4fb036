import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#features/compliance/contract.ts';
import { DAY_MS } from '#kit/time.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  countsOf,
  createCampaign,
  groupOf,
  messagesOf,
  newAddress,
  untilMessages,
} from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { Campaign } from '../contract.ts';
import { completeCampaigns } from './campaign-lifecycle.ts';

let app: TestApp;
let client: TestClient;
let sql: pg.Client;

beforeAll(async () => {
  app = await startTestApp();
  client = await app.as('admin');
  sql = new pg.Client({ connectionString: app.databaseUrl });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await app.close();
});

describe('pause, resume, delete', () => {
  // S2.8-05 S2.8-06
  it('a paused campaign sends nothing; resumed, it goes on and nobody gets a message twice', async () => {
    const { groupId } = await groupOf(
      client,
      Array.from({ length: 5 }, () => ({ email: newAddress() })),
    );
    const { id } = await createCampaign(client, { targetGroups: [groupId] });
    await client.patch(`/api/campaigns/${id}`, { status: 'active' });
    expect((await client.post<Campaign>(`/api/campaigns/${id}/pause`)).status).toBe('paused');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const before = countsOf(await messagesOf(client, id));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(countsOf(await messagesOf(client, id)).outbox).toBe(before.outbox);
    expect((await client.post<Campaign>(`/api/campaigns/${id}/resume`)).status).toBe('active');
    await untilMessages(client, id, { outbox: 5 });
  });

  it('resumed, it moves what follows in a sequence that has begun, and leaves to its start what has not', async () => {
    const steps = [
      { channel: 'email', delayHours: 0, subject: 'One', body: 'First' },
      { channel: 'email', delayHours: 72, subject: 'Two', body: 'Second' },
    ];
    const run = async (startsAt: string | null) => {
      const { groupId } = await groupOf(client, [{ email: newAddress() }]);
      return createCampaign(client, { status: 'active', targetGroups: [groupId], steps, startsAt });
    };
    const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
    const followUpOf = async (id: string): Promise<number> =>
      Math.max(...(await messagesOf(client, id)).map(({ dueAt }) => Date.parse(dueAt ?? '')));
    const begun = await run(null);
    const [first] = await untilMessages(client, begun.id, { outbox: 1, queued: 1 });
    const distance = async () => (await followUpOf(begun.id)) - Date.parse(first?.sentAt ?? '');
    await expect.poll(distance).toBe(3 * DAY_MS);
    const unbegun = await run(inDays(2));
    await untilMessages(client, unbegun.id, { queued: 2 });
    for (const { id } of [begun, unbegun]) {
      await client.post(`/api/campaigns/${id}/pause`);
      await sql.query(`update campaigns set paused_at = now() - interval '7 days' where id = $1`, [id]);
    }
    const startsAt = inDays(1);
    await client.patch(`/api/campaigns/${unbegun.id}`, { startsAt });
    for (const { id } of [begun, unbegun]) await client.post(`/api/campaigns/${id}/resume`);
    expect(await followUpOf(unbegun.id)).toBe(Date.parse(startsAt) + 3 * DAY_MS);
    expect(Math.round((await distance()) / DAY_MS)).toBe(10);
  });

  it('tells of every turn that it takes: deleted while it runs it is paused, changed after its end it goes on', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    await untilMessages(client, id, { outbox: 1 });
    await client.call('DELETE', `/api/campaigns/${id}`);
    await client.post(`/api/campaigns/${id}/restore`);
    await client.post(`/api/campaigns/${id}/resume`);
    await sql.query(`update campaigns set status = 'completed', completed_at = now() where id = $1`, [id]);
    await client.patch(`/api/campaigns/${id}`, { name: 'Winter nights' });
    const { rows } = await sql.query<{ type: string }>(
      `select type from events where campaign_id = $1 and type = any($2) order by occurred_at, id`,
      [id, ['campaign.launched', 'campaign.paused', 'campaign.resumed', 'campaign.completed']],
    );
    expect(rows.map(({ type }) => type.replace('campaign.', ''))).toEqual([
      'launched',
      'paused',
      'resumed',
      'resumed',
    ]);
  });

  it('both may be repeated, stand in the audit trail like an edit, and a draft knows neither', async () => {
    const { groupId } = await groupOf(client, []);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    for (const deed of ['pause', 'pause', 'resume', 'resume'])
      await client.post(`/api/campaigns/${id}/${deed}`);
    const { rows } = await sql.query(
      `select type from events where campaign_id = $1 and type like 'campaign.%ed' order by occurred_at`,
      [id],
    );
    expect(rows.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['campaign.paused', 'campaign.resumed']),
    );
    expect(rows.filter(({ type }) => type === 'campaign.paused')).toHaveLength(1);
    const change = {
      name: 'Spring evenings',
      steps: [{ channel: 'email', delayHours: 0, subject: 'New', body: 'New' }],
    };
    await client.patch(`/api/campaigns/${id}`, change);
    await client.patch(`/api/campaigns/${id}`, change);
    const trail = await client.get<AuditEntry[]>(`/api/audit?subject=campaign:${id}`);
    expect(trail.map(({ action, details }) => [action, details['changed']])).toEqual([
      ['campaign.changed', ['name', 'messages']],
      ['campaign.resumed', undefined],
      ['campaign.paused', undefined],
      ['campaign.launched', undefined],
    ]);
    expect(new Set(trail.map(({ actorId }) => actorId))).toEqual(new Set([trail.at(-1)?.actorId]));
    const csv = await (
      await client.call('GET', `/api/audit/export?subject=campaign:${id}&format=csv`)
    ).text();
    expect(csv).toMatch(/,Changed after its launch,.*messages/);
    const draft = await createCampaign(client);
    for (const deed of ['pause', 'resume']) {
      expect((await client.call('POST', `/api/campaigns/${draft.id}/${deed}`)).status).toBe(422);
    }
  });

  it('is launched, paused, resumed and edited by two people at once, and ends as one of them wanted it, once for everybody', async () => {
    const { groupId } = await groupOf(
      client,
      Array.from({ length: 6 }, () => ({ email: newAddress() })),
    );
    const other = await app.as('member');
    const { id, version } = await createCampaign(client, { targetGroups: [groupId] });
    const path = `/api/campaigns/${id}`;
    const answers: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const calls = [client, other].flatMap((person, index) => [
        person.call('PATCH', path, { body: { status: 'active' } }),
        person.call('POST', `${path}/pause`),
        person.call('POST', `${path}/resume`),
        person.call('PATCH', path, { body: { name: `Name ${index}`, version } }),
      ]);
      answers.push(...(await Promise.all(calls)).map(({ status }) => status));
    }
    // Done, refused as a draft or another version, and never anything else.
    expect(new Set(answers.filter((status) => ![200, 409, 422].includes(status)))).toEqual(new Set());
    await client.post(`${path}/resume`);
    const messages = await untilMessages(client, id, { outbox: 6 });
    expect(new Set(messages.map(({ to }) => to)).size).toBe(6);
    const campaign = await client.get<Campaign>(path);
    expect(campaign.status).toBe('active');
    expect(campaign.name).toMatch(/^(?:Winter evenings|Name [01])$/);
    const { rows } = await sql.query(
      `select action, count(*)::int from audit_entries where subject_id = $1 group by action`,
      [id],
    );
    const deeds = new Map(rows.map(({ action, count }) => [action, count]));
    expect(deeds.get('campaign.launched')).toBe(1);
    // It runs in the end: each pause that is written was followed by somebody who resumed it.
    expect(deeds.get('campaign.paused')).toBe(deeds.get('campaign.resumed'));
  });

  // S2.8-14
  it('a deleted campaign is gone from every list, and comes back paused', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const steps = [{ channel: 'email', delayHours: 1, subject: 'Later', body: 'Later' }];
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId], steps });
    await untilMessages(client, id, { queued: 1 });
    expect((await client.call('DELETE', `/api/campaigns/${id}`)).status).toBe(204);
    expect((await client.call('GET', `/api/campaigns/${id}`)).status).toBe(404);
    expect((await client.get<Campaign[]>('/api/campaigns')).some((campaign) => campaign.id === id)).toBe(
      false,
    );
    expect(await client.post(`/api/campaigns/${id}/restore`)).toMatchObject({ id, status: 'paused' });
    const trail = await client.get<AuditEntry[]>(`/api/audit?subject=campaign:${id}`);
    expect(trail.map(({ action }) => action)).toEqual([
      'campaign.restored',
      'campaign.deleted',
      'campaign.launched',
    ]);
    expect((await client.call('DELETE', `/api/campaigns/${crypto.randomUUID()}`)).status).toBe(404);
  });
});

describe('a campaign that is over', () => {
  it('is completed when nothing is left and the time to answer has passed, and not before', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    await untilMessages(client, id, { outbox: 1 });
    await completeCampaigns(app.app.context);
    expect((await client.get<Campaign>(`/api/campaigns/${id}`)).status).toBe('active');
    await sql.query(`update messages set sent_at = now() - interval '15 days' where campaign_id = $1`, [id]);
    await sql.query(`update campaigns set launched_at = now() - interval '15 days' where id = $1`, [id]);
    await completeCampaigns(app.app.context);
    expect(await client.get<Campaign>(`/api/campaigns/${id}`)).toMatchObject({
      status: 'completed',
      completedAt: expect.any(String),
    });
  });

  it('ends at once when everybody in its groups is left out, says so, and runs again for whom a change reaches', async () => {
    const { groupId, leadIds } = await groupOf(client, [
      { handle: '@no_address' },
      { handle: '@none_either' },
    ]);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    await expect
      .poll(() => client.get<Campaign>(`/api/campaigns/${id}`), { timeout: 30_000 })
      .toMatchObject({ status: 'completed', completedAt: expect.any(String), reason: 'all_left_out' });

    await client.patch(`/api/leads/${leadIds[0]}`, { email: newAddress() });
    expect(await client.patch(`/api/campaigns/${id}`, { name: 'Once more' })).toMatchObject({
      status: 'active',
      completedAt: null,
      reason: null,
    });
    await untilMessages(client, id, { outbox: 1 });
    expect((await client.get<Campaign>(`/api/campaigns/${id}`)).status).toBe('active');
  });

  it('ends after it is resumed when everybody was left out while it was paused', async () => {
    const { groupId } = await groupOf(client, [{ handle: '@paused_away' }]);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    await expect
      .poll(() => client.get<Campaign>(`/api/campaigns/${id}`), { timeout: 30_000 })
      .toMatchObject({ status: 'completed' });
    await sql.query(
      `update campaigns set status = 'active', completed_at = null, reason = null where id = $1`,
      [id],
    );
    await completeCampaigns(app.app.context);
    expect(await client.get(`/api/campaigns/${id}`)).toMatchObject({
      status: 'completed',
      reason: 'all_left_out',
    });
  });

  it('goes on where its groups were empty, also when somebody has come into them since', async () => {
    const { groupId } = await groupOf(client, []);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    const read = () => client.get<Campaign>(`/api/campaigns/${id}`);
    await expect.poll(read, { timeout: 30_000 }).toMatchObject({ isPreparing: false });
    await completeCampaigns(app.app.context);
    expect((await read()).status).toBe('active');

    await client.post('/api/leads', {
      name: 'Ann Lee',
      email: newAddress(),
      legalGround: 'consent',
      groupId,
    });
    await completeCampaigns(app.app.context);
    expect(await read()).toMatchObject({ status: 'active', reason: null });
    await client.patch(`/api/campaigns/${id}`, { name: 'Now to her' });
    await untilMessages(client, id, { outbox: 1 });
  });

  it('ends as soon as the last of its people is left out for want of consent, with what would have followed', async () => {
    const { groupId } = await groupOf(
      client,
      Array.from({ length: 3 }, () => ({ email: newAddress('unasked'), legalGround: 'legitimate_interest' })),
    );
    const steps = [
      { channel: 'email', delayHours: 0, subject: 'One', body: 'First' },
      { channel: 'email', delayHours: 72, subject: 'Two', body: 'Second' },
    ];
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId], steps });
    await expect
      .poll(() => client.get<Campaign>(`/api/campaigns/${id}`), { timeout: 30_000 })
      .toMatchObject({ status: 'completed', reason: 'all_left_out', messages: { skipped: 6 } });
  });

  it('goes on where an address that failed its check may be mended, and writes to it then', async () => {
    const { groupId, leadIds } = await groupOf(client, [{ email: newAddress('mistyped') }]);
    const steps = [{ channel: 'email', delayHours: 1, subject: 'Later', body: 'Later' }];
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId], steps });
    await untilMessages(client, id, { queued: 1 });
    await sql.query(`update leads set contact_status = 'verification_failed' where id = $1`, [leadIds[0]]);
    await sql.query(`update messages set due_at = now() where campaign_id = $1`, [id]);
    expect(await untilMessages(client, id, { skipped: 1 })).toMatchObject([
      { reason: 'address_check_failed' },
    ]);
    await completeCampaigns(app.app.context);
    expect((await client.get<Campaign>(`/api/campaigns/${id}`)).status).toBe('active');

    await client.patch(`/api/leads/${leadIds[0]}`, { email: newAddress('mended') });
    await untilMessages(client, id, { outbox: 1 });
  });
});
