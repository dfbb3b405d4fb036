import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewEvent } from '#features/tracking/server/service.ts';
import { newId } from '#kit/id.ts';
import { addDays, DAY_MS } from '#kit/time.ts';
import { inTransaction, rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  type Cohort,
  DIMENSIONS,
  type FigureRow,
  type Funnel,
  type Insights,
  type Spend,
  type Touches,
  type TrendLine,
} from '../contract-funnel.ts';
import { countByDay } from './figures-store.ts';
import { compareParts, forgetParts, sumUpParts } from './parts-store.ts';

let app: TestApp;
let member: TestClient;
const groupId = newId();
const assetId = newId();
let tea = '';
let soup = '';

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  member = await app.as('member');
  await app.app.features.settings.changeWorkspace({ timeZone: 'UTC' });
  await db().execute(
    sql`insert into lead_groups (id, name, color) values (${groupId}, 'Evening blends', '#3B82F6')`,
  );
  await db().execute(
    sql`insert into content_assets (id, name, type, content) values (${assetId}, 'Brewing guide', 'text', 'Water')`,
  );
});
afterAll(() => app.close());

const db = () => app.app.db;
const daysAgo = (days: number, minutes = 0): Date =>
  new Date(Date.now() - days * 86_400_000 + minutes * 60_000);
const record = (...events: NewEvent[]) =>
  inTransaction(db(), (tx) => app.app.features.tracking.recordEvents(tx, events));

async function addCampaign(name: string, assets: string[] = []): Promise<string> {
  const id = newId();
  await db().execute(sql`insert into campaigns (id, name, objective, status, target_groups, landing_page_url,
      selected_content_assets, channels, utm_campaign, utm_source, utm_medium, launched_at)
    values (${id}, ${name}, 'Sell', 'active', '{}', 'https://example.com', ${sql.param(assets)}::uuid[], '{email}', 'a', 'b', 'c', ${daysAgo(100).toISOString()})`);
  return id;
}

async function addLead(name: string, at: Date): Promise<string> {
  const id = newId();
  await db().execute(sql`insert into leads (id, name, email, platform, legal_ground, group_id, created_at)
    values (${id}, ${name}, ${`${name.toLowerCase()}@example.org`}, 'reddit', 'consent', ${groupId}, ${at.toISOString()})`);
  await record({ type: 'lead.discovered', leadId: id, occurredAt: at, data: { platform: 'reddit' } });
  return id;
}

beforeEach(async () => {
  await db().execute(sql`truncate events, event_rollups, event_days, event_parts, event_part_days, event_part_moves,
    event_part_marks, campaigns, leads, lead_tallies cascade`);
  [tea, soup] = [await addCampaign('Tea', [assetId]), await addCampaign('Soup')];
});

const funnel = (query: string): Promise<Funnel> => member.get(`/api/analytics/funnel?${query}`);
const touches = (query: string): Promise<Touches> => member.get(`/api/analytics/touches?${query}`);
/** Every page of a list, and what each of them says there are. */
async function listAll(first: string): Promise<{ rows: FigureRow[]; totals: (string | null)[] }> {
  const [rows, totals]: [FigureRow[], (string | null)[]] = [[], []];
  for (let path: string | null = first; path !== null; ) {
    const answer: Response = await member.call('GET', path);
    totals.push(answer.headers.get('x-total-count'));
    rows.push(...((await answer.json()) as FigureRow[]));
    path = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
  }
  return { rows, totals };
}
const rowOf = ({ rows }: Funnel, label: string) => rows.find((row) => row.label === label);

