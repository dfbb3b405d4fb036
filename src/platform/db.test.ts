import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import {
  type Database,
  databaseFailure,
  inPatientTransaction,
  inTransaction,
  openDatabase,
  type Queryable,
  rowsOf,
  runPrepared,
  sql,
} from './db.ts';
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

  // R6
  it('gives its connection back when that was lost before the transaction began', async () => {
    await db.execute(sql`select 1`);
    db.$client.once('acquire', (client) => {
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    });
    const one = (): Promise<{ one: number }[]> =>
      inTransaction(db, (tx) => rowsOf<{ one: number }>(tx, sql`select 1 as one`));

    await expect(one()).rejects.toThrow();

    expect(await one()).toEqual([{ one: 1 }]);
  });

  // R6
  it('is told when it asks the pool for a second connection, which is one too many when all do so at once', async () => {
    const asked = inTransaction(db, () => rowsOf(db, sql`select 1`));
    await expect(asked).rejects.toHaveProperty(
      'cause.message',
      expect.stringContaining('A second connection'),
    );
    const nested = inTransaction(db, () => inTransaction(db, () => Promise.resolve()));
    await expect(nested).rejects.toThrow('A second connection');

    expect(await rowsOf(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  it('tells a connection lost at the commit, which may have stored everything, from one lost before', async () => {
    const cutting = (statement: RegExp) => {
      db.$client.once('acquire', (client) => {
        const stream = (client as unknown as { connection: { stream: Socket } }).connection.stream;
        const query = client.query.bind(client) as (...given: unknown[]) => unknown;
        client.query = ((...given: [{ text?: string } | string, ...unknown[]]) => {
          const text = typeof given[0] === 'string' ? given[0] : (given[0].text ?? '');
          if (statement.test(text)) stream.destroy();
          return query(...given);
        }) as typeof client.query;
      });
      return inTransaction(db, (tx) => tx.execute(sql`select 'a deed'`)).catch(databaseFailure);
    };
    expect(await cutting(/commit/)).toBe('unsure');
    expect(await cutting(/a deed/)).toBe('unreachable');
  });

  it('is done once more where PostgreSQL undid it, if its work can be repeated', async () => {
    let tries = 0;
    const refusedOnce = async (tx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => {
      tries += 1;
      if (tries === 1) await tx.execute(sql`do $$ begin raise exception sqlstate '40P01'; end $$`);
      return tries;
    };
    expect(await inPatientTransaction(db, refusedOnce)).toBe(2);

    tries = 0;
    const failure = await inTransaction(db, refusedOnce).catch(databaseFailure);
    expect([failure, tries]).toEqual(['undone', 1]);
  });

  it('asks prepared statements over its own connection, also in an inner one, and they are undone with it', async () => {
    await db.execute(sql`create table noted (word text)`);
    const note = (queryable: Queryable, word: string) =>
      runPrepared(queryable, { name: 'note', text: 'insert into noted values ($1)', values: [word] });
    await note(db, 'before');
    await expect(
      inTransaction(db, async (tx) => {
        await note(tx, 'outer');
        await inTransaction(tx, (inner) => note(inner, 'inner'));
        expect(await rowsOf(tx, sql`select word from noted`)).toHaveLength(3);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await rowsOf(db, sql`select word from noted`)).toEqual([{ word: 'before' }]);
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
