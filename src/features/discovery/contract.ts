import { z } from 'zod';
import { SearchPlatform } from '#features/leads/contract.ts';
import { LeadGroup } from '#features/leads/contract-groups.ts';
import { endpoint, IdParams } from '#kit/endpoint.ts';

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

/** Why a source is off, failed or stopped early. `earlier_note` keeps a sentence of an earlier version. */
export const SourceReason = z.enum([
  'setting_missing',
  'nothing_to_ask',
  'spending_limit',
  'scored_by_rules',
  'search_failed',
  'failed_here',
  'stopped',
  'earlier_note',
]);
export type SourceReason = z.infer<typeof SourceReason>;

export const SourceReasonDetails = z.object({
  /** The settings that turn it on. */
  needs: z.array(z.string()).optional(),
  /** What the source or the language model answered. */
  answer: z.string().optional(),
});
export type SourceReasonDetails = z.infer<typeof SourceReasonDetails>;

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
  /** Of those kept, the ones who score low. They are kept where nobody better was found; absent where none are. */
  low: z.number().int().optional(),
  /** Of those kept, the ones with a checked address or number by now; only where runs are listed. */
  enriched: z.number().int().optional(),
  /** For people: why it failed, is off or stopped early. */
  note: z.string().nullable(),
  reason: SourceReason.nullable().default(null),
  details: SourceReasonDetails.nullable().default(null),
  /** US dollars: what it has cost and may cost; absent where it is free. */
  costUsd: z.number().optional(),
  budgetUsd: z.number().optional(),
});
export type RunSource = z.infer<typeof RunSource>;

/** As it is stored: without words. */
export type SourceProgress = Omit<RunSource, 'note'>;

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
  /** What becomes of the places that the audience names, by platform; none where it names none. */
  placeNotes: z.record(z.string(), z.string()),
});
export type QueryPlan = z.infer<typeof QueryPlan>;

export const planSearch = endpoint({
  method: 'POST',
  path: '/api/leads/plan',
  access: 'member',
  summary: 'What each source would be asked for an audience; nothing is searched or kept',
  body: z.object({ searchQuery: SearchQuery, platforms: Platforms }),
  response: QueryPlan,
  rateLimitPerMinute: 60,
});

/** How a source is asked; `planQueries` plans for it. */
const SourceAsks = z.object({
  style: z.enum(['sentence', 'phrases', 'keywords', 'hashtags']),
  /** Queries it takes in one run, and characters of one. */
  most: z.number().int(),
  longest: z.number().int(),
  /**
   * What it does with a place: it is one of the words that are asked for, its people are asked for by where they live,
   * those of a country come first, or it knows no places.
   */
  place: z.enum(['words', 'location', 'country', 'none']),
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
  /** 100 columns of 4,000 characters. */
  maxBodyBytes: 512 * 1_024,
  rateLimitPerMinute: 1_200,
});
