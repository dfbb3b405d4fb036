import { STOP_REASONS, STOPPING_EVENTS, stopReasonOf } from '#features/campaigns/rules-sequence.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { insertStops, skipStopped } from './sequence-store.ts';

/**
 * Ends sequences by what people do, in the transaction that records it: who answers, signs up, buys or leaves gets no
 * further step of that campaign. The claim of a message looks at the same table, for steps that are added later.
 */
export function createSequences({ tracking }: { tracking: Tracking }): void {
  tracking.subscribe(STOPPING_EVENTS, async (tx, events) => {
    const stops = events.flatMap(({ type, campaignId, leadId }) => {
      const reason = stopReasonOf(type);
      return reason && campaignId !== null && leadId !== null ? [{ campaignId, leadId, reason }] : [];
    });
    if (stops.length === 0) return;
    await insertStops(tx, stops);
    for (const reason of STOP_REASONS) {
      const stopped = stops.filter((stop) => stop.reason === reason);
      if (stopped.length > 0) await skipStopped(tx, stopped, reason);
    }
  });
}
