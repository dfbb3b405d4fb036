import type { Tracking } from '#features/tracking/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Lead } from '../contract.ts';
import type { LetterChannel } from '../contract-contacts.ts';
import { leadNotFound } from './refusals.ts';
import { lockLead } from './store.ts';

type Dependencies = {
  db: Database;
  tracking: Pick<Tracking, 'recordEvents'>;
  now: () => Date;
  getLead: (id: string) => Promise<Lead>;
};

/** What the team writes to people outside of the product. */
export function createContacts({ db, tracking, now, getLead }: Dependencies) {
  return {
    /** The same event as of a message of ours, so that timeline, stage and recommendations hear of it alike. */
    async markContacted(id: string, channel: LetterChannel, { firstName, lastName }: Actor): Promise<Lead> {
      await inTransaction(db, async (tx) => {
        const row = await lockLead(tx, id);
        if (!row || row.deletedAt) throw leadNotFound();
        await tracking.recordEvents(tx, [
          {
            type: 'message.sent',
            leadId: id,
            channel,
            occurredAt: now(),
            data: { byHand: `${firstName} ${lastName}`.trim() },
            isDemo: row.isDemo,
          },
        ]);
        await announce(tx, ['leads', 'lead-groups', 'events', 'activity']);
      });
      return getLead(id);
    },
  };
}
