import { and, desc, eq, ne, notInArray } from 'drizzle-orm';
import type { MessageReasonDetails } from '#features/campaigns/contract-messages.ts';
import { WAITING } from '#features/campaigns/rules-message-states.ts';
import type { AnswerReason } from '#features/delivery/contract-reasons.ts';
import { answerNote } from '#features/delivery/rules-answer-words.ts';
import type { Named } from '#features/leads/rules-names.ts';
import { mailboxes } from '#features/mailboxes/server/tables.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import type { Reply, ReplyLabel, ThreadItem } from '../contract.ts';
import { inboundMails, replyAnswers } from './tables.ts';

export type InboundRow = typeof inboundMails.$inferSelect;
export type NewInboundRow = typeof inboundMails.$inferInsert;
export type AnswerRow = typeof replyAnswers.$inferSelect;

/** Stores what has come in; false when it was there already. */
export async function insertInbound(tx: Queryable, row: NewInboundRow): Promise<boolean> {
  const rows = await tx
    .insert(inboundMails)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: inboundMails.id });
  return rows.length === 1;
}

export async function findInbound(db: Queryable, id: string): Promise<InboundRow | undefined> {
  const [row] = await db.select().from(inboundMails).where(eq(inboundMails.id, id));
  return row;
}

export async function lockInbound(tx: Queryable, id: string): Promise<InboundRow | undefined> {
  const [row] = await tx.select().from(inboundMails).where(eq(inboundMails.id, id)).for('update');
  return row;
}

/** All that came from a person, held until the transaction ends. */
export async function lockInboundOf(tx: Queryable, leadId: string): Promise<void> {
  await tx.execute(sql`select 1 from inbound_mails where lead_id = ${leadId} order by id for update`);
}

export async function updateInbound(
  tx: Queryable,
  id: string,
  change: Partial<NewInboundRow>,
): Promise<void> {
  await tx.update(inboundMails).set(change).where(eq(inboundMails.id, id));
}

/** Another reply of the same person in this channel that is labelled stop. */
export async function findOtherStop(
  tx: Queryable,
  { id, leadId, channel }: Pick<InboundRow, 'id' | 'leadId' | 'channel'>,
): Promise<InboundRow | undefined> {
  const [row] = await tx
    .select()
    .from(inboundMails)
    .where(
      and(
        eq(inboundMails.leadId, leadId),
        eq(inboundMails.channel, channel),
        eq(inboundMails.label, 'stop'),
        ne(inboundMails.id, id),
      ),
    )
    .orderBy(desc(inboundMails.id))
    .limit(1);
  return row;
}

/** Whatever came from this person before is done with the answer or the label of the newest. */
export async function closeInboundOf(tx: Queryable, leadId: string, isDone: boolean): Promise<void> {
  await tx.execute(sql`update inbound_mails set done_at = ${isDone ? sql`coalesce(done_at, now())` : sql`null`}
    where lead_id = ${leadId}`);
}

export type AnsweredMessage = {
  id: string;
  /** Null of a source notice, which belongs to no campaign. */
  campaignId: string | null;
  leadId: string | null;
  contactHash: string | null;
  address: string | null;
  touchpointId: string | null;
  status: string;
  /** Where it was not written down yet that it was sent, when that was last tried; null where it was not. */
  sentAt: Date | null;
  isDemo: boolean;
};

export const ANSWERED = sql`select messages.id, campaign_id as "campaignId", lead_id as "leadId", contact_hash as "contactHash",
    address, touchpoint_id as "touchpointId", status, coalesce(messages.sent_at, (select max(started_at)
      from message_attempts where message_id = messages.id)) as "sentAt", messages.is_demo as "isDemo"
  from messages`;

/** Source notices in the same shape: to whatever address they went, their touchpoint knows its hash. */
const NOTICES = sql`select mail_id as id, null::uuid as "campaignId", notice.lead_id as "leadId",
    touchpoint.contact_hash as "contactHash", leads.email as address, touchpoint.id as "touchpointId", notice.state as status,
    notice.sent_at as "sentAt",
    notice.is_demo as "isDemo"
  from source_notices notice
  join leads on leads.id = notice.lead_id
  left join touchpoints touchpoint on touchpoint.id = notice.touchpoint_id`;

