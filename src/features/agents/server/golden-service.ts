import type { SettingsService } from '#features/settings/server/service.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { foldText } from '#kit/text.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { GoldenQuestion } from '../contract-chat.ts';
import { answerWhole, asPersona } from './answering.ts';
import {
  findAgent,
  type GoldenRow,
  insertGolden,
  listGolden,
  recordGoldenRun,
  removeGolden,
} from './chat-store.ts';

const MOST_QUESTIONS = 200;

type Dependencies = {
  db: Database;
  settings: Pick<SettingsService, 'getWorkspace'>;
  languageModel?: LanguageModel | undefined;
  log: Log;
  now?: () => Date;
};

/** Questions with what their answers must contain; an agent that fails one has got worse. */
export function createGolden({ db, settings, languageModel, log, now = () => new Date() }: Dependencies) {
  const golden = {
    list: async (expertId: string): Promise<GoldenQuestion[]> => (await listGolden(db, expertId)).map(shown),

    async add(
      expertId: string,
      { question, mustContain }: { question: string; mustContain: string },
    ): Promise<GoldenQuestion> {
      const row = await inTransaction(db, async (tx) => {
        if (!(await findAgent(tx, expertId))) throw new AppError('not_found', 'This agent does not exist.');
        if ((await listGolden(tx, expertId)).length >= MOST_QUESTIONS) {
          throw new AppError('refused', `An agent keeps at most ${MOST_QUESTIONS} golden questions.`);
        }
        const inserted = await insertGolden(tx, {
          id: newId(now().getTime()),
          expertId,
          question,
          mustContain,
        });
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
    async run(expertId: string): Promise<GoldenQuestion[]> {
      const agent = await findAgent(db, expertId);
      if (!agent) throw new AppError('not_found', 'This agent does not exist.');
      const workspace = await settings.getWorkspace();
      for (const { id, question, mustContain } of await listGolden(db, expertId)) {
        const { text: answer } = await answerWhole(
          { db, languageModel, log },
          {
            agent: asPersona(agent, undefined),
            message: question,
            brand: workspace.name,
            jurisdictions: workspace.jurisdictions,
            region: undefined,
            conversation: undefined,
            earlier: [],
          },
        );
        const hasPassed = foldText(answer).includes(foldText(mustContain));
        await recordGoldenRun(db, id, { answer, hasPassed, at: now() });
      }
      await announce(db, ['agents']);
      return golden.list(expertId);
    },
  };
  return golden;
}
export type Golden = ReturnType<typeof createGolden>;

function shown(row: GoldenRow): GoldenQuestion {
  return {
    id: row.id,
    expertId: row.expertId,
    question: row.question,
    mustContain: row.mustContain,
    lastRunAt: row.lastRunAt?.toISOString() ?? null,
    lastAnswer: row.lastAnswer,
    hasPassed: row.hasPassed,
  };
}
