import { percentOf } from '#kit/text.ts';
import type { Database } from '#platform/db.ts';
import type { AgentStats } from '../contract.ts';
import { countConversations } from './store.ts';

/** Agents and their conversations. */
export function createAgents({ db }: { db: Database }) {
  return {
    async getStats(): Promise<AgentStats> {
      const { total, resolved, meanResponseMs } = await countConversations(db);
      return {
        totalConversations: total,
        resolutionRate: percentOf(resolved, total),
        avgResponseTime: meanResponseMs === null ? null : Math.round(meanResponseMs / 100) / 10,
      };
    },
  };
}
export type Agents = ReturnType<typeof createAgents>;
