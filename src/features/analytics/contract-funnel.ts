import { z } from 'zod';
import { endpoint, IdParams, PageQuery } from '#kit/endpoint.ts';
import { Period } from './contract.ts';

/** What can be taken apart: who was written to and how, where they were found or met, with what content. */
export const DIMENSIONS = [
  'campaign',
  'segment',
  'channel',
  'source',
  'asset',
  'agent',
  'community',
] as const;
export const Dimension = z.enum(DIMENSIONS, `One of ${DIMENSIONS.join(', ')}.`);
export type Dimension = z.infer<typeof Dimension>;

/** What is counted, from the first to the last step, and the money beside it. */
export const MEASURES = [
  'leads',
  'messages',
  'visits',
  'conversions',
  'purchases',
  'revenue',
  'spend',
] as const;
export const Measure = z.enum(MEASURES, `One of ${MEASURES.join(', ')}.`);
export type Measure = z.infer<typeof Measure>;

export const Counts = z.object({
  leads: z.number().int(),
  messages: z.number().int(),
  visits: z.number().int(),
  conversions: z.number().int(),
  purchases: z.number().int(),
  /** US cents. */
  revenue: z.number().int(),
  spend: z.number().int(),
} satisfies Record<Measure, z.ZodNumber>);
export type Counts = z.infer<typeof Counts>;

/** One part of the whole: a campaign, a lead group, a channel, a source, an asset, an agent, a community. */
export const FunnelRow = z.object({
  /** Names it in further calls; null for what belongs to none. */
  key: z.string().nullable(),
  label: z.string(),
  counts: Counts,
  /** Over the period before; null for lifetime, which has none. */
  before: Counts.nullable(),
});
export type FunnelRow = z.infer<typeof FunnelRow>;

const Days = z.object({
  period: Period,
  /** First and last day counted, in the workspace's time zone; null first day for lifetime without events. */
  from: z.iso.date().nullable(),
  to: z.iso.date(),
  /** As many days before; null for lifetime. */
  previousFrom: z.iso.date().nullable(),
  previousTo: z.iso.date().nullable(),
  timeZone: z.string(),
});
export type Days = z.infer<typeof Days>;

const Scope = z.object({ period: Period.default('last30'), campaign: z.uuid().optional() });

export const Funnel = Days.extend({
  by: Dimension,
  /** Each event once, as on the dashboard. */
  total: FunnelRow,
  /** Most messages first. Parts of assets overlap where a campaign has several. */
  rows: z.array(FunnelRow),
});
export type Funnel = z.infer<typeof Funnel>;

export const getFunnel = endpoint({
  method: 'GET',
  path: '/api/analytics/funnel',
  access: 'viewer',
  summary: 'From lead to purchase, taken apart by one dimension, beside the period before',
  query: Scope.extend({ by: Dimension.default('campaign') }),
  response: Funnel,
});

const TrendPoint = z.object({ day: z.iso.date(), counts: Counts });
export const TrendLine = Days.extend({
  /** Days of each point; more than a quarter of a year is shown by week. */
  step: z.enum(['day', 'week']),
  points: z.array(TrendPoint),
  /** Point by point the same stretch of the period before; empty for lifetime. */
  before: z.array(TrendPoint),
});
export type TrendLine = z.infer<typeof TrendLine>;

export const getTrend = endpoint({
  method: 'GET',
  path: '/api/analytics/trend',
  access: 'viewer',
  summary: 'What was counted day by day, beside the period before',
  query: Scope,
  response: TrendLine,
});

export const Goal = z.enum(['conversions', 'purchases'], 'One of conversions, purchases.');
export type Goal = z.infer<typeof Goal>;

const Touched = z.object({ count: z.number().int(), revenue: z.number().int() });
/** What one campaign and channel began, and what it finished. */
export const TouchRow = z.object({
  campaignId: z.uuid().nullable(),
  campaign: z.string(),
  channel: z.string().nullable(),
  first: Touched,
  last: Touched,
});
export type TouchRow = z.infer<typeof TouchRow>;

