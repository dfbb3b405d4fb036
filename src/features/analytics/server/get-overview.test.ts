import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeWorkspace } from '#features/settings/server/workspace.ts';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import type { Actor } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, openDatabase, rowsOf, sql } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { Overview } from '../contract.ts';
import { listAiActivity } from './ai-activity.ts';
import { getOverview } from './get-overview.ts';
import { getUsage } from './get-usage.ts';

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
beforeEach(() => db.execute(sql`truncate events, event_rollups, event_days, campaigns cascade`));

const ADMIN: Actor = {
  id: 'ann',
  email: 'ann@yarrow.test',
  role: 'admin',
  firstName: 'Ann',
  lastName: 'Lee',
};
const at = (instant: string) => ({ db, clock: { now: () => new Date(instant) } });
const inZone = (timeZone: string) =>
  changeWorkspace({ db, recordRegions: () => Promise.resolve() }, { timeZone }, ADMIN);
const record = (...events: NewEvent[]) =>
  inTransaction(db, (tx) => recordEvents({ eventSubscribers: [] }, tx, events));

type Given = {
  name?: string;
  status?: string;
  launchedAt?: string | null;
  completedAt?: string | null;
  url?: string;
};
async function addCampaign(given: Given = {}): Promise<string> {
  const {
    name = 'Winter',
    status = 'active',
    launchedAt = '2026-01-01T00:00:00Z',
    completedAt = null,
  } = given;
  const id = newId();
  await db.execute(sql`insert into campaigns (id, name, objective, status, target_groups, landing_page_url,
      selected_content_assets, channels, utm_campaign, utm_source, utm_medium, launched_at, completed_at)
    values (${id}, ${name}, 'Sell', ${status}, '{}', ${given.url ?? 'https://shop.example/winter?ref=1#top'}, '{}',
      '{email}', 'winter', 'yarrow', 'email', ${launchedAt}, ${completedAt})`);
  return id;
}
const sent = (campaignId: string, instant: string): NewEvent => ({
  type: 'message.sent',
  campaignId,
  occurredAt: new Date(instant),
});

