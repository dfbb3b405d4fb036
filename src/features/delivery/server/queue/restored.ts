import type { Compliance } from '#features/compliance/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Transaction } from '#platform/db.ts';
import { giveUpPossiblySent, pauseRestored } from './restored-store.ts';

type Dependencies = {
  tracking: Pick<Tracking, 'recordEvents'>;
  compliance: Pick<Compliance, 'recordAudit'>;
};

const BATCH = 2_000;

/**
 * After a backup was restored: whatever has left since it was taken is not known here. Nothing leaves by itself until
 * people resume their campaigns, and what was due by now is theirs to decide.
 */
export function createRestored({ tracking, compliance }: Dependencies) {
  return {
    async holdRestored(tx: Transaction): Promise<{ campaigns: number; messages: number }> {
      const paused = await pauseRestored(tx);
      await tracking.recordEvents(
        tx,
        paused.map(({ id, isDemo }) => ({ type: 'campaign.paused' as const, campaignId: id, isDemo })),
      );
      for (const { id } of paused) {
        await compliance.recordAudit(tx, {
          actor: null,
          action: 'campaign.paused',
          subject: { kind: 'campaign', id },
          details: { reason: 'restored' },
        });
      }
      let messages = 0;
      for (;;) {
        const batch = await giveUpPossiblySent(tx, BATCH);
        await tracking.recordEvents(
          tx,
          batch.map(({ id, ...of }) => ({ type: 'message.unconfirmed' as const, messageId: id, ...of })),
        );
        messages += batch.length;
        if (batch.length < BATCH) return { campaigns: paused.length, messages };
      }
    },
  };
}
