import { and, eq, inArray } from 'drizzle-orm';
import { suppressions } from '#features/compliance/server/tables.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import { leadDismissals } from './tables.ts';

/** Remembers that the team does not want this person back. */
export async function insertDismissals(
  tx: Queryable,
  leadId: string,
  { contactHashes, isDemo }: { contactHashes: readonly string[]; isDemo: boolean },
): Promise<void> {
  await insertManyDismissals(
    tx,
    contactHashes.map((contactHash) => ({ leadId, contactHash, isDemo })),
  );
}

export async function insertManyDismissals(
  tx: Queryable,
  rows: readonly { leadId: string; contactHash: string; isDemo: boolean }[],
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

/** Those of the given contact hashes that the team does not want back. */
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