/** Days before a conversion or purchase in which a contact can have led to it. */
export const TOUCH_DAYS = 90;

export const Touches = Days.extend({
  goal: Goal,
  total: z.number().int(),
  rows: z.array(TouchRow),
});
export type Touches = z.infer<typeof Touches>;

export const getTouches = endpoint({
  method: 'GET',
  path: '/api/analytics/touches',
  access: 'viewer',
  summary: 'Which campaign and channel touched people first and last before they signed up or bought',
  query: Scope.extend({ goal: Goal.default('purchases') }),
  response: Touches,
});

export const WITHIN = ['7', '30', '90', 'any'] as const;
export const Within = z.enum(WITHIN, `One of ${WITHIN.join(', ')}.`);
export type Within = z.infer<typeof Within>;

export const COHORT_STAGES = ['contacted', 'engaged', 'qualified', 'converted'] as const;
export const CohortStage = z.enum(COHORT_STAGES, `One of ${COHORT_STAGES.join(', ')}.`);
export type CohortStage = z.infer<typeof CohortStage>;

export const Cohort = z.object({
  /** First day of the month in which they were found. */
  month: z.iso.date(),
  leads: z.number().int(),
  contacted: z.number().int(),
  engaged: z.number().int(),
  qualified: z.number().int(),
  converted: z.number().int(),
  /** Some of them have not been known that long yet, so the figures can still rise. */
  isOpen: z.boolean(),
});
export type Cohort = z.infer<typeof Cohort>;

export const listCohorts = endpoint({
  method: 'GET',
  path: '/api/analytics/cohorts',
  access: 'viewer',
  summary: 'People by the month they were found in, and how far they came within so many days',
  query: z.object({ within: Within.default('any') }),
  response: z.array(Cohort),
});

/** One of the rows behind a figure. */
export const FigureRow = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Null for people who are not in the workspace any more. */
  leadId: z.uuid().nullable(),
  /** Null as well, but for the made-up people of the sample data. */
  leadName: z.string().nullable(),
  /** Whether it was told of somebody, who may have left the workspace since. */
  isPersonal: z.boolean(),
  /** What was noted with an entry of spend, '' for nothing; null for everything else. */
  note: z.string().nullable(),
  campaignId: z.uuid().nullable(),
  campaign: z.string().nullable(),
  channel: z.string().nullable(),
  /** US cents; below zero for a refund. */
  value: z.number().int().nullable(),
  /** What was paid in another currency, in minor units; it is in no sum. */
  amountMinor: z.number().int().nullable(),
  currency: z.string().nullable(),
});
export type FigureRow = z.infer<typeof FigureRow>;

export const FigureRowsQuery = PageQuery.extend({
  ...Scope.shape,
  measure: Measure,
  by: Dimension.optional(),
  /** Part of the dimension; '' for what belongs to none. */
  key: z.string().max(200).optional(),
  /** Of the period before. */
  before: z.stringbool().optional(),
  /** Of one point of the trend: the days from this one on that it stands for, within the period. */
  day: z.iso.date('A day as 2026-01-31.').optional(),
  days: z.coerce.number().int().min(1).max(7, 'At most 7 days.').default(1),
});
export type FigureRowsQuery = z.output<typeof FigureRowsQuery>;

export const listFigureRows = endpoint({
  method: 'GET',
  path: '/api/analytics/rows',
  access: 'viewer',
  summary: 'The rows that a count was counted from, newest first',
  query: FigureRowsQuery,
  response: z.array(FigureRow),
  paged: true,
});

export const TouchRowsQuery = PageQuery.extend({
  ...Scope.shape,
  goal: Goal.default('purchases'),
  touch: z.enum(['first', 'last'], 'One of first, last.'),
  /** Of which campaign and channel; '' for none. */
  touchCampaign: z.union([z.uuid(), z.literal('')]),
  channel: z.string().max(60),
});
export type TouchRowsQuery = z.output<typeof TouchRowsQuery>;

