import { z } from 'zod';
import type { Stage } from '#features/leads/contract.ts';
import { endpoint, IdParams } from '#kit/endpoint.ts';

const StageCounts = z.object({
  new: z.number().int(),
  contacted: z.number().int(),
  engaged: z.number().int(),
  qualified: z.number().int(),
  converted: z.number().int(),
} satisfies Record<Stage, z.ZodNumber>);
export type StageCounts = z.infer<typeof StageCounts>;

export const CrmStats = z.object({
  totalLeads: z.number().int(),
  stages: StageCounts,
  /** People moved to a later stage in the last 7 days and in the 7 days before. */
  movedForwardThisWeek: z.number().int(),
  movedForwardLastWeek: z.number().int(),
  /** People of the pipeline who bought, and for how many US cents together; other visitors buy too and are none of it. */
  buyers: z.number().int(),
  revenueCents: z.number().int(),
  /** Purchases that are not in that sum: without an amount, or in another currency than US dollars. */
  purchasesLeftOut: z.number().int(),
});
export type CrmStats = z.infer<typeof CrmStats>;

export const getCrmStats = endpoint({
  method: 'GET',
  path: '/api/crm/stats',
  access: 'viewer',
  summary: 'The pipeline by stage',
  response: CrmStats,
});

export const CategoryCount = z.object({
  id: z.uuid(),
  name: z.string(),
  color: z.string(),
  totalLeads: z.number().int(),
  leadsWithContact: z.number().int(),
  stageBreakdown: StageCounts,
});
export type CategoryCount = z.infer<typeof CategoryCount>;

export const listCategoryCounts = endpoint({
  method: 'GET',
  path: '/api/lead-categories/counts',
  access: 'viewer',
  summary: 'Lead groups with their leads by stage',
  response: z.array(CategoryCount),
});

/** One line of a lead's timeline, newest first. */
export const TimelineEntry = z.object({
  id: z.string(),
  type: z.string(),
  /** For people: "Clicked the link in Winter Evenings". */
  title: z.string(),
  detail: z.string().nullable(),
  at: z.iso.datetime(),
  /** Of a purchase or a refund alone. */
  purchase: z
    .object({
      /** US cents, below zero for a refund; null where the shop did not say, and in other currencies. */
      valueCents: z.number().int().nullable(),
      /** An amount in another currency, in its minor units. */
      amountMinor: z.number().int().nullable(),
      currency: z.string().nullable(),
      /** Null where the shop did not say, or where it would tell of somebody's health. */
      item: z.string().nullable(),
      campaign: z.string().nullable(),
    })
    .optional(),
  /** Where it was done, of a community alone; without a post they joined it. */
  place: z.object({ communityId: z.uuid(), postId: z.uuid().nullable() }).optional(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const getTimeline = endpoint({
  method: 'GET',
  path: '/api/leads/:id/timeline',
  access: 'viewer',
  summary: 'Everything that happened with a lead, newest first',
  params: IdParams,
  response: z.array(TimelineEntry),
});
