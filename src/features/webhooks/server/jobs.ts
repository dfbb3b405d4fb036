import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { deliverDue, deliverJob, deliverOverdue, tidyWebhooks } from './deliver.ts';

const overdueJob = defineJob({
  name: 'webhooks.overdue',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

const tidyJob = defineJob({
  name: 'webhooks.tidy',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '23 * * * *',
});

export const WEBHOOK_JOBS = [deliverJob, overdueJob, tidyJob];

export async function workWebhooks(ctx: Context): Promise<void> {
  await ctx.jobs.work(deliverJob, ({ webhookId }) => deliverDue(ctx, webhookId));
  await ctx.jobs.work(overdueJob, () => deliverOverdue(ctx));
  await ctx.jobs.work(tidyJob, () => tidyWebhooks(ctx));
}
