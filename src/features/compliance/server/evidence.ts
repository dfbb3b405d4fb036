import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { ClaimEvidence, NewEvidence } from '../contract-evidence.ts';
import { recordAudit } from './audit-store.ts';
import { findEvidence, insertEvidence, setRemoved } from './evidence-store.ts';

/** Adds evidence for a claim. Each change of evidence is in the audit trail of the workspace. */
export function addEvidence({ db }: Context, given: NewEvidence, actor: Actor): Promise<ClaimEvidence> {
  return inTransaction(db, async (tx) => {
    const evidence = { id: newId(), ...given };
    await insertEvidence(tx, evidence);
    await recordChange(tx, 'evidence.added', evidence, actor);
    return evidence;
  });
}

/** Can be undone with `restoreEvidence`. Refuses with `not_found`. */
export async function removeEvidence({ db, clock }: Context, id: string, actor: Actor): Promise<void> {
  await inTransaction(db, (tx) => setAndRecord(tx, id, { removedAt: clock.now(), actor }));
}

/** Refuses with `not_found`. */
export function restoreEvidence({ db }: Context, id: string, actor: Actor): Promise<ClaimEvidence> {
  return inTransaction(db, (tx) => setAndRecord(tx, id, { removedAt: null, actor }));
}

async function setAndRecord(
  tx: Transaction,
  id: string,
  { removedAt, actor }: { removedAt: Date | null; actor: Actor },
): Promise<ClaimEvidence> {
  const isNew = await setRemoved(tx, id, removedAt);
  const evidence = await findEvidence(tx, id);
  if (!evidence) throw new AppError('not_found', 'This evidence does not exist any more.');
  if (isNew) await recordChange(tx, removedAt ? 'evidence.removed' : 'evidence.added', evidence, actor);
  return evidence;
}

async function recordChange(
  tx: Transaction,
  action: 'evidence.added' | 'evidence.removed',
  details: ClaimEvidence,
  actor: Actor,
): Promise<void> {
  await recordAudit(tx, { actor, action, subject: { kind: 'workspace', id: null }, details });
  await announce(tx, ['settings']);
}