/** The first of these messages or source notices that is ours. */
export async function findMessageOfIds(
  db: Queryable,
  ids: readonly string[],
): Promise<AnsweredMessage | undefined> {
  if (ids.length === 0) return undefined;
  const [row] = await rowsOf<AnsweredMessage>(
    db,
    sql`${ANSWERED} where messages.id = any(${sql.param([...ids])}::uuid[])
      order by array_position(${sql.param([...ids])}::uuid[], messages.id) limit 1`,
  );
  if (row) return row;
  const [notice] = await rowsOf<AnsweredMessage>(
    db,
    sql`${NOTICES} where mail_id = any(${sql.param([...ids])}::uuid[])
      order by array_position(${sql.param([...ids])}::uuid[], mail_id) limit 1`,
  );
  return notice;
}

/**
 * The newest mail that went to this contact lately; where their record is gone, the messages themselves know it. Who had
 * no message of a campaign may have had a source notice.
 */
export async function findMessageTo(
  db: Queryable,
  contactHash: string,
  days: number,
): Promise<AnsweredMessage | undefined> {
  const newest = (where: SQL) => sql`${ANSWERED} where ${where} and channel = 'email'
      and sent_at > now() - make_interval(days => ${days})
    order by sent_at desc limit 1`;
  const [row] = await rowsOf<AnsweredMessage>(
    db,
    newest(sql`lead_id in (select id from leads where contact_hash = ${contactHash})`),
  );
  if (row) return row;
  const [ofGone] = await rowsOf<AnsweredMessage>(
    db,
    newest(sql`lead_id is null and contact_hash = ${contactHash}`),
  );
  if (ofGone) return ofGone;
  const [notice] = await rowsOf<AnsweredMessage>(
    db,
    sql`${NOTICES} where leads.contact_hash = ${contactHash} and leads.deleted_at is null
      and notice.sent_at > now() - make_interval(days => ${days})`,
  );
  return notice;
}

/**
 * A mail that was accepted and came back later; false when that is known already. The report may be here before the
 * acceptance has been written down.
 */
export async function markBounced(
  tx: Queryable,
  id: string,
  details: MessageReasonDetails,
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update messages set status = 'bounced', reason = 'came_back',
        details = case when address is not null then ${JSON.stringify(details)}::jsonb end
      where id = ${id} and status in ('sending', 'sent', 'unconfirmed') returning id`,
  );
  return rows.length === 1;
}

/** The same of the first of these that is an answer of ours: whoever wrote to us still waits. */
export async function markAnswerBounced(
  tx: Queryable,
  ids: readonly string[],
  details: MessageReasonDetails,
): Promise<boolean> {
  if (ids.length === 0) return false;
  const [row] = await rowsOf<{ leadId: string }>(
    tx,
    sql`update reply_answers set status = 'failed', reason = 'came_back',
        details = ${JSON.stringify(details)}::jsonb
      where id = any(${sql.param([...ids])}::uuid[]) and status in ('sending', 'sent', 'unconfirmed')
      returning lead_id as "leadId"`,
  );
  if (row) await closeInboundOf(tx, row.leadId, false);
  return row !== undefined;
}

/** Follow-ups to someone who is away wait until they are back; what is due later anyway stays. */
export async function holdFollowUps(tx: Queryable, leadId: string, until: Date): Promise<void> {
  await tx.execute(sql`update messages set due_at = greatest(due_at, ${until.toISOString()}::timestamptz)
    where lead_id = ${leadId} and channel = 'email' and follows_step_id is not null
      and status in ${sql.raw(WAITING)}`);
}

type ReplyFilter = {
  state: 'open' | 'done' | undefined;
  label: ReplyLabel | undefined;
  before: string | undefined;
  limit: number;
};

/** Of each person the newest answer, as far as it fits. Machines' reports are no answers. */
const NEWEST = sql`select distinct on (inbound.lead_id) inbound.id, inbound.lead_id as "leadId", leads.name as "leadName",
    inbound.channel, inbound.campaign_id as "campaignId", campaigns.name as "campaignName", inbound.subject, inbound.text, inbound.label,
    inbound.labelled_by as "labelledBy", inbound.done_at is not null as "isDone", inbound.received_at as "receivedAt"
  from inbound_mails inbound
  join leads on leads.id = inbound.lead_id and leads.deleted_at is null
  left join campaigns on campaigns.id = inbound.campaign_id
  where inbound.kind in ('reply', 'auto_reply')
  order by inbound.lead_id, inbound.id desc`;

const fits = ({ state, label }: Pick<ReplyFilter, 'state' | 'label'>) =>
  sql`(${state ?? null}::text is null or "isDone" = ${state === 'done'})
    and (${label ?? null}::text is null or label = ${label ?? null})`;

export async function listReplyRows(db: Queryable, filter: ReplyFilter): Promise<Reply[]> {
  const rows = await rowsOf<Reply>(
    db,
    sql`select * from (${NEWEST}) reply where ${fits(filter)}
      and (${filter.before ?? null}::uuid is null or id < ${filter.before ?? null}::uuid)
      order by id desc limit ${filter.limit}`,
  );
  return rows.map(withDates);
}

/** How many people of these groups have written and are not answered yet. */
export async function countUnanswered(db: Queryable, groupIds: readonly string[]): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(distinct inbound.lead_id)::int as count from inbound_mails inbound
      join leads on leads.id = inbound.lead_id and leads.deleted_at is null
      where leads.group_id = any(${sql.param([...groupIds])}::uuid[]) and inbound.kind = 'reply'
        and inbound.done_at is null and inbound.label is distinct from 'stop'`,
  );
  return row?.count ?? 0;
}

