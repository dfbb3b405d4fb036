import { desc, isNull } from 'drizzle-orm';
import type { Queryable } from '#platform/db.ts';
import { contentAssets } from './tables.ts';

export type AssetRow = typeof contentAssets.$inferSelect;

/** The library, newest first. */
export function listAssets(db: Queryable): Promise<AssetRow[]> {
  return db
    .select()
    .from(contentAssets)
    .where(isNull(contentAssets.deletedAt))
    .orderBy(desc(contentAssets.createdAt), desc(contentAssets.id));
}
