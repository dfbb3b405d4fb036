import { queryOf } from '#ui/calls/call-api.ts';
import { getOverview, getUsage, listAiActivity, type Period } from '../contract.ts';

/** The dashboard over a period, of all campaigns or of one. */
export function overviewQuery({ period, campaign }: { period: Period; campaign?: string | undefined }) {
  return queryOf(
    getOverview,
    { query: campaign === undefined ? { period } : { period, campaign } },
    { topics: ['events', 'campaigns', 'messages'] },
  );
}

/** What was used this month. */
export function usageQuery() {
  return queryOf(getUsage, {}, { topics: ['usage', 'events', 'campaigns', 'leads', 'stages'] });
}

/** What the AI did lately, newest first. */
export function aiActivityQuery(limit = 6) {
  return queryOf(
    listAiActivity,
    { query: { limit } },
    { topics: ['activity', 'leads', 'stages', 'communities'] },
  );
}
