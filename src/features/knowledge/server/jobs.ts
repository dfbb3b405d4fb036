import { z } from 'zod';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import { type Meanings, readMeaningsJob } from './embedding-service.ts';
import type { Knowledge } from './service.ts';

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

export const KNOWLEDGE_JOBS = [knowledgeUpkeep, catchUpJob, readMeaningsJob];

type Workers = { knowledge: Pick<Knowledge, 'catchUp' | 'tidy'>; meanings: Meanings };

export async function workKnowledge(queue: JobQueue, { knowledge, meanings }: Workers): Promise<void> {
  await queue.work(knowledgeUpkeep, async () => {
    await knowledge.tidy();
    await meanings.catchUp();
  });
  await queue.work(catchUpJob, () => knowledge.catchUp());
  await queue.work(readMeaningsJob, ({ expertId }) => meanings.read(expertId));
}
