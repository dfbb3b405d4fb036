import { z } from 'zod';
import { endpoint, IdParams, Nothing } from '#kit/endpoint.ts';
import { SearchPlatform } from './contract.ts';

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
  /** Whom the last search of this group looked for, in the words it was given; null before the first. */
  lastSearch: z.string().nullable(),
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

/** Without defaults: what a change leaves out stays as it is. */
export const LeadGroupChange = z.object({
  name: NewLeadGroup.shape.name.optional(),
  description: z.string().trim().max(500, 'At most 500 characters.').optional(),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'A colour like #3B82F6.')
    .optional(),
  /** From an admin only: the name may name a health condition. */
  allowsCondition: z.boolean().optional(),
});
export type LeadGroupChange = z.output<typeof LeadGroupChange>;

export const changeLeadGroup = endpoint({
  method: 'PATCH',
  path: '/api/lead-groups/:id',
  access: 'member',
  summary: 'Rename a lead group or change its description and colour; messages that wait follow',
  params: IdParams,
  body: LeadGroupChange,
  response: LeadGroup,
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
  summary: 'How many leads each group holds and how many of them can be reached by email',
  response: z.array(LeadGroupCount),
});
