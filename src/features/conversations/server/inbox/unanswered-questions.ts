import { addKnowledgeWithin, type KnowledgeContext } from '#features/knowledge/server/knowledge-items.ts';
import type { EndpointInput } from '#kit/endpoint.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type SQL } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type * as contract from '../../contract-inbox.ts';
import { closeQuestion, listUnansweredRows, reopenQuestion } from './inbox-store.ts';

declare module '#platform/context.ts' {
  interface Context {
    /** Questions that an agent could not answer in features to the right. */
    readonly askedElsewhere: readonly SQL[];
  }
}

const MOST_QUESTIONS = 100;

/** Questions that the knowledge did not hold; of one agent or of all. */
export function listUnanswered(
  { db, askedElsewhere }: Pick<Context, 'db' | 'askedElsewhere'>,
  agentId: string | undefined,
): Promise<contract.UnansweredQuestion[]> {
  return listUnansweredRows(db, { agentId, elsewhere: askedElsewhere, limit: MOST_QUESTIONS });
}

/** Adds the answer to the knowledge, and takes the question off the list. Refuses with `not_found`. */
export function answerUnanswered(
  ctx: KnowledgeContext,
  { expertId: agentId, question, answer }: EndpointInput<typeof contract.answerUnanswered>['body'],
): Promise<{ knowledgeId: string }> {
  return inTransaction(ctx.db, async (tx) => {
    const { id } = await addKnowledgeWithin(ctx, tx, {
      agentId,
      type: 'custom_training',
      title: question.slice(0, 200),
      content: answer,
      trainingContext: '',
      tags: [],
      targetAudience: 'general',
    });
    await closeQuestion(tx, { agentId, question, at: ctx.clock.now() });
    await announce(tx, ['agents']);
    return { knowledgeId: id };
  });
}

/** Can be taken back with `restoreUnanswered`. */
export function dismissUnanswered(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { expertId: agentId, question }: EndpointInput<typeof contract.dismissUnanswered>['body'],
): Promise<{ dismissedAt: string; settledBefore: string | null }> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const before = await closeQuestion(tx, { agentId, question, at });
    await announce(tx, ['agents']);
    return { dismissedAt: at.toISOString(), settledBefore: before?.toISOString() ?? null };
  });
}

export function restoreUnanswered(
  { db }: Pick<Context, 'db'>,
  given: EndpointInput<typeof contract.restoreUnanswered>['body'],
): Promise<void> {
  const { expertId: agentId, question, dismissedAt, settledBefore } = given;
  return inTransaction(db, async (tx) => {
    await reopenQuestion(tx, { agentId, question, at: dismissedAt, before: settledBefore });
    await announce(tx, ['agents']);
  });
}
