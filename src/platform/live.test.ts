import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Database, openDatabase } from './db.ts';
import { announce, LiveHub } from './live.ts';
import { createLog } from './log.ts';

const log = createLog('silent');

describe('Live news', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log });
  });
  afterAll(async () => {
    await db.$client.end();
    await database.drop();
  });

  it('are remembered for a page that was still being loaded when they were told', async () => {
    const hub = new LiveHub({ url: database.url, db, log });
    await hub.start();
    expect(hub.recent(60_000)).toEqual([]);

    await announce(db, ['leads']);
    await eventually(() => expect(hub.recent(60_000)).toEqual(['leads']));

    vi.useFakeTimers({ now: Date.now() + 5_000, toFake: ['Date'] });
    expect(hub.recent(6_000)).toEqual(['leads']);
    expect(hub.recent(4_000)).toEqual([]);
    vi.useRealTimers();
    await hub.close();
  });

  it('leave no connection behind when they are ended while connecting', async () => {
    const hub = new LiveHub({ url: database.url, db, log });
    const starting = hub.start();
    await hub.close();
    await starting;

    const { rows } = await db.$client.query(
      `select 1 from pg_stat_activity where application_name = 'yarrow-live' and datname = current_database()`,
    );
    expect(rows).toEqual([]);
  });
});
