import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { TextProof } from '#features/compliance/contract-texts.ts';
import type {
  ChatChannel,
  Citation,
  Escalation,
  RetrievedPassage,
} from '#features/conversations/contract.ts';
import type { KnowledgeType, TargetAudience } from '#features/knowledge/contract.ts';
import type {
  AgentCategory,
  AvatarStyle,
  DeploymentType,
  InteractionMode,
  RateLimit,
  VoiceType,
  WidgetPosition,
  WidgetTheme,
} from '../contract.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** The agents, as people read it. The calls that the specification fixes say expert, and so does every id: `expertId`. */
export const experts = pgTable(
  'experts',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    expertiseArea: text('expertise_area').notNull(),
    description: text('description').notNull().default(''),
    backgroundInfo: text('background_info').notNull().default(''),
    specializations: text('specializations').array().notNull().default(sql`'{}'`),
    communicationStyle: text('communication_style').notNull().default('professional'),
    interactionMode: text('interaction_mode').$type<InteractionMode>().notNull().default('chat'),
    voiceDescription: text('voice_description').notNull().default(''),
    appearanceDescription: text('appearance_description').notNull().default(''),
    personalityDescription: text('personality_description').notNull().default(''),
    category: text('category').$type<AgentCategory>().notNull().default('general'),
    isActive: boolean('is_active').notNull().default(true),
    voiceType: text('voice_type').$type<VoiceType>().notNull().default('neutral'),
    avatarStyle: text('avatar_style').$type<AvatarStyle>().notNull().default('leaf'),
    /** Publishable: it names the agent in addresses and on websites. */
    apiKey: text('api_key').notNull().default(sql`'pk_' || replace(gen_random_uuid()::text, '-', '')`),
    /** SHA-256 of the secret key, in hex; null without one. The key has 256 random bits, so no salt is needed. */
    secretHash: text('secret_hash'),
    secretHint: text('secret_hint'),
    secretCreatedAt: instant('secret_created_at'),
    allowedDomains: text('allowed_domains').array().notNull().default(sql`'{}'`),
    deploymentType: text('deployment_type').$type<DeploymentType>().notNull().default('website_chat'),
    rateLimit: text('rate_limit').$type<RateLimit>().notNull().default('standard'),
    widgetTheme: text('widget_theme').$type<WidgetTheme>().notNull().default('auto'),
    widgetPosition: text('widget_position').$type<WidgetPosition>().notNull().default('right'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    version: integer('version').notNull().default(1),
    deletedAt: instant('deleted_at'),
    isDemo: boolean('is_demo').notNull().default(false),
    /** Since when its golden questions are to be asked again: its knowledge or its persona changed. */
    goldenDueAt: instant('golden_due_at'),
  },
  (table) => [uniqueIndex('experts_api_key').on(table.apiKey)],
);

/** Calls of the public API in the hour that runs, counted here so that all processes share one count. */
export const agentCallCounts = pgTable('agent_call_counts', {
  expertId: uuid('expert_id')
    .primaryKey()
    .references(() => experts.id, { onDelete: 'cascade' }),
  /** Of the first call of the hour. */
  windowStartedAt: instant('window_started_at').notNull(),
  calls: integer('calls').notNull(),
});

/** Questions from one network address in the minutes that run, so that one visitor cannot use up an agent. */
export const visitorCallCounts = pgTable(
  'visitor_call_counts',
  {
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id, { onDelete: 'cascade' }),
    /** Keyed hash of the address; the row goes when its window is over. */
    addressHash: text('address_hash').notNull(),
    windowStartedAt: instant('window_started_at').notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.expertId, table.addressHash] }),
    index('visitor_call_counts_age').on(table.windowStartedAt),
  ],
);

export const conversations = pgTable(
  'conversations',
  {
    id: uuid('id').primaryKey(),
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id, { onDelete: 'cascade' }),
    startedAt: instant('started_at').notNull().defaultNow(),
    /** Since when it counts as resolved; the visitor who goes on takes it back. */
    resolvedAt: instant('resolved_at'),
    /** A person said that it is resolved; false: it is assumed, because nobody came back. */
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
    /** When the team was last told by mail that a person is needed. */
    toldAt: instant('told_at'),
    /** Since when nothing is sold here: until a person releases it. */
    sellingStoppedAt: instant('selling_stopped_at'),
    /** The person who answers instead of the agent. */
    personId: text('person_id'),
    /** The lead that the visitor turned out to be. */
    leadId: uuid('lead_id'),
    /** The address that the visitor left and nobody has verified; null once a person has decided on it. */
    contactEmail: text('contact_email'),
    /** The known lead who has that address, for a person to decide. */
    proposedLeadId: uuid('proposed_lead_id'),
    /** When what was said was removed; the figures stay. */
    forgottenAt: instant('forgotten_at'),
  },
  (table) => [
    index('conversations_expert').on(table.expertId, table.startedAt),
    index('conversations_recent').on(table.lastMessageAt, table.id),
    index('conversations_handover').on(table.handoverAt).where(sql`handover_at is not null`),
    uniqueIndex('conversations_session')
      .on(table.expertId, table.sessionKey)
      .where(sql`session_key is not null`),
    index('conversations_lead').on(table.leadId).where(sql`lead_id is not null`),
    index('conversations_proposed').on(table.proposedLeadId).where(sql`proposed_lead_id is not null`),
  ],
);

/** Who was told by mail of what: written before the mail leaves, so that nobody is told twice. */
export const handoverNotices = pgTable(
  'handover_notices',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Id of the person. */
    userId: text('user_id').notNull(),
    /** The handover, or the emergency after it, that is told of. */
    handoverAt: instant('handover_at').notNull(),
    level: text('level').$type<Escalation['level']>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.conversationId, table.userId, table.handoverAt, table.level] })],
);

