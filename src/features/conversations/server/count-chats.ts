import { percentOf } from '#kit/text.ts';
import type { Queryable } from '#platform/db.ts';
import type { AgentStats } from '../contract.ts';
import { type ChatCounts, countByAgent, countConversations } from './figures-store.ts';

/** Counts of chats and failing golden questions by agent; of one or of all. */
export async function countChats(db: Queryable, agentId?: string): Promise<Map<string, ChatCounts>> {
  const rows = await countByAgent(db, agentId);
  return new Map(rows.map((row) => [row.agentId, row]));
}

/** Conversations of all agents. */
export async function countStats(db: Queryable): Promise<AgentStats> {
  const { total, resolved, confirmed, meanResponseMs } = await countConversations(db);
  return {
    totalConversations: total,
    resolutionRate: percentOf(resolved, total),
    confirmedRate: percentOf(confirmed, total),
    avgResponseTime: meanResponseMs === null ? null : Math.round(meanResponseMs / 100) / 10,
  };
}
