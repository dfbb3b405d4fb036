import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { agents } from '#features/agents/server/tables.ts';
import type { TextProof } from '#features/compliance/contract-texts.ts';
import type { ChatChannel, Citation, Escalation, RetrievedPassage } from '../contract.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const conversations = pgTable(
  'conversations',
  {
    id: uuid('id').primaryKey(),
    agentId: uuid('expert_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    startedAt: instant('started_at').notNull().defaultNow(),
    /** Since when it counts as resolved; the visitor who goes on takes it back. */
    resolvedAt: instant('resolved_at'),
    /** A person marked it as resolved; false: assumed, because the visitor did not come back. */
    isConfirmed: boolean('is_confirmed').notNull().default(false),
    /** Mean time from question to answer; null until there is one. */
    responseMs: integer('response_ms'),
    isDemo: boolean('is_demo').notNull().default(false),
    channel: text('channel').$type<ChatChannel>().notNull().default('widget'),
    /** What the caller calls it, where that is not its id; one per caller and agent. */
    sessionKey: text('session_key'),
    lastMessageAt: instant('last_message_at').notNull().defaultNow(),
    answerCount: integer('answer_count').notNull().default(0),
    unansweredCount: integer('unanswered_count').notNull().default(0),
    /** Where the visitor lives, as far as is known: decides on the help that is shown. */
    region: text('region'),
    /** Since when a person is asked to take over; null while the agent does. */
    handoverAt: instant('handover_at'),
    escalation: jsonb('escalation').$type<Escalation>(),
    /** When the team was last notified by email that a person is needed. */
    teamNotifiedAt: instant('told_at'),
    /** Since when nothing is sold here: until a person releases it. */
    sellingStoppedAt: instant('selling_stopped_at'),
    /** The person who answers instead of the agent. */
    personId: text('person_id'),
    /** The lead that the visitor turned out to be. */
    leadId: uuid('lead_id'),
    /** The unverified address that the visitor left; null once a person has decided on it. */
    contactEmail: text('contact_email'),
    /** The known lead who has that address, for a person to decide. */
    proposedLeadId: uuid('proposed_lead_id'),
    /** When what was said was removed; the figures stay. */
    forgottenAt: instant('forgotten_at'),
  },
  (table) => [
    index('conversations_expert').on(table.agentId, table.startedAt),
    index('conversations_recent').on(table.lastMessageAt, table.id),
    index('conversations_handover').on(table.handoverAt).where(sql`handover_at is not null`),
    uniqueIndex('conversations_session')
      .on(table.agentId, table.sessionKey)
      .where(sql`session_key is not null`),
    index('conversations_lead').on(table.leadId).where(sql`lead_id is not null`),
    index('conversations_proposed').on(table.proposedLeadId).where(sql`proposed_lead_id is not null`),
  ],
);

/** Handover emails by recipient. Written before the email is sent, so that no one gets it twice. */
export const handoverNotices = pgTable(
  'handover_notices',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Id of the person. */
    userId: text('user_id').notNull(),
    /** Time of the handover, or of the emergency after it. */
    handoverAt: instant('handover_at').notNull(),
    level: text('level').$type<Escalation['level']>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.conversationId, table.userId, table.handoverAt, table.level] })],
);

/** What was said, in order. */
export const conversationMessages = pgTable(
  'conversation_messages',
  {
    id: uuid('id').primaryKey(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    role: text('role').$type<'visitor' | 'agent' | 'person'>().notNull(),
    text: text('text').notNull(),
    citations: jsonb('citations').$type<Citation[]>().notNull().default([]),
    /** Of an answer: whether the knowledge held it. */
    isAnswered: boolean('is_answered'),
    escalation: jsonb('escalation').$type<Escalation>(),
    engine: text('engine'),
    responseMs: integer('response_ms'),
    /** What was looked at; kept for conversations in the test panel only. */
    retrieved: jsonb('retrieved').$type<RetrievedPassage[]>(),
    /** The person who wrote it. */
    authorId: text('author_id'),
    /** Made by the sender: the same id is the same message. */
    clientId: text('client_id'),
    /** Of an answer: the message it answers. */
    answersId: uuid('answers_id'),
    /** Of what the agent or a person of ours said; null before it was kept. */
    proof: jsonb('proof').$type<TextProof>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('conversation_messages_order').on(table.conversationId, table.id),
    uniqueIndex('conversation_messages_client')
      .on(table.conversationId, table.clientId)
      .where(sql`client_id is not null`),
    index('conversation_messages_unanswered').on(table.createdAt).where(sql`is_answered = false`),
  ],
);

/** When a question that the knowledge did not hold was answered or dismissed; asked again, it comes back. */
export const closedQuestions = pgTable(
  'question_settlements',
  {
    agentId: uuid('expert_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    /** SHA-256 of the question in lower case, words only: what a visitor wrote is kept in one place alone. */
    questionKey: text('question_key').notNull(),
    settledAt: instant('settled_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.questionKey] })],
);

/** Questions whose answers are checked whenever the knowledge changes. */
export const goldenQuestions = pgTable(
  'golden_questions',
  {
    id: uuid('id').primaryKey(),
    agentId: uuid('expert_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    question: text('question').notNull(),
    mustContain: text('must_contain').notNull(),
    lastRunAt: instant('last_run_at'),
    lastAnswer: text('last_answer'),
    hasPassed: boolean('has_passed'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('golden_questions_expert').on(table.agentId, table.createdAt)],
);
