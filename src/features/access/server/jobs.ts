import { z } from 'zod';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import type { Access } from './service.ts';

/** Removes grants, sessions and counts that have run out. */
const tidyAccess = defineJob({
  name: 'access.tidy',
  payload: z.object({}),
  schedule: '17 3 * * *',
});

export const ACCESS_JOBS = [tidyAccess];

export async function workAccess(queue: JobQueue, access: Access): Promise<void> {
  await queue.work(tidyAccess, () => access.tidy());
}
