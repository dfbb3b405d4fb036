import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { discover } from './discover.ts';
import { askForContacts } from './enrichments.ts';
import { discoverJob, reclaimRuns, tidyRuns } from './runs.ts';
import { startDueRuns } from './schedules.ts';

/** Starts searches whose time has come, goes on with runs whose worker is gone, and asks for addresses. */
const tickJob = defineJob({
  name: 'discovery.tick',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

const tidyJob = defineJob({
  name: 'discovery.tidy',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '23 * * * *',
});

export const DISCOVERY_JOBS = [discoverJob, tickJob, tidyJob];

export async function workDiscovery(ctx: Context): Promise<void> {
  await ctx.jobs.work(discoverJob, ({ runId }, signal) => discover(ctx, runId, signal));
  await ctx.jobs.work(tickJob, async () => {
    await startDueRuns(ctx);
    await reclaimRuns(ctx);
    await askForContacts(ctx);
  });
  await ctx.jobs.work(tidyJob, () => tidyRuns(ctx));
  // Runs of a worker that died don't wait for the next minute.
  await reclaimRuns(ctx);
}
