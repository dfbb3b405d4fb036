import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createCampaign } from '../support/campaigns.ts';
import type { TestClient } from '../support/client.ts';
import { fillPeople } from '../support/people.ts';
import { startServerProcess } from '../support/server-process.ts';

/** TEST_SCALE=10 makes it 20,000 people and 20 kills. */
const SCALE = Number(process.env.TEST_SCALE ?? 1);
const PEOPLE = 2_000 * SCALE;
const KILLS = 2 * SCALE;

let app: TestApp;
let client: TestClient;
let sql: pg.Client;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  client = await app.as('admin');
  sql = new pg.Client({ connectionString: app.databaseUrl });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await app.close();
});

const startWorker = () =>
  startServerProcess({ ROLE: 'worker', DATABASE_URL: app.databaseUrl, DEMO: 'off', PORT: '0' });
const count = async (statement: string): Promise<number> =>
  Number((await sql.query<{ count: string }>(statement)).rows[0]?.count);
const kept = (): Promise<number> => count('select count(*) from outbox_mails');

// R1
it(
  'workers are killed at random points while they send to one that keeps each key once: nobody is lost, nobody twice',
  async () => {
    const groupId = await fillPeople(sql, PEOPLE);
    // Several at a time: what one leaves behind meets others that go on.
    const left = await Promise.all(Array.from({ length: KILLS }, startWorker));
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    for (const worker of left) {
      const before = await kept();
      for (let wait = 0; (await kept()) === before && before < PEOPLE && wait < 500; wait += 1)
        await sleep(5);
      await sleep(Math.random() * 30);
      await worker.end('SIGKILL');
    }
    expect(await kept(), 'killed in mid-campaign').toBeLessThan(PEOPLE);
    // Nobody has to wait until their silence is long enough.
    await sql.query(`update delivery_workers set seen_at = seen_at - interval '1 minute'`);

    const last = await startWorker();
    await expect
      .poll(async () => (await client.get<Campaign>(`/api/campaigns/${id}`)).messages, {
        timeout: 60_000 * SCALE,
        interval: 200,
      })
      .toMatchObject({ outbox: PEOPLE, queued: 0, unconfirmed: 0, failed: 0 });
    await last.end();
    expect(await kept(), 'each once').toBe(PEOPLE);
    expect(await count(`select count(*) from events where type = 'message.sent'`)).toBe(PEOPLE);
    expect(await count(`select count(distinct message_id) from events where type = 'message.sent'`)).toBe(
      PEOPLE,
    );
  },
  240_000 * SCALE,
);
