import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { MessageReasonDetails } from '#features/campaigns/contract-messages.ts';
import { leads } from '#features/leads/server/tables.ts';
import type { NoticeReason, SourceNoticeState } from '../contract.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Whom we told by a mail of its own where we have their data from (GDPR Art. 14). One row per person, claimed before
 * the mail leaves, so that two people who press the button send one.
 */
export const sourceNotices = pgTable(
  'source_notices',
  {
    leadId: uuid('lead_id')
      .primaryKey()
      .references(() => leads.id, { onDelete: 'cascade' }),
    /** Id of the mail; the outbox and the Message-ID have it too, so a second try is the same mail. */
    mailId: uuid('mail_id').notNull(),
    touchpointId: uuid('touchpoint_id').notNull(),
    state: text('state').$type<Exclude<SourceNoticeState, 'not_needed' | 'due' | 'kept'>>().notNull(),
    /** Number of the last try, from 1. */
    attempt: integer('attempt').notNull().default(1),
    claimedAt: instant('claimed_at').notNull(),
    sentAt: instant('sent_at'),
    reason: text('reason').$type<NoticeReason>(),
    details: jsonb('details').$type<MessageReasonDetails>(),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  // Which notice somebody answers, and which came back.
  (table) => [index('source_notices_mail').on(table.mailId)],
);
