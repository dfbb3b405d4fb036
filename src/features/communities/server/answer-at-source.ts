import { z } from 'zod';
import { MINUTE_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { defineJob } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { CommunitySource as Platform } from '#providers/community-sources/port.ts';
import { SourceError } from '#providers/lead-sources/port.ts';
import { findKind, lockPost, type StoredPost, updatePostRow } from './post-store.ts';
import { findSource } from './source-store.ts';

/** Posts an answer of the team at the source of the post. Not retried: it cannot be taken back there. */
export const answerJob = defineJob({
  name: 'communities.answer',
  payload: z.object({ communityId: z.uuid(), postId: z.uuid() }),
  retryLimit: 0,
});

type PlatformContext = Pick<Context, 'communitySources'>;

export function platformOf({ communitySources }: PlatformContext, kind: string): Platform | undefined {
  return communitySources.find((one) => one.kind === kind);
}

/** Whether answers to posts of this kind of source can be posted there too. */
export function canAnswerAt(ctx: PlatformContext, kind: string | null): boolean {
  const platform = kind === null ? undefined : platformOf(ctx, kind);
  return platform?.canAnswer === true && platform.reader?.answer !== undefined;
}

/** Whether answers to this post can be posted at its source too. */
export async function canAnswerPost(
  ctx: PlatformContext,
  tx: Transaction,
  post: Pick<StoredPost, 'externalId' | 'sourceId'> | undefined,
): Promise<boolean> {
  if (post?.externalId == null || post.sourceId === null) return false;
  return canAnswerAt(ctx, await findKind(tx, post.sourceId));
}

/** Queues an answer that is to be posted at the source too. */
export function queueAnswer(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Transaction,
  post: z.infer<typeof answerJob.payload>,
): Promise<void> {
  return jobs.send(answerJob, post, { tx });
}

/** Posts an answer of the team at the source, once: one that is interrupted stays unconfirmed. */
export async function answerAtSource(
  ctx: PlatformContext & Pick<Context, 'db' | 'log'>,
  { communityId, postId }: z.infer<typeof answerJob.payload>,
): Promise<void> {
  const { db, log } = ctx;
  const begun = await inTransaction(db, async (tx) => {
    const post = await lockPost(tx, communityId, postId);
    if (!post || post.deletedAt || post.answerState !== 'queued' || post.parentId === null) return undefined;
    const parent = await lockPost(tx, communityId, post.parentId);
    const source = parent?.sourceId ? await findSource(tx, parent.sourceId) : undefined;
    const externalId = parent?.externalId;
    if (!source || externalId == null) return undefined;
    await updatePostRow(tx, postId, { answerState: 'unconfirmed' });
    return { post, source, externalId };
  });
  const answer = begun && platformOf(ctx, begun.source.kind)?.reader?.answer;
  if (!begun || !answer) return;
  const { post, source, externalId } = begun;
  try {
    const id = await answer({
      place: source.place,
      postId: externalId,
      id: post.id,
      text: post.body,
      signal: AbortSignal.timeout(MINUTE_MS / 2),
    });
    await updatePostRow(db, postId, { answerState: 'sent', sourceId: source.id, externalId: id });
  } catch (error) {
    const isCertain = error instanceof SourceError && !error.retryable;
    if (isCertain) await updatePostRow(db, postId, { answerState: 'failed' });
    log.warn({ err: error, postId }, 'an answer did not reach its source');
  }
  await announce(db, ['communities']);
}
