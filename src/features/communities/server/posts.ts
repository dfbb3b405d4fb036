import type { z } from 'zod';
import type { PersonalText } from '#features/compliance/contract-texts.ts';
import type { Actor } from '#kit/actor.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import type { Queryable, Transaction } from '#platform/db.ts';
import type { CommunityPost, listPosts as listPostsEndpoint, ReactionKind } from '../contract-posts.ts';
import { canAnswerAt } from './answer-at-source.ts';
import { commitAndAnnounce } from './commit-and-announce.ts';
import {
  countQueue,
  countRejected,
  countShownPosts,
  countWaiting,
  findPostRow,
  listCommentRows,
  listCommentsTo,
  listQueue,
  listRejected,
  listShownPosts,
  lockPost,
  type PostRow,
  placeCursor,
  queueCursor,
  readPost,
  type StoredPost,
  setReactions,
  updatePostRow,
} from './post-store.ts';
import { communityNotFound, postNotFound } from './refusals.ts';
import { findCommunity } from './store.ts';

type PostQuery = z.output<(typeof listPostsEndpoint)['query']>;
/** A post by its community, which a caller may not leave. */
export type PostRef = { communityId: string; postId: string };
export type PostContext = Pick<Context, 'db' | 'communitySources'>;

/** The posts of a community by view, page by page. Refuses with `not_found`. */
export async function listPosts(
  ctx: PostContext,
  communityId: string,
  { limit, cursor, view }: PostQuery,
  actor: Actor,
): Promise<Page<CommunityPost>> {
  const { db } = ctx;
  if (!(await findCommunity(db, communityId))) throw communityNotFound();
  const page = { communityId, limit: limit + 1, reader: readerOf(actor) };
  const places = view === 'queue' ? queueCursor : placeCursor;
  const read = {
    published: () => listShownPosts(db, { ...page, after: placeCursor.read(cursor) }),
    queue: () => listQueue(db, { ...page, after: queueCursor.read(cursor) }),
    rejected: () => listRejected(db, { ...page, after: placeCursor.read(cursor) }),
  };
  const count = { published: countShownPosts, queue: countQueue, rejected: countRejected };
  const [rows, total] = await Promise.all([read[view](), count[view](db, communityId)]);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items: items.map((row) => toPost(ctx, row)), nextCursor: last ? places.write(last) : null, total };
}

/** Posts of all communities that need a decision. */
export async function countWaitingPosts({ db }: Pick<Context, 'db'>): Promise<{ waiting: number }> {
  return { waiting: await countWaiting(db) };
}

/** Refuses with `not_found`. */
export async function getPost(ctx: PostContext, post: PostRef, actor: Actor): Promise<CommunityPost> {
  if (!(await findCommunity(ctx.db, post.communityId))) throw communityNotFound();
  return readPostOf(ctx, ctx.db, post, actor);
}

/** Refuses with `not_found`. */
export async function listComments(ctx: PostContext, post: PostRef, actor: Actor): Promise<CommunityPost[]> {
  const { db } = ctx;
  await readPostOf(ctx, db, post, actor);
  return (await listCommentRows(db, post.postId, readerOf(actor))).map((row) => toPost(ctx, row));
}

/** What the team and its agents answered to posts of a lead. */
export function communityTextsTo({ db }: Pick<Context, 'db'>, leadId: string): Promise<PersonalText[]> {
  return listCommentsTo(db, leadId);
}

/** Can be undone with `restorePost` for a day. Refuses with `not_found`. */
export function deletePost({ db, clock }: Pick<Context, 'db' | 'clock'>, post: PostRef): Promise<void> {
  return commitAndAnnounce(db, async (tx) => {
    await lockLivePost(tx, post);
    await updatePostRow(tx, post.postId, { deletedAt: clock.now() });
  });
}

/** Undo of `deletePost`. */
export function restorePost(ctx: PostContext, post: PostRef, actor: Actor): Promise<CommunityPost> {
  const { communityId, postId } = post;
  return commitAndAnnounce(ctx.db, async (tx) => {
    const row = await lockPost(tx, communityId, postId);
    if (!row || !(await findCommunity(tx, communityId))) throw postNotFound();
    if (row.deletedAt) await updatePostRow(tx, postId, { deletedAt: null });
    return readPostOf(ctx, tx, post, actor);
  });
}

/** Sets the reactions of a person to a post. Refuses with `not_found`. */
export function react(
  ctx: PostContext,
  post: PostRef,
  kinds: readonly ReactionKind[],
  actor: Actor,
): Promise<CommunityPost> {
  return commitAndAnnounce(ctx.db, async (tx) => {
    await lockLivePost(tx, post);
    await setReactions(tx, { ...post, reactor: readerOf(actor), kinds });
    return readPostOf(ctx, tx, post, actor);
  });
}

export async function readPostOf(
  ctx: PostContext,
  tx: Queryable,
  { communityId, postId }: PostRef,
  actor: Actor,
): Promise<CommunityPost> {
  const row = await findPostRow(tx, { communityId, id: postId, reader: readerOf(actor) });
  if (!row) throw postNotFound();
  return toPost(ctx, row);
}

/** The live post, locked until the transaction ends. */
export async function lockLivePost(tx: Transaction, { communityId, postId }: PostRef): Promise<StoredPost> {
  const row = await lockPost(tx, communityId, postId);
  if (!row || row.deletedAt || !(await findCommunity(tx, communityId))) throw postNotFound();
  return row;
}

/** The published post that a comment answers, locked. Refuses a comment on a comment. */
export async function lockParent(
  tx: Transaction,
  communityId: string,
  parentId: string | null,
): Promise<StoredPost | undefined> {
  if (parentId === null) return undefined;
  const parent = await lockPost(tx, communityId, parentId);
  if (!parent || parent.deletedAt || parent.state !== 'published') throw postNotFound();
  if (parent.parentId !== null) throw new AppError('refused', 'Comments answer a post, not another comment.');
  return parent;
}

function toPost(ctx: PostContext, row: PostRow): CommunityPost {
  const isMirrored = row.isAtSource && row.parentId === null;
  return { ...readPost(row), canAnswerAtSource: isMirrored && canAnswerAt(ctx, row.sourceKind) };
}

function readerOf({ id }: Pick<Actor, 'id'>): string {
  return `user:${id}`;
}
