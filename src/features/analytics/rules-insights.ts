import { formatUsd } from '#kit/money.ts';
import { countOf, formatCount, formatPercent } from '#kit/text.ts';
import type { Counts, Dimension, Funnel, FunnelRow, Insight, Rate } from './contract-funnel.ts';
import {
  changeOf,
  costPerLead,
  FIGURE_LABELS,
  hasResponses,
  inSentence,
  intervalWords,
  isDifferent,
  LEAST_BASE,
  MEASURE_NOUNS,
  RATE_PARTS,
  rateOf,
  returnOnSpend,
  type Share,
  shareOf,
} from './rules-figures.ts';

/** A list that nobody reads to its end helps nobody. */
const MOST = 8;

type Found = Insight & { weight: number };
type Findings = { found: Found[]; compared: number };

const COMPARED_RATES = ['responseRate', 'pageConversion', 'purchaseConversion'] as const;

const VERBS: Record<Rate, string> = {
  responseRate: 'are answered by a visit',
  signUp: 'end in a sign-up',
  pageConversion: 'become sign-ups',
  purchaseConversion: 'go on to buy',
  overall: 'end in a purchase',
};

/**
 * What stands out in these funnels (one of each dimension), the clearest first. A difference is told only when it is
 * more than chance at 99%; what is too small to compare is not told at all.
 */
export function insightsOf(funnels: readonly Funnel[]): { items: Insight[]; compared: number } {
  const [whole] = funnels;
  if (!whole) return { items: [], compared: 0 };
  const parts = [
    changesOf(whole),
    ...funnels.map(leadersOf),
    weakestStepOf(whole),
    moneyOf(funnels.find(({ by }) => by === 'campaign')),
  ];
  const found = parts.flatMap((part) => part.found).toSorted((one, other) => other.weight - one.weight);
  return {
    items: found.slice(0, MOST).map(({ weight: _weight, ...insight }) => insight),
    compared: parts.reduce((sum, { compared }) => sum + compared, 0),
  };
}

/** Rates that changed against the period before. */
function changesOf({ total }: Funnel): Findings {
  const { before, counts } = total;
  if (!before) return { found: [], compared: 0 };
  const pairs = COMPARED_RATES.map((rate) => ({
    rate,
    now: rateOf(rate, counts),
    was: rateOf(rate, before),
  })).filter(({ now, was }) => now.isEnough && was.isEnough);
  const found = pairs
    .filter(({ now, was }) => isDifferent(now, was))
    .map(({ rate, now, was }): Found => {
      const isUp = (now.percent ?? 0) > (was.percent ?? 0);
      const change = changeOf(now.percent, was.percent);
      return {
        id: `change-${rate}`,
        tone: isUp ? 'good' : 'attention',
        sentence: `${FIGURE_LABELS[rate]} went ${isUp ? 'up' : 'down'} from ${formatPercent(was.percent)} to ${formatPercent(now.percent)}${change === null ? '' : `, ${formatPercent(Math.abs(change))} ${isUp ? 'more' : 'less'} than in the period before`}.`,
        basis: againstWords(now, was),
        proof: { figure: rate, by: null, key: null },
        weight: 60 + Math.abs(change ?? 0),
      };
    });
  return { found, compared: pairs.length };
}

/** In each dimension the part that stands furthest above, and below, all the others together. */
function leadersOf({ by, rows, total }: Funnel): Findings {
  const found: Found[] = [];
  let compared = 0;
  for (const rate of COMPARED_RATES) {
    if (rate === 'responseRate' && !hasResponses(by)) continue;
    const differing = rows.flatMap((row) => {
      const own = rateOf(rate, row.counts);
      const rest = restOf(total.counts, row.counts, rate);
      if (row.key === null || !own.isEnough || !rest.isEnough) return [];
      compared += 1;
      return isDifferent(own, rest)
        ? [{ row, own, rest, gap: (own.percent ?? 0) - (rest.percent ?? 0) }]
        : [];
    });
    const best = differing.toSorted((one, other) => other.gap - one.gap)[0];
    const worst = differing.toSorted((one, other) => one.gap - other.gap)[0];
    if (best && best.gap > 0) found.push(leaderWords({ ...best, rate, by }));
    else if (worst && worst.gap < 0) found.push(leaderWords({ ...worst, rate, by }));
  }
  return { found, compared };
}

type Leader = { row: FunnelRow; own: Share; rest: Share; gap: number; rate: Rate; by: Dimension };

