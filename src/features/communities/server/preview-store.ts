import { and, eq } from 'drizzle-orm';
import { newId } from '#kit/id.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import { linkPreviews } from './tables.ts';

export type StoredPreview = typeof linkPreviews.$inferSelect;

/** Notes links that nobody has looked at yet; answers the ids of those. */
export async function noteLinks(db: Queryable, links: readonly string[]): Promise<string[]> {
  const rows = [...new Set(links)].map((url) => ({ id: newId(), url, state: 'waiting' as const }));
  if (rows.length === 0) return [];
  const added = await db
    .insert(linkPreviews)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: linkPreviews.id });
  return added.map(({ id }) => id);
}

export async function findPreview(db: Queryable, id: string): Promise<StoredPreview | undefined> {
  const [row] = await db.select().from(linkPreviews).where(eq(linkPreviews.id, id));
  return row;
}

export async function settlePreview(
  db: Queryable,
  id: string,
  result: Pick<StoredPreview, 'state'> & Partial<StoredPreview>,
): Promise<void> {
  await db
    .update(linkPreviews)
    .set({ ...result, fetchedAt: new Date() })
    .where(and(eq(linkPreviews.id, id)));
}

/** Previews that no post needs any more. */
export async function purgePreviews(db: Queryable): Promise<void> {
  await rowsOf(
    db,
    sql`delete from link_previews l where fetched_at < now() - interval '30 days' and not exists (
      select 1 from community_posts p where p.link = l.url and p.posted_at > now() - interval '30 days')`,
  );
}
