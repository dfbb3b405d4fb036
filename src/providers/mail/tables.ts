import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Complete messages that were not given to a mail server. */
export const outboxMails = pgTable('outbox_mails', {
  /** Id of the message they belong to. */
  id: uuid('id').primaryKey(),
  fromHeader: text('from_header').notNull(),
  toAddress: text('to_address').notNull(),
  raw: text('raw').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
