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
  const campaigns = await ctx.campaigns.pauses.pauseRestored(tx);
  let messages = 0;
  for (;;) {
    const batch = await giveUpPossiblySent(tx, BATCH);
    await ctx.tracking.recordEvents(
      tx,
      batch.map(({ id, ...of }) => ({ type: 'message.unconfirmed' as const, messageId: id, ...of })),
    );
    messages += batch.length;
    if (batch.length < BATCH) return { campaigns, messages };
  }
}
