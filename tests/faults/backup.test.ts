import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { Message } from '#features/delivery/contract.ts';
import { DAY_MS } from '#kit/time.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { backUpDataFolder, restoreDataFolder } from '#platform/embedded-postgres-backup.ts';
import { createLog } from '#platform/log.ts';
import { createCampaign } from '../support/campaigns.ts';
import { checksumsOf } from '../support/checksums.ts';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from '../support/client.ts';
import { createTestDatabase } from '../support/database.ts';
import {
  type DebianPostgres,
  debianPrograms,
  missingForDebianPostgres,
  startDebianPostgres,
} from '../support/debian-postgres.ts';
import { type ScriptedServer, startScriptedServer } from '../support/mail-server.ts';
import { fillPeople } from '../support/people.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

/** TEST_SCALE=10 makes it 6,000 people. */
const PEOPLE = 600 * Number(process.env.TEST_SCALE ?? 1);
/** Slow enough that a campaign goes on for longer than a backup takes; what is sent after it may go fast. */
const SEND_MS = 250;
const FAST_MS = 5;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36';
const log = createLog('silent');
const run = promisify(execFile);

/** As `npm run backup` and `npm run restore` do it. */
function runScript(name: 'backup' | 'restore', dataDir: string, ...args: string[]): Promise<string> {
  return runScriptWith({ DATA_DIR: dataDir }, name, ...args);
}

async function runScriptWith(env: Record<string, string>, name: string, ...args: string[]): Promise<string> {
  const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));
  const { stdout } = await run(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
  return stdout;
}

async function signedIn(url: string): Promise<TestClient> {
  const client = testClient(url);
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/sign-in/email', ADMIN);
  return client;
}

async function withDatabase<T>(
  dataDir: string,
  work: (url: string, sql: pg.Client) => Promise<T>,
): Promise<T> {
  const database = await startEmbeddedPostgres({ dataDir, log });
  const sql = new pg.Client({ connectionString: database.url });
  try {
    await sql.connect();
    return await work(database.url, sql);
  } finally {
    await sql.end();
    await database.stop();
  }
}

/** After a restore a campaign waits for a word; then everybody has been written to, or a person decides. */
async function sendTheRest(client: TestClient, id: string): Promise<void> {
  const read = (): Promise<Campaign> => client.get<Campaign>(`/api/campaigns/${id}`);
  expect(await read()).toMatchObject({ status: 'paused', reason: 'restored' });
  await client.post(`/api/campaigns/${id}/resume`, {});
  await expect
    .poll(
      async () => {
        const { messages } = await read();
        return messages.sent + messages.unconfirmed;
      },
      { timeout: 60_000 },
    )
    .toBe(PEOPLE);
}

