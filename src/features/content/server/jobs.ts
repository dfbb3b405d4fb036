import { z } from 'zod';
import { HOUR_MS, SECOND_MS } from '#kit/time.ts';
import { defineJob, type JobQueue } from '#platform/jobs.ts';

/** Gives content that was stored without HTML its own: rows of before there was any, and those of the demo. */
const renderJob = defineJob({
  name: 'content.render',
  payload: z.object({}),
  policy: 'singleton',
  expireInSeconds: HOUR_MS / SECOND_MS,
});

export const CONTENT_JOBS = [renderJob];

export async function workContent(
  queue: JobQueue,
  content: { renderMissing: () => Promise<void> },
): Promise<void> {
  await queue.work(renderJob, () => content.renderMissing());
  await queue.send(renderJob, {});
}
