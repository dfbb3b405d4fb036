import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#features/access/server/tables.ts';
import type { LegalGround } from '#features/compliance/contract.ts';
import type { CustomValues } from '#features/custom-fields/contract.ts';
import {
  type ContactStatus,
  type Platform,
  type ScoreBand,
  type ScoreReason,
  STAGES,
  type Stage,
} from '../contract.ts';
import type {
  BulkAction,
  BulkActionProgress,
  LeadBeforeAction,
  LeadSelection,
} from '../contract-bulk-actions.ts';
import type { DuplicateDetails, DuplicateReason } from '../contract-merge.ts';
import type { ViewQuery } from '../contract-views.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What some columns are sorted by; the list and its indexes must say the same. */
export const SORT_KEYS = {
  /** Cut, so that a page address stays short; names alike so far are ordered by id. */
  name: sql`(left(lower(name), 40))`,
  /** Nobody was written to in 1970, so the never contacted sort below everybody else. */
  lastContact: sql`(coalesce(last_contact_at, 'epoch'::timestamptz))`,
  /** Pipeline order. */
  stage: sql.raw(`(case stage ${STAGES.map((stage, rank) => `when '${stage}' then ${rank} `).join('')}end)`),
} as const;

export const leadGroups = pgTable('lead_groups', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  color: text('color').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
  isDemo: boolean('is_demo').notNull().default(false),
});

export const leads = pgTable(
  'leads',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** As a file keeps them apart. One without the other says which the name is; null both where nothing says it. */
    givenName: text('given_name'),
    familyName: text('family_name'),
    company: text('company'),
    email: text('email'),
    /** Trimmed, lower case, without +tag: what makes two addresses the same person. */
    emailKey: text('email_key'),
    /** Keyed hash of `email_key`, else of `handle_key`: the one that the suppression list holds. */
    contactHash: text('contact_hash'),
    handle: text('handle'),
    /** `platform:handle` in lower case without a leading @ or u/. */
    handleKey: text('handle_key'),
    phone: text('phone'),
    /** As it is dialled (E.164); null where its country is not known. Two people of one practice may share it. */
    phoneKey: text('phone_key'),
    platform: text('platform').$type<Platform>().notNull(),
    behaviorSignal: text('behavior_signal').notNull().default(''),
    signalUrl: text('signal_url'),
    signalAt: instant('signal_at'),
    aiScore: numeric('ai_score', { precision: 3, scale: 1 }).notNull().default('0.0'),
    scoreReasons: jsonb('score_reasons').$type<ScoreReason[]>().notNull().default([]),
    scoredBy: text('scored_by').notNull().default('Built-in engine'),
    contactStatus: text('contact_status').$type<ContactStatus>().notNull().default('enrichment_pending'),
    groupId: uuid('group_id').references(() => leadGroups.id, { onDelete: 'set null' }),
    stage: text('stage').$type<Stage>().notNull().default('new'),
    stageChangedAt: instant('stage_changed_at').notNull().defaultNow(),
    isOnboarded: boolean('is_onboarded').notNull().default(false),
    lastContactAt: instant('last_contact_at'),
    country: text('country'),
    /** Of the place that a file names, where that says more than the country. */
    timeZone: text('time_zone'),
    legalGround: text('legal_ground').$type<LegalGround>().notNull(),
    /** The colleague who looks after this person. */
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'set null' }),
    /** In the spelling of `lead_tags`. */
    tags: text('tags').array().notNull().default([]),
    /** Somebody looked and found that the score was wrong about this person. */
    isNotFit: boolean('is_not_fit').notNull().default(false),
    /** What other records of the same person are likely to share; null where nobody has looked yet. */
    matchKeys: text('match_keys').array(),
    /** By the keys of the custom fields, those of archived ones too. */
    custom: jsonb('custom').$type<CustomValues>().notNull().default({}),
    runId: uuid('run_id'),
    importId: uuid('import_id'),
    /** Name, e-mail, handle, telephone and signal in lower case without accents. */
    searchText: text('search_text').notNull().default(''),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => {
    const isAlive = sql`deleted_at is null`;
    return [
      uniqueIndex('leads_email_key').on(table.emailKey).where(isAlive),
      uniqueIndex('leads_handle_key').on(table.handleKey).where(isAlive),
      index('leads_phone_key').on(table.phoneKey).where(sql`deleted_at is null and phone_key is not null`),
      index('leads_score').on(table.aiScore, table.id).where(isAlive),
      index('leads_created').on(table.createdAt, table.id).where(isAlive),
      index('leads_name').on(SORT_KEYS.name, table.id).where(isAlive),
      index('leads_last_contact').on(SORT_KEYS.lastContact, table.id).where(isAlive),
      index('leads_stage').on(SORT_KEYS.stage, table.id).where(isAlive),
      index('leads_contact_status').on(table.contactStatus, table.id).where(isAlive),
      index('leads_platform').on(table.platform, table.id).where(isAlive),
      index('leads_group_score').on(table.groupId, table.aiScore, table.id).where(isAlive),
      index('leads_stage_score').on(table.stage, table.aiScore, table.id).where(isAlive),
      index('leads_owner_score')
        .on(table.ownerId, table.aiScore, table.id)
        .where(sql`deleted_at is null and owner_id is not null`),
      index('leads_tags').using('gin', table.tags).where(sql`deleted_at is null and tags <> '{}'`),
      index('leads_match_keys')
        .using('gin', table.matchKeys)
        .where(sql`deleted_at is null and match_keys <> '{}'`),
      index('leads_unmatched').on(table.id).where(sql`deleted_at is null and match_keys is null`),
      index('leads_not_fit').on(table.aiScore).where(sql`deleted_at is null and is_not_fit`),
      // Google ignores dots: what is left of them says which addresses are one mailbox.
      index('leads_google_mailbox')
        .on(sql`replace(split_part(email_key, '@', 1), '.', '')`)
        .where(sql`deleted_at is null and email_key ~ '@(gmail|googlemail)\\.com$'`),
      index('leads_contact_hash').on(table.contactHash),
      index('leads_run')
        .on(table.runId, table.aiScore, table.id)
        .where(sql`deleted_at is null and run_id is not null`),
      index('leads_import').on(table.importId).where(sql`import_id is not null`),
      index('leads_agreed')
        .on(table.id)
        .where(
          sql`deleted_at is null and legal_ground = 'consent' and (handle is not null or phone is not null)`,
        ),
      index('leads_search').using('gin', table.searchText.op('gin_trgm_ops')).where(isAlive),
    ];
  },
);

