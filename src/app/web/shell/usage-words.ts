import type { Usage } from '#features/analytics/contract.ts';
import { addDays, dateInZone } from '#kit/time.ts';
import { shortDate } from '#ui/relative-time-words.ts';

/** The day of the last event in the workspace's own time: "Today", "Yesterday", "12 Jan"; '–' before the first. */
export function lastActiveWord(
  { lastActive, timeZone }: Pick<Usage, 'lastActive' | 'timeZone'>,
  now: Date,
): string {
  if (lastActive === null) return '–';
  const day = dateInZone(new Date(lastActive), timeZone);
  const today = dateInZone(now, timeZone);
  if (day >= today) return 'Today';
  if (day === addDays(today, -1)) return 'Yesterday';
  return shortDate(new Date(lastActive), now, timeZone);
}

/** What would fill the figures that have nothing to count; null when all have. */
export function usageHint({
  campaigns,
  leadsDiscovered,
}: Pick<Usage, 'campaigns' | 'leadsDiscovered'>): string | null {
  if (campaigns === 0 && leadsDiscovered === 0)
    return 'Discover leads and launch a campaign: both are counted here.';
  if (campaigns === 0) return 'Launch a campaign: it is counted here.';
  if (leadsDiscovered === 0) return 'Discover leads: they are counted here.';
  return null;
}