export async function countReplyRows(
  db: Queryable,
  filter: Pick<ReplyFilter, 'state' | 'label'>,
): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*) as count from (${NEWEST}) reply where ${fits(filter)}`,
  );
  return row?.count ?? 0;
}

export async function findReplyOfLead(db: Queryable, leadId: string): Promise<Reply | undefined> {
  const [row] = await rowsOf<Reply>(db, sql`select * from (${NEWEST}) reply where "leadId" = ${leadId}`);
  return row && withDates(row);
}

/** What a person is called. */
export async function findNames(db: Queryable, leadId: string): Promise<Named> {
  const [row] = await rowsOf<Named>(
    db,
    sql`select name, given_name as "givenName", family_name as "familyName" from leads where id = ${leadId}`,
  );
  return row ?? { name: '' };
}

function withDates(row: Reply): Reply {
  return { ...row, receivedAt: new Date(row.receivedAt).toISOString() };
}

/** An answer to this person that is none of these. */
export async function findOtherAnswer(
  tx: Queryable,
  leadId: string,
  ids: readonly string[],
): Promise<{ sentBy: string } | undefined> {
  const [row] = await tx
    .select({ sentBy: replyAnswers.sentBy })
    .from(replyAnswers)
    .where(and(eq(replyAnswers.leadId, leadId), notInArray(replyAnswers.id, [...ids])))
    .limit(1);
  return row;
}

/** What came from a person and what was answered, oldest first. */
export async function listInboundItems(db: Queryable, leadId: string): Promise<ThreadItem[]> {
  const rows = await rowsOf<Omit<ThreadItem, 'note'>>(
    db,
    sql`select id, kind, subject, text, null as by, null as reason, null::jsonb as details, false as "isInOutbox",
          original_id is not null as "hasOriginal", attachments, away_until as "awayUntil", received_at as at from inbound_mails
        where lead_id = ${leadId}
      union all
      select id, 'answer', subject, text, sent_by, case
          when status = 'sending' and created_at < now() - interval '2 minutes' then ${'may_have_arrived' satisfies AnswerReason}
          when status = 'sending' then ${'on_its_way' satisfies AnswerReason}
          else reason end, details, exists (select 1 from outbox_mails where outbox_mails.id = reply_answers.id),
          false, '[]'::jsonb, null::timestamptz, created_at
        from reply_answers where lead_id = ${leadId}
      order by at`,
  );
  return rows.map((row) => ({
    ...row,
    note: row.reason && answerNote(row.reason, row.details),
    awayUntil: row.awayUntil === null ? null : new Date(row.awayUntil).toISOString(),
    at: new Date(row.at).toISOString(),
  }));
}

/** Which of these files are the originals of replies that are still there. */
export async function listUsedOriginals(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select original_id as id from inbound_mails where original_id = any(${sql.param([...ids])}::uuid[])`,
  );
  return rows.map(({ id }) => id);
}

