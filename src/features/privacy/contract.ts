import { z } from 'zod';
import {
  ConsentObstacle,
  ConsentPurpose,
  ConsentRecord,
  ConsentSource,
  ContactChannel,
  LegalGround,
} from '#features/compliance/contract.ts';
import { PersonalText } from '#features/compliance/contract-texts.ts';
import { endpoint, IdParams, Nothing, PageQuery, RawAnswer } from '#kit/endpoint.ts';

/** What may be sent to a person over one channel, and why. */
export const ChannelConsent = z.object({
  channel: ContactChannel,
  /** On what ground we would write; null where it was withdrawn. */
  ground: LegalGround.nullable(),
  /** Why nothing may be sent, in a sentence; null where it may. */
  obstacle: z.string().nullable(),
  reason: ConsentObstacle.nullable().default(null),
  /** What is sent there reaches nobody, so no country's rule is applied. */
  isPractice: z.boolean().default(false),
});
export type ChannelConsent = z.infer<typeof ChannelConsent>;

export const LeadConsent = z.object({
  channels: z.array(ChannelConsent),
  /** The whole ledger, newest first. */
  records: z.array(ConsentRecord),
});
export type LeadConsent = z.infer<typeof LeadConsent>;

export const getLeadConsent = endpoint({
  method: 'GET',
  path: '/api/leads/:id/consents',
  access: 'viewer',
  summary: 'On what ground a person may be written to over each channel, with the proofs',
  params: IdParams,
  response: LeadConsent,
});

export const NewConsent = z
  .object({
    channel: ContactChannel,
    purpose: ConsentPurpose.default('marketing'),
    /** Having asked something is no consent to marketing. */
    ground: LegalGround.exclude(['enquiry']).default('consent'),
    source: ConsentSource,
    sourceUrl: z
      .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'An http or https address.' })])
      .transform((url) => url || null)
      .nullable()
      .default(null),
    textVersion: z
      .string()
      .trim()
      .min(1, 'Say which wording they agreed to.')
      .max(500, 'At most 500 characters.'),
    proof: z
      .string()
      .trim()
      .min(1, 'Say what proves it, for example where the form or the recording is kept.')
      .max(2_000, 'At most 2,000 characters.'),
    collectedAt: z.iso.datetime('A date and time.').optional(),
    expiresAt: z.iso.datetime('A date and time.').nullable().default(null),
  })
  .refine(({ collectedAt, expiresAt }) => expiresAt === null || expiresAt > (collectedAt ?? ''), {
    path: ['expiresAt'],
    message: 'It must end after it was given.',
  });
export type NewConsent = z.output<typeof NewConsent>;

export const giveConsent = endpoint({
  method: 'POST',
  path: '/api/leads/:id/consents',
  access: 'member',
  summary: 'Record that a person agreed, with the proof',
  params: IdParams,
  body: NewConsent,
  response: LeadConsent,
  status: 201,
});

export const withdrawConsent = endpoint({
  method: 'POST',
  path: '/api/leads/:id/consents/withdraw',
  access: 'member',
  summary: 'Record that a person does not agree any more; nothing is sent over this channel from then on',
  params: IdParams,
  body: z.object({ channel: ContactChannel, purpose: ConsentPurpose.default('marketing') }),
  response: LeadConsent,
});

/** What the law lets a person ask for (GDPR Art. 15 and 17). */
export const PrivacyRequestKind = z.enum(['access', 'erasure'], 'One of access, erasure.');
export type PrivacyRequestKind = z.infer<typeof PrivacyRequestKind>;

export const PrivacyRequest = z.object({
  id: z.uuid(),
  leadId: z.uuid(),
  leadName: z.string(),
  kind: PrivacyRequestKind,
  receivedAt: z.iso.datetime(),
  /** The answer is owed within one month (GDPR Art. 12(3)); 30 days here. */
  dueAt: z.iso.datetime(),
  doneAt: z.iso.datetime().nullable(),
});
export type PrivacyRequest = z.infer<typeof PrivacyRequest>;

export const listPrivacyRequests = endpoint({
  method: 'GET',
  path: '/api/privacy/requests',
  access: 'viewer',
  summary: 'Requests of people that wait for an answer, the most urgent first',
  query: z.object({ leadId: z.uuid().optional() }),
  response: z.array(PrivacyRequest),
});

export const openPrivacyRequest = endpoint({
  method: 'POST',
  path: '/api/leads/:id/privacy-requests',
  access: 'member',
  summary:
    'Note that a person asks for their data or for its erasure; one that waits already is answered again',
  params: IdParams,
  body: z.object({ kind: PrivacyRequestKind }),
  response: PrivacyRequest,
  status: 201,
});

export const closePrivacyRequest = endpoint({
  method: 'POST',
  path: '/api/privacy/requests/:id/done',
  access: 'member',
  summary: 'Note that a request has been answered',
  params: IdParams,
  response: PrivacyRequest,
});

