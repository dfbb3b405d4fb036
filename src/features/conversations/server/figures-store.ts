import { type Queryable, rowsOf, sql } from '#platform/db.ts';

export type ConversationCounts = {
  total: number;
  resolved: number;
  /** Of the resolved: a person said so. */
  confirmed: number;
  meanResponseMs: number | null;
};

/** Conversations with agents that are not deleted. */
export async function countConversations(db: Queryable): Promise<ConversationCounts> {
  const [row] = await rowsOf<ConversationCounts>(
    db,
    sql`select count(*) as total, count(resolved_at) as resolved,
        count(resolved_at) filter (where is_confirmed) as confirmed, avg(response_ms)::float8 as "meanResponseMs"
      from conversations join experts on experts.id = conversations.expert_id
      where experts.deleted_at is null and channel <> 'test'`,
  );
  return row ?? { total: 0, resolved: 0, confirmed: 0, meanResponseMs: null };
}

export type ChatCounts = { agentId: string; totalConversations: number; failingQuestions: number };

/** Conversations and failing golden questions of each agent that is not deleted, or of one. */
export function countByAgent(db: Queryable, agentId: string | undefined): Promise<ChatCounts[]> {
  return rowsOf(
    db,
    sql`select e.id as "agentId",
        (select count(*) from conversations c where c.expert_id = e.id and channel <> 'test') as "totalConversations",
        (select count(*) from golden_questions g where g.expert_id = e.id and has_passed = false) as "failingQuestions"
      from experts e
      where e.deleted_at is null and ${agentId === undefined ? sql`true` : sql`e.id = ${agentId}`}`,
  );
}
