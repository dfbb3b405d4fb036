import { z } from 'zod';
import { ClaimsOverride, ClaimVerdict, Finding, OverrideReason } from '#features/compliance/contract.ts';
import { mergeProblem } from '#features/mail/rules-merge.ts';
import { Jurisdiction } from '#features/settings/contract.ts';
import { endpoint, IdParams, Nothing } from '#kit/endpoint.ts';
import { CampaignReason, CampaignReasonDetails } from './contract-pauses.ts';

export const CHANNELS = ['email', 'social_dm', 'whatsapp'] as const;
export const Channel = z.enum(CHANNELS, `One of ${CHANNELS.join(', ')}.`);
export type Channel = z.infer<typeof Channel>;

export const DEFAULT_OBJECTIVE = 'Lead Generation';

export const CampaignStatus = z.enum(['draft', 'active', 'paused', 'completed']);
export type CampaignStatus = z.infer<typeof CampaignStatus>;

export const WebUrl = z
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

export const VARIANT_LETTERS = ['A', 'B', 'C', 'D'] as const;
export const VariantLetter = z.enum(VARIANT_LETTERS, `One of ${VARIANT_LETTERS.join(', ')}.`);
export type VariantLetter = z.infer<typeof VariantLetter>;

/** What somebody has to do for their variant to have done well. */
export const TestGoal = z.enum(['clicked', 'replied', 'converted'], 'clicked, replied or converted.');
export type TestGoal = z.infer<typeof TestGoal>;

/** How the variants of a step are compared. */
export const StepTest = z.object({
  goal: TestGoal,
  /** How many of the people are in the test; the others wait for its outcome. */
  percent: z
    .number('A whole number.')
    .int('A whole number.')
    .min(10, 'At least 10.')
    .max(100, 'At most 100.'),
  /** Hours after each message within which what people do counts; the one look is as long after the last message. */
  waitHours: z
    .number('A whole number.')
    .int('A whole number.')
    .min(1, 'At least 1.')
    .max(720, 'At most 720.'),
});
export type StepTest = z.infer<typeof StepTest>;

/** How a test ended. */
export const VariantVerdict = z.object({
  /** Null: no variant is clearly better. */
  winner: VariantLetter.nullable(),
  /** Who chose it; null where the figures did. */
  by: z.string().nullable(),
  /** Chance of such a difference where there is none, corrected for the number of variants; null for a choice. */
  p: z.number().nullable(),
  at: z.iso.datetime(),
  /** Of a choice: what the figures had said before, which holds again once the choice is taken back. */
  measured: z
    .object({ winner: VariantLetter.nullable(), p: z.number().nullable(), at: z.iso.datetime() })
    .optional(),
});
export type VariantVerdict = z.infer<typeof VariantVerdict>;

/** Another text of a step; the step's own is A. */
export const StepVariant = z.object({
  letter: VariantLetter,
  subject: z.string().nullable(),
  body: z.string(),
  claims: StepClaims.nullable(),
  override: ClaimsOverride.nullable(),
});
export type StepVariant = z.infer<typeof StepVariant>;

/** A sentence for one person, and the stored facts that it was made of. */
export const PersonalNote = z.object({
  sentence: z.string(),
  facts: z.array(z.object({ field: z.enum(['post', 'place', 'date']), words: z.string() })),
  /** "Built-in engine", or the language model. */
  writtenBy: z.string(),
});
export type PersonalNote = z.infer<typeof PersonalNote>;

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
  variants: z.array(StepVariant),
  /** Null without variants. */
  test: StepTest.nullable(),
  /** Null while the test goes on. */
  verdict: VariantVerdict.nullable(),
});
export type Step = z.infer<typeof Step>;

/** Text whose merge fields can be read; otherwise the field error says in words what is wrong. */
const withReadableFields = (text: string, context: z.RefinementCtx): void => {
  const message = mergeProblem(text);
  if (message) context.addIssue({ code: 'custom', message });
};

const Subject = z
  .string()
  .trim()
  .max(300, 'At most 300 characters.')
  .regex(/^[^\p{Cc}]*$/u, 'On one line, without control characters.')
  .superRefine(withReadableFields);
/** Merge fields as {{firstName|there}}. */
const Body = z
  .string()
  .trim()
  .min(1, 'Write the message.')
  .max(20_000, 'At most 20,000 characters.')
  .superRefine(withReadableFields);

