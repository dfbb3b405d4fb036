import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import type { DeliveryLoop } from './queue/delivery-loop.ts';

/** There is something to send. It only wakes a worker: what is to be done stands in the tables. */
export const wakeDelivery = defineJob({
  name: 'campaigns.wake',
  payload: z.object({}),
  policy: 'short',
  retryLimit: 0,
});

export const DELIVERY_JOBS = [wakeDelivery];

export async function workDelivery({ jobs }: Pick<Context, 'jobs'>, loop: DeliveryLoop): Promise<void> {
  await jobs.work(wakeDelivery, () => Promise.resolve(loop.wake()));
  await loop.start();
}
