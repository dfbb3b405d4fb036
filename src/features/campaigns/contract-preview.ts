import { z } from 'zod';
import { Lead } from '#features/leads/contract.ts';
import { ShownBlock } from '#features/mail/contract.ts';
import { endpoint, PageQuery } from '#kit/endpoint.ts';
import { CampaignForm, Channel, PersonalNote, VariantLetter } from './contract.ts';

/** Why a person in the groups gets no message. */
export const ExclusionReason = z.enum([
  'no_address',
  'verification_failed',
  'bounced',
  'suppressed',
  'no_consent',
  'duplicate',
  'in_other_campaign',
]);
export type ExclusionReason = z.infer<typeof ExclusionReason>;

export const CampaignPreview = z.object({
  /** People who get at least one message. */
  recipients: z.number().int(),
  /** People in the groups. */
  totalLeads: z.number().int(),
  /** How many of the recipients each of the chosen channels reaches. */
  reach: z.array(z.object({ channel: Channel, people: z.number().int() })),
  excluded: z.array(z.object({ reason: ExclusionReason, label: z.string(), count: z.number().int() })),
  /** Of a campaign that is being changed: people who still get what is changed; null for a new one. */
  affected: z.number().int().nullable(),
  /** None: mails stay in the outbox. */
  hasMailServer: z.boolean(),
  /** Every mailbox that mails would leave from is paused: they wait. */
  isMailPaused: z.boolean(),
  estimatedMessages: z.number().int(),
  estimatedCostCents: z.number().int(),
  /** What would leave on which day under the limits of the mailboxes, if nothing else were sent. */
  schedule: z.array(
    z.object({
      date: z.iso.date(),
      emails: z.number().int(),
      /** What people send. */
      byHand: z.number().int(),
      /** What leaves by itself over a platform that is set up. */
      overApi: z.number().int(),
    }),
  ),
  /** Recipients of unknown time zone: their send window is in the workspace's. */
  withoutZone: z.object({
    count: z.number().int(),
    timeZone: z.string(),
    /** The first of them. */
    people: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
  /** The first messages of the `position`-th recipient; null without recipients. */
  sample: z
    .object({
      position: z.number().int(),
      leadId: z.uuid(),
      leadName: z.string(),
      from: z.string(),
      /** The sentence for this person alone; null where no text asks for one or nothing may be said. */
      personal: PersonalNote.nullable(),
      messages: z.array(
        z.object({
          channel: Channel,
          /** Which of the steps of its channel, counted from 0, and which text of it. */
          ordinal: z.number().int(),
          variant: VariantLetter,
          to: z.string(),
          delayHours: z.number(),
          subject: z.string().nullable(),
          /** The plain-text part. */
          body: z.string(),
          /** The HTML part of a mail; null on other channels. */
          html: z
            .object({
              blocks: z.array(ShownBlock),
              footer: z.array(z.string()),
              /** Words of the links at the very end, which differ per person. */
              links: z.array(z.string()),
            })
            .nullable(),
          /** Above the text, for those who are signed in. */
          pictures: z.array(
            z.object({ url: z.string(), alt: z.string(), width: z.number().int(), height: z.number().int() }),
          ),
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
  // A language model may be asked for the sentence of the person who is shown.
  rateLimitPerMinute: 240,
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
  query: PageQuery.extend({
    targetGroups: Ids,
    channels: Channels,
    reason: ExclusionReason,
    skipsBusyPeople: z.stringbool().default(true),
    /** Of a campaign that is being changed: it is no other campaign to itself. */
    campaignId: z.uuid().optional(),
  }),
  response: z.array(ExcludedPerson),
  paged: true,
});

/** One thing to be in order before a campaign leaves. */
export const PreflightCheck = z.object({
  id: z.string(),
  label: z.string(),
  /** bad: recipients' servers refuse or distrust it; warn: it leaves, and somebody should look. */
  state: z.enum(['good', 'warn', 'bad']),
  /** What was found and what to do. */
  text: z.string(),
});
export type PreflightCheck = z.infer<typeof PreflightCheck>;

export const preflightCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/preflight',
  access: 'member',
  summary: 'Look at the sender’s records, the links, the unsubscribe and the postal address before a launch',
  body: previewCampaign.body,
  response: z.array(PreflightCheck),
  rateLimitPerMinute: 60,
});

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/campaigns/test-mail',
  access: 'member',
  summary: 'Send one message of the sequence to oneself, as the recipient at `position` would get it',
  body: previewCampaign.body.extend({
    /** Which of the e-mails, counted from 0. */
    ordinal: z.number().int().min(0).max(20).default(0),
    variant: VariantLetter.default('A'),
  }),
  response: z.object({
    outcome: z.enum(['sent', 'outbox', 'failed']),
    to: z.string(),
    /** What became of it, in words. */
    text: z.string(),
  }),
  rateLimitPerMinute: 60,
});
