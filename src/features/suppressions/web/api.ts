import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, infiniteQueryOf, queryKeyOf } from '#ui/calls/call-api.ts';
import { importSuppressions, liftSuppression, listSuppressions, type Suppression } from '../contract.ts';

const SUPPRESSIONS_AT_ONCE = 20;

/** Who may not be written to, page after page. */
export function suppressionsQuery(reason: Suppression['reason'] | undefined) {
  return infiniteQueryOf(
    listSuppressions,
    { query: { limit: SUPPRESSIONS_AT_ONCE, ...(reason === undefined ? {} : { reason }) } },
    { topics: ['suppressions', 'events', 'leads'] },
  );
}

/** Takes somebody off the list. */
export function useLiftSuppression() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      callApi(liftSuppression, { params: { id }, body: { reason } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyOf(listSuppressions, {}) }),
  });
}

export function useImportSuppressions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => callApi(importSuppressions, { body: { text } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyOf(listSuppressions, {}) }),
  });
}
