import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import { listTaughtAgents, teachAgent } from '../contract-teaching.ts';

/** The agents that know an asset of the library. */
export function taughtAgentsQuery(assetId: string) {
  return queryOf(listTaughtAgents, { params: { id: assetId } }, { topics: ['agents', 'content'] });
}

export function useTeachAgent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ assetId, agentId }: { assetId: string; agentId: string }) =>
      callApi(teachAgent, { params: { id: assetId }, body: { expertId: agentId } }),
    onSuccess: () =>
      client.invalidateQueries({ predicate: ({ meta }) => meta?.topics?.includes('agents') ?? false }),
  });
}
