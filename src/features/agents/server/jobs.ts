import { z } from 'zod';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import type { Agents } from './agents.ts';
import type { Callers } from './callers.ts';

/** Removes for good what was deleted long ago, once a day. */
const agentUpkeep = defineJob({ name: 'agents.upkeep', payload: z.object({}), schedule: '19 4 * * *' });

/** Removes the call counts of visitors whose window is over. */
const callCountUpkeep = defineJob({
  name: 'agents.call-counts',
  payload: z.object({}),
  schedule: '*/10 * * * *',
});

export const AGENT_JOBS = [agentUpkeep, callCountUpkeep];

type Workers = { agents: Pick<Agents, 'tidy'>; callers: Pick<Callers, 'tidy'> };

export async function workAgents(queue: JobQueue, { agents, callers }: Workers): Promise<void> {
  await queue.work(agentUpkeep, () => agents.tidy());
  await queue.work(callCountUpkeep, () => callers.tidy());
}
