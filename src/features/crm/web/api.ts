import { useChange } from '#features/leads/web/api.ts';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import { getCrmStats, getTimeline, listCategoryCounts } from '../contract.ts';
import { type ManualMessage, markContacted, takeBackContact } from '../contract-manual-messages.ts';

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

export function useTakeBackContact() {
  return useChange(
    (id: string) => callApi(takeBackContact, { params: { id } }),
    ['leads', 'events', 'activity'],
  );
}

export function useMarkContacted() {
  return useChange(
    ({ id, ...body }: { id: string } & ManualMessage) => callApi(markContacted, { params: { id }, body }),
    ['leads', 'events', 'activity'],
  );
}
