import { z } from 'zod';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import type { Uploads } from './service.ts';

/** Removes what nobody uses, once a day. */
const sweepJob = defineJob({ name: 'uploads.sweep', payload: z.object({}), schedule: '41 4 * * *' });

export const UPLOAD_JOBS = [sweepJob];

export async function workUploads(queue: JobQueue, uploads: Uploads): Promise<void> {
  await queue.work(sweepJob, () => uploads.sweep());
}