describe('the funnel', () => {
  it('S1-08 counts each step in all five ways, beside the period before, as the dashboard does', async () => {
    const dana = await addLead('Dana', daysAgo(2));
    const step = (type: NewEvent['type'], more: Partial<NewEvent> = {}): NewEvent => ({
      type,
      campaignId: tea,
      leadId: dana,
      channel: 'email',
      occurredAt: daysAgo(1),
      ...more,
    });
    await record(
      step('message.sent'),
      step('message.sent', { campaignId: soup, channel: 'whatsapp', leadId: null }),
      step('message.sent', { occurredAt: daysAgo(10) }),
      step('landing.visited'),
      step('landing.converted'),
      step('purchase.made', { valueCents: 4_995 }),
      step('spend.recorded', { valueCents: 2_000, leadId: null, channel: null }),
    );
    const byCampaign = await funnel('period=last7&by=campaign');
    expect(byCampaign.total.counts).toEqual({
      leads: 1,
      messages: 2,
      visits: 1,
      conversions: 1,
      purchases: 1,
      revenue: 4_995,
      spend: 2_000,
    });
    expect(byCampaign.total.before).toMatchObject({ leads: 0, messages: 1 });
    expect(byCampaign.rows.map(({ label, counts }) => [label, counts.messages])).toEqual([
      ['Soup', 1],
      ['Tea', 1],
    ]);
    const parts = {
      channel: ['Email', 'WhatsApp'],
      segment: ['Evening blends', 'No lead group'],
      source: ['Reddit', 'Source not known'],
      asset: ['Brewing guide', 'No asset'],
    };
    for (const [by, labels] of Object.entries(parts)) {
      const found = await funnel(`period=last7&by=${by}`);
      expect(found.total).toEqual(byCampaign.total);
      expect(
        labels.map((label) => rowOf(found, label)?.counts.messages),
        by,
      ).toEqual([1, 1]);
    }
    expect(rowOf(await funnel('period=last7&by=segment'), 'Evening blends')?.counts.leads).toBe(1);
    const overview = await member.get<{ totals: object }>('/api/analytics/overview?period=last7');
    expect(overview.totals).toMatchObject({ messagesSent: 2, landingPageVisits: 1, purchaseConversions: 1 });
  });

  it('keeps the sums of a segment and a source when somebody in them is erased', async () => {
    const dana = await addLead('Dana', daysAgo(2));
    await record({
      type: 'message.sent',
      campaignId: tea,
      leadId: dana,
      channel: 'email',
      occurredAt: daysAgo(1),
    });
    const admin = await app.as('admin');
    const counted = async () =>
      Promise.all(
        [['segment', 'Evening blends'] as const, ['source', 'Reddit'] as const].map(
          async ([by, label]) => rowOf(await funnel(`by=${by}`), label)?.counts,
        ),
      );
    const before = await counted();
    expect(before[0]).toMatchObject({ leads: 1, messages: 1 });
    expect((await admin.call('POST', `/api/leads/${dana}/erase`)).status).toBeLessThan(300);
    expect(await counted()).toEqual(before);
    const [row] = await member.get<FigureRow[]>('/api/analytics/rows?measure=messages');
    expect(row).toMatchObject({ leadId: null, leadName: null, isPersonal: true, campaign: 'Tea' });
  });

  it('says behind a figure what is nobody’s, what an entry was for, and who a person of the sample data was', async () => {
    const event = { campaignId: tea, occurredAt: daysAgo(1) };
    await record(
      { ...event, type: 'message.sent', leadId: newId(), data: { person: 'Ada Abara' }, isDemo: true },
      { ...event, type: 'landing.visited', leadId: newId(), data: { person: 'Not ours to tell' } },
      { ...event, type: 'purchase.made', valueCents: 900 },
      { ...event, type: 'spend.recorded', valueCents: 500, data: { note: 'Printing' } },
    );
    const one = async (measure: string) =>
      (await member.get<FigureRow[]>(`/api/analytics/rows?measure=${measure}`))[0];
    const nobody = { leadId: null, leadName: null, note: null };
    expect(await one('messages')).toMatchObject({ ...nobody, leadName: 'Ada Abara', isPersonal: true });
    expect(await one('visits')).toMatchObject({ ...nobody, isPersonal: true });
    expect(await one('purchases')).toMatchObject({ ...nobody, isPersonal: false });
    expect(await one('spend')).toMatchObject({ ...nobody, note: 'Printing', isPersonal: false });
  });

  it('S1-08 counts by the agent that somebody talked with last, from the talk on, also once they are erased', async () => {
    const [sage, fern] = [newId(), newId()];
    for (const [id, name] of [
      [sage, 'Sage'],
      [fern, 'Fern'],
    ]) {
      await db().execute(sql`insert into experts (id, name, expertise_area) values (${id}, ${name}, 'Teas')`);
    }
    const talk = (leadId: string, agentId: string, occurredAt: Date): NewEvent => ({
      type: 'conversation.linked',
      leadId,
      occurredAt,
      data: { agent: 'as it was called', agentId },
    });
    const step = (type: NewEvent['type'], leadId: string, occurredAt: Date): NewEvent => ({
      type,
      campaignId: tea,
      leadId,
      occurredAt,
    });
    const dana = await addLead('Dana', daysAgo(6));
    const eve = newId();
    await db().execute(sql`insert into leads (id, name, email, platform, legal_ground)
      values (${eve}, 'Eve', 'eve@example.org', 'website', 'consent')`);
    await record(
      { type: 'lead.added', leadId: eve, occurredAt: daysAgo(3, -1), data: { platform: 'website' } },
      talk(eve, fern, daysAgo(3)),
    );
    await record(
      step('landing.visited', dana, daysAgo(4, -61)),
      talk(dana, sage, daysAgo(4)),
      step('landing.visited', dana, daysAgo(2, -61)),
      talk(dana, fern, daysAgo(2)),
      step('landing.converted', dana, daysAgo(1)),
      step('landing.visited', eve, daysAgo(3, -1)),
    );
    const counted = async () =>
      (await funnel('period=last7&by=agent')).rows.map(({ label, counts }) => [
        label,
        counts.leads,
        counts.visits,
        counts.conversions,
      ]);
    const expected = [
      ['Fern', 1, 1, 1],
      ['Sage', 0, 1, 0],
      ['No agent', 1, 1, 0],
    ];
    expect(await counted()).toEqual(expected);
    const rows = (measure: string, key: string) =>
      member.get<FigureRow[]>(`/api/analytics/rows?measure=${measure}&by=agent&key=${key}&period=last7`);
    expect(await rows('leads', fern)).toMatchObject([{ leadName: 'Eve' }]);
    expect(await rows('visits', sage)).toMatchObject([{ leadName: 'Dana' }]);
    expect(await rows('visits', '')).toMatchObject([{ leadName: 'Dana' }]);

    const admin = await app.as('admin');
    expect((await admin.call('POST', `/api/leads/${dana}/erase`)).status).toBeLessThan(300);
    expect(await counted()).toEqual(expected);
  });

  it('leaves out deleted campaigns, and answers nothing but zeros without any', async () => {
    await record({ type: 'message.sent', campaignId: tea, occurredAt: daysAgo(1) });
    await db().execute(sql`update campaigns set deleted_at = now()`);
    for (const by of DIMENSIONS) {
      const { total, rows } = await funnel(`period=lifetime&by=${by}`);
      expect([total.counts.messages, rows, total.before]).toEqual([0, [], null]);
    }
  });
});

