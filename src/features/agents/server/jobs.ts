import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { tidyAgents } from './agents.ts';
import { tidyCallCounts } from './callers.ts';

/** Removes for good what was deleted long ago, once a day. */
const agentUpkeep = defineJob({ name: 'agents.upkeep', payload: z.object({}), schedule: '19 4 * * *' });

/** Removes the call counts of visitors whose window is over. */
const callCountUpkeep = defineJob({
  name: 'agents.call-counts',
  payload: z.object({}),
  schedule: '*/10 * * * *',
});

export const AGENT_JOBS = [agentUpkeep, callCountUpkeep];

export async function workAgents(ctx: Context): Promise<void> {
  await ctx.jobs.work(agentUpkeep, () => tidyAgents(ctx));
  await ctx.jobs.work(callCountUpkeep, () => tidyCallCounts(ctx));
}
