import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** Records that services have sent for a search and that the search has not taken yet. Short-lived. */
export const sourceDeliveries = pgTable(
  'source_deliveries',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    searchId: uuid('search_id').notNull(),
    /** Of the record: services send the same one again. */
    hash: text('hash').notNull(),
    record: jsonb('record').$type<Record<string, unknown>>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('source_deliveries_record').on(table.searchId, table.hash),
    index('source_deliveries_created').on(table.createdAt),
  ],
);