describe('the sums of days that are over', () => {
  const PARTS = ['channel', 'segment', 'source', 'agent'];
  const sumUp = () => app.app.features.analytics.sumUpParts();
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
    expect((await compareParts(db(), 5)).differences).toEqual([]);
    await sumUp();
    expect(await funnels()).toEqual(told);
    expect((await compareParts(db(), 5)).differences).toEqual([]);
    await inTransaction(db(), forgetParts);
    expect(await funnels()).toEqual(told);
    await sumUp();
    return told;
  };
  const daysSummed = async () =>
    (await rowsOf<{ days: number }>(db(), sql`select count(*)::int as days from event_part_days`))[0]?.days;
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
    await db().execute(sql`update event_parts set count = count + 100
      where by = 'channel' and key = 'email' and type = 'message.sent'`);
    expect(rowOf(await funnel('period=last30&by=channel'), 'Email')?.counts.messages).toBe(102);
    expect((await compareParts(db(), 5)).differences).toMatchObject([
      { by: 'channel', key: 'email', type: 'message.sent', counted: 1, stored: 101 },
    ]);
  });

  it('R8 know the first and the last contact also when it is found late, before the job has come', async () => {
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
    await db().execute(sql`delete from event_parts where by in ('first', 'last')`);
    await db().execute(sql`update event_part_days set has_touches = false`);
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

  it('R8 hold when events come late, and when the same comes twice', async () => {
    await record(step('landing.visited', 9), step('landing.visited', 20));
    expect(rowOf(await funnel('period=last30&by=channel'), 'Email')?.counts.visits).toBe(4);
    await expectSame();
    expect(await daysSummed()).toBe(8);
  });

  it('follow a person into another lead group, back, and to another source, before the job has come', async () => {
    const otherId = newId();
    await db().execute(
      sql`insert into lead_groups (id, name, color) values (${otherId}, 'Morning blends', '#3B82F6')`,
    );
    const moveTo = (id: string | null) =>
      db().execute(sql`update leads set group_id = ${id} where id = ${dana}`);
    await moveTo(otherId);
    const moved = await funnel('period=last30&by=segment');
    expect(rowOf(moved, 'Morning blends')?.counts).toMatchObject({ messages: 2, visits: 1, revenue: 4_995 });
    expect(rowOf(moved, 'Evening blends')?.counts).toMatchObject({ messages: 1, visits: 1, revenue: 0 });
    await expectSame();
    await moveTo(null);
    await moveTo(groupId);
    await moveTo(otherId);
    await db().execute(sql`update leads set platform = 'website' where id = ${eve}`);
    await db().execute(sql`update lead_groups set deleted_at = now() where id = ${groupId}`);
    await expectSame();
    expect(rowOf(await funnel('period=last30&by=segment'), 'Evening blends')).toBeUndefined();
    await db().execute(sql`update lead_groups set deleted_at = null where id = ${groupId}`);
    await moveTo(groupId);
    await db().execute(sql`delete from lead_groups where id = ${otherId}`);
    await expectSame();
    expect(rowOf(await funnel('period=last30&by=segment'), 'Evening blends')?.counts.messages).toBe(3);
  });

  it('follow a merge and its undo, a talk that is found late, and an erasure', async () => {
    const fern = newId();
    await db().execute(sql`insert into experts (id, name, expertise_area) values (${fern}, 'Fern', 'Teas')`);
    const talk = { data: { agent: 'Fern', agentId: fern }, campaignId: null };
    await record(step('conversation.linked', 8, talk));
    expect(rowOf(await funnel('period=last30&by=agent'), 'Fern')?.counts).toMatchObject({ purchases: 1 });
    await expectSame();
    await db().execute(sql`update leads set group_id = null, platform = 'website' where id = ${eve}`);
    const ids = await inTransaction(db(), (tx) => app.app.features.tracking.movePerson(tx, eve, dana));
    const merged = await expectSame();
    await inTransaction(db(), (tx) => app.app.features.tracking.movePersonBack(tx, ids, dana, eve));
    expect(await expectSame()).not.toEqual(merged);
    const before = await funnels();
    const admin = await app.as('admin');
    expect((await admin.call('POST', `/api/leads/${eve}/erase`)).status).toBeLessThan(300);
    await expectSame();
    expect(await funnels()).toEqual(before);
  });

  it('R10 hold in a time zone whose days begin within days of UTC', async () => {
    for (const timeZone of ['Asia/Kathmandu', 'America/Los_Angeles']) {
      await app.app.features.settings.changeWorkspace({ timeZone });
      await expectSame();
      expect(rowOf(await funnel('period=last30&by=source'), 'Reddit')?.counts.messages).toBe(3);
    }
    await app.app.features.settings.changeWorkspace({ timeZone: 'UTC' });
  });

  it('of a former version are read until the job has come to their day, and follow what happens meanwhile', async () => {
    const isoDay = (days: number) => daysAgo(days).toISOString().slice(0, 10);
    const former = async () =>
      (
        await rowsOf<{ day: string }>(
          db(),
          sql`select to_char(bucket at time zone 'UTC', 'YYYY-MM-DD') as day from event_part_days
            where not has_touches order by bucket desc`,
        )
      ).map(({ day }) => day);
    /** A day that had another number of events does not hold, so that all are counted from the events. */
    const fromEvents = async () => {
      await db().execute(sql`update event_part_days set count = count + 1000`);
      const told = await funnels();
      await db().execute(sql`update event_part_days set count = count - 1000`);
      return told;
    };
    const expectTrue = async () => {
      expect(await funnels()).toEqual(await fromEvents());
      expect((await compareParts(db(), 5)).differences).toEqual([]);
    };
    const sumUpOneDay = () => inTransaction(db(), (tx) => sumUpParts(tx, new Date(), 1));
    const becomeFormer = async () => {
      await db().execute(sql`delete from event_parts where by in ('first', 'last')`);
      await db().execute(sql`update event_part_days set has_touches = false`);
    };
    const nobodys = { leadId: null, channel: null, valueCents: 500 };
    await record(step('spend.recorded', 13, nobodys), step('spend.recorded', 14, nobodys));
    await sumUp();
    await becomeFormer();

    await db().execute(sql`update leads set group_id = null, platform = 'website' where id = ${dana}`);
    await expectTrue();
    expect(await sumUpOneDay()).toBe(true);
    expect(await former()).toEqual([6, 7, 8, 9, 11, 12, 13, 14].map(isoDay));
    await expectTrue();
    // Back again, over a day that is new and days that were put right.
    await db().execute(sql`update leads set group_id = ${groupId} where id = ${dana}`);
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

    await inTransaction(db(), (tx) => app.app.features.tracking.movePerson(tx, eve, dana));
    await db().execute(sql`update leads set platform = 'reddit' where id = ${dana}`);
    await expectTrue();
    expect(await sumUpOneDay()).toBe(true);
    expect(await former()).toEqual([13, 14].map(isoDay));
    await expectTrue();

    // What is read of a day that waits are its sums.
    await sumUp();
    await becomeFormer();
    await sumUpOneDay();
    await db().execute(sql`update event_parts set count = count + 100
      where by = 'channel' and key = 'whatsapp' and type = 'message.sent'`);
    expect(rowOf(await funnel('period=last30&by=channel'), 'WhatsApp')?.counts.messages).toBe(101);
    expect((await compareParts(db(), 5)).differences).toMatchObject([{ key: 'whatsapp', stored: 101 }]);
    await inTransaction(db(), forgetParts);
    await sumUp();
    expect(await former()).toEqual([]);
    await expectSame();
  });

  it('stay true while people are moved, events come late and the job runs, all at once', async () => {
    const otherId = newId();
    await db().execute(
      sql`insert into lead_groups (id, name, color) values (${otherId}, 'Morning blends', '#3B82F6')`,
    );
    await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        await db().execute(
          sql`update leads set group_id = ${index % 2 === 0 ? otherId : groupId} where id in (${dana}, ${eve})`,
        );
        await record(step('landing.visited', 4 + index));
        await sumUp();
        expect((await compareParts(db(), 5)).differences).toEqual([]);
      }),
    );
    await expectSame();
  });
});

