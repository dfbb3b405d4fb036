import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { changeWorkspace } from '#features/settings/server/workspace.ts';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import { movePerson, movePersonBack } from '#features/tracking/server/touchpoint-store.ts';
import { newId } from '#kit/id.ts';
import { inTransaction, rowsOf, sql } from '#platform/db.ts';
import { daysAgo, startFigures } from '#tests/support/figures.ts';
import { type Funnel } from '../contract-funnel.ts';
import { compareParts, forgetParts, sumUpParts } from './parts-store.ts';
import { sumUpAllParts } from './sum-up-parts.ts';

const bench = await startFigures();
const { app, db, groupId, record, addLead, funnel, touches, listAll } = bench;
let tea = '';
let soup = '';

beforeEach(async () => {
  ({ tea, soup } = await bench.beginAnew());
});
afterAll(() => app.close());

const rowOf = ({ rows }: Funnel, label: string) => rows.find((row) => row.label === label);

describe('the sums of days that are over', () => {
  const PARTS = ['channel', 'segment', 'source', 'agent'];
  const sumUp = () => sumUpAllParts(app.app.context);
  const funnels = async () => {
    const all: unknown[] = [];
    for (const by of PARTS) all.push((await funnel(`period=last30&by=${by}`)).rows);
    for (const goal of ['purchases', 'conversions'] as const) {
      const { rows } = await touches(`period=last30&goal=${goal}`);
      all.push(rows.map((row) => JSON.stringify(row)).toSorted());
      for (const { campaignId, channel, first, last } of rows) {
        for (const [touch, { count }] of Object.entries({ first, last })) {
          const behind = await listAll(
            `/api/analytics/touch-rows?period=last30&goal=${goal}&touch=${touch}&touchCampaign=${campaignId ?? ''}&channel=${channel ?? ''}`,
          );
          expect([behind.rows.length, behind.totals]).toEqual([count, [String(count)]]);
          all.push(behind.rows);
        }
      }
    }
    return all;
  };
  /** As the sums tell it, and as every event counted anew tells it: before the job has come and after it. */
  const expectSame = async (): Promise<unknown> => {
    const told = await funnels();
    expect((await compareParts(db, 5)).differences).toEqual([]);
    await sumUp();
    expect(await funnels()).toEqual(told);
    expect((await compareParts(db, 5)).differences).toEqual([]);
    await inTransaction(db, forgetParts);
    expect(await funnels()).toEqual(told);
    await sumUp();
    return told;
  };
  const daysSummed = async () =>
    (await rowsOf<{ days: number }>(db, sql`select count(*)::int as days from event_part_days`))[0]?.days;
  let dana = '';
  let eve = '';
  const step = (type: NewEvent['type'], days: number, more: Partial<NewEvent> = {}): NewEvent => ({
    type,
    campaignId: tea,
    leadId: dana,
    channel: 'email',
    occurredAt: daysAgo(days),
    ...more,
  });

  beforeEach(async () => {
    dana = await addLead('Dana', daysAgo(12));
    eve = await addLead('Eve', daysAgo(11));
    await record(
      step('message.sent', 9),
      step('landing.visited', 8),
      step('purchase.made', 7, { valueCents: 4_995 }),
      step('message.sent', 9, { leadId: eve, channel: 'whatsapp' }),
      step('landing.visited', 6, { leadId: eve, campaignId: soup }),
      step('spend.recorded', 5, { leadId: null, channel: null, valueCents: 1_000 }),
      step('message.sent', 0),
    );
    await sumUp();
  });

  it('are read instead of the events, and only of days that are over', async () => {
    expect(await daysSummed()).toBe(7);
    await db.execute(sql`update event_parts set count = count + 100
      where by = 'channel' and key = 'email' and type = 'message.sent'`);
    expect(rowOf(await funnel('period=last30&by=channel'), 'Email')?.counts.messages).toBe(102);
    expect((await compareParts(db, 5)).differences).toMatchObject([
      { by: 'channel', key: 'email', type: 'message.sent', counted: 1, stored: 101 },
    ]);
  });

  // R8
  it('know the first and the last contact also when it is found late, before the job has come', async () => {
    const sold = async () =>
      (await touches('period=last30')).rows.map(({ campaign, channel, first, last }) => [
        campaign,
        channel,
        first.count,
        last.count,
      ]);
    expect(await sold()).toEqual([['Tea', 'email', 1, 1]]);
    await record(
      step('link.clicked', 10, { campaignId: soup, channel: 'whatsapp' }),
      step('reply.received', 7, { campaignId: soup, occurredAt: daysAgo(7, -1) }),
      step('reply.received', 7, { campaignId: soup, occurredAt: daysAgo(7, 1), channel: 'social_dm' }),
    );
    const found = [
      ['Soup', 'email', 0, 1],
      ['Soup', 'whatsapp', 1, 0],
    ];
    expect((await sold()).toSorted()).toEqual(found);
    await expectSame();
    expect((await sold()).toSorted()).toEqual(found);
    // Summed up by a version that did not know them, a day is counted from the events.
    await db.execute(sql`delete from event_parts where by in ('first', 'last')`);
    await db.execute(sql`update event_part_days set has_touches = false`);
    expect((await sold()).toSorted()).toEqual(found);
    await expectSame();
  });

  it('hold the rows of a contact page by page, from as many days as it needs', async () => {
    await record(
      ...[2, 3, 4, 5, 7].flatMap((days) =>
        [-2, -1].map((minutes) => step('purchase.made', days, { occurredAt: daysAgo(days, minutes) })),
      ),
      step('purchase.made', 0, { occurredAt: daysAgo(0, -1) }),
    );
    const path = `/api/analytics/touch-rows?period=last30&touch=first&touchCampaign=${tea}&channel=email&limit=4`;
    const pages = async () => {
      const { rows, totals } = await listAll(path);
      expect(totals).toEqual(['12', '12', '12']);
      return rows.map(({ id }) => id);
    };
    const before = await pages();
    expect(new Set(before).size).toBe(12);
    await sumUp();
    expect(await pages()).toEqual(before);
  });

  // R8
  it('hold when events come late, and when the same comes twice', async () => {
    await record(step('landing.visited', 9), step('landing.visited', 20));
    expect(rowOf(await funnel('period=last30&by=channel'), 'Email')?.counts.visits).toBe(4);
    await expectSame();
    expect(await daysSummed()).toBe(8);
  });

  it('follow a person into another lead group, back, and to another source, before the job has come', async () => {
    const otherId = newId();
    await db.execute(
      sql`insert into lead_groups (id, name, color) values (${otherId}, 'Morning blends', '#3B82F6')`,
    );
    const moveTo = (id: string | null) =>
      db.execute(sql`update leads set group_id = ${id} where id = ${dana}`);
    await moveTo(otherId);
    const moved = await funnel('period=last30&by=segment');
    expect(rowOf(moved, 'Morning blends')?.counts).toMatchObject({ messages: 2, visits: 1, revenue: 4_995 });
    expect(rowOf(moved, 'Evening blends')?.counts).toMatchObject({ messages: 1, visits: 1, revenue: 0 });
    await expectSame();
    await moveTo(null);
    await moveTo(groupId);
    await moveTo(otherId);
    await db.execute(sql`update leads set platform = 'website' where id = ${eve}`);
    await db.execute(sql`update lead_groups set deleted_at = now() where id = ${groupId}`);
    await expectSame();
    expect(rowOf(await funnel('period=last30&by=segment'), 'Evening blends')).toBeUndefined();
    await db.execute(sql`update lead_groups set deleted_at = null where id = ${groupId}`);
    await moveTo(groupId);
    await db.execute(sql`delete from lead_groups where id = ${otherId}`);
    await expectSame();
    expect(rowOf(await funnel('period=last30&by=segment'), 'Evening blends')?.counts.messages).toBe(3);
  });

  it('follow a merge and its undo, a talk that is found late, and an erasure', async () => {
    const fern = newId();
    await db.execute(sql`insert into experts (id, name, expertise_area) values (${fern}, 'Fern', 'Teas')`);
    const talk = { data: { agent: 'Fern', agentId: fern }, campaignId: null };
    await record(step('conversation.linked', 8, talk));
    expect(rowOf(await funnel('period=last30&by=agent'), 'Fern')?.counts).toMatchObject({ purchases: 1 });
    await expectSame();
    await db.execute(sql`update leads set group_id = null, platform = 'website' where id = ${eve}`);
    const ids = await inTransaction(db, (tx) => movePerson(tx, eve, dana));
    const merged = await expectSame();
    await inTransaction(db, (tx) => movePersonBack(tx, ids, dana, eve));
    expect(await expectSame()).not.toEqual(merged);
    const before = await funnels();
    const admin = await app.as('admin');
    expect((await admin.call('POST', `/api/leads/${eve}/erase`)).status).toBeLessThan(300);
    await expectSame();
    expect(await funnels()).toEqual(before);
  });

  // R10
  it('hold in a time zone whose days begin within days of UTC', async () => {
    for (const timeZone of ['Asia/Kathmandu', 'America/Los_Angeles']) {
      await changeWorkspace(app.app.context, { timeZone });
      await expectSame();
      expect(rowOf(await funnel('period=last30&by=source'), 'Reddit')?.counts.messages).toBe(3);
    }
    await changeWorkspace(app.app.context, { timeZone: 'UTC' });
  });

  it('of a former version are read until the job has come to their day, and follow what happens meanwhile', async () => {
    const isoDay = (days: number) => daysAgo(days).toISOString().slice(0, 10);
    const former = async () =>
      (
        await rowsOf<{ day: string }>(
          db,
          sql`select to_char(bucket at time zone 'UTC', 'YYYY-MM-DD') as day from event_part_days
            where not has_touches order by bucket desc`,
        )
      ).map(({ day }) => day);
    /** A day that had another number of events does not hold, so that all are counted from the events. */
    const fromEvents = async () => {
      await db.execute(sql`update event_part_days set count = count + 1000`);
      const told = await funnels();
      await db.execute(sql`update event_part_days set count = count - 1000`);
      return told;
    };
    const expectTrue = async () => {
      expect(await funnels()).toEqual(await fromEvents());
      expect((await compareParts(db, 5)).differences).toEqual([]);
    };
    const sumUpOneDay = () => inTransaction(db, (tx) => sumUpParts(tx, new Date(), 1));
    const becomeFormer = async () => {
      await db.execute(sql`delete from event_parts where by in ('first', 'last')`);
      await db.execute(sql`update event_part_days set has_touches = false`);
    };
    const nobodys = { leadId: null, channel: null, valueCents: 500 };
    await record(step('spend.recorded', 13, nobodys), step('spend.recorded', 14, nobodys));
    await sumUp();
    await becomeFormer();

    await db.execute(sql`update leads set group_id = null, platform = 'website' where id = ${dana}`);
    await expectTrue();
    expect(await sumUpOneDay()).toBe(true);
    expect(await former()).toEqual([6, 7, 8, 9, 11, 12, 13, 14].map(isoDay));
    await expectTrue();
    // Back again, over a day that is new and days that were put right.
    await db.execute(sql`update leads set group_id = ${groupId} where id = ${dana}`);
    await expectTrue();
    expect(await sumUpOneDay()).toBe(true);
    expect(await former()).toEqual([7, 8, 9, 11, 12, 13, 14].map(isoDay));
    await expectTrue();

    // Days that no longer hold have nothing until they are summed up, and come first.
    await record(step('landing.converted', 9));
    await expectTrue();
    expect(await sumUpOneDay()).toBe(true);
    expect(await former()).toEqual([7, 8, 11, 12, 13, 14].map(isoDay));
    await expectTrue();

    await inTransaction(db, (tx) => movePerson(tx, eve, dana));
    await db.execute(sql`update leads set platform = 'reddit' where id = ${dana}`);
    await expectTrue();
    expect(await sumUpOneDay()).toBe(true);
    expect(await former()).toEqual([13, 14].map(isoDay));
    await expectTrue();

    // What is read of a day that waits are its sums.
    await sumUp();
    await becomeFormer();
    await sumUpOneDay();
    await db.execute(sql`update event_parts set count = count + 100
      where by = 'channel' and key = 'whatsapp' and type = 'message.sent'`);
    expect(rowOf(await funnel('period=last30&by=channel'), 'WhatsApp')?.counts.messages).toBe(101);
    expect((await compareParts(db, 5)).differences).toMatchObject([{ key: 'whatsapp', stored: 101 }]);
    await inTransaction(db, forgetParts);
    await sumUp();
    expect(await former()).toEqual([]);
    await expectSame();
  });

  it('stay true while people are moved, events come late and the job runs, all at once', async () => {
    const otherId = newId();
    await db.execute(
      sql`insert into lead_groups (id, name, color) values (${otherId}, 'Morning blends', '#3B82F6')`,
    );
    await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        await db.execute(
          sql`update leads set group_id = ${index % 2 === 0 ? otherId : groupId} where id in (${dana}, ${eve})`,
        );
        await record(step('landing.visited', 4 + index));
        await sumUp();
        expect((await compareParts(db, 5)).differences).toEqual([]);
      }),
    );
    await expectSame();
  });
});
