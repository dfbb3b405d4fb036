import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { MailboxLimits, MailSecurity } from '../contract.ts';
import type { InboxReason, MailboxReason, MailboxReasonDetails } from '../contract-reasons.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Mail accounts that campaigns send from and that answers are read from. */
export const mailboxes = pgTable('mailboxes', {
  id: uuid('id').primaryKey(),
  /** Stands for SMTP_URL and IMAP_URL: where it is and how to log in is not kept here. */
  isServer: boolean('is_server').notNull().default(false),
  name: text('name').notNull(),
  address: text('address').notNull(),
  smtpHost: text('smtp_host').notNull(),
  smtpPort: integer('smtp_port').notNull(),
  smtpSecurity: text('smtp_security').$type<MailSecurity>().notNull(),
  /** Empty: mail is not read from it. */
  imapHost: text('imap_host').notNull().default(''),
  imapPort: integer('imap_port').notNull().default(993),
  imapSecurity: text('imap_security').$type<MailSecurity>().notNull().default('tls'),
  username: text('username').notNull(),
  /** Encrypted; only the processes of this installation can read it. */
  sealedPassword: text('sealed_password').notNull(),
  /** Null: as fast as the server takes it. */
  limits: jsonb('limits').$type<MailboxLimits>(),
  /** Days on which it has sent, and the last of them: the daily cap grows with each. */
  sendingDays: integer('sending_days').notNull().default(0),
  lastSendingDay: text('last_sending_day'),
  pausedAt: instant('paused_at'),
  /** Why it paused without a person. */
  reason: text('reason').$type<MailboxReason>(),
  details: jsonb('details').$type<MailboxReasonDetails>(),
  /** Up to where the inbox has been read. */
  readValidity: text('read_validity'),
  readUid: integer('read_uid').notNull().default(0),
  readAt: instant('read_at'),
  /** Why the inbox cannot be read. */
  readReason: text('read_reason').$type<InboxReason>(),
  readDetails: jsonb('read_details').$type<MailboxReasonDetails>(),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
});