export const exportLead = endpoint({
  method: 'GET',
  path: '/api/leads/:id/export',
  access: 'member',
  summary: 'Everything that is kept about a person, as a file',
  params: IdParams,
  response: RawAnswer,
  produces: 'application/json',
});

export const listPersonalTexts = endpoint({
  method: 'GET',
  path: '/api/leads/:id/texts',
  access: 'member',
  summary:
    'Every text that left for a person, with findings, override and consent as they were, newest first',
  params: IdParams,
  query: PageQuery,
  response: z.array(PersonalText),
  paged: true,
});

export const exportPersonalTexts = endpoint({
  method: 'GET',
  path: '/api/leads/:id/texts/export',
  access: 'member',
  summary: 'Every text that left for a person, with findings, override and consent as they were, as a file',
  params: IdParams,
  query: z.object({ format: z.enum(['json', 'csv'], 'json or csv.').default('json') }),
  response: RawAnswer,
  produces: 'application/json, text/csv',
});

/** Where a text about somebody else may name a person. */
export const MentionKind = z.enum(['chat', 'reply', 'answer', 'post', 'note', 'task']);
export type MentionKind = z.infer<typeof MentionKind>;

/** A text that names a person and is not theirs. */
export const Mention = z.object({
  kind: MentionKind,
  id: z.uuid(),
  /** The words around the first mention. */
  excerpt: z.string(),
  at: z.iso.datetime(),
});
export type Mention = z.infer<typeof Mention>;

export const Mentions = z.object({ items: z.array(Mention), hasMore: z.boolean() });
export type Mentions = z.infer<typeof Mentions>;

export const listMentions = endpoint({
  method: 'GET',
  path: '/api/leads/:id/mentions',
  access: 'member',
  summary: 'Texts of other people that name a person by address, number, account or name; 50 of each kind',
  params: IdParams,
  response: Mentions,
});

export const eraseLead = endpoint({
  method: 'POST',
  path: '/api/leads/:id/erase',
  access: 'member',
  summary:
    'Erase a person everywhere for good, and from the texts of others that are named; only keyed hashes stay, which refuse their return',
  params: IdParams,
  body: z.object({
    /** Texts of others in which [erased] replaces the person. */
    mentions: z
      .array(Mention.pick({ kind: true, id: true }))
      .max(1_000, 'At most 1,000 texts.')
      .default([]),
  }),
  response: Nothing,
  status: 204,
});

/** What is removed by itself when its time is over. */
export const RETENTION_KINDS = [
  'uncontacted_leads',
  'unanswered_leads',
  'ended_consents',
  'strangers_chats',
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

const RetentionDays = z.number().int().min(1, 'At least 1 day.').max(3_650, 'At most 3,650 days.').nullable();
/** Days per kind; null keeps it. */
export const RetentionRules = z.object({
  uncontacted_leads: RetentionDays,
  unanswered_leads: RetentionDays,
  ended_consents: RetentionDays,
  strangers_chats: RetentionDays.default(180),
});
export type RetentionRules = z.infer<typeof RetentionRules>;

const Removed = z.record(z.enum(RETENTION_KINDS), z.number().int());

export const Retention = z.object({
  rules: RetentionRules,
  /** What the last daily run removed; null before the first. */
  lastRun: z
    .object({
      at: z.iso.datetime(),
      removed: Removed,
      /** Of the people, those somebody had written to by hand. */
      writtenByHand: z.number().int(),
    })
    .nullable(),
});
export type Retention = z.infer<typeof Retention>;

export const getRetention = endpoint({
  method: 'GET',
  path: '/api/privacy/retention',
  access: 'viewer',
  summary: 'How long each kind of data is kept, and what the last daily run removed',
  response: Retention,
});

export const changeRetention = endpoint({
  method: 'PUT',
  path: '/api/privacy/retention',
  access: 'admin',
  summary: 'Change how long data is kept',
  body: RetentionRules,
  response: Retention,
});

const PreviewDays = z.coerce
  .number()
  .int()
  .min(1, 'At least 1 day.')
  .max(3_650, 'At most 3,650 days.')
  .optional();

/** What the next daily run would remove. */
export const RetentionPreview = z.object({
  /** When it runs. */
  at: z.iso.datetime(),
  removed: Removed,
  writtenByHand: z.number().int(),
});
export type RetentionPreview = z.infer<typeof RetentionPreview>;

export const previewRetention = endpoint({
  method: 'GET',
  path: '/api/privacy/retention/preview',
  access: 'admin',
  summary: 'What the next daily run would remove by other rules; a kind that is left out is kept',
  query: z.object({
    uncontacted_leads: PreviewDays,
    unanswered_leads: PreviewDays,
    ended_consents: PreviewDays,
    strangers_chats: PreviewDays,
  }),
  response: RetentionPreview,
});
