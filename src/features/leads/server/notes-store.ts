import { and, asc, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import { users } from '#features/access/server/tables.ts';
import { foldText } from '#kit/text.ts';
import { type Queryable, sql, type Transaction } from '#platform/db.ts';
import { textPlace } from '#platform/text-places.ts';
import { leadNotes, leads, leadTags } from './tables.ts';

export const noteTexts = textPlace({
  table: 'lead_notes',
  texts: ['text'],
  at: 'created_at',
  isOfOthers: (leadIds) => sql`lead_id <> all(${sql.param([...leadIds])}::uuid[])`,
});

const noteColumns = {
  id: leadNotes.id,
  leadId: leadNotes.leadId,
  text: leadNotes.text,
  authorName: sql<string | null>`nullif(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
  createdAt: leadNotes.createdAt,
  editedAt: leadNotes.editedAt,
};
export type NoteRow = NonNullable<Awaited<ReturnType<typeof findNote>>>;

/** The notes about a lead, newest first. */
export function listNotes(db: Queryable, leadId: string): Promise<NoteRow[]> {
  return db
    .select(noteColumns)
    .from(leadNotes)
    .leftJoin(users, eq(users.id, leadNotes.authorId))
    .where(and(eq(leadNotes.leadId, leadId), isNull(leadNotes.deletedAt)))
    .orderBy(desc(leadNotes.createdAt), desc(leadNotes.id));
}

export async function findNote(db: Queryable, id: string) {
  const [row] = await db
    .select(noteColumns)
    .from(leadNotes)
    .leftJoin(users, eq(users.id, leadNotes.authorId))
    .innerJoin(leads, and(eq(leads.id, leadNotes.leadId), isNull(leads.deletedAt)))
    .where(and(eq(leadNotes.id, id), isNull(leadNotes.deletedAt)));
  return row;
}

export async function insertNote(tx: Queryable, row: typeof leadNotes.$inferInsert): Promise<void> {
  await tx.insert(leadNotes).values(row);
}

/** Changes a note; false where it is gone. With `deletedAt` null it comes back. */
export async function updateNote(
  tx: Queryable,
  id: string,
  change: Partial<Pick<typeof leadNotes.$inferInsert, 'text' | 'editedAt' | 'deletedAt'>>,
): Promise<boolean> {
  const isBack = change.deletedAt === null;
  const rows = await tx
    .update(leadNotes)
    .set(change)
    .where(and(eq(leadNotes.id, id), isBack ? undefined : isNull(leadNotes.deletedAt)))
    .returning({ id: leadNotes.id });
  return rows.length === 1;
}

export async function purgeNotes(db: Queryable, before: Date): Promise<void> {
  await db.delete(leadNotes).where(lt(leadNotes.deletedAt, before));
}

export async function listTagNames(db: Queryable): Promise<string[]> {
  const rows = await db.select({ name: leadTags.name }).from(leadTags).orderBy(asc(leadTags.key));
  return rows.map(({ name }) => name);
}

/** The tags in the spelling that everybody uses, each once; new ones are noted. */
export async function spellTags(tx: Transaction, tags: readonly string[]): Promise<string[]> {
  const byKey = new Map(tags.map((name) => [foldText(name), name] as const).toReversed());
  if (byKey.size === 0) return [];
  // One order everywhere, so that two people who tag at once cannot deadlock.
  const rows = [...byKey].map(([key, name]) => ({ key, name })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const spelled = await tx
    .insert(leadTags)
    .values(rows)
    .onConflictDoUpdate({ target: leadTags.key, set: { usedAt: sql`now()` } })
    .returning({ key: leadTags.key, name: leadTags.name });
  const names = new Map(spelled.map(({ key, name }) => [key, name]));
  return [...new Set(tags.map(foldText))].flatMap((key) => names.get(key) ?? []);
}

/** Takes tags out of the list that nobody has carried for a day. */
export async function purgeTags(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`delete from lead_tags where used_at < ${before.toISOString()} and not exists (
    select 1 from leads where tags @> array[lead_tags.name] and tags <> '{}' and deleted_at is null)`);
}

/** Which of these are colleagues. */
export async function findColleagues(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})` })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function listColleagueNames(db: Queryable): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: users.id, name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})` })
    .from(users);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
