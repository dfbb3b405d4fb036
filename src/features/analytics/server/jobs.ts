import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { draftFollowUps } from './draft-follow-ups.ts';
import { sumUpAllParts } from './sum-up-parts.ts';

/**
 * Has the language model draft what the list of the day lacks: early in the morning, and when a lead joins the list.
 * Not retried: the built-in engine's draft remains.
 */
export const draftFollowUpsJob = defineJob({
  name: 'analytics.draft_follow_ups',
  payload: z.object({}),
  policy: 'short',
  retryLimit: 0,
  schedule: '41 4 * * *',
});

/**
 * Keeps the sums by part of the days that are over. It runs often: days without sums are counted from the events, which
 * makes funnels slow after thousands of leads were moved.
 */
const sumUpPartsJob = defineJob({
  name: 'analytics.sum_up_parts',
  payload: z.object({}),
  policy: 'exclusive',
  retryLimit: 0,
  schedule: '* * * * *',
});

export const ANALYTICS_JOBS = [draftFollowUpsJob, sumUpPartsJob];

export async function workAnalytics(ctx: Context): Promise<void> {
  await ctx.jobs.work(draftFollowUpsJob, () => draftFollowUps(ctx));
  await ctx.jobs.work(sumUpPartsJob, () => sumUpAllParts(ctx));
}
