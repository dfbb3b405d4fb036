import { z } from 'zod';
import { ClaimVerdict, Finding, LegalGround } from '#features/compliance/contract.ts';
import { Lead } from '#features/leads/contract.ts';
import { Jurisdiction } from '#features/settings/contract.ts';
import { endpoint, IdParams, Nothing, PageQuery, RawAnswer } from '#kit/endpoint.ts';
import { mergeProblem } from './rules-merge.ts';

export const CHANNELS = ['email', 'social_dm', 'whatsapp'] as const;
export const Channel = z.enum(CHANNELS, `One of ${CHANNELS.join(', ')}.`);
export type Channel = z.infer<typeof Channel>;

export const DEFAULT_OBJECTIVE = 'Lead Generation';

export const CampaignStatus = z.enum(['draft', 'active', 'paused', 'completed']);
export type CampaignStatus = z.infer<typeof CampaignStatus>;

const WebUrl = z
  .url({ protocol: /^https?$/, error: 'Enter an address that starts with http:// or https://.' })
  .max(2_000, 'At most 2,000 characters.');

/** What the claims rules said about a step's texts when they were saved; offsets count in the author's text. */
export const StepClaims = z.object({
  verdict: ClaimVerdict,
  jurisdictions: z.array(Jurisdiction),
  subject: z.array(Finding),
  body: z.array(Finding),
});
export type StepClaims = z.infer<typeof StepClaims>;

/** An admin lets a text leave in spite of findings that block it. */
export const ClaimsOverride = z.object({
  reason: z.string(),
  /** Name of the admin. */
  by: z.string(),
  at: z.iso.datetime(),
  /** The rules it covers; another one blocks again. */
  rules: z.array(z.string()),
});
export type ClaimsOverride = z.infer<typeof ClaimsOverride>;

export const Step = z.object({
  id: z.uuid(),
  channel: Channel,
  delayHours: z.number(),
  subject: z.string().nullable(),
  body: z.string(),
  /** Who wrote it, where no person did: "Built-in engine". */
  composedBy: z.string().nullable(),
  /** Null for a step that has not been saved since claims are checked. */
  claims: StepClaims.nullable(),
  /** Ends when the text changes. */
  override: ClaimsOverride.nullable(),
});
export type Step = z.infer<typeof Step>;

/** Text whose merge fields can be read; otherwise the field error says in words what is wrong. */
const withReadableFields = (text: string, context: z.RefinementCtx): void => {
  const message = mergeProblem(text);
  if (message) context.addIssue({ code: 'custom', message });
};

export const NewStep = z.object({
  channel: Channel,
  /** Hours after the step before it, of the same channel; 0 starts at once. */
  delayHours: z.number('A number of hours.').min(0, 'At least 0.').max(8_760, 'At most a year.'),
  subject: z
    .string()
    .trim()
    .max(300, 'At most 300 characters.')
    .regex(/^[^\p{Cc}]*$/u, 'On one line, without control characters.')
    .superRefine(withReadableFields)
    .optional(),
  /** Merge fields as {{firstName|there}}. */
  body: z
    .string()
    .trim()
    .min(1, 'Write the message.')
    .max(20_000, 'At most 20,000 characters.')
    .superRefine(withReadableFields),
});
export type NewStep = z.output<typeof NewStep>;

/** Messages of a campaign by what became of them. */
export const MessageCounts = z.object({
  queued: z.number().int(),
  sent: z.number().int(),
  /** Kept in the outbox: no mail server configured, or a practice address. */
  outbox: z.number().int(),
  /** For a person to send by hand. */
  manual: z.number().int(),
  failed: z.number().int(),
  bounced: z.number().int(),
  /** Handed to the mail server when a process died; never sent again by itself. */
  unconfirmed: z.number().int(),
  skipped: z.number().int(),
});
export type MessageCounts = z.infer<typeof MessageCounts>;

const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time like 09:00.');