describe('the rows behind a figure', () => {
  it('are as many as the figure says, page by page, newest first, and lead to the person', async () => {
    const dana = await addLead('Dana', daysAgo(3));
    await record(
      ...Array.from(
        { length: 7 },
        (_, index): NewEvent => ({
          type: 'landing.visited',
          campaignId: tea,
          leadId: dana,
          channel: 'email',
          occurredAt: daysAgo(1, index),
        }),
      ),
      { type: 'landing.visited', campaignId: soup, channel: 'whatsapp', occurredAt: daysAgo(1) },
    );
    const seen: FigureRow[] = [];
    let path: string | null = '/api/analytics/rows?measure=visits&by=channel&key=email&limit=3';
    while (path !== null) {
      const answer: Response = await member.call('GET', path);
      expect(answer.headers.get('x-total-count')).toBe('7');
      seen.push(...((await answer.json()) as FigureRow[]));
      path = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
    }
    expect(seen).toHaveLength(7);
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(seen[0]).toMatchObject({ leadId: dana, leadName: 'Dana', campaign: 'Tea', channel: 'email' });
    const bySegment = await member.get<FigureRow[]>(
      `/api/analytics/rows?measure=visits&by=segment&key=${groupId}`,
    );
    expect(bySegment).toHaveLength(7);
    const none = await member.get<FigureRow[]>('/api/analytics/rows?measure=visits&by=segment&key=');
    expect(none).toHaveLength(1);
    expect((await member.call('GET', '/api/analytics/rows?measure=visits&cursor=nonsense')).status).toBe(400);
  });
});

