import { z } from 'zod';

/** Why a mailbox does not send. `password_unreadable`: it was sealed with another secret. */
export const MailboxReason = z.enum(['login_refused', 'password_unreadable', 'earlier_note']);
export type MailboxReason = z.infer<typeof MailboxReason>;

/** Why the inbox of a mailbox cannot be read. */
export const InboxReason = z.enum(['unreachable', 'login_refused', 'throttled']);
export type InboxReason = z.infer<typeof InboxReason>;

export const MailboxReasonDetails = z.object({
  /** What the mail server answered. */
  answer: z.string().optional(),
});
export type MailboxReasonDetails = z.infer<typeof MailboxReasonDetails>;
