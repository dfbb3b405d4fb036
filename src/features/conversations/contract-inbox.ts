import { z } from 'zod';
import { OverrideReason } from '#features/compliance/contract.ts';
import { endpoint, IdParams, Nothing, PageQuery } from '#kit/endpoint.ts';
import { EscalationCategory } from './contract.ts';
import { TranscriptLine } from './contract-public.ts';

/** agent: it answers · waiting: a person is asked for · person: one answers · resolved: nothing is open. */
export const CONVERSATION_STATES = ['waiting', 'person', 'agent', 'resolved'] as const;
export const ConversationState = z.enum(CONVERSATION_STATES, `One of ${CONVERSATION_STATES.join(', ')}.`);
export type ConversationState = z.infer<typeof ConversationState>;

export const Conversation = z.object({
  id: z.uuid(),
  expertId: z.uuid(),
  agentName: z.string(),
  /** What tells its visitor from the others: name of the lead, address they left, or else a number. */
  visitor: z.string(),
  channel: z.enum(['widget', 'api']),
  state: ConversationState,
  startedAt: z.iso.datetime(),
  lastMessageAt: z.iso.datetime(),
  /** Beginning of what was said last. */
  preview: z.string(),
  messages: z.number().int(),
  /** Why a person was asked for. */
  escalation: z.object({ level: z.enum(['escalate', 'emergency']), category: EscalationCategory }).nullable(),
  /** Since when a person is asked for. */
  waitingSince: z.iso.datetime().nullable(),
  /** Who answers instead of the agent. */
  person: z.object({ id: z.string(), name: z.string() }).nullable(),
  leadId: z.uuid().nullable(),
});
export type Conversation = z.infer<typeof Conversation>;

export const ConversationDetail = Conversation.extend({
  lines: z.array(TranscriptLine),
  /** The visitor left the address of a lead. It is unverified, so a person decides. */
  proposal: z.object({ leadId: z.uuid(), leadName: z.string(), email: z.string() }).nullable(),
});
export type ConversationDetail = z.infer<typeof ConversationDetail>;

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/chatbot/conversations',
  access: 'member',
  summary: 'Conversations of visitors; those that wait for a person first, then the latest',
  query: PageQuery.extend({ state: ConversationState.optional(), expertId: z.uuid().optional() }),
  response: z.array(Conversation),
  paged: true,
});

export const InboxCounts = z.object({ waiting: z.number().int(), person: z.number().int() });

export const countInbox = endpoint({
  method: 'GET',
  path: '/api/chatbot/inbox/counts',
  access: 'viewer',
  summary: 'How many conversations wait for a person, and how many have one',
  response: InboxCounts,
});

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/chatbot/conversations/:id',
  access: 'member',
  summary: 'One conversation with everything that was said',
  params: IdParams,
  response: ConversationDetail,
});

export const joinConversation = endpoint({
  method: 'POST',
  path: '/api/chatbot/conversations/:id/join',
  access: 'member',
  summary: 'Answer instead of the agent, which is silent from now on',
  params: IdParams,
  response: ConversationDetail,
});

export const writeInConversation = endpoint({
  method: 'POST',
  path: '/api/chatbot/conversations/:id/messages',
  access: 'member',
  summary: 'Write to the visitor as the person who has joined',
  params: IdParams,
  body: z.object({
    text: z.string().trim().min(1, 'Write a message.').max(4_000, 'At most 4,000 characters.'),
    /** Made by the sender: the same id is stored once. */
    messageId: z.string().max(100).optional(),
    /** From an admin only: why the text may leave in spite of the findings that block it. */
    overrideReason: OverrideReason.optional(),
  }),
  response: ConversationDetail,
});

export const handBackConversation = endpoint({
  method: 'POST',
  path: '/api/chatbot/conversations/:id/hand-back',
  access: 'member',
  summary: 'Let the agent answer again',
  params: IdParams,
  response: ConversationDetail,
});

export const resolveConversation = endpoint({
  method: 'POST',
  path: '/api/chatbot/conversations/:id/resolve',
  access: 'member',
  summary: 'Mark a conversation as resolved; the agent answers when the visitor writes again',
  params: IdParams,
  response: ConversationDetail,
});

export const decideOnLead = endpoint({
  method: 'POST',
  path: '/api/chatbot/conversations/:id/lead',
  access: 'member',
  summary: 'Say whether the visitor is the lead whose address they left',
  params: IdParams,
  body: z.object({ isSame: z.boolean() }),
  response: ConversationDetail,
});

/** A question that the knowledge did not hold. */
export const UnansweredQuestion = z.object({
  expertId: z.uuid(),
  agentName: z.string(),
  question: z.string(),
  times: z.number().int(),
  lastAskedAt: z.iso.datetime(),
  /** Where it was asked last, if that was in a community; null for a chat. */
  place: z.object({ communityId: z.uuid(), postId: z.uuid(), name: z.string() }).nullable(),
});
export type UnansweredQuestion = z.infer<typeof UnansweredQuestion>;

export const listUnanswered = endpoint({
  method: 'GET',
  path: '/api/chatbot/unanswered',
  access: 'member',
  summary: 'Questions without an answer, the most asked first',
  query: z.object({ expertId: z.uuid().optional() }),
  response: z.array(UnansweredQuestion),
});

const AskedQuestion = z.string().trim().min(1, 'Name the question.').max(4_000, 'At most 4,000 characters.');

export const answerUnanswered = endpoint({
  method: 'POST',
  path: '/api/chatbot/unanswered/answer',
  access: 'admin',
  summary: 'Make the answer to a question knowledge of the agent',
  body: z.object({
    expertId: z.uuid(),
    question: AskedQuestion,
    answer: z.string().trim().min(1, 'Write the answer.').max(20_000, 'At most 20,000 characters.'),
  }),
  response: z.object({ knowledgeId: z.uuid() }),
  status: 201,
});

/** When a question was taken off the list, and when before that: what it takes to put it back. */
const Dismissal = z.object({
  dismissedAt: z.iso.datetime(),
  settledBefore: z.iso.datetime().nullable(),
});

export const dismissUnanswered = endpoint({
  method: 'POST',
  path: '/api/chatbot/unanswered/dismiss',
  access: 'admin',
  summary: 'Take a question off the list until it is asked again',
  body: z.object({ expertId: z.uuid(), question: AskedQuestion }),
  response: Dismissal,
});

export const restoreUnanswered = endpoint({
  method: 'POST',
  path: '/api/chatbot/unanswered/restore',
  access: 'admin',
  summary: 'Put a dismissed question back on the list, unless it was answered or dismissed again since',
  body: Dismissal.extend({ expertId: z.uuid(), question: AskedQuestion }),
  response: Nothing,
  status: 204,
});
