import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import { clientNetwork } from '#platform/client-network.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { CommunityPost, settleReports } from '../contract-posts.ts';
import type { reportPost } from '../contract-public.ts';
import { countUp } from './limit-store.ts';
import { lockPost, updatePostRow } from './post-store.ts';
import type { Posts } from './posts.ts';
import { postNotFound } from './refusals.ts';
import { insertReport, purgeReports, reopenReportsOf, settleReportsOf } from './report-store.ts';

type Dependencies = {
  db: Database;
  posts: Pick<Posts, 'getPost'>;
  secret: string;
  now: () => Date;
};

/** Of one network address, which an office may share. */
const OF_ADDRESS_PER_HOUR = 20;
const OF_COMMUNITY_PER_DAY = 1_000;
/** What was decided on is kept so long, in case somebody asks why. */
const KEPT_MS = 180 * DAY_MS;

/** What readers of other sites' pages report, and what the team decides on it. */
export function createReports({ db, posts, secret, now }: Dependencies) {
  /** Nothing tells whose address it was, here or in another community. */
  const readerOf = (communityId: string, ip: string): string =>
    createHmac('sha256', secret)
      .update(`reader:${communityId}:${clientNetwork(ip)}`)
      .digest('base64url');

  const assertRoom = async (key: string, forMs: number, most: number): Promise<void> => {
    if ((await countUp(db, key, forMs)) <= most) return;
    throw new AppError('rate_limited', 'Too many reports at once. Try again later.', {
      retryAfterSeconds: 3600,
    });
  };

  return {
    /** The same reader again changes nothing, and is not told so. */
    async report(
      communityId: string,
      { postId, reason, note }: z.output<(typeof reportPost)['body']>,
      ip: string,
    ): Promise<void> {
      const reporter = readerOf(communityId, ip);
      await assertRoom(`reports:${reporter}`, HOUR_MS, OF_ADDRESS_PER_HOUR);
      await assertRoom(`reports:of:${communityId}`, DAY_MS, OF_COMMUNITY_PER_DAY);
      await inTransaction(db, async (tx) => {
        const post = await lockPost(tx, communityId, postId);
        if (!post || post.deletedAt || post.state !== 'published') throw postNotFound();
        if (await insertReport(tx, { postId, reporter, reason, note, reportedAt: now() }))
          await announce(tx, ['communities']);
      });
    },

    settleReports: (
      communityId: string,
      postId: string,
      { decision }: z.output<(typeof settleReports)['body']>,
    ): Promise<{ settledAt: string | null }> =>
      inTransaction(db, async (tx) => {
        const post = await lockPost(tx, communityId, postId);
        if (!post || post.deletedAt) throw postNotFound();
        if (decision === 'reject' && (post.userId !== null || post.expertId !== null))
          throw new AppError('refused', 'What the team posts is not rejected. Delete it instead.');
        const at = now();
        if (post.state !== 'published' || (await settleReportsOf(tx, postId, at)) === 0)
          return { settledAt: null };
        if (decision === 'reject') await updatePostRow(tx, postId, { state: 'rejected' });
        await announce(tx, ['communities']);
        return { settledAt: at.toISOString() };
      }),

    async reopenReports(
      communityId: string,
      postId: string,
      settledAt: string,
      actor: Actor,
    ): Promise<CommunityPost> {
      await inTransaction(db, async (tx) => {
        const post = await lockPost(tx, communityId, postId);
        if (!post || post.deletedAt) throw postNotFound();
        const isTheirs = (await reopenReportsOf(tx, postId, new Date(settledAt))) > 0;
        if (isTheirs && post.state === 'rejected') await updatePostRow(tx, postId, { state: 'published' });
        await announce(tx, ['communities']);
      });
      return posts.getPost(communityId, postId, actor);
    },

    tidyReports: (): Promise<void> => purgeReports(db, new Date(now().getTime() - KEPT_MS)),
  };
}
export type Reports = ReturnType<typeof createReports>;
