import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { Message } from '#features/delivery/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createCampaign } from '../support/campaigns.ts';
import type { TestClient } from '../support/client.ts';
import { type ScriptedServer, startScriptedServer } from '../support/mail-server.ts';
import { fillPeople } from '../support/people.ts';
import { startServerProcess } from '../support/server-process.ts';

const PEOPLE = 3_000;
const CONNECTIONS = 20;
const KILLS = 6;

// R2
describe('workers are killed at random points of a campaign over plain SMTP', () => {
  let app: TestApp;
  let client: TestClient;
  let sql: pg.Client;
  let server: ScriptedServer;

  beforeAll(async () => {
    server = await startScriptedServer({ delayMs: 15 });
    app = await startTestApp({ worker: false });
    client = await app.as('admin');
    sql = new pg.Client({ connectionString: app.databaseUrl });
    await sql.connect();
  });
  afterAll(async () => {
    await sql.end();
    await app.close();
    await server.close();
  });

  const startWorker = () =>
    startServerProcess({
      ROLE: 'worker',
      DATABASE_URL: app.databaseUrl,
      SMTP_URL: server.url,
      SMTP_CONNECTIONS: String(CONNECTIONS),
      MAIL_FROM: 'Mia <mia@sender.test>',
      DEMO: 'off',
      PORT: '0',
    });

  it('sends nobody a mail twice, loses nobody, and lists every mail that was in the air', async () => {
    const groupId = await fillPeople(sql, PEOPLE);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });

    for (let kill = 0; kill < KILLS; kill += 1) {
      const acceptedBefore = server.accepted.length;
      const worker = await startWorker();
      const isSending = (): boolean => server.accepted.length > acceptedBefore || acceptedBefore === PEOPLE;
      for (let wait = 0; !isSending() && wait < 2_000; wait += 1) await sleep(10);
      await sleep(Math.random() * 150);
      await worker.end('SIGKILL');
    }
    expect(server.accepted.length, 'killed in mid-campaign').toBeLessThan(PEOPLE);

    const last = await startWorker();
    const isDone = async (): Promise<boolean> => {
      const { messages } = await client.get<Campaign>(`/api/campaigns/${id}`);
      return messages.sent + messages.unconfirmed === PEOPLE;
    };
    for (let wait = 0; !(await isDone()) && wait < 300; wait += 1) await sleep(200);
    await last.end();

    const { messages } = await client.get<Campaign>(`/api/campaigns/${id}`);
    expect(messages.sent + messages.unconfirmed, 'nobody is lost').toBe(PEOPLE);
    expect(messages.unconfirmed).toBeLessThanOrEqual(2 * CONNECTIONS * KILLS);

    const accepted = new Set(server.accepted);
    expect(server.accepted.length - accepted.size, 'duplicates').toBe(0);
    const listed = await client.get<Message[]>(`/api/campaigns/${id}/messages?status=unconfirmed&limit=1000`);
    expect(listed).toHaveLength(messages.unconfirmed);
    const unconfirmed = new Set(listed.map(({ to }) => to));
    const { rows } = await sql.query<{ address: string }>(
      `select address from messages where status = 'sent'`,
    );
    const sent = new Set(rows.map(({ address }) => address));
    expect(
      [...sent].filter((to) => !accepted.has(to)),
      'called sent, never accepted',
    ).toEqual([]);
    expect(
      [...accepted].filter((to) => !sent.has(to) && !unconfirmed.has(to)),
      'accepted, not known',
    ).toEqual([]);

    const events = await sql.query<{ type: string; count: number }>(
      `select type, count(*)::int, count(distinct message_id)::int as messages from events
       where type in ('message.sent', 'message.unconfirmed') group by 1 order by 1`,
    );
    expect(events.rows).toEqual(
      [
        { type: 'message.sent', count: messages.sent, messages: messages.sent },
        { type: 'message.unconfirmed', count: messages.unconfirmed, messages: messages.unconfirmed },
      ].filter(({ count }) => count > 0),
    );
  }, 240_000);
});
