import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { Message } from '#features/delivery/contract.ts';
import { migrate } from '#platform/migrate.ts';
import { createCampaign } from '../support/campaigns.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  beforeWeb,
  missingPrograms,
  type Started,
  startHaproxy,
  startPgbouncer,
} from '../support/debian-proxies.ts';
import { type ScriptedServer, startScriptedServer } from '../support/mail-server.ts';
import { migrationsOfNextRelease } from '../support/next-release.ts';
import { fillPeople } from '../support/people.ts';
import { type Crew, startCrew } from '../support/process-crew.ts';

const missing = missingPrograms({ haproxy: 'haproxy', pgbouncer: 'pgbouncer', setpriv: 'util-linux' });
const PEOPLE = 1_200;
const CONNECTIONS = 4;

describe.skipIf(missing !== undefined).each(['PostgreSQL itself', 'pgbouncer in transaction mode'] as const)(
  `two web and three worker processes behind haproxy, on %s${missing === undefined ? '' : ` (left out: ${missing})`}`,
  (behind) => {
    let database: TestDatabase;
    let mail: ScriptedServer;
    let pooler: Awaited<ReturnType<typeof startPgbouncer>> | undefined;
    let proxy: Started;
    let crew: Crew;
    let sql: pg.Client;

    beforeAll(async () => {
      database = await createTestDatabase();
      mail = await startScriptedServer({ delayMs: 60 });
      pooler = behind === 'PostgreSQL itself' ? undefined : await startPgbouncer(database.url);
      crew = await startCrew({
        DATABASE_URL: pooler?.url ?? database.url,
        ...(pooler ? { DATABASE_DIRECT_URL: database.url } : {}),
        SMTP_URL: mail.url,
        SMTP_CONNECTIONS: String(CONNECTIONS),
      });
      proxy = await startHaproxy({ port: crew.frontPort, mode: 'http', lines: beforeWeb(crew.webPorts) });
      sql = new pg.Client({ connectionString: database.url });
      await sql.connect();
    }, 120_000);
    afterAll(async () => {
      await sql?.end();
      await crew?.end();
      await proxy?.close();
      await pooler?.close();
      await mail.close();
      await database.drop();
    });

    it('tell browsers at one what was done at the other', async () => {
      const client = await crew.signedIn();
      const [first, second] = crew.webUrls;
      const gone = new AbortController();
      const live = await client.call('GET', `${first}/api/live`, { signal: gone.signal });
      const made = await client.call('POST', `${second}/api/lead-groups`, { body: { name: 'News' } });
      expect(made.status).toBe(201);
      let heard = '';
      const decoder = new TextDecoder();
      for await (const chunk of live.body ?? []) {
        heard += decoder.decode(chunk);
        if (heard.includes('lead-groups')) break;
      }
      gone.abort();
      expect(heard).toContain('lead-groups');
    });

    it('hold a limit of calls together', async () => {
      const answers: number[] = [];
      for (let call = 0; call < 60; call += 1) {
        const response = await crew.visitor().call('POST', '/n/no-such-token', {
          body: 'choice=object',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        answers.push(response.status);
      }
      const taken = answers.filter((status) => status !== 429).length;
      expect(taken).toBe(30);
    });

    it('lose no acknowledged event and write to nobody twice while each is killed in turn and a migration runs', async () => {
      const client = await crew.signedIn();
      const groupId = await fillPeople(sql, PEOPLE);
      const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
      const load = crew.load();
      await expect.poll(() => mail.accepted.length, { timeout: 30_000 }).toBeGreaterThan(50);
      const folder = migrationsOfNextRelease([
        'alter table leads add column next_release text',
        'create index next_release on events (id)',
      ]);
      const migrating = migrate(database.url, folder);
      for (const index of [2, 0, 3, 1, 4]) {
        await crew.kill(index);
        await sleep(200);
        await crew.start(index);
      }
      await migrating;
      rmSync(folder, { recursive: true, force: true });

      await expect
        .poll(
          async () => {
            const { messages } = await client.get<Campaign>(`/api/campaigns/${id}`);
            return messages.sent + messages.unconfirmed;
          },
          { timeout: 60_000 },
        )
        .toBe(PEOPLE);
      const { acknowledged, statuses } = await load.stop();
      // A process that is killed takes the calls with it that it was answering: 502 and 503 are the proxy's words.
      expect(statuses.filter((status) => status >= 500 && status !== 503 && status !== 502)).toEqual([]);
      const { messages } = await client.get<Campaign>(`/api/campaigns/${id}`);
      expect(new Set(mail.accepted).size, 'nobody twice').toBe(mail.accepted.length);
      expect(messages.unconfirmed).toBeLessThanOrEqual(3 * 2 * CONNECTIONS);
      const listed = await client.get<Message[]>(
        `/api/campaigns/${id}/messages?status=unconfirmed&limit=1000`,
      );
      const known = new Set([
        ...listed.map(({ to }) => to),
        ...(
          await sql.query<{ address: string }>(`select address from messages where status = 'sent'`)
        ).rows.map(({ address }) => address),
      ]);
      expect(
        mail.accepted.filter((to) => !known.has(to)),
        'accepted, not known',
      ).toEqual([]);
      const stored = await sql.query<{ id: string }>(`select id from events where type = 'landing.visited'`);
      const kept = new Set(stored.rows.map((row) => row.id));
      expect(acknowledged.length).toBeGreaterThan(50);
      expect(acknowledged.filter((event) => !kept.has(event))).toEqual([]);
      expect((await sql.query('select next_release from leads limit 1')).rowCount).toBe(1);

      // What is to happen every minute has happened at most once in each, whichever worker kept the time.
      const ticks = await sql.query<{ count: number }>(
        `select count(*)::int from pgboss.job where name = 'communities.sync_tick' group by date_trunc('minute', created_on)`,
      );
      expect(ticks.rows.filter(({ count }) => count > 1)).toEqual([]);
    }, 180_000);
  },
);
