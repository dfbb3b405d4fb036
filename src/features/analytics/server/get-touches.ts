import type { Page } from '#kit/endpoint.ts';
import { instantCursor } from '#platform/page-cursor.ts';
import type { FigureRow, Goal, Touches, TouchRow, TouchRowsQuery } from '../contract-funnel.ts';
import { NO_PART } from '../rules-figures.ts';
import { type FigureContext, type FigureFilter, readFigureScope } from './figure-scope.ts';
import { namesOf } from './figures-store.ts';
import { toFigurePage } from './list-figure-rows.ts';
import { countTouches, listTouched } from './touch-counts-store.ts';

/** First and last touch attribution of a goal, by campaign and channel. */
export async function getTouches(
  ctx: FigureContext,
  { goal, ...filter }: FigureFilter & { goal: Goal },
): Promise<Touches> {
  const { days, scope, current } = await readFigureScope(ctx, filter);
  const [counts, names] = await Promise.all([
    countTouches(ctx.db, { goal, scope, stretch: current }),
    namesOf(ctx.db, 'campaigns'),
  ]);
  const pairs = Map.groupBy(counts, ({ campaignId, channel }) => `${campaignId} ${channel}`);
  const rows = [...pairs.values()].flatMap((pair): TouchRow[] => {
    const [one] = pair;
    if (!one) return [];
    const side = (touch: 'first' | 'last') => {
      const found = pair.find((count) => count.touch === touch);
      return { count: found?.count ?? 0, revenue: found?.revenue ?? 0 };
    };
    const campaign = one.campaignId === null ? NO_PART.campaign : (names.get(one.campaignId) ?? '');
    return [{ ...one, campaign, first: side('first'), last: side('last') }];
  });
  return {
    ...days,
    goal,
    total: rows.reduce((sum, { last }) => sum + last.count, 0),
    rows: rows.toSorted((one, other) => other.last.count - one.last.count),
  };
}

/** The rows that one figure of `getTouches` counts, page by page. */
export async function listTouchRows(ctx: FigureContext, query: TouchRowsQuery): Promise<Page<FigureRow>> {
  const { goal, touch, touchCampaign, channel, limit, cursor, ...filter } = query;
  const { scope, current } = await readFigureScope(ctx, filter);
  const side = {
    touch,
    campaignId: touchCampaign === '' ? null : touchCampaign,
    channel: channel === '' ? null : channel,
  };
  const figure = { goal, scope, stretch: current };
  const [rows, counts] = await Promise.all([
    listTouched(ctx.db, { ...figure, ...side, limit, after: instantCursor.read(cursor) }),
    countTouches(ctx.db, figure),
  ]);
  const count = counts.find(
    (one) => one.touch === side.touch && one.campaignId === side.campaignId && one.channel === side.channel,
  );
  return toFigurePage(rows, limit, count?.rows ?? 0);
}
