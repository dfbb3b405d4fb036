import type { Delivery, DeliveryProblem, PauseReason, WebhookEvent } from '../contract.ts';

export const EVENT_LABELS: Record<WebhookEvent, string> = {
  'lead.created': 'Lead created',
  'lead.stage_changed': 'Lead changed stage',
  'campaign.launched': 'Campaign launched',
  'campaign.paused': 'Campaign paused',
  'campaign.resumed': 'Campaign resumed',
  'campaign.completed': 'Campaign completed',
  'message.sent': 'Message sent',
  'message.failed': 'Message failed',
  'message.bounced': 'Message bounced',
  'message.complained': 'Spam complaint',
  'message.opened': 'Email opened',
  'link.clicked': 'Link clicked',
  'reply.received': 'Reply received',
  'contact.unsubscribed': 'Unsubscribed',
  'consent.changed': 'Consent changed',
  'conversation.handed_over': 'Conversation handed over',
  'post.created': 'Community post',
  'purchase.recorded': 'Purchase',
  'purchase.refunded': 'Refund',
};

export const PAUSE_WORDS: Record<PauseReason, string> = {
  by_person: 'Paused. New events wait until you resume it.',
  gone: 'Paused: the receiver answered 410 Gone. Nothing is lost. Check the address, then resume.',
  failing:
    'Paused: an event could not be delivered for three days. Fix the receiver, resume, then replay what failed.',
};

const PROBLEM_WORDS: Record<Exclude<DeliveryProblem, 'answered_error'>, string> = {
  refused: 'Address not allowed',
  timeout: 'No answer in 15 seconds',
  too_large: 'Answer too large',
  unreachable: 'No connection',
  aborted: 'Stopped',
};

/** How a delivery went: "Delivered, 204", "Answered 500, attempt 3 of 10". */
export function deliveryWords({ state, status, problem, attempts, type }: Delivery): string {
  if (state === 'delivered') return `Delivered, ${status}`;
  const what =
    problem === null
      ? 'Waiting'
      : problem === 'answered_error'
        ? `Answered ${status}`
        : PROBLEM_WORDS[problem];
  return attempts === 0 || type === 'webhook.test' ? what : `${what}, attempt ${attempts} of 10`;
}
