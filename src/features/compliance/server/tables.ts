import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type {
  AuditAction,
  AuditSubjectKind,
  ConsentPurpose,
  ConsentSource,
  ContactChannel,
  LegalGround,
  SuppressionReason,
} from '../contract.ts';

/**
 * One list for all channels and campaigns. Holds a keyed hash of the contact, never the contact itself, so that
 * it outlives an erasure (compliance: the hash is kept indefinitely).
 */
export const suppressions = pgTable(
  'suppressions',
  {
    id: uuid('id').primaryKey(),
    contactHash: text('contact_hash').notNull(),
    reason: text('reason').$type<SuppressionReason>().notNull(),
    leadId: uuid('lead_id'),
    campaignId: uuid('campaign_id'),
    /** The reply whose label alone put it here: another label takes it off again. */
    replyId: uuid('reply_id'),
    /** The reason that counts again then; null where there was none. */
    reasonBeforeReply: text('reason_before_reply').$type<SuppressionReason>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [
    uniqueIndex('suppressions_contact_hash').on(table.contactHash),
    index('suppressions_lead_id').on(table.leadId),
    index('suppressions_reply').on(table.replyId).where(sql`reply_id is not null`),
  ],
);

/**
 * For SQL, of a row of `leads` under that name: nobody writes to them, by how they are known today or because they said
 * so before that was changed. A bounce says something of the address alone.
 */
export const isSuppressedLead = (lead: string): string => `(
  exists (select from suppressions s where s.contact_hash = ${lead}.contact_hash)
  or exists (select from suppressions s where s.lead_id = ${lead}.id and s.reason <> 'bounced'))`;

/**
 * For SQL, of a row of `leads` under that name: nobody writes to them whichever way. Mail that came back closes that one
 * address (`isBouncedLead`) and no other way.
 */
export const hasObjectedLead = (lead: string): string => `(
  exists (select from suppressions s where s.contact_hash = ${lead}.contact_hash and s.reason <> 'bounced')
  or exists (select from suppressions s where s.lead_id = ${lead}.id and s.reason <> 'bounced'))`;

/** For SQL, of a row of `leads` under that name: mail to their address came back for good. */
export const isBouncedLead = (lead: string): string => `(${lead}.email is not null
  and exists (select from suppressions s where s.contact_hash = ${lead}.contact_hash and s.reason = 'bounced'))`;

/**
 * For SQL, of a row of `leads` under that name: they said no to the way in which they would be written to by hand, mail or,
 * without an address, their account. An answer to what they ask is none of it.
 */
export const hasRefusedLead = (lead: string): string => `coalesce((
  select c.ground is null from consents c
  where c.lead_id = ${lead}.id and c.purpose = 'marketing'
    and c.channel = case when ${lead}.email is null then 'social_dm' else 'email' end
  order by c.id desc limit 1), false)`;

/**
 * The consent ledger: for a person, a channel and a purpose the newest line holds, older ones stay as proof. Where
 * there is none, the legal ground of the lead holds for all channels.
 */
export const consents = pgTable(
  'consents',
  {
    id: uuid('id').primaryKey(),
    leadId: uuid('lead_id').notNull(),
    channel: text('channel').$type<ContactChannel>().notNull(),
    purpose: text('purpose').$type<ConsentPurpose>().notNull(),
    /** Null: withdrawn. */
    ground: text('ground').$type<LegalGround>(),
    source: text('source').$type<ConsentSource>().notNull(),
    sourceUrl: text('source_url'),
    textVersion: text('text_version').notNull().default(''),
    proof: text('proof').notNull().default(''),
    collectedAt: timestamp('collected_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull().defaultNow(),
    recordedBy: text('recorded_by').notNull(),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [index('consents_lead').on(table.leadId, table.channel, table.purpose, table.id)],
);

/** What stands behind words of a claim: a study, a test, the terms of an offer. */
export const claimEvidence = pgTable('claim_evidence', {
  id: uuid('id').primaryKey(),
  words: text('words').notNull(),
  title: text('title').notNull(),
  url: text('url').notNull(),
  publishedOn: date('published_on').notNull(),
  validUntil: date('valid_until'),
  removedAt: timestamp('removed_at', { withTimezone: true }),
});

/**
 * Who did what to whom and why. Appended only: triggers refuse every other change, whoever asks. So nothing that an
 * erasure has to remove may stand in it: people are named by the id of their lead.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').primaryKey(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    /** Null where the product acted by itself. */
    actorId: text('actor_id'),
    actorName: text('actor_name').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    subjectKind: text('subject_kind').$type<AuditSubjectKind>().notNull(),
    /** Null for the workspace. */
    subjectId: uuid('subject_id'),
    reason: text('reason'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index('audit_entries_subject').on(table.subjectKind, table.subjectId, table.id)],
);
