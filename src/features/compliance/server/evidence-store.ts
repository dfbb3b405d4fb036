import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '#platform/db.ts';
import type { ClaimEvidence } from '../contract-evidence.ts';
import { claimEvidence } from './tables.ts';

const { id, words, title, url, publishedOn, validUntil, removedAt } = claimEvidence;
const columns = { id, words, title, url, publishedOn, validUntil };

/** Newest first. */
export function listEvidence(db: Queryable): Promise<ClaimEvidence[]> {
  return db.select(columns).from(claimEvidence).where(isNull(removedAt)).orderBy(desc(id));
}

export async function insertEvidence(tx: Queryable, row: typeof claimEvidence.$inferInsert): Promise<void> {
  await tx.insert(claimEvidence).values(row);
}

export async function findEvidence(db: Queryable, wanted: string): Promise<ClaimEvidence | undefined> {
  const [row] = await db.select(columns).from(claimEvidence).where(eq(id, wanted));
  return row;
}

/** Takes it away or brings it back; false when it is so already. */
export async function setRemoved(tx: Queryable, wanted: string, at: Date | null): Promise<boolean> {
  const rows = await tx
    .update(claimEvidence)
    .set({ removedAt: at })
    .where(and(eq(id, wanted), at === null ? isNotNull(removedAt) : isNull(removedAt)))
    .returning({ id });
  return rows.length === 1;
}
