import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#kit/endpoint.ts';
import { callApi, infiniteQueryOf, queryOf } from '#ui/calls/call-api.ts';
import {
  answerReply,
  downloadReplyAttachment,
  downloadReplyOriginal,
  getReplyOriginal,
  getReplyThread,
  listReplies,
  type ReplyLabel,
  type ReplyThread,
  updateReply,
} from '../contract.ts';

const REPLIES_AT_ONCE = 50;

export type ReplyFilter = { state?: 'open' | 'done' | undefined; label?: ReplyLabel | undefined };

/** Answers, of each person the newest, page after page. */
export function repliesQuery({ state, label }: ReplyFilter) {
  const query = {
    limit: REPLIES_AT_ONCE,
    ...(state === undefined ? {} : { state }),
    ...(label === undefined ? {} : { label }),
  };
  return infiniteQueryOf(listReplies, { query }, { topics: ['replies', 'leads'] });
}

export function replyThreadQuery(id: string) {
  return queryOf(getReplyThread, { params: { id } }, { topics: ['replies', 'messages', 'leads'] });
}

export function replyOriginalQuery(id: string) {
  return queryOf(getReplyOriginal, { params: { id } }, { topics: [] });
}

export const originalPath = (id: string): string => downloadReplyOriginal.path.replace(':id', id);

export const attachmentPath = (id: string, index: number): string =>
  downloadReplyAttachment.path.replace(':id', id).replace(':index', String(index));

export function useUpdateReply(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof updateReply>['body']) =>
      callApi(updateReply, { params: { id }, body }),
    onSuccess: (thread) => client.setQueryData(replyThreadQuery(id).queryKey, thread),
  });
}

type AnswerHandlers = {
  /** Called even if another conversation has been opened meanwhile. */
  onAnswered: (thread: ReplyThread) => void;
  onError: (error: unknown) => void;
};

export function useAnswerReply(id: string, { onAnswered, onError }: AnswerHandlers) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof answerReply>['body']) =>
      callApi(answerReply, { params: { id }, body }),
    onSuccess: (thread) => {
      client.setQueryData(replyThreadQuery(id).queryKey, thread);
      onAnswered(thread);
    },
    onError: (error) => {
      onError(error);
      // A colleague may have answered.
      void client.invalidateQueries({ queryKey: replyThreadQuery(id).queryKey });
    },
  });
}
