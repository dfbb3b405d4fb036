import { z } from 'zod';
import { HELP_KINDS, HELP_REGIONS } from '#engines/safety/judgement.ts';
import { endpoint, IdParams, Nothing, RawAnswer } from '#kit/endpoint.ts';

/** Where a conversation takes place. Those in the test panel are not counted in the figures. */
export const CHAT_CHANNELS = ['test', 'widget', 'api'] as const;
export const ChatChannel = z.enum(CHAT_CHANNELS);
export type ChatChannel = z.infer<typeof ChatChannel>;

/** Words of an answer and where they stand. */
export const Citation = z.object({
  knowledgeId: z.uuid(),
  title: z.string(),
  /** Verbatim from the knowledge item. */
  quote: z.string(),
});
export type Citation = z.infer<typeof Citation>;

/** Help outside the product, right for the place of the visitor. */
export const HelpResource = z.object({
  region: z.enum(HELP_REGIONS),
  kind: z.enum(HELP_KINDS).default('emergency'),
  name: z.string(),
  /** A number to call or text. */
  contact: z.string(),
});
export type HelpResource = z.infer<typeof HelpResource>;

export const ESCALATION_CATEGORIES = [
  'self_harm',
  'emergency',
  'overdose',
  'violence',
  'pregnancy',
  'eating_disorder',
  'mental_health',
  'children',
  'medication_interaction',
  'diagnosis',
  'adverse_event',
  'chronic_illness',
  'unread_language',
  'asked_for_person',
  'low_confidence',
  'anger',
  'large_order',
] as const;
export const EscalationCategory = z.enum(ESCALATION_CATEGORIES);
export type EscalationCategory = z.infer<typeof EscalationCategory>;

/** Why a person takes over. `emergency` shows fixed texts only. */
export const Escalation = z.object({
  level: z.enum(['escalate', 'emergency']),
  category: EscalationCategory,
  resources: z.array(HelpResource),
});
export type Escalation = z.infer<typeof Escalation>;

export const ChatReply = z.object({
  /** Empty while a person has taken the conversation over. */
  answer: z.string(),
  citations: z.array(Citation),
  /** Whether the answer rests on knowledge (or is small talk); false where the agent had to pass. */
  answered: z.boolean(),
  escalation: Escalation.nullable(),
  conversationId: z.uuid(),
  /** Who wrote it: 'Built-in engine' or the name of the model. */
  engine: z.string(),
  /** From the question to the answer, in milliseconds. */
  responseMs: z.number().int(),
  /** A person is answering; the agent is silent. */
  isWithPerson: z.boolean(),
});
export type ChatReply = z.infer<typeof ChatReply>;

/** A passage that was looked at for an answer. */
export const RetrievedPassage = z.object({
  knowledgeId: z.uuid(),
  title: z.string(),
  headings: z.string(),
  text: z.string(),
  /** Offset in the item's content. */
  position: z.number().int(),
  /** Share of what was asked that it speaks of, 0 to 1. */
  score: z.number(),
});
export type RetrievedPassage = z.infer<typeof RetrievedPassage>;

/** An unsaved agent. */
export const Persona = z.object({
  name: z.string().max(200).optional(),
  expertiseArea: z.string().max(200).optional(),
  description: z.string().max(2_000).optional(),
  specializations: z.array(z.string().max(200)).max(50).optional(),
  backgroundInfo: z.string().max(10_000).optional(),
  communicationStyle: z.string().max(100).optional(),
  personalityDescription: z.string().max(5_000).optional(),
  voiceDescription: z.string().max(5_000).optional(),
  interactionMode: z.enum(['chat', 'voice', 'avatar']).optional(),
});
export type Persona = z.infer<typeof Persona>;

const Question = z
  .string()
  .max(4_000, 'At most 4,000 characters.')
  .refine((text) => text.trim() !== '', 'Write a question.');