// R20
describe('the embedded database and its files', () => {
  const home = mkdtempSync(join(tmpdir(), 'yarrow-backup-'));
  const original = join(home, 'original');
  const picture = join('files', 'content', crypto.randomUUID());
  const pace = { delayMs: SEND_MS };
  let mail: ScriptedServer;
  let server: ServerProcess | undefined;

  const start = (dataDir: string): Promise<ServerProcess> =>
    startServerProcess({
      DATA_DIR: dataDir,
      DEMO: 'off',
      SMTP_URL: mail.url,
      SMTP_CONNECTIONS: '4',
      MAIL_FROM: 'Mia <mia@sender.test>',
    });
  /** The machine is gone, and everything on it. */
  const loseMachine = async (dataDir: string): Promise<void> => {
    const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
    await server?.end('SIGKILL');
  };

  beforeAll(async () => {
    mail = await startScriptedServer(pace);
    mkdirSync(join(original, 'files', 'content'), { recursive: true });
    writeFileSync(join(original, picture), 'a picture');
  });
  afterAll(async () => {
    await server?.end();
    await mail.close();
    rmSync(home, { recursive: true, force: true });
  });

  it('are backed up while it sends, takes events and is edited; restored elsewhere, nobody is written to twice', async () => {
    server = await start(original);
    const client = await signedIn(server.url);
    const groupId = await withDatabase(original, (_url, sql) => fillPeople(sql, PEOPLE));
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });

    const before: { events: string[]; groups: string[] } = { events: [], groups: [] };
    let isBackingUp = false;
    let isOver = false;
    const { url } = server;
    const ingest = async (): Promise<void> => {
      while (!isOver) {
        const event = crypto.randomUUID();
        const response = await testClient(url).call('POST', '/api/track', {
          body: { type: 'visit', url: 'https://landing.test/', id: event },
          headers: { 'user-agent': BROWSER },
        });
        if (response.ok && !isBackingUp) before.events.push(event);
        await sleep(10);
      }
    };
    const edit = async (): Promise<void> => {
      for (let index = 0; !isOver; index += 1) {
        const made = await client.post<{ id: string }>('/api/lead-groups', { name: `Edit ${index}` });
        if (!isBackingUp) before.groups.push(made.id);
        await sleep(20);
      }
    };
    const load = [ingest(), ingest(), edit()];
    await expect.poll(() => mail.accepted.length, { timeout: 30_000 }).toBeGreaterThan(10);
    isBackingUp = true;
    await runScript('backup', original, join(home, 'under-load'));
    const sentAtBackup = mail.accepted.length;
    await expect.poll(() => mail.accepted.length, { timeout: 30_000 }).toBeGreaterThan(sentAtBackup + 10);
    isOver = true;
    await Promise.all(load);
    expect(mail.accepted.length, 'lost in mid-campaign').toBeLessThan(PEOPLE);
    await loseMachine(original);
    const written = mail.accepted.length;
    pace.delayMs = FAST_MS;

    const restored = join(home, 'restored');
    expect(await runScript('restore', restored, join(home, 'under-load'))).toContain('pauses all campaigns');
    server = await start(restored);
    const again = await signedIn(server.url);
    await sendTheRest(again, id);
    expect(mail.accepted.length, 'sent again').toBe(written);
    const listed = await again.get<Message[]>(`/api/campaigns/${id}/messages?status=sent&limit=1000`);
    const accepted = new Set(mail.accepted);
    expect(accepted.size).toBe(mail.accepted.length);
    expect(
      listed.filter(({ to }) => !accepted.has(to ?? '')),
      'called sent, never accepted',
    ).toEqual([]);

    await withDatabase(restored, async (_url, sql) => {
      const events = await sql.query<{ id: string }>(`select id from events where type = 'landing.visited'`);
      const stored = new Set(events.rows.map((row) => row.id));
      expect(before.events.filter((event) => !stored.has(event))).toEqual([]);
      const groups = await sql.query<{ id: string }>('select id from lead_groups');
      const kept = new Set(groups.rows.map((row) => row.id));
      expect(before.groups.length).toBeGreaterThan(0);
      expect(before.groups.filter((group) => !kept.has(group))).toEqual([]);
      const { rows } = await sql.query<{ rollup: number; counted: number }>(
        `select (select sum(count)::int from event_rollups where type = 'message.sent') as rollup,
            (select count(*)::int from events where type = 'message.sent') as counted`,
      );
      expect(rows[0]?.rollup).toBe(rows[0]?.counted);
    });
    await server.end();
  }, 180_000);

  it('at rest come back row for row and byte for byte', async () => {
    const source = join(home, 'restored');
    const noted = ['public.database_home'];
    const sums = await withDatabase(source, async (url) => {
      await backUpDataFolder({ dataDir: source, to: join(home, 'at-rest'), log });
      return checksumsOf(url, noted);
    });
    const copy = join(home, 'copy');
    await restoreDataFolder({ from: join(home, 'at-rest'), dataDir: copy });
    expect(Object.keys(sums).length).toBeGreaterThan(50);
    expect(await withDatabase(copy, (url) => checksumsOf(url, noted))).toEqual(sums);
    expect(readFileSync(join(copy, picture), 'utf8')).toBe('a picture');
  }, 120_000);

  it('are known as restored even where restoring was cut off just before that is noted', async () => {
    const source = join(home, 'small');
    server = await start(source);
    const client = await signedIn(server.url);
    const groupId = await withDatabase(source, (_url, sql) => fillPeople(sql, 1));
    const { id } = await createCampaign(client, {
      status: 'active',
      targetGroups: [groupId],
      startsAt: new Date(Date.now() + DAY_MS).toISOString(),
    });
    const backup = join(home, 'while-one-waits');
    await runScript('backup', source, backup);
    await server.end();

    const cutOff = join(home, 'cut-off');
    await restoreDataFolder({ from: backup, dataDir: cutOff });
    const statusAtStart = async (): Promise<Campaign['status']> => {
      server = await start(cutOff);
      return (await (await signedIn(server.url)).get<Campaign>(`/api/campaigns/${id}`)).status;
    };
    expect(await statusAtStart()).toBe('paused');
    await withDatabase(cutOff, (_url, sql) => sql.query(`update campaigns set status = 'active'`));
    await server.end();
    expect(await statusAtStart(), 'once only').toBe('active');
    await server.end();

    const moved = join(home, 'moved');
    await restoreDataFolder({ from: backup, dataDir: moved });
    await runScript('restore', moved, '--moved');
    server = await start(moved);
    expect(
      (await (await signedIn(server.url)).get<Campaign>(`/api/campaigns/${id}`)).status,
      'goes on where it was moved',
    ).toBe('active');
    await server.end();
  }, 120_000);

  it('are not restored from a damaged backup, nor over what is there', async () => {
    const from = join(home, 'at-rest');
    const restoreInto = (name: string): Promise<void> =>
      restoreDataFolder({ from, dataDir: join(home, name) });
    await expect(restoreInto('copy')).rejects.toThrow('is there already');
    writeFileSync(join(from, picture), 'another one');
    await expect(restoreInto('third')).rejects.toThrow('this backup is damaged');
    const line = `${createHash('sha256').update('x').digest('hex')}  files/../../../outside\n`;
    writeFileSync(join(from, 'SHA256SUMS'), line);
    await expect(restoreInto('third')).rejects.toThrow('is no line of a backup');
  }, 120_000);
});

