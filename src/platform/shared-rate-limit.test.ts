import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/endpoint.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { type Database, openDatabase } from './db.ts';
import { createHttpServer, type HttpServer } from './http.ts';
import { createLog } from './log.ts';

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
      trustProxy: 0,
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
          'select coalesce(max(count), 0)::int as most from rate_limits',
        );
        return rows[0]?.most;
      })
      .toBe(calls);

  it('holds for all processes together, for each caller and route apart', async () => {
    for (let calls = 0; calls < LIMIT - 1; calls += 1) expect(await call(0)).toBe(200);
    await told(LIMIT - 1);
    // The other process hears of them with its first call.
    expect(await call(1)).toBe(200);
    await told(LIMIT);
    expect(await call(1)).toBe(429);
    await told(LIMIT + 1);
    // It hears of what others have counted when it tells what it has counted itself.
    await call(0);
    await told(LIMIT + 2);
    expect(await call(0)).toBe(429);
    expect(await call(1, '/api/asked', '192.0.2.2')).toBe(200);
    expect(await call(1, '/api/asked-elsewhere')).toBe(200);
    await told(LIMIT + 3);
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
});