export const NewVariant = z.object({
  letter: VariantLetter.exclude(['A'], 'B, C or D.'),
  subject: Subject.optional(),
  body: Body,
});
export type NewVariant = z.output<typeof NewVariant>;

export const NewStep = z.object({
  channel: Channel,
  /** Hours after the step before it, of the same channel; 0 starts at once. */
  delayHours: z.number('A number of hours.').min(0, 'At least 0.').max(8_760, 'At most a year.'),
  subject: Subject.optional(),
  body: Body,
  /** Further texts; each person gets one. */
  variants: z
    .array(NewVariant)
    .max(3, 'At most four variants.')
    .refine(
      (variants) => new Set(variants.map(({ letter }) => letter)).size === variants.length,
      'Each letter once.',
    )
    .transform((variants) => variants.toSorted((left, right) => left.letter.localeCompare(right.letter)))
    .optional(),
  test: StepTest.optional(),
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
  /** Waits until a test of variants is over. */
  held: z.number().int(),
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
  /** For people: why it was paused or has ended by itself. */
  note: z.string().nullable(),
  reason: CampaignReason.nullable().default(null),
  details: CampaignReasonDetails.nullable().default(null),
  steps: z.array(Step),
  /** Null: at any time. */
  sendWindow: SendWindow.nullable(),
  /** Nothing leaves before; null for at once. */
  startsAt: z.iso.datetime().nullable(),
  /** Leaves out people who still wait for a message of another running campaign. */
  skipsBusyPeople: z.boolean(),
  /** People in the target groups. */
  totalLeads: z.number().int(),
  /** Messages that left the queue, to a mail server, a platform, the outbox or by hand; also those that came back. */
  messagesSent: z.number().int(),
  /** The e-mails among them. */
  emailsSent: z.number().int(),
  /** Mails that have not begun to leave, to say so where every mailbox is paused. */
  emailsWaiting: z.number().int(),
  repliesCount: z.number().int(),
  /** Replies on every channel. */
  responses: z.number().int(),
  /** Mails opened by a person, and those that only a machine has loaded or that it loaded too. */
  opens: z.number().int(),
  machineOpens: z.number().int(),
  clicks: z.number().int(),
  complaints: z.number().int(),
  unsubscribes: z.number().int(),
  /** People are still being turned into messages. */
  isPreparing: z.boolean(),
  messages: MessageCounts,
  templateId: z.string().nullable(),
  targetSegment: z.string(),
  createdAt: z.iso.datetime(),
  launchedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  /** Null: not in the archive. */
  archivedAt: z.iso.datetime().nullable(),
  version: z.number().int(),
});
export type Campaign = z.infer<typeof Campaign>;

export const listCampaigns = endpoint({
  method: 'GET',
  path: '/api/campaigns',
  access: 'viewer',
  summary: 'Campaigns, newest first; those in the archive apart',
  query: z.object({
    /** Those that were put away instead of the others. */
    archived: z.stringbool('true or false.').default(false),
  }),
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

/** Without defaults, because a field that a change leaves out must stay as it is. */
export const CampaignForm = z.object({
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
  /** Leave out people who still wait for a message of another running campaign; yes unless told. */
  skipsBusyPeople: z.boolean().optional(),
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

/** What a launch may say; everything else is in the draft. */
const CampaignLaunch = CampaignChange.pick({
  version: true,
  overrideReason: true,
  allowsCondition: true,
});

export const launchCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/:id/launch',
  access: 'member',
  summary: 'Launch a draft, as a change to status active does; a running campaign stays as it is',
  params: IdParams,
  body: CampaignLaunch.default({}),
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

export const archiveCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/:id/archive',
  access: 'member',
  summary: 'Put a campaign away that does not run; its figures go on counting',
  params: IdParams,
  response: Campaign,
});

export const unarchiveCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/:id/unarchive',
  access: 'member',
  summary: 'Take a campaign out of the archive (Undo)',
  params: IdParams,
  response: Campaign,
});

export const restoreCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/:id/restore',
  access: 'member',
  summary: 'Bring a deleted campaign back (Undo)',
  params: IdParams,
  response: Campaign,
});

export const duplicateCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/:id/duplicate',
  access: 'member',
  summary: 'A draft with the same fields and messages',
  params: IdParams,
  response: Campaign,
  status: 201,
});