describe('GET /api/analytics/overview', () => {
  it.each([
    ['Europe/London', '2027-06-30T22:59:59Z', '2027-06-30T23:00:00Z', '2027-07-07T12:00:00Z'],
    ['Asia/Kathmandu', '2027-06-30T18:14:59Z', '2027-06-30T18:15:00Z', '2027-07-07T12:00:00Z'],
    ['America/New_York', '2027-03-08T04:59:59Z', '2027-03-08T05:00:00Z', '2027-03-14T12:00:00Z'],
    ['Pacific/Kiritimati', '2028-02-24T09:59:59Z', '2028-02-24T10:00:00Z', '2028-03-01T20:00:00Z'],
    // R8
  ])('begins the last 7 days where the day begins in %s', async (zone, before, first, now) => {
    await inZone(zone);
    const id = await addCampaign();
    await record(sent(id, before), sent(id, first), sent(id, now));
    expect((await getOverview(at(now), 'last7')).messagesSent).toBe(2);
    expect((await getOverview(at(now), 'lifetime')).messagesSent).toBe(3);
  });

  it.each(['UTC', 'Asia/Kathmandu', 'Pacific/Auckland', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
    'R8 the sums of days and quarters in %s are those of the raw events, clocks going back and forth in between',
    async (zone) => {
      await inZone(zone);
      const id = await addCampaign();
      const now = '2027-04-10T09:20:00Z';
      const spread = Array.from({ length: 600 }, (_, index): NewEvent => {
        const daysBack = (index * 7919) % 100_000;
        return {
          ...sent(id, now),
          occurredAt: new Date(Date.parse(now) - daysBack * 80_000),
          valueCents: index,
        };
      });
      await record(
        ...spread,
        ...spread.slice(0, 40).map((event) => ({ ...event, type: 'landing.visited' as const })),
      );
      for (const period of ['last7', 'last30', 'last90', 'lifetime'] as const) {
        const { totals, from, trends } = await getOverview(at(now), period);
        const [raw] = await rowsOf<{ messages: number; visits: number; first: string }>(
          db,
          sql`select count(*) filter (where type = 'message.sent')::int as messages,
              count(*) filter (where type = 'landing.visited')::int as visits,
              to_char(min(occurred_at) at time zone ${zone}, 'YYYY-MM-DD') as first
            from events where (occurred_at at time zone ${zone})::date >= ${from}::date`,
        );
        expect(totals).toMatchObject({ messagesSent: raw?.messages, landingPageVisits: raw?.visits });
        if (period === 'lifetime') expect(from).toBe(raw?.first);
        const days = await rowsOf<{ rate: number }>(
          db,
          sql`select round(100.0 * count(*) filter (where type = 'landing.visited') / count(*) filter (where type = 'message.sent'), 1)::float8 as rate
            from (select type, (occurred_at at time zone ${zone})::date as day from events) d
            where day > (${now}::timestamptz at time zone ${zone})::date - 14 group by day order by day`,
        );
        expect(trends.responseRate.series).toEqual(days.map(({ rate }) => rate));
      }
    },
  );

  // S7-07 S3-01 S3-03 S2.6-09
  it('counts what happened and answers it in the shape of the contract', async () => {
    await inZone('UTC');
    const id = await addCampaign();
    const now = '2027-01-14T12:00:00Z';
    const event = (type: NewEvent['type'], valueCents: number | null = null): NewEvent => ({
      type,
      campaignId: id,
      occurredAt: new Date(now),
      valueCents,
    });
    await record(
      ...Array.from({ length: 8 }, () => sent(id, now)),
      ...Array.from({ length: 4 }, () => event('landing.visited')),
      ...Array.from({ length: 2 }, () => event('landing.converted')),
      event('purchase.made', 4_995),
      event('spend.recorded', 3_150),
      event('link.scanned'),
      event('landing.scanned'),
      // Nobody's campaign.
      { type: 'landing.visited', occurredAt: new Date(now) },
    );
    const overview = Overview.parse(await getOverview(at(now), 'last30'));
    expect(overview.totals).toEqual({
      messagesSent: 8,
      landingPageVisits: 4,
      landingPageConversions: 2,
      purchaseConversions: 1,
      activeCampaigns: 1,
    });
    expect(overview).toMatchObject({
      ...overview.totals,
      from: '2026-12-16',
      to: '2027-01-14',
      timeZone: 'UTC',
    });
    expect(overview.campaigns).toMatchObject([
      {
        id,
        status: 'active',
        startDate: '2026-01-01',
        endDate: null,
        responseRate: 50,
        pageConversionRate: 50,
        purchaseConversionRate: 50,
        costPerLead: 15.75,
        revenue: 49.95,
      },
    ]);
  });

  it('says how many of the messages of the period went to the outbox', async () => {
    const id = await addCampaign({ launchedAt: '2026-10-01T00:00:00Z' });
    const message = (sentAt: string, status = 'outbox') =>
      db.execute(sql`insert into messages (id, campaign_id, step_id, channel, status, due_at, sent_at, contact_hash)
        values (${newId()}, ${id}, ${newId()}, 'email', ${status}, ${sentAt}, ${sentAt}, '')`);
    for (const sentAt of ['2026-10-02T10:00:00Z', '2027-01-10T10:00:00Z', '2027-01-11T10:00:00Z'])
      await message(sentAt);
    await message('2027-01-12T10:00:00Z', 'sent');
    const kept = async (period: 'last30' | 'lifetime') =>
      (await getOverview(at('2027-01-14T12:00:00Z'), period)).campaigns[0]?.keptInOutbox;
    expect(await kept('last30')).toBe(2);
    expect(await kept('lifetime')).toBe(3);
  });

  // S3-02
  it('names in the landing page what the utm fields say, and keeps the rest of it', async () => {
    await addCampaign();
    const [campaign] = (await getOverview(at('2027-01-14T12:00:00Z'), 'last30')).campaigns;
    const url = new URL(campaign?.landingPageUrl ?? '');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ref: '1',
      utm_source: campaign?.utmSource,
      utm_medium: campaign?.utmMedium,
      utm_campaign: campaign?.utmCampaign,
    });
    expect(url.hash).toBe('#top');
  });

  // S4-08 S9-13
  it('shows active or completed, counts those at work, leaves out drafts and deleted ones', async () => {
    const now = '2027-01-14T12:00:00Z';
    await addCampaign({ name: 'Running' });
    await addCampaign({ name: 'Resting', status: 'paused' });
    await addCampaign({ name: 'Over', status: 'completed', completedAt: '2027-01-10T00:00:00Z' });
    await addCampaign({ name: 'Long over', status: 'completed', completedAt: '2026-06-10T00:00:00Z' });
    await addCampaign({ name: 'Not yet', status: 'draft', launchedAt: null });
    const deleted = await addCampaign({ name: 'Deleted' });
    await record(sent(deleted, now));
    await db.execute(sql`update campaigns set deleted_at = now() where id = ${deleted}`);
    const overview = await getOverview(at(now), 'last30');
    expect(new Map(overview.campaigns.map(({ name, status }) => [name, status]))).toEqual(
      new Map([
        ['Running', 'active'],
        ['Resting', 'active'],
        ['Over', 'completed'],
      ]),
    );
    expect(overview.campaigns.filter(({ isPaused }) => isPaused).map(({ name }) => name)).toEqual([
      'Resting',
    ]);
    expect(overview.activeCampaigns).toBe(1);
    expect(overview.messagesSent).toBe(0);
    expect((await getOverview(at(now), 'lifetime')).campaigns).toHaveLength(4);
  });

  // S2.1-13
  it('counts one campaign where it is named, and none that does not exist', async () => {
    const [one, other] = [await addCampaign({ name: 'One' }), await addCampaign({ name: 'Other' })];
    const now = '2027-01-14T12:00:00Z';
    await record(sent(one, now), sent(other, now), sent(other, now));
    const filtered = await getOverview(at(now), 'last30', other);
    expect(filtered.campaigns.map(({ name }) => name)).toEqual(['Other']);
    expect(filtered.messagesSent).toBe(2);
    expect(filtered.trends.responseRate.series.at(-1)).toBe(0);
    expect((await getOverview(at(now), 'last30', newId())).campaigns).toEqual([]);
  });

  it('counts events that come late into the day they happened, and none of the future', async () => {
    await inZone('UTC');
    const id = await addCampaign();
    await record(sent(id, '2027-01-02T12:00:00Z'), sent(id, '2027-01-15T00:00:00Z'));
    const ctx = at('2027-01-14T23:59:00Z');
    expect((await getOverview(ctx, 'last7')).messagesSent).toBe(0);
    expect((await getOverview(ctx, 'last30')).messagesSent).toBe(1);
    expect((await getOverview(ctx, 'lifetime')).from).toBe('2027-01-02');
  });

  // S2.6-11
  it('has nothing to show and nothing to compare in an empty workspace', async () => {
    const overview = Overview.parse(await getOverview(at('2027-01-14T12:00:00Z'), 'lifetime'));
    expect(overview).toMatchObject({ from: null, messagesSent: 0, campaigns: [] });
    expect(Object.values(overview.trends).map(({ change }) => change)).toEqual([null, null, null, null]);
  });
});

