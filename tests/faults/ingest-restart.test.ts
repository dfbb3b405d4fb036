import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { isRunning, type ServerProcess, startServerProcess } from '../support/server-process.ts';

const RESTARTS = 3;
const SENDERS = 12;
const PAUSE_MS = 500;
const log = createLog('silent');
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36';

// R6
describe('the database crashes while pages report', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yarrow-ingest-'));
  let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let server: ServerProcess;

  beforeAll(async () => {
    database = await startEmbeddedPostgres({ dataDir, log });
    server = await startServerProcess({ DATABASE_URL: database.url, DEMO: 'off' });
    // It serves a moment before its queue stands; a start that loses its database ends, as it should.
    while (!server.output().includes('Yarrow is ready')) await sleep(50);
  });
  afterAll(async () => {
    await server.end();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Ends the server as a crash does and starts it again at the same address. */
  const crash = async (): Promise<void> => {
    const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGQUIT');
    while (isRunning(pid)) await sleep(20);
    database = await startEmbeddedPostgres({ dataDir, log });
  };

  it('stores each acknowledged report, each repeated one once, counts them all, and never answers 500', async () => {
    const statuses = new Set<number>();
    const acknowledged: string[] = [];
    let isOver = false;

    const post = async (id: string): Promise<number> => {
      const response = await fetch(`${server.url}/api/track`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', 'user-agent': USER_AGENT },
        body: JSON.stringify({ type: 'visit', url: 'https://landing.test/', id }),
      });
      await response.arrayBuffer();
      statuses.add(response.status);
      return response.status;
    };
    /** Like the tracker: a report that was not taken is sent again under its id. */
    const sender = async (): Promise<void> => {
      while (!isOver) {
        const id = crypto.randomUUID();
        while ((await post(id)) !== 202) await sleep(30);
        acknowledged.push(id);
      }
    };

    const load = Promise.all(Array.from({ length: SENDERS }, sender));
    try {
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        await sleep(PAUSE_MS);
        await crash();
      }
      await sleep(PAUSE_MS);
    } finally {
      isOver = true;
    }
    await load;

    expect([...statuses].filter((status) => status !== 202 && status !== 503)).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(50);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ id: string }>(
      "select id from events where type = 'landing.visited'",
    );
    const { rows: sums } = await client.query<{ count: number }>(
      "select sum(count)::int as count from event_rollups where type = 'landing.visited'",
    );
    await client.end();
    expect(rows.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
    expect(sums[0]?.count).toBe(acknowledged.length);
  }, 120_000);
});
