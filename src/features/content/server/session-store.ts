import { and, asc, count, desc, eq, getTableColumns, isNotNull, isNull } from 'drizzle-orm';
import { type Queryable, sql } from '#platform/db.ts';
import { instantCursor } from '#platform/page-cursor.ts';
import type { BrandVoice } from '../contract.ts';
import { brandVoices, contentSessions, contentVersions } from './tables.ts';

export type SessionRow = typeof contentSessions.$inferSelect;
export type NewSessionRow = typeof contentSessions.$inferInsert;
export type VersionRow = typeof contentVersions.$inferSelect;
/** Versions as they are shown: the HTML is for what leaves. */
export type ListedVersion = Omit<VersionRow, 'html'>;
export type NewVersionRow = typeof contentVersions.$inferInsert;

const { html: _html, ...listedColumns } = getTableColumns(contentVersions);

const isLive = isNull(contentSessions.deletedAt);

/** To the microsecond, as stored: a rounded one would skip or repeat rows. */
const updatedAtKey = sql<string>`to_char(${contentSessions.updatedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** One page of the sessions, the last changed first. */
export async function listSessionRows(
  db: Queryable,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ rows: SessionRow[]; nextCursor: string | null; total: number }> {
  const after = instantCursor.read(cursor);
  const [found, [counted]] = await Promise.all([
    db
      .select({ session: contentSessions, key: updatedAtKey })
      .from(contentSessions)
      .where(
        and(
          isLive,
          after &&
            sql`(${contentSessions.updatedAt}, ${contentSessions.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(desc(contentSessions.updatedAt), desc(contentSessions.id))
      .limit(limit + 1),
    db.select({ total: count() }).from(contentSessions).where(isLive),
  ]);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const nextCursor =
    last && found.length > limit ? instantCursor.write({ at: last.key, id: last.session.id }) : null;
  return { rows: page.map(({ session }) => session), nextCursor, total: counted?.total ?? 0 };
}

export async function findSession(db: Queryable, id: string): Promise<SessionRow | undefined> {
  const [row] = await db
    .select()
    .from(contentSessions)
    .where(and(eq(contentSessions.id, id), isLive));
  return row;
}

export async function insertSessions(db: Queryable, rows: NewSessionRow[]): Promise<SessionRow[]> {
  return rows.length === 0 ? [] : db.insert(contentSessions).values(rows).returning();
}

/** True for the first of those who press at once. */
export async function beginSet(db: Queryable, id: string, setId: string): Promise<boolean> {
  const rows = await db
    .update(contentSessions)
    .set({ setId })
    .where(and(eq(contentSessions.id, id), isNull(contentSessions.setId)))
    .returning({ id: contentSessions.id });
  return rows.length === 1;
}

/** True when the session was there and live. */
export async function markSessionDeleted(db: Queryable, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(contentSessions)
    .set({ deletedAt: at })
    .where(and(eq(contentSessions.id, id), isLive))
    .returning({ id: contentSessions.id });
  return rows.length === 1;
}

/** Afterwards it is live, if it is there. */
export async function markSessionRestored(db: Queryable, id: string): Promise<void> {
  await db
    .update(contentSessions)
    .set({ deletedAt: null })
    .where(and(eq(contentSessions.id, id), isNotNull(contentSessions.deletedAt)));
}

/** In their order. */
export function listVersions(db: Queryable, sessionId: string): Promise<ListedVersion[]> {
  return db
    .select(listedColumns)
    .from(contentVersions)
    .where(eq(contentVersions.sessionId, sessionId))
    .orderBy(asc(contentVersions.number));
}

export async function findVersion(
  db: Queryable,
  sessionId: string,
  number: number,
): Promise<VersionRow | undefined> {
  const [row] = await db
    .select()
    .from(contentVersions)
    .where(and(eq(contentVersions.sessionId, sessionId), eq(contentVersions.number, number)));
  return row;
}

/** Takes the next number of a session that still stands at `base`; false where somebody was quicker or it is gone. */
export async function advanceSession(
  db: Queryable,
  id: string,
  base: number,
  change: Partial<NewSessionRow>,
): Promise<boolean> {
  const rows = await db
    .update(contentSessions)
    .set({ ...change, currentVersion: base + 1 })
    .where(and(eq(contentSessions.id, id), isLive, eq(contentSessions.currentVersion, base)))
    .returning({ id: contentSessions.id });
  return rows.length === 1;
}

export async function insertVersion(db: Queryable, row: NewVersionRow): Promise<VersionRow> {
  const [stored] = await db.insert(contentVersions).values(row).returning();
  if (!stored) throw new Error('the version was not stored');
  return stored;
}

/** Versions without HTML. */
export function listUnrenderedVersions(
  db: Queryable,
  limit: number,
): Promise<{ sessionId: string; number: number; content: string }[]> {
  const { sessionId, number, content } = contentVersions;
  return db
    .select({ sessionId, number, content })
    .from(contentVersions)
    .where(isNull(contentVersions.html))
    .limit(limit);
}

/** Versions never change, so their HTML belongs to them whenever it comes. */
export async function putVersionHtml(
  db: Queryable,
  { sessionId, number, html }: { sessionId: string; number: number; html: string },
): Promise<void> {
  await db
    .update(contentVersions)
    .set({ html })
    .where(and(eq(contentVersions.sessionId, sessionId), eq(contentVersions.number, number)));
}

/** Undefined before anybody has written it. */
export async function findBrandVoice(
  db: Queryable,
): Promise<{ voice: BrandVoice; version: number } | undefined> {
  const [row] = await db
    .select({ voice: brandVoices.voice, version: brandVoices.version })
    .from(brandVoices)
    .where(eq(brandVoices.id, 'workspace'));
  return row;
}

/** False where it no longer stands at this version. */
export async function putBrandVoice(db: Queryable, voice: BrandVoice, version: number): Promise<boolean> {
  if (version === 0) {
    const made = await db.insert(brandVoices).values({ voice }).onConflictDoNothing();
    return made.rowCount === 1;
  }
  const changed = await db
    .update(brandVoices)
    .set({ voice, version: version + 1 })
    .where(and(eq(brandVoices.id, 'workspace'), eq(brandVoices.version, version)));
  return changed.rowCount === 1;
}
