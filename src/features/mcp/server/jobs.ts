import { z } from 'zod';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { deleteUnused } from './store.ts';

/** Clients that go away without a word leave their sessions behind. */
const UNUSED_MS = DAY_MS;

const tidyJob = defineJob({ name: 'mcp.tidy', payload: z.object({}), schedule: '31 3 * * *' });

export const MCP_JOBS = [tidyJob];

export async function workMcp({ db, clock, jobs }: Pick<Context, 'db' | 'clock' | 'jobs'>): Promise<void> {
  await jobs.work(tidyJob, () => deleteUnused(db, new Date(clock.now().getTime() - UNUSED_MS)));
}
