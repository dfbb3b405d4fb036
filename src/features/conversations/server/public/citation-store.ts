import { type Queryable, rowsOf, sql } from '#platform/db.ts';

/** The public pages that knowledge items were taken from, as slugs by item; items without one are left out. */
export async function findCitedPages(
  db: Queryable,
  knowledgeIds: readonly string[],
): Promise<Map<string, string>> {
  if (knowledgeIds.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; slug: string }>(
    db,
    sql`select item.id, page.slug from knowledge_items item
      join content_pages page on page.asset_id = item.asset_id
        and page.published is not null and page.unpublished_at is null
      join content_assets asset on asset.id = page.asset_id and asset.deleted_at is null
      where item.id = any(${sql.param([...knowledgeIds])}::uuid[])`,
  );
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}
