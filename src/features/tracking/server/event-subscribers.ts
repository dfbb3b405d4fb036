import type { Transaction } from '#platform/db.ts';
import type { EventType } from '../contract.ts';

export type NewEvent = {
  /** Given only where a repeat must count once. */
  id?: string;
  type: EventType;
  occurredAt?: Date;
  campaignId?: string | null;
  leadId?: string | null;
  messageId?: string | null;
  channel?: string | null;
  valueCents?: number | null;
  data?: Record<string, unknown>;
  isDemo?: boolean;
};

export type RecordedEvent = Required<NewEvent>;

/** Handles events of these types inside the transaction that records them. */
export type EventSubscriber = {
  types: readonly EventType[];
  handle: (tx: Transaction, events: RecordedEvent[]) => Promise<void>;
};

declare module '#platform/context.ts' {
  interface Context {
    /** The features further right that hear of events, in this order. */
    readonly eventSubscribers: readonly EventSubscriber[];
  }
}
