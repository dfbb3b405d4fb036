import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { foldMessageTallies } from './campaign-store.ts';

/** Adds up the tallies, so that reading them stays cheap. */
const foldTalliesJob = defineJob({
  name: 'campaigns.fold_tallies',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

export const CAMPAIGN_JOBS = [foldTalliesJob];

export async function workCampaigns({ jobs, db }: Pick<Context, 'jobs' | 'db'>): Promise<void> {
  await jobs.work(foldTalliesJob, () => foldMessageTallies(db));
}
