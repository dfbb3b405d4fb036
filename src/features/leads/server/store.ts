import { and, eq, inArray, isNotNull, isNull, lt, ne, not, or } from 'drizzle-orm';
import { hasRefusedLead, isSuppressedLead } from '#features/compliance/server/tables.ts';
import type { CustomValues } from '#features/custom-fields/contract.ts';
import { liveValues } from '#features/custom-fields/server/custom-values.ts';
import { foldText } from '#kit/text.ts';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import type { ContactStatus, Stage } from '../contract.ts';
import { MERGE_UNDO_DAYS } from '../rules-merge.ts';
import { leads } from './tables.ts';

export type NewLeadRow = typeof leads.$inferInsert;

/** What people see of a lead; no column more, as it is read by the page. */
export const leadColumns = {
  id: leads.id,
  name: leads.name,
  givenName: leads.givenName,
  familyName: leads.familyName,
  company: leads.company,
  email: leads.email,
  handle: leads.handle,
  phone: leads.phone,
  platform: leads.platform,
  behaviorSignal: leads.behaviorSignal,
  signalUrl: leads.signalUrl,
  signalAt: leads.signalAt,
  aiScore: leads.aiScore,
  scoreReasons: leads.scoreReasons,
  scoredBy: leads.scoredBy,
  contactStatus: leads.contactStatus,
  // A lead of a deleted group has no group. The inner select is uncorrelated, so it runs once.
  groupId: sql<
    string | null
  >`case when leads.group_id in (select id from lead_groups where deleted_at is not null) then null else leads.group_id end`,
  stage: leads.stage,
  stageChangedAt: leads.stageChangedAt,
  isOnboarded: leads.isOnboarded,
  lastContactAt: leads.lastContactAt,
  country: leads.country,
  legalGround: leads.legalGround,
  ownerId: leads.ownerId,
  tags: leads.tags,
  isNotFit: leads.isNotFit,
  custom: sql<CustomValues>`${liveValues('leads.custom', 'lead')}`,
  version: leads.version,
  createdAt: leads.createdAt,
  // By hand: the builder leaves table names out of expressions, and the two columns have the same name.
  isSuppressed: sql<boolean>`${sql.raw(isSuppressedLead('leads'))}`,
  hasRefused: sql<boolean>`${sql.raw(hasRefusedLead('leads'))}`,
  hasBounced: sql<boolean>`exists (select 1 from suppressions where suppressions.contact_hash = leads.contact_hash and suppressions.reason = 'bounced')`,
};

export type LeadRow = NonNullable<Awaited<ReturnType<typeof findLead>>>;

export async function findLead(db: Queryable, id: string) {
  const [row] = await db
    .select(leadColumns)
    .from(leads)
    .where(and(eq(leads.id, id), isNull(leads.deletedAt)));
  return row;
}

/** Whether this lead was deleted and is not forgotten yet. */
export async function isHidden(db: Queryable, id: string): Promise<boolean> {
  return (await db.$count(leads, and(eq(leads.id, id), isNotNull(leads.deletedAt)))) > 0;
}

/** Live leads by their ids, in no order. */
export function listLeadsByIds(db: Queryable, ids: readonly string[]): Promise<LeadRow[]> {
  return db
    .select(leadColumns)
    .from(leads)
    .where(and(inArray(leads.id, [...ids]), isNull(leads.deletedAt)));
}

/** The lead as stored, deleted or not, held until the transaction ends. */
export async function lockLead(tx: Transaction, id: string): Promise<typeof leads.$inferSelect | undefined> {
  const [row] = await tx.select().from(leads).where(eq(leads.id, id)).for('update');
  return row;
}

export async function insertLead(db: Queryable, row: NewLeadRow): Promise<void> {
  await db.insert(leads).values(row);
}

/** Adds those who are not there yet, by address and account; answers the ids that are new. */
export async function insertNewPeople(tx: Queryable, rows: NewLeadRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  // One order everywhere, so that two runs that find the same people cannot deadlock.
  const inOrder = rows.toSorted((one, other) => ((one.handleKey ?? '') < (other.handleKey ?? '') ? -1 : 1));
  const inserted = await tx.insert(leads).values(inOrder).onConflictDoNothing().returning({ id: leads.id });
  return new Set(inserted.map((row) => row.id));
}

/** Changes a lead and raises its version. */
export async function updateLead(db: Queryable, id: string, change: Partial<NewLeadRow>): Promise<void> {
  await db
    .update(leads)
    .set({ ...change, version: sql`${leads.version} + 1`, updatedAt: sql`now()` })
    .where(eq(leads.id, id));
}

