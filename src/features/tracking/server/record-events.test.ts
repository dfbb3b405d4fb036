import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#kit/id.ts';
import { systemClock } from '#platform/context.ts';
import { type Database, inTransaction, openDatabase, rowsOf, sql } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { EventSubscriber } from './event-subscribers.ts';
import { keepUp } from './jobs.ts';
import { recordEvents } from './record-events.ts';
import { compareRollups, rebuildRollups } from './store.ts';

const ctx = { eventSubscribers: [] };

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
beforeEach(() => db.execute(sql`truncate events, event_rollups, event_days, page_event_ids`));

type Rollup = { bucket: Date; type: string; count: number; value_cents: number };
const rollups = () =>
  rowsOf<Rollup>(
    db,
    sql`select bucket, type, count, value_cents from event_rollups order by campaign_id, type, bucket`,
  );

describe('recordEvents', () => {
  it('counts into quarters of an hour, so that days of every time zone are exact', async () => {
    const campaignId = newId();
    await inTransaction(db, (tx) =>
      recordEvents(
        ctx,
        tx,
        ['10:14:59.999', '10:15:00', '10:29:59', '10:30:00'].map((time) => ({
          type: 'purchase.made',
          campaignId,
          valueCents: 100,
          occurredAt: new Date(`2027-01-14T${time}Z`),
        })),
      ),
    );
    expect(
      (await rollups()).map(({ bucket, count, value_cents }) => [new Date(bucket), count, value_cents]),
    ).toEqual([
      [new Date('2027-01-14T10:00:00Z'), 1, 100],
      [new Date('2027-01-14T10:15:00Z'), 2, 200],
      [new Date('2027-01-14T10:30:00Z'), 1, 100],
    ]);
  });

  // S2.6-09
  it('neither stores nor counts an event again', async () => {
    const event = {
      id: newId(),
      type: 'message.sent' as const,
      occurredAt: new Date('2027-01-14T10:00:00Z'),
    };
    const [first, second] = [
      await inTransaction(db, (tx) => recordEvents(ctx, tx, [event])),
      await inTransaction(db, (tx) => recordEvents(ctx, tx, [event])),
    ];
    expect([first.length, second.length]).toEqual([1, 0]);
    expect((await rollups()).map((row) => row.count)).toEqual([1]);
  });

  it('undoes events, counts and what subscribers wrote when a subscriber fails', async () => {
    const failing: EventSubscriber = {
      types: ['message.sent'],
      handle: async (tx) => {
        await tx.execute(sql`insert into page_event_ids (id) values (${newId()})`);
        throw new Error('refused');
      },
    };
    await expect(
      inTransaction(db, (tx) =>
        recordEvents({ eventSubscribers: [failing] }, tx, [{ type: 'message.sent' }]),
      ),
    ).rejects.toThrow('refused');
    const [rows] = await rowsOf<{ count: number }>(
      db,
      sql`select (select count(*) from events) + (select count(*) from event_rollups)
        + (select count(*) from page_event_ids) as count`,
    );
    expect(rows?.count).toBe(0);
  });

  it('tells subscribers only the events they asked for, and only new ones', async () => {
    const told: string[] = [];
    const listening: EventSubscriber = {
      types: ['link.clicked', 'reply.received'],
      handle: async (_tx, events) => {
        told.push(...events.map((event) => event.type));
      },
    };
    await inTransaction(db, (tx) =>
      recordEvents({ eventSubscribers: [listening] }, tx, [
        { type: 'link.clicked' },
        { type: 'message.sent' },
        { type: 'reply.received' },
      ]),
    );
    expect(told).toEqual(['link.clicked', 'reply.received']);
  });
});

describe('upkeep', () => {
  it('rebuilt rollups equal those written along', async () => {
    await inTransaction(db, (tx) =>
      recordEvents(
        ctx,
        tx,
        Array.from({ length: 500 }, (_, index) => ({
          type: index % 3 === 0 ? ('landing.visited' as const) : ('purchase.made' as const),
          campaignId: index % 2 === 0 ? '01990000-0000-7000-8000-000000000001' : null,
          valueCents: index % 3 === 0 ? null : index,
          occurredAt: new Date(Date.UTC(2027, 0, 14) + index * 977_000),
        })),
      ),
    );
    const before = await rollups();
    expect((await compareRollups(db, 5)).differences).toEqual([]);
    await db.execute(sql`update event_rollups set count = count + 1`);
    await db.execute(sql`update event_days set value_cents = value_cents + 1`);
    const { differences, buckets } = await compareRollups(db, 10_000);
    expect(differences, 'quarters and days').toHaveLength(buckets);
    await inTransaction(db, rebuildRollups);
    expect(await rollups()).toEqual(before);
    expect((await compareRollups(db, 5)).differences).toEqual([]);
  });

  it('sums up the last two days again, which a process of an older version has not written along', async () => {
    const at = (text: string) => new Date(`2027-03-${text}:00Z`);
    const sent = (text: string) => ({ type: 'purchase.made' as const, valueCents: 5, occurredAt: at(text) });
    const events = ['08T23:59', '09T00:00', '09T12:00', '10T08:00'].map(sent);
    await inTransaction(db, (tx) => recordEvents(ctx, tx, events));
    const days = () =>
      rowsOf<{ day: string; count: number; cents: number }>(
        db,
        sql`select to_char(bucket at time zone 'UTC', 'DD') as day, count::int, value_cents::int as cents
          from event_days order by bucket`,
      );
    await db.execute(sql`delete from event_days where bucket >= '2027-03-10T00:00:00Z'`);
    await db.execute(sql`update event_days set count = 1, value_cents = 1`);
    for (let time = 0; time < 2; time += 1) {
      await keepUp({ db, clock: { now: () => at('10T09:30') } });
      expect(await days()).toEqual([
        { day: '08', count: 1, cents: 1 },
        { day: '09', count: 2, cents: 10 },
        { day: '10', count: 1, cents: 5 },
      ]);
    }
  });

  // R8
  it('makes partitions ahead and moves events into them that came before', async () => {
    const occurredAt = new Date('2031-05-31T23:59:59.999Z');
    await inTransaction(db, (tx) => recordEvents(ctx, tx, [{ type: 'message.sent', occurredAt }]));
    await inTransaction(db, (tx) =>
      recordEvents(ctx, tx, [{ type: 'message.sent', occurredAt: new Date('2031-09-01T00:00:00Z') }]),
    );
    await keepUp({ db, clock: { now: () => new Date('2031-05-31T23:30:00Z') } });
    await keepUp({ db, clock: { now: () => new Date('2031-05-31T23:30:00Z') } });
    const rows = await rowsOf<{ partition: string }>(
      db,
      sql`select tableoid::regclass::text as partition from events order by occurred_at`,
    );
    expect(rows.map((row) => row.partition)).toEqual(['events_2031_05', 'events_other']);
    const [ahead] = await rowsOf<{ name: string | null }>(
      db,
      sql`select to_regclass('events_2031_08')::text as name`,
    );
    expect(ahead?.name).toBe('events_2031_08');
  });

  it('forgets ids of reports after a week', async () => {
    await db.execute(sql`insert into page_event_ids values
      (${newId()}, now() - interval '8 days'), (${newId()}, now() - interval '6 days')`);
    await keepUp({ db, clock: systemClock });
    const rows = await rowsOf(db, sql`select id from page_event_ids`);
    expect(rows).toHaveLength(1);
  });
});
