import { createHash } from 'node:crypto';
import { z } from 'zod';
import { checkClaims } from '#engines/claims/check.ts';
import { hasCondition } from '#features/compliance/rules-conditions.ts';
import { hasPersonalIn } from '#features/mail/rules-mail-language.ts';
import { parseMergeText } from '#features/mail/rules-merge.ts';
import { JURISDICTIONS } from '#features/settings/contract.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import type { Queryable } from '#platform/db.ts';
import { isUnusableAnswer, type LanguageModel } from '#providers/language-model/port.ts';
import type { PersonalNote } from '../../contract.ts';
import { citedSentences, factPassages } from '../../rules-facts.ts';
import {
  admitPersonal,
  composePersonal,
  PERSONAL_FACT_FIELDS,
  type PersonalFact,
  type PersonalSentence,
  personalFacts,
} from '../../rules-personal.ts';
import type { RecipientLead } from '../recipients/recipient-store.ts';
import { forgetSentences, insertSentence, listSentences, listSentencesOf } from './personal-store.ts';

export type PersonSource = Pick<RecipientLead, 'id' | 'platform' | 'behaviorSignal' | 'signalAt'>;
/** What a message is for, in its author's words. */
export type Purpose = { objective: string };

const ANSWER_WITHIN_MS = 15 * SECOND_MS;
const MOST_OUTPUT_TOKENS = 300;
/** Sentences asked for at a time. */
const CALLS_AT_ONCE = 4;

const Answer = citedSentences(PERSONAL_FACT_FIELDS);

const INSTRUCTIONS = [
  'You write one sentence for a letter of a business to one person who wrote something in public.',
  'The sentence says how their words and the purpose of the letter meet, plainly and without praise.',
  'Use only the numbered facts. For each fact that you use, give its field and the very words of it, copied exactly.',
  'At most 30 words. No links, no addresses, no names, no figures that are not in the facts, no promises.',
  'Never say or guess anything about health, body, mood, age, origin, belief or money.',
  'Where no honest sentence can be made, answer with an empty list.',
].join('\n');

/** What was written for a preview and has not been sent in any message yet. */
export const sentenceData = {
  part: 'personalSentences',
  read: ({ db }: Pick<Context, 'db'>, leadId: string): Promise<PersonalNote[]> => listSentencesOf(db, leadId),
  forget: forgetSentences,
};

/** Asks the model for those it has not written for yet. A model that fails is not asked again in this batch. */
export async function preparePersonal(
  ctx: Context,
  people: readonly PersonSource[],
  purpose: Purpose,
): Promise<void> {
  const model = ctx.languageModel;
  if (!model || hasCondition(purpose.objective)) return;
  const wanted = people
    .map((person) => ({ leadId: person.id, facts: personalFacts(person) }))
    .filter(({ facts }) => facts.length > 0)
    .map((one) => ({ ...one, basis: basisOf(ctx, one.facts, purpose) }));
  const known = new Set((await listSentences(ctx.db, wanted.map(keyOf))).map(({ leadId }) => leadId));
  const open = wanted.filter(({ leadId }) => !known.has(leadId));
  let isServing = true;
  const lane = async (): Promise<void> => {
    for (let next = open.pop(); next && isServing; next = open.pop()) {
      try {
        const note = await askModel(model, next.facts, purpose).catch((error: unknown) => {
          if (!isUnusableAnswer(error)) throw error;
          ctx.log.warn({ err: error }, 'campaigns: what the language model answered is no personal sentence');
          return null;
        });
        await insertSentence(ctx.db, { ...keyOf(next), note });
      } catch (error) {
        isServing = false;
        ctx.log.warn({ err: error }, 'campaigns: the language model wrote no personal sentences');
      }
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, lane));
}

/** The sentences there are: the model's, or the engine's where it has written none. Nobody is asked. */
export async function findPersonal(
  ctx: Context,
  from: Queryable,
  people: readonly PersonSource[],
  purpose: Purpose,
): Promise<Map<string, PersonalNote>> {
  const wanted = people.map((person) => {
    const facts = personalFacts(person);
    return { leadId: person.id, facts, basis: basisOf(ctx, facts, purpose) };
  });
  const stored = ctx.languageModel ? await listSentences(from, wanted.map(keyOf)) : [];
  const byLead = new Map(stored.map((sentence) => [sentence.leadId, sentence]));
  const notes = new Map<string, PersonalNote>();
  for (const { leadId, facts } of wanted) {
    const own = composePersonal(facts);
    const note =
      byLead.get(leadId)?.note ?? (own && makesNoClaim(own) ? { ...own, writtenBy: BUILT_IN_ENGINE } : null);
    if (note) notes.set(leadId, note);
  }
  return notes;
}

function basisOf(ctx: Context, facts: readonly PersonalFact[], { objective }: Purpose): string {
  return createHash('sha256')
    .update(JSON.stringify([facts, objective, ctx.languageModel?.label ?? null]))
    .digest('base64url');
}

async function askModel(
  model: LanguageModel,
  facts: readonly PersonalFact[],
  { objective }: Purpose,
): Promise<PersonalNote | null> {
  const { sentences } = await model.generateObject({
    schema: Answer,
    system: INSTRUCTIONS,
    messages: [
      {
        role: 'user',
        content: [
          'The purpose of the letter:',
          { label: 'purpose', text: objective },
          'The facts about this person:',
          ...factPassages(facts),
        ],
      },
    ],
    maxOutputTokens: MOST_OUTPUT_TOKENS,
    temperature: 0,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  for (const sentence of sentences) {
    const admitted = admitPersonal(sentence, facts);
    if (admitted && makesNoClaim(admitted)) return { ...admitted, writtenBy: model.label };
  }
  return null;
}

/** Whether any of these texts has a place for the sentence, and is in a language that it is written in. */
export function wantsPersonal(
  texts: readonly { subject?: string | null | undefined; body: string }[],
): boolean {
  return texts
    .filter((text) => hasPersonalIn(text))
    .flatMap(({ subject, body }) => [subject ?? '', body])
    .some((text) =>
      parseMergeText(text).segments.some(
        (segment) => typeof segment !== 'string' && segment.field === 'personal',
      ),
    );
}

const PREFIX = 'personal';

/** The sentence with its facts as it is kept with a message, and gone with what is kept there. */
export function personalVars(note: PersonalNote | undefined): Record<string, string> {
  return note ? { [PREFIX]: note.sentence, [`${PREFIX}Note`]: JSON.stringify(note) } : {};
}

const Note = z.object({
  sentence: z.string(),
  facts: z.array(z.object({ field: z.enum(PERSONAL_FACT_FIELDS), words: z.string() })),
  writtenBy: z.string(),
});

/** As `personalVars` kept it; null without one. */
export function personalNoteOf(vars: Readonly<Record<string, string>>): PersonalNote | null {
  const kept = vars[`${PREFIX}Note`];
  return kept === undefined ? null : Note.parse(JSON.parse(kept));
}

/** The values of a person without the sentence. */
export function withoutPersonal(vars: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(vars).filter(([field]) => !field.startsWith(PREFIX)));
}

function makesNoClaim({ sentence }: PersonalSentence): boolean {
  return checkClaims(sentence, { jurisdictions: JURISDICTIONS, kind: 'mail_body' }).verdict === 'ok';
}

function keyOf({ leadId, basis }: { leadId: string; basis: string }) {
  return { leadId, basis };
}
