import { formatUsd } from '#kit/money.ts';
import { formatCount, formatPercent } from '#kit/text.ts';
import { addDays, DAY_MS } from '#kit/time.ts';
import type { Period } from './contract.ts';
import type { Counts, Dimension, FigureRef, FunnelRow, Measure, Rate } from './contract-funnel.ts';
import { firstDay } from './rules.ts';

export const NO_COUNTS: Counts = {
  leads: 0,
  messages: 0,
  visits: 0,
  conversions: 0,
  purchases: 0,
  revenue: 0,
  spend: 0,
};

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    leads: one.leads + other.leads,
    messages: one.messages + other.messages,
    visits: one.visits + other.visits,
    conversions: one.conversions + other.conversions,
    purchases: one.purchases + other.purchases,
    revenue: one.revenue + other.revenue,
    spend: one.spend + other.spend,
  };
}

/** What is left of the one without the other. */
export function lessCounts(one: Counts, other: Counts): Counts {
  return {
    leads: one.leads - other.leads,
    messages: one.messages - other.messages,
    visits: one.visits - other.visits,
    conversions: one.conversions - other.conversions,
    purchases: one.purchases - other.purchases,
    revenue: one.revenue - other.revenue,
    spend: one.spend - other.spend,
  };
}

/** Fewer than these say nothing about a share: its interval would be wider than a third of the scale. */
export const LEAST_BASE = 30;

/** Two-sided 95% of the normal distribution: what an interval shows. */
const Z_SHOWN = 1.959964;
/** Two-sided 99%: what is told as a difference, because many are looked for at once. */
const Z_TOLD = 2.575829;

/** A share of a whole, in percent to one decimal. */
export type Share = {
  part: number;
  whole: number;
  /** Null where there is nothing to divide by. */
  percent: number | null;
  /** 95% interval; null where the whole is too small, or the part can be greater than the whole. */
  interval: { low: number; high: number } | null;
  isEnough: boolean;
};

/**
 * A share with its 95% interval by Wilson's method, which holds near 0 and 100% and for small numbers, where the
 * usual one fails (E. B. Wilson, 1927, JASA 22:209–212).
 */
export function shareOf(part: number, whole: number): Share {
  const isEnough = whole >= LEAST_BASE;
  const percent = whole <= 0 ? null : (part / whole) * 100;
  const isShare = part >= 0 && part <= whole;
  return {
    part,
    whole,
    percent: percent === null ? null : toTenths(percent),
    interval: isEnough && isShare ? shownInterval(part, whole) : null,
    isEnough,
  };
}

function shownInterval(part: number, whole: number): { low: number; high: number } {
  const { low, high } = wilson(part, whole, Z_SHOWN);
  return { low: toTenths(low * 100), high: toTenths(high * 100) };
}

