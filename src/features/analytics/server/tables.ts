import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
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

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Events of days of UTC that are over, by what stands behind them as it was known when the day was summed up. Changes
 * since then wait in `event_part_moves` and `event_part_marks`, and are reckoned in whenever the sums are read.
 */
export const eventParts = pgTable(
  'event_parts',
  {
    /** The dimension: channel, segment, source or agent. */
    by: text('by').notNull(),
    /** Empty for what belongs to no part. */
    key: text('key').notNull(),
    bucket: instant('bucket').notNull(),
    campaignId: uuid('campaign_id').notNull(),
    type: text('type').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    valueCents: bigint('value_cents', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.by, table.bucket, table.campaignId, table.type, table.key] })],
);

/** How many events were in a day when it was summed up: another number today says that it has to be done again. */
export const eventPartDays = pgTable('event_part_days', {
  bucket: instant('bucket').primaryKey(),
  count: bigint('count', { mode: 'number' }).notNull(),
  valueCents: bigint('value_cents', { mode: 'number' }).notNull(),
  /** False where a version summed it up that knew nothing of first and last touches. */
  hasTouches: boolean('has_touches').notNull().default(false),
});

/** People whose lead group or source became another since the days were summed up. Written by a trigger of `leads`. */
export const eventPartMoves = pgTable('event_part_moves', {
  leadId: uuid('lead_id').notNull(),
  fromGroup: uuid('from_group'),
  toGroup: uuid('to_group'),
  fromPlatform: text('from_platform'),
  toPlatform: text('to_platform'),
});

/** People whose days have to be summed up again from an instant on. Written by triggers of `events`. */
export const eventPartMarks = pgTable('event_part_marks', {
  leadId: uuid('lead_id').notNull(),
  since: instant('since').notNull(),
});
