import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { RETENTION_RUN_MINUTES } from '../rules.ts';
import { removeDeletedPeople } from './erase-lead.ts';
import { enforceRetention } from './retention.ts';

/** Removes what has been kept long enough, once a day. */
const retentionJob = defineJob({
  name: 'leads.retention',
  payload: z.object({}),
  policy: 'singleton',
  schedule: `${RETENTION_RUN_MINUTES % 60} ${Math.floor(RETENTION_RUN_MINUTES / 60)} * * *`,
});

const tidyJob = defineJob({
  name: 'privacy.tidy',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '23 * * * *',
});

export const PRIVACY_JOBS = [retentionJob, tidyJob];

export async function workPrivacy(ctx: Context): Promise<void> {
  await ctx.jobs.work(retentionJob, () => enforceRetention(ctx));
  await ctx.jobs.work(tidyJob, () => removeDeletedPeople(ctx));
}
