import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
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

/** The API and the tables call an agent `expert`, as the specification does. */
export const agents = pgTable(
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

export type AgentRow = typeof agents.$inferSelect;

/** Calls of the public API in the hour that runs, counted here so that all processes share one count. */
export const agentCallCounts = pgTable('agent_call_counts', {
  agentId: uuid('expert_id')
    .primaryKey()
    .references(() => agents.id, { onDelete: 'cascade' }),
  /** Of the first call of the hour. */
  windowStartedAt: instant('window_started_at').notNull(),
  calls: integer('calls').notNull(),
});

/** Questions from one network address in the minutes that run, so that one visitor cannot use up an agent. */
export const visitorCallCounts = pgTable(
  'visitor_call_counts',
  {
    agentId: uuid('expert_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    /** Keyed hash of the address; the row goes when its window is over. */
    addressHash: text('address_hash').notNull(),
    windowStartedAt: instant('window_started_at').notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.addressHash] }),
    index('visitor_call_counts_age').on(table.windowStartedAt),
  ],
);
