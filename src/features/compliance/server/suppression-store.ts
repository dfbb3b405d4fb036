import { and, eq, inArray, isNull } from 'drizzle-orm';
import { newId } from '#kit/id.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import type { SuppressionReason } from '../contract.ts';
import { suppressions } from './tables.ts';

export type NewSuppression = {
  contactHash: string;
  reason: SuppressionReason;
  leadId?: string | null;
  campaignId?: string | null;
  /** The reply that is read as an opt-out: another label of it takes the entry back (`liftReply`). */
  replyId?: string | null;
  isDemo?: boolean;
};

/** On the list only because another record of the same person was. */
const MERGED = 'merged';

/** Takes off the list what a merge alone had put there. */
export async function liftCarried(tx: Queryable, contactHashes: readonly string[]): Promise<void> {
  const ofThese = inArray(suppressions.contactHash, [...contactHashes]);
  await tx.delete(suppressions).where(and(ofThese, eq(suppressions.reason, MERGED)));
  await tx
    .update(suppressions)
    .set({ reasonBeforeReply: null })
    .where(and(ofThese, eq(suppressions.reasonBeforeReply, MERGED)));
}

export type LiftedSuppression = {
  leadId: string | null;
  campaignId: string | null;
  was: SuppressionReason;
  since: Date;
};

/**
 * Takes off the list what a reply alone had put there; a reason that it had replaced counts again. Entries that the
 * person made in another way name no reply and stay.
 * @param heir another reply that asks for the same; the entries are its own from now on
 */
export async function liftReply(
  tx: Queryable,
  { replyId, leadId, heir }: { replyId: string; leadId: string; heir: string | undefined },
): Promise<LiftedSuppression[]> {
  if (heir !== undefined) {
    await tx.update(suppressions).set({ replyId: heir }).where(eq(suppressions.replyId, replyId));
    return [];
  }
  const rows = await tx.select().from(suppressions).where(eq(suppressions.replyId, replyId)).for('update');
  const ids = rows.map(({ id }) => id);
  await tx
    .delete(suppressions)
    .where(and(inArray(suppressions.id, ids), isNull(suppressions.reasonBeforeReply)));
  await tx.execute(sql`update suppressions set reason = reason_before_reply, reply_id = null, reason_before_reply = null
    where id = any(${sql.param(ids)}::uuid[])`);
  // What a merge carried to another record of the same person goes with the last entry that it came from.
  const leadIds = [leadId, ...rows.flatMap((row) => row.leadId ?? [])];
  if (rows.length > 0)
    await tx.execute(sql`delete from suppressions carried
      where carried.reason = ${MERGED} and carried.lead_id = any(${sql.param(leadIds)}::uuid[])
        and not exists (select from suppressions other where other.lead_id = any(${sql.param(leadIds)}::uuid[])
          and other.reason not in (${MERGED}, 'bounced'))`);
  return rows.map((row) => ({
    leadId: row.leadId,
    campaignId: row.campaignId,
    was: row.reason,
    since: row.createdAt,
  }));
}

/** An entry of the list, held until the transaction ends. */
export async function lockSuppression(
  tx: Queryable,
  id: string,
): Promise<typeof suppressions.$inferSelect | undefined> {
  const [row] = await tx.select().from(suppressions).where(eq(suppressions.id, id)).for('update');
  return row;
}

/** Takes entries off the list. Whether that may be is for the caller to know. */
export async function deleteSuppressions(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.delete(suppressions).where(sql`${suppressions.id} = any(${sql.param([...ids])}::uuid[])`);
}

/** What people say themselves. */
const OWN_WORDS: ReadonlySet<SuppressionReason> = new Set(['unsubscribed', 'complained', 'objected']);

/** Which entries this reason takes the place of: an erasure any, a person's own word all but that, others a merge's. */
function replacedBy(reason: SuppressionReason): SQL {
  if (reason === 'erased') return sql`true`;
  if (reason === MERGED) return sql`false`;
  return OWN_WORDS.has(reason) ? sql`suppressions.reason <> 'erased'` : sql`suppressions.reason = ${MERGED}`;
}

/** What is known of an address or entered for a person does not replace an entry of a reply, but outlives it. */
const isKeptForLater = (reason: SuppressionReason): boolean => reason !== 'erased' && !OWN_WORDS.has(reason);

