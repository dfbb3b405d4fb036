import { z } from 'zod';
import { CustomInput, type CustomValue } from '#features/custom-fields/contract.ts';
import { endpoint, IdParams } from '#kit/endpoint.ts';
import { type Lead, LeadQuery, Stage } from './contract.ts';
import { Tags } from './contract-notes.ts';

const UserId = z.string().min(1).max(64, 'At most 64 characters.');
const SomeTags = Tags.min(1, 'Enter a tag.');

const SomeValues = CustomInput.refine((given) => Object.keys(given).length > 0, 'Choose a field.');

/** What a bulk action does to each lead. */
export const BulkAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('move'), groupId: z.uuid('Choose a lead group.').nullable() }),
  z.object({ kind: z.literal('stage'), stage: Stage }),
  z.object({ kind: z.literal('owner'), ownerId: UserId.nullable() }),
  z.object({ kind: z.literal('add_tags'), tags: SomeTags }),
  z.object({ kind: z.literal('remove_tags'), tags: SomeTags }),
  /** Null clears a value. */
  z.object({ kind: z.literal('custom'), custom: SomeValues }),
  z.object({ kind: z.literal('fit'), isNotFit: z.boolean() }),
  /** Scores again by what the group is searched for now; scores of a language model stay. */
  z.object({ kind: z.literal('rescore') }),
  z.object({ kind: z.literal('delete') }),
]);
export type BulkAction = z.output<typeof BulkAction>;

/** A lead before a bulk action; only the fields that the action changed. */
export type LeadBeforeAction = {
  groupId?: string | null;
  stage?: Stage;
  ownerId?: string | null;
  /** Those that it got, or lost. */
  tags?: string[];
  isNotFit?: boolean;
  /** Null where there was no value. */
  custom?: Record<string, CustomValue | null>;
  score?: Pick<Lead, 'aiScore' | 'scoreReasons' | 'scoredBy'>;
  /** A digest of the score that it got instead; undefined for actions before 23 November 2026. */
  scoredAs?: string;
};

/** Most leads that are named one by one; more are described by a filter. */
export const MOST_CHOSEN = 1_000;

const LeadFilter = LeadQuery.omit({ limit: true, cursor: true, sort: true });

/** Leads by their ids, or all that a list with this filter holds. */
export const LeadSelection = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1, 'Choose a lead.').max(MOST_CHOSEN) }),
  z.strictObject({ filter: LeadFilter }),
]);
export type LeadSelection = z.output<typeof LeadSelection>;

export const BulkActionProgress = z.object({
  id: z.uuid(),
  act: BulkAction,
  state: z.enum(['running', 'done', 'undoing', 'undone', 'failed']),
  /** Leads that were chosen when it began, those looked at so far, and those of them that are different now. */
  total: z.number().int(),
  done: z.number().int(),
  changed: z.number().int(),
  createdAt: z.iso.datetime(),
});
export type BulkActionProgress = z.infer<typeof BulkActionProgress>;

export const actOnLeads = endpoint({
  method: 'POST',
  path: '/api/leads/acts',
  access: 'member',
  summary: 'Do one thing to many leads: at once to those named, in the background to all that a filter finds',
  body: z.object({ act: BulkAction, leads: LeadSelection }),
  response: BulkActionProgress,
  status: 201,
});

export const listLeadActs = endpoint({
  method: 'GET',
  path: '/api/leads/acts',
  access: 'viewer',
  summary: 'What is being done to many leads now, and what was done in the last hours',
  response: z.array(BulkActionProgress),
});

export const getLeadAct = endpoint({
  method: 'GET',
  path: '/api/leads/acts/:id',
  access: 'viewer',
  summary: 'Progress of a bulk action',
  params: IdParams,
  response: BulkActionProgress,
});

export const undoLeadAct = endpoint({
  method: 'POST',
  path: '/api/leads/acts/:id/undo',
  access: 'member',
  summary: 'Undo a bulk action as a whole; later changes stay',
  params: IdParams,
  response: BulkActionProgress,
});
