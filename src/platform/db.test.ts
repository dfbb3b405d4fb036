import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { type Database, inTransaction, openDatabase, rowsOf, sql } from './db.ts';
import { createLog } from './log.ts';

describe('A transaction', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log: createLog('silent'), maxConnections: 1 });
  });
  afterAll(async () => {
    await db.$client.end();
    await database.drop();
  });

  it('R6 gives its connection back when that was lost before the transaction began', async () => {
    await db.execute(sql`select 1`);
    db.$client.once('acquire', (client) => {
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    });
    const one = (): Promise<{ one: number }[]> =>
      inTransaction(db, (tx) => rowsOf<{ one: number }>(tx, sql`select 1 as one`));

    await expect(one()).rejects.toThrow();

    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('undoes everything when its work fails, and only the inner part when that is caught', async () => {
    await db.execute(sql`create table written (word text)`);
    const failing = inTransaction(db, async (tx) => {
      await tx.execute(sql`insert into written values ('lost')`);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');

    await inTransaction(db, async (tx) => {
      await tx.execute(sql`insert into written values ('kept')`);
      await inTransaction(tx, async (inner) => {
        await inner.execute(sql`insert into written values ('inner')`);
        throw new Error('caught');
      }).catch(() => undefined);
    });

    expect(await rowsOf(db, sql`select word from written`)).toEqual([{ word: 'kept' }]);
  });
});
