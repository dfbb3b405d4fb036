import { z } from 'zod';
import { signsOf, toUnitLength } from '#engines/answers/meaning.ts';
import { AppError } from '#kit/errors.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { defineJob } from '#platform/jobs.ts';
import type { Candidate } from '../rules-retrieval.ts';
import {
  listAgentsWithoutEmbeddings,
  listWithoutEmbedding,
  searchByEmbedding,
  storeEmbeddings,
} from './embedding-store.ts';

/** Asks the embedding model for the embeddings that passages of an agent lack. */
export const embedPassagesJob = defineJob({
  name: 'agents.meanings',
  // The name in jobs that are queued already.
  payload: z.object({ expertId: z.uuid() }),
  retryLimit: 5,
  policy: 'short',
  expireInSeconds: 3_600,
});

const PASSAGES_AT_ONCE = 64;
const LONGEST_TEXT = 4_000;
const MOST_FOUND = 20;
/** A visitor waits for it; what is not there by then is looked for by its words alone. */
const QUESTION_MS = 2 * SECOND_MS;
const PASSAGES_MS = 60 * SECOND_MS;
/** Less alike than this is about something else. */
const MIN_SIMILARITY = 0.2;

type ModelContext = Pick<Context, 'config' | 'languageModel'>;

export type FoundByEmbedding = Candidate & { similarity: number };

/** In the transaction in which the knowledge of an agent changed. */
export async function queueEmbeddings(
  ctx: ModelContext & Pick<Context, 'jobs'>,
  tx: Transaction,
  agentId: string,
): Promise<void> {
  if (embedder(ctx)) await ctx.jobs.send(embedPassagesJob, { expertId: agentId }, { tx, key: agentId });
}

/** For agents with passages without an embedding of this model: taught before it was set, or missed. */
export async function queueMissingEmbeddings(
  ctx: ModelContext & Pick<Context, 'db' | 'jobs'>,
): Promise<void> {
  const { model } = embedder(ctx) ?? {};
  if (model === undefined) return;
  for (const agentId of await listAgentsWithoutEmbeddings(ctx.db, model))
    await ctx.jobs.send(embedPassagesJob, { expertId: agentId }, { key: agentId });
}

/** Asks for all embeddings that an agent lacks. Throws where the model does not answer: the job is retried. */
export async function embedPassages(ctx: ModelContext & Pick<Context, 'db'>, agentId: string): Promise<void> {
  const { db } = ctx;
  const by = embedder(ctx);
  if (!by) return;
  for (;;) {
    const passages = await listWithoutEmbedding(db, { agentId, model: by.model, limit: PASSAGES_AT_ONCE });
    if (passages.length === 0) return;
    const vectors = await by.embed({
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
      by.model,
      passages.map(({ id }, index) => {
        const embedding = toUnitLength(vectors[index] ?? []);
        return { id, embedding, signs: signsOf(embedding) };
      }),
    );
  }
}

/** Passages of this agent that mean what is asked, the most similar first; none without a model or when it does not answer. */
export async function findByMeaning(
  ctx: ModelContext & Pick<Context, 'db' | 'log'>,
  agentId: string,
  question: string,
): Promise<FoundByEmbedding[]> {
  const by = embedder(ctx);
  if (!by) return [];
  try {
    const [vector] = await by.embed({
      texts: [question.slice(0, LONGEST_TEXT)],
      signal: AbortSignal.timeout(QUESTION_MS),
    });
    if (!vector) return [];
    const embedding = toUnitLength(vector);
    const found = await searchByEmbedding(ctx.db, {
      agentId,
      model: by.model,
      embedding,
      signs: signsOf(embedding),
      limit: MOST_FOUND,
    });
    return found.filter(({ similarity }) => similarity >= MIN_SIMILARITY);
  } catch (error) {
    const reason = error instanceof AppError ? error.reason : 'silent';
    ctx.log.warn({ reason }, 'agents: the embedding model did not answer');
    return [];
  }
}

/** Undefined where no embedding model is configured. */
function embedder({ languageModel, config }: ModelContext) {
  const { embed } = languageModel ?? {};
  const model = config.LLM_EMBEDDING_MODEL;
  return embed && model !== undefined ? { embed, model } : undefined;
}
