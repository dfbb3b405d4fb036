import { useQuery } from '@tanstack/react-query';
import type { ClaimsOverride, Finding } from '#features/compliance/contract.ts';
import { type ClaimTarget, useClaims } from '#features/compliance/web/api.ts';
import { JURISDICTIONS, type Jurisdiction } from '#features/settings/contract.ts';
import { workspaceQuery } from '#features/settings/web/api.ts';
import type { Campaign } from '../../contract.ts';
import { type DraftStep, textsOf } from '../composer/campaign-draft.ts';

export type StepField = 'subject' | 'body';
export const STEP_FIELDS: readonly StepField[] = ['subject', 'body'];

/** The claims of one message as it reads now. */
export type ClaimsOfStep = Record<StepField, readonly Finding[]> & {
  /** An admin lets this very text leave in spite of these rules. */
  overridden: readonly string[];
};

export type SequenceClaims = {
  of: (step: DraftStep) => ClaimsOfStep;
  jurisdictions: readonly Jurisdiction[];
  isFailed: boolean;
};

const KINDS = { subject: 'mail_subject', body: 'mail_body' } as const;

/** The claims of every message of the sequence, checked while they are typed. */
export function useSequenceClaims(
  sequence: readonly DraftStep[],
  campaign: Campaign | undefined,
): SequenceClaims {
  // Until the workspace is known: the strictest.
  const jurisdictions = useQuery(workspaceQuery()).data?.jurisdictions ?? JURISDICTIONS;
  const claims = useClaims(
    sequence.flatMap(textsOf).flatMap((text) => STEP_FIELDS.map((field) => targetOf(text, field))),
    jurisdictions,
  );
  return {
    of: (step) => ({
      subject: claims.findingsOf(targetOf(step, 'subject')),
      body: claims.findingsOf(targetOf(step, 'body')),
      overridden: overrideOf(step, campaign)?.rules ?? [],
    }),
    jurisdictions,
    isFailed: claims.isFailed,
  };
}

/** The claims of all texts of a step together. */
export function claimsOfStep(claims: SequenceClaims, step: DraftStep): ClaimsOfStep {
  const all = textsOf(step).map(claims.of);
  return {
    subject: all.flatMap(({ subject }) => subject),
    body: all.flatMap(({ body }) => body),
    overridden: all.flatMap(({ overridden }) => overridden),
  };
}

/** Those that keep a message from leaving. */
export function blocksOf(claims: ClaimsOfStep): Finding[] {
  return [...claims.subject, ...claims.body].filter(
    ({ severity, rule }) => severity === 'block' && !claims.overridden.includes(rule),
  );
}

function targetOf(step: DraftStep, field: StepField): ClaimTarget {
  const text = field === 'subject' && step.channel !== 'email' ? '' : step[field];
  return { key: `${step.key}.${field}`, text, kind: KINDS[field] };
}

/** The override of a message that still reads as it did when it was given. */
function overrideOf(step: DraftStep, campaign: Campaign | undefined): ClaimsOverride | null {
  const saved = campaign?.steps
    .filter(({ channel }) => channel === step.channel)
    .flatMap((one) => [one, ...one.variants])
    .find(({ subject, body }) => body === step.body.trim() && (subject ?? '') === step.subject.trim());
  return saved?.override ?? null;
}
