import type { z } from 'zod';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { Context } from '#platform/context.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { CommunityPost, settleReports as settleReportsEndpoint } from '../contract-posts.ts';
import type { reportPost } from '../contract-public.ts';
import { countUp } from './limit-store.ts';
import { lockPost, updatePostRow } from './post-store.ts';
import { getPost, type PostContext, type PostRef } from './posts.ts';
import { postNotFound } from './refusals.ts';
import { insertReport, reopenReportsOf, settleReportsOf } from './report-store.ts';
import { sign } from './sign.ts';

/** Per network address, which an office may share. */
const OF_ADDRESS_PER_HOUR = 20;
const OF_COMMUNITY_PER_DAY = 1_000;

/**
 * Records what a reader of another site's page reports; a second report of the same reader changes nothing. Only a hash
 * of the address is kept, another one in each community. Refuses with `rate_limited` and `not_found`.
 */
export async function report(
  ctx: Pick<Context, 'db' | 'clock' | 'communitySecret'>,
  communityId: string,
  { postId, reason, note }: z.output<(typeof reportPost)['body']>,
  ip: string,
): Promise<void> {
  const { db, clock } = ctx;
  const reporter = sign(ctx, `reader:${communityId}:${clientNetwork(ip)}`);
  await assertRoom(db, `reports:${reporter}`, HOUR_MS, OF_ADDRESS_PER_HOUR);
  await assertRoom(db, `reports:of:${communityId}`, DAY_MS, OF_COMMUNITY_PER_DAY);
  await inTransaction(db, async (tx) => {
    const post = await lockPost(tx, communityId, postId);
    if (!post || post.deletedAt || post.state !== 'published') throw postNotFound();
    if (await insertReport(tx, { postId, reporter, reason, note, reportedAt: clock.now() }))
      await announce(tx, ['communities']);
  });
}

/** Decides on the open reports of a post; null when there are none. Refuses to reject what the team posts. */
export function settleReports(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { communityId, postId }: PostRef,
  { decision }: z.output<(typeof settleReportsEndpoint)['body']>,
): Promise<{ settledAt: string | null }> {
  return inTransaction(db, async (tx) => {
    const post = await lockPost(tx, communityId, postId);
    if (!post || post.deletedAt) throw postNotFound();
    if (decision === 'reject' && (post.userId !== null || post.expertId !== null))
      throw new AppError('refused', 'What the team posts is not rejected. Delete it instead.');
    const at = clock.now();
    if (post.state !== 'published' || (await settleReportsOf(tx, postId, at)) === 0)
      return { settledAt: null };
    if (decision === 'reject') await updatePostRow(tx, postId, { state: 'rejected' });
    await announce(tx, ['communities']);
    return { settledAt: at.toISOString() };
  });
}

/** Undo of `settleReports`. Refuses with `not_found`. */
export async function reopenReports(
  ctx: PostContext,
  post: PostRef,
  settledAt: string,
  actor: Actor,
): Promise<CommunityPost> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockPost(tx, post.communityId, post.postId);
    if (!row || row.deletedAt) throw postNotFound();
    const isTheirs = (await reopenReportsOf(tx, post.postId, new Date(settledAt))) > 0;
    if (isTheirs && row.state === 'rejected') await updatePostRow(tx, post.postId, { state: 'published' });
    await announce(tx, ['communities']);
  });
  return getPost(ctx, post, actor);
}

async function assertRoom(db: Database, key: string, forMs: number, most: number): Promise<void> {
  if ((await countUp(db, key, forMs)) <= most) return;
  throw new AppError('rate_limited', 'Too many reports at once. Try again later.', {
    retryAfterSeconds: 3600,
  });
}
