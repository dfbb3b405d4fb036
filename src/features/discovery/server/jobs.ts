import { z } from 'zod';
import { HOUR_MS, SECOND_MS } from '#kit/time.ts';
import { defineJob, type JobQueue } from '#platform/jobs.ts';

/** Searches the sources of a run and keeps who is new. */
export const discoverJob = defineJob({
  name: 'leads.discover',
  payload: z.object({ runId: z.uuid() }),
  concurrency: 2,
  expireInSeconds: HOUR_MS / SECOND_MS,
});

/** Starts searches whose time has come, goes on with runs whose worker is gone, and asks for addresses. */
const tickJob = defineJob({
  name: 'discovery.tick',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

/** Removes what ended runs and deliveries left behind. */
const tidyJob = defineJob({
  name: 'discovery.tidy',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '23 * * * *',
});

export const DISCOVERY_JOBS = [discoverJob, tickJob, tidyJob];

/** What the jobs do. */
type DiscoveryWork = {
  discover: (runId: string, signal: AbortSignal) => Promise<void>;
  startDueRuns: () => Promise<unknown>;
  reclaimRuns: () => Promise<unknown>;
  askForContacts: () => Promise<void>;
  tidy: () => Promise<void>;
};

export async function workDiscovery(queue: JobQueue, discovery: DiscoveryWork): Promise<void> {
  await queue.work(discoverJob, ({ runId }, signal) => discovery.discover(runId, signal));
  await queue.work(tickJob, async () => {
    await discovery.startDueRuns();
    await discovery.reclaimRuns();
    await discovery.askForContacts();
  });
  await queue.work(tidyJob, () => discovery.tidy());
  // Runs of a worker that died don't wait for the next minute.
  await discovery.reclaimRuns();
}
