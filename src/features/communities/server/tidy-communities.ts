import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { purgeLimits } from './limit-store.ts';
import { forgetRemovedMembers } from './member-data.ts';
import { giveUpInvitations, ofAnybody } from './member-store.ts';
import { knowLeads } from './membership-sync.ts';
import { moderateJob } from './moderate-post.ts';
import { purgePosts } from './post-store.ts';
import { purgePreviews } from './preview-store.ts';
import { purgeReports } from './report-store.ts';
import { giveUpPossiblySent, purgeCommunities } from './store.ts';

/** Decided reports are kept so long, in case someone asks why. */
const REPORTS_KEPT_MS = 180 * DAY_MS;

/** Purges what was removed a day ago, which is enough for Undo, and links members to leads found since. */
export async function tidyCommunities(
  ctx: Pick<Context, 'db' | 'clock' | 'eventSubscribers'>,
): Promise<void> {
  const { db, clock } = ctx;
  await inTransaction(db, (tx) => knowLeads(ctx, tx, ofAnybody));
  const now = clock.now().getTime();
  const dayAgo = new Date(now - DAY_MS);
  await forgetRemovedMembers(db, dayAgo);
  await purgePosts(db, dayAgo);
  await purgePreviews(db);
  // No mail server took these for a day: nothing is on its way, and they can be asked again.
  await inTransaction(db, async (tx) => {
    if ((await giveUpInvitations(tx, dayAgo)) > 0) await announce(tx, ['communities']);
  });
  await purgeCommunities(db, dayAgo);
  await purgeLimits(db);
  await purgeReports(db, new Date(now - REPORTS_KEPT_MS));
}

/**
 * After a restore from a backup: what was on its way may have been sent since, so none of it is sent again; the moderator
 * agent starts with what is posted from now on.
 */
export async function holdRestoredCommunities(
  { clock, jobs }: Pick<Context, 'clock' | 'jobs'>,
  tx: Transaction,
): Promise<void> {
  await giveUpPossiblySent(tx, clock.now());
  await jobs.dropWaiting(tx, moderateJob);
}
