import { z } from 'zod';
import { HELP_REGIONS } from '#engines/safety/judgement.ts';
import { findAgent } from '#features/agents/server/agents.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { foldText } from '#kit/text.ts';
import { MINUTE_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { defineJob } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { GoldenQuestion } from '../../contract.ts';
import { type Answering, answerWhole, asPersona } from '../answers/answering.ts';
import {
  clearGoldenDue,
  type GoldenRow,
  hasGolden,
  insertGolden,
  listAgentsWithGolden,
  listGolden,
  markGoldenDue,
  recordGoldenRun,
  removeGolden,
} from './golden-store.ts';

/** Asks the golden questions of an agent again. */
export const askGoldenJob = defineJob({
  name: 'agents.golden',
  // The name in jobs that are queued already.
  payload: z.object({ expertId: z.uuid() }),
  retryLimit: 3,
  policy: 'short',
  expireInSeconds: 1_800,
});

const MOST_QUESTIONS = 200;
/** So many answers of a model a person waits for. */
const MOST_WAITED_FOR = 10;
/** Longer than a change of an agent takes to be stored: what was asked within it may not have seen the change. */
const CHANGE_STORED_MS = MINUTE_MS;

type GoldenContext = Answering;

/** Questions with what their answers must contain; an agent that fails one has got worse. */
export async function listGoldenQuestions(
  { db }: Pick<Context, 'db'>,
  agentId: string,
): Promise<GoldenQuestion[]> {
  return (await listGolden(db, agentId)).map(shown);
}

/** Refuses with `not_found` or beyond the limit. */
export async function addGoldenQuestion(
  ctx: Pick<Context, 'db' | 'clock' | 'jobs'>,
  agentId: string,
  { question, mustContain }: { question: string; mustContain: string },
): Promise<GoldenQuestion> {
  const row = await inTransaction(ctx.db, async (tx) => {
    if (!(await findAgent(tx, agentId))) throw new AppError('not_found', 'This agent does not exist.');
    if ((await listGolden(tx, agentId)).length >= MOST_QUESTIONS) {
      throw new AppError('refused', `An agent keeps at most ${MOST_QUESTIONS} golden questions.`);
    }
    const id = newId(ctx.clock.now().getTime());
    const inserted = await insertGolden(tx, { id, agentId, question, mustContain });
    await queueGoldenQuestions(ctx, tx, agentId);
    await announce(tx, ['agents']);
    return inserted;
  });
  return shown(row);
}

export async function deleteGoldenQuestion({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await removeGolden(tx, id))) throw new AppError('not_found', 'This question does not exist.');
    await announce(tx, ['agents']);
  });
}

/** Asks all of them. Nothing is stored as a conversation. Refuses with `not_found` or `unavailable`. */
export function runGoldenQuestions(ctx: GoldenContext, agentId: string): Promise<GoldenQuestion[]> {
  return ask(ctx, agentId, () => true);
}

/** In the transaction of a change of knowledge or persona: what was right may be wrong now. */
export async function queueGoldenQuestions(
  { clock, jobs }: Pick<Context, 'clock' | 'jobs'>,
  tx: Transaction,
  agentId: string,
): Promise<void> {
  if (!(await hasGolden(tx, agentId))) return;
  await markGoldenDue(tx, agentId, clock.now());
  await jobs.send(askGoldenJob, { expertId: agentId }, { tx, key: agentId });
}

/** Asks the questions that are due. An agent that was deleted meanwhile is asked nothing. */
export async function askDueQuestions(ctx: GoldenContext, agentId: string): Promise<void> {
  const agent = await findAgent(ctx.db, agentId);
  if (agent?.goldenDueAt) await ask(ctx, agentId, isLeft);
}

/** Knowledge has last days, so what is right today may be wrong tomorrow. */
export async function queueAllGoldenQuestions(ctx: Pick<Context, 'db' | 'clock' | 'jobs'>): Promise<void> {
  for (const agentId of await listAgentsWithGolden(ctx.db))
    await inTransaction(ctx.db, (tx) => queueGoldenQuestions(ctx, tx, agentId));
}

/** Asks the questions that are due. Refuses where that takes longer than a person would wait, as with a model. */
export async function bringUpToDate(ctx: GoldenContext, agentId: string): Promise<void> {
  const { db, languageModel } = ctx;
  const agent = await findAgent(db, agentId);
  if (!agent?.goldenDueAt) return;
  if (languageModel !== undefined && (await listGolden(db, agentId)).length > MOST_WAITED_FOR) {
    throw new AppError('refused', 'The golden questions are being asked. Try again in a few minutes.', {
      reason: 'golden_pending',
    });
  }
  await runGoldenQuestions(ctx, agentId);
}

/** The questions that are answered wrongly. */
export async function listFailing(db: Queryable, agentId: string): Promise<string[]> {
  const rows = await listGolden(db, agentId);
  return rows.filter(({ hasPassed }) => hasPassed === false).map(({ question }) => question);
}

async function ask(
  ctx: GoldenContext,
  agentId: string,
  isWanted: (question: GoldenRow, dueAt: Date | null) => boolean,
): Promise<GoldenQuestion[]> {
  const { db, clock } = ctx;
  const found = await findAgent(db, agentId);
  if (!found) throw new AppError('not_found', 'This agent does not exist.');
  const dueAt = found.goldenDueAt;
  const workspace = await getWorkspace(ctx.db);
  const wanted = (await listGolden(db, agentId)).filter((question) => isWanted(question, dueAt));
  for (const { id, question, mustContain } of wanted) {
    const at = clock.now();
    // Read again for each question: with a model all take minutes, and the agent may change or be deleted meanwhile.
    const agent = await findAgent(db, agentId);
    if (!agent) break;
    const { text: answer, modelFailure } = await answerWhole(ctx, {
      agent: asPersona(agent, undefined),
      message: question,
      brand: workspace.name,
      jurisdictions: workspace.jurisdictions,
      regions: HELP_REGIONS,
      conversation: undefined,
      earlier: [],
    });
    const hasPassed = foldText(answer).includes(foldText(mustContain));
    // A model that is down is no regression: the question stays as it was and is asked again.
    if (modelFailure !== null && !hasPassed)
      throw new AppError('unavailable', modelFailure, { retryable: true });
    await recordGoldenRun(db, id, { answer, hasPassed, at });
  }
  if (dueAt) await clearGoldenDue(db, agentId, dueAt);
  await announce(db, ['agents']);
  return listGoldenQuestions(ctx, agentId);
}

/** Not asked since the change: a try that broke off is gone on with, since all of them may take longer than one try. */
function isLeft({ lastRunAt }: GoldenRow, dueAt: Date | null): boolean {
  return lastRunAt === null || dueAt === null || lastRunAt.getTime() < dueAt.getTime() + CHANGE_STORED_MS;
}

function shown(row: GoldenRow): GoldenQuestion {
  return {
    id: row.id,
    expertId: row.agentId,
    question: row.question,
    mustContain: row.mustContain,
    lastRunAt: row.lastRunAt?.toISOString() ?? null,
    lastAnswer: row.lastAnswer,
    hasPassed: row.hasPassed,
  };
}
