import { z } from 'zod';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { defineJob } from '#platform/jobs.ts';
import { purgeCountedSales } from './sale-store.ts';
import { ensureEventPartition, purgePageEventIds, recountDays } from './store.ts';

const MONTHS_AHEAD = 3;
const IDS_KEPT_DAYS = 7;
/** Days before today. */
const RECOUNTED_DAYS = 1;

export const trackingUpkeep = defineJob({
  name: 'tracking.upkeep',
  payload: z.object({}),
  schedule: '17 3 * * *',
  policy: 'exclusive',
});

/**
 * Makes the partitions that the next months need, forgets ids whose repeats will not come any more, and sums up the
 * last two days again.
 */
export async function keepUp({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
    await inTransaction(db, (tx) => ensureEventPartition(tx, month));
  }
  await purgePageEventIds(db, new Date(now.getTime() - IDS_KEPT_DAYS * DAY_MS));
  await purgeCountedSales(db, new Date(now.getTime() - DAY_MS));
  const today = now.getTime() - (now.getTime() % DAY_MS);
  await inTransaction(db, (tx) => recountDays(tx, new Date(today - RECOUNTED_DAYS * DAY_MS)));
}

export async function workTracking(ctx: Context): Promise<void> {
  await ctx.jobs.work(trackingUpkeep, () => keepUp(ctx));
}
