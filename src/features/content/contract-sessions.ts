import { z } from 'zod';
import { UNCHANGED_REASONS } from '#engines/writing/reasons.ts';
import { endpoint, IdParams, Nothing, PageQuery } from '#kit/endpoint.ts';
import {
  AssetCategory,
  AssetType,
  Audience,
  Content,
  Html,
  LIMITS,
  MESSAGES,
  ONE_TEXT,
  SavedAsset,
  TagList,
  Tone,
  upTo,
} from './contract.ts';

export const ContentSession = z.object({
  id: z.uuid(),
  sessionName: z.string(),
  contentType: AssetType,
  requirements: z.string(),
  targetAudience: Audience,
  tone: Tone,
  /** Number of the latest version; 0 before anything was written. */
  currentVersion: z.number().int(),
  /** Sessions made from one brief share it; null for one alone. */
  setId: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ContentSession = z.infer<typeof ContentSession>;

/** A product fact that a text quotes. */
export const UsedFact = z.object({ fact: z.string(), source: z.string() });
export type UsedFact = z.infer<typeof UsedFact>;

/** One state of a session's content. Versions are never changed and never removed. */
export const ContentVersion = z.object({
  number: z.number().int(),
  kind: z.enum(['generated', 'refined', 'edited', 'restored']),
  /** What was asked for; '' where somebody wrote it by hand. */
  request: z.string(),
  content: z.string(),
  explanation: z.string(),
  suggestions: z.array(z.string()),
  /** "Built-in engine", the name of a model, or of the person. */
  writtenBy: z.string(),
  facts: z.array(UsedFact),
  /** How many blanks such as "[date]" are to be filled. */
  blanks: z.number().int(),
  createdAt: z.iso.datetime(),
});
export type ContentVersion = z.infer<typeof ContentVersion>;

export const listContentSessions = endpoint({
  method: 'GET',
  path: '/api/content-generation/sessions',
  access: 'viewer',
  summary: 'Content sessions, the last changed first',
  query: PageQuery,
  response: z.array(ContentSession),
  paged: true,
});

export const getContentSession = endpoint({
  method: 'GET',
  path: '/api/content-generation/sessions/:id',
  access: 'viewer',
  summary: 'A content session with its versions, the first one first',
  params: IdParams,
  response: ContentSession.extend({
    versions: z.array(ContentVersion),
    /** Who writes here: "Built-in engine" or the name of the model. */
    writer: z.string(),
  }),
});
export type ContentSessionDetail = z.infer<(typeof getContentSession)['response']>;

export const NewContentSession = z.object({
  sessionName: z
    .string({ error: MESSAGES.sessionName })
    .trim()
    .min(1, MESSAGES.sessionName)
    .max(LIMITS.name, upTo(LIMITS.name)),
  contentType: AssetType.default('email'),
  requirements: z.string().trim().max(LIMITS.requirements, upTo(LIMITS.requirements)).default(''),
});
export type NewContentSession = z.output<typeof NewContentSession>;

export const createContentSession = endpoint({
  method: 'POST',
  path: '/api/content-generation/sessions',
  access: 'member',
  summary: 'Begin a content session',
  body: NewContentSession,
  response: ContentSession,
  status: 201,
});

export const deleteContentSession = endpoint({
  method: 'DELETE',
  path: '/api/content-generation/sessions/:id',
  access: 'member',
  summary: 'Delete a content session; it can be brought back',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreContentSession = endpoint({
  method: 'POST',
  path: '/api/content-generation/sessions/:id/restore',
  access: 'member',
  summary: 'Undo the deletion of a content session',
  params: IdParams,
  response: ContentSession,
});

/** The version that was read: another one in between is answered with 409. None: the latest. */
const baseVersion = z.number().int().min(0).optional();

/** Why a refinement changed nothing; null if it did. */
const Unchanged = z.enum(UNCHANGED_REASONS).nullable();

/** Generation and refinement answer as a stream of these events when asked with `Accept: text/event-stream`. */
export const WritingEvent = z.discriminatedUnion('type', [
  /** The next words. */
  z.object({ type: z.literal('piece'), text: z.string() }),
  z.object({
    type: z.literal('done'),
    content: z.string(),
    suggestions: z.array(z.string()),
    explanation: z.string(),
    version: z.number().int(),
    blanks: z.number().int(),
    reason: Unchanged,
  }),
  /** Nothing was stored. */
  z.object({ type: z.literal('failed'), code: z.string(), message: z.string() }),
]);
export type WritingEvent = z.infer<typeof WritingEvent>;

export const generateContent = endpoint({
  method: 'POST',
  path: '/api/content-generation/generate',
  access: 'member',
  summary: 'Write the content of a session; streamed where that is asked for',
  body: z.object({
    sessionId: z.uuid(MESSAGES.prompt),
    prompt: z
      .string({ error: MESSAGES.prompt })
      .trim()
      .min(1, MESSAGES.prompt)
      .max(LIMITS.prompt, upTo(LIMITS.prompt)),
    contentType: AssetType.optional(),
    targetAudience: Audience.default('health enthusiasts'),
    tone: Tone.default('professional'),
    baseVersion,
  }),
  response: z.object({
    content: z.string(),
    suggestions: z.array(z.string()),
    version: z.number().int(),
    blanks: z.number().int(),
  }),
  streams: true,
});
export type GenerationRequest = z.output<typeof generateContent.body>;

export const refineContent = endpoint({
  method: 'POST',
  path: '/api/content-generation/refine',
  access: 'member',
  summary: 'Change the content of a session as told; streamed where that is asked for',
  body: z.object({
    sessionId: z.uuid(MESSAGES.refinement),
    refinementRequest: z
      .string({ error: MESSAGES.refinement })
      .trim()
      .min(1, MESSAGES.refinement)
      .max(LIMITS.refinement, upTo(LIMITS.refinement)),
    currentContent: Content.trim().min(1, MESSAGES.refinement),
    baseVersion,
  }),
  response: z.object({
    content: z.string(),
    explanation: z.string(),
    suggestions: z.array(z.string()),
    version: z.number().int(),
    blanks: z.number().int(),
    reason: Unchanged,
  }),
  streams: true,
});
export type RefinementRequest = z.output<typeof refineContent.body>;

export const editContent = endpoint({
  method: 'POST',
  path: '/api/content-generation/sessions/:id/edit',
  access: 'member',
  summary: 'Store what somebody wrote by hand as the next version',
  params: IdParams,
  body: z
    .object({
      content: Content.trim().min(1, 'Write something first.').optional(),
      html: Html.optional(),
      baseVersion: z.number().int().min(0),
    })
    .refine(({ content, html }) => (content === undefined) !== (html === undefined), {
      error: ONE_TEXT,
      path: ['content'],
    }),
  response: ContentVersion,
});

export const returnToVersion = endpoint({
  method: 'POST',
  path: '/api/content-generation/sessions/:id/versions/:number/restore',
  access: 'member',
  summary: 'Make an earlier version the latest one again',
  params: IdParams.extend({ number: z.coerce.number().int().min(1) }),
  body: z.object({ baseVersion: z.number().int().min(1) }),
  response: ContentVersion,
});

export const saveContent = endpoint({
  method: 'POST',
  path: '/api/content-generation/save',
  access: 'member',
  summary: 'Keep the latest content of a session as an asset of the library',
  body: z.object({
    sessionId: z.uuid(MESSAGES.assetName),
    assetName: z
      .string({ error: MESSAGES.assetName })
      .trim()
      .min(1, MESSAGES.assetName)
      .max(LIMITS.name, upTo(LIMITS.name)),
    category: AssetCategory.default('marketing'),
    tags: TagList.default([]),
  }),
  response: SavedAsset,
  status: 201,
});
export type SavedContent = z.output<typeof saveContent.body>;

export const createContentSet = endpoint({
  method: 'POST',
  path: '/api/content-generation/sessions/:id/set',
  access: 'member',
  summary: 'A session for each other channel with the same brief; each is then written by itself',
  params: IdParams,
  response: z.array(ContentSession),
  status: 201,
});
