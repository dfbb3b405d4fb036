import { findAgent } from '#features/agents/server/agents.ts';
import type { AgentRow } from '#features/agents/server/tables.ts';
import { welcomeVisitor } from '#features/leads/server/service.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { UNNAMED_VISITOR } from '../../rules-inbox.ts';
import { updateConversation } from '../store.ts';
import { linkLead, lockInboxRow } from './inbox-store.ts';

type Contact = { agent: AgentRow; conversationId: string; email: string; name?: string | undefined };

/**
 * Stores how a visitor can be answered. A new address makes a lead with the conversation on the timeline. That of a known
 * lead is proposed to the team: it is unverified. Repeating it changes nothing, and the answer tells nothing.
 */
export function leaveContact(
  ctx: Pick<Context, 'db' | 'jobs' | 'contactPepper' | 'eventSubscribers'>,
  { agent, conversationId, email, name }: Contact,
): Promise<{ stored: boolean }> {
  return inTransaction(ctx.db, async (tx) => {
    // Not of those who try an agent in the product itself.
    const row = await lockInboxRow(tx, conversationId);
    if (!row) return { stored: true };
    const found = await welcomeVisitor(ctx, tx, {
      email,
      name: name || UNNAMED_VISITOR,
      signal: `Left their address in a chat with ${agent.name}.`,
      // The widget promises that nothing but the answer is sent to it.
      ground: 'enquiry',
    });
    // Same answer: an erased address must not become known.
    if (!found) return { stored: true };
    const { leadId, isKnown } = found;
    if (isKnown && row.leadId !== leadId) {
      await updateConversation(tx, conversationId, { contactEmail: email, proposedLeadId: leadId });
      await announce(tx, ['agents']);
    } else if (await linkLead(tx, conversationId, leadId)) {
      await recordLink(ctx, tx, agent, leadId);
    }
    return { stored: true };
  });
}

/** Stores whether the visitor is the lead whose address they left. Refuses with `not_found`; a second decision changes nothing. */
export function decideOnContact(
  ctx: Pick<Context, 'db' | 'eventSubscribers'>,
  conversationId: string,
  isSame: boolean,
): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockInboxRow(tx, conversationId);
    if (!row) throw new AppError('not_found', 'This conversation no longer exists.');
    const leadId = row.proposedLeadId;
    if (leadId === null) return;
    await updateConversation(tx, conversationId, { contactEmail: null, proposedLeadId: null });
    const agent = await findAgent(tx, row.agentId);
    if (isSame && agent && (await linkLead(tx, conversationId, leadId)))
      await recordLink(ctx, tx, agent, leadId);
    await announce(tx, ['agents']);
  });
}

async function recordLink(
  ctx: Pick<Context, 'eventSubscribers'>,
  tx: Transaction,
  agent: Pick<AgentRow, 'id' | 'name'>,
  leadId: string,
): Promise<void> {
  await recordEvents(ctx, tx, [
    { type: 'conversation.linked', leadId, data: { agent: agent.name, agentId: agent.id } },
  ]);
  await announce(tx, ['agents', 'leads', 'events']);
}
