import { isDeepStrictEqual } from 'node:util';
import { languagesOfMessages, languagesOfValues } from '#features/mail/rules-mail-language.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import type { Language } from '#kit/language.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import type { PersonalNote } from '../../contract.ts';
import { personValues } from '../../rules-compose.ts';
import { assignVariant, type VariantAssignment } from '../../rules-variants.ts';
import {
  assignVariants,
  type CampaignRow,
  listCompositions,
  listSteps,
  lockUnsentMessages,
  type StepRow,
  type UnsentMessage,
} from '../campaign-store.ts';
import {
  findPersonal,
  personalVars,
  wantsPersonal,
  withoutPersonal,
} from '../composing/personal-sentences.ts';
import { compositionIdsOf, textsOfStep } from '../composing/steps.ts';
import { createRecipientClaims } from './recipient-claims.ts';
import { listPersonSources, listRecipientsById, reviveFollowUps } from './recipient-store.ts';
import { personOn } from './recipients.ts';

/** Messages checked again at a time when a running campaign's text changes. */
const RECHECK_BATCH = 2_000;

/** The claims gate for one person: their details may turn a text that may leave into one that may not. */
export async function personalGate(tx: Transaction, steps: readonly StepRow[]): Promise<MayLeave> {
  const { jurisdictions } = await getWorkspace(tx);
  return createRecipientClaims(steps, await listCompositions(tx, compositionIdsOf(steps)), jurisdictions);
}

/**
 * What waits follows a running campaign's new texts and the verdict on its variants at once: each person is given
 * their variant, and their own paragraphs are checked again before that text is committed. What they turn into a
 * claim is skipped, what they do not any more comes back, and what follows it.
 */
export async function recheckMessages(
  ctx: Context,
  tx: Transaction,
  campaign: Pick<CampaignRow, 'id' | 'objective'>,
  leadIds?: readonly string[],
): Promise<void> {
  const steps = await listSteps(tx, [campaign.id]);
  const mayLeave = await personalGate(tx, steps);
  const spoken = languagesOfMessages(steps.flatMap(textsOfStep));
  const place = (message: UnsentMessage, note: PersonalNote | undefined): UnsentMessage => {
    const step = steps.find(({ id }) => id === message.stepId);
    const { letter, isInTest, isHeld } = step
      ? assignedVariant(step, message.leadId)
      : { letter: message.variant, isInTest: false, isHeld: false };
    // A sentence that somebody has seen stays; one that makes a claim of the new text goes.
    const all = { ...personalVars(note), ...message.vars };
    const vars = [all, withoutPersonal(all)].find((one) => mayLeave(message.stepId, letter, one));
    const wait = !vars ? 'claim' : isHeld ? 'test' : null;
    return { ...message, variant: letter, isInTest, wait, vars: vars ?? all };
  };
  const reopened = new Set<string>();
  let cursor: string | null = null;
  for (;;) {
    const batch = await withLanguages(
      tx,
      await lockUnsentMessages(tx, campaign.id, { cursor, limit: RECHECK_BATCH, leadIds }),
      spoken,
    );
    const notes = isPersonal(steps)
      ? await findPersonal(
          ctx,
          tx,
          await listPersonSources(
            tx,
            batch.map(({ now }) => now.leadId),
          ),
          campaign,
        )
      : new Map<string, PersonalNote>();
    const placed = batch
      .map(({ before, now }) => ({ before, after: place(now, notes.get(now.leadId)) }))
      .filter(
        ({ before, after }) =>
          before.variant !== after.variant ||
          before.isInTest !== after.isInTest ||
          before.wait !== after.wait ||
          !isDeepStrictEqual(before.vars, after.vars),
      );
    await assignVariants(
      tx,
      placed.map(({ after: { id, variant, isInTest, wait, vars } }) => ({
        id,
        variant,
        isInTest,
        wait,
        vars,
      })),
    );
    for (const { before, after } of placed)
      if (before.wait === 'claim' && after.wait !== 'claim') reopened.add(after.leadId);
    if (batch.length < RECHECK_BATCH) break;
    cursor = batch.at(-1)?.now.id ?? null;
  }
  const people = [...reopened];
  if (people.length > 0 && (await reviveFollowUps(tx, campaign.id, people)))
    await recheckMessages(ctx, tx, campaign, people);
}

export type MayLeave = ReturnType<typeof createRecipientClaims>;

/** Unsent messages with what a text in another language says about their people, each beside what is stored of it. */
async function withLanguages(
  tx: Transaction,
  batch: readonly UnsentMessage[],
  languages: readonly Language[],
): Promise<{ before: UnsentMessage; now: UnsentMessage }[]> {
  const isLacking = ({ vars }: UnsentMessage): boolean => {
    const kept = languagesOfValues(vars);
    return languages.some((language) => !kept.includes(language));
  };
  const lacking = batch.filter(isLacking).map(({ leadId }) => leadId);
  const people = lacking.length === 0 ? [] : await listRecipientsById(tx, [...new Set(lacking)]);
  const byId = new Map(people.map((lead) => [lead.id, lead]));
  return batch.map((before) => {
    const lead = byId.get(before.leadId);
    const values = lead && personValues(personOn(lead, before.channel), languages);
    return { before, now: { ...before, vars: { ...before.vars, ...values } } };
  });
}

export function isPersonal(steps: readonly StepRow[]): boolean {
  return wantsPersonal(steps.flatMap(textsOfStep));
}

/** Where a person stands in the test of a step. Only mails wait by themselves; people send the others when they like. */
export function assignedVariant(step: StepRow, leadId: string): VariantAssignment {
  const { id: stepId, test, verdict, testSince: since, channel } = step;
  const letters = textsOfStep(step).map(({ letter }) => letter);
  return assignVariant({ stepId, leadId, letters, test, verdict, since, canWait: channel === 'email' });
}
