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
import { agents } from '#features/agents/server/tables.ts';
import type { KnowledgeType, TargetAudience } from '../contract.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const bits = customType<{ data: string }>({ dataType: () => 'bit varying' });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const knowledgeItems = pgTable(
  'knowledge_items',
  {
    id: uuid('id').primaryKey(),
    agentId: uuid('expert_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
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
    /** Version of the file reader; a person can have the file read again. */
    fileReadBy: integer('file_read_by').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('knowledge_items_expert').on(table.agentId, table.createdAt),
    index('knowledge_items_file').on(table.fileId).where(sql`file_id is not null`),
    index('knowledge_items_read_by').on(table.readBy),
    // An asset taught twice is one item.
    uniqueIndex('knowledge_items_asset').on(table.assetId, table.agentId).where(sql`asset_id is not null`),
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
    agentId: uuid('expert_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    /** MD5 of the words without the figures: they only have to be the same, and a sentence can be long. */
    wordsKey: text('words_key').notNull(),
    sentence: text('sentence').notNull(),
    figures: text('figures').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.wordsKey] }),
    index('knowledge_facts_words').on(table.agentId, table.wordsKey, table.itemId),
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
    agentId: uuid('expert_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    headings: text('headings').notNull(),
    text: text('text').notNull(),
    isRow: boolean('is_row').notNull(),
    isSuperseded: boolean('is_superseded').notNull(),
    isInstruction: boolean('is_instruction').notNull(),
    /** Roots of its words and of the headings above it. */
    search: tsvector('search').notNull(),
    /** Its meaning as the embedding model says it, of length 1; null without a model or not asked yet. */
    embedding: real('meaning').array(),
    /** The signs of the same numbers: a first look that needs no extension of the database. */
    embeddingBits: bits('meaning_signs'),
    /** The model; embeddings of different models are not comparable. */
    embeddingModel: text('meaning_model'),
  },
  (table) => [
    index('knowledge_passages_item').on(table.itemId, table.position),
    // At once: a list of what is still to be sorted in would be read through by every question.
    index('knowledge_passages_search').using('gin', table.search).with({ fastupdate: false }),
    index('knowledge_passages_expert').on(table.agentId),
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
    agentId: uuid('expert_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    word: text('word').notNull(),
    root: text('root').notNull(),
    passages: integer('passages').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.word] }),
    index('knowledge_words_root').on(table.agentId, table.root),
    index('knowledge_words_similar').using('gin', table.word.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
);
