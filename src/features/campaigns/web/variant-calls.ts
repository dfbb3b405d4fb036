import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import type { VariantLetter } from '../contract.ts';
import { chooseVariant, listVariantResults } from '../contract-variants.ts';

/** What each variant has brought. */
export function variantResultsQuery(campaignId: string) {
  return queryOf(
    listVariantResults,
    { params: { id: campaignId } },
    { topics: ['campaigns', 'messages', 'events'] },
  );
}

export function useChooseVariant(campaignId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ stepId, letter }: { stepId: string; letter: VariantLetter | null }) =>
      callApi(chooseVariant, { params: { id: campaignId, stepId }, body: { letter } }),
    onSuccess: (results) => client.setQueryData(variantResultsQuery(campaignId).queryKey, results),
  });
}
