import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { currentUserQuery } from '#features/access/web/api.ts';
import { hasRole } from '#kit/actor.ts';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import {
  type Agent,
  type AgentChange,
  type AgentRevision,
  createAgent,
  createSecretKey,
  deleteAgent,
  getWidgetCode,
  listAgents,
  type NewAgent,
  restoreAgent,
  reviseAgent,
  revokeSecretKey,
  updateAgent,
} from '../contract.ts';

/** Every agent, newest first. */
export function agentsQuery() {
  return queryOf(listAgents, {}, { topics: ['agents'] });
}

/** The line of HTML for websites. */
export function widgetCodeQuery(id: string) {
  return queryOf(getWidgetCode, { params: { id } }, { topics: ['agents'] });
}

/** Whether the signed-in person may create, change and delete agents; false until that is known. */
export function useCanManageAgents(): boolean {
  const user = useQuery(currentUserQuery());
  return user.data !== undefined && hasRole(user.data.role, 'admin');
}

export function useCreateAgent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof NewAgent>) => callApi(createAgent, { body }),
    onSuccess: (agent) => keep(client, agent),
  });
}

/** Sends the version that was read, so that two people do not overwrite each other unawares. */
export function useUpdateAgent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: z.input<typeof AgentChange> }) =>
      callApi(updateAgent, { params: { id }, body: change }),
    onSuccess: (agent) => keep(client, agent),
  });
}

export function useReviseAgent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, persona }: { id: string; persona: z.input<typeof AgentRevision> }) =>
      callApi(reviseAgent, { params: { id }, body: { id, ...persona } }),
    onSuccess: (agent) => keep(client, agent),
  });
}

export function useDeleteAgent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(deleteAgent, { params: { id } }),
    onSuccess: (_nothing, id) =>
      client.setQueryData(agentsQuery().queryKey, (list) => list?.filter((agent) => agent.id !== id)),
  });
}

export function useRestoreAgent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(restoreAgent, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: agentsQuery().queryKey, exact: true }),
  });
}

export function useCreateSecretKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(createSecretKey, { params: { id } }),
    onSuccess: ({ agent }) => keep(client, agent),
    // The key is shown once: it must not stay in the memory of the page.
    gcTime: 0,
  });
}

export function useRevokeSecretKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(revokeSecretKey, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: agentsQuery().queryKey, exact: true }),
  });
}

/** Shows what the server answered at once; the live news follow. */
function keep(client: QueryClient, agent: Agent): void {
  client.setQueryData(agentsQuery().queryKey, (list) => {
    if (!list) return list;
    return list.some((other) => other.id === agent.id)
      ? list.map((other) => (other.id === agent.id ? agent : other))
      : [agent, ...list];
  });
}
