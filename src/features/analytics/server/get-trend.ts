import { addDays, DAY_MS } from '#kit/time.ts';
import type { Counts, TrendLine } from '../contract-funnel.ts';
import { addCounts, NO_COUNTS } from '../rules-figures.ts';
import { type FigureContext, type FigureFilter, readFigureScope } from './figure-scope.ts';
import { countByDay } from './figures-store.ts';

/** More days than these are shown by week. */
const MOST_DAYS = 92;

/** Counts of a period by day or week, and of the period before it. */
export async function getTrend(ctx: FigureContext, filter: FigureFilter): Promise<TrendLine> {
  const { db } = ctx;
  const { days, scope, timeZone } = await readFigureScope(ctx, filter);
  const first = days.from ?? days.to;
  const length = lengthOf(first, days.to);
  const { previousFrom, previousTo } = days;
  const [points, earlier] = await Promise.all([
    countByDay(db, scope, { first, length, timeZone }),
    previousFrom === null || previousTo === null
      ? []
      : countByDay(db, scope, {
          first: previousFrom,
          length: lengthOf(previousFrom, previousTo),
          timeZone,
        }),
  ]);
  const size = length > MOST_DAYS ? 7 : 1;
  return {
    ...days,
    step: size === 7 ? 'week' : 'day',
    points: pointsOf(points, { first, length, size }),
    before: days.previousFrom === null ? [] : pointsOf(earlier, { first: days.previousFrom, length, size }),
  };
}

type Line = { first: string; length: number; size: number };

function pointsOf(rows: readonly (Counts & { day: string })[], { first, length, size }: Line) {
  const days = new Map(rows.map(({ day, ...counts }) => [day, counts]));
  return Array.from({ length: Math.ceil(length / size) }, (_, index) => {
    const day = addDays(first, index * size);
    const within = Array.from({ length: size }, (_each, offset) => days.get(addDays(day, offset)));
    return { day, counts: within.reduce<Counts>((sum, one) => addCounts(sum, one ?? NO_COUNTS), NO_COUNTS) };
  });
}

/** Days from one to another, both included. */
function lengthOf(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
}
