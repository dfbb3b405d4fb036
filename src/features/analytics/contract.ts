import { z } from 'zod';
import { endpoint } from '#kit/endpoint.ts';

export const PERIODS = ['last7', 'last30', 'last90', 'lifetime'] as const;
export const Period = z.enum(PERIODS, `One of ${PERIODS.join(', ')}.`);
export type Period = z.infer<typeof Period>;

export const Totals = z.object({
  messagesSent: z.number().int(),
  landingPageVisits: z.number().int(),
  landingPageConversions: z.number().int(),
  purchaseConversions: z.number().int(),
  activeCampaigns: z.number().int(),
});
export type Totals = z.infer<typeof Totals>;

/** This week (7 days up to now) against the 7 days before, in the tile's own unit; null where there is no base. */
export const Trend = z.object({
  thisWeek: z.number().nullable(),
  lastWeek: z.number().nullable(),
  /** Relative change in percent; for counts of campaigns the difference. Null without both weeks. */
  change: z.number().nullable(),
  unit: z.enum(['percent', 'count']),
  /** One value a day, oldest first, of the days of the sparkline; null on days without a base. */
  series: z.array(z.number().nullable()),
});
export type Trend = z.infer<typeof Trend>;

/** What came back to a campaign, besides what its funnel shows. */
export const Heard = z.object({
  /** Mails opened by a person; those that machines load stand apart. */
  opens: z.number().int(),
  machineOpens: z.number().int(),
  clicks: z.number().int(),
  replies: z.number().int(),
  bounces: z.number().int(),
  complaints: z.number().int(),
  unsubscribes: z.number().int(),
});
export type Heard = z.infer<typeof Heard>;

/** A campaign as the dashboard shows it, counted over the period. Rates in percent to one decimal. */
export const CampaignPerformance = z.object({
  id: z.uuid(),
  name: z.string(),
  targetSegment: z.string(),
  startDate: z.iso.date().nullable(),
  endDate: z.iso.date().nullable(),
  /** With utm parameters. */
  landingPageUrl: z.string(),
  utmCampaign: z.string(),
  utmSource: z.string(),
  utmMedium: z.string(),
  status: z.enum(['active', 'completed']),
  /** Of one that is not completed: nothing leaves until somebody resumes it, and it does not count as active. */
  isPaused: z.boolean(),
  channels: z.array(z.string()),
  messagesSent: z.number().int(),
  /** Those of them that went to the outbox and have reached nobody. */
  keptInOutbox: z.number().int(),
  heard: Heard,
  /** Landing visits ÷ messages sent; null without messages. */
  responseRate: z.number().nullable(),
  landingPageVisits: z.number().int(),
  landingPageConversions: z.number().int(),
  purchaseConversions: z.number().int(),
  /** US dollars: recorded spend ÷ landing conversions; null without spend or conversions. */
  costPerLead: z.number().nullable(),
  pageConversions: z.number().int(),
  /** Landing conversions ÷ landing visits. */
  pageConversionRate: z.number().nullable(),
  /** Purchases ÷ landing conversions. */
  purchaseConversionRate: z.number().nullable(),
  /** US dollars. */
  revenue: z.number(),
});
export type CampaignPerformance = z.infer<typeof CampaignPerformance>;

/** The totals stand at the top level as well. */
export const Overview = Totals.extend({
  period: Period,
  /** First and last day counted, in the workspace's time zone; null first day for lifetime without events. */
  from: z.iso.date().nullable(),
  to: z.iso.date(),
  timeZone: z.string(),
  totals: Totals,
  trends: z.object({
    responseRate: Trend,
    pageConversion: Trend,
    purchaseConversion: Trend,
    activeCampaigns: Trend,
  }),
  campaigns: z.array(CampaignPerformance),
});
export type Overview = z.infer<typeof Overview>;

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/analytics/overview',
  access: 'viewer',
  summary: 'The dashboard: totals, trends and campaigns, counted from events',
  query: z.object({ period: Period.default('last30'), campaign: z.uuid().optional() }),
  response: Overview,
});

export const Usage = z.object({
  /** Campaigns that ran in the current month of the workspace's time zone. */
  campaigns: z.number().int(),
  leadsDiscovered: z.number().int(),
  /** Last event of any kind; null before the first. */
  lastActive: z.iso.datetime().nullable(),
  timeZone: z.string(),
});
export type Usage = z.infer<typeof Usage>;

export const getUsage = endpoint({
  method: 'GET',
  path: '/api/analytics/usage',
  access: 'viewer',
  summary: 'What was used this month',
  response: Usage,
});

/** One thing that the AI did. */
export const AiActivity = z.object({
  id: z.string(),
  kind: z.enum(['scored', 'checked', 'composed', 'stopped', 'moved', 'joined', 'answered']),
  title: z.string(),
  detail: z.string(),
  /** Who did it: "Built-in engine". */
  by: z.string(),
  at: z.iso.datetime(),
  /** Screen that shows what it did it to. */
  href: z.string(),
  /**
   * Whether it can be taken back: `possible`; `done` already; `passed` because somebody went on from there. Null where
   * nothing was changed that could be.
   */
  undo: z.enum(['possible', 'done', 'passed']).nullable(),
});
export type AiActivity = z.infer<typeof AiActivity>;

export const listAiActivity = endpoint({
  method: 'GET',
  path: '/api/analytics/ai-activity',
  access: 'viewer',
  summary: 'What the AI did lately, newest first',
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(6) }),
  response: z.array(AiActivity),
});

export const undoAiActivity = endpoint({
  method: 'POST',
  path: '/api/analytics/ai-activity/undo',
  access: 'member',
  summary:
    'Take back what the AI did, as far as nobody has gone on from there; repeating it changes nothing more',
  body: z.object({
    /** As the list names it. */
    id: z.string().max(120, 'At most 120 characters.'),
  }),
  response: z.object({
    /** People or posts that are as they were before. */
    undone: z.number().int(),
    /** Those that somebody has gone on with, left as they are. */
    kept: z.number().int(),
  }),
});
