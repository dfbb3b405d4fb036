import { z } from 'zod';
import { endpoint, RawAnswer } from '#kit/endpoint.ts';
import { Escalation } from './contract.ts';

/** Of a message only its text is read. */
const Content = z.union([
  z.string(),
  z.array(z.discriminatedUnion('type', [z.object({ type: z.literal('text'), text: z.string() })])),
]);

const ChatMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: Content.nullish(),
});

/** The request of the OpenAI API, as far as an agent reads it: other fields are ignored. */
export const CompletionRequest = z.object({
  model: z.string().max(200, 'At most 200 characters.'),
  messages: z.array(ChatMessage).min(1, 'Send at least one message.').max(1_000, 'At most 1,000 messages.'),
  stream: z.boolean().nullish(),
  n: z.literal(1, 'An agent gives one answer.').nullish(),
  metadata: z.object({ conversation_id: z.uuid('A conversation id is a UUID.').optional() }).nullish(),
});

/** A page that an answer cites. The indexes are those of the end of the answer. */
const UrlCitation = z.object({
  type: z.literal('url_citation'),
  url_citation: z.object({
    start_index: z.number().int(),
    end_index: z.number().int(),
    url: z.string(),
    title: z.string(),
  }),
});
export type UrlCitation = z.infer<typeof UrlCitation>;

/** What the shape of OpenAI has no field for. */
export const AgentDetails = z.object({
  /** For `metadata.conversation_id` of the next call. */
  conversation_id: z.uuid().nullable(),
  answered: z.boolean(),
  is_with_person: z.boolean(),
  escalation: Escalation.nullable(),
  citations: z.array(z.object({ title: z.string(), quote: z.string(), url: z.string().nullable() })),
});
export type AgentDetails = z.infer<typeof AgentDetails>;

export const createCompletion = endpoint({
  method: 'POST',
  path: '/v1/chat/completions',
  access: 'key',
  summary:
    'Ask an agent in the shape of the OpenAI API. Bearer: the secret key of the agent. The last user message is the question; metadata.conversation_id goes on with a conversation; with stream: true the answer comes in chunks that end with [DONE]',
  body: CompletionRequest,
  response: RawAnswer,
  produces: 'application/json',
  // Clients send the whole history each time.
  maxBodyBytes: 256 * 1024,
});

export const listModels = endpoint({
  method: 'GET',
  path: '/v1/models',
  access: 'key',
  summary: 'The agent of a secret key, as the one model of the OpenAI API',
  response: z.object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        id: z.string(),
        object: z.literal('model'),
        created: z.number().int(),
        owned_by: z.string(),
      }),
    ),
  }),
  rateLimitPerMinute: 120,
});
