import { boolean, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CustomEntity, CustomType, CustomValue } from '../contract.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const customFields = pgTable(
  'custom_fields',
  {
    id: uuid('id').primaryKey(),
    entity: text('entity').$type<CustomEntity>().notNull(),
    key: text('key').notNull(),
    label: text('label').notNull(),
    type: text('type').$type<CustomType>().notNull(),
    options: jsonb('options').$type<string[]>().notNull().default([]),
    isRequired: boolean('is_required').notNull().default(false),
    defaultValue: jsonb('default_value').$type<CustomValue>(),
    position: integer('position').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Archived since: hidden, its key still taken, as its values are kept. */
    archivedAt: instant('archived_at'),
  },
  (table) => [uniqueIndex('custom_fields_key').on(table.entity, table.key)],
);
