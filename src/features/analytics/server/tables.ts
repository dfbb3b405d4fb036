import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { leads } from '#features/leads/server/tables.ts';
import type { FollowUpAnswer, FollowUpKind } from '../contract-follow-ups.ts';

/** What people made of recommendations; goes with the person it was about. */
export const followUpAnswers = pgTable(
  'follow_up_answers',
  {
    id: uuid('id').primaryKey(),
    leadId: uuid('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<FollowUpKind>().notNull(),
    answer: text('answer').$type<FollowUpAnswer>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('follow_up_answers_lead').on(table.leadId, table.kind)],
);
