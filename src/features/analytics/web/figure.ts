import { formatUsd } from '#kit/money.ts';
import { countOf, formatCount, formatPercent } from '#kit/text.ts';
import type { CampaignPerformance, Overview } from '../contract.ts';
import type { Cohort, CohortStage, Counts, Dimension, Goal, TouchRow, Within } from '../contract-funnel.ts';
import {
  costPerLead,
  FIGURE_LABELS,
  type FigureName,
  FORMULAS,
  figureText,
  intervalWords,
  isRate,
  LEAST_BASE,
  MEASURE_LABELS,
  MEASURE_NOUNS,
  partsOf,
  rateOf,
  returnOnSpend,
  type Share,
  shareOf,
} from '../rules-figures.ts';
import type { RowsOf, Scope } from './analytics-api.ts';

/** A figure opened: how it is reckoned, from what, how sure it is, and the rows that it was counted from. */
export type OpenFigure = {
  title: string;
  /** Which part and period it is about. */
  about: string;
  formula: string;
  /** The formula with its numbers: "1,060 visits ÷ 4,820 messages = 22.0%". */
  reckoning: string;
  /** What is to be said of its certainty. */
  certainty: string | null;
  /** The counts behind it, each with its rows. */
  rows: FigureRows[];
  /** The same over the period before, where there is one. */
  before?: Pick<OpenFigure, 'reckoning' | 'certainty' | 'rows'> | undefined;
};
type FigureRows = { label: string } & ({ of: RowsOf } | { campaigns: readonly CampaignPerformance[] });

type Given = {
  figure: FigureName;
  counts: Counts;
  /** Over the period before; null without one. */
  before?: Counts | null;
  scope: Scope;
  by: Dimension | null;
  key: string | null;
  label: string;
  days: string;
};

/** A figure of the funnel or of its money. */
export function figureOf({ figure, counts, before, scope, by, key, label, days }: Given): OpenFigure {
  const side = (of: Counts, isBefore: boolean) => ({
    ...proofOf(figure, of),
    rows: rowsOf(figure, { scope, by, key, isBefore }),
  });
  return {
    title: FIGURE_LABELS[figure],
    about: `${label}, ${days}`,
    formula: FORMULAS[figure],
    ...side(counts, false),
    ...(before ? { before: side(before, true) } : {}),
  };
}

type PointGiven = {
  figure: FigureName;
  counts: Counts;
  scope: Scope;
  isBefore: boolean;
  point: { day: string; days: number };
  about: string;
};

/** A point of the trend. */
export function pointFigureOf({ figure, counts, scope, isBefore, point, about }: PointGiven): OpenFigure {
  return {
    title: FIGURE_LABELS[figure],
    about,
    formula: FORMULAS[figure],
    ...proofOf(figure, counts),
    rows: rowsOf(figure, { scope, by: null, key: null, isBefore, point }),
  };
}

const proofOf = (figure: FigureName, counts: Counts): Pick<OpenFigure, 'reckoning' | 'certainty'> => ({
  reckoning: reckoningOf(figure, counts),
  certainty: isRate(figure) ? certaintyOf(rateOf(figure, counts)) : null,
});

const rowsOf = (
  figure: FigureName,
  of: Omit<Extract<RowsOf, { kind: 'count' }>, 'kind' | 'measure'>,
): FigureRows[] =>
  partsOf(figure).map((measure) => ({
    label: MEASURE_LABELS[measure],
    of: { kind: 'count', measure, ...of },
  }));

function reckoningOf(figure: FigureName, counts: Counts): string {
  if (isRate(figure)) {
    const [part, whole] = partsOf(figure);
    const { percent } = rateOf(figure, counts);
    if (!part || !whole) return '';
    return `${countOf(counts[part], MEASURE_NOUNS[part])} ÷ ${countOf(counts[whole], MEASURE_NOUNS[whole])} = ${formatPercent(percent)}`;
  }
  if (figure === 'costPerLead') {
    return `${formatUsd(counts.spend)} ÷ ${countOf(counts.conversions, 'conversion')} = ${formatUsd(costPerLead(counts))}`;
  }
  if (figure === 'returnOnSpend') {
    return `${formatUsd(counts.revenue)} ÷ ${formatUsd(counts.spend)} = ${figureText(figure, counts)}${returnOnSpend(counts) === null ? '' : ' back for each dollar'}`;
  }
  return `n = ${figureText(figure, counts)}`;
}

