import type { Context } from '#platform/context.ts';
import type { Queryable, Transaction } from '#platform/db.ts';
import type { NewEvent, RecordedEvent } from './event-subscribers.ts';
import { claimPageEventIds, insertEvents } from './store.ts';
import { claimOpen } from './touchpoint-store.ts';

type EventContext = Pick<Context, 'eventSubscribers'>;

/**
 * Appends events to the log of what happened, in the transaction that changes state, and calls their subscribers in it.
 * Returns those that were new. Throws when a subscriber does, undoing all of it.
 */
export async function recordEvents(
  ctx: EventContext,
  tx: Transaction,
  events: readonly NewEvent[],
): Promise<RecordedEvent[]> {
  const recorded = await insertEvents(tx, events);
  await tellSubscribers(ctx, tx, recorded);
  return recorded;
}

export async function tellSubscribers(
  { eventSubscribers }: EventContext,
  tx: Transaction,
  events: readonly RecordedEvent[],
): Promise<void> {
  for (const { types, handle } of eventSubscribers) {
    const ofInterest = events.filter(({ type }) => types.includes(type));
    if (ofInterest.length > 0) await handle(tx, ofInterest);
  }
}

/** Records once per email that a person opened it or a machine loaded it. False if it has counted, or is not counted. */
export async function noteOpen(
  ctx: EventContext,
  tx: Transaction,
  touchpointId: string,
  { isMachine }: { isMachine: boolean },
): Promise<boolean> {
  const touchpoint = await claimOpen(tx, touchpointId, { isMachine });
  if (!touchpoint) return false;
  const { campaignId, leadId, messageId, channel, isDemo } = touchpoint;
  const type = isMachine ? 'message.preloaded' : 'message.opened';
  await recordEvents(ctx, tx, [{ type, campaignId, leadId, messageId, channel, isDemo }]);
  return true;
}

/** True the first time that this id is reported. */
export async function claimReport(tx: Queryable, id: string): Promise<boolean> {
  return (await claimPageEventIds(tx, [id])).has(id);
}
