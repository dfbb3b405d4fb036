import { checkClaims } from '#engines/claims/check.ts';
import { LIKELY_CLAIM } from '#engines/claims/finding.ts';
import type { ClaimContext } from '#features/compliance/contract.ts';
import { valueOf } from '#features/mail/rules-mail-language.ts';
import { fillSlots, hasSlotOf } from '#features/mail/server/service.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import type { VariantLetter } from '../../contract.ts';
import type { CompositionRow, StepRow } from '../campaign-store.ts';
import { textsOfStep } from '../composing/steps.ts';

/** What a person's details bring into a text; the rest of a message is the same for everybody and has been checked. */
const PERSONAL_FIELDS = ['firstName', 'name', 'groupName', 'platform', 'signalDate', 'opening', 'personal'];

type Part = { kind: ClaimContext['kind']; text: string };

/**
 * Whether a person's own details (a name, a group) turn a text that may leave into one that may not: each paragraph
 * that holds one is checked as this person would read it. Rules that speak about the text without them are known.
 */
export function createRecipientClaims(
  steps: readonly StepRow[],
  compositions: readonly CompositionRow[],
  jurisdictions: readonly Jurisdiction[],
) {
  const blockingRules = ({ kind, text }: Part, vars: Readonly<Record<string, string>>): string[] =>
    checkClaims(
      fillSlots(text, (field) => valueOf(vars, field)),
      { jurisdictions, kind },
    )
      // Likeness alone leaves nobody out: a person is skipped without anybody to answer for the text.
      .findings.filter(({ severity, rule }) => severity === 'block' && rule !== LIKELY_CLAIM)
      .map(({ rule }) => rule);

  const plans = new Map(
    steps.flatMap((step) =>
      textsOfStep(step).map(({ letter, compositionId }) => {
        const composition = compositions.find(({ id }) => id === compositionId);
        const parts = partsOf(composition).map((part) => ({ ...part, known: blockingRules(part, {}) }));
        return [`${step.id} ${letter}`, parts];
      }),
    ),
  );
  // Many people share a paragraph: the greeting of those without a name, the place where they wrote.
  const verdicts = new Map<string, boolean>();

  return (stepId: string, letter: VariantLetter, vars: Readonly<Record<string, string>>): boolean =>
    (plans.get(`${stepId} ${letter}`) ?? []).every((part) => {
      const read = fillSlots(part.text, (field) => valueOf(vars, field));
      let mayLeave = verdicts.get(read);
      if (mayLeave === undefined) {
        mayLeave = blockingRules(part, vars).every((rule) => part.known.includes(rule));
        verdicts.set(read, mayLeave);
      }
      return mayLeave;
    });
}

function partsOf(composition: CompositionRow | undefined): Part[] {
  if (!composition) return [];
  const parts: Part[] = [
    { kind: 'mail_subject', text: composition.subject ?? '' },
    ...composition.text.split('\n\n').map((text) => ({ kind: 'mail_body' as const, text })),
  ];
  return parts.filter(({ text }) => PERSONAL_FIELDS.some((field) => hasSlotOf(text, field)));
}
