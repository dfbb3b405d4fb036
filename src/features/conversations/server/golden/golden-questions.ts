import { z } from 'zod';
import { HELP_REGIONS } from '#engines/safety/judgement.ts';
import { clearGoldenDue, findAgent, markGoldenDue } from '#features/agents/server/agents.ts';
import type { EmbeddingIndex } from '#features/knowledge/server/embeddings.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { foldText } from '#kit/text.ts';
import { MINUTE_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { GoldenQuestion } from '../../contract.ts';
import { answerWhole, asPersona } from '../answers/answering.ts';
import {
  type GoldenRow,
  hasGolden,
  insertGolden,
  listAgentsWithGolden,
  listGolden,
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

type Dependencies = {
  db: Database;
  queue: Pick<JobQueue, 'send'>;
  settings: Pick<SettingsService, 'getWorkspace'>;
  languageModel?: LanguageModel | undefined;
  embeddings?: Pick<EmbeddingIndex, 'find'> | undefined;
  log: Log;
  now?: () => Date;
};

/** Questions with what their answers must contain; an agent that fails one has got worse. */
export function createGolden({
  db,
  queue,
  settings,
  languageModel,
  embeddings,
  log,
  now = () => new Date(),
}: Dependencies) {
  const golden = {
    list: async (agentId: string): Promise<GoldenQuestion[]> => (await listGolden(db, agentId)).map(shown),

    async add(
      agentId: string,
      { question, mustContain }: { question: string; mustContain: string },
    ): Promise<GoldenQuestion> {
      const row = await inTransaction(db, async (tx) => {
        if (!(await findAgent(tx, agentId))) throw new AppError('not_found', 'This agent does not exist.');
        if ((await listGolden(tx, agentId)).length >= MOST_QUESTIONS) {
          throw new AppError('refused', `An agent keeps at most ${MOST_QUESTIONS} golden questions.`);
        }
        const inserted = await insertGolden(tx, {
          id: newId(now().getTime()),
          agentId,
          question,
          mustContain,
        });
        await golden.markDue(tx, agentId);
        await announce(tx, ['agents']);
        return inserted;
      });
      return shown(row);
    },

    async remove(id: string): Promise<void> {
      await inTransaction(db, async (tx) => {
        if (!(await removeGolden(tx, id))) throw new AppError('not_found', 'This question does not exist.');
        await announce(tx, ['agents']);
      });
    },

    /** Asks all of them. Nothing is stored as a conversation. */
    run: (agentId: string): Promise<GoldenQuestion[]> => ask(agentId, () => true),

    /** In the transaction of a change of knowledge or persona: what was right may be wrong now. */
    async markDue(tx: Transaction, agentId: string): Promise<void> {
      if (!(await hasGolden(tx, agentId))) return;
      await markGoldenDue(tx, agentId, now());
      await queue.send(askGoldenJob, { expertId: agentId }, { tx, key: agentId });
    },

    /** The job of `markDue`. An agent that is gone meanwhile has nothing to be asked. */
    async askAgain(agentId: string): Promise<void> {
      const agent = await findAgent(db, agentId);
      if (agent?.goldenDueAt) await ask(agentId, isLeft);
    },

    /** Knowledge has last days, so what is right today may be wrong tomorrow. */
    async askAllDaily(): Promise<void> {
      for (const agentId of await listAgentsWithGolden(db))
        await inTransaction(db, (tx) => golden.markDue(tx, agentId));
    },

    /** Asks the questions that are due. Refused if that takes longer than a person would wait, as with a model. */
    async bringUpToDate(agentId: string): Promise<void> {
      const agent = await findAgent(db, agentId);
      if (!agent?.goldenDueAt) return;
      if (languageModel !== undefined && (await listGolden(db, agentId)).length > MOST_WAITED_FOR) {
        throw new AppError('refused', 'The golden questions are being asked. Try again in a few minutes.', {
          reason: 'golden_pending',
        });
      }
      await golden.run(agentId);
    },

    /** The questions that are answered wrongly. */
    listFailing: async (within: Queryable, agentId: string): Promise<string[]> =>
      (await listGolden(within, agentId))
        .filter(({ hasPassed }) => hasPassed === false)
        .map(({ question }) => question),
  };
  return golden;

  async function ask(
    agentId: string,
    isWanted: (question: GoldenRow, dueAt: Date | null) => boolean,
  ): Promise<GoldenQuestion[]> {
    const found = await findAgent(db, agentId);
    if (!found) throw new AppError('not_found', 'This agent does not exist.');
    const dueAt = found.goldenDueAt;
    const workspace = await settings.getWorkspace();
    const wanted = (await listGolden(db, agentId)).filter((question) => isWanted(question, dueAt));
    for (const { id, question, mustContain } of wanted) {
      const at = now();
      // Read again for each question: with a model all take minutes, and the agent may change or be deleted meanwhile.
      const agent = await findAgent(db, agentId);
      if (!agent) break;
      const { text: answer, modelFailure } = await answerWhole(
        { db, languageModel, embeddings, log },
        {
          agent: asPersona(agent, undefined),
          message: question,
          brand: workspace.name,
          jurisdictions: workspace.jurisdictions,
          regions: HELP_REGIONS,
          conversation: undefined,
          earlier: [],
        },
      );
      const hasPassed = foldText(answer).includes(foldText(mustContain));
      // A model that is down is no regression: the question stays as it was and is asked again.
      if (modelFailure !== null && !hasPassed)
        throw new AppError('unavailable', modelFailure, { retryable: true });
      await recordGoldenRun(db, id, { answer, hasPassed, at });
    }
    if (dueAt) await clearGoldenDue(db, agentId, dueAt);
    await announce(db, ['agents']);
    return golden.list(agentId);
  }
}

/** Not asked since the change: a try that broke off is gone on with, since all of them may take longer than one try. */
function isLeft({ lastRunAt }: GoldenRow, dueAt: Date | null): boolean {
  return lastRunAt === null || dueAt === null || lastRunAt.getTime() < dueAt.getTime() + CHANGE_STORED_MS;
}

export type Golden = ReturnType<typeof createGolden>;

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
