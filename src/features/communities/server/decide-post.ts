import type { z } from 'zod';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import type { DecidedPost, holdPost as holdPostEndpoint, updatePost } from '../contract-posts.ts';
import { decidedOtherwise, firstLink } from '../rules.ts';
import { noteActivity } from './accept-post.ts';
import { canAnswerPost, queueAnswer } from './answer-at-source.ts';
import { commitAndAnnounce } from './commit-and-announce.ts';
import { assertClaims } from './create-post.ts';
import { queuePreviews } from './fetch-preview.ts';
import { lockPost, updatePostRow } from './post-store.ts';
import { lockLivePost, type PostContext, type PostRef, readPostOf } from './posts.ts';
import { settleReportsOf } from './report-store.ts';

/**
 * Pins, edits, publishes or rejects a post. Refuses to edit the words of others, and with `conflict` when it was decided
 * otherwise meanwhile.
 */
export function changePost(
  ctx: PostContext & Pick<Context, 'clock' | 'jobs' | 'eventSubscribers'>,
  post: PostRef,
  { isPinned, body, state, overrideReason }: z.output<(typeof updatePost)['body']>,
  actor: Actor,
): Promise<DecidedPost> {
  const { db, clock } = ctx;
  return commitAndAnnounce(db, async (tx) => {
    const row = await lockLivePost(tx, post);
    const isOurs = row.userId !== null || row.expertId !== null;
    if (body !== undefined && !isOurs) {
      throw new AppError('refused', 'Words of others are not changed. Reject or delete the post instead.');
    }
    if (isPinned === true && row.parentId !== null)
      throw new AppError('refused', 'Only a post can be pinned.');
    const overtaken = state === undefined ? null : decidedOtherwise(row.state, state);
    if (overtaken !== null) throw decidedAlready(overtaken);
    const text = body ?? row.body;
    const isNews = state === 'published' && row.state !== 'published';
    const proof =
      isOurs && (body !== undefined || isNews)
        ? await assertClaims(ctx, tx, {
            id: post.postId,
            body: text,
            isOfAgent: row.expertId !== null,
            actor,
            overrideReason,
          })
        : undefined;
    const parent = row.parentId === null ? undefined : await lockPost(tx, post.communityId, row.parentId);
    const isSaidThere = isNews && row.state === 'draft' && (await canAnswerPost(ctx, tx, parent));
    const link = body === undefined ? row.link : firstLink(body);
    await updatePostRow(tx, post.postId, {
      ...(isPinned === undefined ? {} : { isPinned }),
      ...(body === undefined ? {} : { body, link, editedAt: row.state === 'draft' ? null : clock.now() }),
      ...(state === undefined ? {} : { state }),
      ...(proof === undefined ? {} : { proof }),
      // A draft is posted when it is published, by the person who publishes it.
      ...(isNews && row.state === 'draft' ? { postedAt: clock.now(), userId: actor.id } : {}),
      ...(isSaidThere ? { answerState: 'queued' as const } : {}),
    });
    if (isSaidThere) await queueAnswer(ctx, tx, post);
    if (body !== undefined && link !== null) await queuePreviews(ctx, tx, [link]);
    if (isNews) {
      // The person who publishes it has seen the reports.
      await settleReportsOf(tx, post.postId, clock.now());
      await noteActivity(ctx, tx, row);
    }
    const hasDecided = state !== undefined && state !== row.state;
    return { ...(await readPostOf(ctx, tx, post, actor)), hasDecided };
  });
}

/**
 * Undo of publishing or rejecting, and how a published post is held back: it waits again, with its flags. Refuses posts
 * of the team.
 */
export function holdPost(
  ctx: PostContext,
  post: PostRef,
  { undoes }: z.output<(typeof holdPostEndpoint)['query']>,
  actor: Actor,
): Promise<DecidedPost> {
  return commitAndAnnounce(ctx.db, async (tx) => {
    const row = await lockLivePost(tx, post);
    const overtaken = undoes === undefined ? null : decidedOtherwise(row.state, undoes);
    if (overtaken !== null) throw decidedAlready(overtaken);
    const isDraft = row.expertId !== null;
    if (row.userId !== null && !isDraft) {
      throw new AppError('refused', 'What the team posts does not wait for moderation. Delete it instead.');
    }
    if (row.answerState !== null) {
      throw new AppError('refused', 'This answer is said at the source too, and stays said there.');
    }
    const hasDecided = row.state === 'published' || row.state === 'rejected';
    if (hasDecided) {
      // A draft has no author until it is published again.
      await updatePostRow(tx, post.postId, isDraft ? { state: 'draft', userId: null } : { state: 'held' });
    }
    return { ...(await readPostOf(ctx, tx, post, actor)), hasDecided };
  });
}

function decidedAlready(message: string): AppError {
  return new AppError('conflict', message, { reason: 'decided_already' });
}
