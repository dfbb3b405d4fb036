import { z } from 'zod';
import type { Database } from '#platform/db.ts';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import { foldMessageTallies } from './campaign-store.ts';

/** Adds up the tallies, so that reading them stays cheap. */
const foldTalliesJob = defineJob({
  name: 'campaigns.fold_tallies',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

export const CAMPAIGN_JOBS = [foldTalliesJob];

export async function workCampaigns(queue: JobQueue, db: Database): Promise<void> {
  await queue.work(foldTalliesJob, () => foldMessageTallies(db));
}
