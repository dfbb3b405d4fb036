import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import { createCampaign } from '../support/campaigns.ts';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from '../support/client.ts';
import {
  type DebianPostgres,
  missingForDebianPostgres,
  startDebianPostgres,
} from '../support/debian-postgres.ts';
import { type ScriptedServer, startScriptedServer } from '../support/mail-server.ts';
import { fillPeople } from '../support/people.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const PEOPLE = 200;
const CONNECTIONS = 4;

/** The library that shows a program another clock, where Debian's is installed. */
function clockLibrary(): string | undefined {
  return readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file));
}
const library = clockLibrary();
const missing =
  missingForDebianPostgres() ?? (library === undefined ? 'apt-get install faketime' : undefined);

// R8
describe.skipIf(missing !== undefined)(
  `the clock of a whole machine, server and database${missing === undefined ? '' : ` (left out: ${missing})`}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'yarrow-clock-'));
    const shiftFile = join(folder, 'shift');
    let database: DebianPostgres;
    let mail: ScriptedServer;
    let server: ServerProcess;
    let client: TestClient;
    let sql: pg.Client;
    let groupId: string;

    /** Timers go on as they did: a machine whose clock is set does not sleep longer. */
    const setClock = (shiftMs: number): void =>
      writeFileSync(shiftFile, `${shiftMs < 0 ? '' : '+'}${shiftMs / 1_000}`);
    const find = (id: string): Promise<Campaign> => client.get<Campaign>(`/api/campaigns/${id}`);
    const launch = (startsAt?: number): Promise<Campaign> =>
      createCampaign(client, {
        status: 'active',
        targetGroups: [groupId],
        ...(startsAt === undefined ? {} : { startsAt: new Date(startsAt).toISOString() }),
      });
    const settled = async (id: string): Promise<Campaign['messages']> => {
      await expect
        .poll(async () => (await find(id)).messages, { timeout: 60_000 })
        .toMatchObject({ queued: 0 });
      return (await find(id)).messages;
    };

    beforeAll(async () => {
      chmodSync(folder, 0o755);
      setClock(0);
      const clock = {
        LD_PRELOAD: library ?? '',
        FAKETIME_TIMESTAMP_FILE: shiftFile,
        FAKETIME_NO_CACHE: '1',
        DONT_FAKE_MONOTONIC: '1',
      };
      mail = await startScriptedServer({ delayMs: 40 });
      database = await startDebianPostgres(clock);
      server = await startServerProcess({
        ...clock,
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        DEMO: 'off',
        SMTP_URL: mail.url,
        SMTP_CONNECTIONS: String(CONNECTIONS),
        MAIL_FROM: 'Mia <mia@sender.test>',
      });
      client = testClient(server.url);
      await client.post('/api/access', { password: GATE_PASSWORD });
      await client.post('/api/auth/sign-in/email', ADMIN);
      sql = new pg.Client({ connectionString: database.url });
      await sql.connect();
      groupId = await fillPeople(sql, PEOPLE);
    }, 120_000);
    afterAll(async () => {
      await sql?.end();
      await server?.end();
      await database?.close();
      await mail?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('is the one that both go by', async () => {
      setClock(DAY_MS);
      const { rows } = await sql.query<{ now: Date }>('select clock_timestamp() as now');
      expect((rows[0]?.now.getTime() ?? 0) - Date.now()).toBeGreaterThan(DAY_MS - HOUR_MS);
      const { id } = await client.post<{ id: string }>('/api/lead-groups', { name: 'Tomorrow' });
      const made = await sql.query<{ at: Date }>('select created_at as at from lead_groups where id = $1', [
        id,
      ]);
      expect((made.rows[0]?.at.getTime() ?? 0) - Date.now()).toBeGreaterThan(DAY_MS - HOUR_MS);
      setClock(0);
    });

    /** Everybody was written to, nobody twice, and few are left for a person to look at. */
    const expectAllOnce = ({ sent, unconfirmed }: Campaign['messages']): void => {
      expect(new Set(mail.accepted).size).toBe(mail.accepted.length);
      expect(mail.accepted.length).toBe(PEOPLE);
      expect(sent + unconfirmed).toBe(PEOPLE);
      expect(unconfirmed).toBeLessThanOrEqual(2 * CONNECTIONS);
    };

    it('set forward by a day in mid-send, it goes on', async () => {
      const { id } = await launch();
      await expect.poll(() => mail.accepted.length, { timeout: 30_000 }).toBeGreaterThan(20);
      setClock(DAY_MS);
      expectAllOnce(await settled(id));
      setClock(0);
    }, 90_000);

    it('set back by a day in mid-send, what is due waits for its time, and leaves when the clock is right again', async () => {
      mail.accepted.length = 0;
      const { id } = await launch();
      await expect.poll(() => mail.accepted.length, { timeout: 30_000 }).toBeGreaterThan(20);
      setClock(-DAY_MS);
      await sleep(2_000);
      expect(mail.accepted.length).toBeLessThan(PEOPLE);
      setClock(0);
      expectAllOnce(await settled(id));
    }, 90_000);

    it('lets a campaign of tomorrow begin when it is tomorrow, once, though the clock is set back after it', async () => {
      mail.accepted.length = 0;
      const { id } = await launch(Date.now() + DAY_MS);
      await sleep(3_000);
      expect(mail.accepted).toEqual([]);
      setClock(DAY_MS + HOUR_MS);
      await settled(id);
      setClock(0);
      await sleep(3_000);
      setClock(DAY_MS + HOUR_MS);
      await sleep(3_000);
      expect(mail.accepted.length).toBe(PEOPLE);
      expect(new Set(mail.accepted).size).toBe(PEOPLE);
    }, 90_000);
  },
);
