import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '#platform/db.ts';
import { contentMedia } from './tables.ts';

export type MediaRow = typeof contentMedia.$inferSelect;

const isThere = isNull(contentMedia.removedAt);

/** Of these assets, in the order they were added. */
export async function listMedia(db: Queryable, assetIds: readonly string[]): Promise<MediaRow[]> {
  if (assetIds.length === 0) return [];
  return db
    .select()
    .from(contentMedia)
    .where(and(inArray(contentMedia.assetId, [...assetIds]), isThere))
    .orderBy(asc(contentMedia.createdAt), asc(contentMedia.id));
}

export async function findMedia(db: Queryable, id: string): Promise<MediaRow | undefined> {
  const [row] = await db.select().from(contentMedia).where(eq(contentMedia.id, id));
  return row;
}

/** The row of this file at this asset, whether it is new or was there already. */
export async function insertMedia(db: Queryable, row: typeof contentMedia.$inferInsert): Promise<MediaRow> {
  const [stored] = await db
    .insert(contentMedia)
    .values(row)
    .onConflictDoUpdate({
      target: [contentMedia.assetId, contentMedia.fileId],
      set: { removedAt: null },
    })
    .returning();
  if (!stored) throw new Error('the picture was not stored');
  return stored;
}

export async function changeAlt(db: Queryable, id: string, alt: string): Promise<void> {
  await db.update(contentMedia).set({ alt }).where(eq(contentMedia.id, id));
}

/** `removedAt` null brings it back. */
export async function markMediaRemoved(db: Queryable, id: string, removedAt: Date | null): Promise<void> {
  await db
    .update(contentMedia)
    .set({ removedAt })
    .where(and(eq(contentMedia.id, id), removedAt ? isThere : isNotNull(contentMedia.removedAt)));
}
