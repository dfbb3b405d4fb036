import { and, eq, gt, isNull, not } from 'drizzle-orm';
import type { ContactChannel, LegalGround } from '#features/compliance/contract.ts';
import { hasRefusedLead, isSuppressedLead } from '#features/compliance/server/tables.ts';
import { leads } from '#features/leads/server/tables.ts';
import { type Queryable, rowsOf, type SQL, sql, type Transaction } from '#platform/db.ts';
import { leadImports, leadImportWithdrawals } from './tables.ts';

/**
 * Holds off other imports, and undoing one, until the transaction ends: two long ones that meet the same people in another
 * order would wait for each other for ever. An import takes as long as it takes.
 */
export async function beginImport(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('lead-import'))`);
}

/** Which of these people came in by the import itself, by their address or account. One index lookup for each. */
export async function listOfImport(
  tx: Transaction,
  importId: string,
  { emailKeys, handleKeys }: { emailKeys: readonly string[]; handleKeys: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ key: string }>(
    tx,
    sql`select given.key from unnest(${sql.param([...emailKeys])}::text[]) given(key)
      where exists (select from leads where email_key = given.key and deleted_at is null and import_id = ${importId})
      union all
      select given.key from unnest(${sql.param([...handleKeys])}::text[]) given(key)
      where exists (select from leads where handle_key = given.key and deleted_at is null and import_id = ${importId})`,
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * What the ledger of these people says last of marketing, by channel, as if no other import had taken anything back: each
 * of them can be undone, and then what this one says must stand by itself.
 */
export function listCurrentConsents(
  tx: Transaction,
  leadIds: readonly string[],
  importId: string,
): Promise<{ leadId: string; channel: ContactChannel; ground: LegalGround | null }[]> {
  return rowsOf(
    tx,
    sql`select distinct on (lead_id, channel) lead_id as "leadId", channel, ground from consents
      where lead_id = any(${sql.param([...leadIds])}::uuid[]) and purpose = 'marketing' and not exists (
        select 1 from lead_import_withdrawals other where other.consent_id = consents.id and other.import_id <> ${importId})
      order by lead_id, channel, consents.id desc`,
  );
}

/** Notes which lines of the consent ledger an import wrote for people who were leads before it. */
export async function insertWithdrawals(
  tx: Transaction,
  importId: string,
  consentIds: readonly string[],
): Promise<void> {
  if (consentIds.length === 0) return;
  await tx.insert(leadImportWithdrawals).values(consentIds.map((consentId) => ({ consentId, importId })));
}

/** Of lines that were copied: the undo of an import takes back the copy of what it wrote. */
export async function copyWithdrawalMarks(
  tx: Transaction,
  copies: readonly { of: string; id: string }[],
): Promise<void> {
  await tx.execute(sql`insert into lead_import_withdrawals (consent_id, import_id)
    select copy.id, mark.import_id from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as copy("of" uuid, id uuid)
      join lead_import_withdrawals mark on mark.consent_id = copy."of"`);
}

/**
 * Some of the lines that `insertWithdrawals` noted, all of a lead or none, forgotten as they are answered. Those of people
 * who are gone went with them.
 */
export async function takeWithdrawals(tx: Transaction, importId: string, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`with batch as (
        select w.consent_id from lead_import_withdrawals w left join consents c on c.id = w.consent_id
        where w.import_id = ${importId} order by coalesce(c.lead_id, w.consent_id) fetch first ${limit} rows with ties)
      delete from lead_import_withdrawals w using batch where w.consent_id = batch.consent_id
      returning w.consent_id as id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Notes who of these stands on the suppression list by the word of this import, and of an earlier one besides. Answers how
 * many do.
 */
export async function markSuppressions(
  tx: Transaction,
  importId: string,
  contactHashes: readonly string[],
): Promise<number> {
  // What was written in this transaction is of this import, or was there before and is somebody else's.
  const { rowCount } =
    await tx.execute(sql`insert into lead_import_suppressions (suppression_id, import_id, since)
    select s.id, ${importId}, s.created_at from suppressions s
      where s.contact_hash = any(${sql.param([...contactHashes])}::text[]) and s.reason = 'unsubscribed'
        and (s.created_at = now() or exists (
          select from lead_import_suppressions other where other.suppression_id = s.id and other.since = s.created_at))
    on conflict do nothing`);
  return rowCount ?? 0;
}

/**
 * Undo of `markSuppressions`, some at a time, all of a lead or none: how many marks are forgotten, and the entries that
 * nobody but this import speaks for.
 */
