import type { z } from 'zod';
import { normalizeEmail } from '#features/leads/rules.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { sendPublicPost } from '../contract-public.ts';
import { DEFAULT_SETTINGS, firstLink, mayPost, mustWait } from '../rules.ts';
import { flagOfCopy, flagsOf, isTellingCopy } from '../rules-moderation.ts';
import { commitAndAnnounce } from './commit-and-announce.ts';
import { queuePreviews } from './fetch-preview.ts';
import { findMemberByEmail, findMemberById, touchMember } from './member-store.ts';
import { hasCopy, insertPost, type StoredPost } from './post-store.ts';
import { lockParent } from './posts.ts';
import { communityNotFound } from './refusals.ts';
import { findCommunity } from './store.ts';

type VisitorPost = z.output<(typeof sendPublicPost)['body']>;

/**
 * Takes a post of a visitor of a site that hosts the community; it is published or held for moderation. Refuses people
 * who may not post with `forbidden`.
 */
export function acceptPost(
  ctx: Pick<Context, 'db' | 'clock' | 'jobs' | 'eventSubscribers'>,
  communityId: string,
  { authorName, authorEmail, body, parentId }: VisitorPost,
): Promise<{ id: string; state: 'held' | 'published' }> {
  const { db, clock } = ctx;
  return commitAndAnnounce(db, async (tx) => {
    const community = await findCommunity(tx, communityId);
    if (!community) throw communityNotFound();
    const { whoMayPost, holdsAll } = { ...DEFAULT_SETTINGS, ...community.settings };
    const found =
      authorEmail === undefined
        ? undefined
        : await findMemberByEmail(tx, communityId, normalizeEmail(authorEmail));
    const member = found?.status === 'active' ? found : undefined;
    const role = member?.memberType ?? null;
    if (found?.status === 'blocked' || !mayPost(role, whoMayPost)) {
      throw new AppError('forbidden', 'This person may not post in this community.', {
        reason: 'may_not_post',
      });
    }
    await lockParent(tx, communityId, parentId);
    const { jurisdictions } = await getWorkspace(tx);
    const since = new Date(clock.now().getTime() - DAY_MS);
    const flags = flagsOf(body, jurisdictions);
    if (isTellingCopy(body) && (await hasCopy(tx, { communityId, body, since }))) {
      flags.push(flagOfCopy(body));
    }
    const state = mustWait({ role, flags, holdsAll }) ? ('held' as const) : ('published' as const);
    const id = newId();
    const link = firstLink(body);
    const post = {
      id,
      communityId,
      parentId,
      memberId: member?.id ?? null,
      authorName: member?.name || authorName,
      body,
      link,
      state,
      flags,
      postedAt: clock.now(),
    };
    await insertPost(tx, post);
    if (link !== null) await queuePreviews(ctx, tx, [link]);
    if (state === 'published') await noteActivity(ctx, tx, post);
    return { id, state };
  });
}

/** A published post of a member counts for them, and for the lead they are. */
export async function noteActivity(
  ctx: Pick<Context, 'eventSubscribers'>,
  tx: Transaction,
  post: Pick<StoredPost, 'id' | 'communityId' | 'memberId' | 'postedAt' | 'parentId'>,
): Promise<void> {
  if (post.memberId === null) return;
  await touchMember(tx, post.memberId, post.postedAt);
  const member = await findMemberById(tx, post.memberId);
  if (!member?.leadId) return;
  await recordEvents(ctx, tx, [
    {
      // Held back and published again, it counts once.
      id: post.id,
      type: 'community.posted',
      leadId: member.leadId,
      occurredAt: post.postedAt,
      data: { communityId: post.communityId, isComment: post.parentId !== null },
      isDemo: member.isDemo,
    },
  ]);
  await announce(tx, ['events']);
}