function leaderWords({ row, own, rest, gap, rate, by }: Leader): Found {
  const isAbove = gap > 0;
  const { whole } = RATE_PARTS[rate];
  const counted = whole === 'messages' ? ' Messages to the outbox count as sent.' : '';
  return {
    id: `${by}-${rate}-${row.key ?? 'none'}`,
    tone: isAbove ? 'good' : 'attention',
    sentence: `${formatPercent(own.percent)} of the ${MEASURE_NOUNS[whole]}s ${PLACE[by](row.label)} ${VERBS[rate]}, against ${formatPercent(rest.percent)} elsewhere.`,
    basis: againstWords(own, rest) + counted,
    proof: { figure: rate, by, key: row.key },
    weight: 20 + Math.abs(gap) + Math.log10(own.whole) * 4,
  };
}

const PLACE: Record<Dimension, (label: string) => string> = {
  campaign: (label) => `of ${label}`,
  segment: (label) => `in ${label}`,
  channel: (label) => `by ${inSentence(label)}`,
  source: (label) => `to people with the source “${label}”`,
  asset: (label) => `with “${label}”`,
  agent: (label) => `of people who had talked with ${label}`,
  community: (label) => `of people in ${label}`,
};

/** Everything but this part. */
function restOf(all: Counts, own: Counts, rate: Rate): Share {
  const { part, whole } = RATE_PARTS[rate];
  return shareOf(Math.max(0, all[part] - own[part]), Math.max(0, all[whole] - own[whole]));
}

/** Where most people are lost between two steps of one page. */
function weakestStepOf({ total }: Funnel): Findings {
  const { counts } = total;
  const shares = (['pageConversion', 'purchaseConversion'] as const)
    .map((rate) => ({ rate, share: rateOf(rate, counts) }))
    .filter(({ share }) => share.interval !== null);
  const [one, other] = shares;
  if (!one || !other || !isDifferent(one.share, other.share))
    return { found: [], compared: one && other ? 1 : 0 };
  const weakest = (one.share.percent ?? 0) < (other.share.percent ?? 0) ? one : other;
  const { part, whole } = RATE_PARTS[weakest.rate];
  const lost = counts[whole] - counts[part];
  return {
    found: [
      {
        id: `weakest-${weakest.rate}`,
        tone: 'attention',
        sentence: `Most is lost between ${MEASURE_NOUNS[whole]} and ${MEASURE_NOUNS[part]}: ${formatCount(lost)} of ${countOf(counts[whole], MEASURE_NOUNS[whole])} led to no ${MEASURE_NOUNS[part]}.`,
        basis: `${FIGURE_LABELS[weakest.rate]} ${shareWords(weakest.share)}`,
        proof: { figure: weakest.rate, by: null, key: null },
        weight: 40,
      },
    ],
    compared: 1,
  };
}

/** Which campaign brings a sign-up for the least money, and whether any costs more than it brings. */
function moneyOf(byCampaign: Funnel | undefined): Findings {
  const rows = (byCampaign?.rows ?? []).filter(
    ({ key, counts }) => key !== null && costPerLead(counts) !== null && counts.conversions >= LEAST_BASE,
  );
  const found: Found[] = [];
  const ranked = rows.toSorted(
    (one, other) => (costPerLead(one.counts) ?? 0) - (costPerLead(other.counts) ?? 0),
  );
  const [cheapest, dearest] = [ranked[0], ranked.at(-1)];
  if (cheapest && dearest && cheapest !== dearest) {
    found.push({
      id: `cheapest-${cheapest.key ?? ''}`,
      tone: 'good',
      sentence: `${cheapest.label} brings a sign-up for ${formatUsd(costPerLead(cheapest.counts))}, ${dearest.label} for ${formatUsd(costPerLead(dearest.counts))}.`,
      basis: `${formatUsd(cheapest.counts.spend)} for ${countOf(cheapest.counts.conversions, 'conversion')} against ${formatUsd(dearest.counts.spend)} for ${countOf(dearest.counts.conversions, 'conversion')}.`,
      proof: { figure: 'costPerLead', by: 'campaign', key: cheapest.key },
      weight: 45,
    });
  }
  for (const { key, label, counts } of rows) {
    const back = returnOnSpend(counts);
    if (back === null || back >= 1) continue;
    found.push({
      id: `loss-${key ?? ''}`,
      tone: 'attention',
      sentence: `${label} has cost more than it brought: ${formatUsd(counts.revenue)} came back for ${formatUsd(counts.spend)}.`,
      basis: `${back.toFixed(2)} dollars back for each dollar spent, in this period.`,
      proof: { figure: 'returnOnSpend', by: 'campaign', key },
      weight: 200,
    });
  }
  return { found, compared: rows.length };
}

function againstWords(one: Share, other: Share): string {
  return `${shareWords(one)} against ${shareWords(other)}; 95% intervals.`;
}

/** "22.6% (20.1% to 25.2%) of 1,205" */
function shareWords(share: Share): string {
  const interval = share.interval ? ` (${intervalWords(share.interval)})` : '';
  return `${formatPercent(share.percent)}${interval} of ${formatCount(share.whole)}`;
}
