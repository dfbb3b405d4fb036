import { z } from 'zod';
import type { ClaimVerdict, Finding } from '#features/compliance/contract.ts';
import { ClaimsOverride, ConsentObstacle, LegalGround } from '#features/compliance/contract.ts';
import { endpoint, IdParams, PageQuery, RawAnswer } from '#kit/endpoint.ts';
import { Channel, PersonalNote, StepClaims, VariantLetter } from '#features/campaigns/contract.ts';
import { STOP_REASONS } from '#features/campaigns/rules-sequence.ts';

export const MessageStatus = z.enum([
  'queued',
  'sending',
  'sent',
  'outbox',
  'manual',
  'failed',
  'bounced',
  'unconfirmed',
  'skipped',
  'held',
]);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** How far a platform says a message came after it had left. */
export const Receipt = z.enum(['delivered', 'read']);
export type Receipt = z.infer<typeof Receipt>;

/** Why a message is not sent. `no_consent` carries the obstacle in its details. */
export const SkipReason = z.enum([
  ...STOP_REASONS,
  'suppressed',
  'no_consent',
  'lead_deleted',
  'group_removed',
  'step_removed',
  'claim_with_details',
  'no_address',
  'address_check_failed',
  'duplicate_mailbox',
  'had_before',
  'in_other_campaign',
  'earlier_step_failed',
]);
export type SkipReason = z.infer<typeof SkipReason>;

/** Why a message did not arrive. */
export const FailureReason = z.enum(['bounced', 'came_back', 'refused', 'deferred_too_long', 'text_lost']);
export type FailureReason = z.infer<typeof FailureReason>;

/** Why it is unknown whether a message arrived. */
export const UnconfirmedReason = z.enum(['worker_ended', 'connection_lost', 'no_clear_answer', 'restored']);
export type UnconfirmedReason = z.infer<typeof UnconfirmedReason>;

/** Why a message waits: for a person, for a test or for its next try. */
export const WaitReason = z.enum([
  'by_hand',
  'by_hand_whatsapp',
  'platform_declined',
  'platform_not_set_up',
  'variant_test',
  'deferred',
]);
export type WaitReason = z.infer<typeof WaitReason>;

/** Why a message stays in the outbox. */
export const OutboxReason = z.enum(['no_mail_server', 'practice_address']);
export type OutboxReason = z.infer<typeof OutboxReason>;

/** Why a message has the status it has. `earlier_note` keeps a sentence of an earlier version. */
export const MessageReason = z.enum([
  ...SkipReason.options,
  ...FailureReason.options,
  ...UnconfirmedReason.options,
  ...WaitReason.options,
  ...OutboxReason.options,
  'earlier_note',
]);
export type MessageReason = z.infer<typeof MessageReason>;

export const MessageReasonDetails = z.object({
  /** Of `no_consent`. */
  obstacle: ConsentObstacle.optional(),
  /** The platform's name; absent for a mail server. */
  platform: z.string().optional(),
  /** What the mail server or the platform answered. */
  answer: z.string().optional(),
});
export type MessageReasonDetails = z.infer<typeof MessageReasonDetails>;

export const Message = z.object({
  id: z.uuid(),
  campaignId: z.uuid(),
  /** Null once the person's data has been removed. */
  leadId: z.uuid().nullable(),
  leadName: z.string().nullable(),
  stepId: z.uuid().nullable(),
  channel: Channel,
  /** Which text of its step, where there are several. */
  variant: VariantLetter.nullable(),
  status: MessageStatus,
  /** Null where the platform has not said so, or says nothing about it. */
  receipt: Receipt.nullable(),
  /** E-mail address or handle; null where none is stored (WhatsApp) or the data has been removed. */
  to: z.string().nullable(),
  /** Opens the conversation in the platform's own app, for a message that is sent by hand. */
  deepLink: z.string().nullable(),
  subject: z.string().nullable(),
  body: z.string(),
  /** For people: why it was skipped, failed or stays in the outbox. */
  note: z.string().nullable(),
  reason: MessageReason.nullable().default(null),
  details: MessageReasonDetails.nullable().default(null),
  /** What the sentence for this person alone was made of; null without one. */
  personal: PersonalNote.nullable(),
  /** On what ground it was written, as it was when it left; null before. */
  legalGround: LegalGround.nullable(),
  dueAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
});
export type Message = z.infer<typeof Message>;

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/campaigns/:id/messages',
  access: 'viewer',
  summary: 'The messages of a campaign, each with its exact text',
  params: IdParams,
  query: PageQuery.extend({
    status: MessageStatus.optional(),
    limit: z.coerce.number().int().min(1).max(1_000).default(200),
  }),
  response: z.array(Message),
  paged: true,
});

export const MessageSource = z.object({
  id: z.uuid(),
  /** The complete RFC 5322 message as kept in the outbox. */
  raw: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
});
export type MessageSource = z.infer<typeof MessageSource>;

export const getOutboxMessage = endpoint({
  method: 'GET',
  path: '/api/messages/:id/source',
  access: 'viewer',
  summary: 'A message of the outbox in full, also the answer to a reply',
  params: IdParams,
  response: MessageSource,
});

export const markMessageSent = endpoint({
  method: 'POST',
  path: '/api/messages/:id/mark-sent',
  access: 'member',
  summary: 'Say that a message that waits for a person has been sent by hand',
  params: IdParams,
  response: Message,
});

export const sendMessageAgain = endpoint({
  method: 'POST',
  path: '/api/messages/:id/send-again',
  access: 'member',
  summary: 'Send a message again of which nobody knows whether it arrived, after somebody has looked',
  params: IdParams,
  response: Message,
});

/** A text with which messages left; words in brackets stand for what differed per person. */
export const SentText = z.object({
  id: z.uuid(),
  channel: Channel,
  variant: VariantLetter,
  subject: z.string().nullable(),
  text: z.string(),
  claims: StepClaims.nullable(),
  override: ClaimsOverride.nullable(),
  composedAt: z.iso.datetime(),
  /** How many left with it, those to the outbox included. */
  messages: z.number().int(),
  /** How many of them stay in the outbox. */
  outbox: z.number().int(),
  lastSentAt: z.iso.datetime().nullable(),
});
export type SentText = z.infer<typeof SentText>;

export const listSentTexts = endpoint({
  method: 'GET',
  path: '/api/campaigns/:id/sent-texts',
  access: 'member',
  summary: 'Every text that left, with its findings and the override that let it leave',
  params: IdParams,
  response: z.array(SentText),
});

/** One line of the exported trail. */
export type SentMessage = {
  id: string;
  leadId: string | null;
  channel: Channel;
  status: string;
  sentAt: string;
  /** As it was when the message left. */
  legalGround: LegalGround | null;
  subject: string | null;
  body: string;
  verdict: ClaimVerdict | null;
  findings: Finding[];
  override: ClaimsOverride | null;
};

export const exportSentMessages = endpoint({
  method: 'GET',
  path: '/api/campaigns/:id/sent-messages/export',
  access: 'member',
  summary: 'Every message that left, word for word, with findings, override and approver, as a file',
  params: IdParams,
  query: z.object({ format: z.enum(['json', 'csv'], 'json or csv.').default('json') }),
  response: RawAnswer,
  produces: 'application/json, text/csv',
});
