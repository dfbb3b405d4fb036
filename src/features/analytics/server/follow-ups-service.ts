import { personValues } from '#features/campaigns/rules-compose.ts';
import { ownWords } from '#features/inbox/rules-replies.ts';
import type { Lead } from '#features/leads/contract.ts';
import type { Leads } from '#features/leads/server/service.ts';
import { fieldIn } from '#features/mail/rules-mail-language.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { letterSaysSource } from '#features/source-notices/rules-manual-messages.ts';
import { type Actor, hasRole } from '#kit/actor.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Language, languageOf, languageOfTag, plainLanguageOf } from '#kit/language.ts';
import { truncate } from '#kit/text.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import {
  FOLLOW_UP_KINDS,
  type FollowUp,
  type FollowUpAnswer,
  type FollowUpKind,
  type FollowUps,
  type Learned,
} from '../contract-follow-ups.ts';
import { draftFacts, draftFactWords } from '../rules-drafts.ts';
import {
  draftFor,
  draftWith,
  FOLLOW_UPS_A_DAY,
  learnedWeight,
  pressure,
  whyWords,
} from '../rules-follow-ups.ts';
import { createDrafts, type Draftable } from './drafts-service.ts';
import {
  type CandidateRow,
  countAnswers,
  deleteAnswer,
  insertAnswer,
  listCandidates,
} from './follow-ups-store.ts';
import { draftFollowUpsJob } from './jobs.ts';
import type { StoredDraft } from './tables.ts';

type Dependencies = {
  db: Database;
  leads: Pick<Leads, 'getLead'>;
  settings: Pick<SettingsService, 'getWorkspace'>;
  queue: Pick<JobQueue, 'send'>;
  languageModel: LanguageModel | undefined;
  log: Log;
  now: () => Date;
};

/** A recommendation as it is chosen, with what a letter may be made of. */
type Chosen = Draftable & { row: CandidateRow; lead: Lead };

/** Characters of the lead's own words that a recommendation quotes. */
const QUOTED = 160;

/** Who to talk to now and why, by what people did and what the team made of earlier recommendations. */
export function createFollowUps({ db, leads, settings, queue, languageModel, log, now }: Dependencies) {
  const drafts = createDrafts({ db, languageModel, log, now });

  const readLearned = async (): Promise<Learned[]> => {
    const answers = await countAnswers(db);
    return FOLLOW_UP_KINDS.map((kind) => {
      const { done = 0, notUseful = 0 } = answers.find((row) => row.kind === kind) ?? {};
      return { kind, done, notUseful, weight: learnedWeight({ done, notUseful }) };
    });
  };

  const choose = async (learned: readonly Learned[]): Promise<Chosen[]> => {
    const rows = chooseBest(await listCandidates(db), learned, now());
    const found = await Promise.all(
      rows.map(async (row): Promise<Chosen | undefined> => {
        const lead = await leads.getLead(row.leadId).catch((error: unknown) => {
          // Gone between the two questions.
          if (error instanceof AppError && error.code === 'not_found') return undefined;
          throw error;
        });
        if (!lead) return undefined;
        const { platform, behaviorSignal } = lead;
        const source = { platform, behaviorSignal, signalAt: dateOf(lead.signalAt), reply: row.reply };
        return {
          row,
          lead,
          leadId: lead.id,
          kind: row.kind,
          since: new Date(row.since).toISOString(),
          facts: draftFacts(row.kind, source),
        };
      }),
    );
    return found.filter((one) => one !== undefined);
  };

  return {
    followUpData: drafts.personalData,

    /** Whoever only reads does not spend on a language model: what it has written before is shown. */
    async listFollowUps(actor: Actor): Promise<FollowUps> {
      const [learned, workspace] = await Promise.all([readLearned(), settings.getWorkspace()]);
      const chosen = await choose(learned);
      const written = await drafts.find(chosen);
      if (written.isOpen && hasRole(actor.role, 'member'))
        await queue.send(draftFollowUpsJob, {}, { key: 'list' });
      const items = chosen.map((one): FollowUp => {
        const { lead, kind, row, since } = one;
        return {
          lead,
          kind,
          why: whyWords({ ...row, since: new Date(since) }, now()),
          words: truncate(row.reply === null ? lead.behaviorSignal : ownWords(row.reply), QUOTED),
          replyId: row.replyId,
          since,
          draft: draftOf(one, written.drafts.get(lead.id), {
            sender: workspace.senderName,
            workspace: workspace.name,
          }),
        };
      });
      return { items, learned };
    },

    /** Has the model write what it has not written yet. It never fails: the built-in engine's drafts stand. */
    async draftFollowUps(): Promise<void> {
      if (!(await drafts.mayAsk())) return;
      const written = await drafts.prepare(await choose(await readLearned()));
      if (written > 0) await announce(db, ['activity']);
    },

    async answerFollowUp(
      leadId: string,
      { kind, answer }: { kind: FollowUpKind; answer: FollowUpAnswer },
    ): Promise<{ id: string }> {
      await leads.getLead(leadId);
      return inTransaction(db, async (tx) => {
        const id = newId(now().getTime());
        await insertAnswer(tx, { id, leadId, kind, answer, createdAt: now() });
        await announce(tx, ['activity']);
        return { id };
      });
    },

    takeBackAnswer: (id: string): Promise<void> =>
      inTransaction(db, async (tx) => {
        await deleteAnswer(tx, id);
        await announce(tx, ['activity']);
      }),
  };
}

function draftOf(
  { lead, kind, row }: Chosen,
  written: StoredDraft | undefined,
  from: { sender: string; workspace: string },
): FollowUp['draft'] {
  // A model is asked for English, and told English words alone.
  const language = written ? 'en' : languageOfPerson(lead.behaviorSignal, row.reply);
  const values = personValues(
    {
      name: lead.name,
      givenName: lead.givenName,
      familyName: lead.familyName,
      platform: lead.platform,
      signalAt: dateOf(lead.signalAt),
      legalGround: lead.legalGround,
      groupName: null,
      createdAt: new Date(lead.createdAt),
    },
    [language],
  );
  const opening = values[fieldIn('opening', language)] ?? '';
  const notice = values[fieldIn('notice', language)] ?? '';
  const saysSource = letterSaysSource(lead);
  const { name, givenName, familyName } = lead;
  const person = { name, givenName, familyName, ...from, notice: saysSource ? notice : '' };
  if (written) {
    const { body, facts, writtenBy } = written;
    return {
      ...draftWith(kind, body, person),
      saysSource,
      by: writtenBy,
      facts: facts.map(draftFactWords),
    };
  }
  return { ...draftFor(kind, { ...person, opening }, language), saysSource, by: BUILT_IN_ENGINE, facts: [] };
}

/** Of their reply where it tells, else of the words through which they are known. */
function languageOfPerson(signal: string, reply: string | null): Language {
  const tag = reply === null ? undefined : plainLanguageOf(ownWords(reply));
  return tag === undefined ? languageOf(signal) : languageOfTag(tag);
}

function dateOf(at: string | null): Date | null {
  return at === null ? null : new Date(at);
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
