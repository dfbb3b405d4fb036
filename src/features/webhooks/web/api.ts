import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import * as contract from '../contract.ts';

export function webhooksQuery() {
  return queryOf(contract.listWebhooks, {}, { topics: ['settings'] });
}

export function deliveriesQuery(id: string) {
  return queryOf(contract.listDeliveries, { params: { id }, query: { limit: 20 } }, { topics: ['settings'] });
}

/** Calls that change webhooks; each loads the list again. */
export function useWebhookCalls() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: webhooksQuery().queryKey });
  const loadLog = (id: string) => client.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey });
  return {
    create: useMutation({
      mutationFn: (body: contract.NewWebhook) => callApi(contract.createWebhook, { body }),
      onSuccess,
    }),
    setPaused: useMutation({
      mutationFn: ({ id, isPaused }: { id: string; isPaused: boolean }) =>
        callApi(contract.changeWebhook, { params: { id }, body: { isPaused } }),
      onSuccess,
    }),
    rotate: useMutation({
      mutationFn: (id: string) => callApi(contract.rotateWebhookSecret, { params: { id } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => callApi(contract.deleteWebhook, { params: { id } }),
      onSuccess,
    }),
    restore: useMutation({
      mutationFn: (id: string) => callApi(contract.restoreWebhook, { params: { id } }),
      onSuccess,
    }),
    test: useMutation({
      mutationFn: (id: string) => callApi(contract.testWebhook, { params: { id } }),
      onSuccess: (_delivery, id) => loadLog(id),
    }),
    replay: useMutation({
      mutationFn: (params: { id: string; deliveryId: string }) =>
        callApi(contract.replayDelivery, { params }),
      onSuccess: (_delivery, { id }) => loadLog(id),
    }),
  };
}
