import { z } from 'zod';
import { FailureReason, MessageReasonDetails, OutboxReason } from '#features/campaigns/contract-messages.ts';
import { InLanguage } from '#features/tracking/contract.ts';
import { endpoint, RawAnswer } from '#kit/endpoint.ts';
import { LANGUAGES } from '#kit/language.ts';

/**
 * Whether somebody knows where we have their data from (GDPR Art. 14):
 * - `not_needed`: they gave it to us themselves
 * - `due`: nobody has told them yet; past `dueAt` it is overdue
 * - `sending`: on its way at this moment
 * - `sent`: told
 * - `outbox`: told as far as that goes: nobody is behind a practice address, whose mail stays in the outbox
 * - `kept`: nobody is told. No mail server would take the notice, so that it stays in the outbox
 * - `unconfirmed`: handed over without an answer; it may have arrived and is not sent again automatically
 * - `failed`: it did not arrive
 */
export const SourceNoticeState = z.enum([
  'not_needed',
  'due',
  'sending',
  'sent',
  'outbox',
  'kept',
  'unconfirmed',
  'failed',
]);
export type SourceNoticeState = z.infer<typeof SourceNoticeState>;

/** Why a source notice has the state it has. `earlier_note` keeps a sentence of an earlier version. */
export const NoticeReason = z.enum([
  'not_reached',
  'deferred',
  'sender_refused',
  'connection_lost',
  'process_ended',
  ...OutboxReason.options,
  ...FailureReason.options,
  'earlier_note',
]);
export type NoticeReason = z.infer<typeof NoticeReason>;

export const SourceNotice = z.object({
  leadId: z.uuid(),
  state: SourceNoticeState,
  /** One month after we got the data, or with the first message if that comes before (Art. 14(3)). */
  dueAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  /** The first message of a campaign says it too; null where the notice went by itself or has not gone. */
  campaignName: z.string().nullable(),
  /** Which it goes in: that of the words that are stored about them, as far as those say it. */
  language: z.enum(LANGUAGES),
  /** Why it cannot be sent now; null when it can, or need not be. */
  obstacle: z.string().nullable(),
  /** What happened to it, in words for the team. */
  note: z.string().nullable(),
  /** Of a notice that went as a mail of its own. */
  reason: NoticeReason.nullable().default(null),
  details: MessageReasonDetails.nullable().default(null),
});
export type SourceNotice = z.infer<typeof SourceNotice>;

const IdParams = z.object({ id: z.uuid() });

export const getSourceNotice = endpoint({
  method: 'GET',
  path: '/api/leads/:id/source-notice',
  access: 'viewer',
  summary: 'Whether a person has been told where we have their data from, and until when they must be',
  params: IdParams,
  response: SourceNotice,
});

export const sendSourceNotice = endpoint({
  method: 'POST',
  path: '/api/leads/:id/source-notice',
  access: 'member',
  summary:
    'Tell a person where we have their data from (GDPR Art. 14); one that is under way or told stays as it is',
  params: IdParams,
  body: z.object({
    /** A person has decided to send again what may have arrived. */
    again: z.boolean().default(false),
  }),
  response: SourceNotice,
});

/** Any text: one that leads nowhere is answered with a page for people, not with JSON. */
const Token = z.object({ token: z.string() });

/** What people can ask for on the page that the notice leads to. */
export const DataChoice = z.enum(['object', 'access', 'erasure'], 'One of object, access, erasure.');
export type DataChoice = z.infer<typeof DataChoice>;

export const showDataChoices = endpoint({
  method: 'GET',
  path: '/n/:token',
  access: 'public',
  summary: 'Page on which a person objects or asks to see or delete their data; reading it changes nothing',
  params: Token,
  query: InLanguage,
  response: RawAnswer,
  produces: 'text/html',
});

export const chooseDataRight = endpoint({
  method: 'POST',
  path: '/n/:token',
  access: 'public',
  summary: 'Object, or ask for a copy or for erasure, with one click; repeating it changes nothing',
  params: Token,
  query: InLanguage,
  body: z.object({ choice: DataChoice }),
  consumes: ['application/x-www-form-urlencoded'],
  response: RawAnswer,
  produces: 'text/html',
  rateLimitPerMinute: 30,
});
