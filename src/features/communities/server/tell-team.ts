import { z } from 'zod';
import { type MailTeamContext, mailTeam } from '#features/conversations/server/mail-team.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { defineJob, FOR_A_DAY } from '#platform/jobs.ts';
import { flagNote } from '../rules-flag-words.ts';
import { countUp, forgetCount } from './limit-store.ts';
import { noteEscalated } from './moderation-store.ts';
import { lockPost, type StoredPost } from './post-store.ts';
import { findCommunity } from './store.ts';

/** Notifies the team of a person who may be in danger. */
export const escalateJob = defineJob({
  name: 'communities.escalate',
  payload: z.object({ communityId: z.uuid(), postId: z.uuid() }),
  ...FOR_A_DAY,
});

/** Queues one notification of the team for a post. */
export async function escalate(
  { clock, jobs }: Pick<Context, 'clock' | 'jobs'>,
  tx: Transaction,
  { communityId, id }: Pick<StoredPost, 'communityId' | 'id'>,
): Promise<void> {
  if (await noteEscalated(tx, id, clock.now()))
    await jobs.send(escalateJob, { communityId, postId: id }, { tx });
}

/**
 * One email to each member of the team who may act. It names the community and the reason, and nothing of the post.
 * Throws where one could not be sent: the job is retried.
 */
export async function tellTeam(
  ctx: MailTeamContext & Pick<Context, 'publicUrl'>,
  { communityId, postId }: z.infer<typeof escalateJob.payload>,
): Promise<void> {
  const { db, publicUrl } = ctx;
  const urgent = await inTransaction(db, async (tx) => {
    const post = await lockPost(tx, communityId, postId);
    const community = await findCommunity(tx, communityId);
    const flag = post?.flags.find(({ kind }) => kind === 'safety');
    return post && !post.deletedAt && community && flag ? { community, flag } : undefined;
  });
  if (!urgent) return;
  const text = [
    `A post in ${urgent.community.name} needs a person now. Reason: ${flagNote(urgent.flag)}.`,
    'Nothing was answered by itself.',
    '',
    `${publicUrl}/community?community=${communityId}&posts=queue`,
  ].join('\n');
  const keyOf = (userId: string): string => `told:${postId}:${userId}`;
  await mailTeam(ctx, {
    subject: 'A post in a community needs a person',
    text,
    claim: async (userId) => (await countUp(db, keyOf(userId), DAY_MS)) === 1,
    release: (userId) => forgetCount(db, keyOf(userId)),
  });
}
