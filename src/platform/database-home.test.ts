import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, getDatabaseServer } from '#tests/support/database.ts';
import { copyTemplate } from '#tests/support/database-server.ts';
import { markMoved, markRestored, whenRestored } from './database-home.ts';
import { type Database, openDatabase } from './db.ts';
import { createLog } from './log.ts';

const log = createLog('silent');

/** How often a start would take the database over as a restored one. */
async function takeOversOf(db: Database): Promise<number> {
  let count = 0;
  await whenRestored(db, () => {
    count += 1;
    return Promise.resolve();
  });
  return count;
}

describe('A database', () => {
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

  it('is at home where it was first started on', async () => {
    expect(await takeOversOf(db)).toBe(0);
    expect(await takeOversOf(db)).toBe(0);
  });

  it('is taken over once, by one of several processes, where somebody says that it was restored', async () => {
    await markRestored(db);
    const counts = await Promise.all([takeOversOf(db), takeOversOf(db), takeOversOf(db)]);
    expect(counts.toSorted()).toEqual([0, 0, 1]);
    expect(await takeOversOf(db)).toBe(0);
  });

  it('is taken over again where taking it over failed', async () => {
    await markRestored(db);
    await expect(whenRestored(db, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await takeOversOf(db)).toBe(1);
  });

  it('is known as a copy under another name, unless somebody says that it was moved', async () => {
    await db.$client.end();
    const { url } = await getDatabaseServer();
    const template = new URL(database.url).pathname.slice(1);
    for (const isMoved of [false, true]) {
      const copied = await copyTemplate({ url, template });
      const copy = openDatabase({ url: copied.url, log });
      if (isMoved) await markMoved(copy);
      expect(await takeOversOf(copy)).toBe(isMoved ? 0 : 1);
      await copy.$client.end();
      await copied.drop();
    }
    db = openDatabase({ url: database.url, log });
  });
});