// R20
it('a database behind a pooler is called restored or moved at the server itself', async () => {
  const database = await createTestDatabase();
  const nobodyThere = 'postgres://yarrow:x@127.0.0.1:1/yarrow';
  const env = { DATABASE_URL: nobodyThere, DATABASE_DIRECT_URL: database.url };
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  const mark = async (): Promise<unknown> =>
    (await sql.query('select mark from database_home')).rows[0]?.mark;
  await runScriptWith(env, 'restore', '--restored');
  expect(await mark()).toBe('restored');
  await runScriptWith(env, 'restore', '--moved');
  expect(await mark()).toMatch(/\/\d+$/);
  await sql.end();
  await database.drop();
});

const missing = missingForDebianPostgres();
// R20
describe.skipIf(missing !== undefined)(
  `a PostgreSQL server of one’s own${missing === undefined ? '' : ` (left out: ${missing})`}`,
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'yarrow-dump-'));
    const pace = { delayMs: SEND_MS };
    let postgres: DebianPostgres;
    let mail: ScriptedServer;
    let server: ServerProcess | undefined;

    beforeAll(async () => {
      mail = await startScriptedServer(pace);
      postgres = await startDebianPostgres();
    });
    afterAll(async () => {
      await server?.end();
      await postgres.close();
      await mail.close();
      rmSync(dataDir, { recursive: true, force: true });
    });

    const start = (url: string): Promise<ServerProcess> =>
      startServerProcess({
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        DEMO: 'off',
        SMTP_URL: mail.url,
        SMTP_CONNECTIONS: '4',
        MAIL_FROM: 'Mia <mia@sender.test>',
      });
    const program = (name: string): string => join(debianPrograms() ?? '', name);
    const dump = (file: string, url: string) =>
      run(program('pg_dump'), ['--format=custom', `--file=${file}`, url]);
    const restore = async (file: string, name: string): Promise<string> => {
      await run(program('createdb'), [`--maintenance-db=${postgres.url}`, name]);
      const into = postgres.urlOf(name);
      await run(program('pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${into}`, file]);
      return into;
    };

    it('is dumped while it sends and restored beside it: known as a copy by itself, nobody is written to twice', async () => {
      server = await start(postgres.url);
      const client = await signedIn(server.url);
      const sql = new pg.Client({ connectionString: postgres.url });
      await sql.connect();
      const groupId = await fillPeople(sql, PEOPLE);
      await sql.end();
      const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
      await expect.poll(() => mail.accepted.length, { timeout: 30_000 }).toBeGreaterThan(10);
      const file = join(dataDir, 'monday.dump');
      await dump(file, postgres.url);
      const sentAtBackup = mail.accepted.length;
      await expect.poll(() => mail.accepted.length, { timeout: 30_000 }).toBeGreaterThan(sentAtBackup + 10);
      await server.end('SIGKILL');
      const written = mail.accepted.length;
      expect(written, 'lost in mid-campaign').toBeLessThan(PEOPLE);
      pace.delayMs = FAST_MS;

      server = await start(await restore(file, 'restored'));
      await sendTheRest(await signedIn(server.url), id);
      expect(mail.accepted.length, 'sent again').toBe(written);
      await server.end();
    }, 120_000);

    it('at rest comes back row for row', async () => {
      const file = join(dataDir, 'tuesday.dump');
      await dump(file, postgres.urlOf('restored'));
      const copy = await restore(file, 'copy');
      expect(await checksumsOf(copy)).toEqual(await checksumsOf(postgres.urlOf('restored')));
    }, 120_000);
  },
);
