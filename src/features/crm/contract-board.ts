import { z } from 'zod';
import { findCondition } from '#features/compliance/rules-conditions.ts';
import { Lead, LeadSort, Stage } from '#features/leads/contract.ts';
import { endpoint, IdParams, Nothing, PageQuery } from '#kit/endpoint.ts';

/** A lead as it stands on the board. */
export const BoardCard = z.object({
  lead: Lead,
  /** The last thing that they did or that was done to reach them: "Replied". */
  lastEvent: z.object({ words: z.string(), at: z.iso.datetime() }).nullable(),
  /** The open task that is due first. */
  task: z.object({ id: z.uuid(), title: z.string(), dueAt: z.iso.datetime() }).nullable(),
});
export type BoardCard = z.infer<typeof BoardCard>;

export const listBoardCards = endpoint({
  method: 'GET',
  path: '/api/crm/cards',
  access: 'viewer',
  summary: 'The leads of one stage as cards of the board',
  query: PageQuery.extend({
    stage: Stage,
    q: z.string().trim().max(200, 'At most 200 characters.').optional(),
    sort: LeadSort.optional(),
  }),
  response: z.array(BoardCard),
  paged: true,
});

/** Something to do for a lead by a certain time. */
export const Task = z.object({
  id: z.uuid(),
  leadId: z.uuid(),
  leadName: z.string(),
  title: z.string(),
  dueAt: z.iso.datetime(),
  ownerId: z.string(),
  /** Null once the owner has left the workspace. */
  ownerName: z.string().nullable(),
  doneAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Task = z.infer<typeof Task>;

const TaskTitle = z
  .string()
  .trim()
  .min(1, 'Say what is to be done.')
  .max(200, 'At most 200 characters.')
  .superRefine((title, context) => {
    const condition = findCondition(title);
    if (condition === undefined) return;
    context.addIssue({
      code: 'custom',
      message: `“${condition}” is a health condition, and none is kept about a person. Say what is to be done.`,
    });
  });
const DueAt = z.iso
  .datetime({ offset: true, error: 'Enter a day and a time.' })
  .refine((at) => at >= '2000' && at < '2200', 'A day of this century or the next.');
const OwnerId = z.string().min(1).max(64, 'At most 64 characters.');

export const NewTask = z.object({
  title: TaskTitle,
  dueAt: DueAt,
  /** Who is to do it; oneself unless told. */
  ownerId: OwnerId.optional(),
});
export type NewTask = z.output<typeof NewTask>;

export const TaskChange = z
  .object({ title: TaskTitle, dueAt: DueAt, ownerId: OwnerId, isDone: z.boolean() })
  .partial();
export type TaskChange = z.output<typeof TaskChange>;

export const listLeadTasks = endpoint({
  method: 'GET',
  path: '/api/leads/:id/tasks',
  access: 'viewer',
  summary: 'The tasks for a lead: open ones by due date, then the done ones',
  params: IdParams,
  response: z.array(Task),
});

export const addTask = endpoint({
  method: 'POST',
  path: '/api/leads/:id/tasks',
  access: 'member',
  summary: 'Add a task for a lead',
  params: IdParams,
  body: NewTask,
  response: Task,
  status: 201,
});

/** Most open tasks that a list shows. */
export const MOST_TASKS = 500;

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/crm/tasks',
  access: 'viewer',
  summary: 'Open tasks by due date, of oneself or of everybody',
  query: z.object({ owner: z.enum(['me', 'all'], 'One of me, all.').default('me') }),
  response: z.array(Task),
});

export const changeTask = endpoint({
  method: 'PATCH',
  path: '/api/crm/tasks/:id',
  access: 'member',
  summary: 'Change a task, or mark it done or open again',
  params: IdParams,
  body: TaskChange,
  response: Task,
});

export const deleteTask = endpoint({
  method: 'DELETE',
  path: '/api/crm/tasks/:id',
  access: 'member',
  summary: 'Delete a task; it can be restored for a day',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreTask = endpoint({
  method: 'POST',
  path: '/api/crm/tasks/:id/restore',
  access: 'member',
  summary: 'Bring a deleted task back (Undo)',
  params: IdParams,
  response: Task,
});
