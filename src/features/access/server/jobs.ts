import { z } from 'zod';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { deleteExpiredTokens } from './api-token-store.ts';
import { deleteExpired } from './store.ts';

const EXPIRED_TOKEN_MS = 30 * DAY_MS;

/** Removes expired grants, sessions, links and counts. */
const tidyAccess = defineJob({
  name: 'access.tidy',
  payload: z.object({}),
  schedule: '17 3 * * *',
});

export const ACCESS_JOBS = [tidyAccess];

export async function workAccess({ db, clock, jobs }: Pick<Context, 'db' | 'clock' | 'jobs'>): Promise<void> {
  await jobs.work(tidyAccess, async () => {
    await deleteExpired(db, clock.now());
    // An expired token stays listed for a while, so that its owner sees why calls fail.
    await deleteExpiredTokens(db, new Date(clock.now().getTime() - EXPIRED_TOKEN_MS));
  });
}
