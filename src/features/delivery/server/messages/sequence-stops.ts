import { STOP_REASONS, STOPPING_EVENTS, stopReasonOf } from '#features/campaigns/rules-sequence.ts';
import type { RecordedEvent } from '#features/tracking/server/event-subscribers.ts';
import type { Transaction } from '#platform/db.ts';
import { insertStops, skipStopped } from './sequence-store.ts';

/**
 * Ends sequences by what people do, in the transaction that records it: a person who answers, signs up, buys or
 * unsubscribes gets no further step of that campaign. The claim of a message reads the same table, for steps that are
 * added later.
 */
export const sequenceStops = {
  types: STOPPING_EVENTS,
  async handle(tx: Transaction, events: readonly RecordedEvent[]): Promise<void> {
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
  },
};
