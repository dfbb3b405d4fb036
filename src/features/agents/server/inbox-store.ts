import { and, asc, desc, eq, gt, isNull, ne, or } from 'drizzle-orm';
import type { Queryable } from '#platform/db.ts';
import type { ConversationRow, MessageRow } from './chat-store.ts';
import { conversationMessages, conversations } from './tables.ts';

const LONGEST_TRANSCRIPT = 200;

/** The conversation that a visitor of a website has. */
export async function findSession(
  db: Queryable,
  expertId: string,
  sessionKey: string,
): Promise<ConversationRow | undefined> {
  const [row] = await db
    .select()
    .from(conversations)
    .where(and(eq(conversations.expertId, expertId), eq(conversations.sessionKey, sessionKey)));
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
  return rows.reverse();
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
