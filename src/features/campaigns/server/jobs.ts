import { z } from 'zod';
import type { Database } from '#platform/db.ts';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import { foldMessageTallies } from './campaign-store.ts';
import type { Delivery } from '#features/delivery/server/queue/delivery-loop.ts';

/** There is something to send. It only wakes a worker: what is to be done stands in the tables. */
export const wakeDelivery = defineJob({
  name: 'campaigns.wake',
  payload: z.object({}),
  policy: 'short',
  retryLimit: 0,
});

/** Adds up the tallies, so that reading them stays cheap. */
const foldTalliesJob = defineJob({
  name: 'campaigns.fold_tallies',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

export const CAMPAIGN_JOBS = [wakeDelivery, foldTalliesJob];

export async function workCampaigns(queue: JobQueue, db: Database, delivery: Delivery): Promise<void> {
  await queue.work(wakeDelivery, () => Promise.resolve(delivery.wake()));
  await queue.work(foldTalliesJob, () => foldMessageTallies(db));
  await delivery.start();
}
