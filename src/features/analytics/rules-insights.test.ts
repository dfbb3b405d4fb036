import { describe, expect, it } from 'vitest';
import type { Counts, Funnel, FunnelRow } from './contract-funnel.ts';
import { addCounts, NO_COUNTS } from './rules-figures.ts';
import { insightsOf } from './rules-insights.ts';

const row = (label: string, counts: Partial<Counts>, before: Partial<Counts> | null = null): FunnelRow => ({
  key: label,
  label,
  counts: { ...NO_COUNTS, ...counts },
  before: before && { ...NO_COUNTS, ...before },
});

const funnel = (rows: FunnelRow[], before: Partial<Counts> | null = null): Funnel => ({
  period: 'last30',
  from: '2027-01-01',
  to: '2027-01-30',
  previousFrom: before && '2026-12-02',
  previousTo: before && '2026-12-31',
  timeZone: 'UTC',
  by: 'campaign',
  total: {
    key: null,
    label: 'Everything',
    counts: rows.map(({ counts }) => counts).reduce(addCounts, NO_COUNTS),
    before: before && { ...NO_COUNTS, ...before },
  },
  rows,
});

const sentences = (one: Funnel): string[] => insightsOf([one]).items.map(({ sentence }) => sentence);

describe('insights', () => {
  // S1-08
  it('name the part that stands out, with both numbers, and point at the figure', () => {
    const { items } = insightsOf([
      funnel([row('Tea', { messages: 1_000, visits: 300 }), row('Soup', { messages: 1_000, visits: 150 })]),
    ]);
    expect(items[0]).toMatchObject({
      sentence: '30.0% of the messages of Tea are answered by a visit, against 15.0% elsewhere.',
      proof: { figure: 'responseRate', by: 'campaign', key: 'Tea' },
      tone: 'good',
    });
    expect(items[0]?.basis).toContain('of 1,000');
  });

  it('are silent about what chance explains and about small numbers', () => {
    expect(
      sentences(
        funnel([row('Tea', { messages: 1_000, visits: 210 }), row('Soup', { messages: 1_000, visits: 200 })]),
      ),
    ).toEqual([]);
    expect(
      sentences(
        funnel([row('Tea', { messages: 29, visits: 29 }), row('Soup', { messages: 1_000, visits: 200 })]),
      ),
    ).toEqual([]);
  });

  it('count no comparison where there was nothing to compare', () => {
    expect(insightsOf([funnel([])])).toEqual({ items: [], compared: 0 });
    expect(insightsOf([funnel([row('Tea', { visits: 50, conversions: 10 })])]).compared).toBe(0);
  });

  it('tell a loss first, and a rate that fell', () => {
    const found = sentences(
      funnel(
        [
          row('Tea', {
            messages: 1_000,
            visits: 200,
            conversions: 100,
            purchases: 40,
            spend: 90_000,
            revenue: 30_000,
          }),
        ],
        { messages: 1_000, visits: 300 },
      ),
    );
    expect(found[0]).toBe('Tea has cost more than it brought: $300.00 came back for $900.00.');
    expect(found).toContainEqual(
      'Response rate went down from 30.0% to 20.0%, 33.3% less than in the period before.',
    );
  });
});
