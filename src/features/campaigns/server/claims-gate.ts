import { type Actor, hasRole } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { blockedSentence, claimProblems, claimsOf, openBlocks, type Standards } from '../rules-claims.ts';
import type { NewStepRow, StepRow } from './campaign-store.ts';

/** Who lets texts leave in spite of what blocks them, and why. */
export type Approval = { reason: string; actor: Actor };

/** The approval that came with a call; undefined when none did. */
export function approvalOf(reason: string | undefined, actor: Actor): Approval | undefined {
  if (reason === undefined) return undefined;
  if (!hasRole(actor.role, 'admin')) {
    throw new AppError('forbidden', 'Only an admin can override claims that keep a campaign from leaving.');
  }
  return { reason, actor };
}

export type JudgedStep = NewStepRow & Pick<StepRow, 'claims' | 'override'>;

type JudgeInput = Omit<Standards, 'today'> & { approval: Approval | undefined };

/** The rows with what the claims rules say about each text. An override ends where the text is another one. */
export function judgeSteps(
  rows: readonly NewStepRow[],
  known: readonly StepRow[],
  { jurisdictions, evidence, approval }: JudgeInput,
): JudgedStep[] {
  const today = new Date().toISOString().slice(0, 10);
  return rows.map((row) => {
    const claims = claimsOf(row, { jurisdictions, evidence, today });
    const before = known.find((step) => step.id === row.id);
    const isSame = before?.body === row.body && before.subject === (row.subject ?? null);
    const override = isSame ? before.override : null;
    const blocks = openBlocks({ claims, override });
    if (approval === undefined || blocks.length === 0) return { ...row, claims, override };
    const { firstName, lastName } = approval.actor;
    const rules = [...claims.subject, ...claims.body]
      .filter(({ severity }) => severity === 'block')
      .map(({ rule }) => rule);
    return {
      ...row,
      claims,
      override: {
        reason: approval.reason,
        by: `${firstName} ${lastName}`.trim(),
        at: new Date().toISOString(),
        rules: [...new Set(rules)],
      },
    };
  });
}

/** Refuses while a finding that blocks is neither rewritten nor overridden. */
export function assertMayLeave(steps: readonly Pick<StepRow, 'claims' | 'override'>[]): void {
  const count = steps.reduce((sum, step) => sum + openBlocks(step).length, 0);
  if (count === 0) return;
  throw new AppError('refused', blockedSentence(count), {
    reason: 'claims_blocked',
    fields: claimProblems(steps),
  });
}
