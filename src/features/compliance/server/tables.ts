import { boolean, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AuditAction, AuditSubjectKind } from '../contract.ts';

/** Why somebody may not be written to. */
export const SUPPRESSION_REASONS = [
  'unsubscribed',
  'bounced',
  'complained',
  'objected',
  'erased',
  'manual',
] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/**
 * One list for all channels and campaigns. Holds a keyed hash of the contact, never the contact itself, so that
 * it outlives an erasure (compliance: the hash is kept indefinitely).
 */
export const suppressions = pgTable(
  'suppressions',
  {
    id: uuid('id').primaryKey(),
    contactHash: text('contact_hash').notNull(),
    reason: text('reason').$type<SuppressionReason>().notNull(),
    leadId: uuid('lead_id'),
    campaignId: uuid('campaign_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [
    uniqueIndex('suppressions_contact_hash').on(table.contactHash),
    index('suppressions_lead_id').on(table.leadId),
  ],
);

/**
 * Who did what to whom and why. Appended only: triggers refuse every other change, whoever asks. So nothing that an
 * erasure has to remove may stand in it: people are named by the id of their lead.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').primaryKey(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    /** Null where the product acted by itself. */
    actorId: text('actor_id'),
    actorName: text('actor_name').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    subjectKind: text('subject_kind').$type<AuditSubjectKind>().notNull(),
    /** Null for the workspace. */
    subjectId: uuid('subject_id'),
    reason: text('reason'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index('audit_entries_subject').on(table.subjectKind, table.subjectId, table.id)],
);