const bits = customType<{ data: string }>({ dataType: () => 'bit varying' });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

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

export const knowledgeItems = pgTable(
  'knowledge_items',
  {
    id: uuid('id').primaryKey(),
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id, { onDelete: 'cascade' }),
    type: text('type').$type<KnowledgeType>().notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    trainingContext: text('training_context').notNull().default(''),
    tags: jsonb('tags').$type<string[]>().notNull().default([]),
    targetAudience: text('target_audience').$type<TargetAudience>().notNull().default('general'),
    passageCount: integer('passage_count').notNull().default(0),
    effectiveFrom: date('effective_from'),
    validUntil: date('valid_until'),
    retiredAt: instant('retired_at'),
    lastUsedAt: instant('last_used_at'),
    fileName: text('file_name'),
    /** Where that file is kept; null where it is not. */
    fileId: uuid('file_id'),
    /** The asset of the content library that it was taken from, its name then, and which text it had. */
    assetId: uuid('asset_id'),
    assetName: text('asset_name'),
    assetKey: text('asset_key'),
    /** Of the rules that it was read by; what was read by older ones is read again. */
    readBy: integer('read_by').notNull().default(0),
    /** Of what took the text out of its file; a person has it done anew. */
    fileReadBy: integer('file_read_by').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('knowledge_items_expert').on(table.expertId, table.createdAt),
    index('knowledge_items_file').on(table.fileId).where(sql`file_id is not null`),
    index('knowledge_items_read_by').on(table.readBy),
    // An asset taught twice is one item.
    uniqueIndex('knowledge_items_asset').on(table.assetId, table.expertId).where(sql`asset_id is not null`),
  ],
);

/**
 * What a thread has read of a file, a portion a row, until it is taken up: the process that chats with visitors would
 * stand still while it passed megabytes on.
 */
export const knowledgeReadings = pgTable(
  'knowledge_readings',
  {
    readingId: uuid('reading_id').notNull(),
    part: text('part').$type<ReadingPart>().notNull(),
    portion: integer('portion').notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.readingId, table.part, table.portion] }),
    index('knowledge_readings_age').on(table.createdAt),
  ],
);
export type ReadingPart = 'content' | 'passages' | 'words' | 'facts';

/** Sentences with figures, by their other words: two that differ in the figures alone contradict each other. */
export const knowledgeFacts = pgTable(
  'knowledge_facts',
  {
    itemId: uuid('item_id')
      .notNull()
      .references(() => knowledgeItems.id, { onDelete: 'cascade' }),
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id, { onDelete: 'cascade' }),
    /** MD5 of the words without the figures: they only have to be the same, and a sentence can be long. */
    wordsKey: text('words_key').notNull(),
    sentence: text('sentence').notNull(),
    figures: text('figures').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.wordsKey] }),
    index('knowledge_facts_words').on(table.expertId, table.wordsKey, table.itemId),
  ],
);

/** What can be quoted of an item. Each carries its agent, so that no search ever leaves it. */
export const knowledgePassages = pgTable(
  'knowledge_passages',
  {
    id: uuid('id').primaryKey(),
    itemId: uuid('item_id')
      .notNull()
      .references(() => knowledgeItems.id, { onDelete: 'cascade' }),
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    headings: text('headings').notNull(),
    text: text('text').notNull(),
    isRow: boolean('is_row').notNull(),
    isSuperseded: boolean('is_superseded').notNull(),
    isInstruction: boolean('is_instruction').notNull(),
    /** Roots of its words and of the headings above it. */
    search: tsvector('search').notNull(),
    /** Its meaning as the embedding model says it, of length 1; null without a model or not asked yet. */
    meaning: real('meaning').array(),
    /** The signs of the same numbers: a first look that needs no extension of the database. */
    meaningSigns: bits('meaning_signs'),
    /** Which model said so; another one's numbers mean nothing beside it. */
    meaningModel: text('meaning_model'),
  },
  (table) => [
    index('knowledge_passages_item').on(table.itemId, table.position),
    // At once: a list of what is still to be sorted in would be read through by every question.
    index('knowledge_passages_search').using('gin', table.search).with({ fastupdate: false }),
    index('knowledge_passages_expert').on(table.expertId),
    index('knowledge_passages_instruction').on(table.itemId).where(sql`is_instruction`),
  ],
);

/** Which words an item has and in how many of its passages: how telling a word is, and what a misspelt one meant. */
export const knowledgeWords = pgTable(
  'knowledge_words',
  {
    itemId: uuid('item_id')
      .notNull()
      .references(() => knowledgeItems.id, { onDelete: 'cascade' }),
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id, { onDelete: 'cascade' }),
    word: text('word').notNull(),
    root: text('root').notNull(),
    passages: integer('passages').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.word] }),
    index('knowledge_words_root').on(table.expertId, table.root),
    index('knowledge_words_similar').using('gin', table.word.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
);

/** When a question that the knowledge did not hold was answered or dismissed; asked again, it comes back. */
export const questionSettlements = pgTable(
  'question_settlements',
  {
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the question in lower case, words only: what a visitor wrote is kept in one place alone. */
    questionKey: text('question_key').notNull(),
    settledAt: instant('settled_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.expertId, table.questionKey] })],
);

/** Questions whose answers are checked whenever the knowledge changes. */
export const goldenQuestions = pgTable(
  'golden_questions',
  {
    id: uuid('id').primaryKey(),
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id, { onDelete: 'cascade' }),
    question: text('question').notNull(),
    mustContain: text('must_contain').notNull(),
    lastRunAt: instant('last_run_at'),
    lastAnswer: text('last_answer'),
    hasPassed: boolean('has_passed'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('golden_questions_expert').on(table.expertId, table.createdAt)],
);
