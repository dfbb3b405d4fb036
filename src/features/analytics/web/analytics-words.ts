import { formatUsd } from '#kit/money.ts';
import { countOf, formatCount, formatPercent, minusSign } from '#kit/text.ts';
import { shortDate } from '#ui/relative-time-words.ts';
import type { Counts, Days, Measure, Rate, TrendLine } from '../contract-funnel.ts';
import {
  addCounts,
  changeOf,
  FIGURE_LABELS,
  type FigureName,
  isRate,
  LEAST_BASE,
  RATE_PARTS,
  rateOf,
} from '../rules-figures.ts';
import type { FigureCell } from './figure-table.tsx';

/** "15 Dec to 13 Jan" */
export function daysWords({ from, to }: { from: string | null; to: string }, now: Date): string {
  if (from === null) return 'nothing counted yet';
  return from === to ? dayWords(to, now) : `${dayWords(from, now)} to ${dayWords(to, now)}`;
}

/** "15 Dec to 13 Jan, compared with 15 Nov to 14 Dec. Times in Europe/London." */
export function comparedWords(days: Days, now: Date): string {
  const range = daysWords(days, now);
  const before =
    days.previousFrom === null || days.previousTo === null
      ? ', since the first event'
      : `, compared with ${daysWords({ from: days.previousFrom, to: days.previousTo }, now)}`;
  return `${range.charAt(0).toUpperCase()}${range.slice(1)}${days.from === null ? '' : before}. Times in ${days.timeZone}.`;
}

export function dayWords(day: string, now: Date): string {
  return shortDate(new Date(`${day}T12:00:00Z`), now, 'UTC');
}

/** "January 2026" */
export function monthWords(month: string): string {
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}T12:00:00Z`),
  );
}

/** "+3.2%", in the tone of the news that it is; nothing without a period to compare with. */
export function changeNote(
  now: number | null,
  before: number | null,
  isMoreGood = true,
): Pick<FigureCell, 'note' | 'tone'> {
  const change = changeOf(now, before);
  if (change === null) return {};
  const note = `${change > 0 ? '+' : ''}${formatPercent(change)}`;
  return { note, tone: change === 0 ? undefined : change > 0 === isMoreGood ? 'good' : 'loss' };
}

/** A count with its change; without a note where there is nothing to compare. */
export function countCell(measure: Measure, counts: Counts, before: Counts | null): FigureCell {
  const isMoney = measure === 'revenue' || measure === 'spend';
  return {
    text: isMoney ? formatUsd(counts[measure]) : formatCount(counts[measure]),
    ...(before && changeNote(counts[measure], before[measure], measure !== 'spend')),
  };
}

/** A rate with its base where that is too small to say anything. */
export function rateCell(rate: Rate, counts: Counts, before: Counts | null): FigureCell {
  const share = rateOf(rate, counts);
  if (share.whole === 0) return { text: '–' };
  if (!share.isEnough) {
    return { text: '–', note: `${formatCount(share.part)} of ${formatCount(share.whole)}, not enough data` };
  }
  const was = before && rateOf(rate, before);
  return {
    text: formatPercent(share.percent),
    ...(was?.isEnough ? changeNote(share.percent, was.percent) : {}),
  };
}

export const TREND_FIGURES = [
  'leads',
  'messages',
  'visits',
  'conversions',
  'purchases',
  'revenue',
  'responseRate',
  'pageConversion',
  'purchaseConversion',
] as const satisfies readonly FigureName[];
export type TrendFigure = (typeof TREND_FIGURES)[number];

/** A point of a line: in dollars, in percent or a count; null where it would say nothing. */
export function trendValue(figure: TrendFigure, counts: Counts): number | null {
  if (isRate(figure)) {
    const share = rateOf(figure, counts);
    return share.isEnough ? share.percent : null;
  }
  return figure === 'revenue' ? counts.revenue / 100 : counts[figure];
}

export function trendText(figure: TrendFigure, value: number | null): string {
  if (value === null) return '–';
  if (isRate(figure)) return formatPercent(value);
  return figure === 'revenue' ? formatUsd(value * 100) : formatCount(value);
}

/** What the line shows in one sentence, for those who do not see it. */
export function trendSentence(figure: TrendFigure, { points, before, step }: TrendLine, now: Date): string {
  const sum = (line: TrendLine['points']): Counts | undefined =>
    line
      .map(({ counts }) => counts)
      .reduce<Counts | undefined>((all, counts) => (all ? addCounts(all, counts) : counts), undefined);
  const [current, earlier] = [sum(points), sum(before)];
  if (!current) return 'Nothing was counted.';
  const whole = trendValue(figure, current);
  const was = earlier ? trendValue(figure, earlier) : null;
  const change = changeOf(whole, was);
  const highest = points
    .map(({ day, counts }) => ({ day, value: trendValue(figure, counts) }))
    .reduce<{ day: string; value: number | null } | null>(
      (best, point) =>
        point.value !== null && (best?.value == null || point.value > best.value) ? point : best,
      null,
    );
  const against =
    change === null
      ? ''
      : `, ${minusSign(`${change > 0 ? '+' : ''}${formatPercent(change)}`)} against the period before (${trendText(figure, was)})`;
  const peak =
    highest?.value == null
      ? ''
      : ` Highest ${step === 'day' ? 'on' : 'in the week from'} ${dayWords(highest.day, now)} with ${trendText(figure, highest.value)}.`;
  const last = points.at(-1);
  // Periods end today: the line falls there whatever happens.
  const open = !last
    ? ''
    : step === 'day'
      ? ` ${dayWords(last.day, now)} is not over yet.`
      : ' The last week is not over yet.';
  return `${FIGURE_LABELS[figure]}: ${trendText(figure, whole)}${against}.${peak}${open}`;
}

/** Said under a line of rates: which points are missing, and why. */
export function gapWords(figure: TrendFigure, { points, step }: TrendLine): string | null {
  if (!isRate(figure)) return null;
  const { whole } = RATE_PARTS[figure];
  const missing = points.filter(({ counts }) => counts[whole] < LEAST_BASE).length;
  return missing === 0
    ? null
    : `${countOf(missing, step)} with fewer than ${LEAST_BASE} ${FIGURE_LABELS[whole].toLowerCase()} not drawn: not enough data.`;
}