/** The reason, and which reply it hangs on: on none once the person has said it in another way too. */
function replyColumns(reason: SuppressionReason): Record<'reason' | 'replyId' | 'reasonBeforeReply', SQL> {
  if (reason === 'erased')
    return { reason: sql`excluded.reason`, replyId: sql`null`, reasonBeforeReply: sql`null` };
  if (isKeptForLater(reason)) {
    return {
      reason: sql`case when suppressions.reply_id is null then excluded.reason else suppressions.reason end`,
      replyId: sql`suppressions.reply_id`,
      reasonBeforeReply: sql`case when suppressions.reply_id is null then null
        when excluded.reason = ${MERGED} then coalesce(suppressions.reason_before_reply, excluded.reason)
        else excluded.reason end`,
    };
  }
  const isOwnWord = sql`suppressions.reason = any(${sql.param([...OWN_WORDS])}::text[])`;
  return {
    reason: sql`excluded.reason`,
    replyId: sql`case when excluded.reply_id is null then null when ${isOwnWord} then suppressions.reply_id
      else excluded.reply_id end`,
    reasonBeforeReply: sql`case when excluded.reply_id is null then null
      when ${isOwnWord} then suppressions.reason_before_reply else suppressions.reason end`,
  };
}

/**
 * Adds to the list; true when the contact was not on it yet. What a person says themselves outlives what was entered
 * for them, and counts from when they last said it. An entry that is being taken off meanwhile is added again.
 */
export async function suppress(db: Queryable, entry: NewSuppression): Promise<boolean> {
  const [isNew = false] = await insertSuppressions(db, [entry], entry.reason);
  return isNew;
}

/** The same for many contacts at once, in one order everywhere: two that share people would lock each other up. */
export function suppressAll(
  tx: Queryable,
  entries: readonly Omit<NewSuppression, 'reason'>[],
  reason: NewSuppression['reason'],
): Promise<boolean[]> {
  const byHash = new Map(entries.map((entry) => [entry.contactHash, entry]));
  return insertSuppressions(
    tx,
    [...byHash.values()].toSorted((one, other) => (one.contactHash < other.contactHash ? -1 : 1)),
    reason,
  );
}

/** Each contact may be named once. */
async function insertSuppressions(
  db: Queryable,
  entries: readonly Omit<NewSuppression, 'reason'>[],
  reason: SuppressionReason,
): Promise<boolean[]> {
  if (entries.length === 0) return [];
  const given = entries.map((entry) => ({ ...entry, id: newId(), reason }));
  const rows = await db
    .insert(suppressions)
    .values(given)
    .onConflictDoUpdate({
      target: suppressions.contactHash,
      set: {
        leadId: sql`coalesce(excluded.lead_id, suppressions.lead_id)`,
        ...(OWN_WORDS.has(reason)
          ? {
              campaignId: sql`coalesce(excluded.campaign_id, suppressions.campaign_id)`,
              createdAt: sql`excluded.created_at`,
            }
          : {}),
        ...replyColumns(reason),
      },
      setWhere: sql`${replacedBy(reason)} or ${isKeptForLater(reason) ? sql`suppressions.reply_id is not null` : sql`false`}`,
    })
    .returning({ id: suppressions.id });
  const added = new Set(rows.map(({ id }) => id));
  return given.map(({ id }) => added.has(id));
}

/** Whether a person said themselves that they want to hear nothing more, or has been erased. */
export async function hasStopped(db: Queryable, contactHash: string): Promise<boolean> {
  return (await findStopped(db, [contactHash])).size > 0;
}

/** Those of the given contact hashes of which that is so. */
export async function findStopped(db: Queryable, contactHashes: string[]): Promise<Set<string>> {
  if (contactHashes.length === 0) return new Set();
  const rows = await rowsOf<{ hash: string }>(
    db,
    sql`select contact_hash as hash from suppressions
      where contact_hash = any(${sql.param(contactHashes)}::text[])
        and reason = any(${sql.param([...OWN_WORDS, 'erased'])}::text[])`,
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** Whether anybody known by these contacts or ids wants no letters; that mail to an address came back is no word of theirs. */
export async function hasRefused(
  db: Queryable,
  { contactHashes, leadIds }: { contactHashes: readonly string[]; leadIds: readonly string[] },
): Promise<boolean> {
  const [row] = await rowsOf<{ refused: boolean }>(
    db,
    sql`select exists (select from suppressions
          where contact_hash = any(${sql.param([...contactHashes])}::text[]) and reason <> 'bounced')
        or exists (select from suppressions
          where lead_id = any(${sql.param([...leadIds])}::uuid[]) and reason <> 'bounced') as refused`,
  );
  return row?.refused ?? false;
}

export async function isErasedLead(db: Queryable, leadId: string): Promise<boolean> {
  const condition = and(eq(suppressions.leadId, leadId), eq(suppressions.reason, 'erased'));
  return (await db.$count(suppressions, condition)) > 0;
}

/** Those of the given contact hashes that are on the list. */
export async function findSuppressed(db: Queryable, contactHashes: string[]): Promise<Set<string>> {
  if (contactHashes.length === 0) return new Set();
  // As one value: a parameter for each of thousands costs more than the search.
  const rows = await rowsOf<{ hash: string }>(
    db,
    sql`select contact_hash as hash from suppressions where contact_hash = any(${sql.param(contactHashes)}::text[])`,
  );
  return new Set(rows.map(({ hash }) => hash));
}