/** What a search looks through. */
export function searchTextOf(lead: {
  name: string;
  company?: string | null;
  email?: string | null;
  handle?: string | null;
  phone?: string | null;
  behaviorSignal?: string | null;
}): string {
  // People type a number with gaps as they like.
  const digits = lead.phone?.replaceAll(/\D/g, '');
  const parts = [lead.name, lead.company, lead.email, lead.handle, lead.phone, digits, lead.behaviorSignal];
  return foldText(parts.filter(Boolean).join('\n'));
}

export type StageMove = { id: string; from: Stage; isDemo: boolean };

/** Leads among these that are not in `stage`, held until the transaction ends; in one order, against deadlocks. */
export async function lockForMove(
  tx: Transaction,
  ids: readonly string[],
  stage: Stage,
): Promise<StageMove[]> {
  if (ids.length === 0) return [];
  return tx
    .select({ id: leads.id, from: leads.stage, isDemo: leads.isDemo })
    .from(leads)
    .where(
      and(
        inArray(leads.id, [...ids]),
        isNull(leads.deletedAt),
        sql`${leads.stage} is distinct from ${stage}`,
      ),
    )
    .orderBy(leads.id)
    .for('update');
}

type StageChange = { stage: Stage; at: Date; contactedAt?: Date | undefined };

/**
 * Moves those of the leads to `stage` that stand in one of `movable`, locked in one order against deadlocks. Answers who
 * moved, and from where. One statement: this is done for each message that leaves.
 */
export async function moveToStage(
  tx: Transaction,
  ids: readonly string[],
  { stage, movable, at, contactedAt }: StageChange & { movable: readonly Stage[] },
): Promise<StageMove[]> {
  if (ids.length === 0) return [];
  return rowsOf(
    tx,
    sql`with found as (
        select id, stage, is_demo from leads
        where id = any(${sql.param([...ids])}::uuid[]) and deleted_at is null
          and stage = any(${sql.param([...movable])}::text[])
        order by id for update
      ), moved as (
        update leads set stage = ${stage}, stage_changed_at = ${at.toISOString()}::timestamptz,
          last_contact_at = greatest(last_contact_at, ${contactedAt?.toISOString() ?? null}::timestamptz),
          version = version + 1, updated_at = now()
        from found where leads.id = found.id
      )
      select id, stage as "from", is_demo as "isDemo" from found`,
  );
}

/** A move as its event tells it. */
export type MadeMove = { eventId: string; leadId: string; from: Stage; to: Stage; at: Date };

/** Those of the moves after which nobody was moved again, their leads locked. */
export async function lockMoved(
  tx: Transaction,
  moves: readonly MadeMove[],
): Promise<(MadeMove & { isDemo: boolean })[]> {
  const byLead = new Map(moves.map((move) => [move.leadId, move]));
  if (byLead.size === 0) return [];
  const rows = await tx
    .select({ id: leads.id, stage: leads.stage, at: leads.stageChangedAt, isDemo: leads.isDemo })
    .from(leads)
    .where(and(inArray(leads.id, [...byLead.keys()]), isNull(leads.deletedAt)))
    .orderBy(leads.id)
    .for('update');
  return rows.flatMap(({ id, stage, at, isDemo }) => {
    const move = byLead.get(id);
    return move && move.to === stage && move.at.getTime() === at.getTime() ? [{ ...move, isDemo }] : [];
  });
}