function wilson(part: number, whole: number, z: number): { low: number; high: number } {
  const share = part / whole;
  const spread = (z * z) / whole;
  const centre = (share + spread / 2) / (1 + spread);
  const half = (z / (1 + spread)) * Math.sqrt((share * (1 - share)) / whole + spread / (4 * whole));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

function toTenths(percent: number): number {
  return Math.round(percent * 10) / 10;
}

/**
 * Whether two shares differ by more than chance: the 99% interval of their difference (Newcombe's method 10, 1998, on
 * Wilson's) leaves out zero.
 */
export function isDifferent(one: Share, other: Share): boolean {
  if (!one.interval || !other.interval) return false;
  const [p1, p2] = [one.part / one.whole, other.part / other.whole];
  const [w1, w2] = [wilson(one.part, one.whole, Z_TOLD), wilson(other.part, other.whole, Z_TOLD)];
  const below = Math.hypot(p1 - w1.low, w2.high - p2);
  const above = Math.hypot(w1.high - p1, p2 - w2.low);
  return p1 - p2 - below > 0 || p1 - p2 + above < 0;
}

/** "20.9% to 23.2%" */
export function intervalWords(interval: { low: number; high: number }): string {
  return `${formatPercent(interval.low)} to ${formatPercent(interval.high)}`;
}

export const RATE_PARTS: Record<Rate, { part: Measure; whole: Measure }> = {
  responseRate: { part: 'visits', whole: 'messages' },
  signUp: { part: 'conversions', whole: 'messages' },
  pageConversion: { part: 'conversions', whole: 'visits' },
  purchaseConversion: { part: 'purchases', whole: 'conversions' },
  overall: { part: 'purchases', whole: 'messages' },
};

export function rateOf(rate: Rate, counts: Counts): Share {
  const { part, whole } = RATE_PARTS[rate];
  return shareOf(counts[part], counts[whole]);
}

export const MEASURE_LABELS: Record<Measure, string> = {
  leads: 'Leads',
  messages: 'Messages',
  visits: 'Visits',
  conversions: 'Conversions',
  purchases: 'Purchases',
  revenue: 'Revenue',
  spend: 'Spend',
};

/** One of them: "1 visit". */
export const MEASURE_NOUNS: Record<Measure, string> = {
  leads: 'lead',
  messages: 'message',
  visits: 'visit',
  conversions: 'conversion',
  purchases: 'purchase',
  revenue: 'dollar of revenue',
  spend: 'dollar of spend',
};

export type FigureName = FigureRef['figure'];

export const FIGURE_LABELS: Record<FigureName, string> = {
  ...MEASURE_LABELS,
  responseRate: 'Response rate',
  // The tiles of the dashboard divide by messages, the cards of campaigns by the step before.
  signUp: 'Page conversion',
  overall: 'Purchase conversion',
  pageConversion: 'Landing CVR',
  purchaseConversion: 'Purchase CVR',
  costPerLead: 'Cost per lead',
  returnOnSpend: 'Return on spend',
};

/** A label within a sentence: "Landing CVR" → "landing CVR". */
export function inSentence(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** How each figure is reckoned, in words. */
export const FORMULAS: Record<FigureName, string> = {
  leads: 'People discovered, imported or added by hand',
  messages: 'Messages sent on every channel, those to the outbox and those that came back included',
  visits: 'Visits of landing pages by people; crawlers and mail filters are left out',
  conversions: 'Sign-ups that a landing page reported',
  purchases: 'Purchases that a landing page or shop reported',
  revenue: 'Reported purchases in US dollars less refunds; amounts in other currencies are left out',
  spend: 'Sum of the entered spend',
  responseRate: 'Landing visits ÷ messages sent',
  signUp: 'Landing conversions ÷ messages sent',
  overall: 'Purchases ÷ messages sent',
  pageConversion: 'Landing conversions ÷ landing visits',
  purchaseConversion: 'Purchases ÷ landing conversions',
  costPerLead: 'Entered spend ÷ landing conversions',
  returnOnSpend: 'Revenue ÷ entered spend',
};

export const DIMENSION_LABELS: Record<Dimension, string> = {
  campaign: 'Campaign',
  segment: 'Segment',
  channel: 'Channel',
  source: 'Source',
  asset: 'Asset',
  agent: 'Agent',
  community: 'Community',
};

/** What stands for events that belong to no part of a dimension. */
export const NO_PART: Record<Dimension, string> = {
  campaign: 'No campaign',
  segment: 'No lead group',
  channel: 'Channel not known',
  source: 'Source not known',
  asset: 'No asset',
  agent: 'No agent',
  community: 'No community',
};

/** Whether the leads of a dimension's parts can be counted: a source, an agent or a community brings people, a group keeps them. */
export function hasLeads(by: Dimension | null): boolean {
  return by !== 'campaign' && by !== 'channel' && by !== 'asset';
}

/** Whether a part's visits can be divided by its messages: a talk comes after the message, so its agent has few of them. */
export function hasResponses(by: Dimension | null): boolean {
  return by !== 'agent';
}

/** US cents per conversion; null without spend or conversions. */
export function costPerLead({ spend, conversions }: Counts): number | null {
  return spend <= 0 || conversions === 0 ? null : Math.round(spend / conversions);
}

/** Dollars that came back for each dollar spent; null without spend. */
export function returnOnSpend({ revenue, spend }: Counts): number | null {
  return spend <= 0 ? null : Math.round((revenue / spend) * 100) / 100;
}

/** Relative change in percent to one decimal; null without both. */
export function changeOf(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : toTenths((now / before - 1) * 100);
}

/** A figure as the screen writes it. */
export function figureText(figure: FigureName, counts: Counts): string {
  switch (figure) {
    case 'revenue':
    case 'spend':
      return formatUsd(counts[figure]);
    case 'costPerLead':
      return formatUsd(costPerLead(counts));
    case 'returnOnSpend': {
      const back = returnOnSpend(counts);
      return back === null ? '–' : `${back.toFixed(2)}×`;
    }
    case 'responseRate':
    case 'signUp':
    case 'overall':
    case 'pageConversion':
    case 'purchaseConversion': {
      const { percent, isEnough } = rateOf(figure, counts);
      return isEnough ? formatPercent(percent) : '–';
    }
    default:
      return formatCount(counts[figure]);
  }
}

export function isRate(figure: FigureName): figure is Rate {
  return figure in RATE_PARTS;
}

/** The counts that a figure is made of, the part first. */
export function partsOf(figure: FigureName): Measure[] {
  if (isRate(figure)) return [RATE_PARTS[figure].part, RATE_PARTS[figure].whole];
  if (figure === 'costPerLead') return ['spend', 'conversions'];
  if (figure === 'returnOnSpend') return ['revenue', 'spend'];
  return [figure];
}

/** Days of a period and of the same stretch before it; lifetime has no before. */
export function stretchOf(
  period: Period,
  today: string,
): { from: string | null; previous: { from: string; to: string } | null } {
  const from = firstDay(period, today);
  if (from === null) return { from, previous: null };
  const days = (Date.parse(today) - Date.parse(from)) / DAY_MS + 1;
  return { from, previous: { from: addDays(from, -days), to: addDays(from, -1) } };
}

/** Most messages first, then most leads; what belongs to none stands last. */
export function inOrder(rows: readonly FunnelRow[]): FunnelRow[] {
  const weight = ({ key, counts }: FunnelRow): number =>
    (key === null ? -1e15 : 0) + counts.messages * 1e6 + counts.leads;
  return rows.toSorted(
    (one, other) => weight(other) - weight(one) || one.label.localeCompare(other.label, 'en'),
  );
}
