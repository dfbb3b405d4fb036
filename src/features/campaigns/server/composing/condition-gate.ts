import type { AuditSubject } from '#features/compliance/contract.ts';
import { type ConditionPlace, conditionAt, conditionRefusal } from '#features/compliance/rules-conditions.ts';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { Queryable } from '#platform/db.ts';

/** A name or an address that somebody gave, by the field it came in. */
export type Named = { field: string; place: ConditionPlace; text: string };

/**
 * Refuses names and addresses with a health condition in them, unless an admin says that they may have it; that stays
 * in the audit trail.
 */
export async function admitConditions(
  tx: Queryable,
  {
    named,
    actor,
    isAllowed,
    subject,
    details = {},
  }: {
    named: readonly Named[];
    actor: Actor;
    isAllowed: boolean;
    subject: AuditSubject;
    details?: Record<string, unknown>;
  },
): Promise<void> {
  const refusals = named.flatMap(({ field, place, text }) => {
    const refusal = conditionRefusal(text, { role: actor.role, isAllowed, place });
    return refusal === undefined ? [] : [[field, refusal] as const];
  });
  const [first] = refusals;
  if (first) {
    throw new AppError('refused', first[1], {
      reason: 'names_condition',
      fields: Object.fromEntries(refusals),
    });
  }
  for (const { field, place, text } of named) {
    const condition = conditionAt(place, text);
    if (condition === undefined) continue;
    await recordAudit(tx, {
      actor,
      action: 'condition.allowed',
      subject,
      details: { ...details, field, condition },
    });
  }
}
