import { z } from 'zod';
import {
  ConsentPurpose,
  ConsentRecord,
  ConsentSource,
  ContactChannel,
  LegalGround,
} from '#features/compliance/contract.ts';
import { endpoint, FileBody, IdParams, Nothing, PageQuery, RawAnswer } from '#kit/endpoint.ts';
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
  nextAction: z.string(),
  isOnboarded: z.boolean(),
  lastContact: z.iso.datetime().nullable(),
  country: z.string().nullable(),
  legalGround: LegalGround,
  /** On the suppression list: may not be written to. */
  isSuppressed: z.boolean(),
  /** The colleague who looks after this person. */
  ownerId: z.string().nullable(),
  tags: z.array(z.string()),
  /** A colleague found that the score was wrong about this person. */
  isNotFit: z.boolean(),
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
  .regex(z.regexes.email, 'Enter a valid e-mail address.');
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
    /^-?(aiScore|name|createdAt|lastContact|stage|contactStatus|platform)(:(asc|desc))?$/,
    'Sort by aiScore, name, createdAt, lastContact, stage, contactStatus or platform; a minus in front turns it round.',
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
  /** First and last day on which they came in, in the time zone of the workspace. */
  from: Day.optional(),
  to: Day.optional(),
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
  summary: 'The leads of a list as a CSV file: the same filters, the same order, all of them',
  query: LeadQuery.omit({ limit: true, cursor: true }),
  response: RawAnswer,
  produces: 'text/csv',
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
    contactStatus: ContactStatus,
    country: Country.nullable(),
    legalGround: LegalGround,
    isOnboarded: z.boolean(),
    ownerId: z.string().min(1).max(64, 'At most 64 characters.').nullable(),
    tags: Tags,
    isNotFit: z.boolean(),
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

export const LeadGroup = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  color: z.string(),
  createdAt: z.iso.datetime(),
  /** Durable auto-refresh of this group, when it is on. */
  schedule: z
    .object({ searchQuery: z.string(), platforms: z.array(SearchPlatform), nextRunAt: z.iso.datetime() })
    .nullable(),
  /** Whom the last search of a group with auto-refresh added; null before its end. */
  news: z.object({ runId: z.uuid(), newLeads: z.number().int(), finishedAt: z.iso.datetime() }).nullable(),
});
export type LeadGroup = z.infer<typeof LeadGroup>;

export const DEFAULT_GROUP_COLOR = '#3B82F6';

export const NewLeadGroup = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(100, 'At most 100 characters.'),
  description: z.string().trim().max(500, 'At most 500 characters.').default(''),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'A colour like #3B82F6.')
    .default(DEFAULT_GROUP_COLOR),
  /** From an admin only: the name may name a health condition. */
  allowsCondition: z.boolean().optional(),
});

export const listLeadGroups = endpoint({
  method: 'GET',
  path: '/api/lead-groups',
  access: 'viewer',
  summary: 'Lead groups, newest first',
  response: z.array(LeadGroup),
});

export const createLeadGroup = endpoint({
  method: 'POST',
  path: '/api/lead-groups',
  access: 'member',
  summary: 'Create a lead group',
  body: NewLeadGroup,
  response: LeadGroup,
  status: 201,
});

