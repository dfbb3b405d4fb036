import { z } from 'zod';
import { endpoint, IdParams } from '#kit/endpoint.ts';

/** An agent that was taught a text of the content library. */
export const TaughtAgent = z.object({
  knowledgeId: z.uuid(),
  expertId: z.uuid(),
  expertName: z.string(),
  /** The text has changed since. */
  isOutdated: z.boolean(),
  /** The agent no longer uses it. */
  isRetired: z.boolean(),
  taughtAt: z.iso.datetime(),
});
export type TaughtAgent = z.infer<typeof TaughtAgent>;

export const listTaughtAgents = endpoint({
  method: 'GET',
  path: '/api/content-assets/:id/agents',
  access: 'viewer',
  summary: 'The agents that know an asset, by name',
  params: IdParams,
  response: z.object({
    agents: z.array(TaughtAgent),
    /** Why it cannot be taught now; null when it can. */
    obstacle: z.string().nullable(),
  }),
});

export const teachAgent = endpoint({
  method: 'POST',
  path: '/api/content-assets/:id/agents',
  access: 'admin',
  summary: 'Teach an agent an asset, or renew what it knows of it; taught twice is once',
  params: IdParams,
  body: z.object({ expertId: z.uuid('Choose an agent.') }),
  response: TaughtAgent,
});
