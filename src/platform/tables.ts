import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

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

/** Where the database was when it was last started on; elsewhere it is a copy. One row. */
export const databaseHome = pgTable('database_home', {
  isOnly: boolean('is_only').primaryKey().default(true),
  /** Server and database; anything else than the present ones asks for the database to be taken over as a copy. */
  mark: text('mark').notNull(),
  since: timestamp('since', { withTimezone: true }).notNull().defaultNow(),
});

/** Calls of one caller to one route within a stretch of time, counted by all processes together. */
export const rateLimits = pgTable('rate_limits', {
  /** Hash of route and caller. */
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
  endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
});