/** "n = 4,820. With 95% certainty between 20.9% and 23.2%." */
function certaintyOf(share: Share): string {
  const { whole, interval, isEnough } = share;
  if (!isEnough) {
    return `n = ${formatCount(whole)}: not enough data to be certain of. The analytics show a share from ${LEAST_BASE} on.`;
  }
  if (!interval)
    return `n = ${formatCount(whole)}. More than one for each, so there is no share to be certain of.`;
  return `n = ${formatCount(whole)}. 95% interval: ${intervalWords(interval)} (Wilson).`;
}

export const ACTIVE_FORMULA = 'Campaigns with the status active, without paused ones';

/** The campaigns that are active now, which is no matter of a period. */
export function activeFigureOf({ totals, campaigns }: Overview): OpenFigure {
  return {
    title: 'Active campaigns',
    about: 'Now',
    formula: ACTIVE_FORMULA,
    reckoning: `n = ${formatCount(totals.activeCampaigns)}`,
    certainty: null,
    rows: [
      {
        label: 'Campaigns',
        campaigns: campaigns.filter(({ status, isPaused }) => status === 'active' && !isPaused),
      },
    ],
  };
}

const GOAL_NOUN: Record<Goal, string> = { conversions: 'sign-up', purchases: 'purchase' };

export function touchFigureOf(
  row: TouchRow,
  touch: 'first' | 'last',
  about: { scope: Scope; goal: Goal; total: number; days: string },
  isRevenue = false,
): OpenFigure {
  const { scope, goal, total, days } = about;
  const { count, revenue } = row[touch];
  const share = shareOf(count, total);
  return {
    title: `${touch === 'first' ? 'First' : 'Last'} ${isRevenue ? 'revenue' : 'touch'}`,
    about: `${row.campaign}, ${days}`,
    formula: `${isRevenue ? 'Sum of the purchases' : MEASURE_LABELS[goal]} whose ${touch} message, click, visit or reply in the 90 days before belongs to this campaign and channel`,
    reckoning: isRevenue
      ? `${countOf(count, GOAL_NOUN[goal])} for ${formatUsd(revenue)} together`
      : `${countOf(count, GOAL_NOUN[goal])} of ${formatCount(total)} = ${formatPercent(share.percent)}`,
    certainty: isRevenue ? null : certaintyOf(share),
    rows: [
      {
        label: MEASURE_LABELS[goal],
        of: { kind: 'touch', scope, goal, touch, campaignId: row.campaignId, channel: row.channel },
      },
    ],
  };
}

export const COHORT_LABELS: Record<CohortStage, string> = {
  contacted: 'Contacted',
  engaged: 'Engaged',
  qualified: 'Qualified',
  converted: 'Converted',
};

export function cohortFigureOf(
  cohort: Cohort,
  stage: CohortStage | null,
  { within, month }: { within: Within; month: string },
): OpenFigure {
  const limit = within === 'any' ? '' : ` within ${within} days`;
  const rows: OpenFigure['rows'] = [
    { label: 'Found', of: { kind: 'cohort', month: cohort.month, within, stage: null } },
  ];
  if (stage === null) {
    return {
      title: 'People found',
      about: month,
      formula: 'People discovered, imported or added by hand in this month',
      reckoning: `n = ${formatCount(cohort.leads)}`,
      certainty: null,
      rows,
    };
  }
  const share = shareOf(cohort[stage], cohort.leads);
  return {
    title: `${COHORT_LABELS[stage]}${limit}`,
    about: `Found in ${month}`,
    formula: `People who came at least to ${COHORT_LABELS[stage]}${limit} after they were found ÷ people found in the month`,
    reckoning: `${formatCount(share.part)} ÷ ${formatCount(share.whole)} = ${formatPercent(share.percent)}`,
    certainty: `${certaintyOf(share)}${cohort.isOpen && within !== 'any' ? ' Some have not been known that long yet, so it can still rise.' : ''}`,
    rows: [
      { label: COHORT_LABELS[stage], of: { kind: 'cohort', month: cohort.month, within, stage } },
      ...rows,
    ],
  };
}
