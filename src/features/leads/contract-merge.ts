import { z } from 'zod';
import { endpoint, IdParams, Nothing } from '#kit/endpoint.ts';
import { Lead } from './contract.ts';

/** What two records of one person can differ in; each is taken from one of them as a whole. */
export const MERGE_FIELDS = [
  'name',
  'email',
  'handle',
  'phone',
  'signal',
  'group',
  'stage',
  'owner',
  'country',
  'legalGround',
] as const;
export const MergeField = z.enum(MERGE_FIELDS);
export type MergeField = z.infer<typeof MergeField>;

/** From which of the two a field is taken. */
const MergeSide = z.enum(['keep', 'other']);
export type MergeSide = z.infer<typeof MergeSide>;

export const MergePreview = z.object({
  /** The record that stays. */
  keep: Lead,
  /** The one that goes into it. */
  other: Lead,
  /** Fields in which they differ, with the side that is proposed. */
  fields: z.array(z.object({ field: MergeField, take: MergeSide })),
  /** What of the other record comes along. */
  moves: z.object({
    messages: z.number().int(),
    events: z.number().int(),
    consents: z.number().int(),
    notes: z.number().int(),
  }),
  /** One of them objected, so nothing may be sent to the one that stays. */
  isObjection: z.boolean(),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const previewMerge = endpoint({
  method: 'GET',
  path: '/api/leads/:id/merge-preview',
  access: 'member',
  summary: 'What merging another lead into this one would do, field by field; it changes nothing',
  params: IdParams,
  query: z.object({ otherId: z.uuid('Choose the other lead.') }),
  response: MergePreview,
});

export const mergeLeads = endpoint({
  method: 'POST',
  path: '/api/leads/:id/merge',
  access: 'member',
  summary: 'Merge another lead into this one: messages, events, consents, notes and tags come along',
  params: IdParams,
  body: z.object({
    otherId: z.uuid('Choose the other lead.'),
    /** Fields that are taken from the other one; the rest stays. */
    take: z.array(MergeField).max(MERGE_FIELDS.length).default([]),
    /** Versions that were read; on top of older ones it is answered with 409. */
    version: z.number().int(),
    otherVersion: z.number().int(),
  }),
  response: z.object({ mergeId: z.uuid(), lead: Lead }),
});

export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/leads/merges/:id/undo',
  access: 'member',
  summary: 'Take a merge back: both leads are as before, except what was changed since',
  params: IdParams,
  response: Lead,
});

/** Why two records may be one person. `earlier_note` keeps a sentence of an earlier version. */
export const DuplicateReason = z.enum([
  'name_and_company',
  'phone',
  'handle',
  'handle_in_address',
  'name_and_mailbox',
  'found_address',
  'earlier_note',
]);
export type DuplicateReason = z.infer<typeof DuplicateReason>;

export const DuplicateDetails = z.object({
  /** Of `name_and_company`. */
  company: z.string().optional(),
  /** Of `earlier_note`. */
  note: z.string().optional(),
});
export type DuplicateDetails = z.infer<typeof DuplicateDetails>;

/** Two records that may be one person. */
export const PossibleDuplicate = z.object({
  id: z.uuid(),
  reason: DuplicateReason,
  details: DuplicateDetails,
  /** Why, for people: "Names alike, same company (acme)". */
  note: z.string(),
  keep: Lead,
  other: Lead,
});
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>;

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/api/leads/duplicates',
  access: 'viewer',
  summary: 'Pairs of leads that may be one person, to be looked at; the newest first',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  response: z.array(PossibleDuplicate),
});

export const dismissDuplicate = endpoint({
  method: 'POST',
  path: '/api/leads/duplicates/:id/dismiss',
  access: 'member',
  summary: 'Note that the two are different people; they are not proposed again',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const reopenDuplicate = endpoint({
  method: 'POST',
  path: '/api/leads/duplicates/:id/reopen',
  access: 'member',
  summary: 'Propose a pair again (Undo)',
  params: IdParams,
  response: Nothing,
  status: 204,
});
