import { z } from 'zod';
import { Channel } from '#features/campaigns/contract.ts';
import { MessageReasonDetails } from '#features/campaigns/contract-messages.ts';
import { OverrideReason } from '#features/compliance/contract.ts';
import { AnswerReason } from '#features/delivery/contract-reasons.ts';
import { endpoint, FileBody, IdParams, PageQuery, RawAnswer } from '#kit/endpoint.ts';

export const REPLY_LABELS = ['interested', 'not_now', 'question', 'out_of_office', 'stop'] as const;
export const ReplyLabel = z.enum(REPLY_LABELS, `One of ${REPLY_LABELS.join(', ')}.`);
export type ReplyLabel = z.infer<typeof ReplyLabel>;

/** More are not listed. */
export const MOST_ATTACHMENTS = 50;

/** A file that came with a reply. */
export const ReplyAttachment = z.object({ name: z.string(), type: z.string(), bytes: z.number().int() });
export type ReplyAttachment = z.infer<typeof ReplyAttachment>;

/** The newest answer of somebody, for the list. */
export const Reply = z.object({
  id: z.uuid(),
  leadId: z.uuid(),
  leadName: z.string(),
  /** Over which they wrote, and are answered. */
  channel: Channel,
  campaignId: z.uuid().nullable(),
  campaignName: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
  label: ReplyLabel.nullable(),
  /** "Built-in engine" until a person sets the label. */
  labelledBy: z.string().nullable(),
  isDone: z.boolean(),
  receivedAt: z.iso.datetime(),
});
export type Reply = z.infer<typeof Reply>;

export const listReplies = endpoint({
  method: 'GET',
  path: '/api/replies',
  access: 'viewer',
  summary: 'Answers to campaigns, of each person the newest, newest first',
  query: PageQuery.extend({
    state: z.enum(['open', 'done'], 'open or done.').optional(),
    label: ReplyLabel.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.array(Reply),
  paged: true,
});

export const countReplies = endpoint({
  method: 'GET',
  path: '/api/replies/counts',
  access: 'viewer',
  summary: 'How many people wait for an answer',
  response: z.object({ open: z.number().int() }),
});

export const ThreadItem = z.object({
  id: z.uuid(),
  kind: z.enum(['message', 'reply', 'auto_reply', 'bounce', 'complaint', 'answer']),
  subject: z.string(),
  text: z.string(),
  /** Who wrote it, on our side; null for the person. */
  by: z.string().nullable(),
  /** What became of an answer of ours that has not simply left. */
  note: z.string().nullable(),
  /** Of an answer. */
  reason: AnswerReason.nullable().default(null),
  details: MessageReasonDetails.nullable().default(null),
  /** The complete mail of an answer is kept there, to be read. */
  isInOutbox: z.boolean(),
  /** The message as it came can be read and downloaded. */
  hasOriginal: z.boolean(),
  attachments: z.array(ReplyAttachment),
  /** Until when they are away, of an automatic reply. */
  awayUntil: z.iso.datetime().nullable(),
  at: z.iso.datetime(),
});
export type ThreadItem = z.infer<typeof ThreadItem>;

export const ReplyThread = Reply.extend({
  items: z.array(ThreadItem),
  /** An answer to begin with; null where none fits. */
  draft: z.object({ text: z.string(), by: z.string() }).nullable(),
  /** Why none is drafted to somebody who may be answered; null where one is. */
  draftObstacle: z.string().nullable(),
  /** Their address belongs to nobody: an answer is stored in the outbox alone. */
  isPractice: z.boolean(),
  /** No mail server would take an answer: it is kept in the outbox, and they go on waiting. */
  isKept: z.boolean(),
  /** Why they cannot be answered here; null when they can. */
  obstacle: z.string().nullable(),
});
export type ReplyThread = z.infer<typeof ReplyThread>;

export const getReplyThread = endpoint({
  method: 'GET',
  path: '/api/replies/:id',
  access: 'viewer',
  summary: 'Everything written to and by the person of an answer, with a drafted reply',
  params: IdParams,
  response: ReplyThread,
});

/** A reply as it came, as text. */
export const ReplyOriginal = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  /** As its header says. */
  date: z.string(),
  text: z.string(),
});
export type ReplyOriginal = z.infer<typeof ReplyOriginal>;

