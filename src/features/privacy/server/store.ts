import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { leads } from '#features/leads/server/tables.ts';
import { events } from '#features/tracking/server/tables.ts';
import { type Queryable, rowsOf, type SQL, sql, type Transaction } from '#platform/db.ts';
import type { PrivacyRequest, PrivacyRequestKind, Retention, RetentionRules } from '../contract.ts';
import { privacyRequests, retention, retentionRuns } from './tables.ts';

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

/** Gives requests to another record of the person, unless that has an open one of the kind; answers which. */
export async function moveRequests(tx: Transaction, from: string, to: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`update privacy_requests moving set lead_id = ${to} where lead_id = ${from} and not exists (
        select 1 from privacy_requests own
        where own.lead_id = ${to} and own.kind = moving.kind and own.done_at is null and moving.done_at is null)
      returning id`,
  );
  return rows.map(({ id }) => id);
}

/** Undo of `moveRequests` with what it answered. */
export async function moveRequestsBack(
  tx: Transaction,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  await tx
    .update(privacyRequests)
    .set({ leadId: to })
    .where(and(eq(privacyRequests.leadId, from), inArray(privacyRequests.id, [...ids])));
}

/** Of a row of `leads`: they have asked us for something. */
export const HAS_REQUEST = sql`exists (select from privacy_requests r where r.lead_id = leads.id)`;

/** Everything that happened with a person, oldest first. */
export function listEventsOf(db: Queryable, leadId: string) {
  return db
    .select({ type: events.type, at: events.occurredAt, channel: events.channel, data: events.data })
    .from(events)
    .where(eq(events.leadId, leadId))
    .orderBy(asc(events.occurredAt), asc(events.id));
}

/** What these people are named by. */
export function listNamed(db: Queryable, ids: readonly string[]) {
  const { id, name, email, handle, phone } = leads;
  return db
    .select({ id, name, email, handle, phone })
    .from(leads)
    .where(inArray(id, [...ids]));
}

type PeopleKind = 'uncontacted_leads' | 'unanswered_leads';

/**
 * People whose time is over at an instant. Whoever agreed, bought, was added by hand or is made up stays, and so does
 * everybody with a message on its way: one of a campaign that was deleted, put away or has ended goes nowhere.
 */
function isOverdue(kind: PeopleKind, days: number, at: SQL): SQL {
  const since = kind === 'uncontacted_leads' ? sql`created_at` : sql`last_contact_at`;
  const stage =
    kind === 'uncontacted_leads' ? sql`last_contact_at is null` : sql`stage in ('new', 'contacted')`;
  return sql`${since} < ${at} - make_interval(days => ${days}) and ${stage}
      and legal_ground in ('legitimate_interest', 'enquiry') and platform not in ('manual', 'practice') and not is_demo
      and deleted_at is null
      and not exists (select 1 from consents where lead_id = leads.id and ground is not null)
      and not exists (select 1 from messages join campaigns on campaigns.id = messages.campaign_id
        where lead_id = leads.id and (messages.status = 'sending' or (messages.status in ('queued', 'manual', 'held')
          and campaigns.deleted_at is null and campaigns.archived_at is null
          and campaigns.status in ('active', 'paused'))))`;
}

/** Whether somebody wrote to a person outside of the product, and said so. */
const IS_WRITTEN_BY_HAND = sql`exists (
  select from events e where e.lead_id = leads.id and e.type = 'message.sent' and jsonb_exists(e.data, 'byHand')
    and not exists (select from events b
      where b.lead_id = e.lead_id and b.type = 'letter.taken_back' and b.data->>'undoes' = e.id::text))`;

export type OverduePerson = { id: string; isWrittenByHand: boolean };

export function listOverduePeople(
  db: Queryable,
  kind: PeopleKind,
  { days, limit, among }: { days: number; limit: number; among?: readonly string[] | undefined },
): Promise<OverduePerson[]> {
  return rowsOf(
    db,
    sql`select id, ${IS_WRITTEN_BY_HAND} as "isWrittenByHand" from leads
      where ${isOverdue(kind, days, sql`now()`)} and ${among ? inArray(leads.id, [...among]) : sql`true`}
      order by id limit ${limit}`,
  );
}

/** How many are overdue at an instant, and how many of them somebody wrote to by hand. */
export async function countOverduePeople(
  db: Queryable,
  kind: PeopleKind,
  { days, at }: { days: number; at: Date },
): Promise<{ people: number; writtenByHand: number }> {
  const [row] = await rowsOf<{ people: number; writtenByHand: number }>(
    db,
    sql`select count(*)::int as people, (count(*) filter (where ${IS_WRITTEN_BY_HAND}))::int as "writtenByHand"
      from leads where ${isOverdue(kind, days, sql`${at.toISOString()}::timestamptz`)}`,
  );
  return row ?? { people: 0, writtenByHand: 0 };
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
  return row ? { at: row.at.toISOString(), removed: row.removed, writtenByHand: row.writtenByHand } : null;
}
