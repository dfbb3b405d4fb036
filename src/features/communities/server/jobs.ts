import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { answerAtSource, answerJob } from './answer-at-source.ts';
import { fetchPreview, previewJob } from './fetch-preview.ts';
import { findUnmoderated, moderateJob, moderatePost } from './moderate-post.ts';
import { inviteJob, sendInvitation, sendWaitingInvitations } from './send-invitation.ts';
import { syncDueSources, syncJob, syncSource } from './sync-source.ts';
import { escalateJob, tellTeam } from './tell-team.ts';
import { tidyCommunities } from './tidy-communities.ts';

/** Sends invitations that wait for room in a mailbox. */
const inviteWaitingJob = defineJob({
  name: 'communities.invite_waiting',
  payload: z.object({}),
  policy: 'singleton',
  // Campaigns have the room in the minutes between.
  schedule: '*/2 * * * *',
  retryLimit: 0,
});

/** Queues the sources whose time has come. */
const syncTickJob = defineJob({
  name: 'communities.sync_tick',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

/** Finds posts that need an answer or the team. */
const moderationTickJob = defineJob({
  name: 'communities.moderation_tick',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

/** Removes what was deleted a day ago. */
const tidyCommunitiesJob = defineJob({
  name: 'communities.tidy',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '37 * * * *',
});

export const COMMUNITY_JOBS = [
  inviteJob,
  inviteWaitingJob,
  previewJob,
  syncJob,
  syncTickJob,
  answerJob,
  moderateJob,
  escalateJob,
  moderationTickJob,
  tidyCommunitiesJob,
];

export async function workCommunities(ctx: Context): Promise<void> {
  const { jobs } = ctx;
  await jobs.work(inviteJob, ({ memberId }) => sendInvitation(ctx, memberId));
  await jobs.work(inviteWaitingJob, (_payload, signal) => sendWaitingInvitations(ctx, signal));
  await jobs.work(previewJob, ({ previewId }) => fetchPreview(ctx, previewId));
  await jobs.work(syncJob, ({ sourceId }, signal) => syncSource(ctx, sourceId, signal));
  await jobs.work(syncTickJob, () => syncDueSources(ctx));
  await jobs.work(answerJob, (post) => answerAtSource(ctx, post));
  await jobs.work(moderateJob, async (post) => void (await moderatePost(ctx, post)));
  await jobs.work(escalateJob, (post) => tellTeam(ctx, post));
  await jobs.work(moderationTickJob, () => findUnmoderated(ctx));
  await jobs.work(tidyCommunitiesJob, () => tidyCommunities(ctx));
}