describe('the number of rows behind a figure', () => {
  it('is the same on each page, before a day is summed up and after it', async () => {
    const [dana, eve] = [await addLead('Dana', daysAgo(3)), await addLead('Eve', daysAgo(4))];
    const step = (type: NewEvent['type'], leadId: string | null, more: Partial<NewEvent> = {}): NewEvent => ({
      type,
      campaignId: tea,
      leadId,
      channel: 'email',
      occurredAt: daysAgo(3),
      ...more,
    });
    await record(
      step('message.sent', dana),
      step('message.sent', eve, { channel: 'whatsapp' }),
      step('message.sent', null, { occurredAt: daysAgo(0) }),
      step('purchase.made', dana, { valueCents: 100 }),
      step('purchase.made', eve, { valueCents: 200, campaignId: soup }),
      step('spend.recorded', null, { valueCents: 500, channel: null }),
      step('spend.recorded', null, { valueCents: -500, channel: null }),
    );
    const total = async (query: string): Promise<string | null> => {
      const answer = await member.call('GET', `/api/analytics/rows?limit=1&period=last30&${query}`);
      const second = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
      const count = answer.headers.get('x-total-count');
      if (second) expect((await member.call('GET', second)).headers.get('x-total-count')).toBe(count);
      return count;
    };
    for (const _time of ['before', 'after']) {
      expect(await total('measure=leads')).toBe('2');
      expect(await total('measure=messages')).toBe('3');
      expect(await total('measure=messages&by=channel&key=email')).toBe('2');
      expect(await total('measure=messages&by=segment&key=')).toBe('1');
      expect(await total(`measure=messages&by=segment&key=${groupId}`)).toBe('2');
      expect(await total('measure=revenue')).toBe('2');
      expect(await total(`measure=revenue&by=campaign&key=${soup}`)).toBe('1');
      expect(await total('measure=spend')).toBe('2');
      expect(await total('measure=messages&by=agent&key=')).toBe('3');
      await app.app.features.analytics.sumUpParts();
    }
  });
});

describe('the trend', () => {
  it.each([
    // Clocks go forward and back: days of 23 and of 25 hours, and of 23.5 where they go by half an hour.
    [
      'Europe/London',
      '2025-03-30',
      '2025-03-30T00:00:00Z',
      '2025-03-30T22:59:59.999Z',
      '2025-03-30T23:00:00Z',
    ],
    [
      'Europe/London',
      '2024-10-27',
      '2024-10-26T23:00:00Z',
      '2024-10-27T23:59:59.999Z',
      '2024-10-28T00:00:00Z',
    ],
    [
      'America/New_York',
      '2025-03-09',
      '2025-03-09T05:00:00Z',
      '2025-03-10T03:59:59.999Z',
      '2025-03-10T04:00:00Z',
    ],
    [
      'Australia/Lord_Howe',
      '2025-10-05',
      '2025-10-04T13:30:00Z',
      '2025-10-05T12:59:59.999Z',
      '2025-10-05T13:00:00Z',
    ],
    [
      'Asia/Kathmandu',
      '2025-01-01',
      '2024-12-31T18:15:00Z',
      '2025-01-01T18:14:59.999Z',
      '2025-01-01T18:15:00Z',
    ],
  ])(
    'R10 a day of %s, %s, begins and ends with its own midnight, and its rows are those that it counts',
    async (timeZone, day, first, last, next) => {
      await app.app.features.settings.changeWorkspace({ timeZone });
      const before = new Date(new Date(first).getTime() - 1).toISOString();
      await record(
        ...[before, first, last, next].map(
          (at): NewEvent => ({ type: 'message.sent', campaignId: tea, occurredAt: new Date(at) }),
        ),
      );
      const rows = await member.get<FigureRow[]>(
        `/api/analytics/rows?measure=messages&period=lifetime&day=${day}`,
      );
      expect(rows.map(({ at }) => new Date(at).getTime())).toEqual([last, first].map((at) => Date.parse(at)));
      const week = await member.get<FigureRow[]>(
        `/api/analytics/rows?measure=messages&period=lifetime&day=${day}&days=7`,
      );
      expect(week).toHaveLength(3);
      const scope = { campaignIds: [tea], hasArrivals: false };
      const counted = await countByDay(db(), scope, { first: addDays(day, -2), length: 5, timeZone });
      expect(counted.map(({ day: of, messages }) => [of, messages]).toSorted()).toEqual([
        [addDays(day, -1), 1],
        [day, 2],
        [addDays(day, 1), 1],
      ]);
      await app.app.features.settings.changeWorkspace({ timeZone: 'UTC' });
    },
  );

  it('opens no day outside of its period', async () => {
    await record({ type: 'message.sent', campaignId: tea, occurredAt: daysAgo(40) });
    const day = daysAgo(40).toISOString().slice(0, 10);
    const rows = (query: string) =>
      member.get<FigureRow[]>(`/api/analytics/rows?measure=messages&day=${day}&${query}`);
    expect(await rows('period=last30')).toEqual([]);
    expect(await rows('period=last30&before=true')).toHaveLength(1);
    expect(await rows('period=last90')).toHaveLength(1);
  });

  it('has a point for each day, also of those without anything, and the same days of the period before', async () => {
    await record(
      { type: 'landing.visited', campaignId: tea, occurredAt: daysAgo(1) },
      { type: 'landing.visited', campaignId: tea, occurredAt: daysAgo(8) },
      { type: 'landing.visited', campaignId: tea, occurredAt: daysAgo(8) },
    );
    const { points, before, step } = await member.get<TrendLine>('/api/analytics/trend?period=last7');
    expect(step).toBe('day');
    expect(points.map(({ counts }) => counts.visits)).toEqual([0, 0, 0, 0, 0, 1, 0]);
    expect(before.map(({ counts }) => counts.visits)).toEqual([0, 0, 0, 0, 0, 2, 0]);
  });

  it('goes by week where there are many days', async () => {
    await record(
      { type: 'landing.visited', campaignId: tea, occurredAt: daysAgo(120) },
      { type: 'landing.visited', campaignId: tea, occurredAt: daysAgo(0) },
    );
    const { points, step, before } = await member.get<TrendLine>('/api/analytics/trend?period=lifetime');
    expect([step, points.length, before]).toEqual(['week', 18, []]);
    expect(points.reduce((sum, { counts }) => sum + counts.visits, 0)).toBe(2);
  });
});

