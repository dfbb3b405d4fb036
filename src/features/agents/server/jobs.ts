import { z } from 'zod';
import { askGoldenJob, type Golden } from '#features/conversations/server/golden/golden-service.ts';
import { type Handovers, tellTeamJob } from '#features/conversations/server/inbox/handover-service.ts';
import type { Inbox } from '#features/conversations/server/inbox/inbox-service.ts';
import type { PublicAgents } from '#features/conversations/server/public/public-service.ts';
import { type Meanings, readMeaningsJob } from '#features/knowledge/server/embedding-service.ts';
import type { Knowledge } from '#features/knowledge/server/service.ts';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import type { Agents } from './service.ts';

/** Removes for good what was deleted long ago, once a day. */
const agentUpkeep = defineJob({ name: 'agents.upkeep', payload: z.object({}), schedule: '19 4 * * *' });

/** Looks which conversations have come to rest. */
const settleJob = defineJob({
  name: 'agents.settle',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  // After a new release all that was ever taught is read again.
  expireInSeconds: 3_600,
});

export const AGENT_JOBS = [agentUpkeep, settleJob, tellTeamJob, askGoldenJob, readMeaningsJob];

type Workers = {
  agents: Agents;
  inbox: Inbox;
  handovers: Handovers;
  golden: Golden;
  knowledge: Pick<Knowledge, 'catchUp' | 'tidy'>;
  publicAgents: PublicAgents;
  meanings: Meanings;
};

export async function workAgents(
  queue: JobQueue,
  { agents, inbox, handovers, golden, knowledge, meanings, publicAgents }: Workers,
): Promise<void> {
  await queue.work(agentUpkeep, async () => {
    await agents.tidy();
    await knowledge.tidy();
    await golden.askAllDaily();
    await meanings.catchUp();
  });
  await queue.work(askGoldenJob, ({ expertId }) => golden.askAgain(expertId));
  await queue.work(readMeaningsJob, ({ expertId }) => meanings.read(expertId));
  await queue.work(settleJob, async () => {
    await inbox.settle();
    await publicAgents.tidy();
    await knowledge.catchUp();
  });
  await queue.work(tellTeamJob, ({ conversationId }) => handovers.tellTeam(conversationId));
}
