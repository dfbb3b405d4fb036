import { and, eq, inArray } from 'drizzle-orm';
import { newId } from '#kit/id.ts';
import type { Queryable } from '#platform/db.ts';
import { type SuppressionReason, suppressions } from './tables.ts';

export type NewSuppression = {
  contactHash: string;
  reason: SuppressionReason;
  leadId?: string | null;
  campaignId?: string | null;
  isDemo?: boolean;
};

/** On the list only because another record of the same person was. */
const MERGED = 'merged';

/** Takes off the list what a merge alone had put there. */
export async function liftCarried(tx: Queryable, contactHashes: readonly string[]): Promise<void> {
  await tx
    .delete(suppressions)
    .where(and(inArray(suppressions.contactHash, [...contactHashes]), eq(suppressions.reason, MERGED)));
}

/** An entry of the list, held until the transaction ends. */
export async function lockSuppression(
  tx: Queryable,
  id: string,
): Promise<typeof suppressions.$inferSelect | undefined> {
  const [row] = await tx.select().from(suppressions).where(eq(suppressions.id, id)).for('update');
  return row;
}

/** Takes one entry off the list. Whether that may be is for the caller to know. */
export async function deleteSuppression(tx: Queryable, id: string): Promise<void> {
  await tx.delete(suppressions).where(eq(suppressions.id, id));
}

/** Adds to the list; true when the contact was not on it yet. An erasure replaces any other reason, any other one that of a merge. */
export async function insertSuppression(db: Queryable, entry: NewSuppression): Promise<boolean> {
  const rows = await db
    .insert(suppressions)
    .values({ id: newId(), ...entry })
    .onConflictDoNothing()
    .returning({ id: suppressions.id });
  const isNew = rows.length === 1;
  if (!isNew && entry.reason !== MERGED) {
    // The person's own word outlives a merge that is taken back.
    const isWeaker = entry.reason === 'erased' ? undefined : eq(suppressions.reason, MERGED);
    await db
      .update(suppressions)
      .set({ reason: entry.reason, leadId: entry.leadId ?? null })
      .where(and(eq(suppressions.contactHash, entry.contactHash), isWeaker));
  }
  return isNew;
}

export async function isErasedLead(db: Queryable, leadId: string): Promise<boolean> {
  const condition = and(eq(suppressions.leadId, leadId), eq(suppressions.reason, 'erased'));
  return (await db.$count(suppressions, condition)) > 0;
}

/** Those of the given contact hashes that are on the list. */
export async function findSuppressed(db: Queryable, contactHashes: string[]): Promise<Set<string>> {
  if (contactHashes.length === 0) return new Set();
  const rows = await db
    .select({ contactHash: suppressions.contactHash })
    .from(suppressions)
    .where(inArray(suppressions.contactHash, contactHashes));
  return new Set(rows.map((row) => row.contactHash));
}