export const getReplyOriginal = endpoint({
  method: 'GET',
  path: '/api/replies/:id/original',
  access: 'viewer',
  summary: 'A reply in full, with what it quotes',
  params: IdParams,
  response: ReplyOriginal,
});

export const downloadReplyOriginal = endpoint({
  method: 'GET',
  path: '/api/replies/:id/original.eml',
  access: 'viewer',
  summary: 'A reply as a file (RFC 5322), as it came',
  params: IdParams,
  response: RawAnswer,
  produces: 'application/octet-stream',
});

export const downloadReplyAttachment = endpoint({
  method: 'GET',
  path: '/api/replies/:id/attachments/:index',
  access: 'viewer',
  summary: 'A file that came with a reply, counted from 0',
  params: IdParams.extend({
    index: z.coerce.number().int().min(0).max(MOST_ATTACHMENTS, 'No such attachment.'),
  }),
  response: RawAnswer,
  produces: 'application/octet-stream',
});

export const updateReply = endpoint({
  method: 'PATCH',
  path: '/api/replies/:id',
  access: 'member',
  summary: 'Label an answer or mark it as done; the label stop unsubscribes the person',
  params: IdParams,
  body: z.object({ label: ReplyLabel.nullable().optional(), isDone: z.boolean().optional() }),
  response: ReplyThread,
});

export const answerReply = endpoint({
  method: 'POST',
  path: '/api/replies/:id/answers',
  access: 'member',
  summary: 'Answer somebody from the mailbox they wrote to',
  params: IdParams,
  body: z.object({
    text: z.string().trim().min(1, 'Write an answer.').max(20_000, 'At most 20,000 characters.'),
    /** From an admin only: why the text may leave in spite of the findings that block it. */
    overrideReason: OverrideReason.optional(),
    /** Answers of ours that stood in the conversation as it was read: with one more, a colleague's, nothing is sent. */
    seenAnswerIds: z.array(z.uuid()).max(1_000, 'At most 1,000 ids.').optional(),
  }),
  response: ReplyThread,
});

export const takePostmarkEvents = endpoint({
  method: 'POST',
  path: '/api/webhooks/postmark',
  access: 'public',
  summary: 'Bounces and complaints that Postmark reports, with POSTMARK_WEBHOOK_SECRET as the password',
  body: FileBody,
  response: RawAnswer,
});

export const takeSendgridEvents = endpoint({
  method: 'POST',
  path: '/api/webhooks/sendgrid',
  access: 'public',
  summary: 'Bounces, complaints and unsubscribes that SendGrid reports, signed for SENDGRID_WEBHOOK_KEY',
  body: FileBody,
  response: RawAnswer,
});

export const verifyWhatsApp = endpoint({
  method: 'GET',
  path: '/api/webhooks/whatsapp',
  access: 'public',
  summary: 'The handshake with which WhatsApp makes sure that this address is ours (WHATSAPP_VERIFY_TOKEN)',
  query: z.object({
    'hub.mode': z.string().max(100).default(''),
    'hub.verify_token': z.string().max(500).default(''),
    'hub.challenge': z.string().max(500).default(''),
  }),
  response: RawAnswer,
  produces: 'text/plain',
});

export const takeWhatsAppEvents = endpoint({
  method: 'POST',
  path: '/api/webhooks/whatsapp',
  access: 'public',
  summary: 'Messages and statuses that WhatsApp reports, signed with WHATSAPP_APP_SECRET',
  body: FileBody,
  response: RawAnswer,
});
