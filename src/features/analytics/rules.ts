import type { CampaignStatus } from '#features/campaigns/contract.ts';
import { countOf, formatCount, percentOf } from '#kit/text.ts';
import { addDays } from '#kit/time.ts';
import type { CampaignPerformance, Period, Trend } from './contract.ts';

const PERIOD_DAYS: Record<Exclude<Period, 'lifetime'>, number> = { last7: 7, last30: 30, last90: 90 };

/** First day of a period that ends today; null for lifetime. Periods are calendar days, today included. */
export function firstDay(period: Period, today: string): string | null {
  return period === 'lifetime' ? null : addDays(today, 1 - PERIOD_DAYS[period]);
}

/** Days of a sparkline: this week and the one before. */
export const TREND_DAYS = 14;
const WEEK_DAYS = TREND_DAYS / 2;

/** What is counted, of a campaign or of all. */
export type Figures = {
  messages: number;
  visits: number;
  conversions: number;
  purchases: number;
  revenueCents: number;
  spendCents: number;
};

export const NO_FIGURES: Figures = {
  messages: 0,
  visits: 0,
  conversions: 0,
  purchases: 0,
  revenueCents: 0,
  spendCents: 0,
};

export function addFigures(one: Figures, other: Figures): Figures {
  return {
    messages: one.messages + other.messages,
    visits: one.visits + other.visits,
    conversions: one.conversions + other.conversions,
    purchases: one.purchases + other.purchases,
    revenueCents: one.revenueCents + other.revenueCents,
    spendCents: one.spendCents + other.spendCents,
  };
}

/** The parts of a campaign's card that are divided or converted. */
export function ratesOf(
  figures: Figures,
): Pick<
  CampaignPerformance,
  'responseRate' | 'pageConversionRate' | 'purchaseConversionRate' | 'costPerLead' | 'revenue'
> {
  const { messages, visits, conversions, purchases, revenueCents, spendCents } = figures;
  return {
    responseRate: percentOf(visits, messages),
    pageConversionRate: percentOf(conversions, visits),
    purchaseConversionRate: percentOf(purchases, conversions),
    costPerLead: spendCents === 0 || conversions === 0 ? null : Math.round(spendCents / conversions) / 100,
    revenue: revenueCents / 100,
  };
}

/**
 * A rate per messages sent, week over week.
 * @param days the last 14 days, oldest first
 */
export function rateTrend(days: readonly Figures[], part: 'visits' | 'conversions' | 'purchases'): Trend {
  const [lastWeek, thisWeek] = [days.slice(0, WEEK_DAYS), days.slice(WEEK_DAYS)].map((week) =>
    week.reduce(addFigures, NO_FIGURES),
  );
  if (!lastWeek || !thisWeek) throw new Error('two weeks are needed');
  return {
    thisWeek: percentOf(thisWeek[part], thisWeek.messages),
    lastWeek: percentOf(lastWeek[part], lastWeek.messages),
    change: relativeChange(
      quotient(thisWeek[part], thisWeek.messages),
      quotient(lastWeek[part], lastWeek.messages),
    ),
    unit: 'percent',
    series: days.map((day) => percentOf(day[part], day.messages)),
  };
}

function quotient(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Percent to one decimal; null without a base to compare with. */
function relativeChange(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : Math.round((now / before - 1) * 1000) / 10;
}

/** Turns in the life of a campaign that decide whether it is active. */
export const LIFECYCLE_EVENTS = [
  'campaign.launched',
  'campaign.paused',
  'campaign.resumed',
  'campaign.completed',
] as const;
export type LifecycleEvent = (typeof LIFECYCLE_EVENTS)[number];

/** One campaign with its turns, oldest first. */
export type CampaignLife = {
  status: CampaignStatus;
  launchedAt: Date | null;
  completedAt: Date | null;
  turns: readonly { type: LifecycleEvent; at: Date }[];
};

/** Whether a campaign was active at an instant of the past, by its last turn before it. */
export function wasActiveAt({ turns, launchedAt, completedAt }: CampaignLife, at: Date): boolean {
  const last = turns.findLast((turn) => turn.at <= at);
  if (last) return last.type === 'campaign.launched' || last.type === 'campaign.resumed';
  return launchedAt !== null && launchedAt <= at && (completedAt === null || completedAt > at);
}

/**
 * Active campaigns now against a week ago.
 * @param dayEnds the end of each of the last 14 days, oldest first; the last one is now
 */
export function activeTrend(campaigns: readonly CampaignLife[], dayEnds: readonly Date[]): Trend {
  const past = dayEnds.slice(0, -1).map((at) => campaigns.filter((life) => wasActiveAt(life, at)).length);
  const series = [...past, campaigns.filter((life) => life.status === 'active').length];
  const hasRun = campaigns.some(({ launchedAt }) => launchedAt !== null);
  const [thisWeek, lastWeek] = hasRun ? [series.at(-1) ?? 0, series.at(-1 - WEEK_DAYS) ?? 0] : [null, null];
  return {
    thisWeek,
    lastWeek,
    change: thisWeek === null || lastWeek === null ? null : thisWeek - lastWeek,
    unit: 'count',
    series,
  };
}

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];

/** "Scored 20 leads from two sources" */
export function scoredWords(run: {
  found: number;
  sources: number;
  high: number;
  medium: number;
  low: number;
}) {
  const sources =
    run.sources === 0
      ? ''
      : ` from ${NUMBER_WORDS[run.sources] ?? run.sources} ${run.sources === 1 ? 'source' : 'sources'}`;
  return {
    title: `Scored ${countOf(run.found, 'lead')}${sources}`,
    detail: `${formatCount(run.high)} high, ${formatCount(run.medium)} medium, ${formatCount(run.low)} low`,
  };
}

/** "Checked 61 addresses" */
export function checkedWords(check: { checked: number; verified: number; manual: number; failed: number }) {
  return {
    title: `Checked ${countOf(check.checked, 'address', 'addresses')}`,
    detail: `${formatCount(check.verified)} verified, ${formatCount(check.manual)} to check, ${formatCount(check.failed)} failed`,
  };
}

/** "Composed 2 messages for Weight Loss Q1" */
export function composedWords({ campaign, steps }: { campaign: string | null; steps?: number | undefined }) {
  const what = steps === undefined ? 'messages' : countOf(steps, 'message');
  return {
    title: `Composed ${what} for ${campaign ?? 'a campaign that is gone'}`,
    detail: 'From the objective and the chosen content',
  };
}
