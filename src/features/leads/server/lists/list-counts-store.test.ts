import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, openDatabase, rowsOf, sql } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { LeadQuery } from '../../contract.ts';
import { readSort } from '../../rules.ts';
import { leads } from '../tables.ts';
import { countOutcomes, foldListCounts } from './list-counts-store.ts';
import { listLeadRows } from './list-store.ts';

describe('tallies of leads', () => {
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

  const add = (count: number, change: Partial<typeof leads.$inferInsert> = {}) =>
    db.insert(leads).values(
      Array.from({ length: count }, () => ({
        id: newId(),
        name: 'Somebody',
        platform: 'practice' as const,
        legalGround: 'consent' as const,
        ...change,
      })),
    );
  const tallied = () =>
    rowsOf<{ stage: string; count: number }>(
      db,
      sql`select stage, sum(count)::int as count from lead_tallies group by stage having sum(count) <> 0`,
    );
  const counted = () =>
    rowsOf<{ stage: string; count: number }>(
      db,
      sql`select stage, count(*)::int as count from leads where deleted_at is null group by stage`,
    );
  const total = async (query: Partial<LeadQuery> = {}) =>
    (await listLeadRows(db, { limit: 50, ...query }, readSort(undefined))).total;
  const sorted = <T extends { stage: string }>(rows: T[]): T[] =>
    rows.toSorted((a, b) => a.stage.localeCompare(b.stage));

  it('equal what counting gives, through additions, moves, deletions, undo and removal', async () => {
    await add(30);
    await add(12, { stage: 'engaged', aiScore: '8.1' });
    await db.execute(
      sql`update leads set stage = 'contacted' where id in (select id from leads where stage = 'new' limit 7)`,
    );
    await db.execute(
      sql`update leads set deleted_at = now() where id in (select id from leads where stage = 'new' limit 5)`,
    );
    await db.execute(
      sql`update leads set deleted_at = null where id in (select id from leads where deleted_at is not null limit 2)`,
    );
    await db.execute(
      sql`delete from leads where id in (select id from leads where stage = 'engaged' limit 3)`,
    );
    expect(sorted(await tallied())).toEqual(sorted(await counted()));
    expect(await total({ band: 'high' })).toBe(9);
    expect(await total({ stage: 'contacted', platform: 'practice' })).toBe(7);
    expect(await countOutcomes(db)).toMatchObject([
      { band: 'high', contacted: 9, replied: 9, converted: 0 },
      { band: 'medium', contacted: 0, replied: 0, converted: 0 },
      { band: 'low', contacted: 7, replied: 0, converted: 0 },
    ]);
  });

  it('do not change when they are folded, also while others write', async () => {
    await Promise.all([
      add(40, { stage: 'qualified' }),
      foldListCounts(db),
      add(15),
      foldListCounts(db),
      foldListCounts(db),
    ]);
    await foldListCounts(db);
    expect(sorted(await tallied())).toEqual(sorted(await counted()));
    const kinds = await rowsOf<{ count: number }>(db, sql`select count(*) from lead_tallies`);
    expect(kinds[0]?.count).toBeLessThan(10);
  });

  it('forget what a transaction took back', async () => {
    const before = await total();
    await inTransaction(db, async (tx) => {
      await tx
        .insert(leads)
        .values({ id: newId(), name: 'Nobody', platform: 'practice', legalGround: 'consent' });
      throw new Error('back');
    }).catch(() => undefined);
    expect(await total()).toBe(before);
  });

  it('tell the total of a page behind the last row too', async () => {
    const whole = await listLeadRows(db, { limit: 1 }, readSort(undefined));
    const cursor = Buffer.from(JSON.stringify(['0.0', '00000000-0000-0000-0000-000000000000']));
    const behind = { limit: 1, cursor: cursor.toString('base64url') };
    expect(await listLeadRows(db, behind, readSort(undefined))).toEqual({
      rows: [],
      nextCursor: null,
      total: whole.total,
    });
  });
});
