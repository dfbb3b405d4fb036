import { describe, expect, it } from 'vitest';
import {
  activeTrend,
  type CampaignLife,
  type Figures,
  firstDay,
  NO_FIGURES,
  ratesOf,
  rateTrend,
  scoredWords,
  wasActiveAt,
} from './rules.ts';

const figures = (given: Partial<Figures>): Figures => ({ ...NO_FIGURES, ...given });

describe('periods', () => {
  // S4-06
  it('are calendar days with today as the last of them', () => {
    expect(firstDay('last7', '2028-03-01')).toBe('2028-02-24');
    expect(firstDay('last30', '2026-03-01')).toBe('2026-01-31');
    expect(firstDay('last90', '2026-03-31')).toBe('2026-01-01');
    expect(firstDay('lifetime', '2026-03-31')).toBeNull();
  });
});

describe('rates', () => {
  // S9-15 S9-16
  it('are to one decimal, each over its own base', () => {
    const counted = figures({
      messages: 2140,
      visits: 498,
      conversions: 252,
      purchases: 104,
      spendCents: 315_000,
    });
    expect(ratesOf(counted)).toEqual({
      responseRate: 23.3,
      pageConversionRate: 50.6,
      purchaseConversionRate: 41.3,
      costPerLead: 12.5,
      revenue: 0,
    });
  });

  // S2.6-11
  it('are nothing where there is nothing to divide by', () => {
    expect(ratesOf(NO_FIGURES)).toEqual({
      responseRate: null,
      pageConversionRate: null,
      purchaseConversionRate: null,
      costPerLead: null,
      revenue: 0,
    });
    expect(ratesOf(figures({ spendCents: 100 })).costPerLead).toBeNull();
    expect(ratesOf(figures({ conversions: 3 })).costPerLead).toBeNull();
  });
});

// S9-14
describe('week over week', () => {
  const days = (lastWeek: Figures, thisWeek: Figures): Figures[] => [
    ...Array<Figures>(7).fill(lastWeek),
    ...Array<Figures>(7).fill(thisWeek),
  ];

  it('is the relative change of the rate', () => {
    const trend = rateTrend(
      days(figures({ messages: 100, visits: 20 }), figures({ messages: 50, visits: 11 })),
      'visits',
    );
    expect(trend).toMatchObject({ thisWeek: 22, lastWeek: 20, change: 10, unit: 'percent' });
    expect(trend.series).toEqual([...Array(7).fill(20), ...Array(7).fill(22)]);
  });

  it('is nothing without messages in one of the weeks, or nothing to grow from', () => {
    const some = figures({ messages: 100, visits: 20 });
    expect(rateTrend(days(NO_FIGURES, some), 'visits')).toMatchObject({
      thisWeek: 20,
      lastWeek: null,
      change: null,
    });
    expect(rateTrend(days(some, NO_FIGURES), 'visits')).toMatchObject({
      thisWeek: null,
      lastWeek: 20,
      change: null,
    });
    expect(rateTrend(days(figures({ messages: 10 }), some), 'visits').change).toBeNull();
  });
});

// S9-13
describe('active campaigns', () => {
  const day = (number: number): Date => new Date(Date.UTC(2027, 0, number));
  const dayEnds = Array.from({ length: 14 }, (_, index) => day(index + 2));
  const life = (given: Partial<CampaignLife>): CampaignLife => ({
    status: 'active',
    launchedAt: day(1),
    completedAt: null,
    turns: [],
    ...given,
  });

  it('were active from launch to completion but for their pauses', () => {
    const paused = life({
      turns: [
        { type: 'campaign.launched', at: day(1) },
        { type: 'campaign.paused', at: day(4) },
        { type: 'campaign.resumed', at: day(6) },
        { type: 'campaign.completed', at: day(9) },
      ],
    });
    expect([0, 1, 3, 4, 5, 6, 8, 9].filter((number) => wasActiveAt(paused, day(number)))).toEqual([
      1, 3, 6, 8,
    ]);
    expect(wasActiveAt(life({ completedAt: day(9) }), day(8))).toBe(true);
    expect(wasActiveAt(life({ completedAt: day(9) }), day(9))).toBe(false);
    expect(wasActiveAt(life({ launchedAt: null }), day(9))).toBe(false);
  });

  it('are compared with those of a week ago by their difference', () => {
    const started = life({ launchedAt: day(12), turns: [{ type: 'campaign.launched', at: day(12) }] });
    const trend = activeTrend([life({}), started, life({ status: 'paused', launchedAt: day(13) })], dayEnds);
    expect(trend).toMatchObject({ thisWeek: 2, lastWeek: 1, change: 1, unit: 'count' });
  });

  it('have no trend before the first launch', () => {
    expect(activeTrend([], dayEnds)).toMatchObject({ thisWeek: null, change: null });
  });
});

it('says how many were scored and from how many sources', () => {
  expect(scoredWords({ found: 20, sources: 2, high: 7, medium: 9, low: 4 })).toEqual({
    title: 'Scored 20 leads from two sources',
    detail: '7 high, 9 medium, 4 low',
  });
  expect(scoredWords({ found: 1, sources: 0, high: 0, medium: 1, low: 0 }).title).toBe('Scored 1 lead');
});
