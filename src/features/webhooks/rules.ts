import type { EventType } from '#features/tracking/contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import type { WebhookEvent } from './contract.ts';

/** Which recorded event is reported under which name. */
export const REPORTED: Partial<Record<EventType, WebhookEvent>> = {
  'lead.added': 'lead.created',
  'lead.discovered': 'lead.created',
  'lead.stage_changed': 'lead.stage_changed',
  'campaign.launched': 'campaign.launched',
  'campaign.paused': 'campaign.paused',
  'campaign.resumed': 'campaign.resumed',
  'campaign.completed': 'campaign.completed',
  'message.sent': 'message.sent',
  'message.failed': 'message.failed',
  'message.bounced': 'message.bounced',
  'message.complained': 'message.complained',
  'message.opened': 'message.opened',
  'link.clicked': 'link.clicked',
  'reply.received': 'reply.received',
  'contact.unsubscribed': 'contact.unsubscribed',
  'consent.changed': 'consent.changed',
  'conversation.handed_over': 'conversation.handed_over',
  'community.posted': 'post.created',
  'purchase.made': 'purchase.recorded',
  'purchase.refunded': 'purchase.refunded',
};

/** Details of an event that a receiver gets; others may hold a person's words. */
const TOLD = [
  'from',
  'to',
  'platform',
  'label',
  'channel',
  'ground',
  'purpose',
  'conversationId',
  'level',
  'communityId',
  'postId',
  'amountMinor',
  'currency',
] as const;

type Reported = {
  id: string;
  occurredAt: Date;
  leadId: string | null;
  campaignId: string | null;
  messageId: string | null;
  channel: string | null;
  valueCents: number | null;
  data: Record<string, unknown>;
  isDemo: boolean;
};

/** The body of a request: ids and states, no names or words of people. A receiver asks the API for more. */
export function bodyOf(type: string, event: Reported): string {
  const { id, occurredAt, leadId, campaignId, messageId, channel, valueCents, isDemo } = event;
  const told = TOLD.flatMap((key) =>
    event.data[key] === undefined ? [] : [[key, event.data[key]] as const],
  );
  const money = valueCents === null ? {} : { amountMinor: valueCents, currency: 'USD' };
  const data = {
    eventId: id,
    leadId,
    campaignId,
    messageId,
    channel,
    isPractice: isDemo,
    ...money,
    ...Object.fromEntries(told),
  };
  return JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
}

/** Waits before the second and later attempts: three days in all, as Standard Webhooks proposes. */
const WAITS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
];
/** A wait is longer by up to this share, so that receivers that come back are not called by all at once. */
const JITTER = 0.2;

/**
 * Milliseconds until the next attempt; undefined after the last.
 * @param attempts made so far
 * @param random from 0 to 1
 * @param retryAfterMs what the receiver asked for; at most a day counts
 */
export function waitAfter(attempts: number, random: number, retryAfterMs = 0): number | undefined {
  const wait = WAITS[attempts - 1];
  if (wait === undefined) return undefined;
  return Math.max(Math.round(wait * (1 + random * JITTER)), Math.min(retryAfterMs, DAY_MS));
}
