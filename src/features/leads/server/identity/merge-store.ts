import { and, desc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import { leadDuplicates, leadMerges, leadNotes, leads } from '../tables.ts';

export type StoredLead = typeof leads.$inferSelect;
export type MergeRow = typeof leadMerges.$inferSelect;

/** Two leads as stored, deleted or not, held until the transaction ends; in one order, against deadlocks. */
export async function lockPair(
  tx: Transaction,
  ids: readonly [string, string],
): Promise<Map<string, StoredLead>> {
  const rows = await tx
    .select()
    .from(leads)
    .where(inArray(leads.id, [...ids]))
    .orderBy(leads.id)
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** As stored, deleted or not. */
export function listStored(db: Queryable, ids: readonly string[]): Promise<StoredLead[]> {
  return db
    .select()
    .from(leads)
    .where(inArray(leads.id, [...ids]));
}

export async function insertMerge(tx: Queryable, row: typeof leadMerges.$inferInsert): Promise<void> {
  await tx.insert(leadMerges).values(row);
}

export async function lockMerge(tx: Transaction, id: string): Promise<MergeRow | undefined> {
  const [row] = await tx.select().from(leadMerges).where(eq(leadMerges.id, id)).for('update');
  return row;
}

export async function markMergeUndone(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.update(leadMerges).set({ undoneAt: at }).where(eq(leadMerges.id, id));
}

/** The record that this one is part of now, which may have gone into a further one itself. */
export async function findSuccessor(db: Queryable, id: string): Promise<string | undefined> {
  const [merge] = await db
    .select({ keptId: leadMerges.keptId })
    .from(leadMerges)
    .where(and(eq(leadMerges.otherId, id), isNull(leadMerges.undoneAt)));
  return merge?.keptId;
}

/** What went into a lead and can be taken out again, newest first. */
export function listMergeRows(db: Queryable, keptId: string, since: Date) {
  return db
    .select({ id: leadMerges.id, otherName: leads.name, mergedAt: leadMerges.mergedAt })
    .from(leadMerges)
    .innerJoin(leads, eq(leads.id, leadMerges.otherId))
    .where(and(eq(leadMerges.keptId, keptId), isNull(leadMerges.undoneAt), gt(leadMerges.mergedAt, since)))
    .orderBy(desc(leadMerges.mergedAt));
}

/** The owner and the group of these columns that are there no more, as nobody and none. */
export async function findGone(
  db: Queryable,
  { ownerId, groupId }: Record<string, unknown>,
): Promise<{ ownerId?: null; groupId?: null }> {
  const [gone] = await rowsOf<{ owner: boolean; group: boolean }>(
    db,
    sql`select not exists (select 1 from users where id = ${ownerId ?? null}) as owner,
      not exists (select 1 from lead_groups where id = ${groupId ?? null}::uuid) as "group"`,
  );
  return {
    ...(gone?.owner && ownerId !== undefined ? { ownerId: null } : {}),
    ...(gone?.group && groupId !== undefined ? { groupId: null } : {}),
  };
}

/** These people and the records that went into them, however often. */
export async function withMerged(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`with recursive own(id) as (
        select unnest(${sql.param([...ids])}::uuid[])
        union select other_id from lead_merges join own on own.id = kept_id where undone_at is null)
      select id from own`,
  );
  return rows.map(({ id }) => id);
}

/** Moves notes to another lead; answers which. */
export async function moveOwn(tx: Transaction, from: string, to: string): Promise<string[]> {
  const notes = await tx
    .update(leadNotes)
    .set({ leadId: to })
    .where(eq(leadNotes.leadId, from))
    .returning({ id: leadNotes.id });
  return notes.map(({ id }) => id);
}

export async function moveOwnBack(
  tx: Transaction,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  await tx
    .update(leadNotes)
    .set({ leadId: to })
    .where(and(eq(leadNotes.leadId, from), inArray(leadNotes.id, [...ids])));
}

export async function countMoves(
  db: Queryable,
  leadId: string,
): Promise<{ messages: number; events: number; consents: number; notes: number }> {
  const [row] = await rowsOf<{ messages: number; events: number; consents: number; notes: number }>(
    db,
    sql`select (select count(*) from messages where lead_id = ${leadId}) as messages,
      (select count(*) from events where lead_id = ${leadId}) as events,
      (select count(*) from consents where lead_id = ${leadId}) as consents,
      (select count(*) from lead_notes where lead_id = ${leadId} and deleted_at is null) as notes`,
  );
  if (!row) throw new Error('nothing was counted');
  return row;
}

const NOT_TWICE = 20;

type Candidate = {
  id: string;
  name: string;
  emailKey: string | null;
  handleKey: string | null;
  phoneKey: string | null;
  matchKeys: string[] | null;
  createdAt: Date;
};
const candidateColumns = {
  id: leads.id,
  name: leads.name,
  emailKey: leads.emailKey,
  handleKey: leads.handleKey,
  phoneKey: leads.phoneKey,
  matchKeys: leads.matchKeys,
  createdAt: leads.createdAt,
};

export function listForMatching(db: Queryable, ids: readonly string[]): Promise<Candidate[]> {
  return db
    .select(candidateColumns)
    .from(leads)
    .where(and(inArray(leads.id, [...ids]), isNull(leads.deletedAt)));
}

/** Live leads that share one of the keys. What very many share tells nobody apart. */
export async function listSharing(db: Queryable, keys: readonly string[]): Promise<Candidate[]> {
  if (keys.length === 0) return [];
  const given = sql.param([...keys]);
  const shared = sql`array(select key from leads, unnest(match_keys) key
    where match_keys && ${given}::text[] and match_keys <> '{}' and deleted_at is null and key = any(${given}::text[])
    group by key having count(*) between 2 and ${NOT_TWICE})`;
  return db
    .select(candidateColumns)
    .from(leads)
    .where(and(sql`match_keys && (${shared})`, sql`match_keys <> '{}'`, isNull(leads.deletedAt)));
}

/** Leads that came before keys were kept. */
export async function listUnmatched(db: Queryable, limit: number): Promise<Candidate[]> {
  return db
    .select(candidateColumns)
    .from(leads)
    .where(and(isNull(leads.matchKeys), isNull(leads.deletedAt)))
    .limit(limit);
}

export async function setMatchKeys(
  tx: Queryable,
  rows: readonly { id: string; keys: string[] }[],
): Promise<void> {
  await tx.execute(sql`update leads set match_keys = array(select jsonb_array_elements_text(given.keys))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id uuid, keys jsonb) where leads.id = given.id`);
}

/** Notes pairs that may be one person; known ones stay as they are. Answers how many are new. */
export async function insertDuplicates(
  tx: Queryable,
  pairs: readonly (typeof leadDuplicates.$inferInsert)[],
): Promise<number> {
  if (pairs.length === 0) return 0;
  const rows = await tx
    .insert(leadDuplicates)
    .values([...pairs])
    .onConflictDoNothing()
    .returning({ id: leadDuplicates.id });
  return rows.length;
}

/** Pairs that nobody has judged and of which both are still there. */
export function listDuplicatePairs(db: Queryable, limit: number) {
  const isLive = sql`exists (select 1 from leads where id = lead_duplicates.keep_id and deleted_at is null)
    and exists (select 1 from leads where id = lead_duplicates.other_id and deleted_at is null)`;
  return db
    .select()
    .from(leadDuplicates)
    .where(and(isNull(leadDuplicates.dismissedAt), isLive))
    .orderBy(desc(leadDuplicates.id))
    .limit(limit);
}

/** Judges a pair; false where it is gone. */
export async function setDismissed(tx: Queryable, id: string, at: Date | null): Promise<boolean> {
  const rows = await tx
    .update(leadDuplicates)
    .set({ dismissedAt: at })
    .where(eq(leadDuplicates.id, id))
    .returning({ id: leadDuplicates.id });
  return rows.length === 1;
}

/** Proposals about leads that are not alike any more. */
export async function removeDuplicatesOf(tx: Queryable, leadId: string): Promise<void> {
  await tx
    .delete(leadDuplicates)
    .where(
      and(
        isNull(leadDuplicates.dismissedAt),
        or(eq(leadDuplicates.keepId, leadId), eq(leadDuplicates.otherId, leadId)),
      ),
    );
}

/** Merges that were taken back long ago. */
export async function purgeMerges(db: Queryable, before: Date): Promise<void> {
  await db.delete(leadMerges).where(lt(leadMerges.undoneAt, before));
}