export const deleteLeadGroup = endpoint({
  method: 'DELETE',
  path: '/api/lead-groups/:id',
  access: 'member',
  summary: 'Delete a lead group; its leads stay, and it can be restored for a while',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreLeadGroup = endpoint({
  method: 'POST',
  path: '/api/lead-groups/:id/restore',
  access: 'member',
  summary: 'Bring a deleted lead group back (Undo)',
  params: IdParams,
  response: LeadGroup,
});

export const LeadGroupCount = z.object({
  id: z.uuid(),
  name: z.string(),
  totalLeads: z.number().int(),
  leadsWithContact: z.number().int(),
});
export type LeadGroupCount = z.infer<typeof LeadGroupCount>;

export const listLeadGroupCounts = endpoint({
  method: 'GET',
  path: '/api/lead-groups/counts',
  access: 'viewer',
  summary: 'How many leads each group holds and how many of them can be reached',
  response: z.array(LeadGroupCount),
});

const SearchQuery = z
  .string()
  .trim()
  .min(1, 'Describe the people you want to find.')
  .max(1_000, 'At most 1,000 characters.');
const MOST_PLATFORMS = 50;
const Platforms = z.array(SearchPlatform).min(1, 'Tick at least one platform.').max(MOST_PLATFORMS);

/** What each platform is asked, instead of what would be planned from the audience. */
const Queries = z
  .record(
    SearchPlatform,
    z
      .array(z.string().trim().min(1, 'Empty.').max(200, 'At most 200 characters.'))
      .min(1, 'Write at least one query, or go back to the planned ones.')
      .max(10, 'At most 10 queries.'),
  )
  .refine((queries) => Object.keys(queries).length <= MOST_PLATFORMS, 'Too many platforms.');

export const setRefreshSchedule = endpoint({
  method: 'PUT',
  path: '/api/lead-groups/:id/schedule',
  access: 'member',
  summary: 'Turn auto-refresh of a group on: the search runs again every 2 days',
  params: IdParams,
  body: z.object({ searchQuery: SearchQuery, platforms: Platforms }),
  response: LeadGroup,
});

export const clearRefreshSchedule = endpoint({
  method: 'DELETE',
  path: '/api/lead-groups/:id/schedule',
  access: 'member',
  summary: 'Turn auto-refresh of a group off',
  params: IdParams,
  response: LeadGroup,
});

/** Progress of one source in a run. */
export const RunSource = z.object({
  platform: SearchPlatform,
  state: z.enum(['waiting', 'running', 'done', 'failed', 'off']),
  /** Posts read, people found in them, people already known, people kept. */
  read: z.number().int(),
  total: z.number().int().nullable(),
  found: z.number().int(),
  duplicates: z.number().int(),
  kept: z.number().int(),
  /** For people: why it failed, is off or stopped early. */
  note: z.string().nullable(),
  /** US dollars: what it has cost and may cost; absent where it is free. */
  costUsd: z.number().optional(),
  budgetUsd: z.number().optional(),
});
export type RunSource = z.infer<typeof RunSource>;

export const LeadRun = z.object({
  id: z.uuid(),
  groupId: z.uuid().nullable(),
  searchQuery: z.string(),
  requested: z.number().int(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  sources: z.array(RunSource),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type LeadRun = z.infer<typeof LeadRun>;

export const listRuns = endpoint({
  method: 'GET',
  path: '/api/leads/runs',
  access: 'viewer',
  summary: 'The newest discovery runs, those at work included',
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
  response: z.array(LeadRun),
});

export const cancelRun = endpoint({
  method: 'POST',
  path: '/api/leads/runs/:id/cancel',
  access: 'member',
  summary: 'Stop a run; what it has kept stays',
  params: IdParams,
  response: LeadRun,
});

const SourceStatus = z.object({
  working: z.boolean(),
  configured: z.boolean(),
  leadsFound: z.number().int(),
  error: z.string().nullable(),
});

export const GenerateLeads = z.object({
  searchQuery: SearchQuery,
  count: z.number().int().min(1, 'At least 1.').max(100, 'At most 100 leads per run.').default(20),
  platforms: Platforms,
  categoryId: z.uuid('Please select a lead group first'),
  queries: Queries.optional(),
});
export type GenerateLeads = z.output<typeof GenerateLeads>;

export const GeneratedLeads = z.object({
  totalGenerated: z.number().int(),
  runId: z.uuid(),
  /** `queued` or `running` where the run takes longer than the call waits. */
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  apiStatus: z.object({ scraping: SourceStatus, enrichment: SourceStatus }),
  /** Each ticked platform with what it gave. */
  sources: z.array(RunSource),
});
export type GeneratedLeads = z.infer<typeof GeneratedLeads>;

/** `reason` of a failed generation. */
export const GENERATION_FAILURES = {
  scrapingToken: 'SCRAPING_TOKEN_MISSING',
  enrichmentKey: 'ENRICHMENT_KEY_MISSING',
  failed: 'LEAD_GENERATION_FAILED',
  /** None of the ticked platforms is on, and none of them hangs on a scraping or enrichment provider. */
  sourceOff: 'SOURCE_NOT_CONFIGURED',
} as const;

export const generateLeads = endpoint({
  method: 'POST',
  path: '/api/leads/generate',
  access: 'member',
  summary: 'Discover leads; answers when the run ends, which goes on if the caller leaves',
  body: GenerateLeads,
  response: GeneratedLeads,
});

export const SystemStatus = z.object({
  scraping: z.boolean(),
  enrichment: z.boolean(),
  languageModel: z.boolean(),
});
export type SystemStatus = z.infer<typeof SystemStatus>;

export const getSystemStatus = endpoint({
  method: 'GET',
  path: '/api/system/status',
  access: 'viewer',
  summary: 'Whether the scraping provider, the enrichment webhook and the language model are configured',
  response: SystemStatus,
});

/** What each source is asked, and who planned it: "Built-in engine" or the name of the language model. */
export const QueryPlan = z.object({
  plannedBy: z.string(),
  queries: z.record(z.string(), z.array(z.string())),
});
export type QueryPlan = z.infer<typeof QueryPlan>;

export const planSearch = endpoint({
  method: 'POST',
  path: '/api/leads/plan',
  access: 'member',
  summary: 'What each source would be asked for an audience; nothing is searched or kept',
  body: z.object({ searchQuery: SearchQuery, platforms: Platforms }),
  response: QueryPlan,
});

/** How a source is asked; `planQueries` plans for it. */
const SourceAsks = z.object({
  style: z.enum(['sentence', 'phrases', 'keywords', 'hashtags']),
  /** Queries it takes in one run, and characters of one. */
  most: z.number().int(),
  longest: z.number().int(),
});
export type SourceAsks = z.infer<typeof SourceAsks>;

/** How a source did in the runs of the last 24 hours. */
const SourceHealth = z.object({
  searches: z.number().int(),
  failed: z.number().int(),
  /** The newest failure, for people. */
  lastFailure: z.object({ note: z.string(), at: z.iso.datetime() }).nullable(),
});
export type SourceHealth = z.infer<typeof SourceHealth>;

/** One platform that can be ticked. */
export const SourceInfo = z.object({
  platform: SearchPlatform,
  label: z.string(),
  isConfigured: z.boolean(),
  /** Why it is off, for people; null when it is on. */
  note: z.string().nullable(),
  /** People and posts are made up. */
  isSynthetic: z.boolean(),
  /** Names of the settings that turn it on; none where nothing is needed. */
  needs: z.array(z.string()),
  asks: SourceAsks,
  /** List price of reading 1,000 posts; null where it is free. */
  usdPerThousandPosts: z.number().nullable(),
  lastDay: SourceHealth,
});
export type SourceInfo = z.infer<typeof SourceInfo>;

export const listSources = endpoint({
  method: 'GET',
  path: '/api/leads/sources',
  access: 'viewer',
  summary: 'The platforms that can be searched and which of them are on',
  response: z.array(SourceInfo),
});

export const deliverRecord = endpoint({
  method: 'POST',
  path: '/api/leads/deliveries',
  access: 'public',
  summary:
    'A service that was asked for people delivers one; the bearer token that it was given is good for one search',
  body: z
    .record(z.string().max(100), z.union([z.string().max(4_000), z.number(), z.boolean(), z.null()]))
    .refine((record) => Object.keys(record).length <= 100, 'At most 100 columns.'),
  response: z.object({
    /** False when the search has ended. */
    taken: z.boolean(),
  }),
  rateLimitPerMinute: 1_200,
});

/** What a column of a file can become; a column without a role is left out. */
export const IMPORT_ROLES = [
  'email',
  'name',
  'firstName',
  'lastName',
  'profileUrl',
  'handle',
  'phone',
  'country',
  'signal',
] as const;
export const ImportRole = z.enum(IMPORT_ROLES);
export type ImportRole = z.infer<typeof ImportRole>;

/** Why a record was not taken over, or what was odd about one that was. */
export const IMPORT_REASONS = [
  'invalid_email',
  'missing_identifier',
  'invalid_profile_url',
  'too_long',
  'column_count',
  'truncated_record',
  'opted_out',
  'rejected_before',
  'short_row',
  'invalid_date',
  'formula_injection',
  'duplicate_header',
  'not_csv',
  'empty_file',
  'no_identifier_column',
  'record_too_long',
  'too_many_rows',
] as const;
export const ImportReason = z.enum(IMPORT_REASONS);
export type ImportReason = z.infer<typeof ImportReason>;

/** `row` counts data records from 1, header, preamble and blank records aside; 0 is the file as a whole. */
export const ImportRemark = z.object({
  row: z.number().int(),
  /** Heading of the column, where one is to blame. */
  field: z.string().nullable(),
  reason: ImportReason,
});
export type ImportRemark = z.infer<typeof ImportRemark>;

export const ImportReport = z.object({
  /** Null for a dry run and where nothing was taken over. */
  importId: z.uuid().nullable(),
  rows: z.number().int(),
  /** Neither wrong nor known already. */
  importable: z.number().int(),
  imported: z.number().int(),
  /** The same person as an earlier record of the file or as a lead. */
  duplicates: z.number().int(),
  /** At most 1,000 are listed; `rejectedRows` counts all. */
  errors: z.array(ImportRemark),
  warnings: z.array(ImportRemark),
  rejectedRows: z.number().int(),
  /** The listed errors' records as they stand in the file, to be mended and tried again. */
  rejected: z.array(z.object({ row: z.number().int(), cells: z.array(z.string()) })),
  header: z.array(z.string()),
  /** Role of each column, in the order of `header`. */
  columns: z.array(ImportRole.nullable()),
  /** The first records. */
  sample: z.array(z.array(z.string())),
  format: z.object({
    kind: z.enum(['text', 'workbook']),
    encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']).nullable(),
    delimiter: z.string().nullable(),
  }),
});
export type ImportReport = z.infer<typeof ImportReport>;

/** Roles by column, separated by commas: "firstName,lastName,,email". */
const ImportColumns = z
  .string()
  .max(4_000, 'At most 4,000 characters.')
  .transform((text) => text.split(',').map((role) => (role === '' ? null : role)))
  .pipe(z.array(ImportRole.nullable()));

export const MAX_IMPORT_BYTES = 200 * 1024 * 1024;

export const importLeads = endpoint({
  method: 'POST',
  path: '/api/leads/import',
  access: 'member',
  summary: 'Import people from a file (CSV, TSV, XLSX), its name in X-Filename; all of it or nothing',
  query: z.object({
    groupId: z.uuid('Choose a lead group.'),
    dryRun: z
      .enum(['true', 'false', '1', '0', ''])
      .default('false')
      .transform((value) => value === 'true' || value === '1'),
    /** Absent, the roles follow from the headings. */
    columns: ImportColumns.optional(),
    legalGround: LegalGround.default('legitimate_interest'),
  }),
  body: FileBody,
  maxBodyBytes: MAX_IMPORT_BYTES,
  response: ImportReport,
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/leads/imports/:id/undo',
  access: 'member',
  summary: 'Take back the people that an import added and nobody has moved or written to since',
  params: IdParams,
  response: z.object({ removed: z.number().int(), kept: z.number().int() }),
});

/** What may be sent to a person over one channel, and why. */
export const ChannelConsent = z.object({
  channel: ContactChannel,
  /** On what ground we would write; null where it was withdrawn. */
  ground: LegalGround.nullable(),
  /** Why nothing may be sent, in a sentence; null where it may. */
  obstacle: z.string().nullable(),
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
    ground: LegalGround.default('consent'),
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

export const eraseLead = endpoint({
  method: 'POST',
  path: '/api/leads/:id/erase',
  access: 'member',
  summary: 'Erase a person everywhere for good; only keyed hashes stay, which refuse their return',
  params: IdParams,
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

export const Retention = z.object({
  rules: RetentionRules,
  /** What the last daily run removed; null before the first. */
  lastRun: z
    .object({ at: z.iso.datetime(), removed: z.record(z.enum(RETENTION_KINDS), z.number().int()) })
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
