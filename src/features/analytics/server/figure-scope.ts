import { getWorkspace } from '#features/settings/server/workspace.ts';
import { addDays, dateInZone, startOfDate } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import type { Period } from '../contract.ts';
import type { Days } from '../contract-funnel.ts';
import { stretchOf } from '../rules-figures.ts';
import { countByCommunity, findFirst, type KeyedCounts } from './figures-store.ts';
import { countByPart, type PartKey } from './parts-store.ts';
import type { Scope, Stretch } from './scope-store.ts';
import { type CampaignRow, listLaunchedCampaigns } from './store.ts';

export type FigureContext = Pick<Context, 'db' | 'clock'>;
export type FigureFilter = { period: Period; campaign?: string | undefined };

/** What a filter selects: days, instants, and the campaigns that count as on the dashboard. */
export type FigureScope = {
  days: Days;
  campaigns: CampaignRow[];
  scope: Scope;
  current: Stretch;
  before: Stretch | null;
  timeZone: string;
};

/** Resolves a filter in the time zone of the workspace. */
export async function readFigureScope(
  { db, clock }: FigureContext,
  { period, campaign }: FigureFilter,
): Promise<FigureScope> {
  const { timeZone } = await getWorkspace(db);
  const campaigns = await listLaunchedCampaigns(db, campaign);
  const scope: Scope = {
    campaignIds: campaigns.map(({ id }) => id),
    hasArrivals: campaign === undefined,
  };
  const today = dateInZone(clock.now(), timeZone);
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

/** Counts of every part of a dimension that the events name. */
export function countPart(
  { db }: Pick<Context, 'db'>,
  by: PartKey['by'],
  where: { scope: Scope; stretch: Stretch },
): Promise<KeyedCounts[]> {
  return by === 'community' ? countByCommunity(db, where) : countByPart(db, by, where);
}