export const listTouchRows = endpoint({
  method: 'GET',
  path: '/api/analytics/touch-rows',
  access: 'viewer',
  summary: 'The conversions or purchases that a campaign and channel began or finished, newest first',
  query: TouchRowsQuery,
  response: z.array(FigureRow),
  paged: true,
});

export const CohortRowsQuery = PageQuery.extend({
  month: z.iso.date('A day as 2026-01-31.'),
  within: Within.default('any'),
  /** Without: everybody of the month. */
  stage: CohortStage.optional(),
});
export type CohortRowsQuery = z.output<typeof CohortRowsQuery>;

export const listCohortRows = endpoint({
  method: 'GET',
  path: '/api/analytics/cohort-rows',
  access: 'viewer',
  summary: 'The people of a month who came at least to a stage',
  query: CohortRowsQuery,
  response: z.array(FigureRow),
  paged: true,
});

/** Money that was spent on a campaign outside of the product: advertisements, an agency, printing. */
export const Spend = z.object({
  id: z.uuid(),
  campaignId: z.uuid(),
  campaign: z.string(),
  day: z.iso.date(),
  /** US cents. */
  amount: z.number().int(),
  note: z.string(),
  /** Null for money that was recorded by a program. */
  by: z.string().nullable(),
});
export type Spend = z.infer<typeof Spend>;

export const listSpend = endpoint({
  method: 'GET',
  path: '/api/analytics/spend',
  access: 'viewer',
  summary: 'Money that people entered, newest first',
  query: PageQuery,
  response: z.array(Spend),
  paged: true,
});

export const NewSpend = z.object({
  campaignId: z.uuid('Choose the campaign that it was spent on.'),
  /** Day on which it was spent, today or earlier. */
  day: z.iso.date('Enter a day.'),
  /** In US dollars, with cents. */
  amount: z.coerce
    .number('Enter an amount in US dollars.')
    .min(0.01, 'At least $0.01.')
    .max(1_000_000, 'At most $1,000,000.'),
  note: z.string().trim().max(200, 'At most 200 characters.').default(''),
});
export type NewSpend = z.output<typeof NewSpend>;

export const recordSpend = endpoint({
  method: 'POST',
  path: '/api/analytics/spend',
  access: 'member',
  summary: 'Enter money that was spent on a campaign',
  body: NewSpend,
  response: Spend,
  status: 201,
});

export const takeBackSpend = endpoint({
  method: 'POST',
  path: '/api/analytics/spend/:id/take-back',
  access: 'member',
  summary: 'Take back an entry: the same sum is recorded with a minus, once however often it is called',
  params: IdParams,
  response: z.object({ isTakenBack: z.boolean() }),
});

/** What can be divided by what. */
export const RATES = ['responseRate', 'signUp', 'overall', 'pageConversion', 'purchaseConversion'] as const;
export const Rate = z.enum(RATES);
export type Rate = z.infer<typeof Rate>;

/** Points at a figure that the screen shows, so that a sentence can be opened to what proves it. */
export const FigureRef = z.object({
  figure: z.union([Rate, Measure, z.enum(['costPerLead', 'returnOnSpend'])]),
  by: Dimension.nullable(),
  key: z.string().nullable(),
});
export type FigureRef = z.infer<typeof FigureRef>;

export const Insight = z.object({
  id: z.string(),
  tone: z.enum(['good', 'attention', 'neutral']),
  sentence: z.string(),
  /** How sure it is: "22.6% (20.1 to 25.2) against 17.4% (15.0 to 20.0), 95% intervals." */
  basis: z.string(),
  /** The figure it is about. */
  proof: FigureRef,
});
export type Insight = z.infer<typeof Insight>;

export const Insights = z.object({
  /** Who wrote them: "Built-in engine". */
  by: z.string(),
  items: z.array(Insight),
  /** Comparisons that were made; those too small or too close to call say nothing. */
  compared: z.number().int(),
});
export type Insights = z.infer<typeof Insights>;

export const listInsights = endpoint({
  method: 'GET',
  path: '/api/analytics/insights',
  access: 'viewer',
  summary: 'What stands out, in sentences that each point at the figure that proves them',
  query: Scope,
  response: Insights,
});
