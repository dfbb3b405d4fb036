import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, inTransaction, openDatabase, sql } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { readWorkspace } from './store.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, log: createLog('silent') });
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

it('makes the row of the workspace with the first look at it, and writes nothing with any later one', async () => {
  const made = await readWorkspace(db);
  expect(made).toMatchObject({ name: 'My workspace', isInitialised: false });

  const read = inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction read only`);
    return readWorkspace(tx);
  });
  expect(await read).toEqual(made);
});
