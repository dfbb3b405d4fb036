import { and, asc, desc, eq, inArray, or } from 'drizzle-orm';
import type { PersonalText } from '#features/compliance/contract-texts.ts';
import { noteUse } from '#features/knowledge/server/note-use.ts';
import { type Queryable, rowsOf, runPrepared, sql } from '#platform/db.ts';
import { inWords } from '#platform/live.ts';
import type { ChatChannel } from '../contract.ts';
import { conversationMessages, conversations } from './tables.ts';

export type ConversationRow = typeof conversations.$inferSelect;
export type MessageRow = typeof conversationMessages.$inferSelect;
export type NewMessageRow = typeof conversationMessages.$inferInsert;

/** Held until the transaction ends, so that the messages of one conversation stand in one order. */
export async function lockConversation(
  tx: Queryable,
  { id, agentId, channel }: { id: string; agentId: string; channel: ChatChannel },
): Promise<ConversationRow | undefined> {
  const [row] = await tx
    .select()
    .from(conversations)
    .where(
      and(eq(conversations.id, id), eq(conversations.agentId, agentId), eq(conversations.channel, channel)),
    )
    .for('update');
  return row;
}

/** The conversation that a caller calls by this key, made if there is none, and held until the transaction ends. */
export async function lockSession(
  tx: Queryable,
  row: typeof conversations.$inferInsert & { sessionKey: string },
): Promise<ConversationRow> {
  const { agentId, sessionKey } = conversations;
  const [found] = await tx
    .insert(conversations)
    .values(row)
    // Changes nothing: a conflict that is updated answers the row and holds it, in the same statement.
    .onConflictDoUpdate({
      target: [agentId, sessionKey],
      targetWhere: sql`session_key is not null`,
      set: { agentId: row.agentId },
    })
    .returning();
  if (!found) throw new Error('the conversation was not stored');
  return found;
}

export type NewVisitorMessage = {
  id: string;
  conversationId: string;
  text: string;
  clientId: string | null;
  createdAt: Date;
};

const BEGIN_CONVERSATION = `
  with talk as (
    insert into conversations (id, expert_id, channel, started_at, last_message_at)
    values ($1, $2, $3, $4, $4)
    returning id
  )
  insert into conversation_messages (id, conversation_id, role, text, client_id, created_at)
  select $5::uuid, id, 'visitor', $6, $7, $4::timestamptz from talk`;

/** A conversation with its first message, in one statement. */
export async function beginConversation(
  db: Queryable,
  talk: { id: string; agentId: string; channel: ChatChannel },
  message: NewVisitorMessage,
): Promise<void> {
  await runPrepared(db, {
    name: 'agents_begin_conversation',
    text: BEGIN_CONVERSATION,
    values: [
      ...[talk.id, talk.agentId, talk.channel, message.createdAt.toISOString()],
      ...[message.id, message.text, message.clientId],
    ],
  });
}

const ADD_MESSAGE = `
  with talk as (
    update conversations set last_message_at = $2::timestamptz, forgotten_at = null, resolved_at = null,
      is_confirmed = false
    where id = $1 returning id
  )
  insert into conversation_messages (id, conversation_id, role, text, client_id, created_at)
  select $3::uuid, id, 'visitor', $4, $5, $2::timestamptz from talk`;

/**
 * What a visitor says in a conversation that goes on. Said after it was forgotten it is there for people, and is
 * forgotten in its turn; said after it was resolved it opens the conversation again.
 */
export async function addVisitorMessage(tx: Queryable, message: NewVisitorMessage): Promise<void> {
  await runPrepared(tx, {
    name: 'agents_add_message',
    text: ADD_MESSAGE,
    values: [
      ...[message.conversationId, message.createdAt.toISOString()],
      ...[message.id, message.text, message.clientId],
    ],
  });
}

export async function updateConversation(
  tx: Queryable,
  id: string,
  change: Partial<typeof conversations.$inferInsert>,
): Promise<void> {
  await tx.update(conversations).set(change).where(eq(conversations.id, id));
}

