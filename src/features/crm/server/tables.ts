import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { leads } from '#features/leads/server/tables.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const tasks = pgTable(
  'tasks',
  {
    id: uuid('id').primaryKey(),
    leadId: uuid('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    dueAt: instant('due_at').notNull(),
    /** Who is to do it; people who leave keep theirs until somebody takes them over. */
    ownerId: text('owner_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    doneAt: instant('done_at'),
    deletedAt: instant('deleted_at'),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [
    index('tasks_lead').on(table.leadId),
    index('tasks_open').on(table.dueAt).where(sql`done_at is null and deleted_at is null`),
  ],
);
