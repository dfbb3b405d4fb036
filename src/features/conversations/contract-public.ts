import { z } from 'zod';
import { endpoint, RawAnswer } from '#kit/endpoint.ts';
import { Citation, Escalation } from './contract.ts';

/** Any text: a key that belongs to no agent is answered in words, not as a wrong format. */
const KeyParams = z.object({ apiKey: z.string().max(100) });

const Message = z
  .string('Write a message.')
  .trim()
  .min(1, 'Write a message.')
  .max(4_000, 'At most 4,000 characters.');

/** What an agent answers to the outside. */
export const PublicReply = z.object({
  /** Empty while a person answers instead of the agent. */
  answer: z.string(),
  citations: z.array(Citation),
  /** Whether the answer rests on the agent's knowledge. */
  answered: z.boolean(),
  escalation: Escalation.nullable(),
  /** Null if nothing was stored: past every limit, a person in danger gets the help lines and nothing more. */
  conversationId: z.uuid().nullable(),
  /** A person has taken the conversation over; what they write comes with the transcript. */
  isWithPerson: z.boolean(),
  /** The line of the transcript that holds the answer; null while a person answers, and where nothing was kept. */
  answerId: z.uuid().nullable(),
});
export type PublicReply = z.infer<typeof PublicReply>;

/**
 * What a streamed call says, one event after the other: pieces of the answer that make it up when joined, at last the
 * whole reply or why there is none.
 */
export const PublicReplyEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reply'), reply: PublicReply }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type PublicReplyEvent = z.infer<typeof PublicReplyEvent>;

export const askAgent = endpoint({
  method: 'POST',
  path: '/api/agents/chat/:apiKey',
  access: 'key',
  summary:
    'Ask a question. Bearer: the secret key from servers, a visitor token from browsers. Send conversationId to go on with a conversation, messageId to send a message again without asking twice. With Accept: text/event-stream the answer comes as it is written',
  params: KeyParams,
  body: z.object({
    message: Message.optional().meta({ description: 'this or question is needed' }),
    /** The same under the name that the test chat uses. */
    question: Message.optional().meta({ description: 'this or message is needed' }),
    conversationId: z.uuid().optional(),
    /** Made by the sender. */
    messageId: z.string().max(100).optional(),
  }),
  response: PublicReply,
  streams: true,
  // 4,000 characters, each written as an escape.
  maxBodyBytes: 32 * 1024,
});

export const agentDocs = endpoint({
  method: 'GET',
  path: '/docs/api/:id',
  access: 'public',
  summary: 'How programs call an agent, with its addresses filled in',
  params: z.object({ id: z.string().max(100) }),
  response: RawAnswer,
});

/** What the widget shows of a message. */
export const TranscriptLine = z.object({
  id: z.uuid(),
  role: z.enum(['visitor', 'agent', 'person']),
  text: z.string(),
  /** What its sender called it; null where it was not sent with an id. */
  messageId: z.string().nullable(),
  /** The line that it answers. */
  answersId: z.uuid().nullable(),
  citations: z.array(Citation),
  escalation: Escalation.nullable(),
  /** First name of the person who wrote it. */
  author: z.string().nullable(),
  at: z.iso.datetime(),
});
export type TranscriptLine = z.infer<typeof TranscriptLine>;

export const readTranscript = endpoint({
  method: 'GET',
  path: '/api/agents/conversation/:apiKey',
  access: 'key',
  summary: 'What was said in the conversation of a visitor token, from a message on',
  params: KeyParams,
  query: z.object({ after: z.uuid().optional() }),
  response: z.object({ isWithPerson: z.boolean(), isWaiting: z.boolean(), lines: z.array(TranscriptLine) }),
  rateLimitPerMinute: 600,
});

export const leaveContact = endpoint({
  method: 'POST',
  path: '/api/agents/contact/:apiKey',
  access: 'key',
  summary: 'A visitor leaves an address to be answered; they become a lead',
  params: KeyParams,
  body: z.object({
    email: z
      .string('Enter an email address.')
      .trim()
      .max(254, 'At most 254 characters.')
      .regex(z.regexes.email, 'Enter a valid email address.'),
    name: z.string().trim().max(200, 'At most 200 characters.').optional(),
  }),
  response: z.object({ stored: z.boolean() }),
  rateLimitPerMinute: 30,
});
