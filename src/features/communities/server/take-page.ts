import { getWorkspace } from '#features/settings/server/workspace.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import type { MirrorPage } from '#providers/community-sources/port.ts';
import { DEFAULT_SETTINGS, firstLink, mustWait } from '../rules.ts';
import { flagsOf } from '../rules-moderation.ts';
import { queuePreviews } from './fetch-preview.ts';
import { ofPeopleAt } from './member-store.ts';
import { knowLeads } from './membership-sync.ts';
import {
  findSource,
  hideGone,
  putMembers,
  putPosts,
  type ReadPost,
  type StoredSource,
} from './source-store.ts';
import { findCommunity } from './store.ts';

/** Links of older posts get no preview. */
const PREVIEW_DAYS = 14;
const MOST_PREVIEWS_PER_PAGE = 20;

export type TakeContext = Pick<Context, 'clock' | 'jobs' | 'eventSubscribers'>;

/** Stores a page of a mirrored community: its members, its posts with their flags, and what was deleted there. */
export async function takePage(
  ctx: TakeContext,
  tx: Transaction,
  source: StoredSource,
  page: Pick<MirrorPage, 'posts' | 'members' | 'deletedIds'>,
): Promise<{ added: number }> {
  const { clock } = ctx;
  // Disconnected while it was read.
  if (!(await findSource(tx, source.id))) return { added: 0 };
  await putMembers(tx, source, page.members);
  if (page.members.length > 0) {
    const there = page.members.map(({ id }) => id);
    await knowLeads(ctx, tx, ofPeopleAt(source.id, there));
  }
  const community = await findCommunity(tx, source.communityId);
  const { holdsAll } = { ...DEFAULT_SETTINGS, ...community?.settings };
  const { jurisdictions } = await getWorkspace(tx);
  // The first reading finds posts of unknown age, which must not count as new.
  const seenAt = source.lastSyncedAt === null ? new Date(source.createdAt.getTime() - 1) : clock.now();
  const posts = page.posts.map((post): ReadPost => {
    const flags = flagsOf(post.text, jurisdictions);
    return {
      ...post,
      link: firstLink(post.text),
      flags,
      isHeld: mustWait({ role: null, flags, holdsAll }),
      seenAt,
    };
  });
  const result = await putPosts(tx, source, posts);
  if (result.added > 0) await previewNew(ctx, tx, posts);
  if (page.deletedIds?.length) await hideGone(tx, source.id, { ids: page.deletedIds });
  return result;
}

async function previewNew(ctx: TakeContext, tx: Transaction, posts: readonly ReadPost[]): Promise<void> {
  const from = ctx.clock.now().getTime() - PREVIEW_DAYS * DAY_MS;
  const links = posts.flatMap(({ link, postedAt }) =>
    link !== null && (postedAt === null || postedAt.getTime() >= from) ? [link] : [],
  );
  await queuePreviews(ctx, tx, links.slice(0, MOST_PREVIEWS_PER_PAGE));
}
