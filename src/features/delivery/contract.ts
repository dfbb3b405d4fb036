import { z } from 'zod';
import { Channel, PersonalNote, StepClaims, VariantLetter } from '#features/campaigns/contract.ts';
import {
  MessageReason,
  MessageReasonDetails,
  MessageStatus,
  Receipt,
} from '#features/campaigns/contract-messages.ts';
import type { ClaimVerdict, Finding } from '#features/compliance/contract.ts';
import { ClaimsOverride, LegalGround } from '#features/compliance/contract.ts';
import { endpoint, IdParams, PageQuery, RawAnswer } from '#kit/endpoint.ts';

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
