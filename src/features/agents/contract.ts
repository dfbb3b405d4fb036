import { z } from 'zod';
import { endpoint } from '#kit/endpoint.ts';

export const AgentStats = z.object({
  totalConversations: z.number().int(),
  /** Percent to one decimal; null without conversations. */
  resolutionRate: z.number().nullable(),
  /** Seconds to one decimal; null without answers. */
  avgResponseTime: z.number().nullable(),
});
export type AgentStats = z.infer<typeof AgentStats>;

export const getAgentStats = endpoint({
  method: 'GET',
  path: '/api/chatbot/stats',
  access: 'viewer',
  summary: 'Conversations of all agents, counted',
  response: AgentStats,
});
