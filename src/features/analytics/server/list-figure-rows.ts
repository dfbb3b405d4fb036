import type { Page } from '#kit/endpoint.ts';
import { addDays, startOfDate } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { instantCursor } from '#platform/page-cursor.ts';
import type { Dimension, FigureRow, FigureRowsQuery, Measure } from '../contract-funnel.ts';
import { countPart, type FigureContext, type FigureScope, readFigureScope } from './figure-scope.ts';
import { countByCampaign, countRows, listRows, type StoredRow } from './figures-store.ts';
import type { PartKey } from './parts-store.ts';
import type { Scope, Stretch } from './scope-store.ts';

/** The rows that one figure of the funnel or the trend counts, page by page. */
export async function listFigureRows(ctx: FigureContext, query: FigureRowsQuery): Promise<Page<FigureRow>> {
  const { measure, by, key, before: isBefore, limit, cursor, day, days, ...filter } = query;
  const figures = await readFigureScope(ctx, filter);
  const period = isBefore ? figures.before : figures.current;
  const stretch =
    period && day !== undefined
      ? overlapOf(period, {
          from: startOfDate(day, figures.timeZone),
          to: startOfDate(addDays(day, days), figures.timeZone),
        })
      : period;
  if (!stretch) return { items: [], nextCursor: null, total: 0 };
  const { scope, part } = partOf(figures, by, key === '' ? null : (key ?? null));
  const after = instantCursor.read(cursor);
  const rows = await listRows(ctx.db, { measure, scope, stretch, part, limit, after });
  const isAll = after === undefined && rows.length <= limit;
  return toFigurePage(
    rows,
    limit,
    isAll ? rows.length : await countOf(ctx, measure, { scope, stretch, part }),
  );
}

export function toFigurePage(rows: readonly StoredRow[], limit: number, total: number): Page<FigureRow> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
    nextCursor: last && rows.length > limit ? instantCursor.write(last) : null,
    total,
  };
}

/** How many rows a figure has, from the sums. */
async function countOf(
  ctx: Pick<Context, 'db'>,
  measure: Measure,
  { scope, stretch, part }: { scope: Scope; stretch: Stretch; part?: PartKey | undefined },
): Promise<number> {
  if (measure === 'spend') return countRows(ctx.db, { measure, scope, stretch, part });
  const counts = part
    ? (await countPart(ctx, part.by, { scope, stretch })).filter(({ key }) => key === part.key)
    : await countByCampaign(ctx.db, scope, stretch);
  if (measure !== 'revenue') return counts.reduce((sum, row) => sum + row[measure], 0);
  const refunds = await countRows(ctx.db, { measure, scope, stretch, part, types: ['purchase.refunded'] });
  return counts.reduce((sum, row) => sum + row.purchases, refunds);
}

/** Narrows to one part of a dimension: campaigns and assets by the scope, the others by what the events say. */
function partOf({ scope, campaigns }: FigureScope, by: Dimension | undefined, key: string | null) {
  if (by === undefined) return { scope, part: undefined };
  if (by !== 'campaign' && by !== 'asset') return { scope, part: { by, key } };
  const ids = campaigns
    .filter((row) =>
      by === 'campaign'
        ? row.id === key
        : key === null
          ? row.selectedContentAssets.length === 0
          : row.selectedContentAssets.includes(key),
    )
    .map(({ id }) => id);
  return { scope: { campaignIds: ids, hasArrivals: false }, part: undefined };
}

/** What both have; null where they do not meet. */
function overlapOf(period: Stretch, { from, to }: { from: Date; to: Date }): Stretch | null {
  const stretch = {
    from: period.from !== null && period.from > from ? period.from : from,
    to: period.to < to ? period.to : to,
  };
  return stretch.from < stretch.to ? stretch : null;
}
