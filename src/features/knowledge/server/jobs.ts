import { z } from 'zod';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import { type EmbeddingIndex, embedPassagesJob } from './embeddings.ts';
import type { Knowledge } from './knowledge-items.ts';

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

type Workers = { knowledge: Pick<Knowledge, 'catchUp' | 'tidy'>; embeddings: EmbeddingIndex };

export async function workKnowledge(queue: JobQueue, { knowledge, embeddings }: Workers): Promise<void> {
  await queue.work(knowledgeUpkeep, async () => {
    await knowledge.tidy();
    await embeddings.catchUp();
  });
  await queue.work(catchUpJob, () => knowledge.catchUp());
  await queue.work(embedPassagesJob, ({ expertId }) => embeddings.read(expertId));
}