const CONTACTS = ['message.sent', 'link.clicked', 'landing.visited', 'reply.received'] as const;

describe('first and last touch', () => {
  it('give the purchase to who began it and to who finished it, and each opens its rows', async () => {
    const dana = await addLead('Dana', daysAgo(30));
    await record(
      { type: 'message.sent', campaignId: tea, leadId: dana, channel: 'email', occurredAt: daysAgo(20) },
      { type: 'message.sent', campaignId: soup, leadId: dana, channel: 'whatsapp', occurredAt: daysAgo(2) },
      {
        type: 'purchase.made',
        campaignId: soup,
        leadId: dana,
        channel: 'whatsapp',
        valueCents: 900,
        occurredAt: daysAgo(1),
      },
      // Longer ago than counts, and a purchase of nobody we know.
      { type: 'message.sent', campaignId: tea, leadId: dana, channel: 'social_dm', occurredAt: daysAgo(95) },
      { type: 'purchase.made', campaignId: soup, valueCents: 100, occurredAt: daysAgo(1) },
    );
    const { rows, total } = await touches('period=last7');
    expect(total).toBe(2);
    expect(rows.map(({ campaign, channel, first, last }) => [campaign, channel, first, last])).toEqual(
      expect.arrayContaining([
        ['Tea', 'email', { count: 1, revenue: 900 }, { count: 0, revenue: 0 }],
        ['Soup', 'whatsapp', { count: 0, revenue: 0 }, { count: 1, revenue: 900 }],
        ['Soup', null, { count: 1, revenue: 100 }, { count: 1, revenue: 100 }],
      ]),
    );
    const behind = await member.get<FigureRow[]>(
      `/api/analytics/touch-rows?period=last7&touch=first&touchCampaign=${tea}&channel=email`,
    );
    expect(behind).toMatchObject([{ leadName: 'Dana', value: 900 }]);
  });

  it('are those that asking for each purchase finds, also at the same instant and at the edge of the days', async () => {
    const people = await Promise.all(['Ana', 'Ben', 'Cem'].map((name) => addLead(name, daysAgo(200))));
    const now = Date.now();
    const ago = (days: number, moreMs = 0) => new Date(now - days * DAY_MS + moreMs);
    const contacts = people.flatMap((leadId, person) =>
      [ago(150), ago(90, -1), ago(90), ago(90, 1), ago(30), ago(30), ago(0), ago(0, 1)].map(
        (occurredAt, index): NewEvent => ({
          type: CONTACTS[(index + person) % CONTACTS.length] ?? 'message.sent',
          campaignId: index % 3 === 2 ? null : index % 2 === 0 ? tea : soup,
          channel: index % 4 === 3 ? null : index % 2 === 0 ? 'email' : 'whatsapp',
          leadId,
          occurredAt,
        }),
      ),
    );
    const sales = [undefined, ...people].flatMap((leadId, person) =>
      [ago(151), ago(90, -1), ago(30), ago(0)].map(
        (occurredAt, index): NewEvent => ({
          type: 'purchase.made',
          campaignId: person % 2 === 0 ? tea : soup,
          channel: 'social_dm',
          valueCents: 1 + person * 10 + index * 100,
          ...(leadId && { leadId }),
          occurredAt,
        }),
      ),
    );
    await record(...contacts.slice(0, 16), ...sales);
    for (const [period, isSummed] of [
      ['last30', false],
      ['last90', false],
      ['lifetime', false],
      ['last30', true],
      ['lifetime', true],
    ] as const) {
      if (isSummed) await app.app.features.analytics.sumUpParts();
      const { rows, total, from } = await touches(`period=${period}`);
      const oneByOne = await rowsOf<{ sold: number; touch: string; key: string }>(
        db(),
        sql`select e.value_cents as sold, side.touch, coalesce(found.campaign_id, e.campaign_id) || ' ' || coalesce(found.channel, e.channel) as key
          from events e cross join (values ('first', 1), ('last', -1)) side(touch, sign)
            left join lateral (
              select t.campaign_id, t.channel from events t
              where t.lead_id = e.lead_id and t.type = any(${sql.param([...CONTACTS])}::text[])
                and t.occurred_at <= e.occurred_at and t.occurred_at >= e.occurred_at - interval '90 days'
              order by sign * extract(epoch from t.occurred_at), case when sign = 1 then t.id end, t.id desc limit 1
            ) found on true
          where e.type = 'purchase.made' and (e.occurred_at at time zone 'UTC')::date >= ${from}::date`,
      );
      expect(total).toBe(oneByOne.length / 2);
      for (const touch of ['first', 'last'] as const) {
        const sums = Object.fromEntries(
          [
            ...Map.groupBy(
              oneByOne.filter((one) => one.touch === touch),
              ({ key }) => key,
            ),
          ].map(([key, all]) => [
            key,
            { count: all.length, revenue: all.reduce((sum, { sold }) => sum + sold, 0) },
          ]),
        );
        const answered = rows
          .filter((row) => row[touch].count > 0)
          .map((row) => [`${row.campaignId} ${row.channel}`, row[touch]] as const);
        expect(Object.fromEntries(answered)).toEqual(sums);
      }
    }
  });
});

