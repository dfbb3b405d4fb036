import type { Lead } from '#features/leads/contract.ts';
import { leadNotFound, lockLead } from '#features/leads/server/lead-service.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { ManualMessage } from '../contract-manual-messages.ts';
import { findManualMessage } from './manual-message-store.ts';

type Dependencies = {
  db: Database;
  tracking: Pick<Tracking, 'recordEvents'>;
  now: () => Date;
  leads: Pick<Leads, 'getLead' | 'moveBack' | 'resetLastContact'>;
};

/** Messages that colleagues send from their own programs. */
export function createManualMessages({ db, tracking, leads, now }: Dependencies) {
  return {
    /** The same event as of a message of ours, so that timeline, stage and recommendations hear of it alike. */
    async markContacted(id: string, { channel, saysSource }: ManualMessage, actor: Actor): Promise<Lead> {
      await inTransaction(db, async (tx) => {
        const row = await lockLead(tx, id);
        if (!row || row.deletedAt) throw leadNotFound();
        await tracking.recordEvents(tx, [
          {
            type: 'message.sent',
            leadId: id,
            channel,
            occurredAt: now(),
            data: {
              byHand: actorName(actor),
              lastContactBefore: row.lastContactAt?.toISOString() ?? null,
              ...(saysSource && { saysSource }),
            },
            isDemo: row.isDemo,
          },
        ]);
        await announce(tx, ['leads', 'lead-groups', 'events', 'activity']);
      });
      return leads.getLead(id);
    },

    /** Events are kept: another one says that the message was none, and what followed from it is turned back. */
    async takeBackContact(id: string, actor: Actor): Promise<Lead> {
      await inTransaction(db, async (tx) => {
        const row = await lockLead(tx, id);
        if (!row || row.deletedAt) throw leadNotFound();
        const message = await findManualMessage(tx, id);
        if (!message) throw new AppError('not_found', 'No letter is noted that could be taken back.');
        if (message.move) await leads.moveBack(tx, [message.move]);
        await leads.resetLastContact(tx, id, { from: message.at, to: message.lastContactBefore });
        await tracking.recordEvents(tx, [
          {
            type: 'letter.taken_back',
            leadId: id,
            channel: message.channel,
            occurredAt: now(),
            data: { undoes: message.id, by: actorName(actor) },
            isDemo: row.isDemo,
          },
        ]);
        await announce(tx, ['leads', 'lead-groups', 'events', 'activity']);
      });
      return leads.getLead(id);
    },
  };
}