/** On which days (1 Monday to 7 Sunday) and between which times a message may leave, in the recipient's time zone. */
export const SendWindow = z
  .object({
    days: z
      .array(z.number().int().min(1).max(7))
      .min(1, 'Choose at least one day.')
      .max(7)
      .transform((days) => [...new Set(days)].toSorted((left, right) => left - right)),
    from: TimeOfDay,
    until: TimeOfDay,
  })
  .refine(({ from, until }) => from < until, { path: ['until'], message: 'Later than the beginning.' });
export type SendWindow = z.output<typeof SendWindow>;

export const Campaign = z.object({
  id: z.uuid(),
  name: z.string(),
  objective: z.string(),
  targetGroups: z.array(z.uuid()),
  landingPageUrl: z.string(),
  selectedContentAssets: z.array(z.uuid()),
  channels: z.array(Channel),
  status: CampaignStatus,
  /** For people: why it was paused by itself. */
  note: z.string().nullable(),
  steps: z.array(Step),
  /** Null: at any time. */
  sendWindow: SendWindow.nullable(),
  /** Nothing leaves before; null for at once. */
  startsAt: z.iso.datetime().nullable(),
  /** People in the target groups. */
  totalLeads: z.number().int(),
  /** E-mails that left the queue, to a mail server or to the outbox. */
  emailsSent: z.number().int(),
  repliesCount: z.number().int(),
  /** Replies on every channel. */
  responses: z.number().int(),
  clicks: z.number().int(),
  unsubscribes: z.number().int(),
  messages: MessageCounts,
  templateId: z.string().nullable(),
  targetSegment: z.string(),
  createdAt: z.iso.datetime(),
  launchedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  version: z.number().int(),
});
export type Campaign = z.infer<typeof Campaign>;

export const listCampaigns = endpoint({
  method: 'GET',
  path: '/api/campaigns',
  access: 'viewer',
  summary: 'Campaigns, newest first',
  response: z.array(Campaign),
});

export const getCampaign = endpoint({
  method: 'GET',
  path: '/api/campaigns/:id',
  access: 'viewer',
  summary: 'One campaign',
  params: IdParams,
  response: Campaign,
});

export const OverrideReason = z
  .string()
  .trim()
  .min(20, 'Give a reason of at least 20 characters.')
  .max(1_000, 'At most 1,000 characters.');

/** Without defaults, because a field that a change leaves out must stay as it is. */
const CampaignForm = z.object({
  name: z.string().trim().min(1, 'Enter a campaign name.').max(200, 'At most 200 characters.'),
  objective: z.string().trim().max(500, 'At most 500 characters.'),
  targetGroups: z.array(z.uuid()).max(100, 'At most 100 groups.'),
  landingPageUrl: WebUrl,
  selectedContentAssets: z.array(z.uuid()).max(50, 'At most 50 assets.'),
  channels: z.array(Channel).min(1, 'Choose at least one channel.').max(CHANNELS.length),
  status: z.enum(['draft', 'active'], 'draft or active.'),
  /** None: the engine composes a first message per channel. */
  steps: z.array(NewStep).max(20, 'At most 20 steps.').optional(),
  sendWindow: SendWindow.nullable().optional(),
  startsAt: z.iso.datetime('A date and time.').nullable().optional(),
  templateId: z.string().max(60).optional(),
  /** From an admin only: why the texts may leave in spite of the findings that block them. */
  overrideReason: OverrideReason.optional(),
  /** From an admin only: the name and the landing page's address may name a health condition. */
  allowsCondition: z.boolean().optional(),
});

export const CampaignFields = CampaignForm.extend({
  objective: CampaignForm.shape.objective.default(DEFAULT_OBJECTIVE),
  targetGroups: CampaignForm.shape.targetGroups.default([]),
  selectedContentAssets: CampaignForm.shape.selectedContentAssets.default([]),
  status: CampaignForm.shape.status.default('draft'),
});

/** A draft may lack target groups, a launch may not. */
export const NewCampaign = CampaignFields.refine(
  (campaign) => campaign.status !== 'active' || campaign.targetGroups.length > 0,
  { path: ['targetGroups'], message: 'Choose at least one lead group.' },
);
export type NewCampaign = z.output<typeof NewCampaign>;

