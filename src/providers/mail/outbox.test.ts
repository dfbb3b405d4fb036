import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { describeMailTransport, testMail } from './conformance.ts';
import { createOutbox } from './outbox.ts';

describe('the outbox', () => {
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

  describeMailTransport('the outbox', async () => {
    const outbox = createOutbox(db);
    return {
      transport: outbox,
      arrivalsOf: async ({ id }) => {
        const stored = await outbox.find(id);
        return stored ? [stored.raw] : [];
      },
      close: () => outbox.close(),
    };
  });

  it('keeps a mail once, however often it comes', async () => {
    const outbox = createOutbox(db);
    const mail = testMail();
    await outbox.send(mail);
    expect(await outbox.send({ ...mail, raw: 'another text' })).toMatchObject({ outcome: 'accepted' });
    expect((await outbox.find(mail.id))?.raw).toBe(mail.raw);
  });

  it('says that nothing was begun when the database cannot take it', async () => {
    const broken = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', log: createLog('silent') });
    expect(await createOutbox(broken).send(testMail())).toMatchObject({
      outcome: 'not_begun',
      cause: 'unreachable',
    });
    await broken.$client.end();
  });
});
