import { type Queryable, rowsOf, sql } from '#platform/db.ts';

export type ConversationCounts = { total: number; resolved: number; meanResponseMs: number | null };

export async function countConversations(db: Queryable): Promise<ConversationCounts> {
  const [row] = await rowsOf<ConversationCounts>(
    db,
    sql`select count(*) as total, count(resolved_at) as resolved, avg(response_ms)::float8 as "meanResponseMs"
      from conversations`,
  );
  return row ?? { total: 0, resolved: 0, meanResponseMs: null };
}
