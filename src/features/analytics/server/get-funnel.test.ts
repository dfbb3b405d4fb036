import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { changeWorkspace } from '#features/settings/server/workspace.ts';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import { newId } from '#kit/id.ts';
import { addDays } from '#kit/time.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { daysAgo, startFigures } from '#tests/support/figures.ts';
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
import { sumUpAllParts } from './sum-up-parts.ts';

const bench = await startFigures();
const { app, member, db, groupId, record, addLead, funnel, listAll } = bench;
let tea = '';
let soup = '';

beforeEach(async () => {
  ({ tea, soup } = await bench.beginAnew());
});
afterAll(() => app.close());

const rowOf = ({ rows }: Funnel, label: string) => rows.find((row) => row.label === label);

describe('the funnel', () => {
  // S1-08
  it('counts each step in all five ways, beside the period before, as the dashboard does', async () => {
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

  // S1-08
  it('counts by the agent that somebody talked with last, from the talk on, also once they are erased', async () => {
    const [sage, fern] = [newId(), newId()];
    for (const [id, name] of [
      [sage, 'Sage'],
      [fern, 'Fern'],
    ]) {
      await db.execute(sql`insert into experts (id, name, expertise_area) values (${id}, ${name}, 'Teas')`);
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
    await db.execute(sql`insert into leads (id, name, email, platform, legal_ground)
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

  // S1-08
  it('counts by the community that a lead joined last, from then on, also once they are erased', async () => {
    const create = async (name: string) =>
      (await member.post<{ id: string }>('/api/communities', { name })).id;
    const [walkers, cooks] = [await create('Walkers'), await create('Cooks')];
    const join = (leadId: string, communityId: string, occurredAt: Date): NewEvent => ({
      type: 'community.joined',
      leadId,
      occurredAt,
      data: { communityId },
    });
    const step = (type: NewEvent['type'], leadId: string, occurredAt: Date): NewEvent => ({
      type,
      campaignId: tea,
      leadId,
      occurredAt,
      ...(type === 'purchase.made' ? { valueCents: 4_000 } : {}),
    });
    // Dana was a lead before she joined; Eve was met in the community.
    const dana = await addLead('Dana', daysAgo(6));
    const eve = await addLead('Eve', daysAgo(3));
    await record(
      step('purchase.made', dana, daysAgo(5)),
      join(dana, walkers, daysAgo(4)),
      step('purchase.made', dana, daysAgo(3)),
      join(dana, cooks, daysAgo(2)),
      step('purchase.made', dana, daysAgo(1)),
      join(eve, walkers, daysAgo(60)),
      step('message.sent', eve, daysAgo(2)),
      step('purchase.made', eve, daysAgo(1)),
      { type: 'spend.recorded', campaignId: tea, occurredAt: daysAgo(1), valueCents: 700 },
    );
    const counted = async () =>
      (await funnel('period=last7&by=community')).rows.map(({ label, counts }) => [
        label,
        counts.leads,
        counts.messages,
        counts.purchases,
        counts.revenue,
        counts.spend,
      ]);
    const expected = [
      ['Walkers', 1, 1, 2, 8_000, 0],
      ['Cooks', 0, 0, 1, 4_000, 0],
      ['No community', 1, 0, 1, 4_000, 700],
    ];
    expect(await counted()).toEqual(expected);
    const rows = (measure: string, key: string) =>
      listAll(`/api/analytics/rows?measure=${measure}&by=community&key=${key}&period=last7&limit=1`);
    expect(await rows('leads', walkers)).toMatchObject({ rows: [{ leadName: 'Eve' }], totals: ['1'] });
    expect(await rows('revenue', walkers)).toMatchObject({
      rows: [{ leadName: 'Eve' }, { leadName: 'Dana' }],
      totals: ['2', '2'],
    });
    expect(await rows('leads', '')).toMatchObject({ rows: [{ leadName: 'Dana' }] });

    const admin = await app.as('admin');
    expect((await admin.call('POST', `/api/leads/${dana}/erase`)).status).toBeLessThan(300);
    expect(await counted()).toEqual(expected);
  });

  it('who leaves a community counts in none, or in another that they are still in', async () => {
    const create = async (name: string) =>
      (await member.post<{ id: string }>('/api/communities', { name })).id;
    const [walkers, cooks] = [await create('Walkers'), await create('Cooks')];
    const move = (
      type: 'community.joined' | 'community.left',
      communityId: string,
      days: number,
    ): NewEvent => ({
      type,
      leadId: dana,
      occurredAt: daysAgo(days),
      data: { communityId },
    });
    const buy = (days: number, valueCents: number): NewEvent => ({
      type: 'purchase.made',
      campaignId: tea,
      leadId: dana,
      occurredAt: daysAgo(days),
      valueCents,
    });
    const dana = await addLead('Dana', daysAgo(40));
    await record(
      move('community.joined', walkers, 30),
      move('community.joined', cooks, 20),
      move('community.left', cooks, 6),
      buy(5, 100),
      move('community.left', walkers, 4),
      buy(3, 1_000),
      move('community.joined', walkers, 2),
      buy(1, 10_000),
    );
    const { rows } = await funnel('period=last7&by=community');
    expect(rows.map(({ label, counts }) => [label, counts.revenue])).toEqual([
      ['Walkers', 10_100],
      ['No community', 1_000],
    ]);
    const behind = await listAll(
      '/api/analytics/rows?measure=revenue&by=community&key=&period=last7&limit=5',
    );
    expect(behind.totals).toEqual(['1']);
  });

  it('leaves out deleted campaigns, and answers nothing but zeros without any', async () => {
    await record({ type: 'message.sent', campaignId: tea, occurredAt: daysAgo(1) });
    await db.execute(sql`update campaigns set deleted_at = now()`);
    for (const by of DIMENSIONS) {
      const { total, rows } = await funnel(`period=lifetime&by=${by}`);
      expect([total.counts.messages, rows, total.before]).toEqual([0, [], null]);
    }
  });
});

describe('refunds and other currencies', () => {
  it('take money from the revenue wherever it is shown, count for no purchase and are among its rows', async () => {
    const dana = await addLead('Dana', daysAgo(3));
    const sale = (type: NewEvent['type'], more: Partial<NewEvent>): NewEvent => ({
      type,
      campaignId: tea,
      leadId: dana,
      channel: 'email',
      occurredAt: daysAgo(3),
      ...more,
    });
    await record(
      sale('message.sent', { occurredAt: daysAgo(3, 1) }),
      sale('purchase.made', { valueCents: 5_000 }),
      sale('purchase.refunded', { valueCents: -2_000 }),
      sale('purchase.made', { data: { amountMinor: 4_950, currency: 'EUR' } }),
    );
    for (const _time of ['before', 'after']) {
      for (const by of ['campaign', 'channel', 'segment', 'source'] as const) {
        const { total, rows } = await funnel(`period=last30&by=${by}`);
        expect([total.counts.purchases, total.counts.revenue], by).toEqual([2, 3_000]);
        expect(
          rows.reduce((sum, { counts }) => sum + counts.revenue, 0),
          by,
        ).toBe(3_000);
      }
      const touches = await member.get<Touches>('/api/analytics/touches?goal=purchases&period=last30');
      expect(touches.rows.map(({ first, last }) => [first, last])).toEqual([
        [
          { count: 2, revenue: 3_000 },
          { count: 2, revenue: 3_000 },
        ],
      ]);
      const { rows, totals } = await listAll('/api/analytics/rows?measure=revenue&period=last30&limit=2');
      expect(new Set(totals)).toEqual(new Set(['3']));
      expect(rows.map(({ value, amountMinor, currency }) => [value, amountMinor, currency])).toEqual(
        expect.arrayContaining([
          [5_000, null, null],
          [-2_000, null, null],
          [null, 4_950, 'EUR'],
        ]),
      );
      const touched = await listAll(
        `/api/analytics/touch-rows?goal=purchases&touch=last&touchCampaign=${tea}&channel=email&period=last30&limit=2`,
      );
      expect(new Set(touched.totals)).toEqual(new Set(['3']));
      await sumUpAllParts(app.app.context);
    }
    const overview = await member.get<{ campaigns: object[] }>('/api/analytics/overview?period=last30');
    expect(overview.campaigns).toContainEqual(
      expect.objectContaining({ id: tea, purchaseConversions: 2, revenue: 30 }),
    );
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
      await sumUpAllParts(app.app.context);
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
    // R10
  ])(
    'a day of %s, %s, begins and ends with its own midnight, and its rows are those that it counts',
    async (timeZone, day, first, last, next) => {
      await changeWorkspace(app.app.context, { timeZone });
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
      const counted = await countByDay(db, scope, { first: addDays(day, -2), length: 5, timeZone });
      expect(counted.map(({ day: of, messages }) => [of, messages]).toSorted()).toEqual([
        [addDays(day, -1), 1],
        [day, 2],
        [addDays(day, 1), 1],
      ]);
      await changeWorkspace(app.app.context, { timeZone: 'UTC' });
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
      db,
      sql`select count(*) from events where type = 'spend.recorded'`,
    );
    expect(count).toBe(2);
  });

  // R8
  it('refuses days to come, sums of nothing and campaigns that do not run, at the field', async () => {
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

// S1-08
it('insights point at figures that are there, and rest on counts', async () => {
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

// R8 R10
describe('events that come as they please', () => {
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
    await db.execute(sql`update campaigns set deleted_at = now() where id = ${tea}`);
    await record({ type: 'landing.visited', campaignId: tea, occurredAt: daysAgo(1, 1) });
    expect((await totals('last7')).visits).toBe(0);
    await db.execute(sql`update campaigns set deleted_at = null where id = ${tea}`);
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

// R15
describe('what comes in an address', () => {
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
    const before = await rowsOf(db, sql`select count(*)::int as count from events`);
    for (const field of fields) {
      for (const value of HOSTILE) {
        const url = new URL(path, 'http://x');
        url.searchParams.set(field, value);
        const answer = await member.call('GET', `${url.pathname}${url.search}`);
        expect([200, 400], `${field}=${value}: ${answer.status}`).toContain(answer.status);
        if (answer.status === 200) expect(await answer.text(), `${field}=${value}`).not.toContain(dana);
      }
    }
    expect(await rowsOf(db, sql`select count(*)::int as count from events`)).toEqual(before);
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
