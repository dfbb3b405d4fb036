import type { AnswerReason } from '#features/delivery/contract-reasons.ts';
import type { ReplyLabel, ThreadItem } from './contract.ts';

export const REPLY_LABEL_WORDS: Record<ReplyLabel, string> = {
  interested: 'Interested',
  not_now: 'Not now',
  question: 'Question',
  out_of_office: 'Out of office',
  stop: 'Stop',
};

type AnswerProblem = { reason: AnswerReason | null; note: string };

/** Why the last answer may not have arrived; null where it has left. */
export function answerProblem(
  items: readonly Pick<ThreadItem, 'kind' | 'note' | 'reason'>[],
): AnswerProblem | null {
  const answer = items.findLast(({ kind }) => kind === 'answer');
  return answer && answer.note !== null ? { reason: answer.reason, note: answer.note } : null;
}
