import { pauseRestoredCampaigns } from '#features/campaigns/server/service.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { giveUpPossiblySent } from './restored-store.ts';

const BATCH = 2_000;

/**
 * Pauses campaigns after a backup was restored, because what was sent since it was taken is unknown here. People resume
 * them, and decide about each message that was due by now.
 */
export async function holdRestored(
  ctx: Context,
  tx: Transaction,
): Promise<{ campaigns: number; messages: number }> {
  const campaigns = await pauseRestoredCampaigns(ctx, tx);
  let messages = 0;
  for (;;) {
    const batch = await giveUpPossiblySent(tx, BATCH);
    await recordEvents(
      ctx,
      tx,
      batch.map(({ id, ...of }) => ({ type: 'message.unconfirmed' as const, messageId: id, ...of })),
    );
    messages += batch.length;
    if (batch.length < BATCH) return { campaigns, messages };
  }
}
