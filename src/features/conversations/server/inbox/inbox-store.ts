import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, lt, ne, or } from 'drizzle-orm';
import { z } from 'zod';
import { agents } from '#features/agents/server/tables.ts';
import { leads } from '#features/leads/server/tables.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import { cursorOf } from '#platform/page-cursor.ts';
import type { ConversationState } from '../../contract-inbox.ts';
import type { ConversationRow, MessageRow } from '../store.ts';
import { closedQuestions, conversationMessages, conversations, handoverNotices } from '../tables.ts';

const LONGEST_TRANSCRIPT = 200;

/** The conversation that a visitor of a website has. */
export async function findSession(
  db: Queryable,
  agentId: string,
  sessionKey: string,
): Promise<ConversationRow | undefined> {
  const [row] = await db
    .select()
    .from(conversations)
    .where(and(eq(conversations.agentId, agentId), eq(conversations.sessionKey, sessionKey)));
  return row;
}

/** Messages behind `after`, or the last ones, oldest first. */
export async function listLinesAfter(
  db: Queryable,
  conversationId: string,
  after: string | undefined,
): Promise<MessageRow[]> {
  const ofConversation = eq(conversationMessages.conversationId, conversationId);
  if (after !== undefined) {
    return db
      .select()
      .from(conversationMessages)
      .where(and(ofConversation, gt(conversationMessages.id, after)))
      .orderBy(asc(conversationMessages.id))
      .limit(LONGEST_TRANSCRIPT);
  }
  const rows = await db
    .select()
    .from(conversationMessages)
    .where(ofConversation)
    .orderBy(desc(conversationMessages.id))
    .limit(LONGEST_TRANSCRIPT);
  return rows.toReversed();
}

/** Ties a conversation to the lead that its visitor turned out to be; false when it was tied to them before. */
export async function linkLead(tx: Queryable, conversationId: string, leadId: string): Promise<boolean> {
  const linked = await tx
    .update(conversations)
    .set({ leadId })
    .where(
      and(
        eq(conversations.id, conversationId),
        or(isNull(conversations.leadId), ne(conversations.leadId, leadId)),
      ),
    )
    .returning({ id: conversations.id });
  return linked.length > 0;
}

export type InboxRow = ConversationRow & {
  agentName: string;
  leadName: string | null;
  leadEmail: string | null;
  preview: string;
  messages: number;
};

