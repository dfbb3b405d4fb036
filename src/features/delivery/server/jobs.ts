import { z } from 'zod';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import type { Delivery } from './service.ts';

/** There is something to send. It only wakes a worker: what is to be done stands in the tables. */
export const wakeDelivery = defineJob({
  name: 'campaigns.wake',
  payload: z.object({}),
  policy: 'short',
  retryLimit: 0,
});

export const DELIVERY_JOBS = [wakeDelivery];

export async function workDelivery(queue: JobQueue, { queue: sender }: Delivery): Promise<void> {
  await queue.work(wakeDelivery, () => Promise.resolve(sender.wake()));
  await sender.start();
}
