import { formatUsd } from '#kit/money.ts';
import { countOf, formatCount, formatPercent, minusSign, percentOf } from '#kit/text.ts';
import { shortDate } from '#ui/relative-time-words.ts';
import type { TileProps, TileTrend } from '#ui/tile.tsx';
import type { CampaignPerformance, Heard, Overview, Period, Trend } from '../contract.ts';
import type { Rate } from '../contract-funnel.ts';
import { FIGURE_LABELS, type FigureName, FORMULAS } from '../rules-figures.ts';
import { ACTIVE_FORMULA } from './figure.ts';

export const PERIOD_LABELS: Record<Period, { label: string; shortLabel: string }> = {
  last7: { label: 'Last 7 days', shortLabel: '7 days' },
  last30: { label: 'Last 30 days', shortLabel: '30 days' },
  last90: { label: 'Last 90 days', shortLabel: '90 days' },
  lifetime: { label: 'Lifetime', shortLabel: 'Lifetime' },
};

const NO_MESSAGES = 'Fills with the first message sent.';

/** "15 Dec to 13 Jan, times in Europe/London. Trends are week over week." */
export function rangeLine(
  { period, from, to, timeZone }: Pick<Overview, 'period' | 'from' | 'to' | 'timeZone'>,
  now: Date,
): string {
  const range =
    from === null
      ? 'Nothing counted yet'
      : // A campaign may have been launched before: what is told is from when on there is something to count.
        period === 'lifetime'
        ? `First counted on ${dayOf(from, now)}`
        : from === to
          ? dayOf(to, now)
          : `${dayOf(from, now)} to ${dayOf(to, now)}`;
  return `${range}, times in ${timeZone}. Trends are week over week.`;
}

/** "1 Dec – 28 Feb", "since 1 Dec" while it has no end, nothing before it started. */
export function runLine(
  start: string | null,
  end: string | null,
  now: Date,
  /** It has not been paused since it started. */
  openWord: 'since' | 'started' = 'since',
): string {
  if (start === null) return 'not started';
  return end === null ? `${openWord} ${dayOf(start, now)}` : `${dayOf(start, now)} – ${dayOf(end, now)}`;
}

/**
 * That messages to the outbox count as sent and have reached nobody; null where there are none. Of the same period as
 * the figure that they are part of.
 */
export function outboxLine(kept: number): string | null {
  if (kept === 0) return null;
  return `${countOf(kept, 'message')} went to the outbox, not to people: ${kept === 1 ? 'it counts' : 'they count'} as sent.`;
}

/** "4 opened, 2 loaded by machines, 3 clicks, 1 reply": what came back; null where nothing did. */
export function heardLine(heard: Heard): string | null {
  const { opens, machineOpens, clicks, replies, bounces, complaints, unsubscribes } = heard;
  const parts: [number, string][] = [
    [opens, `${formatCount(opens)} opened`],
    [machineOpens, `${formatCount(machineOpens)} loaded by machines`],
    [clicks, countOf(clicks, 'click')],
    [replies, countOf(replies, 'reply', 'replies')],
    [bounces, countOf(bounces, 'bounce')],
    [complaints, countOf(complaints, 'complaint')],
    [unsubscribes, countOf(unsubscribes, 'unsubscribe')],
  ];
  return (
    parts
      .filter(([count]) => count > 0)
      .map(([, words]) => words)
      .join(', ') || null
  );
}

/** A tile, and which figure it opens; null where there is nothing yet that could be opened. */
export type SummaryTile = TileProps & { opens: Rate | 'activeCampaigns' | null };