/** Tags in use. The first spelling counts for everybody: "VIP" and "vip" are one. */
export const leadTags = pgTable('lead_tags', {
  key: text('key').primaryKey(),
  name: text('name').notNull(),
  usedAt: instant('used_at').notNull().defaultNow(),
});

/** What colleagues wrote down about a person. Goes with the person. */
export const leadNotes = pgTable(
  'lead_notes',
  {
    id: uuid('id').primaryKey(),
    leadId: uuid('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    editedAt: instant('edited_at'),
    deletedAt: instant('deleted_at'),
  },
  (table) => [index('lead_notes_lead').on(table.leadId, table.createdAt)],
);

/** Filters and order of a list of leads under a name. */
export const leadViews = pgTable(
  'lead_views',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** Null once the colleague has left; then only shared views stay. */
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'set null' }),
    isShared: boolean('is_shared').notNull(),
    query: jsonb('query').$type<ViewQuery>().notNull(),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [index('lead_views_owner').on(table.ownerId)],
);

/** Two records of one person that became one. Holds what each was, so it goes with either of them. */
export const leadMerges = pgTable(
  'lead_merges',
  {
    id: uuid('id').primaryKey(),
    keptId: uuid('kept_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    otherId: uuid('other_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    /** Columns of the one that stayed, before and after; only those that the merge changed. */
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
    /** Ids of what came along, by where it is kept. */
    moved: jsonb('moved').$type<Record<string, string[]>>().notNull(),
    /** Contact hashes that were put on the suppression list because the other one objected. */
    suppressed: jsonb('suppressed').$type<string[]>().notNull(),
    mergedAt: instant('merged_at').notNull(),
    undoneAt: instant('undone_at'),
  },
  (table) => [index('lead_merges_kept').on(table.keptId), index('lead_merges_other').on(table.otherId)],
);

/** Pairs that may be one person. A pair that was judged stays, so that it is not proposed again. */
export const leadDuplicates = pgTable(
  'lead_duplicates',
  {
    id: uuid('id').primaryKey(),
    keepId: uuid('keep_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    otherId: uuid('other_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    reason: text('reason').$type<DuplicateReason>().notNull(),
    details: jsonb('details').$type<DuplicateDetails>().notNull().default({}),
    dismissedAt: instant('dismissed_at'),
  },
  (table) => [
    uniqueIndex('lead_duplicates_pair').on(table.keepId, table.otherId),
    index('lead_duplicates_other').on(table.otherId),
  ],
);

/** A bulk action: done by a job, undone as a whole. */
export const leadActs = pgTable(
  'lead_acts',
  {
    id: uuid('id').primaryKey(),
    act: jsonb('act').$type<BulkAction>().notNull(),
    /** Whom it is for: ids, or a filter as it was when it began. Emptied at the end, as it may hold a name. */
    selection: jsonb('selection').$type<LeadSelection>(),
    state: text('state').$type<BulkActionProgress['state']>().notNull(),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    /** The last lead that was looked at; the next ones come after it. */
    lastLeadId: uuid('last_lead_id'),
    actorId: text('actor_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('lead_acts_created').on(table.createdAt)],
);

/** The leads of one batch before a bulk action. Kept for a day; after that the action can't be undone. */
export const leadActPortions = pgTable(
  'lead_act_portions',
  {
    actId: uuid('act_id')
      .notNull()
      .references(() => leadActs.id, { onDelete: 'cascade' }),
    /** The leads stand between these two, in the order of ids: where to look for one of them. */
    firstLeadId: uuid('first_lead_id').notNull(),
    lastLeadId: uuid('last_lead_id').notNull(),
    /** By id of the lead. */
    before: jsonb('before').$type<Record<string, LeadBeforeAction>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.actId, table.firstLeadId] })],
);

/** People whom the team deleted: discovery does not bring them back. Holds a keyed hash, never the contact. */
export const leadDismissals = pgTable(
  'lead_dismissals',
  {
    leadId: uuid('lead_id').notNull(),
    contactHash: text('contact_hash').notNull(),
    /** Of whom went into another record: the lead that they are part of. It outlasts the merge's own row. */
    keptId: uuid('kept_id').references(() => leads.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.leadId, table.contactHash] }),
    index('lead_dismissals_contact_hash').on(table.contactHash),
    index('lead_dismissals_kept').on(table.keptId).where(sql`kept_id is not null`),
  ],
);

/**
 * How many live leads there are of each kind, as changes to be added up: exact in every transaction and cheap at any
 * size, where counting a million rows is neither. Written by triggers on `leads` only.
 */
export const leadTallies = pgTable('lead_tallies', {
  groupId: uuid('group_id'),
  stage: text('stage').$type<Stage>().notNull(),
  platform: text('platform').$type<Platform>().notNull(),
  contactStatus: text('contact_status').$type<ContactStatus>().notNull(),
  band: text('band').$type<ScoreBand>().notNull(),
  count: integer('count').notNull(),
});
