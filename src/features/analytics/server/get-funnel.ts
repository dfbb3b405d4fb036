import { channelName } from '#features/campaigns/rules.ts';
import { platformLabel } from '#features/leads/rules.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Page } from '#kit/endpoint.ts';
import { addDays, DAY_MS, dateInZone, startOfDate } from '#kit/time.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { instantCursor } from '#platform/page-cursor.ts';
import type { Period } from '../contract.ts';
import {
  type Cohort,
  type CohortRowsQuery,
  type Counts,
  type Days,
  DIMENSIONS,
  type Dimension,
  type FigureRow,
  type FigureRowsQuery,
  type Funnel,
  type FunnelRow,
  type Goal,
  type Insights,
  type Measure,
  type Touches,
  type TouchRow,
  type TouchRowsQuery,
  type TrendLine,
  type Within,
} from '../contract-funnel.ts';
import { addCounts, hasLeads, inOrder, NO_COUNTS, NO_PART, stretchOf } from '../rules-figures.ts';
import { insightsOf } from '../rules-insights.ts';
import {
  countByCampaign,
  countByCommunity,
  countByDay,
  countCohorts,
  countRows,
  findFirst,
  type KeyedCounts,
  listCohortPeople,
  listRows,
  namesOf,
  type StoredRow,
} from './figures-store.ts';
import { countByPart, type PartKey, sumUpParts } from './parts-store.ts';
import type { Scope, Stretch } from './scope-store.ts';
import { type CampaignRow, listLaunchedCampaigns } from './store.ts';
import { countTouches, listTouched } from './touch-counts-store.ts';

type Dependencies = {
  db: Database;
  settings: Pick<SettingsService, 'getWorkspace'>;
  now: () => Date;
};
type Wish = { period: Period; campaign?: string | undefined };

/** Months that cohorts go back. */
const COHORT_MONTHS = 12;
/** More days than these are shown by week. */
const MOST_DAYS = 92;

