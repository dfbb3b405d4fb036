import { z } from 'zod';
import { endpoint, IdParams, PageQuery } from '#kit/endpoint.ts';

/** Where an item came from. An item without a type was added by hand. */
export const KNOWLEDGE_TYPES = ['manual', 'uploaded_file', 'chat_training', 'custom_training'] as const;
export const KnowledgeType = z.enum(KNOWLEDGE_TYPES);
export type KnowledgeType = z.infer<typeof KnowledgeType>;

export const TARGET_AUDIENCES = ['general', 'beginners', 'advanced', 'medical'] as const;
export const TargetAudience = z.enum(TARGET_AUDIENCES, `One of ${TARGET_AUDIENCES.join(', ')}.`);
export type TargetAudience = z.infer<typeof TargetAudience>;

const LONGEST_TYPED = 200_000;

/** Something about an item that a person should look at. */
export const KnowledgeWarning = z.object({
  kind: z.enum(['expired', 'outdated', 'contradiction', 'instruction', 'superseded']),
  /** What is the matter, in words. */
  text: z.string(),
  /** The item it contradicts. */
  otherId: z.uuid().nullable(),
});
export type KnowledgeWarning = z.infer<typeof KnowledgeWarning>;

export const KnowledgeItem = z.object({
  id: z.uuid(),
  expertId: z.uuid(),
  type: KnowledgeType,
  title: z.string(),
  /** In a list its first 20,000 characters, alone its first 200,000: a file may hold millions. */
  content: z.string(),
  trainingContext: z.string(),
  tags: z.array(z.string()),
  targetAudience: TargetAudience,
  /** How many parts of it can be quoted. */
  passageCount: z.number().int(),
  /** From when it says that it holds, as a date; the newer of two items wins. */
  effectiveFrom: z.iso.date().nullable(),
  /** Last day on which it is used. */
  validUntil: z.iso.date().nullable(),
  /** No longer used, kept for reading. */
  retiredAt: z.iso.datetime().nullable(),
  /** When an answer last rested on it. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** The file it was read from. */
  fileName: z.string().nullable(),
  /** That file is there to be read again. */
  isFileKept: z.boolean(),
  /** The asset of the content library it was taken from; without an id once that is gone. */
  asset: z.object({ id: z.uuid().nullable(), name: z.string() }).nullable(),
  remarks: z.array(KnowledgeWarning),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type KnowledgeItem = z.infer<typeof KnowledgeItem>;

export const KnowledgePassage = z.object({
  /** Which of all passages of its item it is, from 1. */
  number: z.number().int(),
  /** Where in the text of the item it begins. */
  position: z.number().int(),
  headings: z.string(),
  text: z.string(),
  /** It says itself that it no longer holds, so it is not used. */
  isSuperseded: z.boolean(),
  /** It tries to direct the agent, so it is not used. */
  isInstruction: z.boolean(),
});
export type KnowledgePassage = z.infer<typeof KnowledgePassage>;

export const listKnowledge = endpoint({
  method: 'GET',
  path: '/api/chatbot/knowledge',
  access: 'viewer',
  summary: 'What an agent knows, newest first',
  query: PageQuery.extend({ expertId: z.uuid('Choose an agent.') }),
  response: z.array(KnowledgeItem),
  paged: true,
});

const Title = z.string().trim().min(1, 'Enter a title.').max(200, 'At most 200 characters.');
const Content = z
  .string()
  .trim()
  .min(1, 'Enter the content.')
  .max(LONGEST_TYPED, 'At most 200,000 characters.');
const Tags = z.array(z.string().trim().min(1).max(60, 'At most 60 characters.')).max(30, 'At most 30 tags.');

export const addKnowledge = endpoint({
  method: 'POST',
  path: '/api/chatbot/knowledge',
  access: 'admin',
  summary: 'Teach an agent something',
  body: z.object({
    expertId: z.uuid('Choose an agent.'),
    title: Title,
    content: Content,
    trainingContext: z.string().trim().max(5_000, 'At most 5,000 characters.').default(''),
    tags: Tags.default([]),
    targetAudience: TargetAudience.default('general'),
    /** Empty counts as added by hand; files arrive as training materials. */
    type: z
      .union([KnowledgeType.exclude(['uploaded_file']), z.literal('').transform(() => 'manual' as const)])
      .default('manual'),
    validUntil: z.iso.date('A date as YYYY-MM-DD.').nullable().default(null),
  }),
  response: KnowledgeItem,
  status: 201,
});

export const getKnowledge = endpoint({
  method: 'GET',
  path: '/api/chatbot/knowledge/:id',
  access: 'viewer',
  summary: 'What an agent was taught, and what is to be said about it',
  params: IdParams,
  response: KnowledgeItem,
});

export const listPassages = endpoint({
  method: 'GET',
  path: '/api/chatbot/knowledge/:id/passages',
  access: 'viewer',
  summary: 'The parts of an item that can be quoted, in order',
  params: IdParams,
  query: PageQuery.extend({
    /** Begins a little before the first passage that holds these words. */
    quote: z.string().max(200, 'At most 200 characters.').optional(),
  }),
  response: z.array(KnowledgePassage),
  paged: true,
});

export const changeKnowledge = endpoint({
  method: 'PATCH',
  path: '/api/chatbot/knowledge/:id',
  access: 'admin',
  summary: 'Correct an item, retire it or give it a last day',
  params: IdParams,
  body: z
    .object({
      title: Title,
      content: Content,
      trainingContext: z.string().trim().max(5_000, 'At most 5,000 characters.'),
      tags: Tags,
      targetAudience: TargetAudience,
      validUntil: z.iso.date('A date as YYYY-MM-DD.').nullable(),
      isRetired: z.boolean(),
    })
    .partial(),
  response: KnowledgeItem,
});