export const createCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns',
  access: 'member',
  summary: 'Create a campaign; status active launches it',
  body: NewCampaign,
  response: Campaign,
  status: 201,
});

export const CampaignChange = CampaignForm.partial().extend({
  /** The version that was read; a change on top of an older one is answered with 409. */
  version: z.number().int().optional(),
});
export type CampaignChange = z.output<typeof CampaignChange>;

export const updateCampaign = endpoint({
  method: 'PATCH',
  path: '/api/campaigns/:id',
  access: 'member',
  summary: 'Change a campaign; status active launches a draft, and a running one follows at once',
  params: IdParams,
  body: CampaignChange,
  response: Campaign,
});

export const pauseCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/:id/pause',
  access: 'member',
  summary: 'Pause: no message starts later than a second after the answer',
  params: IdParams,
  response: Campaign,
});

export const resumeCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/:id/resume',
  access: 'member',
  summary: 'Go on where a paused campaign stopped',
  params: IdParams,
  response: Campaign,
});

export const deleteCampaign = endpoint({
  method: 'DELETE',
  path: '/api/campaigns/:id',
  access: 'member',
  summary: 'Delete a campaign and stop it; it can be restored for a while, paused',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/:id/restore',
  access: 'member',
  summary: 'Bring a deleted campaign back (Undo)',
  params: IdParams,
  response: Campaign,
});

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
]);
export type MessageStatus = z.infer<typeof MessageStatus>;

