import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { AuditEntry } from '#features/compliance/contract.ts';
import { HOUR_MS } from '#kit/time.ts';
import { markRestored } from '#platform/database-home.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, messagesOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { type ScriptedServer, startScriptedServer } from '#tests/support/mail-server.ts';

const step = (delayHours: number) => ({
  channel: 'email',
  delayHours,
  subject: `After ${delayHours} hours`,
  body: 'Hi {{firstName|there}} {{landingPage}}',
});

// R20
describe('a workspace that was restored from a backup', () => {
  let server: ScriptedServer;
  let app: TestApp;
  let client: TestClient;
  let sql: pg.Client;

  beforeAll(async () => {
    server = await startScriptedServer();
    app = await startTestApp({
      worker: false,
      env: { SMTP_URL: server.url, MAIL_FROM: 'Mia <mia@sender.test>' },
    });
    client = await app.as('admin');
    sql = new pg.Client({ connectionString: app.databaseUrl });
    await sql.connect();
  });
  afterAll(async () => {
    await sql.end();
    await app.close();
    await server.close();
  });

  it('sends nothing that may have left since, and what was not due yet once somebody resumes it', async () => {
    const people = ['ann', 'bob', 'eve'].map((name) => ({ name, email: `${name}@clinic.test` }));
    const { groupId } = await groupOf(client, [...people, { name: 'Mo', email: 'mo@example.org' }]);
    // Nobody has been turned into a message yet: in the meantime that is lost, everybody was written to.
    const { id } = await createCampaign(client, {
      status: 'active',
      targetGroups: [groupId],
      steps: [step(0), step(48)],
    });
    const { groupId: laterId } = await groupOf(client, [{ name: 'Zoe', email: 'zoe@clinic.test' }], 'Later');
    const later = await createCampaign(client, {
      status: 'active',
      targetGroups: [laterId],
      startsAt: new Date(Date.now() + HOUR_MS).toISOString(),
    });
    await markRestored(app.app.db);
    await app.app.initialise();

    const paused = await client.get<Campaign>(`/api/campaigns/${id}`);
    expect(paused).toMatchObject({
      status: 'paused',
      reason: 'restored',
    });
    const [entry] = await client.get<AuditEntry[]>(`/api/audit?subject=campaign:${id}`);
    expect(entry).toMatchObject({
      action: 'campaign.paused',
      actorName: 'Yarrow',
      details: { reason: 'restored' },
    });
    await app.app.features.delivery.queue.start();
    const messages = await untilMessages(client, id, { unconfirmed: 3, queued: 5 });
    expect(
      new Set(messages.filter(({ status }) => status === 'unconfirmed').map(({ reason }) => reason)),
    ).toEqual(new Set(['restored']));
    await client.post(`/api/campaigns/${id}/resume`, {});
    await client.post(`/api/campaigns/${later.id}/resume`, {});
    await untilMessages(client, id, { unconfirmed: 3, queued: 4, outbox: 1 });
    await untilMessages(client, later.id, { queued: 1 });
    expect(server.accepted).toEqual([]);

    await sql.query(`update messages set due_at = now() where status = 'queued' and campaign_id = $1`, [
      later.id,
    ]);
    await untilMessages(client, later.id, { sent: 1 });
    expect(server.accepted).toEqual(['zoe@clinic.test']);
    const { rows } = await sql.query<{ count: number }>(
      `select count(*)::int from events where type = 'message.unconfirmed'`,
    );
    expect(rows[0]?.count).toBe(3);
  });

  it('is taken over once: what comes later is sent as ever, and restored again it is held again', async () => {
    await app.app.initialise();
    const { groupId } = await groupOf(client, [{ name: 'Ida', email: 'ida@clinic.test' }], 'New');
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    await untilMessages(client, id, { sent: 1 });
    expect((await messagesOf(client, id)).map(({ reason }) => reason)).toEqual([null]);
    expect(server.accepted.filter((to) => to === 'ida@clinic.test')).toHaveLength(1);

    // As it stood in a backup that was taken before that mail left.
    await client.post(`/api/campaigns/${id}/pause`, {});
    await sql.query(`update messages set status = 'queued', sent_at = null where campaign_id = $1`, [id]);
    await markRestored(app.app.db);
    await app.app.initialise();
    await client.post(`/api/campaigns/${id}/resume`, {});
    await untilMessages(client, id, { unconfirmed: 1 });
    expect(server.accepted.filter((to) => to === 'ida@clinic.test')).toHaveLength(1);
  });
});
