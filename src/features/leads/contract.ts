import { z } from 'zod';
import { ContactChannel, LegalGround } from '#features/compliance/contract.ts';
import { CustomFilter, CustomInput, CustomValues } from '#features/custom-fields/contract.ts';
import { EMAIL_ADDRESS } from '#kit/email.ts';
import { endpoint, IdParams, Nothing, PageQuery, RawAnswer } from '#kit/endpoint.ts';
import { TagFilter, Tags } from './contract-notes.ts';

export const STAGES = ['new', 'contacted', 'engaged', 'qualified', 'converted'] as const;
export const Stage = z.enum(STAGES, `One of ${STAGES.join(', ')}.`);
export type Stage = z.infer<typeof Stage>;

export const CONTACT_STATUSES = [
  'verified',
  'enrichment_pending',
  'manual_verification',
  'verification_failed',
  'email_verified',
  'multi_contact',
  'phone_verified',
] as const;
export const ContactStatus = z.enum(CONTACT_STATUSES, `One of ${CONTACT_STATUSES.join(', ')}.`);
export type ContactStatus = z.infer<typeof ContactStatus>;

/** Platforms that are on offer before the server has said which ones it has, in the order of the screen. */
export const SEARCH_PLATFORMS = [
  'twitter',
  'reddit',
  'linkedin',
  'google',
  'professional_db',
  'clay_database',
  'practice',
] as const;
const PLATFORM_ID = /^[a-z][a-z0-9_]{1,39}$/;
/** A platform that a run can search: one that `listSources` names. */
export const SearchPlatform = z
  .string()
  .regex(PLATFORM_ID, `A platform, for example ${SEARCH_PLATFORMS.join(', ')}.`);
export type SearchPlatform = z.infer<typeof SearchPlatform>;

/** Where a lead came from: a searched platform, `import` (a file) or `manual` (a person's hands). */
export const Platform = z.string().regex(PLATFORM_ID, 'A platform, import or manual.');
export type Platform = z.infer<typeof Platform>;

export const ScoreBand = z.enum(['high', 'medium', 'low'], 'One of high, medium, low.');
export type ScoreBand = z.infer<typeof ScoreBand>;

/** One part of a score and the words of the signal that earned it; `start` and `end` count characters of the signal. */
export const ScoreReason = z.object({
  /** Stable key of the rule. */
  rule: z.string(),
  /** For people: "Asks people to recommend". */
  label: z.string(),
  /** Out of 10, one decimal; negative where it counts against. */
  points: z.number(),
  start: z.number().int().nullable(),
  end: z.number().int().nullable(),
});
export type ScoreReason = z.infer<typeof ScoreReason>;

export const Lead = z.object({
  id: z.uuid(),
  name: z.string(),
  /** As a file kept them apart; null where none did. */
  givenName: z.string().nullable(),
  familyName: z.string().nullable(),
  company: z.string().nullable(),
  email: z.string().nullable(),
  handle: z.string().nullable(),
  /** "+44 7700 900123", or as it was given where nobody knows its country. */
  phone: z.string().nullable(),
  platform: Platform,
  /** The public words that made this a lead. */
  behaviorSignal: z.string(),
  signalUrl: z.string().nullable(),
  signalAt: z.iso.datetime().nullable(),
  /** Out of 10, one decimal, as text: "8.6". */
  aiScore: z.string().regex(/^\d{1,2}\.\d$/),
  scoreCategory: ScoreBand,
  scoreReasons: z.array(ScoreReason),
  /** Who scored: "Built-in engine". */
  scoredBy: z.string(),
  contactStatus: ContactStatus,
  groupId: z.uuid().nullable(),
  stage: Stage,
  /** Since when they are in it. */
  stageSince: z.iso.datetime(),
  nextAction: z.string(),
  isOnboarded: z.boolean(),
  lastContact: z.iso.datetime().nullable(),
  country: z.string().nullable(),
  legalGround: LegalGround,
  /** On the suppression list: may not be written to. */
  isSuppressed: z.boolean(),
  /** Said no to being written to by mail or, without an address, at their account; what they ask may be answered. */
  hasRefused: z.boolean(),
  /** On it because their mail bounced: another address of theirs may be written to. */
  hasBounced: z.boolean(),
  /** The colleague who looks after this person. */
  ownerId: z.string().nullable(),
  tags: z.array(z.string()),
  /** A colleague found that the score was wrong about this person. */
  isNotFit: z.boolean(),
  /** Values of custom fields by key. */
  custom: CustomValues,
  createdAt: z.iso.datetime(),
  /** Raised by each change; sent back with a change so that two people do not overwrite each other. */
  version: z.number().int(),
});
export type Lead = z.infer<typeof Lead>;

