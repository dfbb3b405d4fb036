import { index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { leads } from '#features/leads/server/tables.ts';
import type { FollowUpAnswer, FollowUpKind } from '../contract-follow-ups.ts';
import type { DraftFact } from '../rules-drafts.ts';

/** The middle of a letter with the facts it is made of. Greeting and name are put around it when it is shown. */
export type StoredDraft = { body: string; facts: DraftFact[]; writtenBy: string };

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

/** What a language model made of a recommendation; goes with the person it is about. */
export const followUpDrafts = pgTable(
  'follow_up_drafts',
  {
    leadId: uuid('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    /** Hash of the reason, the facts and the model. */
    basis: text('basis').notNull(),
    /** Null: nothing of what it wrote could be taken. */
    draft: jsonb('draft').$type<StoredDraft>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.leadId, table.basis] }),
    index('follow_up_drafts_created').on(table.createdAt),
  ],
);
