import { and, eq, inArray } from 'drizzle-orm';
import { suppressions } from '#features/compliance/server/tables.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import { leadDismissals } from '../tables.ts';

type Dismissed = {
  contactHashes: readonly string[];
  isDemo: boolean;
  /** The lead that they are part of from now on. */
  keptId?: string | null;
};

/** Remembers that the team does not want this person back, or not beside the record that they went into. */
export async function insertDismissals(
  tx: Queryable,
  leadId: string,
  { contactHashes, isDemo, keptId = null }: Dismissed,
): Promise<void> {
  await insertManyDismissals(
    tx,
    contactHashes.map((contactHash) => ({ leadId, contactHash, keptId, isDemo })),
  );
}

export async function insertManyDismissals(
  tx: Queryable,
  rows: readonly { leadId: string; contactHash: string; keptId?: string | null; isDemo: boolean }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(leadDismissals)
    .values([...rows])
    .onConflictDoNothing();
}

export async function removeDismissals(tx: Queryable, leadIds: readonly string[]): Promise<void> {
  await tx.delete(leadDismissals).where(inArray(leadDismissals.leadId, [...leadIds]));
}

/** Whoever was part of the one lead is part of the other; answers by which records. */
export async function passOnDismissals(tx: Queryable, from: string, to: string): Promise<string[]> {
  const rows = await tx
    .update(leadDismissals)
    .set({ keptId: to })
    .where(eq(leadDismissals.keptId, from))
    .returning({ leadId: leadDismissals.leadId });
  return [...new Set(rows.map(({ leadId }) => leadId))];
}

/** Undo of `passOnDismissals` with what it answered. */
export async function passDismissalsBack(
  tx: Queryable,
  leadIds: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  await tx
    .update(leadDismissals)
    .set({ keptId: to })
    .where(and(eq(leadDismissals.keptId, from), inArray(leadDismissals.leadId, [...leadIds])));
}

/** Those of the given contact hashes under which nobody is to come in. */
export async function findDismissed(db: Queryable, contactHashes: string[]): Promise<Set<string>> {
  if (contactHashes.length === 0) return new Set();
  // As one value: a parameter for each of thousands costs more than the search.
  const rows = await rowsOf<{ hash: string }>(
    db,
    sql`select contact_hash as hash from lead_dismissals where contact_hash = any(${sql.param(contactHashes)}::text[])`,
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** Whether one of these contacts belongs to somebody who asked to be erased. */
export async function isErased(db: Queryable, contactHashes: string[]): Promise<boolean> {
  if (contactHashes.length === 0) return false;
  const condition = and(inArray(suppressions.contactHash, contactHashes), eq(suppressions.reason, 'erased'));
  return (await db.$count(suppressions, condition)) > 0;
}
