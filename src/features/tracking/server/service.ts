import type { Transaction } from '#platform/db.ts';
import type { EventType } from '../contract.ts';
import {
  ensureTrackedLink,
  forgetPeople,
  insertEvents,
  insertTouchpoints,
  movePerson,
  movePersonBack,
  type NewEvent,
  type NewTouchpoint,
  type RecordedEvent,
  renewTouchpoints,
} from './store.ts';

export type { NewEvent, NewTouchpoint, RecordedEvent } from './store.ts';

type Subscriber = (tx: Transaction, events: RecordedEvent[]) => Promise<void>;

/**
 * The log of what happened. Whoever changes state records the event in the same transaction; features further
 * right subscribe and write their share in that transaction too, so that the parts can never disagree.
 */
export function createTracking() {
  const subscribers: { types: ReadonlySet<EventType>; handle: Subscriber }[] = [];

  return {
    /** Calls `handle` inside the transaction that records events of these types. Wired once, at the start. */
    subscribe(types: readonly EventType[], handle: Subscriber): void {
      subscribers.push({ types: new Set(types), handle });
    },

    /** Appends events; answers those that were new. Throws when a subscriber does, undoing all of it. */
    async recordEvents(tx: Transaction, events: readonly NewEvent[]): Promise<RecordedEvent[]> {
      const recorded = await insertEvents(tx, events);
      for (const { types, handle } of subscribers) {
        const ofInterest = recorded.filter((event) => types.has(event.type));
        if (ofInterest.length > 0) await handle(tx, ofInterest);
      }
      return recorded;
    },

    /** Opens the contacts that links and unsubscribes of these messages will refer to. */
    openTouchpoints: (tx: Transaction, rows: NewTouchpoint[]): Promise<void> => insertTouchpoints(tx, rows),

    /** The contacts of messages that have not left follow another address of their person. */
    renewTouchpoints,

    /** The number under which a campaign's link stands in its tokens. */
    trackLink: ensureTrackedLink,

    forgetPeople,
    movePerson,
    movePersonBack,
  };
}
export type Tracking = ReturnType<typeof createTracking>;
