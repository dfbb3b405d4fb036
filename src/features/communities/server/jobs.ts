import { z } from 'zod';
import { defineJob, FOR_A_DAY, type JobQueue } from '#platform/jobs.ts';

/** Hands an invitation to the mail server. */
export const inviteJob = defineJob({
  name: 'communities.invite',
  payload: z.object({ memberId: z.uuid() }),
  concurrency: 4,
  ...FOR_A_DAY,
});

/** Sends invitations that wait for room in a mailbox. */
const inviteWaitingJob = defineJob({
  name: 'communities.invite_waiting',
  payload: z.object({}),
  policy: 'singleton',
  // In the minutes between, the room is the campaigns'.
  schedule: '*/2 * * * *',
  retryLimit: 0,
});

/** Looks at what stands behind a link of a post. */
export const previewJob = defineJob({
  name: 'communities.preview',
  payload: z.object({ previewId: z.uuid() }),
  retryLimit: 1,
  concurrency: 4,
});

/** Reads an external community. */
export const syncJob = defineJob({
  name: 'communities.sync',
  payload: z.object({ sourceId: z.uuid() }),
  retryLimit: 0,
  concurrency: 2,
  expireInSeconds: 600,
});

/** Wakes up the sources whose time has come. */
const syncTickJob = defineJob({
  name: 'communities.sync_tick',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

/** Says an answer of the team at the source of the post. Once: nobody can take it back there. */
export const answerJob = defineJob({
  name: 'communities.answer',
  payload: z.object({ communityId: z.uuid(), postId: z.uuid() }),
  retryLimit: 0,
});

/** Lets the moderator agent look at one post. */
export const moderateJob = defineJob({
  name: 'communities.moderate',
  payload: z.object({ communityId: z.uuid(), postId: z.uuid() }),
  retryLimit: 2,
  concurrency: 2,
});

/** Tells the team of somebody who may be in danger. */
export const escalateJob = defineJob({
  name: 'communities.escalate',
  payload: z.object({ communityId: z.uuid(), postId: z.uuid() }),
  ...FOR_A_DAY,
});

/** Finds what nobody has answered or looked at yet. */
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

/** What the jobs do. */
type CommunityWork = {
  sendInvitation: (memberId: string) => Promise<void>;
  sendWaiting: (signal: AbortSignal) => Promise<void>;
  fetchPreview: (previewId: string) => Promise<void>;
  runSync: (sourceId: string, signal: AbortSignal) => Promise<void>;
  syncDue: () => Promise<void>;
  sayThere: (communityId: string, postId: string) => Promise<void>;
  moderate: (communityId: string, postId: string) => Promise<unknown>;
  tellTeam: (communityId: string, postId: string) => Promise<void>;
  findUnmoderated: () => Promise<void>;
  tidy: () => Promise<void>;
};

export async function workCommunities(queue: JobQueue, communities: CommunityWork): Promise<void> {
  await queue.work(inviteJob, ({ memberId }) => communities.sendInvitation(memberId));
  await queue.work(inviteWaitingJob, (_payload, signal) => communities.sendWaiting(signal));
  await queue.work(previewJob, ({ previewId }) => communities.fetchPreview(previewId));
  await queue.work(syncJob, ({ sourceId }, signal) => communities.runSync(sourceId, signal));
  await queue.work(syncTickJob, () => communities.syncDue());
  await queue.work(answerJob, ({ communityId, postId }) => communities.sayThere(communityId, postId));
  await queue.work(moderateJob, async ({ communityId, postId }) => {
    await communities.moderate(communityId, postId);
  });
  await queue.work(escalateJob, ({ communityId, postId }) => communities.tellTeam(communityId, postId));
  await queue.work(moderationTickJob, () => communities.findUnmoderated());
  await queue.work(tidyCommunitiesJob, () => communities.tidy());
}
