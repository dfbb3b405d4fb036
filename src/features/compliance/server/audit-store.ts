import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import { type Actor, actorName } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import type { Queryable } from '#platform/db.ts';
import type { AuditAction, AuditSubject } from '../contract.ts';
import { auditEntries } from './tables.ts';

export type NewAuditEntry = {
  /** Null where the product acts by itself. */
  actor: Pick<Actor, 'id' | 'email' | 'firstName' | 'lastName'> | null;
  action: AuditAction;
  subject: AuditSubject;
  reason?: string | null;
  details?: Record<string, unknown>;
};

export type AuditRow = typeof auditEntries.$inferSelect;

export function insertAuditEntry(tx: Queryable, entry: NewAuditEntry): Promise<void> {
  return insertAuditEntries(tx, [entry]);
}

export async function insertAuditEntries(tx: Queryable, entries: readonly NewAuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.insert(auditEntries).values(
    entries.map(({ actor, action, subject, reason = null, details = {} }) => ({
      id: newId(),
      actorId: actor?.id ?? null,
      actorName: actor === null ? 'Yarrow' : actorName(actor),
      action,
      subjectKind: subject.kind,
      subjectId: subject.id,
      reason,
      details,
    })),
  );
}

/** The newest first, from before the entry with the id `cursor`. */
export function listAuditEntries(
  db: Queryable,
  { subject, cursor, limit }: { subject: AuditSubject; cursor: string | undefined; limit: number },
): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditEntries)
    .where(and(isOf(subject), cursor === undefined ? undefined : lt(auditEntries.id, cursor)))
    .orderBy(desc(auditEntries.id))
    .limit(limit);
}

export function countAuditEntries(db: Queryable, subject: AuditSubject): Promise<number> {
  return db.$count(auditEntries, isOf(subject));
}

function isOf({ kind, id }: AuditSubject) {
  const { subjectKind, subjectId } = auditEntries;
  return and(eq(subjectKind, kind), id === null ? isNull(subjectId) : eq(subjectId, id));
}
