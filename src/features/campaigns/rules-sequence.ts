import type { EventType } from '#features/tracking/contract.ts';

/** What ends a sequence for a person. A bounce ends it by itself: a step whose earlier one did not arrive is skipped. */
export const STOP_REASONS = ['replied', 'converted', 'unsubscribed', 'complained'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

const STOP_BY_EVENT: Partial<Record<EventType, StopReason>> = {
  'reply.received': 'replied',
  'landing.converted': 'converted',
  'purchase.made': 'converted',
  'contact.unsubscribed': 'unsubscribed',
  'message.complained': 'complained',
};

/** Events after which a person gets no further step. */
export const STOPPING_EVENTS = Object.keys(STOP_BY_EVENT).filter(isStoppingEvent);

function isStoppingEvent(type: string): type is EventType {
  return type in STOP_BY_EVENT;
}

export function stopReasonOf(type: EventType): StopReason | undefined {
  return STOP_BY_EVENT[type];
}
