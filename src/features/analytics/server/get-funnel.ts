import { channelName } from '#features/campaigns/rules.ts';
import { platformLabel } from '#features/leads/rules.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Context } from '#platform/context.ts';
import {
  type Counts,
  DIMENSIONS,
  type Dimension,
  type Funnel,
  type FunnelRow,
  type Insights,
} from '../contract-funnel.ts';
import { addCounts, hasLeads, inOrder, NO_COUNTS, NO_PART } from '../rules-figures.ts';
import { insightsOf } from '../rules-insights.ts';
import {
  countPart,
  type FigureContext,
  type FigureFilter,
  type FigureScope,
  readFigureScope,
} from './figure-scope.ts';
import { countByCampaign, type KeyedCounts, namesOf } from './figures-store.ts';
import type { Stretch } from './scope-store.ts';
import type { CampaignRow } from './store.ts';

type StoreContext = Pick<Context, 'db'>;

/** The funnel of a period by one dimension, and of the period before it. */
export async function getFunnel(
  ctx: FigureContext,
  { by, ...filter }: FigureFilter & { by: Dimension },
): Promise<Funnel> {
  const figures = await readFigureScope(ctx, filter);
  return funnelOf(ctx, by, figures, await totalOf(ctx, figures));
}

/** Insights into the funnels of a period: rules over counts, no model. */
export async function listInsights(ctx: FigureContext, filter: FigureFilter): Promise<Insights> {
  const figures = await readFigureScope(ctx, filter);
  const total = await totalOf(ctx, figures);
  const funnels = await Promise.all(DIMENSIONS.map((by) => funnelOf(ctx, by, figures, total)));
  return { by: BUILT_IN_ENGINE, ...insightsOf(funnels) };
}

async function funnelOf(
  ctx: StoreContext,
  by: Dimension,
  figures: FigureScope,
  total: FunnelRow,
): Promise<Funnel> {
  const [current, before, label] = await Promise.all([
    countDimension(ctx, by, figures, figures.current),
    figures.before && countDimension(ctx, by, figures, figures.before),
    labelsOf(ctx, by),
  ]);
  const earlier = new Map(before?.map((row) => [row.key, row]));
  const keys = new Set([...current, ...(before ?? [])].map(({ key }) => key));
  const known = new Map(current.map((row) => [row.key, row]));
  const rows = [...keys].map(
    (key): FunnelRow => ({
      key,
      label: key === null ? NO_PART[by] : label(key),
      counts: plain(known.get(key)),
      before: before && plain(earlier.get(key)),
    }),
  );
  const hasAny = ({ key, counts, before: was }: FunnelRow): boolean =>
    // Arrivals belong to no campaign, channel or asset: a row of them alone would say nothing.
    key !== null || isAnything(counts, by) || (was !== null && isAnything(was, by));
  return { ...figures.days, by, total, rows: inOrder(rows.filter(hasAny)) };
}

async function totalOf({ db }: StoreContext, { scope, current, before }: FigureScope): Promise<FunnelRow> {
  const sum = (rows: readonly KeyedCounts[]): Counts => rows.reduce<Counts>(addCounts, NO_COUNTS);
  const [counts, earlier] = await Promise.all([
    countByCampaign(db, scope, current).then(sum),
    before && countByCampaign(db, scope, before).then(sum),
  ]);
  return { key: null, label: 'Everything', counts, before: earlier };
}

async function countDimension(
  ctx: StoreContext,
  by: Dimension,
  { scope, campaigns }: FigureScope,
  stretch: Stretch,
): Promise<KeyedCounts[]> {
  if (by === 'campaign') return countByCampaign(ctx.db, scope, stretch);
  if (by === 'asset') return byAsset(await countByCampaign(ctx.db, scope, stretch), campaigns);
  return countPart(ctx, by, { scope, stretch });
}

async function labelsOf({ db }: StoreContext, by: Dimension): Promise<(key: string) => string> {
  if (by === 'channel') return channelName;
  if (by === 'source') return platformLabel;
  const names = await namesOf(db, TABLE[by]);
  return (key) => names.get(key) ?? NO_PART[by];
}

const TABLE = {
  campaign: 'campaigns',
  segment: 'lead_groups',
  asset: 'content_assets',
  agent: 'experts',
  community: 'communities',
} as const;

/** A campaign with several assets counts in each of them. */
function byAsset(rows: readonly KeyedCounts[], campaigns: readonly CampaignRow[]): KeyedCounts[] {
  const sums = new Map<string | null, Counts>();
  for (const row of rows) {
    const assets = campaigns.find(({ id }) => id === row.key)?.selectedContentAssets ?? [];
    for (const key of assets.length === 0 ? [null] : assets) {
      sums.set(key, addCounts(sums.get(key) ?? NO_COUNTS, row));
    }
  }
  return [...sums].map(([key, counts]) => ({ key, ...counts }));
}

function plain(counts: Counts | undefined): Counts {
  return addCounts(NO_COUNTS, counts ?? NO_COUNTS);
}

function isAnything({ leads, ...rest }: Counts, by: Dimension): boolean {
  return Object.values(rest).some((count) => count !== 0) || (hasLeads(by) && leads > 0);
}
