import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import {
  addGoldenQuestion,
  deleteGoldenQuestion,
  getAgentStats,
  listGoldenQuestions,
  runGoldenQuestions,
} from '../contract.ts';

/** Conversations of all agents, counted. */
export function agentStatsQuery() {
  return queryOf(getAgentStats, {}, { topics: ['agents'] });
}

export function goldenQuestionsQuery(id: string) {
  return queryOf(listGoldenQuestions, { params: { id } }, { topics: ['agents'] });
}

export function useAddGolden(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { question: string; mustContain: string }) =>
      callApi(addGoldenQuestion, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: goldenQuestionsQuery(id).queryKey }),
  });
}

export function useDeleteGolden(agentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(deleteGoldenQuestion, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: goldenQuestionsQuery(agentId).queryKey }),
  });
}

export function useRunGolden(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(runGoldenQuestions, { params: { id } }),
    onSuccess: (list) => client.setQueryData(goldenQuestionsQuery(id).queryKey, list),
  });
}
