import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { SEARCH_PLATFORMS, type SearchPlatform } from '#features/leads/contract.ts';
import { useChange } from '#features/leads/web/api.ts';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import {
  cancelRun,
  clearRefreshSchedule,
  type GenerateLeads,
  generateLeads,
  getSystemStatus,
  listRuns,
  listSources,
  planSearch,
  type SourceInfo,
  setRefreshSchedule,
} from '../contract.ts';

const STATUS_FRESH_MS = 30_000;

/** The newest runs, those at work included. */
export function runsQuery() {
  // What is found out about their addresses is news of the leads.
  return queryOf(listRuns, { query: { limit: 20 } }, { topics: ['runs', 'leads'] });
}

export function sourcesQuery() {
  return queryOf(listSources, {}, { topics: ['settings', 'runs'] });
}

/** Platforms that leads may come from; those on offer until the server has said. */
export function usePlatforms(): readonly SearchPlatform[] {
  return useQuery({ ...sourcesQuery(), select: platformsOf }).data ?? SEARCH_PLATFORMS;
}

function platformsOf(sources: readonly SourceInfo[]): SearchPlatform[] {
  return sources.map(({ platform }) => platform);
}

/** What the language model would ask; asked again when the audience or the platforms become others. */
export function planQuery(body: Pick<GenerateLeads, 'searchQuery' | 'platforms'>) {
  return queryOptions({
    queryKey: ['/api/leads/plan', body],
    queryFn: ({ signal }) => callApi(planSearch, { body }, { signal }),
  });
}

/** Not retried, and fresh for 30 s. */
export function systemStatusQuery() {
  return { ...queryOf(getSystemStatus, {}), staleTime: STATUS_FRESH_MS, retry: false };
}

/** Answers when the run has ended; the run goes on if this page is left. */
export function useGenerateLeads() {
  return useChange(
    (body: z.input<typeof GenerateLeads>) => callApi(generateLeads, { body }),
    ['leads', 'lead-groups', 'runs'],
  );
}

export function useCancelRun() {
  return useChange((id: string) => callApi(cancelRun, { params: { id } }), ['runs']);
}

export function useSetRefreshSchedule() {
  return useChange(
    ({ groupId, ...body }: { groupId: string } & z.input<typeof setRefreshSchedule.body>) =>
      callApi(setRefreshSchedule, { params: { id: groupId }, body }),
    ['lead-groups'],
  );
}

export function useClearRefreshSchedule() {
  return useChange(
    (groupId: string) => callApi(clearRefreshSchedule, { params: { id: groupId } }),
    ['lead-groups'],
  );
}