describe('cohorts', () => {
  it('count people by the month they were found in and how far they came in time', async () => {
    const dana = await addLead('Dana', daysAgo(40));
    await addLead('Kofi', daysAgo(40, 1));
    const move = (from: string, to: string, at: Date): NewEvent => ({
      type: 'lead.stage_changed',
      leadId: dana,
      occurredAt: at,
      data: { from, to },
    });
    await record(move('new', 'contacted', daysAgo(38)), move('contacted', 'qualified', daysAgo(20)));
    const sum = async (within: string) => {
      const cohorts = await member.get<Cohort[]>(`/api/analytics/cohorts?within=${within}`);
      return cohorts.map(({ leads, contacted, engaged, qualified, converted, isOpen }) => [
        leads,
        contacted,
        engaged,
        qualified,
        converted,
        isOpen,
      ]);
    };
    expect(await sum('7')).toEqual([[2, 1, 0, 0, 0, false]]);
    expect(await sum('30')).toEqual([[2, 1, 1, 1, 0, false]]);
    expect(await sum('90')).toEqual([[2, 1, 1, 1, 0, true]]);
    const [cohort] = await member.get<Cohort[]>('/api/analytics/cohorts');
    const people = (stage: string) =>
      member.get<FigureRow[]>(`/api/analytics/cohort-rows?month=${cohort?.month}${stage}`);
    expect((await people('')).map(({ leadName }) => leadName)).toEqual(['Kofi', 'Dana']);
    expect((await people('&stage=qualified')).map(({ leadName }) => leadName)).toEqual(['Dana']);
  });
});

