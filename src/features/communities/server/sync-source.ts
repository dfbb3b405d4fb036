import { z } from 'zod';
import { MINUTE_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { defineJob } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { MirrorPage } from '#providers/community-sources/port.ts';
import { SourceError } from '#providers/lead-sources/port.ts';
import type { CommunitySource } from '../contract-sources.ts';
import { platformOf } from './answer-at-source.ts';
import {
  findSource,
  hideGone,
  leaseSource,
  listDueSources,
  purgeDeliveries,
  type StoredSource,
  updateSource,
} from './source-store.ts';
import { type TakeContext, takePage } from './take-page.ts';

/** A worker without a sign of life for this long counts as dead. */
const LEASE_MS = 5 * MINUTE_MS;
/** One run ends after that; the next one goes on where it stopped. */
const RUN_MS = 4 * MINUTE_MS;
const AGAIN_AFTER_MS = 5 * MINUTE_MS;
const LONGEST_BACK_OFF_MS = 60 * MINUTE_MS;
/** Bound for a source without an end. */
const MOST_PAGES = 20_000;
/** Pages read again with each reading: 100,000 posts are looked at again in a day or two. */
const PAGES_LOOKED_AT_AGAIN = 3;
const DUE_AT_ONCE = 20;
/** How far the clock of a source may be from ours. */
const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;

type SyncContext = TakeContext & Pick<Context, 'db' | 'log' | 'communitySources'>;
type Reading = { read: (cursor: string) => Promise<MirrorPage>; isFresh: () => boolean };

/** Reads an external community. */
export const syncJob = defineJob({
  name: 'communities.sync',
  payload: z.object({ sourceId: z.uuid() }),
  retryLimit: 0,
  concurrency: 2,
  expireInSeconds: 600,
});

/** Reads a source, unless another worker does. A failure is stored for the screen and tried again later. */
export async function syncSource(ctx: SyncContext, sourceId: string, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = ctx;
  if (!(await leaseSource(db, sourceId, LEASE_MS))) return;
  const source = await findSource(db, sourceId);
  if (!source) return;
  const startedAt = clock.now();
  try {
    await readAll(ctx, source, signal);
    const { isBackfilled = false } = (await findSource(db, sourceId)) ?? {};
    await updateSource(db, sourceId, {
      state: 'connected',
      reason: null,
      details: null,
      failures: 0,
      lastSyncedAt: startedAt,
      nextSyncAt: new Date(clock.now().getTime() + (isBackfilled ? AGAIN_AFTER_MS : 0)),
      leasedUntil: null,
    });
  } catch (error) {
    if (!(error instanceof SourceError))
      log.warn({ err: error, sourceId }, 'a community could not be mirrored');
    const failures = source.failures + 1;
    const backOffMs = Math.min(2 ** failures * MINUTE_MS, LONGEST_BACK_OFF_MS);
    await updateSource(db, sourceId, {
      state: 'failed',
      ...failureOf(error, platformOf(ctx, source.kind)?.reader !== undefined),
      failures,
      nextSyncAt: new Date(clock.now().getTime() + backOffMs),
      leasedUntil: null,
    });
  }
  await announce(db, ['communities']);
}

/** Queues the sources whose time has come. */
export async function syncDueSources({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  for (const sourceId of await listDueSources(db, DUE_AT_ONCE)) {
    await jobs.send(syncJob, { sourceId }, { key: sourceId });
  }
  await purgeDeliveries(db);
}

/** Everything new, then what is older and has not been read yet. Pages are committed one by one. */
async function readAll(ctx: SyncContext, source: StoredSource, signal: AbortSignal): Promise<void> {
  const { db, clock } = ctx;
  const reader = platformOf(ctx, source.kind)?.reader;
  if (!reader) throw new SourceError(`${source.kind} is off: its settings are missing`, { retryable: false });
  const startedAt = clock.now().getTime();
  const isFresh = () => clock.now().getTime() - startedAt < RUN_MS && !signal.aborted;
  const read = (cursor: string | null, since: Date | null = null) =>
    reader.read({ place: source.place, cursor, since, now: clock.now(), signal });

  // Newest first, back to where the last reading began, so that a lost connection catches up.
  const known = source.lastSyncedAt;
  let cursor: string | null = null;
  let isCaughtUp = false;
  /** Down to here what is new has been read. */
  let above: Date | null = null;
  for (let pages = 0; pages < MOST_PAGES && !isCaughtUp && isFresh(); pages += 1) {
    const page: MirrorPage = await read(cursor, known);
    const { added } = await inTransaction(db, async (tx) => {
      const taken = await takePage(ctx, tx, source, page);
      if (page.coversSince !== null && cursor === null) {
        await hideGone(tx, source.id, { since: page.coversSince, seen: page.posts.map(({ id }) => id) });
      }
      await announce(tx, ['communities']);
      return taken;
    });
    const isOld =
      known !== null &&
      page.posts.every(
        ({ postedAt }) => postedAt !== null && postedAt.getTime() < known.getTime() - CLOCKS_DIFFER_MS,
      );
    // A source whose pages go in a circle gives nothing new.
    isCaughtUp = known === null || page.cursor === null || page.cursor === cursor || isOld || added === 0;
    if (isCaughtUp && known === null) await updateSource(db, source.id, { cursor: page.cursor });
    cursor = page.cursor;
    above = page.coversSince;
  }

  const fresh = await findSource(db, source.id);
  if (!fresh) return;
  if (fresh.isBackfilled) {
    const from = fresh.cursor === null ? { cursor, above } : { cursor: fresh.cursor, above: null };
    return lookAgain(ctx, source, from, { read, isFresh });
  }
  let older = fresh.cursor;
  const seen = new Set<string>();
  let emptyPages = 0;
  // The next page is on its way while this one is stored.
  let ahead: { at: string; page: Promise<MirrorPage> } | undefined;
  while (older !== null && isFresh() && seen.size < MOST_PAGES) {
    seen.add(older);
    const at: string = older;
    const page: MirrorPage = await (ahead?.at === at ? ahead.page : read(at));
    ahead = undefined;
    if (page.cursor !== null && !seen.has(page.cursor) && isFresh()) {
      ahead = { at: page.cursor, page: read(page.cursor) };
      // A failure is thrown where the page is awaited.
      ahead.page.catch(() => undefined);
    }
    await inTransaction(db, async (tx) => {
      const { added } = await takePage(ctx, tx, source, page);
      emptyPages = added === 0 && page.members.length === 0 ? emptyPages + 1 : 0;
      const isCircle = page.cursor !== null && (seen.has(page.cursor) || emptyPages >= 3);
      older = isCircle ? null : page.cursor;
      await updateSource(tx, source.id, {
        cursor: older,
        isBackfilled: older === null,
        leasedUntil: new Date(clock.now().getTime() + LEASE_MS),
      });
      await announce(tx, ['communities']);
    });
  }
  if (older === null) await updateSource(db, source.id, { isBackfilled: true, cursor: null });
}

/**
 * Edits and deletions of what is older than the newest page: a few pages with each reading, round and round, since
 * platforms that are polled tell of neither.
 */
async function lookAgain(
  ctx: SyncContext,
  source: StoredSource,
  from: { cursor: string | null; above: Date | null },
  { read, isFresh }: Reading,
): Promise<void> {
  let [at, above] = [from.cursor, from.above];
  for (let pages = 0; pages < PAGES_LOOKED_AT_AGAIN && at !== null && isFresh(); pages += 1) {
    const here: string = at;
    const page: MirrorPage = await read(here);
    const next = page.cursor === here ? null : page.cursor;
    // What was deleted between two pages belongs to the lower one.
    const newest = Math.max(...page.posts.flatMap(({ postedAt }) => postedAt?.getTime() ?? []));
    const until = new Date(above === null ? newest : above.getTime() - 1);
    await inTransaction(ctx.db, async (tx) => {
      await takePage(ctx, tx, source, page);
      if (page.coversSince !== null && page.posts.length > 0) {
        const seen = page.posts.map(({ id }) => id);
        await hideGone(tx, source.id, { since: page.coversSince, until, seen });
      }
      // The next reading begins with this page, so that none is missed between the two; at the end with a new round.
      await updateSource(tx, source.id, { cursor: next === null ? null : here });
      await announce(tx, ['communities']);
    });
    [at, above] = [next, page.coversSince];
  }
}

/** @param isOn its settings are there */
function failureOf(error: unknown, isOn: boolean): Pick<CommunitySource, 'reason' | 'details'> {
  if (!isOn) return { reason: 'setting_missing', details: null };
  return error instanceof SourceError
    ? { reason: 'source_failed', details: { answer: error.message } }
    : { reason: 'failed_here', details: null };
}
