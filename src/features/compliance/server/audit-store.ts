import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import { type Actor, actorName } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import { type Queryable, sql } from '#platform/db.ts';
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

/**
 * Writes an entry that no one can change or remove later, so `details` and `reason` must hold nothing that an erasure
 * has to find: name people by the id of their lead. Without an actor, Yarrow acted.
 */
export function recordAudit(tx: Queryable, entry: NewAuditEntry): Promise<void> {
  return recordAudits(tx, [entry]);
}

/** As one document: a thousand entries with a parameter for each field take many times as long. */
export async function recordAudits(tx: Queryable, entries: readonly NewAuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ actor, action, subject, reason = null, details = {} }) => ({
    id: newId(),
    actorId: actor?.id ?? null,
    actorName: actor === null ? 'Yarrow' : actorName(actor),
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    reason,
    details,
  }));
  await tx.execute(sql`insert into audit_entries (id, actor_id, actor_name, action, subject_kind, subject_id, reason, details)
    select id, "actorId", "actorName", action, "subjectKind", "subjectId", reason, details
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id uuid, "actorId" text, "actorName" text,
      action text, "subjectKind" text, "subjectId" uuid, reason text, details jsonb)`);
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
