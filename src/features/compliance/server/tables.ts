import { boolean, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

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
