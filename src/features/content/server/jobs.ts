import { z } from 'zod';
import { HOUR_MS, SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { renderMissing } from './render-missing.ts';

/** Renders content that was stored without HTML: old rows and those of the demo. */
const renderJob = defineJob({
  name: 'content.render',
  payload: z.object({}),
  policy: 'singleton',
  expireInSeconds: HOUR_MS / SECOND_MS,
});

export const CONTENT_JOBS = [renderJob];

export async function workContent(ctx: Context): Promise<void> {
  await ctx.jobs.work(renderJob, () => renderMissing(ctx));
  await ctx.jobs.send(renderJob, {});
}
