import type { MailboxReason, MailboxReasonDetails } from './contract-reasons.ts';

const MAILBOX_REASON_WORDS: Record<MailboxReason, (details: MailboxReasonDetails) => string> = {
  login_refused: ({ answer }) =>
    `Paused: the mail server refused the login (${answer}). Enter the password again, then resume.`,
  password_unreadable: () => 'Its password cannot be read with this SESSION_SECRET. Enter it again.',
  earlier_note: ({ answer = '' }) => answer,
};

/** The sentence that people read about a mailbox that does not send. */
export function mailboxNote(reason: MailboxReason, details: MailboxReasonDetails | null = null): string {
  return MAILBOX_REASON_WORDS[reason](details ?? {});
}

/** The sentence that people read about an inbox that cannot be read. */
export function inboxNote({ answer = '' }: MailboxReasonDetails): string {
  return `Its inbox cannot be read: ${answer}`;
}
