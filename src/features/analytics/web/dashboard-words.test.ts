import { describe, expect, it } from 'vitest';
import type { CampaignPerformance, Overview, Trend } from '../contract.ts';
import { figureText, NO_COUNTS } from '../rules-figures.ts';
import { heardLine, metricsOf, rangeLine, runLine, summaryTiles } from './dashboard-words.ts';

const NOW = new Date('2026-11-21T10:00:00Z');

function buildTrend(trend: Partial<Trend> = {}): Trend {
  return { thisWeek: 22.6, lastWeek: 21.9, change: 3.2, unit: 'percent', series: [21.9, 22.6], ...trend };
}

function buildOverview(overview: Partial<Overview> = {}): Overview {
  const totals = {
    messagesSent: 4_820,
    landingPageVisits: 1_060,
    landingPageConversions: 540,
    purchaseConversions: 231,
    activeCampaigns: 2,
  };
  return {
    ...totals,
    totals,
    period: 'last30',
    from: '2026-10-23',
    to: '2026-11-21',
    timeZone: 'Europe/London',
    trends: {
      responseRate: buildTrend(),
      pageConversion: buildTrend({ change: -2.1 }),
      purchaseConversion: buildTrend({ change: 0 }),
      activeCampaigns: buildTrend({ thisWeek: 2, lastWeek: 1, change: 1, unit: 'count' }),
    },
    campaigns: [],
    ...overview,
  };
}

const NO_TOTALS = {
  messagesSent: 0,
  landingPageVisits: 0,
  landingPageConversions: 0,
  purchaseConversions: 0,
  activeCampaigns: 0,
};

function buildCampaign(campaign: Partial<CampaignPerformance> = {}): CampaignPerformance {
  return {
    id: '0192f000-0000-7000-8000-000000000001',
    name: 'Winter Evenings',
    targetSegment: '',
    startDate: '2026-11-01',
    endDate: null,
    landingPageUrl: 'https://example.com/winter',
    utmCampaign: 'winter-evenings',
    utmSource: 'yarrow',
    utmMedium: 'email',
    status: 'active',
    isPaused: false,
    channels: ['email'],
    messagesSent: 2_140,
    responseRate: 23.3,
    landingPageVisits: 498,
    landingPageConversions: 252,
    purchaseConversions: 104,
    costPerLead: 12.5,
    pageConversions: 252,
    pageConversionRate: 50.6,
    purchaseConversionRate: 41.3,
    keptInOutbox: 0,
    heard: NOTHING,
    revenue: 1_872,
    ...campaign,
  };
}

const NOTHING = {
  opens: 0,
  machineOpens: 0,
  clicks: 0,
  replies: 0,
  bounces: 0,
  complaints: 0,
  unsubscribes: 0,
};

describe('what came back to a campaign', () => {
  it('is told with machines apart, and not at all where nothing did', () => {
    expect(heardLine(NOTHING)).toBeNull();
    expect(heardLine({ ...NOTHING, opens: 4, machineOpens: 2, clicks: 1, replies: 3, complaints: 1 })).toBe(
      '4 opened, 2 loaded by machines, 1 click, 3 replies, 1 complaint',
    );
  });
});

