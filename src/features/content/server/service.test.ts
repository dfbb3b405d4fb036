import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '#kit/id.ts';
import { type Database, openDatabase, sql } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { ContentAsset } from '../contract.ts';
import { createContent } from './service.ts';

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

it('S7-23 S3-14 S3-17 lists the assets that are not deleted, newest first, tags as text with commas', async () => {
  await db.execute(sql`insert into content_assets (id, name, type, category, tags, content, created_at, deleted_at) values
    (${newId()}, 'Older', 'flyer', 'marketing', 'tea, winter', 'Come in.', now() - interval '2 days', null),
    (${newId()}, 'Newer', 'email', 'email', '', 'Hello.', now(), null),
    (${newId()}, 'Gone', 'email', 'email', '', 'Bye.', now(), now())`);
  const assets = z.array(ContentAsset).parse(await createContent({ db }).listAssets());
  expect(assets.map(({ name, type, tags }) => [name, type, tags])).toEqual([
    ['Newer', 'email', ''],
    ['Older', 'flyer', 'tea, winter'],
  ]);
});
