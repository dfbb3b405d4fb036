import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const experts = pgTable('experts', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  expertiseArea: text('expertise_area').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  isDemo: boolean('is_demo').notNull().default(false),
});

export const conversations = pgTable(
  'conversations',
  {
    id: uuid('id').primaryKey(),
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id, { onDelete: 'cascade' }),
    startedAt: instant('started_at').notNull().defaultNow(),
    /** Set when the person got what they asked for without a handover. */
    resolvedAt: instant('resolved_at'),
    /** Mean time from question to answer. */
    responseMs: integer('response_ms').notNull(),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [index('conversations_expert').on(table.expertId, table.startedAt)],
);
