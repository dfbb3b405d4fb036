import { sql } from 'drizzle-orm';
import {
  bigint,
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
import type { AssetStatus, AssetType, Audience, BrandVoice, Tone } from '../contract.ts';
import type { PageFont } from '../contract-look.ts';
import type { PageAction } from '../contract-pages.ts';
import type { ContentVersion, UsedFact } from '../contract-sessions.ts';
import type { PublishedPage } from '../rules-pages.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What a search looks through; the list and its index must say the same. */
export const SEARCHED = sql`(lower(name || ' ' || tags || ' ' || content))`;

export const contentAssets = pgTable(
  'content_assets',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    type: text('type').$type<AssetType>().notNull(),
    category: text('category').notNull().default('marketing'),
    tags: text('tags').notNull().default(''),
    content: text('content').notNull(),
    /** Of `content`, sanitised; null until the job has reached a row of before there was any. */
    html: text('html'),
    status: text('status').$type<AssetStatus>().notNull().default('draft'),
    reviewNote: text('review_note').notNull().default(''),
    version: integer('version').notNull().default(1),
    sessionId: uuid('session_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => {
    const isAlive = sql`deleted_at is null`;
    return [
      index('content_assets_created').on(table.createdAt, table.id).where(isAlive),
      index('content_assets_category').on(table.category, table.createdAt, table.id).where(isAlive),
      index('content_assets_type').on(table.type, table.createdAt, table.id).where(isAlive),
      index('content_assets_unrendered').on(table.id).where(sql`html is null`),
      index('content_assets_search').using('gin', sql`${SEARCHED} gin_trgm_ops`).where(isAlive),
    ];
  },
);

export const contentMedia = pgTable(
  'content_media',
  {
    id: uuid('id').primaryKey(),
    assetId: uuid('asset_id')
      .notNull()
      .references(() => contentAssets.id, { onDelete: 'cascade' }),
    /** Of the stored file; a duplicate of the asset shows the same one. */
    fileId: uuid('file_id').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    alt: text('alt').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    removedAt: instant('removed_at'),
    /** Since then it stands in mails, which anybody opens without signing in. */
    publishedAt: instant('published_at'),
  },
  (table) => [
    index('content_media_asset').on(table.assetId, table.createdAt),
    uniqueIndex('content_media_file').on(table.assetId, table.fileId),
  ],
);

/** An asset as a landing page: how it shall look, and what stands at its address. */
export const contentPages = pgTable('content_pages', {
  id: uuid('id').primaryKey(),
  assetId: uuid('asset_id')
    .notNull()
    .unique()
    .references(() => contentAssets.id, { onDelete: 'cascade' }),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  action: jsonb('action').$type<PageAction>().notNull(),
  isListed: boolean('is_listed').notNull().default(false),
  version: integer('version').notNull().default(1),
  /** Null until it is published for the first time. */
  published: jsonb('published').$type<PublishedPage>(),
  publishedAt: instant('published_at'),
  publishedBy: text('published_by'),
  unpublishedAt: instant('unpublished_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/**
 * How often a page was visited and converted, by campaign and nobody's name: which page a person read is not kept
 * with them, since pages are named after what ails people.
 */
export const contentPageCounts = pgTable(
  'content_page_counts',
  {
    pageId: uuid('page_id')
      .notNull()
      .references(() => contentPages.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id').notNull(),
    visits: bigint('visits', { mode: 'number' }).notNull().default(0),
    conversions: bigint('conversions', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.pageId, table.campaignId] })],
);

export const contentSessions = pgTable(
  'content_sessions',
  {
    id: uuid('id').primaryKey(),
    sessionName: text('session_name').notNull(),
    contentType: text('content_type').$type<AssetType>().notNull(),
    requirements: text('requirements').notNull(),
    targetAudience: text('target_audience').$type<Audience>().notNull().default('health enthusiasts'),
    tone: text('tone').$type<Tone>().notNull().default('professional'),
    currentVersion: integer('current_version').notNull().default(0),
    setId: uuid('set_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [index('content_sessions_updated').on(table.updatedAt, table.id).where(sql`deleted_at is null`)],
);

export const contentVersions = pgTable(
  'content_versions',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => contentSessions.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    kind: text('kind').$type<ContentVersion['kind']>().notNull(),
    request: text('request').notNull().default(''),
    content: text('content').notNull(),
    /** Of `content`, sanitised; null until the job has reached a row of before there was any. */
    html: text('html'),
    explanation: text('explanation').notNull().default(''),
    suggestions: jsonb('suggestions').$type<string[]>().notNull().default([]),
    writtenBy: text('written_by').notNull(),
    facts: jsonb('facts').$type<UsedFact[]>().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.number] }),
    index('content_versions_unrendered').on(table.sessionId, table.number).where(sql`html is null`),
  ],
);

/** One row: the workspace's. */
export const brandVoices = pgTable('brand_voices', {
  id: text('id').primaryKey().default('workspace'),
  voice: jsonb('voice').$type<BrandVoice>().notNull(),
  version: integer('version').notNull().default(1),
});

/** One row: the workspace's. */
export const pageLooks = pgTable('page_looks', {
  id: text('id').primaryKey().default('workspace'),
  /** A picture as a data address. */
  logo: text('logo'),
  /** Of its bytes: the end of its address. */
  logoKey: text('logo_key'),
  logoWidth: integer('logo_width').notNull(),
  logoHeight: integer('logo_height').notNull(),
  color: text('color'),
  font: text('font').$type<PageFont>().notNull(),
  version: integer('version').notNull().default(1),
});
