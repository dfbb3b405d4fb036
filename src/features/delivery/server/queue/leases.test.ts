import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createLeases } from './leases.ts';

const log = createLog('silent');
const PACE = { heartbeatMs: 50, answerWithinMs: 200, againAfterMs: 20 };

/** A way to the database on which, from `loseAnswers` on, no open connection hears anything any more. */
async function startLossyWay(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const deaf = new Set<Socket>();
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    open.add(near);
    near.on('error', () => undefined).on('close', () => far.destroy());
    far.on('error', () => undefined).on('close', () => near.destroy());
    near.pipe(far);
    far.on('data', (chunk) => {
      if (!deaf.has(near)) near.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    loseAnswers: () => {
      for (const socket of open) deaf.add(socket);
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

describe('leases of a process', () => {
  let app: TestApp;
  let sql: pg.Client;
  let way: Awaited<ReturnType<typeof startLossyWay>>;
  let db: Database;

  beforeAll(async () => {
    app = await startTestApp({ worker: false });
    sql = new pg.Client({ connectionString: app.databaseUrl });
    await sql.connect();
    way = await startLossyWay(app.databaseUrl);
    db = openDatabase({ url: way.url, log });
  });
  afterAll(async () => {
    await db.$client.end();
    way.close();
    await sql.end();
    await app.close();
  });

  it('are renewed over another connection where the answer to a renewal is lost', async () => {
    const leases = createLeases({ db, log, pace: PACE });
    const id = await leases.take();
    const seenAt = async (): Promise<Date | undefined> => {
      const { rows } = await sql.query<{ seen_at: Date }>(
        'select seen_at from delivery_workers where id = $1',
        [id],
      );
      return rows[0]?.seen_at;
    };
    leases.start();
    way.loseAnswers();
    // The first of them is heard and never answered; whatever follows it was said anew.
    const seen = new Set<number | undefined>();
    await vi.waitFor(
      async () => expect(seen.add((await seenAt())?.getTime()).size).toBeGreaterThan(3),
      10_000,
    );
    expect(leases.mayClaim()).toBe(true);
    await leases.stop();
  });
});
