import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import { DAY_MS } from '#kit/time.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { daysAgo, startFigures } from '#tests/support/figures.ts';
import { type FigureRow } from '../contract-funnel.ts';
import { sumUpAllParts } from './sum-up-parts.ts';

const bench = await startFigures();
const { app, member, db, record, addLead, touches } = bench;
let tea = '';
let soup = '';

beforeEach(async () => {
  ({ tea, soup } = await bench.beginAnew());
});
afterAll(() => app.close());

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
      if (isSummed) await sumUpAllParts(app.app.context);
      const { rows, total, from } = await touches(`period=${period}`);
      const oneByOne = await rowsOf<{ sold: number; touch: string; key: string }>(
        db,
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