describe('GET /api/analytics/usage', () => {
  // S2.5-05
  it('counts the leads discovered this month and the campaigns that ran in it', async () => {
    await inZone('Australia/Adelaide');
    // Midnight of the first of March there.
    const monthStart = new Date('2027-02-28T13:30:00Z');
    const found = (instant: Date): NewEvent => ({ type: 'lead.discovered', occurredAt: instant });
    await record(found(new Date(monthStart.getTime() - 1)), found(monthStart));
    await addCampaign({ name: 'Running' });
    await addCampaign({ status: 'completed', completedAt: monthStart.toISOString() });
    await addCampaign({ status: 'completed', completedAt: '2027-02-28T13:29:59Z' });
    await addCampaign({ launchedAt: '2027-03-02T00:00:00Z' });
    const usage = () => getUsage(at('2027-03-01T00:00:00Z'));
    expect(await usage()).toEqual({
      campaigns: 2,
      leadsDiscovered: 1,
      lastActive: monthStart.toISOString(),
      timeZone: 'Australia/Adelaide',
    });
    await record(found(new Date('2027-02-28T23:00:00Z')));
    expect((await usage()).leadsDiscovered).toBe(2);
  });

  // S2.5-07
  it('has no last activity before the first event', async () => {
    expect(await getUsage(at('2027-03-01T00:00:00Z'))).toMatchObject({ campaigns: 0, lastActive: null });
  });
});

describe('GET /api/analytics/ai-activity', () => {
  // S2.6-04
  it('tells what the AI did, newest first, as the features record it', async () => {
    const campaignId = await addCampaign({ name: 'Winter' });
    const groupId = newId();
    const when = (minute: number) => new Date(Date.UTC(2027, 0, 14, 9, minute));
    await record(
      {
        type: 'run.scored',
        occurredAt: when(1),
        data: {
          groupId,
          found: 20,
          high: 7,
          medium: 9,
          low: 4,
          sources: ['practice', 'reddit'],
          by: 'Built-in engine',
        },
      },
      {
        type: 'addresses.checked',
        occurredAt: when(2),
        data: { checked: 61, verified: 48, manual: 9, failed: 4 },
      },
      { type: 'campaign.composed', occurredAt: when(3), campaignId, data: { by: 'Built-in engine' } },
      { type: 'run.scored', occurredAt: when(4), data: { found: 'many' } },
      { type: 'message.sent', occurredAt: when(5) },
    );
    const activity = await listAiActivity(at('2027-01-14T12:00:00Z'), 10);
    expect(activity.map(({ id: _id, at: _at, ...rest }) => rest)).toEqual([
      {
        kind: 'composed',
        title: 'Composed messages for Winter',
        detail: 'From the objective and the chosen content',
        by: 'Built-in engine',
        href: '/campaigns',
        undo: null,
      },
      {
        kind: 'checked',
        title: 'Checked 61 addresses',
        detail: '48 verified, 9 to check, 4 failed',
        by: 'Built-in engine',
        href: '/leads',
        undo: null,
      },
      {
        kind: 'scored',
        title: 'Scored 20 leads from two sources',
        detail: '7 high, 9 medium, 4 low',
        by: 'Built-in engine',
        href: `/leads?group=${groupId}`,
        undo: null,
      },
    ]);
  });
});
