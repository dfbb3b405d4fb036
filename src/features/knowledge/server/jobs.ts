import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { embedPassages, embedPassagesJob, queueMissingEmbeddings } from './embeddings.ts';
import { tidyReadings } from './file-knowledge.ts';
import { readOutdated } from './knowledge-items.ts';

/** Removes readings that were never taken up, and asks for embeddings that are missing, once a day. */
const knowledgeUpkeep = defineJob({
  name: 'knowledge.upkeep',
  payload: z.object({}),
  schedule: '19 4 * * *',
});

/** Reads again what older rules have read. */
const catchUpJob = defineJob({
  name: 'knowledge.catch-up',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  // After a new release all that was ever taught is read again.
  expireInSeconds: 3_600,
});

export const KNOWLEDGE_JOBS = [knowledgeUpkeep, catchUpJob, embedPassagesJob];

export async function workKnowledge(ctx: Context): Promise<void> {
  const { jobs } = ctx;
  await jobs.work(knowledgeUpkeep, async () => {
    await tidyReadings(ctx);
    await queueMissingEmbeddings(ctx);
  });
  await jobs.work(catchUpJob, () => readOutdated(ctx));
  await jobs.work(embedPassagesJob, ({ expertId }) => embedPassages(ctx, expertId));
}
