import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { apiTokens } from '#features/access/server/tables.ts';

/** Open sessions. They hold no state: any process answers any message. */
export const mcpSessions = pgTable('mcp_sessions', {
  id: uuid('id').primaryKey(),
  tokenId: uuid('token_id')
    .notNull()
    .references(() => apiTokens.id, { onDelete: 'cascade' }),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull(),
});