const ChatBody = z.object({
  question: Question,
  expertId: z.uuid('Choose an agent.'),
  /** Id of a conversation to go on with; any other text names one of the caller's own. */
  sessionId: z.string().max(200, 'At most 200 characters.').optional(),
  persona: Persona.optional(),
  /** Made by the sender: a question that is sent again is stored once and answered as before. */
  messageId: z.uuid('A message id is a UUID.').optional(),
});

/** What the test panel shows in addition to the answer. */
export const TestReply = ChatReply.extend({
  retrieved: z.array(RetrievedPassage),
  /** Why the language model did not answer, so that the built-in engine did; null where nothing failed. */
  modelFailure: z.string().nullable(),
});
export type TestReply = z.infer<typeof TestReply>;

export const chat = endpoint({
  method: 'POST',
  path: '/api/chatbot/chat',
  access: 'member',
  summary: 'Ask an agent in the test panel; not counted in the figures',
  body: ChatBody,
  response: TestReply,
});

/** One line each: `{"type":"text","text":…}` as it is written, at last `{"type":"reply","reply":…}`. */
export const chatStream = endpoint({
  method: 'POST',
  path: '/api/chatbot/chat/stream',
  access: 'member',
  summary: 'Ask an agent in the test panel and get the answer as it is written, one JSON value per line',
  body: ChatBody,
  response: RawAnswer,
  produces: 'application/x-ndjson',
});

/** A question with what its answer must rest on; asked again whenever the knowledge changes. */
export const GoldenQuestion = z.object({
  id: z.uuid(),
  expertId: z.uuid(),
  question: z.string(),
  /** Words that the answer has to contain, in lower or upper case alike. */
  mustContain: z.string(),
  lastRunAt: z.iso.datetime().nullable(),
  lastAnswer: z.string().nullable(),
  /** Null: never asked. */
  hasPassed: z.boolean().nullable(),
});
export type GoldenQuestion = z.infer<typeof GoldenQuestion>;

export const listGoldenQuestions = endpoint({
  method: 'GET',
  path: '/api/chatbot/experts/:id/golden-questions',
  access: 'viewer',
  summary: 'Questions whose answers are checked on every change of the knowledge',
  params: IdParams,
  response: z.array(GoldenQuestion),
});

export const addGoldenQuestion = endpoint({
  method: 'POST',
  path: '/api/chatbot/experts/:id/golden-questions',
  access: 'admin',
  summary: 'Keep a question and what its answer must contain',
  params: IdParams,
  body: z.object({
    question: Question,
    mustContain: z
      .string()
      .trim()
      .min(1, 'Write the words that the answer has to contain.')
      .max(300, 'At most 300 characters.'),
  }),
  response: GoldenQuestion,
  status: 201,
});

export const deleteGoldenQuestion = endpoint({
  method: 'DELETE',
  path: '/api/chatbot/golden-questions/:id',
  access: 'admin',
  summary: 'Ask it no longer',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const runGoldenQuestions = endpoint({
  method: 'POST',
  path: '/api/chatbot/experts/:id/golden-questions/run',
  access: 'member',
  summary: 'Ask all of them now',
  params: IdParams,
  response: z.array(GoldenQuestion),
  rateLimitPerMinute: 20,
});

export const AgentStats = z.object({
  totalConversations: z.number().int(),
  /** Percent to one decimal; null without conversations. */
  resolutionRate: z.number().nullable(),
  /** The share of all that a person has marked as resolved; the rest of the rate is assumed, since the visitors did not come back. */
  confirmedRate: z.number().nullable(),
  /** Seconds to one decimal; null without answers. */
  avgResponseTime: z.number().nullable(),
});
export type AgentStats = z.infer<typeof AgentStats>;

export const getAgentStats = endpoint({
  method: 'GET',
  path: '/api/chatbot/stats',
  access: 'viewer',
  summary: 'Conversations of all agents, counted',
  response: AgentStats,
});
