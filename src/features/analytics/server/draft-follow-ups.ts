import { createHash } from 'node:crypto';
import { checkClaims } from '#engines/claims/check.ts';
import { citedSentences, factPassages } from '#features/campaigns/rules-facts.ts';
import { JURISDICTIONS } from '#features/settings/contract.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { announce } from '#platform/live.ts';
import { isUnusableAnswer, type LanguageModel } from '#providers/language-model/port.ts';
import { admitDraft, DRAFT_FACT_FIELDS, type DraftFact } from '../rules-drafts.ts';
import { REMEMBERED_DAYS } from '../rules-follow-ups.ts';
import { chooseFollowUps, type Draftable, readLearned } from './choose-follow-ups.ts';
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

const ANSWER_WITHIN_MS = 15 * SECOND_MS;
const MOST_OUTPUT_TOKENS = 500;
const CALLS_AT_ONCE = 2;
/** Calls to the model in 24 hours, whatever happens to the list. */
const DRAFTS_A_DAY = 60;
/** How long the model is not called after it failed. */
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

/** Circuit breaker of the calls for drafts; it keeps when the model failed, so each process has one. */
export class DraftBreaker {
  #openUntil = 0;

  isOpen(now: Date): boolean {
    return now.getTime() < this.#openUntil;
  }

  open(now: Date): void {
    this.#openUntil = now.getTime() + REST_MS;
  }
}

declare module '#platform/context.ts' {
  interface Context {
    readonly draftBreaker: DraftBreaker;
  }
}

export type DraftContext = Pick<Context, 'db' | 'clock' | 'log' | 'languageModel' | 'draftBreaker'>;

/** The drafts kept of a person, for them to read and to be forgotten. */
export const followUpData = {
  part: 'follow-up drafts',
  read: ({ db }: Pick<Context, 'db'>, leadId: string) => listDraftsOf(db, leadId),
  forget: forgetDrafts,
};

/** Has the model write what it has not written yet. It never fails: the built-in engine's drafts remain. */
export async function draftFollowUps(ctx: DraftContext): Promise<void> {
  if ((await countLeft(ctx)) === 0) return;
  const written = await prepareDrafts(ctx, await chooseFollowUps(ctx, await readLearned(ctx)));
  if (written > 0) await announce(ctx.db, ['activity']);
}

/** What the model has written of these, by lead; `isOpen` while there is one that it may be asked about now and was not. */
export async function findDrafts(
  ctx: DraftContext,
  wanted: readonly Draftable[],
): Promise<{ drafts: Map<string, StoredDraft>; isOpen: boolean }> {
  const { db, languageModel } = ctx;
  if (!languageModel) return { drafts: new Map(), isOpen: false };
  const rows = await listDrafts(
    db,
    wanted.map((one) => keyOf(languageModel, one)),
  );
  const isAsked = wanted.filter(({ facts }) => facts.length > 0).length <= rows.length;
  return {
    drafts: new Map(rows.flatMap(({ leadId, draft }) => (draft ? [[leadId, draft] as const] : []))),
    isOpen: !isAsked && (await countLeft(ctx)) > 0,
  };
}

/**
 * Asks the model about those it has not been asked about; returns how many. What it writes is admitted by rules and
 * kept, so that it is asked once about each reason.
 */
async function prepareDrafts(ctx: DraftContext, wanted: readonly Draftable[]): Promise<number> {
  const { db, clock, log, languageModel, draftBreaker } = ctx;
  const left = await countLeft(ctx);
  if (!languageModel || left === 0) return 0;
  await sweepDrafts(db, new Date(clock.now().getTime() - REMEMBERED_DAYS * DAY_MS));
  const keyed = wanted.map((one) => ({ facts: one.facts, key: keyOf(languageModel, one) }));
  const known = new Set(
    (
      await listDrafts(
        db,
        keyed.map(({ key }) => key),
      )
    ).map(({ basis }) => basis),
  );
  const open = keyed.filter(({ facts, key }) => facts.length > 0 && !known.has(key.basis)).slice(0, left);
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
        await insertDraft(db, { ...next.key, draft }, clock.now());
        asked += 1;
      } catch (error) {
        isServing = false;
        draftBreaker.open(clock.now());
        log.warn({ err: error }, 'follow-ups: the language model drafted nothing');
      }
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, lane));
  return asked;
}

/** How many calls to the model are left now. */
async function countLeft({ db, clock, languageModel, draftBreaker }: DraftContext): Promise<number> {
  const now = clock.now();
  if (!languageModel || draftBreaker.isOpen(now)) return 0;
  return Math.max(0, DRAFTS_A_DAY - (await countDrafts(db, new Date(now.getTime() - DAY_MS))));
}

/** A draft by the model; null where the rules admit nothing of what it wrote. */
async function ask(model: LanguageModel, facts: readonly DraftFact[]): Promise<StoredDraft | null> {
  const { sentences } = await model.generateObject({
    schema: Answer,
    system: INSTRUCTIONS,
    messages: [{ role: 'user', content: ['The facts about this person:', ...factPassages(facts)] }],
    maxOutputTokens: MOST_OUTPUT_TOKENS,
    temperature: 0,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const admitted = admitDraft(sentences, facts);
  const isHarmless =
    admitted !== null &&
    checkClaims(admitted.body, { jurisdictions: JURISDICTIONS, kind: 'mail_body' }).verdict === 'ok';
  return isHarmless ? { ...admitted, writtenBy: model.label } : null;
}

function keyOf(model: LanguageModel, { leadId, kind, since, facts }: Draftable): DraftKey {
  return {
    leadId,
    basis: createHash('sha256')
      .update(JSON.stringify([kind, since, facts, model.label]))
      .digest('base64url'),
  };
}