export const Message = z.object({
  id: z.uuid(),
  campaignId: z.uuid(),
  /** Null once the person's data has been removed. */
  leadId: z.uuid().nullable(),
  leadName: z.string().nullable(),
  stepId: z.uuid().nullable(),
  channel: Channel,
  status: MessageStatus,
  /** E-mail address or handle; null where none is stored (WhatsApp) or the data has been removed. */
  to: z.string().nullable(),
  /** Opens the conversation in the platform's own app, for a message that is sent by hand. */
  deepLink: z.string().nullable(),
  subject: z.string().nullable(),
  body: z.string(),
  /** For people: why it was skipped, failed or stays in the outbox. */
  note: z.string().nullable(),
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
  summary: 'A message of the outbox in full',
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

/** A text with which messages left; words in brackets stand for what differed per person. */
export const SentText = z.object({
  id: z.uuid(),
  channel: Channel,
  subject: z.string().nullable(),
  text: z.string(),
  claims: StepClaims.nullable(),
  override: ClaimsOverride.nullable(),
  composedAt: z.iso.datetime(),
  /** How many left with it. */
  messages: z.number().int(),
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

/** Why a person in the groups gets no message. */
export const ExclusionReason = z.enum(['no_address', 'verification_failed', 'suppressed', 'no_consent']);
export type ExclusionReason = z.infer<typeof ExclusionReason>;

export const CampaignPreview = z.object({
  /** People who get at least one message. */
  recipients: z.number().int(),
  /** People in the groups. */
  totalLeads: z.number().int(),
  excluded: z.array(z.object({ reason: ExclusionReason, label: z.string(), count: z.number().int() })),
  /** Of a campaign that is being changed: people who still get something; null for a new one. */
  affected: z.number().int().nullable(),
  estimatedMessages: z.number().int(),
  estimatedCostCents: z.number().int(),
  /** What would leave on which day under the limits of the mailboxes, if nothing else were sent. */
  schedule: z.array(z.object({ date: z.iso.date(), emails: z.number().int(), byHand: z.number().int() })),
  /** The first messages of the `position`-th recipient; null without recipients. */
  sample: z
    .object({
      position: z.number().int(),
      leadId: z.uuid(),
      leadName: z.string(),
      from: z.string(),
      messages: z.array(
        z.object({
          channel: Channel,
          to: z.string(),
          delayHours: z.number(),
          subject: z.string().nullable(),
          body: z.string(),
        }),
      ),
    })
    .nullable(),
});
export type CampaignPreview = z.infer<typeof CampaignPreview>;

export const previewCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/preview',
  access: 'viewer',
  summary: 'What a campaign with these fields would send, to whom, and who is left out',
  body: CampaignForm.omit({ status: true, overrideReason: true, allowsCondition: true })
    .partial()
    .extend({
      position: z.number().int().min(0).default(0),
      /** Of a campaign that is being changed: how many people that would touch is counted. */
      campaignId: z.uuid().optional(),
    }),
  response: CampaignPreview,
});

export const MailSecurity = z.enum(['tls', 'starttls', 'none'], 'tls, starttls or none.');
export type MailSecurity = z.infer<typeof MailSecurity>;

/** How fast a mailbox sends. */
export const MailboxLimits = z.object({
  /** Messages on the first day it sends. */
  perDay: z.number('A whole number.').int('A whole number.').min(1, 'At least 1.').max(100_000),
  /** More on each further day it sends, up to `mostPerDay`. */
  growthPerDay: z.number('A whole number.').int('A whole number.').min(0, 'At least 0.').max(10_000),
  mostPerDay: z.number('A whole number.').int('A whole number.').min(1, 'At least 1.').max(100_000),
  /** Seconds between two messages. */
  minGapSeconds: z.number('A number of seconds.').int('A whole number.').min(0, 'At least 0.').max(86_400),
  /** Messages to one recipient domain in an hour. */
  perDomainPerHour: z.number('A whole number.').int('A whole number.').min(1, 'At least 1.').max(10_000),
});
export type MailboxLimits = z.infer<typeof MailboxLimits>;

export const Mailbox = z.object({
  id: z.uuid(),
  /** The mail server of the settings SMTP_URL and IMAP_URL. */
  isServer: z.boolean(),
  name: z.string(),
  address: z.string(),
  smtpHost: z.string(),
  smtpPort: z.number().int(),
  smtpSecurity: MailSecurity,
  imapHost: z.string(),
  imapPort: z.number().int(),
  imapSecurity: MailSecurity,
  username: z.string(),
  limits: MailboxLimits.nullable(),
  /** What it may send today; null without limits. */
  capToday: z.number().int().nullable(),
  sentToday: z.number().int(),
  isPaused: z.boolean(),
  /** For people: why it was paused by itself. */
  note: z.string().nullable(),
  /** When answers were last looked for; null where mail is not read from it, or not yet. */
  readAt: z.iso.datetime().nullable(),
  /** For people: why its inbox cannot be read. */
  readNote: z.string().nullable(),
  version: z.number().int(),
});
export type Mailbox = z.infer<typeof Mailbox>;

const HostName = z
  .string()
  .trim()
  .max(253, 'At most 253 characters.')
  .regex(/^[\w.:-]*$/, 'A host name, for example smtp.example.org.');
const Port = z
  .number('A port number.')
  .int('A port number.')
  .min(1, 'A port number.')
  .max(65_535, 'At most 65535.');

export const MailboxFields = z.object({
  name: z
    .string()
    .trim()
    .max(100, 'At most 100 characters.')
    .regex(/^[^\p{Cc}<>"]*$/u, 'Without quotes, angle brackets and line breaks.'),
  address: z.email('Enter a valid email address.').max(254, 'At most 254 characters.'),
  smtpHost: HostName.min(1, 'Enter the mail server.'),
  smtpPort: Port,
  smtpSecurity: MailSecurity,
  imapHost: HostName,
  imapPort: Port,
  imapSecurity: MailSecurity,
  username: z
    .string()
    .trim()
    .max(254, 'At most 254 characters.')
    .regex(/^\P{Cc}*$/u, 'On one line.'),
  password: z
    .string()
    .max(1_000, 'At most 1,000 characters.')
    .regex(/^\P{Cc}*$/u, 'On one line.'),
  limits: MailboxLimits.nullable(),
});

export const listMailboxes = endpoint({
  method: 'GET',
  path: '/api/mailboxes',
  access: 'viewer',
  summary: 'The mailboxes that campaigns send from',
  response: z.array(Mailbox),
});

export const createMailbox = endpoint({
  method: 'POST',
  path: '/api/mailboxes',
  access: 'admin',
  summary: 'Add a mailbox; it sends from then on',
  body: MailboxFields,
  response: Mailbox,
  status: 201,
});

export const MailboxChange = MailboxFields.partial().extend({
  isPaused: z.boolean().optional(),
  /** The version that was read; a change on top of an older one is answered with 409. */
  version: z.number().int().optional(),
});

export const updateMailbox = endpoint({
  method: 'PATCH',
  path: '/api/mailboxes/:id',
  access: 'admin',
  summary: 'Change, pause or resume a mailbox; of the server’s own only its limits',
  params: IdParams,
  body: MailboxChange,
  response: Mailbox,
});

export const deleteMailbox = endpoint({
  method: 'DELETE',
  path: '/api/mailboxes/:id',
  access: 'admin',
  summary: 'Remove a mailbox; it can be restored for a while',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreMailbox = endpoint({
  method: 'POST',
  path: '/api/mailboxes/:id/restore',
  access: 'admin',
  summary: 'Bring a removed mailbox back (Undo)',
  params: IdParams,
  response: Mailbox,
});

export const checkMailbox = endpoint({
  method: 'POST',
  path: '/api/mailboxes/:id/check',
  access: 'admin',
  summary: 'Log in to the mail server and the inbox of a mailbox and say what came of it',
  params: IdParams,
  response: z.object({
    sending: z.object({ isReady: z.boolean(), text: z.string() }),
    /** Null where mail is not read from it. */
    reading: z.object({ isReady: z.boolean(), text: z.string() }).nullable(),
  }),
});

/** Ids in a query, joined by commas. */
const Ids = z
  .string()
  .max(10_000)
  .transform((text) => text.split(','))
  .pipe(z.array(z.uuid('Not a lead group.')).max(200, 'At most 200 lead groups.'));
const Channels = z
  .string()
  .max(100)
  .transform((text) => text.split(','))
  .pipe(z.array(Channel).max(Channel.options.length));

/** Somebody of the chosen groups who gets no message. */
export const ExcludedPerson = Lead.pick({
  id: true,
  name: true,
  handle: true,
  email: true,
  platform: true,
  groupId: true,
});
export type ExcludedPerson = z.infer<typeof ExcludedPerson>;

export const listExcludedPeople = endpoint({
  method: 'GET',
  path: '/api/campaigns/excluded',
  access: 'viewer',
  summary: 'Who of these lead groups would be left out over these channels, for one reason',
  query: PageQuery.extend({ targetGroups: Ids, channels: Channels, reason: ExclusionReason }),
  response: z.array(ExcludedPerson),
  paged: true,
});

export const CampaignTemplate = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  targetSegment: z.string(),
  landingPageUrl: z.string(),
  message: z.string(),
  utmSource: z.string(),
  utmMedium: z.string(),
  /** The template's own reference data, labelled "typical". Percent, percent, US dollars. */
  performance: z.object({ responseRate: z.number(), conversionRate: z.number(), costPerLead: z.number() }),
});
export type CampaignTemplate = z.infer<typeof CampaignTemplate>;

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/campaign-templates',
  access: 'viewer',
  summary: 'The built-in quick-start templates',
  response: z.array(CampaignTemplate),
});

export const LandingSite = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  description: z.string(),
});
export type LandingSite = z.infer<typeof LandingSite>;

export const NewLandingSite = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.'),
  url: WebUrl,
  description: z.string().trim().max(500, 'At most 500 characters.').default(''),
  /** From an admin only: name and address may name a health condition. */
  allowsCondition: z.boolean().optional(),
});

export const listLandingSites = endpoint({
  method: 'GET',
  path: '/api/landing-sites',
  access: 'viewer',
  summary: 'Landing pages to send people to',
  response: z.array(LandingSite),
});

export const createLandingSite = endpoint({
  method: 'POST',
  path: '/api/landing-sites',
  access: 'member',
  summary: 'Add a landing page',
  body: NewLandingSite,
  response: LandingSite,
  status: 201,
});