export type NewAnswer = Pick<
  MessageRow,
  'id' | 'conversationId' | 'text' | 'citations' | 'escalation' | 'retrieved' | 'proof' | 'createdAt'
> & {
  isAnswered: boolean;
  engine: string;
  responseMs: number;
  answersId: string;
  region: string | undefined;
};

const INSERT_ANSWER = `
  with talk as (
    update conversations set
      response_ms = round((coalesce(response_ms, 0) * answer_count + $3::int) / (answer_count + 1.0)),
      answer_count = answer_count + 1,
      unanswered_count = unanswered_count + (not $4::boolean)::int,
      last_message_at = $5::timestamptz,
      region = coalesce(region, $6)
    where id = $2 and ($7::boolean or person_id is null)
    returning id
  ), used as (
    ${noteUse({ ids: '$8::uuid[]', at: '$5::timestamptz', from: 'talk' })}
  ), said as (
    insert into conversation_messages (id, conversation_id, role, text, citations, is_answered, escalation, engine,
      response_ms, retrieved, answers_id, proof, created_at)
    select $1::uuid, id, 'agent', $9, $10::jsonb, $4::boolean, $11::jsonb, $12, $3::int, $13::jsonb, $14::uuid,
      $15::jsonb, $5::timestamptz
    from talk
  )
  select ${inWords(['agents'])} from talk`;

/**
 * Stores an answer with all that follows from it, in one statement: the figures of its conversation, when its sources
 * were last used, the news. False where a person has joined meanwhile, unless it has been said in part already.
 */
export async function insertAnswer(
  db: Queryable,
  answer: NewAnswer,
  { isSaid }: { isSaid: boolean },
): Promise<boolean> {
  const { isAnswered } = answer;
  // What was only shown as nearest has answered nothing.
  const used = isAnswered ? [...new Set(answer.citations.map(({ knowledgeId }) => knowledgeId))] : [];
  const stored = await runPrepared(db, {
    name: 'agents_insert_answer',
    text: INSERT_ANSWER,
    values: [
      ...[answer.id, answer.conversationId, answer.responseMs, isAnswered, answer.createdAt.toISOString()],
      ...[answer.region ?? null, isSaid, used, answer.text, JSON.stringify(answer.citations)],
      ...[jsonOf(answer.escalation), answer.engine, jsonOf(answer.retrieved), answer.answersId],
      JSON.stringify(answer.proof),
    ],
  });
  return stored.length > 0;
}

function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Whether a person answers in place of the agent. */
export async function hasPerson(db: Queryable, id: string): Promise<boolean> {
  const rows = await runPrepared(db, {
    name: 'agents_has_person',
    text: 'select 1 from conversations where id = $1 and person_id is not null',
    values: [id],
  });
  return rows.length > 0;
}

export async function insertMessage(tx: Queryable, row: NewMessageRow): Promise<void> {
  await tx.insert(conversationMessages).values(row);
}

/** It is being answered again. */
export async function renewMessage(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.update(conversationMessages).set({ createdAt: at }).where(eq(conversationMessages.id, id));
}

export async function findByClientId(
  tx: Queryable,
  conversationId: string,
  clientId: string,
): Promise<MessageRow | undefined> {
  const [row] = await tx
    .select()
    .from(conversationMessages)
    .where(
      and(
        eq(conversationMessages.conversationId, conversationId),
        eq(conversationMessages.clientId, clientId),
      ),
    );
  return row;
}