/** Emergencies that wait first, then who waits otherwise, the longest first; then the others by their last message. */
export async function listInbox(
  db: Queryable,
  query: {
    state: ConversationState | undefined;
    agentId: string | undefined;
    cursor: InboxPlace | undefined;
    limit: number;
  },
): Promise<InboxRow[]> {
  const { state, agentId, cursor, limit } = query;
  const rank = sql`(case when not (${IS_WAITING}) then 2 when c.escalation->>'level' = 'emergency' then 0 else 1 end)`;
  const at = sql`(case when ${IS_WAITING} then extract(epoch from date_trunc('milliseconds', c.handover_at)) else -extract(epoch from date_trunc('milliseconds', c.last_message_at)) end)::float8`;
  const found = await rowsOf<{ id: string }>(
    db,
    sql`select c.id from conversations c join experts e on e.id = c.expert_id
      where e.deleted_at is null and c.channel <> 'test' and c.forgotten_at is null
        and ${state === undefined ? sql`true` : STATE[state]}
        and ${agentId === undefined ? sql`true` : sql`c.expert_id = ${agentId}`}
        and ${cursor === undefined ? sql`true` : sql`(${rank}, ${at}, c.id) > (${cursor.rank}, ${cursor.at}::float8, ${cursor.id}::uuid)`}
      order by ${rank}, ${at}, c.id limit ${limit}`,
  );
  const ids = found.map(({ id }) => id);
  const rows = await findInboxRows(db, ids);
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Seconds as they are sorted: those who wait the longest first, of the others the latest. */
const InboxPlace = z.object({ rank: z.int().min(0).max(2), at: z.number().gt(-1e12).lt(1e12), id: z.guid() });
type InboxPlace = z.output<typeof InboxPlace>;
export const inboxCursor = cursorOf(InboxPlace);

/** Position of a row in the inbox. */
export function placeOf(row: InboxRow): InboxPlace {
  const { id, handoverAt, personId, resolvedAt, lastMessageAt, escalation } = row;
  if (handoverAt !== null && personId === null && resolvedAt === null)
    return { rank: escalation?.level === 'emergency' ? 0 : 1, at: handoverAt.getTime() / 1000, id };
  return { rank: 2, at: -lastMessageAt.getTime() / 1000, id };
}

/** Answers how many conversations this person was in. */
export async function leaveConversations(tx: Queryable, userId: string): Promise<number> {
  const { rowCount } = await tx
    .update(conversations)
    .set({ personId: null })
    .where(eq(conversations.personId, userId));
  return rowCount ?? 0;
}

const IS_WAITING = sql`(c.handover_at is not null and c.person_id is null and c.resolved_at is null)`;
const STATE: Record<ConversationState, SQL> = {
  waiting: IS_WAITING,
  person: sql`(c.person_id is not null and c.resolved_at is null)`,
  resolved: sql`c.resolved_at is not null`,
  agent: sql`(c.handover_at is null and c.person_id is null and c.resolved_at is null)`,
};

async function findInboxRows(db: Queryable, ids: readonly string[]): Promise<InboxRow[]> {
  if (ids.length === 0) return [];
  return db
    .select({
      ...getTableColumns(conversations),
      agentName: agents.name,
      leadName: leads.name,
      leadEmail: leads.email,
      preview: sql<string>`coalesce((select left(m.text, 160) from conversation_messages m
        where m.conversation_id = conversations.id and m.role <> 'agent' order by m.id desc limit 1), '')`,
      messages: sql<number>`(select count(*) from conversation_messages m where m.conversation_id = conversations.id)`,
    })
    .from(conversations)
    .innerJoin(agents, eq(agents.id, conversations.agentId))
    .leftJoin(leads, and(eq(leads.id, conversations.leadId), isNull(leads.deletedAt)))
    .where(inArray(conversations.id, [...ids]));
}

export async function findInboxRow(db: Queryable, id: string): Promise<InboxRow | undefined> {
  const [row] = await findInboxRows(db, [id]);
  return row?.channel === 'test' ? undefined : row;
}

export async function countByState(
  db: Queryable,
): Promise<{ waiting: number; person: number; total: number }> {
  const [row] = await rowsOf<{ waiting: number; person: number; total: number }>(
    db,
    sql`select count(*) filter (where ${STATE.waiting}) as waiting, count(*) filter (where ${STATE.person}) as person,
        count(*) as total
      from conversations c join experts e on e.id = c.expert_id
      where e.deleted_at is null and c.channel <> 'test' and c.forgotten_at is null`,
  );
  return row ?? { waiting: 0, person: 0, total: 0 };
}

/** How many of the inbox are in one state, of one agent or all. */
export async function countInboxRows(
  db: Queryable,
  { state, agentId }: { state: ConversationState | undefined; agentId: string | undefined },
): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*) as count from conversations c join experts e on e.id = c.expert_id
      where e.deleted_at is null and c.channel <> 'test' and c.forgotten_at is null
        and ${state === undefined ? sql`true` : STATE[state]}
        and ${agentId === undefined ? sql`true` : sql`c.expert_id = ${agentId}`}`,
  );
  return row?.count ?? 0;
}

/** Locks the conversation until the transaction ends. */
export async function lockInboxRow(tx: Queryable, id: string): Promise<ConversationRow | undefined> {
  const [row] = await tx.select().from(conversations).where(eq(conversations.id, id)).for('update');
  return row?.channel === 'test' ? undefined : row;
}

/**
 * Resolves quiet conversations in which the agent answered everything from its knowledge and nothing was handed
 * over.
 */
export async function resolveQuiet(db: Queryable, quietSince: Date): Promise<number> {
  const { rowCount } = await db
    .update(conversations)
    .set({ resolvedAt: sql`last_message_at` })
    .where(
      and(
        isNull(conversations.resolvedAt),
        isNull(conversations.handoverAt),
        isNull(conversations.personId),
        eq(conversations.unansweredCount, 0),
        gt(conversations.answerCount, 0),
        lt(conversations.lastMessageAt, quietSince),
      ),
    );
  return rowCount ?? 0;
}

export type UnansweredRow = {
  expertId: string;
  agentName: string;
  question: string;
  times: number;
  lastAskedAt: string;
  place: { communityId: string; postId: string; name: string } | null;
};

/**
 * Questions whose answer the knowledge did not hold, since they were last settled; the most asked first. `elsewhere` reads
 * those that were not asked in chats: rows of `expert_id, text, at, id, place`.
 */
export function listUnansweredRows(
  db: Queryable,
  { agentId, elsewhere, limit }: { agentId: string | undefined; elsewhere: readonly SQL[]; limit: number },
): Promise<UnansweredRow[]> {
  return rowsOf(
    db,
    sql`with asked as (
        select c.expert_id, q.text, q.created_at as at, q.id::text as id, null::jsonb as place
        from conversation_messages a
        join conversation_messages q on q.id = a.answers_id
        join conversations c on c.id = a.conversation_id
        where a.is_answered = false and coalesce(a.escalation->>'category', 'low_confidence') = 'low_confidence'
          and c.channel <> 'test'
        ${sql.join(
          elsewhere.map(
            (asked) => sql`union all select expert_id, text, at, id, place from (${asked}) elsewhere`,
          ),
          sql` `,
        )}
      )
      select q.expert_id as "expertId", e.name as "agentName",
        (array_agg(q.text order by q.at desc, q.id desc))[1] as question, count(*) as times,
        to_char(max(q.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastAskedAt",
        (array_agg(q.place order by q.at desc, q.id desc))[1] as place
      from asked q
      join experts e on e.id = q.expert_id
      left join question_settlements s on s.expert_id = q.expert_id and s.question_key = ${keyOf(sql`q.text`)}
      where e.deleted_at is null and (s.settled_at is null or q.at > s.settled_at)
        and ${agentId === undefined ? sql`true` : sql`q.expert_id = ${agentId}`}
      group by q.expert_id, e.name, ${keyOf(sql`q.text`)}
      order by times desc, max(q.at) desc limit ${limit}`,
  );
}

/** Spellings that differ in case, spaces and punctuation are one question. */
const keyOf = (text: SQL) =>
  sql`encode(sha256(convert_to(btrim(regexp_replace(lower(${text}), '[^[:alnum:]]+', ' ', 'g')), 'UTF8')), 'hex')`;

/** Takes a question off the list; asked again, it comes back. Returns when it was taken off before. */
export async function closeQuestion(
  tx: Queryable,
  { agentId, question, at }: { agentId: string; question: string; at: Date },
): Promise<Date | null> {
  const key = keyOf(sql`${question}::text`);
  const [before] = await tx
    .select({ settledAt: closedQuestions.settledAt })
    .from(closedQuestions)
    .where(and(eq(closedQuestions.agentId, agentId), eq(closedQuestions.questionKey, key)))
    .for('update');
  await tx.execute(sql`insert into question_settlements (expert_id, question_key, settled_at)
    values (${agentId}, ${key}, ${at.toISOString()})
    on conflict (expert_id, question_key) do update set settled_at = excluded.settled_at`);
  return before?.settledAt ?? null;
}

/** Undoes `closeQuestion`, unless the question was closed again since. */
export async function reopenQuestion(
  tx: Queryable,
  { agentId, question, at, before }: { agentId: string; question: string; at: string; before: string | null },
): Promise<void> {
  const isIt = sql`expert_id = ${agentId} and question_key = ${keyOf(sql`${question}::text`)}
    and settled_at = ${at}::timestamptz`;
  await tx.execute(
    before === null
      ? sql`delete from question_settlements where ${isIt}`
      : sql`update question_settlements set settled_at = ${before}::timestamptz where ${isIt}`,
  );
}

type Notice = typeof handoverNotices.$inferInsert;

/** True for the one who may tell this person of this handover; false where the conversation is gone, too. */
export async function claimNotice(
  db: Queryable,
  { conversationId, userId, handoverAt, level }: Notice,
): Promise<boolean> {
  const claimed = await rowsOf(
    db,
    sql`insert into handover_notices (conversation_id, user_id, handover_at, level)
      select id, ${userId}, ${handoverAt.toISOString()}::timestamptz, ${level}
      from conversations where id = ${conversationId}
      on conflict do nothing returning user_id`,
  );
  return claimed.length > 0;
}

/** The mail has not left: another try may tell them. */
export async function releaseNotice(db: Queryable, notice: Notice): Promise<void> {
  await db
    .delete(handoverNotices)
    .where(
      and(
        eq(handoverNotices.conversationId, notice.conversationId),
        eq(handoverNotices.userId, notice.userId),
        eq(handoverNotices.handoverAt, notice.handoverAt),
        eq(handoverNotices.level, notice.level),
      ),
    );
}

const isAnonymous = (before: Date): SQL =>
  sql`lead_id is null and forgotten_at is null and last_message_at < ${before.toISOString()}::timestamptz`;

/** Anonymous conversations that ended before. */
export async function countAnonymousChats(db: Queryable, before: Date): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from conversations where ${isAnonymous(before)}`,
  );
  return row?.count ?? 0;
}

/**
 * Erases text, session key and region of anonymous conversations that ended before `before`. Times and outcomes stay
 * for the figures. Returns how many conversations.
 */
export async function eraseAnonymousChats(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`with old as (
        select id from conversations
        where ${isAnonymous(before)}
        order by last_message_at limit ${limit} for update skip locked
      ), gone as (
        delete from conversation_messages using old where conversation_id = old.id
      )
      update conversations set forgotten_at = now(), session_key = null, region = null, escalation = null,
        handover_at = null, person_id = null, contact_email = null, proposed_lead_id = null, selling_stopped_at = null
      from old where conversations.id = old.id returning conversations.id`,
  );
  return rows.length;
}
