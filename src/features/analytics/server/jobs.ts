import { z } from 'zod';
import { defineJob, type JobQueue } from '#platform/jobs.ts';

/**
 * Has the language model draft what the list of the day has not drafted yet: early, before anybody looks, and when
 * somebody comes onto it. Not tried again by itself: what could not be drafted stands as the built-in engine wrote it.
 */
export const draftFollowUpsJob = defineJob({
  name: 'analytics.draft_follow_ups',
  payload: z.object({}),
  policy: 'short',
  retryLimit: 0,
  schedule: '41 4 * * *',
});

/**
 * Keeps the sums by part of the days that are over. What is not summed up is counted from the events, so that it comes
 * often: after thousands of people were moved funnels are slow until then.
 */
const sumUpPartsJob = defineJob({
  name: 'analytics.sum_up_parts',
  payload: z.object({}),
  policy: 'exclusive',
  retryLimit: 0,
  schedule: '* * * * *',
});

export const ANALYTICS_JOBS = [draftFollowUpsJob, sumUpPartsJob];

export async function workAnalytics(
  queue: JobQueue,
  { draftFollowUps, sumUpParts }: { draftFollowUps: () => Promise<void>; sumUpParts: () => Promise<void> },
): Promise<void> {
  await queue.work(draftFollowUpsJob, draftFollowUps);
  await queue.work(sumUpPartsJob, sumUpParts);
}
