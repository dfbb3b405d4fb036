import { apportion, type Random } from './random.ts';

/** What the sample campaigns add up to over the last 30 days. */
const LAST_30 = {
  'liver-health-winter': { messages: 2140, visits: 500, conversions: 260, purchases: 100 },
  'weight-loss-q1': { messages: 1680, visits: 360, conversions: 180, purchases: 80 },
  'immune-support-holiday': { messages: 1000, visits: 200, conversions: 100, purchases: 40 },
} as const;
export type DemoCampaign = keyof typeof LAST_30;
export const DEMO_CAMPAIGNS = ['liver-health-winter', 'weight-loss-q1', 'immune-support-holiday'] as const;

type Figures = { messages: number; visits: number; conversions: number; purchases: number };

/** How far one message went: 0 sent, 1 visited, 2 converted, 3 bought. */
export type Depth = 0 | 1 | 2 | 3;

/** One message and what came of it, all on one day. */
export type Chain = { campaign: DemoCampaign; span: Span; day: number; depth: Depth };

/**
 * Stretches of days that the periods are put together from, each away from where a period begins, so that the
 * figures still hold on the days after the demo was made.
 */
const SPANS = {
  thisWeek: { from: -5, to: -1 },
  weekBefore: { from: -13, to: -7 },
  month: { from: -28, to: -14 },
  quarter: { from: -86, to: -31 },
  older: { from: -141, to: -92 },
} as const;
export type Span = keyof typeof SPANS;
const SPAN_NAMES = ['thisWeek', 'weekBefore', 'month', 'quarter', 'older'] as const;

/** Last week of the three together, so that the trends come out at +3.2, +1.8 and +2.1 percent. */
const WEEK_BEFORE: Figures = { messages: 1544, visits: 329, conversions: 170, purchases: 69 };

const PARTS = ['messages', 'visits', 'conversions', 'purchases'] as const;

/** What each campaign reaches in each span: last 7, 30, 90 days and lifetime stand as 0.25 : 1 : 2.8 : 3.5. */
function figuresBySpan(): Record<DemoCampaign, Record<Span, Figures>> {
  const weekBefore = Object.fromEntries(
    PARTS.map((part) => [
      part,
      apportion(
        WEEK_BEFORE[part],
        DEMO_CAMPAIGNS.map((campaign) => LAST_30[campaign][part]),
      ),
    ]),
  );
  const of = (campaign: DemoCampaign): Record<Span, Figures> => {
    const position = DEMO_CAMPAIGNS.indexOf(campaign);
    const scaled = (factor: number, minus?: Figures): Figures => {
      const part = (name: (typeof PARTS)[number]): number =>
        Math.round(LAST_30[campaign][name] * factor) - (minus?.[name] ?? 0);
      return {
        messages: part('messages'),
        visits: part('visits'),
        conversions: part('conversions'),
        purchases: part('purchases'),
      };
    };
    const before: Figures = {
      messages: weekBefore['messages']?.[position] ?? 0,
      visits: weekBefore['visits']?.[position] ?? 0,
      conversions: weekBefore['conversions']?.[position] ?? 0,
      purchases: weekBefore['purchases']?.[position] ?? 0,
    };
    return {
      thisWeek: scaled(0.25),
      weekBefore: before,
      month: scaled(0.75, before),
      quarter: scaled(1.8),
      older: scaled(0.7),
    };
  };
  return {
    'liver-health-winter': of('liver-health-winter'),
    'weight-loss-q1': of('weight-loss-q1'),
    'immune-support-holiday': of('immune-support-holiday'),
  };
}

/** Every message of the sample campaigns with what came of it, oldest first. */
export function planChains(random: Random): Chain[] {
  const figures = figuresBySpan();
  const chains = DEMO_CAMPAIGNS.flatMap((campaign) =>
    SPAN_NAMES.flatMap((span) => chainsOf(campaign, span, figures[campaign][span], random)),
  );
  return chains.toSorted((one, other) => one.day - other.day);
}

function chainsOf(campaign: DemoCampaign, span: Span, figures: Figures, random: Random): Chain[] {
  const { from, to } = SPANS[span];
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  // Fewer messages on one day of the week, and no two days alike.
  const weights = days.map((day) => (day % 7 === 0 ? 0.55 : 1) * (0.85 + random.next() * 0.3));
  const perDay = apportion(figures.messages, weights);
  const messageDays = days.flatMap((day, index) => Array<number>(perDay[index] ?? 0).fill(day));
  const visited = spread(messageDays.length, figures.visits, random);
  const converted = spread(visited.length, figures.conversions, random).map((index) => visited[index]);
  const bought = spread(converted.length, figures.purchases, random).map((index) => converted[index]);
  const depths = [visited, converted, bought].map((indices) => new Set(indices));
  return messageDays.map((day, index) => {
    const [isVisit, isConversion, isPurchase] = depths.map((reached) => reached.has(index));
    return { campaign, span, day, depth: isPurchase ? 3 : isConversion ? 2 : isVisit ? 1 : 0 };
  });
}

/** `count` of the positions below `length`, spread evenly but not regularly. */
function spread(length: number, count: number, random: Random): number[] {
  const edge = (index: number): number => Math.ceil((index * length) / count);
  return Array.from({ length: count }, (_, index) => random.between(edge(index), edge(index + 1) - 1));
}
