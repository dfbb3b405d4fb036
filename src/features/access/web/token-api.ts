import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import { createToken, listTokens, type NewToken, revokeToken, rotateToken } from '../contract-tokens.ts';

export function tokensQuery() {
  return queryOf(listTokens, {}, { topics: ['users'] });
}

/** Calls that change API tokens; each loads the list again. */
export function useTokenCalls() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: tokensQuery().queryKey });
  return {
    create: useMutation({
      mutationFn: (body: z.input<typeof NewToken>) => callApi(createToken, { body }),
      onSuccess,
    }),
    rotate: useMutation({
      mutationFn: (id: string) => callApi(rotateToken, { params: { id }, body: {} }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (id: string) => callApi(revokeToken, { params: { id } }),
      onSuccess,
    }),
  };
}
