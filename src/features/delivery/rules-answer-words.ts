import type { MessageReason, MessageReasonDetails } from '#features/campaigns/contract-messages.ts';
import type { AnswerReason } from './contract-reasons.ts';
import { messageNote } from './rules-message-words.ts';

export type Words = string | ((details: MessageReasonDetails) => string);

/** The words for a message of a campaign. */
export const asMessage =
  (reason: MessageReason): Words =>
  (details) =>
    messageNote({ reason, details });

/** Of a mail that is no message of a campaign: it stays in the outbox. */
export const NO_MAIL_SERVER = 'Not sent: no mail server configured (SMTP_URL).';

const ANSWER_REASON_WORDS: Record<AnswerReason, Words> = {
  on_its_way: 'On its way.',
  may_have_arrived: 'It may have arrived; it is not sent again automatically.',
  practice_address: asMessage('practice_address'),
  no_mail_server:
    'Kept in the outbox. Not sent: no mail server configured (SMTP_URL). Send it again when there is one.',
  platform_not_set_up: 'Not sent: the platform is not set up.',
  not_reached: ({ answer = '' }) =>
    `Not sent: ${answer || 'there was no connection in time'}. Send it again later.`,
  deferred: ({ answer }) => `Not sent, "not now" was the answer: ${answer}. Send it again later.`,
  sender_refused: 'Not sent: the sender is refused. Check how this mailbox sends, then send it again.',
  platform_declined: ({ answer }) => `Not sent: ${answer}`,
  bounced: asMessage('bounced'),
  came_back: asMessage('came_back'),
  refused: asMessage('refused'),
  deferred_too_long: asMessage('deferred_too_long'),
  text_lost: asMessage('text_lost'),
  connection_lost: asMessage('connection_lost'),
  no_clear_answer: asMessage('no_clear_answer'),
  worker_ended: asMessage('worker_ended'),
  restored: asMessage('restored'),
  earlier_note: asMessage('earlier_note'),
};

export function spoken(words: Words, details: MessageReasonDetails | null): string {
  return typeof words === 'string' ? words : words(details ?? {});
}

/** The sentence that people read about an answer that has not simply left. */
export function answerNote(reason: AnswerReason, details: MessageReasonDetails | null = null): string {
  return spoken(ANSWER_REASON_WORDS[reason], details);
}
