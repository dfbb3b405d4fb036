import { z } from 'zod';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import type { Agents } from './service.ts';

/** Removes for good what was deleted long ago, once a day. */
const agentUpkeep = defineJob({ name: 'agents.upkeep', payload: z.object({}), schedule: '19 4 * * *' });

export const AGENT_JOBS = [agentUpkeep];

export async function workAgents(queue: JobQueue, agents: Agents): Promise<void> {
  await queue.work(agentUpkeep, () => agents.tidy());
}
