import { z } from 'zod';
import { findCondition, hasCondition } from '#features/compliance/rules-conditions.ts';
import { endpoint, IdParams, Nothing } from '#kit/endpoint.ts';
import { LeadQuery } from './contract.ts';

/** Most views that one colleague keeps. */
export const MOST_VIEWS = 50;

/** What a view shows: the filters and the order of a list of leads. */
export const ViewQuery = LeadQuery.omit({ limit: true, cursor: true }).superRefine(
  ({ q, custom }, context) => {
    const values = Object.values(custom ?? {}).flat();
    const isSearched = q !== undefined && hasCondition(q);
    if (!isSearched && !values.some(hasCondition)) return;
    context.addIssue({
      code: 'custom',
      path: [isSearched ? 'q' : 'custom'],
      message: 'A view keeps no search for a health condition: it would be a list of people who have it.',
    });
  },
);
export type ViewQuery = z.output<typeof ViewQuery>;

const ViewName = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(60, 'At most 60 characters.')
  .superRefine((name, context) => {
    const condition = findCondition(name);
    if (condition === undefined) return;
    context.addIssue({
      code: 'custom',
      message: `“${condition}” is a health condition, and the name would say that everybody in the view has it. Name what they look for, for example “Evening routines”.`,
    });
  });

export const NewLeadView = z.object({
  name: ViewName,
  /** Everybody in the workspace sees it. */
  isShared: z.boolean().default(false),
  query: ViewQuery,
});

export const LeadView = z.object({
  id: z.uuid(),
  name: z.string(),
  isShared: z.boolean(),
  /** The caller may change and delete it. */
  isOwn: z.boolean(),
  query: ViewQuery,
});
export type LeadView = z.infer<typeof LeadView>;

export const listLeadViews = endpoint({
  method: 'GET',
  path: '/api/lead-views',
  access: 'viewer',
  summary: 'The saved views of the caller and those that colleagues share, by name',
  response: z.array(LeadView),
});

export const saveLeadView = endpoint({
  method: 'POST',
  path: '/api/lead-views',
  access: 'member',
  summary: 'Save filters and order of a list of leads under a name',
  body: NewLeadView,
  response: LeadView,
  status: 201,
});

export const changeLeadView = endpoint({
  method: 'PATCH',
  path: '/api/lead-views/:id',
  access: 'member',
  summary: 'Rename a view, share it or give it other filters',
  params: IdParams,
  body: z.object({ name: ViewName, isShared: z.boolean(), query: ViewQuery }).partial(),
  response: LeadView,
});

export const deleteLeadView = endpoint({
  method: 'DELETE',
  path: '/api/lead-views/:id',
  access: 'member',
  summary: 'Delete a view; it can be restored for a while',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreLeadView = endpoint({
  method: 'POST',
  path: '/api/lead-views/:id/restore',
  access: 'member',
  summary: 'Bring a deleted view back (Undo)',
  params: IdParams,
  response: LeadView,
});
