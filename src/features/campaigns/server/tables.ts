import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
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
import type { ClaimsOverride, LegalGround } from '#features/compliance/contract.ts';
import { leads } from '#features/leads/server/tables.ts';
import type { MessengerId } from '#providers/messaging/port.ts';
import type {
  CampaignStatus,
  Channel,
  PersonalNote,
  SendWindow,
  StepClaims,
  StepTest,
  VariantLetter,
  VariantVerdict,
} from '../contract.ts';
import type { MessageReason, MessageReasonDetails, MessageStatus, Receipt } from '../contract-messages.ts';
import type { CampaignReason, CampaignReasonDetails } from '../contract-pauses.ts';
import type { ReputationCounts } from '../rules-schedule.ts';

/** What queued messages leave over. */
export type MessageRoute = 'mail' | MessengerId;

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const landingSites = pgTable('landing_sites', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  description: text('description').notNull().default(''),
  createdAt: instant('created_at').notNull().defaultNow(),
  isDemo: boolean('is_demo').notNull().default(false),
});

export const campaigns = pgTable(
  'campaigns',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    objective: text('objective').notNull(),
    status: text('status').$type<CampaignStatus>().notNull().default('draft'),
    targetGroups: uuid('target_groups').array().notNull(),
    landingPageUrl: text('landing_page_url').notNull(),
    selectedContentAssets: uuid('selected_content_assets').array().notNull(),
    channels: text('channels').array().$type<Channel[]>().notNull(),
    templateId: text('template_id'),
    targetSegment: text('target_segment').notNull().default(''),
    utmCampaign: text('utm_campaign').notNull(),
    utmSource: text('utm_source').notNull(),
    utmMedium: text('utm_medium').notNull(),
    /** When messages may leave; null for any time. */
    sendWindow: jsonb('send_window').$type<SendWindow>(),
    /** Nothing leaves before; null for at once. */
    startsAt: instant('starts_at'),
    /** Leaves out people who still wait for a message of another running campaign. */
    skipsBusyPeople: boolean('skips_busy_people').notNull().default(true),
    endsAt: instant('ends_at'),
    launchedAt: instant('launched_at'),
    pausedAt: instant('paused_at'),
    /** Why it paused or ended without a person. */
    reason: text('reason').$type<CampaignReason>(),
    details: jsonb('details').$type<CampaignReasonDetails>(),
    /** What had come back when a person resumed it after a pause for that: it is answered for. */
    answeredFor: jsonb('answered_for').$type<ReputationCounts>(),
    /** People of the groups still have to be turned into messages; `expandedTo` is the last one that was. */
    needsExpansion: boolean('needs_expansion').notNull().default(false),
    expandedTo: uuid('expanded_to'),
    /** Restored from a backup in the middle of that: whom it meets from here on may have been written to already. */
    restoredAt: instant('restored_at'),
    completedAt: instant('completed_at'),
    /** Put away: in no list but that of the archive. */
    archivedAt: instant('archived_at'),
    createdBy: text('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    version: integer('version').notNull().default(1),
    deletedAt: instant('deleted_at'),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [index('campaigns_created').on(table.createdAt)],
);

export const campaignSteps = pgTable(
  'campaign_steps',
  {
    id: uuid('id').primaryKey(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    /** Order in the sequence as shown. */
    position: integer('position').notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    /** Order among the steps of its channel; with it a step keeps its identity when it is edited or brought back. */
    ordinal: integer('ordinal').notNull(),
    delayHours: doublePrecision('delay_hours').notNull(),
    subject: text('subject'),
    body: text('body').notNull(),
    /** "Built-in engine" where no person wrote it. */
    composedBy: text('composed_by'),
    /** What the claims rules said about the author's text, and the override that let it leave in spite of that. */
    claims: jsonb('claims').$type<StepClaims>(),
    override: jsonb('override').$type<ClaimsOverride>(),
    /** As composed for those who have not got it yet. */
    compositionId: uuid('composition_id'),
    /** How its variants are compared; null without any. */
    test: jsonb('test').$type<StepTest>(),
    /** Messages that left before belong to other texts or another test. */
    testSince: instant('test_since'),
    /** Null while the test goes on. */
    verdict: jsonb('verdict').$type<VariantVerdict>(),
    /** A step that was edited away keeps its row for the messages it sent. */
    retiredAt: instant('retired_at'),
  },
  (table) => [uniqueIndex('campaign_steps_key').on(table.campaignId, table.channel, table.ordinal)],
);

/** Further texts of a step. Its own text is variant A, so a step without any looks as if there were no such thing. */
export const stepVariants = pgTable(
  'step_variants',
  {
    stepId: uuid('step_id')
      .notNull()
      .references(() => campaignSteps.id, { onDelete: 'cascade' }),
    letter: text('letter').$type<VariantLetter>().notNull(),
    subject: text('subject'),
    body: text('body').notNull(),
    claims: jsonb('claims').$type<StepClaims>(),
    override: jsonb('override').$type<ClaimsOverride>(),
    compositionId: uuid('composition_id'),
    retiredAt: instant('retired_at'),
  },
  (table) => [primaryKey({ columns: [table.stepId, table.letter] })],
);

/**
 * A step as it was composed at some moment: complete but for what is substituted per person. Never changed, so
 * that with a message's `vars` the exact text that left can be shown again.
 */
export const compositions = pgTable(
  'compositions',
  {
    id: uuid('id').primaryKey(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    stepId: uuid('step_id').notNull(),
    variant: text('variant').$type<VariantLetter>().notNull().default('A'),
    channel: text('channel').$type<Channel>().notNull(),
    subject: text('subject'),
    /** Plain text with placeholders. */
    text: text('text').notNull(),
    /** HTML alternative of mails, with placeholders. */
    html: text('html'),
    fromHeader: text('from_header'),
    /** What the claims rules said about the author's text, and the override that let it leave in spite of that. */
    claims: jsonb('claims').$type<StepClaims>(),
    override: jsonb('override').$type<ClaimsOverride>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('compositions_step').on(table.stepId)],
);

export const messages = pgTable(
  'messages',
  {
    id: uuid('id').primaryKey(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    stepId: uuid('step_id').notNull(),
    /** Null once the person's data has been removed. */
    leadId: uuid('lead_id').references(() => leads.id, { onDelete: 'set null' }),
    channel: text('channel').$type<Channel>().notNull(),
    /** Which text of the step. No part of the unique key, so that nobody can get two of them. */
    variant: text('variant').$type<VariantLetter>().notNull().default('A'),
    /** Counts when the variants are compared. */
    isInTest: boolean('is_in_test').notNull().default(false),
    /** The step before it in the same channel, which has to be over first. */
    followsStepId: uuid('follows_step_id'),
    /** What left; null while it is open, when the step's current composition counts. */
    compositionId: uuid('composition_id'),
    /** E-mail address, handle or number. */
    address: text('address'),
    contactHash: text('contact_hash'),
    /** At an address that is never given to a real mail server. */
    isPractice: boolean('is_practice').notNull().default(false),
    /** Where the person lives, as far as is known: a send window counts in it. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /** The mailbox it left from; null for the server's own mail and for what has not left. */
    mailboxId: uuid('mailbox_id'),
    /** What is substituted for this person, as it was when the message was made. */
    vars: jsonb('vars').$type<Record<string, string>>().notNull().default({}),
    /** Touchpoint of its links. */
    touchpointId: uuid('touchpoint_id'),
    /** What carries it while it is queued: mail, or a platform's API. Counts for nothing where people send by hand. */
    route: text('route').$type<MessageRoute>().notNull().default('mail'),
    status: text('status').$type<MessageStatus>().notNull().default('queued'),
    /** How far the platform says it came after it had left. */
    receipt: text('receipt').$type<Receipt>(),
    /**
     * Stands for the status in the index of what is due. No index names the status itself, so that writing an outcome
     * touches no index at all (a heap-only update).
     */
    isQueued: boolean('is_queued').generatedAlwaysAs(sql`status = 'queued'`),
    reason: text('reason').$type<MessageReason>(),
    details: jsonb('details').$type<MessageReasonDetails>(),
    /** On what ground it was written, as it was when it left. */
    legalGround: text('legal_ground').$type<LegalGround>(),
    dueAt: instant('due_at').notNull(),
    /** Who claimed it last. The lease is the worker's: it holds as long as the worker is seen. */
    leaseOwner: uuid('lease_owner'),
    attempts: integer('attempts').notNull().default(0),
    /** Last answer of the mail server. */
    response: text('response'),
    sentAt: instant('sent_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [
    uniqueIndex('messages_once').on(table.campaignId, table.stepId, table.leadId, table.channel),
    // Each index is written again by every claim, so there are no more than needed.
    index('messages_due')
      .on(table.campaignId, table.route, table.isPractice, table.dueAt, table.id)
      .where(sql`is_queued`),
    // Whose message somebody answers on a platform; mails are known by their id.
    index('messages_contact').on(table.contactHash, table.id).where(sql`channel <> 'email'`),
    // Whose mail somebody answers without a reference, once their record is gone. No claim writes it.
    index('messages_contact_gone')
      .on(table.contactHash, table.id)
      .where(sql`lead_id is null and channel = 'email'`),
    index('messages_campaign_page').on(table.campaignId, table.id),
    index('messages_lead').on(table.leadId),
  ],
);

/**
 * Changes in how many messages a campaign has of a kind, to be summed. Exact at any size, where counting the messages of
 * a campaign to a hundred thousand people takes longer than a screen may. Written by triggers on `messages` only.
 */
export const messageTallies = pgTable('message_tallies', {
  campaignId: uuid('campaign_id').notNull(),
  channel: text('channel').$type<Channel>().notNull(),
  status: text('status').$type<MessageStatus>().notNull(),
  count: integer('count').notNull(),
  /** How many of them left the queue, also where they came back later. */
  left: integer('left').notNull(),
});

/**
 * Sentences for one person that a language model wrote: kept, so that what somebody read in the preview is what leaves,
 * and no model is asked twice. Gone with the person, and of no use once their facts or the purpose are others.
 */
export const personalSentences = pgTable(
  'personal_sentences',
  {
    leadId: uuid('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    /** Hash of the facts, the purpose and the model. */
    basis: text('basis').notNull(),
    /** Null: nothing of what it wrote could be taken. */
    note: jsonb('note').$type<PersonalNote>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.leadId, table.basis] })],
);
