import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { Message } from '#features/delivery/contract.ts';
import { migrate } from '#platform/migrate.ts';
import { createCampaign } from '../support/campaigns.ts';
import { type DebianCluster, startDebianCluster } from '../support/debian-cluster.ts';
import { missingForDebianPostgres } from '../support/debian-postgres.ts';
import { beforeWeb, missingPrograms, type Started, startHaproxy } from '../support/debian-proxies.ts';
import { type ScriptedServer, startScriptedServer } from '../support/mail-server.ts';
import { migrationsOfNextRelease } from '../support/next-release.ts';
import { fillPeople } from '../support/people.ts';
import { type Crew, startCrew } from '../support/process-crew.ts';

const missing = process.env.TEST_CLUSTER
  ? (missingForDebianPostgres() ??
    missingPrograms({ patroni: 'patroni python3-etcd', etcd: 'etcd-server', haproxy: 'haproxy' }))
  : 'takes two minutes: TEST_CLUSTER=1';
const PEOPLE = 6_000;
const CONNECTIONS = 4;
const BACK_WITHIN_MS = 30_000;

describe.skipIf(missing !== undefined)(
  `three PostgreSQL servers with synchronous replication${missing === undefined ? '' : ` (left out: ${missing})`}`,
  () => {
    let cluster: DebianCluster;
    let mail: ScriptedServer;
    let proxy: Started;
    let crew: Crew;
    let sql: pg.Pool;

    beforeAll(async () => {
      mail = await startScriptedServer({ delayMs: 60 });
      cluster = await startDebianCluster();
      crew = await startCrew({
        DATABASE_URL: cluster.url,
        SMTP_URL: mail.url,
        SMTP_CONNECTIONS: String(CONNECTIONS),
      });
      proxy = await startHaproxy({ port: crew.frontPort, mode: 'http', lines: beforeWeb(crew.webPorts) });
      sql = new pg.Pool({ connectionString: cluster.url, max: 1 });
      sql.on('error', () => undefined);
    }, 240_000);
    afterAll(async () => {
      await sql?.end();
      await crew?.end();
      await proxy?.close();
      await cluster?.close();
      await mail.close();
    }, 60_000);

    it('lose no acknowledged write and write to nobody twice when the primary is killed, twice, and are back within 30 s by themselves', async () => {
      const client = await crew.signedIn();
      const groupId = await fillPeople(sql, PEOPLE);
      const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
      const load = crew.load();
      const gaps: number[] = [];
      for (const share of [0.1, 0.4]) {
        await expect
          .poll(() => mail.accepted.length, { timeout: 120_000, interval: 50 })
          .toBeGreaterThan(PEOPLE * share);
        const primary = (await cluster.primary()) ?? '';
        const sentBefore = mail.accepted.length;
        const killedAt = Date.now();
        await cluster.kill(primary);
        await expect
          .poll(cluster.primary, { timeout: 60_000, interval: 200 })
          .not.toBeOneOf([primary, undefined]);
        // Both: an event is taken again, and messages leave again.
        await expect
          .poll(() => load.soFar().answeredAt.some((at) => at > killedAt + 1_000), {
            timeout: 60_000,
            interval: 50,
          })
          .toBe(true);
        await expect
          .poll(() => mail.accepted.length, { timeout: 60_000, interval: 50 })
          .toBeGreaterThan(sentBefore + 3 * 2 * CONNECTIONS);
        gaps.push(Date.now() - killedAt);
        cluster.start(primary);
        await cluster.untilWhole();
      }
      process.stdout.write(`back after ${gaps.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(' and ')}\n`);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(BACK_WITHIN_MS);

      await expect
        .poll(
          async () => {
            const response = await client.call('GET', `/api/campaigns/${id}`);
            const { messages } = (await response.json()) as Campaign;
            return messages.sent + messages.unconfirmed;
          },
          { timeout: 120_000, interval: 500 },
        )
        .toBe(PEOPLE);
      const { acknowledged, statuses } = await load.stop();
      expect(statuses.filter((status) => status >= 500 && ![502, 503, 504].includes(status))).toEqual([]);
      expect(new Set(mail.accepted).size, 'nobody twice').toBe(mail.accepted.length);
      const { messages } = await client.get<Campaign>(`/api/campaigns/${id}`);
      process.stdout.write(`${messages.sent} sent, ${messages.unconfirmed} unconfirmed\n`);
      expect(messages.unconfirmed).toBeLessThanOrEqual(2 * 3 * 2 * CONNECTIONS);
      const listed = await client.get<Message[]>(
        `/api/campaigns/${id}/messages?status=unconfirmed&limit=1000`,
      );
      const sent = await sql.query<{ address: string }>(`select address from messages where status = 'sent'`);
      const known = new Set([...listed.map(({ to }) => to), ...sent.rows.map(({ address }) => address)]);
      expect(
        mail.accepted.filter((to) => !known.has(to)),
        'accepted, not known',
      ).toEqual([]);
      const accepted = new Set(mail.accepted);
      expect(sent.rows.filter(({ address }) => !accepted.has(address))).toEqual([]);
      const stored = await sql.query<{ id: string }>(`select id from events where type = 'landing.visited'`);
      const kept = new Set(stored.rows.map((row) => row.id));
      expect(acknowledged.length).toBeGreaterThan(200);
      expect(acknowledged.filter((event) => !kept.has(event))).toEqual([]);
    }, 600_000);

    it('take a migration while they serve', async () => {
      const folder = migrationsOfNextRelease([
        'alter table leads add column next_release text',
        'create index next_release on events (id)',
      ]);
      const load = crew.load();
      await expect.poll(() => load.soFar().acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(50);
      await migrate(cluster.url, folder);
      const atMigration = load.soFar().acknowledged.length;
      await expect
        .poll(() => load.soFar().acknowledged.length, { timeout: 30_000 })
        .toBeGreaterThan(atMigration + 50);
      const { statuses } = await load.stop();
      expect(statuses.filter((status) => status >= 400)).toEqual([]);
      rmSync(folder, { recursive: true, force: true });
    }, 120_000);
  },
);
