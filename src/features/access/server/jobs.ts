import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { deleteExpired } from './store.ts';

/** Removes expired grants, sessions, links and counts. */
const tidyAccess = defineJob({
  name: 'access.tidy',
  payload: z.object({}),
  schedule: '17 3 * * *',
});

export const ACCESS_JOBS = [tidyAccess];

export async function workAccess({ db, clock, jobs }: Pick<Context, 'db' | 'clock' | 'jobs'>): Promise<void> {
  await jobs.work(tidyAccess, () => deleteExpired(db, clock.now()));
}
