import { getWorkspace } from '#features/settings/server/workspace.ts';
import { utmOf, withUtm } from '#features/tracking/rules-utm.ts';
import { addDays, dateInZone, startOfDate } from '#kit/time.ts';
import type { CampaignPerformance, Heard, Overview, Period } from '../contract.ts';
import {
  activeTrend,
  addFigures,
  type CampaignLife,
  type Figures,
  firstDay,
  NO_FIGURES,
  ratesOf,
  rateTrend,
  TREND_DAYS,
} from '../rules.ts';
import type { FigureContext } from './figure-scope.ts';
import {
  type CampaignRow,
  countKept,
  findFirstCount,
  heardByCampaign,
  listLaunchedCampaigns,
  listTurns,
  sumByCampaign,
  sumBySpan,
  type Turn,
} from './store.ts';

const NOTHING_HEARD: Heard = {
  opens: 0,
  machineOpens: 0,
  clicks: 0,
  replies: 0,
  bounces: 0,
  complaints: 0,
  unsubscribes: 0,
};

/** Totals, trends and campaigns of a period in the workspace's time zone; of one campaign where it is given. */
export async function getOverview(
  { db, clock }: FigureContext,
  period: Period,
  campaignId?: string,
): Promise<Overview> {
  const { timeZone } = await getWorkspace(db);
  const instant = clock.now();
  const today = dateInZone(instant, timeZone);
  const startOf = (day: string): Date => startOfDate(day, timeZone);
  const from = firstDay(period, today);
  const to = startOf(addDays(today, 1));
  const rows = await listLaunchedCampaigns(db, campaignId);
  const campaignIds = rows.map((row) => row.id);
  const days = Array.from({ length: TREND_DAYS }, (_, index) => addDays(today, index + 1 - TREND_DAYS));
  const window = { campaignIds, from: from === null ? null : startOf(from), to };
  const [sums, heard, daily, turns, kept, firstCount] = await Promise.all([
    sumByCampaign(db, window),
    heardByCampaign(db, window),
    sumBySpan(db, { campaignIds, bounds: [...days.map(startOf), to] }),
    listTurns(db, campaignIds),
    countKept(db, rows, window.from),
    from === null ? findFirstCount(db, campaignIds) : null,
  ]);
  const figures = new Map<string, Figures>(sums.map((row) => [row.campaignId, row]));
  const total = sums.reduce<Figures>(addFigures, NO_FIGURES);
  const lives = rows.map((row) => lifeOf(row, turns));
  const dayEnds = days.map((day) => (day === today ? instant : startOf(addDays(day, 1))));
  const totals = {
    messagesSent: total.messages,
    landingPageVisits: total.visits,
    landingPageConversions: total.conversions,
    purchaseConversions: total.purchases,
    activeCampaigns: rows.filter((row) => row.status === 'active').length,
  };
  return {
    ...totals,
    totals,
    period,
    from: from ?? (firstCount && dateInZone(firstCount, timeZone)),
    to: today,
    timeZone,
    trends: {
      responseRate: rateTrend(daily, 'visits'),
      pageConversion: rateTrend(daily, 'conversions'),
      purchaseConversion: rateTrend(daily, 'purchases'),
      activeCampaigns: activeTrend(lives, dayEnds),
    },
    campaigns: rows
      .filter(
        (row) => campaignId !== undefined || isOfPeriod(row, from === null ? null : startOf(from), figures),
      )
      .map((row) => ({
        ...performanceOf(row, figures.get(row.id) ?? NO_FIGURES, timeZone),
        keptInOutbox: kept.get(row.id) ?? 0,
        heard: heard.get(row.id) ?? NOTHING_HEARD,
      }))
      .toSorted((one, other) => other.messagesSent - one.messagesSent),
  };
}

function lifeOf(row: CampaignRow, turns: readonly Turn[]): CampaignLife {
  return { ...row, turns: turns.filter((turn) => turn.campaignId === row.id) };
}

/** A campaign belongs to a period when it is not completed, ended in it, or had something counted in it. */
function isOfPeriod(row: CampaignRow, from: Date | null, figures: ReadonlyMap<string, Figures>): boolean {
  if (from === null || row.status !== 'completed' || figures.has(row.id)) return true;
  return row.completedAt !== null && row.completedAt >= from;
}

function performanceOf(
  row: CampaignRow,
  figures: Figures,
  timeZone: string,
): Omit<CampaignPerformance, 'keptInOutbox' | 'heard'> {
  const dateOf = (at: Date | null): string | null => at && dateInZone(at, timeZone);
  const utm = { source: row.utmSource, medium: row.utmMedium, campaign: row.utmCampaign };
  const standing = utmOf(row.landingPageUrl, utm);
  return {
    id: row.id,
    name: row.name,
    targetSegment: row.targetSegment,
    startDate: dateOf(row.launchedAt),
    endDate: dateOf(row.completedAt ?? row.endsAt),
    landingPageUrl: withUtm(row.landingPageUrl, utm),
    utmCampaign: standing.campaign,
    utmSource: standing.source,
    utmMedium: standing.medium,
    status: row.status === 'completed' ? 'completed' : 'active',
    isPaused: row.status === 'paused',
    channels: row.channels,
    messagesSent: figures.messages,
    landingPageVisits: figures.visits,
    landingPageConversions: figures.conversions,
    pageConversions: figures.conversions,
    purchaseConversions: figures.purchases,
    ...ratesOf(figures),
  };
}
