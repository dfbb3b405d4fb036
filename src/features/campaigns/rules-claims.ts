import { checkClaims } from '#engines/claims/check.ts';
import { verdictOf } from '#engines/claims/finding.ts';
import type { ClaimsOverride, Finding } from '#features/compliance/contract.ts';
import type { ClaimEvidence } from '#features/compliance/contract-evidence.ts';
import { substantiate } from '#features/compliance/rules-evidence.ts';
import { NET_IMPRESSION, withImpressions } from '#features/compliance/rules-net-impression.ts';
import { requiredText, withClaimSigns } from '#features/compliance/rules-required.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { truncate } from '#kit/text.ts';
import type { StepClaims } from './contract.ts';

type Texts = { subject?: string | null | undefined; body: string };

/** By what a text is judged. */
export type Standards = {
  jurisdictions: readonly Jurisdiction[];
  evidence: readonly ClaimEvidence[];
  /** YYYY-MM-DD */
  today: string;
};

/** What the claims rules say about a message, as its author wrote it. */
export function claimsOf(
  { subject, body }: Texts,
  { jurisdictions, evidence, today }: Standards,
  impressions: { subject: readonly Finding[]; body: readonly Finding[] } = { subject: [], body: [] },
): StepClaims {
  const read = (text: string, kind: 'mail_subject' | 'mail_body'): Finding[] =>
    substantiate(checkClaims(text, { jurisdictions, kind }).findings, evidence, today);
  const inSubject = withImpressions(read(subject ?? '', 'mail_subject'), impressions.subject);
  const inBody = withImpressions(read(body, 'mail_body'), impressions.body);
  return {
    verdict: verdictOf([...inSubject, ...inBody]),
    jurisdictions: [...jurisdictions],
    subject: inSubject,
    body: inBody,
  };
}

/** Of findings those that a language model added. */
export function impressionsOf(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ rule }) => rule === NET_IMPRESSION);
}

/** The message with what the law wants to stand in it. */
export function withRequiredTexts<T extends Texts>(texts: T, claims: StepClaims): T {
  const required = requiredText([...claims.subject, ...claims.body]);
  if (required === undefined) return texts;
  return {
    ...texts,
    subject: texts.subject && withClaimSigns(texts.subject, claims.subject),
    body: `${withClaimSigns(texts.body, claims.body).trimEnd()}\n\n${required}`,
  };
}

type Checked = { claims: StepClaims | null; override: ClaimsOverride | null };
type CheckedStep = Checked & { variants?: readonly Checked[] };

/** The texts of the steps, variants included, each with the name of its field. */
function textsOf(steps: readonly CheckedStep[]): (Checked & { path: string })[] {
  return steps.flatMap((step, index) => [
    { ...step, path: `steps.${index}` },
    ...(step.variants ?? []).map((variant, position) => ({
      ...variant,
      path: `steps.${index}.variants.${position}`,
    })),
  ]);
}

/** How many findings keep the steps from leaving. */
export function countOpenBlocks(steps: readonly CheckedStep[]): number {
  return textsOf(steps).reduce((sum, text) => sum + openBlocks(text).length, 0);
}

/** The findings that keep a message from leaving: those that block and that no override covers. */
export function openBlocks({ claims, override }: Checked): { field: 'subject' | 'body'; finding: Finding }[] {
  if (claims === null) return [];
  return (['subject', 'body'] as const).flatMap((field) =>
    claims[field]
      .filter(({ severity, rule }) => severity === 'block' && !override?.rules.includes(rule))
      .map((finding) => ({ field, finding })),
  );
}

/** What keeps the messages from leaving, one sentence per field; empty when nothing does. */
export function claimProblems(steps: readonly CheckedStep[]): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, ...text } of textsOf(steps)) {
    for (const { field, finding } of openBlocks(text)) {
      problems[`${path}.${field}`] ??=
        `“${truncate(finding.excerpt, 60)}” blocks it (${finding.rule}): ${finding.explanation}`;
    }
  }
  return problems;
}
