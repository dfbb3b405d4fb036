import type { Communities } from '#features/communities/server/service.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { utmOf, withUtm } from '#features/tracking/rules-utm.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { addDays, dateInZone, startOfDate } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { CampaignPerformance, Heard, Overview, Period, Usage } from '../contract.ts';
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
import { createActivity } from './activity-service.ts';
import { createFigures } from './figures-service.ts';
import { createFollowUps } from './follow-ups-service.ts';
import { createSales } from './sales-service.ts';
import { createSpend } from './spend-service.ts';
import {
  type CampaignRow,
  countCampaignsRun,
  countEvents,
  countKept,
  findFirstCount,
  findLastEvent,
  heardByCampaign,
  listLaunchedCampaigns,
  listTurns,
  sumByCampaign,
  sumBySpan,
  type Turn,
} from './store.ts';

type Dependencies = {
  db: Database;
  tracking: Tracking;
  leads: Pick<Leads, 'getLead' | 'moveBack' | 'deleteLead'>;
  communities: Pick<Communities, 'deletePost'>;
  settings: Pick<SettingsService, 'getWorkspace'>;
  queue: Pick<JobQueue, 'send'>;
  languageModel: LanguageModel | undefined;
  log: Log;
  /** The clock; another one in tests. */
  now?: () => Date;
};

/** What paid off, counted from events. */
export function createAnalytics({
  db,
  tracking,
  leads,
  communities,
  settings,
  queue,
  languageModel,
  log,
  now = () => new Date(),
}: Dependencies) {
  return {
    ...createFigures({ db, settings, now }),
    ...createSales({ db, tracking }),
    ...createSpend({ db, tracking, settings, now }),
    ...createActivity({ db, leads, communities, settings, now }),
    ...createFollowUps({ db, leads, settings, queue, languageModel, log, now }),

    /** Totals, trends and campaigns of a period in the workspace's time zone; of one campaign where it is named. */
    async getOverview(period: Period, campaignId?: string): Promise<Overview> {
      const { timeZone } = await settings.getWorkspace();
      const instant = now();
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
            (row) =>
              campaignId !== undefined || isOfPeriod(row, from === null ? null : startOf(from), figures),
          )
          .map((row) => ({
            ...performanceOf(row, figures.get(row.id) ?? NO_FIGURES, timeZone),
            keptInOutbox: kept.get(row.id) ?? 0,
            heard: heard.get(row.id) ?? NOTHING_HEARD,
          }))
          .toSorted((one, other) => other.messagesSent - one.messagesSent),
      };
    },

    /** What was used in the current month of the workspace's time zone. */
    async getUsage(): Promise<Usage> {
      const { timeZone } = await settings.getWorkspace();
      const instant = now();
      const today = dateInZone(instant, timeZone);
      const monthStart = startOfDate(`${today.slice(0, 8)}01`, timeZone);
      const dayEnd = startOfDate(addDays(today, 1), timeZone);
      const [campaigns, leadsDiscovered, lastActive] = await Promise.all([
        countCampaignsRun(db, monthStart, instant),
        countEvents(db, { type: 'lead.discovered', from: monthStart, to: dayEnd }),
        findLastEvent(db, instant),
      ]);
      return { campaigns, leadsDiscovered, lastActive: lastActive?.toISOString() ?? null, timeZone };
    },
  };
}
const NOTHING_HEARD: Heard = {
  opens: 0,
  machineOpens: 0,
  clicks: 0,
  replies: 0,
  bounces: 0,
  complaints: 0,
  unsubscribes: 0,
};

export type Analytics = ReturnType<typeof createAnalytics>;

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
