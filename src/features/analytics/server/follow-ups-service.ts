import { personValues } from '#features/campaigns/rules-compose.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { truncate } from '#kit/text.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import {
  FOLLOW_UP_KINDS,
  type FollowUp,
  type FollowUpAnswer,
  type FollowUpKind,
  type FollowUps,
  type Learned,
} from '../contract-follow-ups.ts';
import { draftFor, FOLLOW_UPS_A_DAY, learnedWeight, pressure, whyWords } from '../rules-follow-ups.ts';
import {
  type CandidateRow,
  countAnswers,
  deleteAnswer,
  insertAnswer,
  listCandidates,
} from './follow-ups-store.ts';

type Dependencies = {
  db: Database;
  leads: Pick<Leads, 'getLead'>;
  settings: Pick<SettingsService, 'getWorkspace'>;
  now: () => Date;
};

/** Characters of the lead's own words that a recommendation quotes. */
const QUOTED = 160;

/** Who to talk to now and why, by what people did and what the team made of earlier recommendations. */
export function createFollowUps({ db, leads, settings, now }: Dependencies) {
  const readLearned = async (): Promise<Learned[]> => {
    const answers = await countAnswers(db);
    return FOLLOW_UP_KINDS.map((kind) => {
      const { done = 0, notUseful = 0 } = answers.find((row) => row.kind === kind) ?? {};
      return { kind, done, notUseful, weight: learnedWeight({ done, notUseful }) };
    });
  };

  return {
    async listFollowUps(): Promise<FollowUps> {
      const [candidates, learned, workspace] = await Promise.all([
        listCandidates(db),
        readLearned(),
        settings.getWorkspace(),
      ]);
      const chosen = chooseBest(candidates, learned, now());
      const items = await Promise.all(
        chosen.map(async (row): Promise<FollowUp | undefined> => {
          const lead = await leads.getLead(row.leadId).catch((error: unknown) => {
            // Gone between the two questions.
            if (error instanceof AppError && error.code === 'not_found') return undefined;
            throw error;
          });
          if (!lead) return undefined;
          const since = new Date(row.since);
          const { opening = '' } = personValues({
            name: lead.name,
            platform: lead.platform,
            signalAt: lead.signalAt === null ? null : new Date(lead.signalAt),
            legalGround: lead.legalGround,
            groupName: null,
            createdAt: new Date(lead.createdAt),
          });
          return {
            lead,
            kind: row.kind,
            why: whyWords({ ...row, since }, now()),
            words: truncate(lead.behaviorSignal, QUOTED),
            since: since.toISOString(),
            draft: {
              ...draftFor(row.kind, {
                name: lead.name,
                opening,
                sender: workspace.senderName,
                workspace: workspace.name,
              }),
              by: BUILT_IN_ENGINE,
            },
          };
        }),
      );
      return { items: items.filter((item) => item !== undefined), learned };
    },

    answerFollowUp: (
      leadId: string,
      { kind, answer }: { kind: FollowUpKind; answer: FollowUpAnswer },
    ): Promise<{ id: string }> =>
      inTransaction(db, async (tx) => {
        await leads.getLead(leadId);
        const id = newId(now().getTime());
        await insertAnswer(tx, { id, leadId, kind, answer, createdAt: now() });
        await announce(tx, ['activity']);
        return { id };
      }),

    takeBackAnswer: (id: string): Promise<void> =>
      inTransaction(db, async (tx) => {
        await deleteAnswer(tx, id);
        await announce(tx, ['activity']);
      }),
  };
}

/** One reason for each person, the most pressing people first. */
function chooseBest(rows: readonly CandidateRow[], learned: readonly Learned[], now: Date): CandidateRow[] {
  const weights = new Map(learned.map(({ kind, weight }) => [kind, weight]));
  const ranked = rows
    .map((row) => {
      const candidate = { ...row, since: new Date(row.since), aiScore: Number(row.aiScore) };
      return { row, rank: pressure(candidate, weights.get(row.kind) ?? 1, now) };
    })
    .toSorted((one, other) => other.rank - one.rank || (one.row.leadId < other.row.leadId ? -1 : 1));
  const best = new Map<string, CandidateRow>();
  for (const { row } of ranked) {
    if (best.size >= FOLLOW_UPS_A_DAY) break;
    if (!best.has(row.leadId)) best.set(row.leadId, row);
  }
  return [...best.values()];
}
