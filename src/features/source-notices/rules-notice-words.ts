import type { MessageReasonDetails } from '#features/campaigns/contract-messages.ts';
import { asMessage, NO_MAIL_SERVER, spoken, type Words } from '#features/delivery/rules-answer-words.ts';
import type { NoticeReason } from './contract.ts';

const NOTICE_REASON_WORDS: Record<NoticeReason, Words> = {
  practice_address: asMessage('practice_address'),
  no_mail_server: NO_MAIL_SERVER,
  not_reached: ({ answer }) => `The mail server could not be reached: ${answer}.`,
  deferred: ({ answer }) => `The mail server said "not now": ${answer}`,
  sender_refused: 'The mail server refuses the sender. Check MAIL_FROM and SMTP_URL, then send it again.',
  bounced: asMessage('bounced'),
  came_back: asMessage('came_back'),
  refused: asMessage('refused'),
  deferred_too_long: asMessage('deferred_too_long'),
  text_lost: asMessage('text_lost'),
  connection_lost: 'The connection broke before the mail server answered. It may have arrived.',
  process_ended: 'The sending process ended while it was on its way. It may have arrived.',
  earlier_note: asMessage('earlier_note'),
};

/** The sentence that people read about a source notice. */
export function noticeNote(reason: NoticeReason, details: MessageReasonDetails | null = null): string {
  return spoken(NOTICE_REASON_WORDS[reason], details);
}
