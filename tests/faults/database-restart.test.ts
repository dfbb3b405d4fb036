import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from '../support/client.ts';
import { isReady, isRunning, type ServerProcess, startServerProcess } from '../support/server-process.ts';

const RESTARTS = 5;
const HEALTHY_WITHIN_MS = 5_000;
const PEOPLE = 400;
const log = createLog('silent');

// R6
describe('the database is restarted five times under ingest, sending and edits', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yarrow-restart-'));
  let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let server: ServerProcess;
  let client: TestClient;

  beforeAll(async () => {
    database = await startEmbeddedPostgres({ dataDir, log });
    server = await startServerProcess({ DATABASE_URL: database.url, DEMO: 'off' });
    client = testClient(server.url);
    await client.post('/api/access', { password: GATE_PASSWORD });
    await client.post('/api/auth/sign-in/email', ADMIN);
  });
  afterAll(async () => {
    await server.end();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('keeps every acknowledged write, answers 503 and never 500, and is healthy again within five seconds', async () => {
    const { id: groupId } = await client.post<{ id: string }>('/api/lead-groups', { name: 'Everybody' });
    for (let index = 0; index < PEOPLE; index += 1) {
      await client.post('/api/leads', {
        name: `Person ${index}`,
        email: `person-${index}@clinic.test`,
        groupId,
        legalGround: 'consent',
      });
    }
    const { id: campaignId } = await client.post<{ id: string }>('/api/campaigns', {
      name: 'Through the storm',
      channels: ['email'],
      targetGroups: [groupId],
      landingPageUrl: 'https://landing.test/',
      selectedContentAssets: [],
      status: 'active',
    });

    const statuses = new Map<number, number>();
    const acknowledgedEvents: string[] = [];
    const acknowledgedGroups: string[] = [];
    let isOver = false;
    const count = (status: number): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1);

    const ingest = async (): Promise<void> => {
      while (!isOver) {
        const id = crypto.randomUUID();
        const response = await testClient(server.url).call('POST', '/api/track', {
          body: { type: 'visit', url: 'https://landing.test/', id },
          headers: {
            'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36',
          },
        });
        count(response.status);
        if (response.ok) acknowledgedEvents.push(id);
      }
    };
    const edit = async (): Promise<void> => {
      for (let index = 0; !isOver; index += 1) {
        const response = await client.call('POST', '/api/lead-groups', { body: { name: `Edit ${index}` } });
        count(response.status);
        const body = (await response.json()) as { id: string };
        if (response.ok) acknowledgedGroups.push(body.id);
        else await sleep(20);
      }
    };

    const load = [ingest(), ingest(), ingest(), edit()];
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await sleep(400);
      database = await restartDatabase(database, dataDir);
      const restartedAt = Date.now();
      while (!(await isReady(server.url))) {
        if (Date.now() - restartedAt > HEALTHY_WITHIN_MS) throw new Error('not healthy within five seconds');
        await sleep(50);
      }
    }
    await sleep(500);
    isOver = true;
    await Promise.all(load);

    expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    expect(acknowledgedEvents.length).toBeGreaterThan(50);

    const check = new pg.Client({ connectionString: database.url });
    await check.connect();
    const events = await check.query<{ id: string }>('select id from events where type = $1', [
      'landing.visited',
    ]);
    const stored = new Set(events.rows.map((row) => row.id));
    expect(acknowledgedEvents.filter((id) => !stored.has(id))).toEqual([]);
    const groups = await check.query<{ id: string }>('select id from lead_groups');
    const kept = new Set(groups.rows.map((row) => row.id));
    expect(acknowledgedGroups.filter((id) => !kept.has(id))).toEqual([]);
    await check.end();

    await expect
      .poll(
        async () => {
          const campaign = await client.get<{ messages: Record<string, number> }>(
            `/api/campaigns/${campaignId}`,
          );
          const { outbox = 0, sent = 0, unconfirmed = 0 } = campaign.messages;
          return outbox + sent + unconfirmed;
        },
        { timeout: 30_000 },
      )
      .toBe(PEOPLE);
  }, 180_000);
});

/** An immediate shutdown, as a crash is, and a new start on the same port. */
async function restartDatabase(
  running: Awaited<ReturnType<typeof startEmbeddedPostgres>>,
  dataDir: string,
): Promise<Awaited<ReturnType<typeof startEmbeddedPostgres>>> {
  const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGQUIT');
  while (isRunning(pid)) await sleep(20);
  const next = await startEmbeddedPostgres({ dataDir, log });
  if (next.url !== running.url) throw new Error('the database came back at another address');
  return next;
}
