import { z } from 'zod';
import { signsOf, toUnitLength } from '#engines/answers/meaning.ts';
import { AppError } from '#kit/errors.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { Database, Transaction } from '#platform/db.ts';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { Candidate } from '../rules-retrieval.ts';
import {
  listAgentsWithoutEmbeddings,
  listWithoutEmbedding,
  searchByEmbedding,
  storeEmbeddings,
} from './embedding-store.ts';

/** Asks the embedding model what the passages of an agent mean, those that it has not been asked of. */
export const embedPassagesJob = defineJob({
  name: 'agents.meanings',
  // The name in jobs that are queued already.
  payload: z.object({ expertId: z.uuid() }),
  retryLimit: 5,
  policy: 'short',
  expireInSeconds: 3_600,
});

type Dependencies = {
  db: Database;
  queue: Pick<JobQueue, 'send'>;
  embed: LanguageModel['embed'];
  /** LLM_EMBEDDING_MODEL. */
  model: string | undefined;
  log: Log;
};

const PASSAGES_AT_ONCE = 64;
const LONGEST_TEXT = 4_000;
const MOST_FOUND = 20;
/** A visitor waits for it; what is not there by then is looked for by its words alone. */
const QUESTION_MS = 2 * SECOND_MS;
const PASSAGES_MS = 60 * SECOND_MS;
/** Less alike than this is about something else. */
const MIN_SIMILARITY = 0.2;

export type FoundByEmbedding = Candidate & { similarity: number };

/** What passages and questions mean as numbers, where an embedding model is configured. */
export function createEmbeddingIndex({ db, queue, embed, model, log }: Dependencies) {
  const isOn = embed !== undefined && model !== undefined;

  return {
    /** In the transaction in which the knowledge of an agent changed. */
    async changed(tx: Transaction, agentId: string): Promise<void> {
      if (isOn) await queue.send(embedPassagesJob, { expertId: agentId }, { tx, key: agentId });
    },

    /** Agents with passages of which this model was not asked: taught before it was set, or missed. */
    async catchUp(): Promise<void> {
      if (!isOn) return;
      for (const agentId of await listAgentsWithoutEmbeddings(db, model))
        await queue.send(embedPassagesJob, { expertId: agentId }, { key: agentId });
    },

    /** Until there is none left; what fails is asked again with the next try of the job. */
    async read(agentId: string): Promise<void> {
      if (!isOn) return;
      for (;;) {
        const passages = await listWithoutEmbedding(db, { agentId, model, limit: PASSAGES_AT_ONCE });
        if (passages.length === 0) return;
        const vectors = await embed({
          texts: passages.map(({ title, headings, text }) =>
            [title, headings, text]
              .filter((part) => part !== '')
              .join('\n')
              .slice(0, LONGEST_TEXT),
          ),
          signal: AbortSignal.timeout(PASSAGES_MS),
        });
        if (vectors.length !== passages.length) throw new Error('the embedding model left texts out');
        await storeEmbeddings(
          db,
          model,
          passages.map(({ id }, index) => {
            const embedding = toUnitLength(vectors[index] ?? []);
            return { id, embedding, signs: signsOf(embedding) };
          }),
        );
      }
    },

    /** Passages of this agent that mean what is asked, likest first; none without a model or when it does not answer. */
    async find(agentId: string, question: string): Promise<FoundByEmbedding[]> {
      if (!isOn) return [];
      try {
        const [vector] = await embed({
          texts: [question.slice(0, LONGEST_TEXT)],
          signal: AbortSignal.timeout(QUESTION_MS),
        });
        if (!vector) return [];
        const embedding = toUnitLength(vector);
        const found = await searchByEmbedding(db, {
          agentId,
          model,
          embedding,
          signs: signsOf(embedding),
          limit: MOST_FOUND,
        });
        return found.filter(({ similarity }) => similarity >= MIN_SIMILARITY);
      } catch (error) {
        const reason = error instanceof AppError ? error.reason : 'silent';
        log.warn({ reason }, 'agents: the embedding model did not answer');
        return [];
      }
    },
  };
}
export type EmbeddingIndex = ReturnType<typeof createEmbeddingIndex>;
