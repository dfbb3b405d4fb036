import { and, eq, isNull, ne } from 'drizzle-orm';
import { NO_CAMPAIGN } from '#features/tracking/server/tables.ts';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import { contentAssets, contentPageCounts, contentPages } from './tables.ts';

export type PageRow = typeof contentPages.$inferSelect;

export async function findPage(db: Queryable, assetId: string): Promise<PageRow | undefined> {
  const [row] = await db.select().from(contentPages).where(eq(contentPages.assetId, assetId));
  return row;
}

/** Whoever changes the page or its asset waits. */
export async function lockPage(tx: Transaction, assetId: string): Promise<PageRow | undefined> {
  const [row] = await tx.select().from(contentPages).where(eq(contentPages.assetId, assetId)).for('update');
  return row;
}

/** Undefined where the asset has a page already. */
export async function insertPage(
  tx: Queryable,
  row: typeof contentPages.$inferInsert,
): Promise<PageRow | undefined> {
  const [stored] = await tx
    .insert(contentPages)
    .values(row)
    .onConflictDoNothing({ target: contentPages.assetId })
    .returning();
  return stored;
}

export async function changePage(
  tx: Queryable,
  { id }: Pick<PageRow, 'id'>,
  change: Partial<typeof contentPages.$inferInsert>,
): Promise<PageRow> {
  const [row] = await tx
    .update(contentPages)
    .set({ ...change, version: sql`${contentPages.version} + 1` })
    .where(eq(contentPages.id, id))
    .returning();
  if (!row) throw new Error('the page was not changed');
  return row;
}

export async function isSlugTaken(db: Queryable, slug: string, assetId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: contentPages.id })
    .from(contentPages)
    .where(and(eq(contentPages.slug, slug), ne(contentPages.assetId, assetId)));
  return row !== undefined;
}

/** What stands at an address; undefined where nothing does, or its asset was deleted. */
export async function findPageAt(db: Queryable, slug: string): Promise<PageRow | undefined> {
  const [row] = await db
    .select({ page: contentPages })
    .from(contentPages)
    .innerJoin(contentAssets, eq(contentAssets.id, contentPages.assetId))
    .where(
      and(
        eq(contentPages.slug, slug),
        isNull(contentAssets.deletedAt),
        isNull(contentPages.unpublishedAt),
        sql`${contentPages.published} is not null`,
      ),
    );
  return row?.page;
}

/** Where the form published last leads to for what becomes of the address. */
export async function findPrivacyUrl(db: Queryable): Promise<string | undefined> {
  const [row] = await rowsOf<{ url: string }>(
    db,
    sql`select published->'settings'->'action'->>'privacyUrl' as url from content_pages
      where published->'settings'->'action'->>'kind' = 'form'
      order by published_at desc limit 1`,
  );
  return row?.url;
}

/** How often each campaign led to it; `campaignId` null for people who came by themselves. */
export async function listPageCounts(
  db: Queryable,
  pageId: string,
): Promise<{ campaignId: string | null; visits: number; conversions: number }[]> {
  const rows = await db.select().from(contentPageCounts).where(eq(contentPageCounts.pageId, pageId));
  return rows.map(({ campaignId, visits, conversions }) => ({
    campaignId: campaignId === NO_CAMPAIGN ? null : campaignId,
    visits,
    conversions,
  }));
}

export type PageCount = { slug: string; campaignId: string | null; visits: number; conversions: number };

/** Adds up; slugs that no page has are nobody's. In one order, so that two transactions cannot lock each other up. */
export async function addPageCounts(tx: Queryable, counts: readonly PageCount[]): Promise<void> {
  const given = counts.map((count) => ({ ...count, campaignId: count.campaignId ?? NO_CAMPAIGN }));
  await rowsOf(
    tx,
    sql`insert into content_page_counts as c (page_id, campaign_id, visits, conversions)
      select p.id, given."campaignId", sum(given.visits), sum(given.conversions)
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given(slug text, "campaignId" uuid, visits bigint, conversions bigint)
      join content_pages p on p.slug = given.slug
      group by 1, 2 order by 1, 2
      on conflict (page_id, campaign_id) do update
        set visits = c.visits + excluded.visits, conversions = c.conversions + excluded.conversions`,
  );
}
