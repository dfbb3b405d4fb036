import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/id.ts';
import { type Database, openDatabase } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createSourceInbox } from './inbox.ts';

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

describe('the inbox for records of services', () => {
  let now = new Date('2027-03-01T09:00:00Z');
  const open = (secret = 'secret') =>
    createSourceInbox({ db, secret, publicUrl: 'https://us.example', now: () => now });
  const until = new Date('2027-03-01T09:03:00Z');

  it('gives a search the records that came for it, once each, and no other search', async () => {
    const [mine, other] = [newId(), newId()];
    const inbox = open();
    const { url, token } = inbox.address(mine, until);
    expect(url).toBe('https://us.example/api/leads/deliveries');
    expect(await inbox.deliver(token, { name: 'Jo' })).toBe('taken');
    expect(await inbox.deliver(token, { name: 'Jo' })).toBe('taken');
    expect(await inbox.deliver(token, { name: 'Sam' })).toBe('taken');
    await inbox.deliver(inbox.address(other, until).token, { name: 'Kim' });
    const rows = await inbox.take(mine, 0);
    expect(rows.map(({ record }) => record)).toEqual([{ name: 'Jo' }, { name: 'Sam' }]);
    expect(await inbox.take(mine, rows[0]?.seq ?? 0)).toEqual([rows[1]]);
    // What was taken is gone.
    expect(await inbox.take(mine, 0)).toEqual([rows[1]]);
    await inbox.close(mine);
    expect(await inbox.take(mine, 0)).toEqual([]);
    expect(await inbox.take(other, 0)).toHaveLength(1);
  });

  it('lets nobody in without a key of ours, and not for another search or a later time', async () => {
    const inbox = open();
    const { token } = inbox.address(newId(), until);
    const [, time = '', signature = ''] = token.split('.');
    const forged = [
      '',
      'x',
      token.slice(0, -1),
      `${newId()}.${time}.${signature}`,
      `${token.split('.')[0]}.${Number(time) + 1}.${signature}`,
      open('another secret').address(newId(), until).token,
    ];
    for (const key of forged) expect(await inbox.deliver(key, { name: 'Eve' })).toBeUndefined();
  });

  it('takes nothing when the search has ended, and forgets what nobody took', async () => {
    const inbox = open();
    const searchId = newId();
    const { token } = inbox.address(searchId, until);
    await inbox.deliver(token, { name: 'Jo' });
    now = new Date('2027-03-01T09:03:01Z');
    expect(await inbox.deliver(token, { name: 'Late' })).toBe('late');
    await inbox.tidy(new Date(Date.now() + 60_000));
    expect(await inbox.take(searchId, 0)).toEqual([]);
  });
});
