import type { Leads } from '#features/leads/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { linkLead } from './inbox-store.ts';
import type { AgentRow } from './store.ts';

type Dependencies = {
  db: Database;
  leads: Pick<Leads, 'welcomeVisitor'>;
  tracking: Pick<Tracking, 'recordEvents'>;
};

type Contact = { agent: AgentRow; conversationId: string; email: string; name?: string | undefined };

/** Visitors who say how they can be answered. */
export function createContacts({ db, leads, tracking }: Dependencies) {
  return {
    /** The visitor becomes a lead with the conversation on the timeline; leaving it again changes nothing. */
    leave: ({ agent, conversationId, email, name }: Contact): Promise<{ stored: boolean }> =>
      inTransaction(db, async (tx) => {
        const leadId = await leads.welcomeVisitor(tx, {
          email,
          name: name || 'Website visitor',
          signal: `Left an address in a chat with ${agent.name}.`,
        });
        // Answered alike: nobody may learn of an address that its owner asked to be erased.
        if (leadId === undefined) return { stored: true };
        if (await linkLead(tx, conversationId, leadId)) {
          await tracking.recordEvents(tx, [
            { type: 'conversation.linked', leadId, data: { agent: agent.name, agentId: agent.id } },
          ]);
          await announce(tx, ['agents', 'leads', 'events']);
        }
        return { stored: true };
      }),
  };
}
export type Contacts = ReturnType<typeof createContacts>;
