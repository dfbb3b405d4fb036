import { z } from 'zod';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import { type Handovers, tellTeamJob } from './handover-service.ts';
import type { Inbox } from './inbox-service.ts';
import type { Agents } from './service.ts';

/** Removes for good what was deleted long ago, once a day. */
const agentUpkeep = defineJob({ name: 'agents.upkeep', payload: z.object({}), schedule: '19 4 * * *' });

/** Looks which conversations have come to rest. */
const settleJob = defineJob({ name: 'agents.settle', payload: z.object({}), schedule: '*/10 * * * *' });

export const AGENT_JOBS = [agentUpkeep, settleJob, tellTeamJob];

type Workers = { agents: Agents; inbox: Inbox; handovers: Handovers };

export async function workAgents(queue: JobQueue, { agents, inbox, handovers }: Workers): Promise<void> {
  await queue.work(agentUpkeep, () => agents.tidy());
  await queue.work(settleJob, () => inbox.settle());
  await queue.work(tellTeamJob, ({ conversationId }) => handovers.tellTeam(conversationId));
}
