import { and, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { type Queryable, sql } from '#platform/db.ts';
import { instantCursor } from '#platform/page-cursor.ts';
import type { AssetQuery } from '../contract.ts';
import { contentAssets, contentMedia, SEARCHED } from './tables.ts';

// What lists do not show is not read for them.
const { html: _html, ...listedColumns } = getTableColumns(contentAssets);

export type AssetRow = typeof contentAssets.$inferSelect;
export type ListedAsset = Omit<AssetRow, 'html'>;
export type ListedMedia = Pick<
  typeof contentMedia.$inferSelect,
  'id' | 'name' | 'type' | 'bytes' | 'width' | 'height' | 'alt'
>;
export type NewAssetRow = typeof contentAssets.$inferInsert;

const isLive = isNull(contentAssets.deletedAt);

/** To the microsecond, as stored: a rounded one would skip or repeat rows. */
const createdAtKey = sql<string>`to_char(${contentAssets.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** In the same call as their assets: a page of the library is one question to the database. */
const mediaOfAsset = sql<ListedMedia[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'type', m.type, 'bytes', m.bytes,
    'width', m.width, 'height', m.height, 'alt', m.alt) order by m.created_at, m.id)
  from ${contentMedia} m where m.asset_id = ${contentAssets}.id and m.removed_at is null), '[]')`;

/** One page of the library, newest first, and how many assets the query finds in all. */
export async function listAssetRows(
  db: Queryable,
  query: AssetQuery,
): Promise<{
  rows: { asset: ListedAsset; media: ListedMedia[] }[];
  nextCursor: string | null;
  total: number;
}> {
  const filter = assetFilter(query);
  // A search has every asset it finds in hand before it can sort them: counting them there costs nothing more.
  const isCountedAlong = query.q !== undefined && query.q !== '' && query.cursor === undefined;
  const total = isCountedAlong ? sql<number>`count(*) over ()`.mapWith(Number) : sql<number>`0`;
  const [found, [counted]] = await Promise.all([
    db
      .select({ asset: listedColumns, key: createdAtKey, media: mediaOfAsset, total })
      .from(contentAssets)
      .where(and(filter, isAfter(query.cursor)))
      .orderBy(desc(contentAssets.createdAt), desc(contentAssets.id))
      .limit(query.limit + 1),
    isCountedAlong ? [] : db.select({ total: count() }).from(contentAssets).where(filter),
  ]);
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ asset, media }) => ({ asset, media })),
    nextCursor:
      last && found.length > query.limit ? instantCursor.write({ at: last.key, id: last.asset.id }) : null,
    total: counted?.total ?? found[0]?.total ?? 0,
  };
}

function assetFilter({ category, type, status, tag, q, ids }: AssetQuery): SQL | undefined {
  return and(
    isLive,
    ids && inArray(contentAssets.id, ids),
    category && eq(contentAssets.category, category),
    type && eq(contentAssets.type, type),
    status && eq(contentAssets.status, status),
    tag ? sql`${tag} = any (string_to_array(${contentAssets.tags}, ', '))` : undefined,
    q ? sql`${SEARCHED} like ${`%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}` : undefined,
  );
}

function isAfter(cursor: string | undefined): SQL | undefined {
  const place = instantCursor.read(cursor);
  return (
    place &&
    sql`(${contentAssets.createdAt}, ${contentAssets.id}) < (${place.at}::timestamptz, ${place.id}::uuid)`
  );
}

export async function findAsset(db: Queryable, id: string): Promise<AssetRow | undefined> {
  const [row] = await db
    .select()
    .from(contentAssets)
    .where(and(eq(contentAssets.id, id), isLive));
  return row;
}

export async function insertAsset(db: Queryable, row: NewAssetRow): Promise<AssetRow> {
  const [stored] = await db.insert(contentAssets).values(row).returning();
  if (!stored) throw new Error('the asset was not stored');
  return stored;
}

/** The changed asset; undefined where it is gone or no longer at this version. */
export async function updateAsset(
  db: Queryable,
  { id, version }: { id: string; version: number },
  change: Partial<NewAssetRow>,
): Promise<AssetRow | undefined> {
  const [row] = await db
    .update(contentAssets)
    .set({ ...change, version: sql`${contentAssets.version} + 1` })
    .where(and(eq(contentAssets.id, id), isLive, eq(contentAssets.version, version)))
    .returning();
  return row;
}

/** True when the asset was there and live. */
export async function markAssetDeleted(db: Queryable, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(contentAssets)
    .set({ deletedAt: at })
    .where(and(eq(contentAssets.id, id), isLive))
    .returning({ id: contentAssets.id });
  return rows.length === 1;
}

/** Afterwards it is live, if it is there. */
export async function markAssetRestored(db: Queryable, id: string): Promise<void> {
  await db
    .update(contentAssets)
    .set({ deletedAt: null })
    .where(and(eq(contentAssets.id, id), isNotNull(contentAssets.deletedAt)));
}

/** Assets without HTML, and of deleted ones too: they can come back. */
export function listUnrendered(db: Queryable, limit: number): Promise<{ id: string; content: string }[]> {
  return db
    .select({ id: contentAssets.id, content: contentAssets.content })
    .from(contentAssets)
    .where(isNull(contentAssets.html))
    .limit(limit);
}

/** Puts the HTML beside the content that it was made of; what has changed since has its own. */
export async function putHtml(
  db: Queryable,
  { id, content, html }: { id: string; content: string; html: string },
): Promise<void> {
  await db
    .update(contentAssets)
    .set({ html })
    .where(and(eq(contentAssets.id, id), eq(contentAssets.content, content), isNull(contentAssets.html)));
}
