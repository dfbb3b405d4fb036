import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { SearchPlatform } from '#features/leads/contract.ts';
import { leadGroups, leads } from '#features/leads/server/tables.ts';
import type { LeadRun, SourceProgress } from '../contract.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const leadRuns = pgTable(
  'lead_runs',
  {
    id: uuid('id').primaryKey(),
    groupId: uuid('group_id').references(() => leadGroups.id, { onDelete: 'set null' }),
    searchQuery: text('search_query').notNull(),
    requested: integer('requested').notNull(),
    state: text('state').$type<LeadRun['state']>().notNull().default('queued'),
    sources: jsonb('sources').$type<SourceProgress[]>().notNull(),
    /** What each source is asked, by platform. */
    queries: jsonb('queries').$type<Record<string, string[]>>().notNull().default({}),
    /** Where each source goes on, by platform; written with what was kept, so a new worker repeats nothing. */
    cursors: jsonb('cursors').$type<Record<string, string>>().notNull().default({}),
    /** The worker at work; when it stops renewing, another one takes over. */
    leaseToken: uuid('lease_token'),
    leasedUntil: instant('leased_until'),
    startedBy: text('started_by'),
    startedAt: instant('started_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [
    index('lead_runs_started').on(table.startedAt),
    index('lead_runs_group').on(table.groupId, table.startedAt),
    index('lead_runs_open').on(table.state).where(sql`state in ('queued', 'running')`),
  ],
);

type Keys = 'emailKey' | 'handleKey' | 'phoneKey';
/** A person whom a run would keep: their lead, as it waits in the database, where an instant is text. */
export type Candidate = {
  row: Omit<typeof leads.$inferInsert, 'signalAt' | Keys> & Record<Keys | 'signalAt', string | null>;
  needsCheck: boolean;
};

/** People whom an open run found and who score low: they come in at its end, as far as nobody better has been found. */
export const leadRunCandidates = pgTable(
  'lead_run_candidates',
  {
    id: uuid('id').primaryKey(),
    runId: uuid('run_id')
      .notNull()
      .references(() => leadRuns.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<SearchPlatform>().notNull(),
    aiScore: numeric('ai_score', { precision: 3, scale: 1 }).notNull(),
    person: jsonb('person').$type<Candidate>().notNull(),
  },
  (table) => [index('lead_run_candidates_run').on(table.runId, table.aiScore)],
);

/** Auto-refresh: one search per group that runs again by itself. */
export const leadSchedules = pgTable('lead_schedules', {
  groupId: uuid('group_id')
    .primaryKey()
    .references(() => leadGroups.id, { onDelete: 'cascade' }),
  searchQuery: text('search_query').notNull(),
  platforms: jsonb('platforms').$type<SearchPlatform[]>().notNull(),
  nextRunAt: instant('next_run_at').notNull(),
  createdBy: text('created_by'),
});

/** Requests to the enrichment service, one per lead. */
export const leadEnrichments = pgTable(
  'lead_enrichments',
  {
    id: uuid('id').primaryKey(),
    leadId: uuid('lead_id')
      .notNull()
      .unique()
      .references(() => leads.id, { onDelete: 'cascade' }),
    state: text('state').$type<'waiting' | 'asked' | 'answered' | 'failed'>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextTryAt: instant('next_try_at').notNull(),
  },
  (table) => [index('lead_enrichments_due').on(table.nextTryAt).where(sql`state = 'waiting'`)],
);