const Name = z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.');
const Email = z
  .string()
  .trim()
  .max(254, 'At most 254 characters.')
  .regex(EMAIL_ADDRESS, 'Enter a valid e-mail address.');
const Handle = z.string().trim().max(100, 'At most 100 characters.');
const Phone = z
  .string()
  .trim()
  .max(40, 'At most 40 characters.')
  .refine(
    (text) => text.replaceAll(/\D/g, '').length >= 5,
    'Enter a telephone number, for example +44 7700 900123.',
  );
const Signal = z.string().trim().max(4_000, 'At most 4,000 characters.');
const Country = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2}$/, 'Two letters (ISO 3166), for example GB.')
  .transform((code) => code.toUpperCase());

export const LeadSort = z
  .string()
  .regex(
    /^-?(aiScore|name|createdAt|lastContact|stage|contactStatus|platform|owner|custom\.[a-z][a-z0-9_]{0,39})(:(asc|desc))?$/,
    'Sort by aiScore, name, createdAt, lastContact, stage, contactStatus, platform, owner or custom.<key>; a minus in front turns it round.',
  );

const Day = z.iso
  .date('A day, for example 2026-01-31.')
  .refine((day) => day >= '1970-01-01' && day <= '9999-12-30', 'A day, for example 2026-01-31.');

export const LeadQuery = PageQuery.extend({
  stage: Stage.optional(),
  groupId: z.uuid().optional(),
  platform: Platform.optional(),
  band: ScoreBand.optional(),
  contactStatus: ContactStatus.optional(),
  /** Name, e-mail, handle or signal; case and accents do not matter. */
  q: z.string().trim().max(200, 'At most 200 characters.').optional(),
  /** A colleague's id, or `none`: nobody looks after them. */
  ownerId: z.string().trim().min(1).max(64, 'At most 64 characters.').optional(),
  tag: TagFilter.optional(),
  /** Those whom one search added. */
  runId: z.uuid().optional(),
  /** `unsaid`: they agreed and have an account or a telephone, and no line of the ledger says to which channels. */
  consent: z.literal('unsaid', 'Only unsaid.').optional(),
  /** First and last day on which they came in, in the time zone of the workspace. */
  from: Day.optional(),
  to: Day.optional(),
  /** As `custom.<key>=<value>`. */
  custom: CustomFilter.optional(),
  sort: LeadSort.optional(),
});
export type LeadQuery = z.output<typeof LeadQuery>;

export const listLeads = endpoint({
  method: 'GET',
  path: '/api/leads',
  access: 'viewer',
  summary: 'Leads, filtered, searched and sorted',
  query: LeadQuery,
  response: z.array(Lead),
  paged: true,
});

