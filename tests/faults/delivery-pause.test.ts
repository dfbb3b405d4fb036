import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createCampaign } from '../support/campaigns.ts';
import type { TestClient } from '../support/client.ts';
import { type ScriptedServer, startScriptedServer } from '../support/mail-server.ts';
import { fillPeople } from '../support/people.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const PEOPLE = 1_500;
const PAUSES = 10;

// R3
describe('two workers share a campaign that is paused and resumed ten times', () => {
  let app: TestApp;
  let client: TestClient;
  let sql: pg.Client;
  let server: ScriptedServer;
  const workers: ServerProcess[] = [];

  beforeAll(async () => {
    server = await startScriptedServer({ delayMs: 40 });
    app = await startTestApp({ worker: false });
    client = await app.as('admin');
    sql = new pg.Client({ connectionString: app.databaseUrl });
    await sql.connect();
    for (let count = 0; count < 2; count += 1) {
      workers.push(
        await startServerProcess({
          ROLE: 'worker',
          DATABASE_URL: app.databaseUrl,
          SMTP_URL: server.url,
          SMTP_CONNECTIONS: '5',
          MAIL_FROM: 'Mia <mia@sender.test>',
          DEMO: 'off',
          PORT: '0',
        }),
      );
    }
  });
  afterAll(async () => {
    for (const worker of workers) await worker.end();
    await sql.end();
    await app.close();
    await server.close();
  });

  it('begins nothing later than a second after a pause, sends nobody a mail twice and loses nobody', async () => {
    const groupId = await fillPeople(sql, PEOPLE);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    const quiet: { from: number; to: number }[] = [];
    let pausesInTime = 0;
    for (let pause = 0; pause < PAUSES; pause += 1) {
      await sleep(200 + Math.random() * 300);
      if (server.accepted.length < PEOPLE) pausesInTime += 1;
      await client.post(`/api/campaigns/${id}/pause`);
      const from = Date.now() + 1_000;
      await sleep(1_400);
      quiet.push({ from, to: Date.now() });
      await client.post(`/api/campaigns/${id}/resume`);
    }
    expect(pausesInTime, 'paused while it was sending').toBeGreaterThan(2);

    const isDone = async (): Promise<boolean> =>
      (await client.get<Campaign>(`/api/campaigns/${id}`)).messages.sent === PEOPLE;
    for (let wait = 0; !(await isDone()) && wait < 300; wait += 1) await sleep(200);

    expect((await client.get<Campaign>(`/api/campaigns/${id}`)).messages).toMatchObject({
      sent: PEOPLE,
      queued: 0,
      unconfirmed: 0,
      failed: 0,
    });
    expect(new Set(server.accepted).size, 'everybody').toBe(PEOPLE);
    expect(server.accepted.length, 'nobody twice').toBe(PEOPLE);
    const begun = server.heard.filter(({ command }) => command.startsWith('MAIL'));
    const late = begun.filter(({ at }) => quiet.some(({ from, to }) => at > from && at < to));
    expect(late).toEqual([]);
    const { rows } = await sql.query<{ count: number }>(
      'select count(distinct worker)::int as count from message_attempts',
    );
    expect(rows[0]?.count, 'both worked').toBe(2);
  }, 180_000);
});
