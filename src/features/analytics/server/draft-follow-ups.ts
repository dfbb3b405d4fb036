import { createHash } from 'node:crypto';
import { citedSentences, factPassages } from '#features/campaigns/rules-facts.ts';
import { checkClaims } from '#features/compliance/rules-claims.ts';
import { JURISDICTIONS } from '#features/settings/contract.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import type { Log } from '#platform/log.ts';
import { isUnusableAnswer, type LanguageModel } from '#providers/language-model/port.ts';
import type { FollowUpKind } from '../contract-follow-ups.ts';
import { admitDraft, DRAFT_FACT_FIELDS, type DraftFact } from '../rules-drafts.ts';
import { REMEMBERED_DAYS } from '../rules-follow-ups.ts';
import {
  countDrafts,
  type DraftKey,
  forgetDrafts,
  insertDraft,
  listDrafts,
  listDraftsOf,
  sweepDrafts,
} from './drafts-store.ts';
import type { StoredDraft } from './tables.ts';

type Dependencies = {
  db: Database;
  languageModel: LanguageModel | undefined;
  log: Log;
  now: () => Date;
};

/** Somebody to be written to, with what the letter may be made of. */
export type Draftable = { leadId: string; kind: FollowUpKind; since: string; facts: readonly DraftFact[] };

const ANSWER_WITHIN_MS = 15 * SECOND_MS;
const MOST_OUTPUT_TOKENS = 500;
const CALLS_AT_ONCE = 2;
/** Questions to the model in 24 hours, whatever happens to the list meanwhile. */
const DRAFTS_A_DAY = 60;
/** So long a model that failed is left alone. */
const REST_MS = 5 * MINUTE_MS;

const Answer = citedSentences(DRAFT_FACT_FIELDS);

const INSTRUCTIONS = [
  'You draft the middle of a short letter from one person of a business to somebody who is to be written to now.',
  'Two or three sentences of at most 25 words, plain and friendly, without praise, greeting or name.',
  'First say why you write, from the numbered facts alone. Then ask one open question about what they wrote or need.',
  'For each fact that a sentence uses, give its field and the very words of it, copied exactly.',
  'A sentence that uses no fact must be a question. Speak as I; say nothing of what the business has, sells or does.',
  'No links, no addresses, no names, no figures that are not in the facts, no prices, no promises, no dates of your own.',
  'Never say or guess anything about health, body, mood, age, origin, belief or money.',
  'Where nothing honest can be written, answer with an empty list.',
].join('\n');

/**
 * Follow-ups in the words of the language model, where there is one. What it writes is admitted by rules alone, and
 * kept, so that it is asked once about each reason; where it wrote nothing that can be taken, the built-in engine's
 * draft stands.
 */
export function createDrafts({ db, languageModel, log, now }: Dependencies) {
  let restsUntil = 0;

  const keyOf = ({ leadId, kind, since, facts }: Draftable): DraftKey => ({
    leadId,
    basis: createHash('sha256')
      .update(JSON.stringify([kind, since, facts, languageModel?.label ?? null]))
      .digest('base64url'),
  });

  const ask = async (model: LanguageModel, facts: readonly DraftFact[]): Promise<StoredDraft | null> => {
    const { sentences } = await model.generateObject({
      schema: Answer,
      system: INSTRUCTIONS,
      messages: [
        {
          role: 'user',
          content: ['The facts about this person:', ...factPassages(facts)],
        },
      ],
      maxOutputTokens: MOST_OUTPUT_TOKENS,
      temperature: 0,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const admitted = admitDraft(sentences, facts);
    const isHarmless =
      admitted !== null && checkClaims(admitted.body, JURISDICTIONS, { kind: 'mail_body' }).verdict === 'ok';
    return isHarmless ? { ...admitted, writtenBy: model.label } : null;
  };

  /** How many questions the model may still be asked now. */
  const countLeft = async (): Promise<number> => {
    if (!languageModel || now().getTime() < restsUntil) return 0;
    return Math.max(0, DRAFTS_A_DAY - (await countDrafts(db, new Date(now().getTime() - DAY_MS))));
  };

  return {
    mayAsk: async (): Promise<boolean> => (await countLeft()) > 0,

    /**
     * What the model has written of these, by lead; `isOpen` while there is somebody whom it has not been asked about
     * and may be asked about now.
     */
    async find(wanted: readonly Draftable[]): Promise<{ drafts: Map<string, StoredDraft>; isOpen: boolean }> {
      if (!languageModel) return { drafts: new Map(), isOpen: false };
      const rows = await listDrafts(db, wanted.map(keyOf));
      const isAsked = wanted.filter(({ facts }) => facts.length > 0).length <= rows.length;
      return {
        drafts: new Map(rows.flatMap(({ leadId, draft }) => (draft ? [[leadId, draft] as const] : []))),
        isOpen: !isAsked && (await countLeft()) > 0,
      };
    },

    /** Asks the model about those it has not been asked about; answers how many it was asked about. */
    async prepare(wanted: readonly Draftable[]): Promise<number> {
      const left = await countLeft();
      if (!languageModel || left === 0) return 0;
      await sweepDrafts(db, new Date(now().getTime() - REMEMBERED_DAYS * DAY_MS));
      const known = new Set((await listDrafts(db, wanted.map(keyOf))).map(({ basis }) => basis));
      const open = wanted
        .filter((one) => one.facts.length > 0 && !known.has(keyOf(one).basis))
        .slice(0, left);
      let asked = 0;
      let isServing = true;
      const lane = async (): Promise<void> => {
        for (let next = open.shift(); next && isServing; next = open.shift()) {
          try {
            const draft = await ask(languageModel, next.facts).catch((error: unknown) => {
              if (!isUnusableAnswer(error)) throw error;
              log.warn({ err: error }, 'follow-ups: what the language model answered is no draft');
              return null;
            });
            await insertDraft(db, { ...keyOf(next), draft }, now());
            asked += 1;
          } catch (error) {
            isServing = false;
            restsUntil = now().getTime() + REST_MS;
            log.warn({ err: error }, 'follow-ups: the language model drafted nothing');
          }
        }
      };
      await Promise.all(Array.from({ length: CALLS_AT_ONCE }, lane));
      return asked;
    },

    /** What is kept of a person's drafts, for the person to read and to be forgotten. */
    personalData: {
      part: 'follow-up drafts',
      read: (leadId: string) => listDraftsOf(db, leadId),
      forget: forgetDrafts,
    },
  };
}