/** The last messages of a conversation, and the message with this `clientId` and its answer. */
export async function readTurns(
  tx: Queryable,
  { conversationId, clientId, last }: { conversationId: string; clientId: string | undefined; last: number },
): Promise<{ earlier: MessageRow[]; sent: MessageRow | undefined; answer: MessageRow | undefined }> {
  const isLast = sql`${conversationMessages.id} in (select id from conversation_messages
    where conversation_id = ${conversationId} order by id desc limit ${last})`;
  const isOfTurn = sql`(${conversationMessages.clientId} = ${clientId ?? null} or ${conversationMessages.answersId} =
    (select id from conversation_messages where conversation_id = ${conversationId} and client_id = ${clientId ?? null}))`;
  const rows = await tx
    .select()
    .from(conversationMessages)
    .where(
      and(
        eq(conversationMessages.conversationId, conversationId),
        clientId === undefined ? isLast : or(isLast, isOfTurn),
      ),
    )
    .orderBy(desc(conversationMessages.id));
  const sent = clientId === undefined ? undefined : rows.find((row) => row.clientId === clientId);
  return {
    earlier: rows.slice(0, last).toReversed(),
    sent,
    answer: sent && rows.find(({ answersId }) => answersId === sent.id),
  };
}

/** What a person said to agents, for their access request. */
export function listConversationsOf(db: Queryable, leadId: string) {
  return db
    .select({
      conversationId: conversationMessages.conversationId,
      role: conversationMessages.role,
      text: conversationMessages.text,
      createdAt: conversationMessages.createdAt,
    })
    .from(conversationMessages)
    .innerJoin(conversations, eq(conversations.id, conversationMessages.conversationId))
    .where(eq(conversations.leadId, leadId))
    .orderBy(asc(conversationMessages.id));
}

/** What the agent and our people said to a person, oldest first. */
export async function listTextsSaidTo(db: Queryable, leadId: string): Promise<PersonalText[]> {
  const rows = await rowsOf<Omit<PersonalText, 'kind' | 'channel' | 'subject'>>(
    db,
    sql`select said.id, said.created_at as at, experts.name as place,
        case when said.role = 'agent' then experts.name
          else coalesce(nullif(trim(concat(users.first_name, ' ', users.last_name)), ''), users.email, 'Someone') end as by,
        said.text, said.proof
      from conversations join conversation_messages said on said.conversation_id = conversations.id
        join experts on experts.id = conversations.expert_id left join users on users.id = said.author_id
      where conversations.lead_id = ${leadId} and said.role in ('agent', 'person') order by said.id`,
  );
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at).toISOString(),
    kind: 'chat',
    channel: null,
    subject: null,
  }));
}

/** Before the id of a conversation that was only proposed. */
const PROPOSED = 'proposed:';

/**
 * Gives the conversations of a person, those proposed to be theirs included, to another record of theirs; or just those
 * of `only`. Answers which, for the way back.
 */
export async function moveConversations(
  tx: Queryable,
  from: string,
  to: string,
  only?: readonly string[],
): Promise<string[]> {
  const onlyProposed = only?.filter((id) => id.startsWith(PROPOSED)).map((id) => id.slice(PROPOSED.length));
  const onlyOwn = only?.filter((id) => !id.startsWith(PROPOSED));
  const proposed = await tx
    .update(conversations)
    .set({ proposedLeadId: to })
    .where(
      and(eq(conversations.proposedLeadId, from), onlyProposed && inArray(conversations.id, onlyProposed)),
    )
    .returning({ id: conversations.id });
  const moved = await tx
    .update(conversations)
    .set({ leadId: to })
    .where(and(eq(conversations.leadId, from), onlyOwn && inArray(conversations.id, onlyOwn)))
    .returning({ id: conversations.id });
  return [...moved.map(({ id }) => id), ...proposed.map(({ id }) => `${PROPOSED}${id}`)];
}

export async function deleteConversationsOf(tx: Queryable, leadIds: readonly string[]): Promise<void> {
  await tx.delete(conversations).where(inArray(conversations.leadId, [...leadIds]));
  // As far as we know the visitor is another person; the address is removed.
  await tx
    .update(conversations)
    .set({ contactEmail: null, proposedLeadId: null })
    .where(inArray(conversations.proposedLeadId, [...leadIds]));
}
