import type { Jurisdiction } from '#features/settings/contract.ts';
import { type Actor, actorName, hasRole } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { truncate } from '#kit/text.ts';
import type { Context } from '#platform/context.ts';
import type { Queryable } from '#platform/db.ts';
import type { AuditSubject, ClaimContext, ContactChannel } from '../contract.ts';
import type { TextProof } from '../contract-texts.ts';
import { blockedSentence, ruleWords } from '../rules-findings.ts';
import { proofOf } from '../rules-proof.ts';
import { recordAudit } from './audit-store.ts';
import { listChannelGates } from './consent-store.ts';
import { listEvidence } from './evidence-store.ts';

/** Who lets a text leave in spite of what blocks it, and why. */
export type Approval = { reason: string; actor: Actor };

/** The approval that came with a call; undefined when none did. */
export function approvalOf(reason: string | undefined, actor: Actor): Approval | undefined {
  if (reason === undefined) return undefined;
  if (!hasRole(actor.role, 'admin'))
    throw new AppError('forbidden', 'Only an admin can override claims that keep a text from leaving.');
  return { reason, actor };
}

type Leaving = {
  text: string;
  kind: ClaimContext['kind'];
  jurisdictions: readonly Jurisdiction[];
  /** Who wants to send it. */
  actor: Actor;
  approval: Approval | undefined;
  /** Whose trail an override is kept in. */
  subject: AuditSubject;
  /** Where the text stood in the call. */
  field: string;
  details?: Record<string, unknown>;
  /** Who reads it, as far as is known, and over what; posts are read by everybody. */
  reader?: { leadId: string | null; channel?: ContactChannel };
};

/**
 * For a text that somebody sends at once: refuses what a rule blocks, unless an admin answers for it in writing. The
 * trail names the rules and not the words: those were written to a person, and are erased with them. What it answers
 * is kept beside the text, so that years later it can be shown what was known when it left.
 */
export async function assertMayLeave(
  { clock }: Pick<Context, 'clock'>,
  tx: Queryable,
  { text, kind, jurisdictions, actor, approval, subject, field, details = {}, reader }: Leaving,
): Promise<TextProof> {
  const gates = reader?.leadId == null ? [] : await listChannelGates(tx, reader.leadId);
  const proof = proofOf(text, {
    kind,
    jurisdictions,
    evidence: await listEvidence(tx),
    consent: gates.filter(({ channel }) => (reader?.channel ?? channel) === channel),
    today: clock.now().toISOString().slice(0, 10),
  });
  const blocks = proof.findings.filter(({ severity }) => severity === 'block');
  const [first] = blocks;
  if (!first) return proof;
  if (approval === undefined) {
    const words = `“${truncate(first.excerpt, 60)}” blocks it (${ruleWords(first.rule)}): ${first.explanation}`;
    throw new AppError('refused', blockedSentence(blocks.length, actor.role), {
      reason: 'claims_blocked',
      fields: { [field]: words },
    });
  }
  await recordAudit(tx, {
    actor: approval.actor,
    action: 'claims.overridden',
    subject,
    reason: approval.reason,
    details: {
      ...details,
      findings: blocks.map(({ rule, jurisdictions: places }) => ({ rule, jurisdictions: places })),
    },
  });
  return {
    ...proof,
    override: {
      reason: approval.reason,
      by: actorName(approval.actor),
      at: clock.now().toISOString(),
      rules: [...new Set(blocks.map(({ rule }) => rule))],
    },
  };
}