/** The move by which each of these people came to the stage where they are, as far as an event tells it. */
export async function listCurrentMoves(
  tx: Queryable,
  ids: readonly string[],
): Promise<(MadeMove & { because: string | null })[]> {
  const rows = await rowsOf<Omit<MadeMove, 'at'> & { at: string; because: string | null }>(
    tx,
    sql`select e.id as "eventId", l.id as "leadId", e.data->>'from' as "from", l.stage as "to", e.occurred_at as at,
        e.data->>'because' as because
      from leads l join events e on e.lead_id = l.id and e.occurred_at = l.stage_changed_at
        and e.type = 'lead.stage_changed' and e.data->>'to' = l.stage
      where l.id = any(${sql.param([...ids])}::uuid[])`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** As these people stood before their moves, since when too: since they last came there, or since they are known. */
export async function returnToStage(tx: Queryable, moves: readonly MadeMove[]): Promise<void> {
  if (moves.length === 0) return;
  const rows = moves.map(({ leadId, from, at }) => ({ leadId, from, at: at.toISOString() }));
  await tx.execute(
    sql`update leads set stage = m."from", version = version + 1, updated_at = now(),
        stage_changed_at = coalesce((select max(e.occurred_at) from events e
          where e.lead_id = leads.id and e.type = 'lead.stage_changed' and e.data->>'to' = m."from"
            and e.occurred_at < m.at and e.data->>'undoes' is null
            and not exists (select from events u
              where u.lead_id = leads.id and u.type = e.type and u.data->>'undoes' = e.id::text)), leads.created_at)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m("leadId" uuid, "from" text, at timestamptz)
      where leads.id = m."leadId"`,
  );
}

/** Notes that these people were contacted; an earlier instant than the known one changes nothing. */
export async function setLastContact(tx: Queryable, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(leads)
    .set({ lastContactAt: at })
    .where(and(inArray(leads.id, [...ids]), or(isNull(leads.lastContactAt), lt(leads.lastContactAt, at))));
}

/** Undo of `setLastContact`; nothing where they were written to again since. */
export async function resetLastContact(
  db: Queryable,
  leadId: string,
  { from, to }: { from: Date; to: Date | null },
): Promise<void> {
  await db
    .update(leads)
    .set({ lastContactAt: to })
    .where(and(eq(leads.id, leadId), eq(leads.lastContactAt, from)));
}

/** Leads of these whose address is still to be checked. */
export async function listPendingAddresses(
  db: Queryable,
  ids: readonly string[],
): Promise<{ id: string; email: string }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: leads.id, email: leads.email })
    .from(leads)
    .where(
      and(
        inArray(leads.id, [...ids]),
        isNull(leads.deletedAt),
        isNotNull(leads.email),
        eq(leads.contactStatus, 'enrichment_pending'),
      ),
    );
  return rows.flatMap(({ id, email }) => (email === null ? [] : [{ id, email }]));
}

/**
 * Stores what the check of an address found, unless somebody changed address or status meanwhile. Does not raise
 * the version: the check must not make a person's change on top of the unchecked lead fail.
 */
export async function recordAddressChecks(
  tx: Queryable,
  results: readonly { id: string; email: string; status: ContactStatus }[],
): Promise<{ id: string; status: ContactStatus }[]> {
  if (results.length === 0) return [];
  return rowsOf(
    tx,
    sql`update leads set contact_status = given.status, updated_at = now()
      from (
        select leads.id, given.status from leads
        join jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as given(id uuid, email text, status text)
          on given.id = leads.id and given.email = leads.email
        where leads.contact_status = 'enrichment_pending' and leads.deleted_at is null
        order by leads.id for update of leads
      ) as given
      where leads.id = given.id
      returning leads.id, leads.contact_status as status`,
  );
}

/** Notes that mail to this address came back for good, unless the person has another one by now. */
export async function markAddressDead(
  tx: Queryable,
  { leadId, contactHash }: { leadId: string; contactHash: string },
): Promise<boolean> {
  const rows = await tx
    .update(leads)
    .set({ contactStatus: 'verification_failed', updatedAt: new Date() })
    .where(
      and(
        eq(leads.id, leadId),
        eq(leads.contactHash, contactHash),
        isNotNull(leads.email),
        isNull(leads.deletedAt),
        ne(leads.contactStatus, 'verification_failed'),
      ),
    )
    .returning({ id: leads.id });
  return rows.length === 1;
}

/** Addresses whose check never ended are left to a person. Answers how many. */
export async function closeOverdueChecks(db: Queryable, pendingSince: Date): Promise<number> {
  const rows = await db
    .update(leads)
    .set({ contactStatus: 'manual_verification' })
    .where(
      and(
        eq(leads.contactStatus, 'enrichment_pending'),
        isNull(leads.deletedAt),
        lt(leads.updatedAt, pendingSince),
      ),
    )
    .returning({ id: leads.id });
  return rows.length;
}

export async function markDeleted(tx: Queryable, id: string, at: Date): Promise<void> {
  await updateLead(tx, id, { deletedAt: at });
}

export async function markRestored(tx: Queryable, id: string): Promise<void> {
  await updateLead(tx, id, { deletedAt: null });
}

/** People who were deleted before `before`; who went into another record stays as long as that can be taken back. */
export async function listDeleted(
  db: Queryable,
  before: Date,
  { limit, among }: { limit: number; among?: readonly string[] | undefined },
): Promise<string[]> {
  const isMerged = sql`exists (select 1 from lead_merges
    where other_id = leads.id and undone_at is null and merged_at > now() - make_interval(days => ${MERGE_UNDO_DAYS}))`;
  const rows = await db
    .select({ id: leads.id })
    .from(leads)
    .where(and(lt(leads.deletedAt, before), not(isMerged), among ? inArray(leads.id, [...among]) : undefined))
    .limit(limit);
  return rows.map((row) => row.id);
}
