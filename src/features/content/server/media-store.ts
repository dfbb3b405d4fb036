import { and, asc, eq, gt, inArray, isNotNull, isNull, like, or } from 'drizzle-orm';
import { type Queryable, sql } from '#platform/db.ts';
import { contentMedia } from './tables.ts';

export type MediaRow = typeof contentMedia.$inferSelect;

const isThere = isNull(contentMedia.removedAt);

/** A picture that was taken away can be brought back this long. */
const TAKEN_BACK_DAYS = 30;
const canBeShown = or(
  isThere,
  gt(contentMedia.removedAt, sql`now() - make_interval(days => ${TAKEN_BACK_DAYS})`),
);

/** Of these assets, in the order they were added. */
export async function listMedia(db: Queryable, assetIds: readonly string[]): Promise<MediaRow[]> {
  if (assetIds.length === 0) return [];
  return db
    .select()
    .from(contentMedia)
    .where(and(inArray(contentMedia.assetId, [...assetIds]), isThere))
    .orderBy(asc(contentMedia.createdAt), asc(contentMedia.id));
}

/** Which of these files an asset shows, or showed until lately, and those that mails show. */
export async function listUsedFiles(db: Queryable, fileIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ fileId: contentMedia.fileId })
    .from(contentMedia)
    .where(
      and(inArray(contentMedia.fileId, [...fileIds]), or(canBeShown, isNotNull(contentMedia.publishedAt))),
    );
  return rows.map(({ fileId }) => fileId);
}

/** Also one that was taken away, as long as it can be brought back. */
export async function findMedia(db: Queryable, id: string): Promise<MediaRow | undefined> {
  const [row] = await db
    .select()
    .from(contentMedia)
    .where(and(eq(contentMedia.id, id), canBeShown));
  return row;
}

/** One that has been sent: whoever got the mail sees it for as long as they keep the mail. */
export async function findPublished(db: Queryable, id: string): Promise<MediaRow | undefined> {
  const [row] = await db
    .select()
    .from(contentMedia)
    .where(and(eq(contentMedia.id, id), isNotNull(contentMedia.publishedAt)));
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

/** Pictures of these assets, no videos: no mail client plays them. */
export async function listPictures(db: Queryable, assetIds: readonly string[]): Promise<MediaRow[]> {
  if (assetIds.length === 0) return [];
  return db
    .select()
    .from(contentMedia)
    .where(and(inArray(contentMedia.assetId, [...assetIds]), isThere, like(contentMedia.type, 'image/%')))
    .orderBy(asc(contentMedia.createdAt), asc(contentMedia.id));
}

/** From now on these are shown to whoever has their address. */
export async function markPublished(db: Queryable, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(contentMedia)
    .set({ publishedAt: at })
    .where(and(inArray(contentMedia.id, [...ids]), isNull(contentMedia.publishedAt)));
}

/** `removedAt` null brings it back. */
export async function markMediaRemoved(db: Queryable, id: string, removedAt: Date | null): Promise<void> {
  await db
    .update(contentMedia)
    .set({ removedAt })
    .where(and(eq(contentMedia.id, id), removedAt ? isThere : isNotNull(contentMedia.removedAt)));
}
