import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { AuditAction } from '../contract.ts';
import type { ClaimEvidence, NewEvidence } from '../contract-evidence.ts';
import { findEvidence, insertEvidence, listEvidence, setRemoved } from './evidence-store.ts';
import type { Compliance } from './service.ts';

type Dependencies = { db: Database; compliance: Pick<Compliance, 'recordAudit'> };

/** What stands behind the words of claims. Each change stands in the trail of the workspace. */
export function createEvidence({ db, compliance }: Dependencies) {
  const change = (
    id: string,
    { removedAt, action, actor }: { removedAt: Date | null; action: AuditAction; actor: Actor },
  ): Promise<ClaimEvidence> =>
    inTransaction(db, async (tx) => {
      const isNew = await setRemoved(tx, id, removedAt);
      const evidence = await findEvidence(tx, id);
      if (!evidence) throw new AppError('not_found', 'This evidence does not exist any more.');
      if (isNew) {
        await compliance.recordAudit(tx, {
          actor,
          action,
          subject: { kind: 'workspace', id: null },
          details: evidence,
        });
        await announce(tx, ['settings']);
      }
      return evidence;
    });

  return {
    listEvidence: (): Promise<ClaimEvidence[]> => listEvidence(db),

    addEvidence: (given: NewEvidence, actor: Actor): Promise<ClaimEvidence> =>
      inTransaction(db, async (tx) => {
        const evidence = { id: newId(), ...given };
        await insertEvidence(tx, evidence);
        await compliance.recordAudit(tx, {
          actor,
          action: 'evidence.added',
          subject: { kind: 'workspace', id: null },
          details: evidence,
        });
        await announce(tx, ['settings']);
        return evidence;
      }),

    removeEvidence: async (id: string, actor: Actor): Promise<void> => {
      await change(id, { removedAt: new Date(), action: 'evidence.removed', actor });
    },

    restoreEvidence: (id: string, actor: Actor): Promise<ClaimEvidence> =>
      change(id, { removedAt: null, action: 'evidence.added', actor }),
  };
}
export type Evidence = ReturnType<typeof createEvidence>;
