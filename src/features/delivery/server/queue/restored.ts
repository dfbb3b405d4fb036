import type { Pauses } from '#features/campaigns/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Transaction } from '#platform/db.ts';
import { giveUpPossiblySent } from './restored-store.ts';

type Dependencies = {
  tracking: Pick<Tracking, 'recordEvents'>;
  pauses: Pick<Pauses, 'pauseRestored'>;
};

const BATCH = 2_000;

/**
 * After a backup was restored: whatever has left since it was taken is not known here. Nothing leaves by itself until
 * people resume their campaigns, and what was due by now is theirs to decide.
 */
export function createRestored({ tracking, pauses }: Dependencies) {
  return {
    async holdRestored(tx: Transaction): Promise<{ campaigns: number; messages: number }> {
      const campaigns = await pauses.pauseRestored(tx);
      let messages = 0;
      for (;;) {
        const batch = await giveUpPossiblySent(tx, BATCH);
        await tracking.recordEvents(
          tx,
          batch.map(({ id, ...of }) => ({ type: 'message.unconfirmed' as const, messageId: id, ...of })),
        );
        messages += batch.length;
        if (batch.length < BATCH) return { campaigns, messages };
      }
    },
  };
}
