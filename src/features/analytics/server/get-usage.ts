import { getWorkspace } from '#features/settings/server/workspace.ts';
import { addDays, dateInZone, startOfDate } from '#kit/time.ts';
import type { Usage } from '../contract.ts';
import type { FigureContext } from './figure-scope.ts';
import { countCampaignsRun, countEvents, findLastEvent } from './store.ts';

/** What was used in the current month of the workspace's time zone. */
export async function getUsage({ db, clock }: FigureContext): Promise<Usage> {
  const { timeZone } = await getWorkspace(db);
  const instant = clock.now();
  const today = dateInZone(instant, timeZone);
  const monthStart = startOfDate(`${today.slice(0, 8)}01`, timeZone);
  const dayEnd = startOfDate(addDays(today, 1), timeZone);
  const [campaigns, leadsDiscovered, lastActive] = await Promise.all([
    countCampaignsRun(db, monthStart, instant),
    countEvents(db, { type: 'lead.discovered', from: monthStart, to: dayEnd }),
    findLastEvent(db, instant),
  ]);
  return { campaigns, leadsDiscovered, lastActive: lastActive?.toISOString() ?? null, timeZone };
}
