import { queryOf } from '#ui/calls/call-api.ts';
import { getCrmStats, getTimeline, listCategoryCounts } from '../contract.ts';

/** The pipeline by stage. */
export function crmStatsQuery() {
  return queryOf(getCrmStats, {}, { topics: ['leads', 'stages', 'events'] });
}

/** Each lead group with its people by stage. */
export function categoryCountsQuery() {
  return queryOf(listCategoryCounts, {}, { topics: ['leads', 'stages', 'lead-groups'] });
}

/** Everything that happened with a lead, newest first. */
export function timelineQuery(leadId: string) {
  return queryOf(
    getTimeline,
    { params: { id: leadId } },
    { topics: ['events', 'leads', 'stages', 'messages'] },
  );
}
