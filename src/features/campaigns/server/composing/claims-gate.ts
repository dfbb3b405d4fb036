import type { Finding } from '#features/compliance/contract.ts';
import { blockedSentence } from '#features/compliance/rules-findings.ts';
import type { Approval } from '#features/compliance/server/claims-gate.ts';
import { actorName, type Role } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import {
  claimProblems,
  claimsOf,
  countOpenBlocks,
  impressionsOf,
  openBlocks,
  type Standards,
} from '../../rules-claims.ts';
import type { NewStepRow, NewVariantRow, StepRow } from '../campaign-store.ts';
import { type Impressions, impressionKey } from './net-impression.ts';

type Judgement = Pick<StepRow, 'claims' | 'override'>;
export type JudgedStep = Omit<NewStepRow, 'variants'> &
  Judgement & { variants: (NewVariantRow & Judgement)[] };

type JudgeInput = Omit<Standards, 'today'> & {
  approval: Approval | undefined;
  /** Said of the texts before anything was locked; of a text that is still the same what was said before holds. */
  impressions?: Impressions | undefined;
};
type Text = { subject?: string | null | undefined; body: string };

/** The rows with what the claims rules say about each text. An override ends where the text is another one. */
export function judgeSteps(
  rows: readonly NewStepRow[],
  known: readonly StepRow[],
  input: JudgeInput,
): JudgedStep[] {
  return rows.map((row) => {
    const before = known.find((step) => step.id === row.id);
    return {
      ...row,
      ...judge(row, before, input),
      variants: row.variants.map((variant) => ({
        ...variant,
        ...judge(
          variant,
          before?.variants.find(({ letter }) => letter === variant.letter),
          input,
        ),
      })),
    };
  });
}

function judge(
  text: Text,
  before: (Text & Judgement) | undefined,
  { jurisdictions, evidence, approval, impressions }: JudgeInput,
): Judgement {
  const isSame = before?.body === text.body && before.subject === (text.subject ?? null);
  const said = (field: 'subject' | 'body'): readonly Finding[] =>
    impressions?.get(impressionKey(field, text[field] ?? '')) ??
    (isSame ? impressionsOf(before.claims?.[field] ?? []) : []);
  const claims = claimsOf(
    text,
    { jurisdictions, evidence, today: new Date().toISOString().slice(0, 10) },
    { subject: said('subject'), body: said('body') },
  );
  const override = isSame ? before.override : null;
  if (approval === undefined || openBlocks({ claims, override }).length === 0) return { claims, override };
  const rules = [...claims.subject, ...claims.body]
    .filter(({ severity }) => severity === 'block')
    .map(({ rule }) => rule);
  return {
    claims,
    override: {
      reason: approval.reason,
      by: actorName(approval.actor),
      at: new Date().toISOString(),
      rules: [...new Set(rules)],
    },
  };
}

type GatedStep = Judgement & { variants: readonly Judgement[] };

/** Refuses while a finding that blocks is neither rewritten nor overridden. */
export function assertMayLeave(steps: readonly GatedStep[], role: Role): void {
  const count = countOpenBlocks(steps);
  if (count === 0) return;
  throw new AppError('refused', blockedSentence(count, role), {
    reason: 'claims_blocked',
    fields: claimProblems(steps),
  });
}
