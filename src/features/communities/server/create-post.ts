import type { TextProof } from '#features/compliance/contract-texts.ts';
import { approvalOf, assertMayLeave } from '#features/compliance/server/claims-gate.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import type { Actor } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import type { CommunityPost, NewPost } from '../contract-posts.ts';
import { firstLink } from '../rules.ts';
import { canAnswerPost, queueAnswer } from './answer-at-source.ts';
import { commitAndAnnounce } from './commit-and-announce.ts';
import { queuePreviews } from './fetch-preview.ts';
import { insertPost } from './post-store.ts';
import { lockParent, type PostContext, readPostOf } from './posts.ts';
import { communityNotFound } from './refusals.ts';
import { findCommunity } from './store.ts';

/** Publishes a post or a comment of the team. Refuses with `not_found`, and claims as `assertClaims` does. */
export function createPost(
  ctx: PostContext & Pick<Context, 'clock' | 'jobs'>,
  communityId: string,
  { body, parentId, overrideReason }: NewPost,
  actor: Actor,
): Promise<CommunityPost> {
  const { db, clock } = ctx;
  return commitAndAnnounce(db, async (tx) => {
    if (!(await findCommunity(tx, communityId))) throw communityNotFound();
    const parent = await lockParent(tx, communityId, parentId);
    const id = newId();
    const post = { communityId, postId: id };
    const isSaidThere = await canAnswerPost(ctx, tx, parent);
    const proof = await assertClaims(ctx, tx, { id, body, actor, overrideReason });
    const link = firstLink(body);
    await insertPost(tx, {
      id,
      communityId,
      parentId,
      authorName: `${actor.firstName} ${actor.lastName}`.trim() || 'Team',
      userId: actor.id,
      body,
      link,
      state: 'published',
      postedAt: clock.now(),
      proof,
      answerState: isSaidThere ? 'queued' : null,
    });
    if (isSaidThere) await queueAnswer(ctx, tx, post);
    if (link !== null) await queuePreviews(ctx, tx, [link]);
    return readPostOf(ctx, tx, post, actor);
  });
}

/** Refuses claims that the law forbids a seller, unless an admin gives a reason. */
export async function assertClaims(
  ctx: Pick<Context, 'clock'>,
  tx: Transaction,
  {
    id,
    body,
    isOfAgent = false,
    actor,
    overrideReason,
  }: {
    id: string;
    body: string;
    isOfAgent?: boolean;
    actor: Actor;
    overrideReason: string | undefined;
  },
): Promise<TextProof> {
  const { jurisdictions } = await getWorkspace(tx);
  return assertMayLeave(ctx, tx, {
    text: body,
    kind: isOfAgent ? 'agent_answer' : 'community_post',
    jurisdictions,
    actor,
    approval: approvalOf(overrideReason, actor),
    subject: { kind: 'post', id },
    field: 'body',
  });
}
