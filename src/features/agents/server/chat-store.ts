import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { type Queryable, sql } from '#platform/db.ts';
import type { ChatChannel } from '../contract-chat.ts';
import { conversationMessages, conversations, experts } from './tables.ts';

export type ConversationRow = typeof conversations.$inferSelect;
export type MessageRow = typeof conversationMessages.$inferSelect;
export type NewMessageRow = typeof conversationMessages.$inferInsert;

export async function findAgent(db: Queryable, id: string): Promise<typeof experts.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(experts)
    .where(and(eq(experts.id, id), isNull(experts.deletedAt)));
  return row;
}

/** Held until the transaction ends, so that the messages of one conversation stand in one order. */
export async function lockConversation(
  tx: Queryable,
  { id, expertId, channel }: { id: string; expertId: string; channel: ChatChannel },
): Promise<ConversationRow | undefined> {
  const [row] = await tx
    .select()
    .from(conversations)
    .where(
      and(eq(conversations.id, id), eq(conversations.expertId, expertId), eq(conversations.channel, channel)),
    )
    .for('update');
  return row;
}

/** The conversation that a caller calls by this key; made if there is none. */
export async function lockSession(
  tx: Queryable,
  row: typeof conversations.$inferInsert & { sessionKey: string },
): Promise<ConversationRow> {
  await tx.insert(conversations).values(row).onConflictDoNothing();
  const [found] = await tx
    .select()
    .from(conversations)
    .where(and(eq(conversations.expertId, row.expertId), eq(conversations.sessionKey, row.sessionKey)))
    .for('update');
  if (!found) throw new Error('the conversation was not stored');
  return found;
}

export async function insertConversation(
  tx: Queryable,
  row: typeof conversations.$inferInsert,
): Promise<ConversationRow> {
  const [inserted] = await tx.insert(conversations).values(row).returning();
  if (!inserted) throw new Error('the conversation was not stored');
  return inserted;
}

export async function updateConversation(
  tx: Queryable,
  id: string,
  change: Partial<typeof conversations.$inferInsert>,
): Promise<void> {
  await tx.update(conversations).set(change).where(eq(conversations.id, id));
}

/** Adds an answer to the figures of its conversation. */
export async function countAnswer(
  tx: Queryable,
  id: string,
  { responseMs, isAnswered, at }: { responseMs: number; isAnswered: boolean; at: Date },
): Promise<void> {
  await tx.execute(sql`
    update conversations set
      response_ms = round((coalesce(response_ms, 0) * answer_count + ${responseMs}) / (answer_count + 1.0)),
      answer_count = answer_count + 1,
      unanswered_count = unanswered_count + ${isAnswered ? 0 : 1},
      last_message_at = ${at.toISOString()}::timestamptz
    where id = ${id}`);
}

export async function insertMessage(tx: Queryable, row: NewMessageRow): Promise<void> {
  await tx.insert(conversationMessages).values(row);
}

/** It is being answered anew. */
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

export async function findAnswerTo(tx: Queryable, messageId: string): Promise<MessageRow | undefined> {
  const [row] = await tx
    .select()
    .from(conversationMessages)
    .where(eq(conversationMessages.answersId, messageId))
    .limit(1);
  return row;
}

/** The last messages, oldest first. */
export async function listLastMessages(
  db: Queryable,
  conversationId: string,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await db
    .select()
    .from(conversationMessages)
    .where(eq(conversationMessages.conversationId, conversationId))
    .orderBy(desc(conversationMessages.id))
    .limit(limit);
  return rows.toReversed();
}

/** What somebody said to agents, for them to read. */
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
  // Who left their address is somebody else, as far as is known; the address goes.
  await tx
    .update(conversations)
    .set({ contactEmail: null, proposedLeadId: null })
    .where(inArray(conversations.proposedLeadId, [...leadIds]));
}
