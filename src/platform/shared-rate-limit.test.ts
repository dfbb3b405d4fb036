import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/endpoint.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { type Database, openDatabase } from './db.ts';
import { createHttpServer, type HttpServer } from './http.ts';
import { JobQueue } from './jobs.ts';
import { createLog } from './log.ts';
import { rateLimitUpkeep, workRateLimits } from './shared-rate-limit.ts';

const log = createLog('silent');
const LIMIT = 6;

const ask = endpoint({
  method: 'GET',
  path: '/api/asked',
  access: 'public',
  summary: 'Ask',
  response: z.object({}),
  rateLimitPerMinute: LIMIT,
});
const askElsewhere = endpoint({ ...ask, path: '/api/asked-elsewhere' });

describe('A limit of calls per minute', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;
  let servers: HttpServer[];

  const startServer = async (): Promise<HttpServer> => {
    const server = await createHttpServer({
      log,
      db,
      identify: () => Promise.resolve({ isGranted: true, user: null }),
      ownOrigins: [],
      isSecure: false,
      secret: 'of the test',
      trustProxy: 0,
      temporaryFolder: tmpdir(),
    });
    server.mount(ask, () => ({}));
    server.mount(askElsewhere, () => ({}));
    return server;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log });
    servers = [await startServer(), await startServer()];
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.fastify.close()));
    await db.$client.end();
    await database.drop();
  });

  const call = async (server: number, url = '/api/asked', remoteAddress = '192.0.2.1'): Promise<number> =>
    (await servers[server]?.fastify.inject({ method: 'GET', url, remoteAddress }))?.statusCode ?? 0;
  const told = (calls: number): Promise<void> =>
    expect
      .poll(async () => {
        const { rows } = await db.$client.query(
          'select coalesce(sum(count), 0)::int as counted from rate_limits where ends_at > now()',
        );
        return rows[0]?.counted;
      })
      .toBe(calls);

  it('holds for all processes together, for each caller and route apart', async () => {
    const answers: number[] = [];
    for (let calls = 0; calls < 2 * LIMIT; calls += 1) answers.push(await call(calls % 2));
    expect(answers.filter((status) => status === 200)).toHaveLength(LIMIT);
    const atOnce = await Promise.all(
      Array.from({ length: 4 * LIMIT }, (_, index) => call(index % 2, '/api/asked', '192.0.2.9')),
    );
    // Each process trusts a caller with a third before it asks.
    const taken = atOnce.filter((status) => status === 200).length;
    expect(taken).toBeGreaterThanOrEqual(LIMIT);
    expect(taken).toBeLessThanOrEqual(LIMIT + LIMIT / 3);
    expect(await call(1, '/api/asked', '192.0.2.2')).toBe(200);
    expect(await call(1, '/api/asked-elsewhere')).toBe(200);
    await told(6 * LIMIT + 2);
  });

  it('begins anew when the minute is over, and keeps no address', async () => {
    await db.$client.query(
      `update rate_limits set started_at = started_at - interval '2 minutes', ends_at = ends_at - interval '2 minutes'`,
    );
    servers.push(await startServer());
    expect(await call(2)).toBe(200);
    await told(1);
    expect(await call(2)).toBe(200);
    const { rows } = await db.$client.query('select key from rate_limits');
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
  });

  it('is forgotten for whoever has not called since', async () => {
    await db.$client.query(`truncate rate_limits`);
    await db.$client.query(`insert into rate_limits (key, count, started_at, ends_at) values
      ('over', 1, now() - interval '2 minutes', now() - interval '1 minute'),
      ('counted', 1, now(), now() + interval '1 hour')`);
    const queue = new JobQueue({ url: database.url, db, log, isWorker: true });
    await queue.start([rateLimitUpkeep]);
    await workRateLimits(queue, db);
    await queue.send(rateLimitUpkeep, {});
    await expect
      .poll(
        // A server of before may note its last call only now.
        async () =>
          (await db.$client.query(`select key from rate_limits where key in ('over', 'counted')`)).rows,
        { timeout: 15_000 },
      )
      .toEqual([{ key: 'counted' }]);
    await queue.stop();
  });
});