export const exportLeads = endpoint({
  method: 'GET',
  path: '/api/leads/export',
  access: 'member',
  summary: 'The leads of a list as a CSV or Excel file: the same filters, the same order, all of them',
  query: LeadQuery.omit({ limit: true, cursor: true }).extend({
    format: z.enum(['csv', 'xlsx'], 'csv or xlsx.').default('csv'),
  }),
  response: RawAnswer,
  produces: 'text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

export const getLead = endpoint({
  method: 'GET',
  path: '/api/leads/:id',
  access: 'viewer',
  summary: 'One lead',
  params: IdParams,
  response: Lead,
});

/** What became of the leads of a score band that were written to or looked at. */
export const ScoreOutcome = z.object({
  band: ScoreBand,
  contacted: z.number().int(),
  replied: z.number().int(),
  converted: z.number().int(),
  /** Marked 'not a fit', contacted or not. */
  notFit: z.number().int(),
  /** Contacted, marked, or both: those of whom the team knows something. */
  judged: z.number().int(),
});
export type ScoreOutcome = z.infer<typeof ScoreOutcome>;

export const listScoreOutcomes = endpoint({
  method: 'GET',
  path: '/api/leads/outcomes',
  access: 'viewer',
  summary: 'How many of the contacted leads of each score band replied and converted',
  response: z.array(ScoreOutcome),
});

export const NewLead = z.object({
  name: Name,
  email: Email.optional(),
  handle: Handle.optional(),
  phone: Phone.optional(),
  platform: Platform.default('manual'),
  groupId: z.uuid('Choose a lead group.'),
  behaviorSignal: Signal.default(''),
  country: Country.optional(),
  legalGround: LegalGround,
  /** What they agreed to; on the ground of consent, where it is not said, being written to where their address is given. */
  consentChannels: z.array(ContactChannel).min(1, 'Choose what they agreed to.').max(10).optional(),
  /** What they read when they agreed; it stands with the consents that are noted. */
  consentWording: z.string().trim().max(500, 'At most 500 characters.').default(''),
  custom: CustomInput.optional(),
});
export type NewLead = z.output<typeof NewLead>;

export const createLead = endpoint({
  method: 'POST',
  path: '/api/leads',
  access: 'member',
  summary: 'Add a lead by hand; it is scored and its address is checked',
  body: NewLead,
  response: Lead,
  status: 201,
});

export const LeadChange = z
  .object({
    name: Name,
    email: Email.nullable(),
    handle: Handle.nullable(),
    phone: Phone.nullable(),
    groupId: z.uuid().nullable(),
    stage: Stage,
    /** The stage is where the last move came from: time in stage and counts are as if that had not been made. */
    isUndo: z.literal(true),
    contactStatus: ContactStatus,
    country: Country.nullable(),
    legalGround: LegalGround,
    isOnboarded: z.boolean(),
    ownerId: z.string().min(1).max(64, 'At most 64 characters.').nullable(),
    tags: Tags,
    isNotFit: z.boolean(),
    /** Merged by key; null clears a value. */
    custom: CustomInput,
    /** The version that was read; a change on top of an older one is answered with 409. */
    version: z.number().int(),
  })
  .partial();
export type LeadChange = z.output<typeof LeadChange>;

export const updateLead = endpoint({
  method: 'PATCH',
  path: '/api/leads/:id',
  access: 'member',
  summary: 'Change a lead',
  params: IdParams,
  body: LeadChange,
  response: Lead,
});

export const deleteLead = endpoint({
  method: 'DELETE',
  path: '/api/leads/:id',
  access: 'member',
  summary: 'Delete a lead; it can be restored for a while',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreLead = endpoint({
  method: 'POST',
  path: '/api/leads/:id/restore',
  access: 'member',
  summary: 'Bring a deleted lead back (Undo)',
  params: IdParams,
  response: Lead,
});

/** Ids separated by commas. */
const LeadIds = z
  .string()
  .max(4_000, 'At most 4,000 characters.')
  .transform((text) => text.split(','))
  .pipe(z.array(z.uuid('An id is a UUID.')).max(100, 'At most 100 ids.'));

export const listForgotten = endpoint({
  method: 'GET',
  path: '/api/leads/forgotten',
  access: 'viewer',
  summary: 'Of these people, those of whom nothing is kept: what a browser still holds about them goes too',
  query: z.object({ ids: LeadIds }),
  response: z.array(z.uuid()),
});
