import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { sweepFiles } from './sweep-files.ts';

/** Removes unused files, once a day. */
const sweepJob = defineJob({ name: 'uploads.sweep', payload: z.object({}), schedule: '41 4 * * *' });

export const UPLOAD_JOBS = [sweepJob];

export async function workUploads(ctx: Context): Promise<void> {
  await ctx.jobs.work(sweepJob, () => sweepFiles(ctx));
}
