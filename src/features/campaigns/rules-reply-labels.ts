import type { ReplyLabel, ThreadItem } from './contract-replies.ts';

export const REPLY_LABEL_WORDS: Record<ReplyLabel, string> = {
  interested: 'Interested',
  not_now: 'Not now',
  question: 'Question',
  out_of_office: 'Out of office',
  stop: 'Stop',
};

/** Why the last answer may not have arrived, in words for people; null where it has left. */
export function answerProblem(items: readonly Pick<ThreadItem, 'kind' | 'note'>[]): string | null {
  return items.findLast(({ kind }) => kind === 'answer')?.note ?? null;
}
