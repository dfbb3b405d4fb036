import { z } from 'zod';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import { RETENTION_RUN_MINUTES } from '../rules.ts';

/** Removes what has been kept long enough, once a day. */
const retentionJob = defineJob({
  name: 'leads.retention',
  payload: z.object({}),
  policy: 'singleton',
  schedule: `${RETENTION_RUN_MINUTES % 60} ${Math.floor(RETENTION_RUN_MINUTES / 60)} * * *`,
});

/** Removes people who were deleted a day ago. */
const tidyJob = defineJob({
  name: 'privacy.tidy',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '23 * * * *',
});

export const PRIVACY_JOBS = [retentionJob, tidyJob];

/** What the jobs do. */
type PrivacyWork = {
  enforceRetention: () => Promise<void>;
  tidy: () => Promise<void>;
};

export async function workPrivacy(queue: JobQueue, privacy: PrivacyWork): Promise<void> {
  await queue.work(retentionJob, () => privacy.enforceRetention());
  await queue.work(tidyJob, () => privacy.tidy());
}
