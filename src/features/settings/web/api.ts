import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import {
  changeWorkspace,
  getWorkspace,
  listProviders,
  removeDemoData,
  type WorkspaceChange,
} from '../contract.ts';

export function workspaceQuery() {
  return queryOf(getWorkspace, {}, { topics: ['settings'] });
}

export function providersQuery() {
  return queryOf(listProviders, {}, { topics: ['settings'] });
}

export function useChangeWorkspace() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof WorkspaceChange>) => callApi(changeWorkspace, { body }),
    onSuccess: (workspace) => client.setQueryData(workspaceQuery().queryKey, workspace),
  });
}

/** Everything that is shown may have come from the sample data. */
export function useRemoveDemoData() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(removeDemoData, {}),
    onSuccess: () => client.invalidateQueries(),
  });
}