/** Commits us to an answer; false when this very answer has been begun before. */
export async function insertAnswer(tx: Queryable, row: typeof replyAnswers.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(replyAnswers)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: replyAnswers.id });
  return rows.length === 1;
}

/** Takes back earlier tries to send the very same words as an answer to the same mail, none of which left. */
export async function forgetUnsentTries(
  tx: Queryable,
  { id, inboundId, text }: Pick<AnswerRow, 'id' | 'inboundId' | 'text'>,
): Promise<void> {
  await tx.execute(sql`with tries as (
      delete from reply_answers
      where inbound_id = ${inboundId} and text = ${text} and status = 'failed' and id <> ${id}
      returning id
    )
    delete from outbox_mails using tries where outbox_mails.id = tries.id`);
}

export async function findAnswer(db: Queryable, id: string): Promise<AnswerRow | undefined> {
  const [row] = await db.select().from(replyAnswers).where(eq(replyAnswers.id, id));
  return row;
}

/** Answers whether it is still there: its person may have been erased. */
export async function updateAnswer(
  tx: Queryable,
  id: string,
  change: Partial<Pick<AnswerRow, 'status' | 'reason' | 'details' | 'proof'>>,
): Promise<boolean> {
  const rows = await tx
    .update(replyAnswers)
    .set(change)
    .where(eq(replyAnswers.id, id))
    .returning({ id: replyAnswers.id });
  return rows.length === 1;
}

/** Copies of answers in the outbox name the person; the rest goes with the lead. */
export async function forgetAnswerCopies(tx: Queryable, leadIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from outbox_mails using reply_answers
    where reply_answers.id = outbox_mails.id and reply_answers.lead_id = any(${sql.param([...leadIds])}::uuid[])`);
  await tx.execute(sql`delete from reply_answers where lead_id = any(${sql.param([...leadIds])}::uuid[])`);
  await tx.execute(sql`delete from inbound_mails where lead_id = any(${sql.param([...leadIds])}::uuid[])`);
}

/** Gives what a person wrote and was answered, or just these of it, to another record of theirs; answers which. */
export async function moveInbound(
  tx: Queryable,
  from: string,
  to: string,
  only?: readonly string[],
): Promise<string[]> {
  const which = sql`lead_id = ${from} and (${only === undefined} or id = any(${sql.param([...(only ?? [])])}::uuid[]))`;
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`with mails as (update inbound_mails set lead_id = ${to} where ${which} returning id),
        answers as (update reply_answers set lead_id = ${to} where ${which} returning id)
      select id from mails union all select id from answers`,
  );
  return rows.map(({ id }) => id);
}

/** Takes the next look at an inbox for this process; false when another one has just looked. */
export async function claimReading(db: Queryable, id: string, everyMs: number): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update mailboxes set read_at = now() where id = ${id} and deleted_at is null
      and (read_at is null or read_at < now() - ${everyMs} * interval '1 millisecond') returning id`,
  );
  return rows.length === 1;
}

/** How far an inbox has been read; nothing of one that was set up anew meanwhile. */
export async function noteReading(
  tx: Queryable,
  { id, version }: Pick<typeof mailboxes.$inferSelect, 'id' | 'version'>,
  change: Partial<
    Pick<typeof mailboxes.$inferInsert, 'readValidity' | 'readUid' | 'readReason' | 'readDetails'>
  >,
): Promise<void> {
  await tx
    .update(mailboxes)
    .set(change)
    .where(and(eq(mailboxes.id, id), eq(mailboxes.version, version)));
}
