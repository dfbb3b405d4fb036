import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MessageStatus } from '#features/campaigns/contract-messages.ts';
import { campaignsQuery } from '#features/campaigns/web/api.ts';
import { callApi, infiniteQueryOf, queryKeyOf, queryOf } from '#ui/calls/call-api.ts';
import {
  getOutboxMessage,
  listMessages,
  listSentTexts,
  type Message,
  markMessageSent,
  sendMessageAgain,
} from '../contract.ts';

const MESSAGES_AT_ONCE = 60;

/** The messages of a campaign, page after page, of one status or of all. */
export function messagesQuery(campaignId: string, status: MessageStatus | undefined) {
  return {
    ...infiniteQueryOf(
      listMessages,
      {
        params: { id: campaignId },
        query: { limit: MESSAGES_AT_ONCE, ...(status === undefined ? {} : { status }) },
      },
      { topics: ['messages'] },
    ),
    placeholderData: keepPreviousData,
  };
}

/** Every text with which messages of a campaign left. */
export function sentTextsQuery(campaignId: string) {
  return queryOf(listSentTexts, { params: { id: campaignId } }, { topics: ['messages'] });
}

/** A message of the outbox as it would have left, header and all. */
export function messageSourceQuery(id: string) {
  return queryOf(getOutboxMessage, { params: { id } }, { topics: ['messages'] });
}

export function useMarkMessageSent() {
  return useMessageDeed((id) => callApi(markMessageSent, { params: { id } }));
}

export function useSendMessageAgain() {
  return useMessageDeed((id) => callApi(sendMessageAgain, { params: { id } }));
}

function useMessageDeed(mutationFn: (id: string) => Promise<Message>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (message) =>
      Promise.all([
        client.invalidateQueries({
          queryKey: queryKeyOf(listMessages, { params: { id: message.campaignId } }),
        }),
        client.invalidateQueries({ queryKey: campaignsQuery().queryKey, exact: true }),
      ]),
  });
}
