import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, openDatabase, rowsOf, sql } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type CampaignCount, countMessages, foldMessageTallies } from './campaign-store.ts';
import { campaigns, messages } from './tables.ts';

describe('tallies of messages', () => {
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

  const newCampaign = async (): Promise<string> => {
    const id = newId();
    await db.insert(campaigns).values({
      id,
      name: 'Evening tea',
      objective: 'Tell people about evening tea.',
      targetGroups: [],
      landingPageUrl: 'https://tea.example',
      selectedContentAssets: [],
      channels: ['email'],
      utmCampaign: 'tea',
      utmSource: 'yarrow',
      utmMedium: 'email',
    });
    return id;
  };
  const add = (campaignId: string, count: number) =>
    db.insert(messages).values(
      Array.from({ length: count }, () => ({
        id: newId(),
        campaignId,
        stepId: newId(),
        channel: 'email' as const,
        dueAt: new Date(),
      })),
    );
  const send = (campaignId: string, count: number) =>
    db.execute(sql`update messages set status = 'sent', sent_at = now() where id in (
      select id from messages where campaign_id = ${campaignId} and status = 'queued'
      order by id limit ${count} for update skip locked)`);
  const counted = (campaignId: string) =>
    rowsOf<CampaignCount>(
      db,
      sql`select campaign_id as "campaignId", channel, status, count(*) as count, count(sent_at) as "left"
        from messages where campaign_id = ${campaignId} group by 1, 2, 3`,
    );
  const sorted = (counts: CampaignCount[]): CampaignCount[] =>
    counts.toSorted((one, other) => one.status.localeCompare(other.status));

  it('equal what counting gives, of each campaign by itself, through sending, coming back and removal', async () => {
    const [tea, coffee] = [await newCampaign(), await newCampaign()];
    await add(tea, 30);
    await add(coffee, 4);
    await send(tea, 12);
    await db.execute(sql`update messages set status = 'bounced' where id in (
      select id from messages where campaign_id = ${tea} and status = 'sent' limit 3)`);
    await db.execute(sql`update messages set response = 'read again' where campaign_id = ${tea}`);
    await db.execute(sql`delete from messages where id in (
      select id from messages where campaign_id = ${tea} and status = 'queued' limit 5)`);
    const tallied = sorted(await countMessages(db, [tea]));
    expect(tallied).toEqual(sorted(await counted(tea)));
    expect(tallied.map(({ status, count, left }) => [status, count, left])).toEqual([
      ['bounced', 3, 3],
      ['queued', 13, 0],
      ['sent', 9, 9],
    ]);
    expect(await countMessages(db, [coffee])).toMatchObject([{ status: 'queued', count: 4, left: 0 }]);
  });

  it('do not change when they are folded, also while messages leave', async () => {
    const id = await newCampaign();
    await add(id, 60);
    await Promise.all([
      send(id, 10),
      foldMessageTallies(db),
      send(id, 20),
      foldMessageTallies(db),
      add(id, 7),
      foldMessageTallies(db),
    ]);
    await foldMessageTallies(db);
    expect(sorted(await countMessages(db, [id]))).toEqual(sorted(await counted(id)));
    const rows = await rowsOf<{ count: number }>(
      db,
      sql`select count(*) from message_tallies where campaign_id = ${id}`,
    );
    expect(rows[0]?.count).toBe(2);
  });

  it('forget what a transaction took back, and leave nothing of a campaign that is removed', async () => {
    const id = await newCampaign();
    await add(id, 5);
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`update messages set status = 'failed' where campaign_id = ${id}`);
      throw new Error('back');
    }).catch(() => undefined);
    expect(await countMessages(db, [id])).toMatchObject([{ status: 'queued', count: 5 }]);
    await db.execute(sql`delete from campaigns where id = ${id}`);
    expect(await countMessages(db, [id])).toEqual([]);
    await foldMessageTallies(db);
    const rows = await rowsOf<{ count: number }>(
      db,
      sql`select count(*) from message_tallies where campaign_id = ${id}`,
    );
    expect(rows[0]?.count).toBe(0);
  });
});
