import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import {
  checkMailbox,
  createMailbox,
  deleteMailbox,
  listMailboxes,
  type MailboxChange,
  type MailboxFields,
  restoreMailbox,
  updateMailbox,
} from '../contract.ts';

export function mailboxesQuery() {
  return queryOf(listMailboxes, {}, { topics: ['mailboxes'] });
}

/** Everything that can be done to a mailbox. */
export function useMailboxDeeds() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: mailboxesQuery().queryKey });
  const create = useMutation({
    mutationFn: (body: z.input<typeof MailboxFields>) => callApi(createMailbox, { body }),
    onSuccess,
  });
  const change = useMutation({
    mutationFn: ({ id, change: body }: { id: string; change: z.input<typeof MailboxChange> }) =>
      callApi(updateMailbox, { params: { id }, body }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: string) => callApi(deleteMailbox, { params: { id } }),
    onSuccess,
  });
  const restore = useMutation({
    mutationFn: (id: string) => callApi(restoreMailbox, { params: { id } }),
    onSuccess,
  });
  const check = useMutation({ mutationFn: (id: string) => callApi(checkMailbox, { params: { id } }) });
  return { create, change, remove, restore, check };
}
