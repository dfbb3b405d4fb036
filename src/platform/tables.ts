import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** Answers of changing calls, kept for a day so that a repeated call gets the same answer. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actorId: text('actor_id').notNull(),
    key: text('key').notNull(),
    /** Hash of method, path and body: the same key with another request is refused. */
    fingerprint: text('fingerprint').notNull(),
    status: integer('status'),
    answer: jsonb('answer').$type<{ headers: Record<string, string>; body: string | null }>(),
    /** Until then the first caller is at work; after it a repeat may take over. */
    lockedUntil: timestamp('locked_until', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.actorId, table.key] }),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
);

/** Values that all processes share and nobody types in: generated secrets. */
export const generatedSecrets = pgTable('generated_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
