import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ContentAsset } from '../contract.ts';

export const contentAssets = pgTable('content_assets', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  type: text('type').$type<ContentAsset['type']>().notNull(),
  category: text('category').notNull().default('marketing'),
  tags: text('tags').notNull().default(''),
  content: text('content').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
  isDemo: boolean('is_demo').notNull().default(false),
});
