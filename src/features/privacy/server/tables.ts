import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PrivacyRequestKind, RetentionKind, RetentionRules } from '../contract.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Requests of people under privacy law. Names nobody, so it outlives an erasure as its proof. */
export const privacyRequests = pgTable(
  'privacy_requests',
  {
    id: uuid('id').primaryKey(),
    leadId: uuid('lead_id').notNull(),
    kind: text('kind').$type<PrivacyRequestKind>().notNull(),
    receivedAt: instant('received_at').notNull(),
    dueAt: instant('due_at').notNull(),
    doneAt: instant('done_at'),
  },
  (table) => [
    uniqueIndex('privacy_requests_open').on(table.leadId, table.kind).where(sql`done_at is null`),
    index('privacy_requests_due').on(table.dueAt).where(sql`done_at is null`),
  ],
);

/** One row: how long data is kept, where that is not the default. */
export const retention = pgTable('retention', {
  isOnly: boolean('is_only').primaryKey().default(true),
  rules: jsonb('rules').$type<RetentionRules>().notNull(),
});

/** What each daily run removed. */
export const retentionRuns = pgTable('retention_runs', {
  id: uuid('id').primaryKey(),
  at: instant('at').notNull(),
  removed: jsonb('removed').$type<Record<RetentionKind, number>>().notNull(),
  /** Of the people among them, those somebody had written to by hand. */
  writtenByHand: integer('written_by_hand').notNull().default(0),
});
