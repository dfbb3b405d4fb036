import type { Tracking } from '#features/tracking/server/service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Lead } from '../contract.ts';
import type { LetterByHand } from '../contract-contacts.ts';
import { findLetterByHand, resetLastContact } from './contact-store.ts';
import { leadNotFound } from './refusals.ts';
import { lockLead, type MadeMove, setLastContact } from './store.ts';

type Dependencies = {
  db: Database;
  tracking: Pick<Tracking, 'recordEvents'>;
  now: () => Date;
  getLead: (id: string) => Promise<Lead>;
  moveBack: (tx: Transaction, moves: readonly MadeMove[]) => Promise<string[]>;
};

/** What the team writes to people outside of the product. */
export function createContacts({ db, tracking, now, getLead, moveBack }: Dependencies) {
  return {
    /** Notes in the caller's transaction that these people were written to. */
    touchLeads: (tx: Transaction, leadIds: readonly string[], at: Date): Promise<void> =>
      setLastContact(tx, leadIds, at),

    /** The same event as of a message of ours, so that timeline, stage and recommendations hear of it alike. */
    async markContacted(id: string, { channel, saysSource }: LetterByHand, actor: Actor): Promise<Lead> {
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
      return getLead(id);
    },

    /** Events are kept: another one says that the letter was none, and what followed from it is turned back. */
    async takeBackContact(id: string, actor: Actor): Promise<Lead> {
      await inTransaction(db, async (tx) => {
        const row = await lockLead(tx, id);
        if (!row || row.deletedAt) throw leadNotFound();
        const letter = await findLetterByHand(tx, id);
        if (!letter) throw new AppError('not_found', 'No letter is noted that could be taken back.');
        if (letter.move) await moveBack(tx, [letter.move]);
        await resetLastContact(tx, id, { from: letter.at, to: letter.lastContactBefore });
        await tracking.recordEvents(tx, [
          {
            type: 'letter.taken_back',
            leadId: id,
            channel: letter.channel,
            occurredAt: now(),
            data: { undoes: letter.id, by: actorName(actor) },
            isDemo: row.isDemo,
          },
        ]);
        await announce(tx, ['leads', 'lead-groups', 'events', 'activity']);
      });
      return getLead(id);
    },
  };
}