describe('summary tiles', () => {
  // S9-10 S9-11 S9-12 S9-13
  it('divide visits, conversions and purchases by messages, to one decimal', () => {
    const tiles = summaryTiles(buildOverview());
    expect(tiles.map(({ label, figure, unit }) => [label, figure, unit])).toEqual([
      ['Response rate', '22.0', '%'],
      ['Page conversion', '11.2', '%'],
      ['Purchase conversion', '4.8', '%'],
      ['Active campaigns', '2', undefined],
    ]);
    expect(tiles[0]?.lines).toEqual(['22.6% against 21.9% last week', '1,060 visits from 4,820 messages']);
  });

  it('open, but for what is not there yet, and two of them divide by messages what a card divides by the step before', () => {
    const opens = (overview: Overview) => summaryTiles(overview).map((tile) => tile.opens);
    expect(opens(buildOverview())).toEqual(['responseRate', 'signUp', 'overall', 'activeCampaigns']);
    const counts = { ...NO_COUNTS, messages: 4_820, visits: 1_060, conversions: 540, purchases: 231 };
    expect(figureText('signUp', counts)).toBe('11.2%');
    expect(figureText('overall', counts)).toBe('4.8%');
    const none = buildTrend({ thisWeek: null, lastWeek: null, change: null });
    const trends = {
      responseRate: none,
      pageConversion: none,
      purchaseConversion: none,
      activeCampaigns: none,
    };
    expect(opens(buildOverview({ totals: NO_TOTALS, trends }))).toEqual([null, null, null, null]);
  });

  // S9-14
  it('tells each trend with its direction and sign, followed by "this week"', () => {
    const trends = summaryTiles(buildOverview()).map(({ trend }) => trend);
    expect(trends).toEqual([
      { direction: 'up', text: '+3.2% this week', isGood: true },
      { direction: 'down', text: '−2.1% this week', isGood: false },
      { direction: 'level', text: '0.0% this week', isGood: true },
      { direction: 'up', text: '+1 this week', isGood: true },
    ]);
  });

  // S2.6-11
  it('shows a dash and what would fill it where nothing has been sent', () => {
    const none = buildTrend({ thisWeek: null, lastWeek: null, change: null });
    const trends = {
      responseRate: none,
      pageConversion: none,
      purchaseConversion: none,
      activeCampaigns: none,
    };
    const tiles = summaryTiles(buildOverview({ totals: NO_TOTALS, trends }));
    for (const tile of tiles.slice(0, 3)) {
      expect(tile).toMatchObject({ figure: '–', trend: null, lines: ['Fills with the first message sent.'] });
    }
    expect(tiles[3]).toMatchObject({
      figure: '–',
      points: [],
      lines: ['Fills when a campaign is launched.'],
    });
  });

  it('claims no trend where there is no week to compare with', () => {
    const responseRate = buildTrend({ lastWeek: null, change: null });
    const overview = buildOverview();
    const [tile] = summaryTiles({ ...overview, trends: { ...overview.trends, responseRate } });
    expect(tile).toMatchObject({ trend: null });
    expect(tile?.lines?.[0]).toBe('22.6% against – last week');
  });
});

describe('rates of a campaign', () => {
  // S9-15 S9-16
  it('shows Landing CVR, Purchase CVR and the cost per lead', () => {
    expect(metricsOf(buildCampaign()).map(({ label, value }) => [label, value])).toEqual([
      ['Landing CVR', '50.6%'],
      ['Purchase CVR', '41.3%'],
      ['Cost per lead', '$12.50'],
    ]);
  });

  // S2.6-11
  it('says for each missing rate what would fill it', () => {
    const empty = buildCampaign({
      landingPageConversions: 0,
      pageConversionRate: null,
      purchaseConversionRate: null,
      costPerLead: null,
    });
    expect(metricsOf(empty).map(({ value }) => value)).toEqual(['–', '–', '–']);
    expect(metricsOf(empty).map(({ missing }) => missing)).toEqual([
      'Landing CVR fills with the first visit.',
      'Purchase CVR fills with the first conversion.',
      'Cost per lead fills with the first conversion.',
    ]);
    expect(metricsOf(buildCampaign({ costPerLead: null }))[2]?.missing).toBe(
      'Cost per lead fills once spend is recorded.',
    );
  });
});

describe('dates', () => {
  it('names the range and its time zone, the year only where it differs', () => {
    const overview = buildOverview();
    expect(rangeLine(overview, NOW)).toBe(
      '23 Oct to 21 Nov, times in Europe/London. Trends are week over week.',
    );
    expect(rangeLine({ ...overview, from: '2025-11-15' }, NOW)).toMatch(/^15 Nov 2025 to 21 Nov,/);
    expect(rangeLine({ ...overview, from: null }, NOW)).toMatch(/^Nothing counted yet,/);
    expect(rangeLine({ ...overview, period: 'lifetime', from: '2026-07-04' }, NOW)).toMatch(
      /^First counted on 4 Jul, times in/,
    );
  });

  it('tells from when to when a campaign runs', () => {
    expect(runLine('2026-11-01', null, NOW)).toBe('since 1 Nov');
    expect(runLine('2026-11-01', '2027-02-28', NOW)).toBe('1 Nov – 28 Feb 2027');
    expect(runLine(null, null, NOW)).toBe('not started');
    expect(runLine('2026-11-01', null, NOW, 'started')).toBe('started 1 Nov');
  });
});
