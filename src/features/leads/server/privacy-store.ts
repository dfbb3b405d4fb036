import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { events } from '#features/tracking/server/tables.ts';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import type { PrivacyRequest, PrivacyRequestKind, Retention, RetentionRules } from '../contract-privacy.ts';
import { leads, privacyRequests, retention, retentionRuns } from './tables.ts';

const requestColumns = {
  id: privacyRequests.id,
  leadId: privacyRequests.leadId,
  leadName: leads.name,
  kind: privacyRequests.kind,
  receivedAt: privacyRequests.receivedAt,
  dueAt: privacyRequests.dueAt,
  doneAt: privacyRequests.doneAt,
};

type RequestRow = Omit<PrivacyRequest, 'receivedAt' | 'dueAt' | 'doneAt'> & {
  receivedAt: Date;
  dueAt: Date;
  doneAt: Date | null;
};

/** Those that wait, of everybody or of one person; the most urgent first. */
export function listOpenRequests(db: Queryable, leadId: string | undefined): Promise<RequestRow[]> {
  return db
    .select(requestColumns)
    .from(privacyRequests)
    .innerJoin(leads, eq(leads.id, privacyRequests.leadId))
    .where(
      and(
        isNull(privacyRequests.doneAt),
        isNull(leads.deletedAt),
        leadId === undefined ? undefined : eq(privacyRequests.leadId, leadId),
      ),
    )
    .orderBy(asc(privacyRequests.dueAt), asc(privacyRequests.id));
}

export async function findRequest(db: Queryable, id: string): Promise<RequestRow | undefined> {
  const [row] = await db
    .select(requestColumns)
    .from(privacyRequests)
    .innerJoin(leads, eq(leads.id, privacyRequests.leadId))
    .where(eq(privacyRequests.id, id));
  return row;
}

/** Adds a request; false when one of this kind waits already. */
export async function insertRequest(
  tx: Queryable,
  row: { id: string; leadId: string; kind: PrivacyRequestKind; receivedAt: Date; dueAt: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(privacyRequests)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: privacyRequests.id });
  return rows.length === 1;
}

/** Closes waiting requests; answers their ids. */
export async function closeRequests(
  tx: Queryable,
  which: { id: string } | { leadId: string },
  at: Date,
): Promise<string[]> {
  const { id, leadId, doneAt } = privacyRequests;
  const rows = await tx
    .update(privacyRequests)
    .set({ doneAt: at })
    .where(and('id' in which ? eq(id, which.id) : eq(leadId, which.leadId), isNull(doneAt)))
    .returning({ id });
  return rows.map((row) => row.id);
}

/** Everything that happened with a person, oldest first. */
export function listEventsOf(db: Queryable, leadId: string) {
  return db
    .select({ type: events.type, at: events.occurredAt, channel: events.channel, data: events.data })
    .from(events)
    .where(eq(events.leadId, leadId))
    .orderBy(asc(events.occurredAt), asc(events.id));
}

/** People, deleted ones included, held until the transaction ends; in one order, against deadlocks. */
export function lockPeople(tx: Transaction, ids: readonly string[]) {
  const { id, name, email, handle, phone, emailKey, handleKey, phoneKey, groupId, platform, isDemo } = leads;
  return tx
    .select({ id, name, email, handle, phone, emailKey, handleKey, phoneKey, groupId, platform, isDemo })
    .from(leads)
    .where(inArray(id, [...ids]))
    .orderBy(id)
    .for('update');
}

/** Addresses and accounts by which others name these people. */
export async function listContactsOf(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ email: leads.email, handle: leads.handle })
    .from(leads)
    .where(inArray(leads.id, [...ids]));
  return rows.flatMap(({ email, handle }) => [email, handle]).filter((contact) => contact !== null);
}

export async function deletePeople(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.delete(leads).where(inArray(leads.id, [...ids]));
}

/**
 * People whose time is over. Whoever agreed, bought, was added by hand or is made up stays, and so does everybody
 * with a message on its way.
 */
export async function listOverduePeople(
  db: Queryable,
  kind: 'uncontacted_leads' | 'unanswered_leads',
  { days, limit, among }: { days: number; limit: number; among?: readonly string[] | undefined },
): Promise<string[]> {
  const since = kind === 'uncontacted_leads' ? sql`created_at` : sql`last_contact_at`;
  const stage =
    kind === 'uncontacted_leads' ? sql`last_contact_at is null` : sql`stage in ('new', 'contacted')`;
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from leads where ${since} < now() - make_interval(days => ${days}) and ${stage}
      and legal_ground in ('legitimate_interest', 'enquiry') and platform not in ('manual', 'practice') and not is_demo
      and deleted_at is null and ${among ? inArray(leads.id, [...among]) : sql`true`}
      and not exists (select 1 from consents where lead_id = leads.id and ground is not null)
      and not exists (select 1 from messages where lead_id = leads.id and status in ('queued', 'sending', 'manual', 'held'))
      order by id limit ${limit}`,
  );
  return rows.map((row) => row.id);
}

/** Undefined where nobody has changed the defaults. */
export async function findRetentionRules(db: Queryable): Promise<RetentionRules | undefined> {
  const [row] = await db.select().from(retention);
  return row?.rules;
}

export async function saveRetentionRules(tx: Queryable, rules: RetentionRules): Promise<void> {
  await tx
    .insert(retention)
    .values({ rules })
    .onConflictDoUpdate({ target: retention.isOnly, set: { rules } });
}

export async function insertRetentionRun(
  tx: Queryable,
  run: typeof retentionRuns.$inferInsert,
): Promise<void> {
  await tx.insert(retentionRuns).values(run);
}

export async function findLastRetentionRun(db: Queryable): Promise<Retention['lastRun']> {
  const [row] = await db.select().from(retentionRuns).orderBy(desc(retentionRuns.at)).limit(1);
  return row ? { at: row.at.toISOString(), removed: row.removed } : null;
}