export async function takeSuppressions(
  tx: Transaction,
  importId: string,
  limit: number,
): Promise<{ taken: number; lifted: { id: string; leadId: string | null; since: string }[] }> {
  const marks = await rowsOf<{ id: string; since: string }>(
    tx,
    sql`with batch as (
        select m.suppression_id from lead_import_suppressions m left join suppressions s on s.id = m.suppression_id
        where m.import_id = ${importId} order by coalesce(s.lead_id, m.suppression_id)
        fetch first ${limit} rows with ties)
      delete from lead_import_suppressions m using batch
        where m.import_id = ${importId} and m.suppression_id = batch.suppression_id
      returning m.suppression_id as id, m.since::text as since`,
  );
  const lifted = await rowsOf<{ id: string; leadId: string | null; since: string }>(
    tx,
    sql`select s.id, s.lead_id as "leadId", to_json(s.created_at) as since from suppressions s
        join jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as taken(id uuid, since timestamptz) on taken.id = s.id
      where s.reason = 'unsubscribed' and s.created_at = taken.since and not exists (
        select from lead_import_suppressions other where other.suppression_id = s.id and other.import_id <> ${importId})`,
  );
  return { taken: marks.length, lifted };
}

/** Of those to whom a withdrawal that was taken back opens something: the leads who may be written to again. */
export function countOpened(tx: Transaction, leadIds: readonly string[]): Promise<number> {
  return tx.$count(leads, mayBeWrittenTo(leadIds));
}

/**
 * Of those who were taken off the suppression list: the leads who may be written to again. Whose withdrawal by the same
 * import still stands is counted when it goes.
 */
export function countLifted(tx: Transaction, importId: string, leadIds: readonly string[]): Promise<number> {
  const stillWithdrawn = sql`exists (select from lead_import_withdrawals w join consents c on c.id = w.consent_id
    where w.import_id = ${importId} and c.lead_id = leads.id)`;
  return tx.$count(
    leads,
    and(mayBeWrittenTo(leadIds), not(sql.raw(hasRefusedLead('leads'))), not(stillWithdrawn)),
  );
}

function mayBeWrittenTo(leadIds: readonly string[]) {
  return and(isAmong(leadIds), isNull(leads.deletedAt), not(sql.raw(isSuppressedLead('leads'))));
}

export async function insertImport(tx: Transaction, row: typeof leadImports.$inferInsert): Promise<void> {
  await tx.insert(leadImports).values(row);
}

/** The import, held until the transaction ends. */
export async function lockImport(tx: Transaction, id: string) {
  const [row] = await tx.select().from(leadImports).where(eq(leadImports.id, id)).for('update');
  return row;
}

export type ImportRow = typeof leadImports.$inferSelect;
export type ImportUndoState = NonNullable<ImportRow['undo']>;

export async function findImport(db: Queryable, id: string): Promise<ImportRow | undefined> {
  const [row] = await db.select().from(leadImports).where(eq(leadImports.id, id));
  return row;
}

export async function saveUndo(
  tx: Transaction,
  id: string,
  change: Partial<Pick<ImportRow, 'undo' | 'undoneAt'>>,
): Promise<void> {
  await tx.update(leadImports).set(change).where(eq(leadImports.id, id));
}

/** Imports that are being undone. */
export async function listOpenUndos(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ id: leadImports.id })
    .from(leadImports)
    .where(sql`${leadImports.undo}->>'step' <> 'done'`);
  return rows.map(({ id }) => id);
}

/** Nobody has worked with this lead since it came: a note and a yes may be of the file. */
const isUntouched = sql`(${leads.stage} = 'new' and ${leads.lastContactAt} is null and ${leads.version} = 1
  and not exists (select from lead_notes n join lead_imports i on i.id = ${leads.importId}
    where n.lead_id = ${leads.id} and n.deleted_at is null and (n.created_at > i.created_at or n.edited_at is not null))
  and not exists (select from consents c where c.lead_id = ${leads.id} and c.source <> 'import'))`;

const isOfImport = (importId: string) => and(eq(leads.importId, importId), isNull(leads.deletedAt));

/** People of an import who are there. */
export function countImported(db: Queryable, importId: string): Promise<number> {
  return db.$count(leads, isOfImport(importId));
}

/**
 * Looks at some people of an import behind `after` and answers the untouched ones; `workedOn` says who else is not. `last`
 * is who was looked at last, null where that was all.
 */
export async function lockUntouched(
  tx: Transaction,
  importId: string,
  { after, limit, workedOn }: { after: string | null; limit: number; workedOn: readonly SQL[] },
): Promise<{ untouched: string[]; last: string | null }> {
  const some = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(isOfImport(importId), after === null ? undefined : gt(leads.id, after)))
    .orderBy(leads.id)
    .limit(limit)
    .for('update');
  if (some.length === 0) return { untouched: [], last: null };
  const ids = some.map(({ id }) => id);
  const untouched = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(isAmong(ids), isNull(leads.deletedAt), isUntouched, ...workedOn.map((is) => not(is))));
  return {
    untouched: untouched.map(({ id }) => id),
    last: some.length < limit ? null : (ids.at(-1) ?? null),
  };
}

/** As one value: a statement with a parameter for each takes several times as long to put together. */
function isAmong(ids: readonly string[]): SQL {
  return sql`${leads.id} = any(${sql.param([...ids])}::uuid[])`;
}