describe('spend', () => {
  const enter = (body: object) => member.call('POST', '/api/analytics/spend', { body });
  const today = () => new Date().toISOString().slice(0, 10);

  it('entered by a person counts at once, and taken back twice it is gone once', async () => {
    const spend = (await (
      await enter({ campaignId: tea, day: today(), amount: '12.50', note: 'Flyers' })
    ).json()) as Spend;
    expect(spend).toMatchObject({
      campaign: 'Tea',
      amount: 1_250,
      day: today(),
      note: 'Flyers',
      by: 'member Person',
    });
    expect((await funnel('by=campaign')).total.counts.spend).toBe(1_250);
    expect(await member.get<Spend[]>('/api/analytics/spend')).toHaveLength(1);
    const answers = await Promise.all(
      [1, 2, 3].map(() => member.call('POST', `/api/analytics/spend/${spend.id}/take-back`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await funnel('by=campaign')).total.counts.spend).toBe(0);
    expect(await member.get('/api/analytics/spend')).toEqual([]);
    const [{ count } = { count: 0 }] = await rowsOf<{ count: number }>(
      db(),
      sql`select count(*) from events where type = 'spend.recorded'`,
    );
    expect(count).toBe(2);
  });

  it('R8 refuses days to come, sums of nothing and campaigns that do not run, at the field', async () => {
    const fields = async (body: object): Promise<unknown> => {
      const answer = await enter({ campaignId: tea, day: today(), amount: 5, ...body });
      expect(answer.status).toBe(400);
      return Object.keys(((await answer.json()) as { fields: object }).fields);
    };
    expect(await fields({ day: '2999-01-01' })).toEqual(['day']);
    expect(await fields({ amount: 0 })).toEqual(['amount']);
    expect(await fields({ amount: 2_000_000 })).toEqual(['amount']);
    expect(await fields({ campaignId: newId() })).toEqual(['campaignId']);
    expect((await (await app.as('viewer')).call('POST', '/api/analytics/spend', { body: {} })).status).toBe(
      403,
    );
  });
});

it('S1-08 insights point at figures that are there, and rest on counts', async () => {
  await record(
    ...Array.from(
      { length: 200 },
      (): NewEvent => ({ type: 'message.sent', campaignId: tea, channel: 'email', occurredAt: daysAgo(1) }),
    ),
    ...Array.from(
      { length: 200 },
      (): NewEvent => ({ type: 'message.sent', campaignId: soup, channel: 'email', occurredAt: daysAgo(1) }),
    ),
    ...Array.from(
      { length: 100 },
      (): NewEvent => ({
        type: 'landing.visited',
        campaignId: tea,
        channel: 'email',
        occurredAt: daysAgo(1),
      }),
    ),
    ...Array.from(
      { length: 40 },
      (): NewEvent => ({
        type: 'landing.visited',
        campaignId: soup,
        channel: 'email',
        occurredAt: daysAgo(1),
      }),
    ),
  );
  const { by, items } = await member.get<Insights>('/api/analytics/insights');
  expect(by).toBe('Built-in engine');
  const insight = items.find(({ proof }) => proof.by === 'campaign');
  expect(insight).toMatchObject({ proof: { figure: 'responseRate', key: tea } });
  const row = rowOf(await funnel('by=campaign'), 'Tea');
  expect(insight?.sentence).toContain(
    `${((row?.counts.visits ?? 0) / (row?.counts.messages ?? 1)) * 100}.0%`,
  );
});

describe('R8 R10 events that come as they please', () => {
  const totals = async (period: string) => (await funnel(`period=${period}`)).total.counts;

  it('late ones count on the day on which they happened, and a repeated one counts once', async () => {
    const sent: NewEvent = {
      id: newId(),
      type: 'message.sent',
      campaignId: tea,
      occurredAt: daysAgo(45),
    };
    await record(sent);
    await record(sent);
    await Promise.all(Array.from({ length: 5 }, () => record(sent)));
    expect((await totals('last30')).messages).toBe(0);
    expect((await totals('last90')).messages).toBe(1);
    expect(await member.get<FigureRow[]>('/api/analytics/rows?measure=messages&period=last90')).toHaveLength(
      1,
    );
    const years: NewEvent = { ...sent, id: newId(), occurredAt: new Date('2003-05-06T07:08:09Z') };
    await record(years);
    expect((await totals('lifetime')).messages).toBe(2);
  });

  it('those of the future are stored and count in no period before they happen', async () => {
    await record(
      { type: 'message.sent', campaignId: tea, occurredAt: daysAgo(-3) },
      { type: 'message.sent', campaignId: tea, occurredAt: new Date('2999-01-01T00:00:00Z') },
    );
    for (const period of ['last7', 'last30', 'last90', 'lifetime']) {
      expect((await totals(period)).messages, period).toBe(0);
    }
    expect(await member.get<FigureRow[]>('/api/analytics/rows?measure=messages&period=lifetime')).toEqual([]);
  });

  it('those of a campaign that is deleted leave the figures and come back with it', async () => {
    await record({ type: 'landing.visited', campaignId: tea, occurredAt: daysAgo(1) });
    await db().execute(sql`update campaigns set deleted_at = now() where id = ${tea}`);
    await record({ type: 'landing.visited', campaignId: tea, occurredAt: daysAgo(1, 1) });
    expect((await totals('last7')).visits).toBe(0);
    await db().execute(sql`update campaigns set deleted_at = null where id = ${tea}`);
    expect((await totals('last7')).visits).toBe(2);
  });

  it('a share of nothing is no number, whatever is asked for', async () => {
    await record({ type: 'purchase.made', campaignId: tea, valueCents: 0, occurredAt: daysAgo(1) });
    const text = JSON.stringify([
      await funnel('by=campaign'),
      await member.get('/api/analytics/trend'),
      await member.get('/api/analytics/insights'),
      await member.get('/api/analytics/cohorts'),
    ]);
    expect(text).not.toMatch(/NaN|Infinity/);
  });
});

describe('R15 what comes in an address', () => {
  const HOSTILE = [
    "' or 1=1 --",
    "'; drop table events; --",
    '1) union select email from leads --',
    '%27%20or%20%271%27=%271',
    '$1',
    '\\',
    '{{7*7}}',
    '"><script>alert(1)</script>',
    '\u0000',
    '𝕏'.repeat(60),
  ];
  const FIELDS = [
    ['/api/analytics/funnel', ['by', 'period', 'campaign']],
    ['/api/analytics/rows?measure=messages', ['key', 'cursor', 'day', 'days', 'by', 'limit']],
    ['/api/analytics/rows?measure=messages&by=segment', ['key']],
    ['/api/analytics/rows?measure=messages&by=agent', ['key']],
    [
      '/api/analytics/touch-rows?touch=first&touchCampaign=&channel=',
      ['channel', 'touchCampaign', 'goal', 'cursor'],
    ],
    ['/api/analytics/cohorts', ['within']],
    ['/api/analytics/cohort-rows?month=2026-01-01', ['month', 'stage', 'within', 'cursor']],
    ['/api/crm/cards?stage=new', ['sort', 'q', 'cursor', 'stage']],
    ['/api/crm/tasks', ['owner']],
    ['/api/analytics/ai-activity', ['limit']],
  ] as const;

  it.each(FIELDS)('is data and never SQL: %s', async (path, fields) => {
    const dana = await addLead('Dana', daysAgo(1));
    const before = await rowsOf(db(), sql`select count(*)::int as count from events`);
    for (const field of fields) {
      for (const value of HOSTILE) {
        const url = new URL(path, 'http://x');
        url.searchParams.set(field, value);
        const answer = await member.call('GET', `${url.pathname}${url.search}`);
        expect([200, 400], `${field}=${value}: ${answer.status}`).toContain(answer.status);
        if (answer.status === 200) expect(await answer.text(), `${field}=${value}`).not.toContain(dana);
      }
    }
    expect(await rowsOf(db(), sql`select count(*)::int as count from events`)).toEqual(before);
  });

  it('no time zone is anything but one', async () => {
    const admin = await app.as('admin');
    for (const timeZone of [...HOSTILE, 'Europe/London; select 1', 'Mars/Olympus']) {
      const answer = await admin.call('PATCH', '/api/settings/workspace', { body: { timeZone } });
      expect(answer.status, timeZone).toBe(400);
    }
    expect((await member.get<TrendLine>('/api/analytics/trend')).timeZone).toBe('UTC');
  });
});
