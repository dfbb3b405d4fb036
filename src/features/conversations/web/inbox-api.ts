import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { currentUserQuery } from '#features/access/web/api.ts';
import { hasRole } from '#kit/actor.ts';
import { callApi, infiniteQueryOf, queryOf } from '#ui/calls/call-api.ts';
import {
  answerUnanswered,
  type ConversationDetail,
  type ConversationState,
  countInbox,
  decideOnLead,
  dismissUnanswered,
  getConversation,
  handBackConversation,
  joinConversation,
  listConversations,
  listUnanswered,
  resolveConversation,
  restoreUnanswered,
  writeInConversation,
} from '../contract-inbox.ts';

export type InboxFilter = { state?: ConversationState | undefined; expertId?: string | undefined };

const AT_ONCE = 40;

export function inboxQuery({ state, expertId }: InboxFilter) {
  return {
    ...infiniteQueryOf(
      listConversations,
      {
        query: {
          limit: AT_ONCE,
          ...(state === undefined ? {} : { state }),
          ...(expertId === undefined ? {} : { expertId }),
        },
      },
      { topics: ['agents'] },
    ),
    placeholderData: keepPreviousData,
  };
}

export function inboxCountsQuery() {
  return queryOf(countInbox, {}, { topics: ['agents'] });
}

export function conversationQuery(id: string) {
  return queryOf(getConversation, { params: { id } }, { topics: ['agents'] });
}

export function unansweredQuery() {
  return queryOf(listUnanswered, {}, { topics: ['agents'] });
}

/** Whether the signed-in person may read and answer conversations; undefined until that is known. */
export function useCanAnswer(): boolean | undefined {
  const user = useQuery(currentUserQuery());
  return user.data === undefined ? undefined : hasRole(user.data.role, 'member');
}

type Deed = typeof joinConversation | typeof handBackConversation | typeof resolveConversation;

function useInboxAction(deed: Deed) {
  const keep = useKeep();
  return useMutation({ mutationFn: (id: string) => callApi(deed, { params: { id } }), onSuccess: keep });
}

export const useJoin = () => useInboxAction(joinConversation);
export const useHandBack = () => useInboxAction(handBackConversation);
export const useResolve = () => useInboxAction(resolveConversation);

export function useDecideOnLead() {
  const keep = useKeep();
  return useMutation({
    mutationFn: ({ id, isSame }: { id: string; isSame: boolean }) =>
      callApi(decideOnLead, { params: { id }, body: { isSame } }),
    onSuccess: keep,
  });
}

export function useWrite() {
  const keep = useKeep();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; text: string; messageId: string; overrideReason?: string }) =>
      callApi(writeInConversation, { params: { id }, body }),
    onSuccess: keep,
  });
}

/** Shows what the server answered at once, in the transcript and in the list. */
function useKeep() {
  const client = useQueryClient();
  return (conversation: ConversationDetail) => {
    client.setQueryData(conversationQuery(conversation.id).queryKey, conversation);
    return client.invalidateQueries({
      predicate: ({ queryKey }) =>
        String(queryKey[0]).startsWith('/api/chatbot/conversations') && queryKey[1] !== conversation.id,
    });
  };
}

export function useAnswerUnanswered() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { expertId: string; question: string; answer: string }) =>
      callApi(answerUnanswered, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: unansweredQuery().queryKey }),
  });
}

export function useDismissUnanswered() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { expertId: string; question: string }) => callApi(dismissUnanswered, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: unansweredQuery().queryKey }),
  });
}

export function useRestoreUnanswered() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof restoreUnanswered.body>) => callApi(restoreUnanswered, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: unansweredQuery().queryKey }),
  });
}