/** The four summary tiles, each with its formula, both weeks and its base. */
export function summaryTiles({ totals, trends, campaigns }: Overview): SummaryTile[] {
  const rate = (part: number, what: string) => ({
    figure: figureOf(percentOf(part, totals.messagesSent)),
    base: `${countOf(part, what)} from ${countOf(totals.messagesSent, 'message')}`,
  });
  const rates = [
    {
      name: 'responseRate' as const,
      trend: trends.responseRate,
      ...rate(totals.landingPageVisits, 'visit'),
    },
    {
      name: 'signUp' as const,
      trend: trends.pageConversion,
      ...rate(totals.landingPageConversions, 'conversion'),
    },
    {
      name: 'overall' as const,
      trend: trends.purchaseConversion,
      ...rate(totals.purchaseConversions, 'purchase'),
    },
  ];
  const tiles = rates.map(({ name, trend, figure, base }): SummaryTile => {
    const isEmpty = totals.messagesSent === 0;
    return {
      opens: isEmpty ? null : name,
      label: FIGURE_LABELS[name],
      formula: FORMULAS[name],
      figure,
      ...(isEmpty ? {} : { unit: '%' }),
      trend: isEmpty ? null : trendOf(trend),
      lines: isEmpty ? [NO_MESSAGES] : [rateWeeks(trend), base],
      points: trend.series,
    };
  });
  return [...tiles, activeTile(totals.activeCampaigns, trends.activeCampaigns, campaigns.length)];
}

function activeTile(active: number, trend: Trend, ofCampaigns: number): SummaryTile {
  const { thisWeek, lastWeek } = trend;
  const tile = {
    label: 'Active campaigns',
    formula: ACTIVE_FORMULA,
  };
  // Until some campaign has run.
  if (thisWeek === null) {
    const figure = formatCount(active === 0 ? null : active);
    return {
      ...tile,
      opens: null,
      figure,
      trend: null,
      lines: ['Fills when a campaign is launched.'],
      points: [],
    };
  }
  return {
    ...tile,
    opens: 'activeCampaigns',
    figure: formatCount(active),
    trend: trendOf(trend),
    lines: [
      `${formatCount(thisWeek)} against ${formatCount(lastWeek)} last week`,
      `of ${countOf(ofCampaigns, 'campaign')} in this period`,
    ],
    points: trend.series,
  };
}

function trendOf({ change, unit }: Trend): TileTrend | null {
  if (change === null) return null;
  const amount = unit === 'percent' ? formatPercent(change) : formatCount(change);
  return {
    direction: change > 0 ? 'up' : change < 0 ? 'down' : 'level',
    text: `${change > 0 ? '+' : ''}${amount} this week`,
    isGood: change >= 0,
  };
}

function rateWeeks({ thisWeek, lastWeek }: Trend): string {
  return `${formatPercent(thisWeek)} against ${formatPercent(lastWeek)} last week`;
}

/** A percentage without its sign, which the tile sets apart. */
function figureOf(percent: number | null): string {
  return percent === null ? formatPercent(null) : minusSign(percent.toFixed(1));
}

function dayOf(date: string, now: Date): string {
  return shortDate(new Date(`${date}T00:00:00Z`), now, 'UTC');
}

type Metric = {
  name: FigureName;
  label: string;
  value: string;
  /** What would fill it; null when it is filled. */
  missing: string | null;
};

/** The rates beside a campaign's funnel. */
export function metricsOf(campaign: CampaignPerformance): Metric[] {
  const { pageConversionRate, purchaseConversionRate, costPerLead, landingPageConversions } = campaign;
  return [
    {
      name: 'pageConversion',
      label: FIGURE_LABELS.pageConversion,
      value: formatPercent(pageConversionRate),
      missing: pageConversionRate === null ? 'Landing CVR fills with the first visit.' : null,
    },
    {
      name: 'purchaseConversion',
      label: FIGURE_LABELS.purchaseConversion,
      value: formatPercent(purchaseConversionRate),
      missing: purchaseConversionRate === null ? 'Purchase CVR fills with the first conversion.' : null,
    },
    {
      name: 'costPerLead',
      label: FIGURE_LABELS.costPerLead,
      value: formatUsd(costPerLead === null ? null : Math.round(costPerLead * 100)),
      missing:
        costPerLead !== null
          ? null
          : landingPageConversions === 0
            ? 'Cost per lead fills with the first conversion.'
            : 'Cost per lead fills once spend is recorded.',
    },
  ];
}
