import { z } from 'zod';
import { endpoint, IdParams, Nothing, PageQuery } from '#kit/endpoint.ts';

/** What a webhook can report. */
export const WEBHOOK_EVENTS = [
  'lead.created',
  'lead.stage_changed',
  'campaign.launched',
  'campaign.paused',
  'campaign.resumed',
  'campaign.completed',
  'message.sent',
  'message.failed',
  'message.bounced',
  'message.complained',
  'message.opened',
  'link.clicked',
  'reply.received',
  'contact.unsubscribed',
  'consent.changed',
  'conversation.handed_over',
  'post.created',
  'purchase.recorded',
  'purchase.refunded',
] as const;
export const WebhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** The most webhooks a workspace has. */
export const MOST_WEBHOOKS = 20;

const WebhookUrl = z
  .url({ protocol: /^https?$/, message: 'Enter a complete web address.' })
  .max(2_000, 'At most 2,000 characters.')
  .refine((url) => {
    const { username, password } = URL.canParse(url) ? new URL(url) : { username: '', password: '' };
    return username === '' && password === '';
  }, 'Leave out the user name and password. Check the signature instead.');

const WebhookEvents = z
  .array(WebhookEvent)
  .min(1, 'Choose at least one event.')
  .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event)));

/** Why a webhook is paused: a person did it, the receiver answered 410 Gone, or an event failed for three days. */
export const PauseReason = z.enum(['by_person', 'gone', 'failing']);
export type PauseReason = z.infer<typeof PauseReason>;

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(WebhookEvent),
  isPaused: z.boolean(),
  pauseReason: PauseReason.nullable(),
  createdAt: z.iso.datetime(),
  /** Until when requests are also signed with the secret before the last rotation. */
  previousSecretUntil: z.iso.datetime().nullable(),
  /** Deliveries that wait, and those that failed for good in the last 30 days. */
  waiting: z.number().int(),
  failed: z.number().int(),
});
export type Webhook = z.infer<typeof Webhook>;

const WebhookSecret = z.object({
  id: z.uuid(),
  /** Shown once: `whsec_` and 32 random bytes as base64. */
  secret: z.string(),
});

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** What the last attempt ran into: no answer at all, or an answer that is not 2xx. */
export const DeliveryProblem = z.enum([
  'refused',
  'timeout',
  'too_large',
  'unreachable',
  'aborted',
  'answered_error',
]);
export type DeliveryProblem = z.infer<typeof DeliveryProblem>;

export const Delivery = z.object({
  /** The `webhook-id` header: the same in each attempt and replay. */
  id: z.uuid(),
  type: z.string(),
  state: DeliveryState,
  attempts: z.number().int(),
  createdAt: z.iso.datetime(),
  lastAttemptAt: z.iso.datetime().nullable(),
  /** Null unless it waits. */
  nextAttemptAt: z.iso.datetime().nullable(),
  status: z.number().int().nullable(),
  problem: DeliveryProblem.nullable(),
  /** Milliseconds of the last attempt. */
  durationMs: z.number().int().nullable(),
  /** The request's body, as it was signed. */
  body: z.string(),
  /** The start of the last answer's body. */
  response: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

export const NewWebhook = z.object({ url: WebhookUrl, events: WebhookEvents });
export type NewWebhook = z.output<typeof NewWebhook>;

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  access: 'admin',
  summary: 'List webhooks',
  response: z.array(Webhook),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  access: 'admin',
  summary: 'Create a webhook. The secret is shown once',
  body: NewWebhook,
  response: WebhookSecret,
  status: 201,
  isAnswerSecret: true,
});

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/api/webhooks/:id',
  access: 'admin',
  summary: 'Change, pause or resume a webhook',
  params: IdParams,
  body: NewWebhook.extend({ isPaused: z.boolean() }).partial(),
  response: Webhook,
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/:id',
  access: 'admin',
  summary: 'Delete a webhook. It can be restored for a day',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/restore',
  access: 'admin',
  summary: 'Restore a deleted webhook',
  params: IdParams,
  response: Webhook,
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/rotate',
  access: 'admin',
  summary: 'Replace the secret. For 24 hours requests carry a signature of each',
  params: IdParams,
  response: WebhookSecret,
  isAnswerSecret: true,
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/test',
  access: 'admin',
  summary: 'Send a test event now',
  params: IdParams,
  response: Delivery,
});

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  access: 'admin',
  summary: 'List the deliveries of the last 30 days, newest first',
  params: IdParams,
  query: PageQuery.extend({ state: DeliveryState.optional() }),
  response: z.array(Delivery),
  paged: true,
});

export const replayDelivery = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/replay',
  access: 'admin',
  summary: 'Send a delivery again, with the same webhook-id',
  params: IdParams.extend({ deliveryId: z.uuid() }),
  response: Delivery,
  status: 202,
});

export const replayDeliveries = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/replay',
  access: 'admin',
  summary: 'Send the deliveries of a period again',
  params: IdParams,
  body: z
    .object({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      /** Those that failed, or all. */
      which: z.enum(['failed', 'all']).default('failed'),
    })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      path: ['to'],
      message: 'Choose an end after the start.',
    }),
  response: z.object({ replayed: z.number().int() }),
  status: 202,
});