/** Every figure of the analytics, each with the rows that it is counted from. */
export function createFigures({ db, settings, now }: Dependencies) {
  /** What a wish comes to: the days, the instants, and the campaigns that count as on the dashboard. */
  async function readWish({ period, campaign }: Wish) {
    const { timeZone } = await settings.getWorkspace();
    const campaigns = await listLaunchedCampaigns(db, campaign);
    const scope: Scope = {
      campaignIds: campaigns.map(({ id }) => id),
      hasArrivals: campaign === undefined,
    };
    const today = dateInZone(now(), timeZone);
    const { from, previous } = stretchOf(period, today);
    const startOf = (day: string): Date => startOfDate(day, timeZone);
    const first = from === null ? await findFirst(db, scope) : null;
    const days: Days = {
      period,
      from: from ?? (first && dateInZone(first, timeZone)),
      to: today,
      previousFrom: previous?.from ?? null,
      previousTo: previous?.to ?? null,
      timeZone,
    };
    const current: Stretch = {
      from: from === null ? null : startOf(from),
      to: startOf(addDays(today, 1)),
    };
    const before: Stretch | null =
      previous === null || from === null ? null : { from: startOf(previous.from), to: startOf(from) };
    return { days, campaigns, scope, current, before, timeZone };
  }
  type Read = Awaited<ReturnType<typeof readWish>>;

  const countParts = async (by: Dimension, { scope, campaigns }: Read, stretch: Stretch) => {
    if (by === 'campaign') return countByCampaign(db, scope, stretch);
    if (by === 'asset') return byAsset(await countByCampaign(db, scope, stretch), campaigns);
    return countPart(by, { scope, stretch });
  };

  const countPart = (by: PartKey['by'], where: { scope: Scope; stretch: Stretch }) =>
    by === 'community' ? countByCommunity(db, where) : countByPart(db, by, where);

  const labelsOf = async (by: Dimension): Promise<(key: string) => string> => {
    if (by === 'channel') return channelName;
    if (by === 'source') return platformLabel;
    const names = await namesOf(db, TABLE[by]);
    return (key) => names.get(key) ?? NO_PART[by];
  };

  async function funnelOf(by: Dimension, read: Read, totals: Totals): Promise<Funnel> {
    const [current, before, label] = await Promise.all([
      countParts(by, read, read.current),
      read.before && countParts(by, read, read.before),
      labelsOf(by),
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
    return { ...read.days, by, total: totals.row, rows: inOrder(rows.filter(hasAny)) };
  }

  type Totals = { row: FunnelRow };
  async function totalsOf(read: Read): Promise<Totals> {
    const sum = (rows: readonly KeyedCounts[]): Counts => rows.reduce<Counts>(addCounts, NO_COUNTS);
    const [counts, before] = await Promise.all([
      countByCampaign(db, read.scope, read.current).then(sum),
      read.before && countByCampaign(db, read.scope, read.before).then(sum),
    ]);
    return { row: { key: null, label: 'Everything', counts, before } };
  }

  return {
    async getFunnel({ by, ...wish }: Wish & { by: Dimension }): Promise<Funnel> {
      const read = await readWish(wish);
      return funnelOf(by, read, await totalsOf(read));
    },

    async getTrend(wish: Wish): Promise<TrendLine> {
      const { days, scope, timeZone } = await readWish(wish);
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
        before:
          days.previousFrom === null ? [] : pointsOf(earlier, { first: days.previousFrom, length, size }),
      };
    },

    async getTouches({ goal, ...wish }: Wish & { goal: Goal }): Promise<Touches> {
      const { days, scope, current } = await readWish(wish);
      const [counts, names] = await Promise.all([
        countTouches(db, { goal, scope, stretch: current }),
        namesOf(db, 'campaigns'),
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
    },

    async listCohorts(within: Within): Promise<Cohort[]> {
      const { timeZone } = await settings.getWorkspace();
      const today = dateInZone(now(), timeZone);
      const first = monthsBefore(today, COHORT_MONTHS - 1);
      const to = startOfDate(addDays(today, 1), timeZone);
      const rows = await countCohorts(db, { from: startOfDate(first, timeZone), to, within, timeZone });
      return rows.map(({ newest, ...cohort }) => ({
        ...cohort,
        isOpen: within === 'any' || new Date(newest).getTime() + Number(within) * DAY_MS > now().getTime(),
      }));
    },

    async listRows(query: FigureRowsQuery): Promise<Page<FigureRow>> {
      const { measure, by, key, before: isBefore, limit, cursor, day, days, ...wish } = query;
      const read = await readWish(wish);
      const period = isBefore ? read.before : read.current;
      const stretch =
        period && day !== undefined
          ? overlapOf(period, {
              from: startOfDate(day, read.timeZone),
              to: startOfDate(addDays(day, days), read.timeZone),
            })
          : period;
      if (!stretch) return { items: [], nextCursor: null, total: 0 };
      const { scope, part } = partOf(read, by, key === '' ? null : (key ?? null));
      const after = instantCursor.read(cursor);
      const rows = await listRows(db, { measure, scope, stretch, part, limit, after });
      const isAll = after === undefined && rows.length <= limit;
      return toPage(rows, limit, isAll ? rows.length : await countOf(measure, { scope, stretch, part }));
    },

    async listTouchRows(query: TouchRowsQuery): Promise<Page<FigureRow>> {
      const { goal, touch, touchCampaign, channel, limit, cursor, ...wish } = query;
      const { scope, current } = await readWish(wish);
      const side = {
        touch,
        campaignId: touchCampaign === '' ? null : touchCampaign,
        channel: channel === '' ? null : channel,
      };
      const figure = { goal, scope, stretch: current };
      const [rows, counts] = await Promise.all([
        listTouched(db, { ...figure, ...side, limit, after: instantCursor.read(cursor) }),
        countTouches(db, figure),
      ]);
      const count = counts.find(
        (one) =>
          one.touch === side.touch && one.campaignId === side.campaignId && one.channel === side.channel,
      );
      return toPage(rows, limit, count?.rows ?? 0);
    },

    async listCohortRows(query: CohortRowsQuery): Promise<Page<FigureRow>> {
      const { timeZone } = await settings.getWorkspace();
      const from = `${query.month.slice(0, 8)}01`;
      const rows = await listCohortPeople(db, {
        from: startOfDate(from, timeZone),
        to: startOfDate(monthsBefore(from, -1), timeZone),
        within: query.within,
        stage: query.stage ?? null,
        limit: query.limit,
        after: instantCursor.read(query.cursor),
      });
      return toPage(rows, query.limit, rows[0]?.total ?? 0);
    },

    async listInsights(wish: Wish): Promise<Insights> {
      const read = await readWish(wish);
      const totals = await totalsOf(read);
      const funnels = await Promise.all(DIMENSIONS.map((by) => funnelOf(by, read, totals)));
      // Rules over counts, no model.
      return { by: BUILT_IN_ENGINE, ...insightsOf(funnels) };
    },

    /** Sums up by part the days that are over and those that became others, a portion at a time. */
    async sumUpParts(): Promise<void> {
      while (await inTransaction(db, (tx) => sumUpParts(tx, now())));
    },
  };

  /** How many rows a figure has, from the sums. */
  async function countOf(
    measure: Measure,
    { scope, stretch, part }: { scope: Scope; stretch: Stretch; part?: PartKey | undefined },
  ): Promise<number> {
    if (measure === 'spend') return countRows(db, { measure, scope, stretch, part });
    const counts = part
      ? (await countPart(part.by, { scope, stretch })).filter(({ key }) => key === part.key)
      : await countByCampaign(db, scope, stretch);
    if (measure !== 'revenue') return counts.reduce((sum, row) => sum + row[measure], 0);
    const refunds = await countRows(db, { measure, scope, stretch, part, types: ['purchase.refunded'] });
    return counts.reduce((sum, row) => sum + row.purchases, refunds);
  }

  /** Narrows to one part of a dimension: campaigns and assets by the scope, the others by what the events say. */
  function partOf({ scope, campaigns }: Read, by: Dimension | undefined, key: string | null) {
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

/** What both have; null where they do not meet. */
function overlapOf(period: Stretch, { from, to }: { from: Date; to: Date }): Stretch | null {
  const stretch = {
    from: period.from !== null && period.from > from ? period.from : from,
    to: period.to < to ? period.to : to,
  };
  return stretch.from < stretch.to ? stretch : null;
}

function plain(counts: Counts | undefined): Counts {
  return addCounts(NO_COUNTS, counts ?? NO_COUNTS);
}

function isAnything({ leads, ...rest }: Counts, by: Dimension): boolean {
  return Object.values(rest).some((count) => count !== 0) || (hasLeads(by) && leads > 0);
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

/** First day of the month so many months before; negative ones come after. */
function monthsBefore(day: string, months: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

function toPage(rows: readonly StoredRow[], limit: number, total: number): Page<FigureRow> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
    nextCursor: last && rows.length > limit ? instantCursor.write(last) : null,
    total,
  };
}

/** Days from one to another, both included. */
function lengthOf(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
}
